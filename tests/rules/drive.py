"""A match driven the way the device drives it: events and taps in, entries appended, lots drawn,
hands written as soon as the game offers it. Every step checks that folding the log gives the same
state."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from rules import log, match
from rules.codec import from_plain, to_plain
from rules.game import Player, Registry
from rules.games import GAMES
from rules.games.vale_avi.state import State
from rules.log import Source
from rules.match import Act, Command, Correct, MatchState, Undo, VoidHand
from rules.moves import Answer, Lock, Next, Score, Void
from rules.tabletop import (
    CardGone,
    CardOpen,
    Hidden,
    LayoutSeen,
    LayoutUnclear,
    Owner,
    PawnAt,
    PawnGone,
    PawnSide,
    PawnUnclear,
    Reading,
    TableCleared,
    TableEvent,
)
from rules.view import QuestionView, ScoreView

OWNERS = tuple(Owner)
NAMES = ("Ayşe", "Oğuz", "Çiğdem", "İlhan", "Şule", "Ümit")
SIDES = {"D": PawnSide.UPRIGHT, "T": PawnSide.FLIPPED}


def players(count: int) -> tuple[Player, ...]:
    return tuple(
        Player(name=name, owner=owner)
        for name, owner in zip(NAMES[:count], OWNERS[:count], strict=True)
    )


@dataclass
class Evening:
    """``starter``: who is drawn to begin each hand."""

    count: int = 2
    options: Mapping[str, Any] = field(default_factory=dict)
    starter: int = 0
    games: Registry = GAMES
    writes: bool = True

    def __post_init__(self) -> None:
        started = match.start(
            game="vale-avi", players=players(self.count), options=self.options, games=self.games
        )
        self.rows: list[log.Entry] = []
        self.clock_s = 0.0
        self._append(started, Source.PHONE)
        self._settle()

    def _append(self, body: log.Body, source: Source) -> None:
        seq = 1 + len(self.rows)
        entry = log.Entry(seq=seq, at_utc="2026-01-01T20:00:00Z", source=source, body=body)
        self.rows.append(entry)
        if seq == 1:
            self.match = match.fold(self.rows, games=self.games)
        else:
            self.match = match.extend(self.match, entry, games=self.games)

    def do(self, command: Command, source: Source = Source.PHONE) -> None:
        for body in match.decide(self.match, command, games=self.games):
            self._append(body, source)
        self._settle()

    def _settle(self) -> None:
        """Draw lots and write hands, as the referee does when it is sure of the readings."""
        game = self.match.game
        while True:
            chance = game.needs(self.match.state).chance
            closing = [a for a in game.legal(self.match.state) if isinstance(a, Score)]
            if not closing and getattr(self.match.state.hand.table, "void", False):
                closing = [a for a in game.legal(self.match.state) if isinstance(a, Void)]
            due = [a for a in chance if a.seat == self.starter] or list(chance)
            due = due or (closing if self.writes else [])
            if not due or self.phase in ("PUANLAMA", "BITTI"):
                return
            for body in match.decide(self.match, Act(action=due[0]), games=self.games):
                self._append(body, Source.REFEREE)

    def see(self, event: TableEvent) -> None:
        """What the camera reports; a card is taken for its likeliest rank."""
        meant = self.match.game.read(self.match.state, event)
        for action in (*meant.play, *meant.choose[:1]):
            for body in match.decide(self.match, Act(action=action), games=self.games):
                self._append(body, Source.CAMERA)
        self._settle()

    def _now(self) -> float:
        self.clock_s += 1.0
        return self.clock_s

    def laid(self) -> None:
        self.see(LayoutSeen(self._now()))

    def unclear(self) -> None:
        self.see(LayoutUnclear(self._now()))

    def card(self, place: str, rank: str, sure: float = 0.99) -> None:
        self.see(CardOpen(self._now(), place, Reading({rank: sure}, f"{place}.jpg")))

    def face(self, place: str) -> None:
        """A face shows that cannot be read at all."""
        self.see(CardOpen(self._now(), place, Reading({})))

    def pawn(
        self, seat: int, pick: str | None, *, at_s: float | None = None, sure: float = 0.99
    ) -> None:
        """``pick`` as ``KB D``; None: beside the cards."""
        place, _, side = (pick or " D").partition(" ")
        when = self._now() if at_s is None else at_s
        self.see(PawnAt(when, OWNERS[seat], SIDES[side], place or None, sure))

    def gone(self, *seats: int) -> None:
        for seat in seats:
            self.see(PawnGone(self._now(), OWNERS[seat]))

    def hidden(self, place: str | None, why: Hidden = Hidden.STACKED) -> None:
        self.see(PawnUnclear(self._now(), place, why))

    def swept(self) -> None:
        for place in ("KB", "KD", "GB", "GD", "M"):
            self.see(CardGone(self._now(), place))
        self.see(TableCleared(self._now()))

    def deal(self, centre: str) -> None:
        self.laid()
        self.card("M", centre)

    def open(self, **cards: str) -> None:
        for place, rank in cards.items():
            self.card(place, rank)

    def hand(self, centre: str, picks: Sequence[str], cards: Mapping[str, str]) -> None:
        """A whole ordinary hand: dealt, placed in order from the starter, pawns off, corners
        open."""
        self.deal(centre)
        for seat in self.match.state.hand.rota:
            self.pawn(seat, picks[seat])
        self.gone(*self.match.state.hand.active)
        self.open(**cards)

    def next(self) -> None:
        self.do(Act(action=Next()), Source.BUTTON)

    def lock(self) -> None:
        self.do(Act(action=Lock()))

    def undo(self) -> None:
        self.do(Undo())

    def void(self, number: int | None = None) -> None:
        self.do(VoidHand(number=number))

    def correct(self, number: int | None, **changes: str) -> None:
        """``pick_0`` stands for ``pick:0``."""
        facts = {key.replace("_", ":"): value for key, value in changes.items()}
        self.do(Correct(number=number, changes=facts))

    def answer(self, answer: str, kind: str | None = None) -> None:
        """Answer the first question (of this kind)."""
        question = self.question(kind)
        self.do(Act(action=Answer(question.id, answer)))

    @property
    def view(self) -> ScoreView:
        return match.view(self.match)

    @property
    def phase(self) -> str:
        return str(self.match.state.phase)

    @property
    def totals(self) -> tuple[int, ...]:
        return tuple(seat.total for seat in self.view.seats)

    @property
    def asked(self) -> list[str]:
        return [str(question.ask.code) for question in self.view.questions]

    @property
    def warned(self) -> list[str]:
        return [str(notice.code) for notice in self.view.notices]

    def question(self, kind: str | None = None) -> QuestionView:
        found = [q for q in self.view.questions if kind is None or q.ask.code == kind]
        assert found, f"no question {kind or ''}; asked: {self.asked}, {self.view.sentence}"
        return found[0]

    def deltas(self, number: int = -1) -> tuple[int | None, ...]:
        hands = self.view.hands
        return hands[number if number < 0 else number - 1].deltas

    def check(self) -> MatchState:
        """The log survives JSON, and folding it gives this very state, which survives JSON too."""
        rows = json.loads(json.dumps([log.to_json(entry) for entry in self.rows]))
        entries = match.load(rows, games=self.games)
        assert entries == tuple(self.rows)
        folded = match.fold(entries, games=self.games)
        assert folded.state == self.match.state
        assert folded.closed == self.match.closed
        plain = json.loads(json.dumps(to_plain(self.match.state)))
        assert from_plain(State, plain) == self.match.state
        return folded
