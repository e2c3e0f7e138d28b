"""A referee for the page's tests: the real rules, a log in memory, played by hand, no camera."""

import threading
from dataclasses import replace
from typing import Any

from rules import match as matches
from rules.game import IllegalAction, Player
from rules.log import Acted, Body, Entry, Source
from rules.match import MatchState
from rules.moves import Answer, Lock, Next, Score
from rules.tabletop import Owner
from rules.view import ScoreView
from web import port

PIN = "4711"
PICTURE = b"\xff\xd8 a picture"
NAMES = ("Ayşe", "Oğuz", "İpek", "Deniz", "Çağla", "Mehmet Ali")
OWNERS = tuple(Owner)


class RulesReferee:
    """Implements ``web.port.RefereePort``. Hands are written as soon as the rules offer it."""

    def __init__(self, *, simulated: bool = False) -> None:
        self._changed = threading.Condition()
        self._match: MatchState | None = None
        self._version = 1
        self._simulated = simulated
        self.camera = port.CameraView(state="none", advice="KAMERA_YOK")
        self.fails: str = ""  # the code every command is refused with, as a full disk would
        self.live_pictures = 0

    # --- the port ------------------------------------------------------------------------------

    def snapshot(self) -> port.Snapshot:
        return port.Snapshot(
            version=self._version,
            score=None if self._match is None else matches.view(self._match),
            camera=self.camera,
            match_id=None if self._match is None else 1,
            simulated=self._simulated,
        )

    def wait(self, version: int, timeout_s: float) -> port.Snapshot:
        with self._changed:
            self._changed.wait_for(lambda: self._version > version, timeout_s)
            return self.snapshot()

    def submit(self, command: port.Command, *, seen: int | None, source: str) -> port.Receipt:
        with self._changed:
            try:
                return self._submit(command, seen)
            except IllegalAction as refused:
                return port.Receipt(ok=False, code=str(refused.code), args=refused.args_)

    def preview(
        self, command: port.SetFact | port.VoidHand
    ) -> tuple[port.Change, ...] | port.Receipt:
        assert self._match is not None
        try:
            found = matches.preview(self._match, _wish(command))
        except IllegalAction as refused:
            return port.Receipt(ok=False, code=str(refused.code), args=refused.args_)
        return tuple(
            port.Change(
                seat=one.seat,
                hand=one.hand,
                delta_before=one.delta_before,
                delta_after=one.delta_after,
                total_before=one.total_before,
                total_after=one.total_after,
            )
            for one in found
        )

    def picture(self, name: str) -> bytes | None:
        if name == "live":
            self.live_pictures += 1
        return PICTURE if name in ("live", "m1-h-1") else None

    def check_pin(self, pin: str) -> bool:
        return pin == PIN

    # --- for the tests -------------------------------------------------------------------------

    @property
    def score(self) -> ScoreView:
        score = self.snapshot().score
        assert score is not None
        return score

    def begin(self, *, players: int = 2, names: tuple[str, ...] = NAMES, **options: Any) -> None:
        """A match of the first ``players`` names."""
        seats = zip(names[:players], OWNERS, strict=False)
        seated = tuple(port.Player(name=name, owner=owner) for name, owner in seats)
        options = {"baslayan": "sirayla", **options}
        done = self.submit(
            port.NewMatch(game="vale-avi", players=seated, options=options),
            seen=None,
            source="phone",
        )
        assert done.ok, done

    def say(self, **facts: str) -> None:
        """A person says what lies where; ``p0="KB D"`` is the pick of seat 0."""
        changes = {_key(key): value for key, value in facts.items()}
        done = self.submit(
            port.SetFact(number=None, changes=changes), seen=self.score.seq, source="phone"
        )
        assert done.ok, done

    def play_hand(self, centre: str = "K", **facts: str) -> None:
        """One whole hand by hand: everybody on KB and KD, an ace and a queen."""
        self.say(centre=centre)
        self.say(**(facts or {"p0": "KB D", "p1": "KD T"}))
        self.say(KB="A", KD="Q")
        self.submit(port.Lock(), seen=self.score.seq, source="phone")

    def ring(self, **camera: Any) -> None:
        """The camera's state changes: a new version, the same log."""
        with self._changed:
            self.camera = replace(self.camera, **camera)
            self._publish()

    def undo(self) -> port.Receipt:
        return self.submit(port.Undo(), seen=self.score.seq, source="phone")

    # --- inside --------------------------------------------------------------------------------

    def _submit(self, command: port.Command, seen: int | None) -> port.Receipt:
        if self.fails:
            return port.Receipt(ok=False, code=self.fails)
        if isinstance(command, port.NewMatch):
            players = tuple(Player(name=p.name, owner=Owner(p.owner)) for p in command.players)
            begun = matches.start(
                game=command.game,
                players=players,
                options=command.options,
                simulated=self._simulated,
            )
            self._match = matches.fold((_entry(1, begun),))
        elif self._match is None:
            return port.Receipt(ok=False, code="NO_MATCH")
        elif seen is not None and seen != self._match.seq:
            return port.Receipt(ok=False, code="STALE", version=self._version)
        else:
            self._append(matches.decide(self._match, _wish(command)))
        self._go_on()
        self._publish()
        return port.Receipt(ok=True, version=self._version)

    def _go_on(self) -> None:
        """Lots are drawn (always the first) and hands are written without being asked."""
        assert self._match is not None
        game = self._match.game
        while chance := game.needs(self._match.state).chance:
            self._append((Acted(action=chance[0]),))
        if any(isinstance(action, Score) for action in game.legal(self._match.state)):
            self._append((Acted(action=Score()),))

    def _append(self, bodies: tuple[Body, ...]) -> None:
        for body in bodies:
            assert self._match is not None
            self._match = matches.extend(self._match, _entry(self._match.seq + 1, body))

    def _publish(self) -> None:
        self._version += 1
        self._changed.notify_all()


def _entry(seq: int, body: Body) -> Entry:
    return Entry(seq=seq, at_utc="2026-01-01T00:00:00Z", source=Source.PHONE, body=body)


def _key(name: str) -> str:
    return f"pick:{name[1:]}" if name[0] == "p" else name


def _wish(command: port.Command) -> matches.Command:
    match command:
        case port.NextHand():
            return matches.Act(action=Next())
        case port.Lock():
            return matches.Act(action=Lock())
        case port.Undo():
            return matches.Undo()
        case port.VoidHand(number=number):
            return matches.VoidHand(number=number)
        case port.SetFact(number=number, changes=changes):
            return matches.Correct(number=number, changes=changes)
        case port.Answer(question=question, answer=answer):
            return matches.Act(action=Answer(question=question, answer=answer))
    raise AssertionError(command)
