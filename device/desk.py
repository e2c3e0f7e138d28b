"""The desk: the match on disk, what the eyes read of the hand under way, what follows from both.

Everything here runs on the referee's one thread. A change is on disk before it shows, or shown as
not saved while the disk takes nothing; what a damaged log refuses is as if it had not happened.
"""

import random
from collections import deque
from collections.abc import Mapping
from typing import Any

from device.book import Bodies, Book, told_places
from device.eyes import Report
from device.hand import Evidence
from device.spool import Spool
from device.store import StoreError
from rules import match as matches
from rules.codes import Refusal
from rules.game import Player
from rules.log import Acted, LogError, Source
from rules.match import MatchState
from rules.moves import Elapsed, Score, Void
from rules.tabletop import CardOpen, LayoutSeen, TableCleared, TableEvent
from rules.view import ScoreView

LOST_S = 8.0
"""When nothing happened for so long and a needed card was never seen open, the table is asked."""
BACKLOG = 500
"""Reports kept while the disk refuses them; each is small."""


class Desk:
    """``rng`` draws the lots. Methods that write raise StoreError, those that play raise
    IllegalAction; both leave the match as it was."""

    def __init__(self, store: Spool, *, rng: random.Random) -> None:
        self._rng = rng
        self._book = Book(store)
        self._evidence = Evidence()
        self._backlog: deque[Report] = deque(maxlen=BACKLOG)
        self._lying: list[TableEvent] = []  # since a layout was seen that no hand has used up
        self._live: bytes | None = None
        self._recall()

    @property
    def match(self) -> MatchState | None:
        return self._book.match if self._book.has_match else None

    @property
    def match_id(self) -> int | None:
        return self._book.match_id

    @property
    def damage(self) -> LogError | None:
        """What is wrong with the log of the latest match; a new one may begin."""
        return self._book.damage

    @property
    def unsaved_hands(self) -> tuple[int, ...]:
        """Hands of this match that are not, or not wholly, on disk."""
        return self._book.unsaved_hands()

    @property
    def live(self) -> bytes | None:
        """The last picture the eyes sent along, as JPEG."""
        return self._live

    def view(self, covered: frozenset[str]) -> ScoreView | None:
        return self._book.view(covered)

    def is_stale(self, seen: int) -> bool:
        """Whether hands were written, taken back or begun since a phone saw entry ``seen``."""
        return self._book.is_stale(seen)

    def reopen(self) -> None:
        """Go on from the log, whatever was in memory."""
        self._book.reopen()
        self._recall()

    # --- what the eyes bring -------------------------------------------------------------------

    def look(self, report: Report) -> bool:
        """Take a report in; whether anything changed for people."""
        if report.jpeg is not None:
            self._live = report.jpeg
        if report.events:
            self._evidence.stirred_s = report.taken_s
        for event in report.events:
            if isinstance(event, LayoutSeen | TableCleared):
                self._lying.clear()
            if self._lying or isinstance(event, LayoutSeen):
                self._lying.append(event)
        if not self._book.has_match:
            return False
        self._backlog.append(report)
        changed = False
        while self._backlog:  # oldest first; one the disk refuses stays for the next time
            changed = self._take_in(self._backlog[0]) or changed
            self._backlog.popleft()
        return changed

    def _take_in(self, report: Report) -> bool:
        """The certain part of what was seen is played; readings of cards are evidence."""
        match, bodies = self._book.match, Bodies()
        for event in report.events:
            read = match.game.read(match.state, event)
            for action in read.play:
                match = self._book.tried(match, action)
                bodies.append((Acted(action=action), Source.CAMERA))
            if isinstance(event, LayoutSeen):
                self._evidence.dealt(waits=_under_way(match))
            if read.choose and isinstance(event, CardOpen):
                self._evidence.note(event, read.choose, at_s=report.taken_s)
        if bodies:
            self._book.append(bodies, picture=self._live)
        return self._advance(report.taken_s) or bool(bodies)

    def _advance(self, now_s: float) -> bool:
        """Draw lots, settle readings and write the hand, as far as it goes now."""
        self._evidence.now_s = max(self._evidence.now_s, now_s)
        changed = False
        while True:
            self._evidence.begin(len(self._book.match.closed))
            known = self._evidence.mark()
            bodies = self._due()
            if not bodies:
                return changed
            try:
                self._book.append(bodies, picture=self._live)
            except StoreError:
                self._evidence.back_to(known)
                raise
            if len(self._book.match.closed) != self._evidence.hand and not self._evidence.waits:
                self._lying.clear()
            changed = True

    def _due(self) -> Bodies:
        match = self._book.match
        needs = match.game.needs(match.state)
        if needs.chance:
            return [(Acted(action=self._rng.choice(needs.chance)), Source.REFEREE)]
        if actions := self._evidence.news(match.game, match.state):
            return _seen(actions)
        closing = _closing(match, Void if needs.void else Score)
        if closing is not None and needs.void:
            return [(Acted(action=closing), Source.REFEREE)]
        lost = (
            "AskCard" in match.game.actions
            and self._evidence.quiet_s >= LOST_S
            and match.game.outcome(match.state, {}) is Refusal.UNREAD_CARD
        )
        if closing is None and not lost and not self._evidence.unresolved(needs.places):
            return []
        verdict = self._evidence.judge(
            match.game, match.state, needed=needs.places, told=told_places(match)
        )
        if verdict.write and closing is not None:
            return [(Acted(action=closing), Source.REFEREE)]
        return _seen(verdict.play)

    def _recall(self) -> None:
        """After a restart, what was seen of the unfinished hand is evidence still."""
        self._evidence = Evidence()
        if not self._book.has_match:
            return
        match = self._book.match
        self._evidence.begin(len(match.closed))
        laid, see = (match.game.actions.get(name) for name in ("Laid", "See"))
        if laid is None or see is None:  # a game that is written by hand
            return
        for action in self._book.unfinished():
            if isinstance(action, laid):
                self._evidence.dealt(waits=False)
            elif isinstance(action, see):
                self._evidence.recall(action)

    # --- the clock -----------------------------------------------------------------------------

    def deadline(self) -> float | None:
        """Until when a window of the game stands open (wall seconds), None without one."""
        match = self.match
        return None if match is None else match.game.deadline(match.state)

    def elapse(self, now_s: float) -> bool:
        """Close the window if its time has come; whether it did."""
        until_s = self.deadline()
        if until_s is None or now_s < until_s:
            return False
        self._book.append([(Acted(action=Elapsed(now_s)), Source.REFEREE)], picture=self._live)
        self._advance(self._evidence.now_s)
        return True

    # --- what people want ----------------------------------------------------------------------

    def tapped(self, action: Mapping[str, Any], *, at_s: float) -> matches.Command:
        """What a phone sent back of a button. Raises IllegalAction when it is no action."""
        return matches.tapped(self._book.match.game, action, at_s=at_s)

    def obey(self, command: matches.Command, source: Source, *, by: str = "") -> None:
        """What a person wants of the present match, and what follows from it. ``by``: the player
        whose phone it was."""
        bodies = matches.decide(self._book.match, command)
        self._book.append([(body, source) for body in bodies], picture=self._live, by=by)
        self._advance(self._evidence.now_s)

    def begin(
        self,
        *,
        game: str,
        players: tuple[Player, ...],
        options: Any,
        simulated: bool,
        source: Source,
    ) -> None:
        """A new match, with the cards that lie there already."""
        started = matches.start(game=game, players=players, options=options, simulated=simulated)
        self._book.begin(started, source)
        self._evidence = Evidence(now_s=self._evidence.now_s)
        self._backlog.clear()
        self._take_in(_lying_now(self._lying, self._evidence.now_s))


def _closing(match: MatchState, kind: type[Score] | type[Void]) -> Score | Void | None:
    """The action of this kind that would close the hand now, as the rules offer it."""
    offered = match.game.legal(match.state)
    return next((action for action in offered if isinstance(action, kind)), None)


def _under_way(match: MatchState) -> bool:
    """Whether pawns stand for a hand that is not closed: a new deal has to wait for it."""
    view = matches.view(match)
    return view.hand > len(match.closed) and any(seat.pick for seat in view.seats)


def _seen(actions: tuple[Any, ...]) -> Bodies:
    return [(Acted(action=action), Source.CAMERA) for action in actions]


def _lying_now(events: list[TableEvent], now_s: float) -> Report:
    """What lies on the cloth at the start of a match, told once more."""
    return Report(
        seq=0,
        taken_s=now_s,
        events=tuple(events),
        state="seeing",
        advice=None,
        stage_ms={},
        jpeg=None,
    )
