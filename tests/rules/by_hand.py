"""A match that people write by hand, driven the way the device drives it: taps in, entries
appended, lots drawn, hands written as soon as the game offers it."""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from rules import log, match
from rules.codec import from_plain, to_plain
from rules.game import Mode, Player
from rules.log import Source
from rules.match import Act, Command, Correct, Undo, VoidHand
from rules.moves import Answer, Next, Score, Start, Void
from rules.tabletop import CardOpen, Reading
from rules.view import QuestionView, ScoreView
from tests.rules.drive import players


@dataclass
class ByHand:
    """``first``: the seat the lot falls on."""

    game: str
    count: int
    options: Mapping[str, object] = field(default_factory=dict)
    first: int = 0
    seated: tuple[Player, ...] = ()

    def __post_init__(self) -> None:
        seated = self.seated or players(self.count)
        started = match.start(game=self.game, players=seated, options=self.options, mode=Mode.TABLE)
        self.rows: list[log.Entry] = []
        self._append(started, Source.PHONE)
        self._settle()

    def _append(self, body: log.Body, source: Source) -> None:
        seq = 1 + len(self.rows)
        entry = log.Entry(seq=seq, at_utc="2026-01-01T20:00:00Z", source=source, body=body)
        self.rows.append(entry)
        self.match = match.fold(self.rows) if seq == 1 else match.extend(self.match, entry)

    def do(self, command: Command, source: Source = Source.PHONE) -> None:
        for body in match.decide(self.match, command):
            self._append(body, source)
        self._settle()

    def tap(self, *actions: Any) -> None:
        for action in actions:
            self.do(Act(action=action))

    def next(self) -> None:
        self.do(Act(action=Next()), Source.BUTTON)

    def undo(self) -> None:
        self.do(Undo())

    def void(self, number: int | None = None) -> None:
        self.do(VoidHand(number=number))

    def correct(self, number: int | None, **changes: str) -> None:
        """``love_3`` stands for ``love:3``."""
        facts = {key.replace("_", ":"): value for key, value in changes.items()}
        self.do(Correct(number=number, changes=facts))

    def answer(self, answer: str, kind: str | None = None) -> None:
        """Answer the first question (of this kind)."""
        self.tap(Answer(self.question(kind).id, answer))

    def see(self, place: str, **likely: float) -> None:
        """An open card at a place, taken for its likeliest reading; none: it cannot be read."""
        event = CardOpen(0.0, place, Reading({key.strip("_"): p for key, p in likely.items()}))
        meant = self.match.game.read(self.match.state, event)
        for action in (*meant.play, *meant.choose[:1]):
            self.do(Act(action=action), Source.CAMERA)

    def _settle(self) -> None:
        while True:
            game, state = self.match.game, self.match.state
            needs = game.needs(state)
            due: list[Any] = [a for a in needs.chance if a == Start(self.first)]
            if needs.void:
                due = [a for a in game.legal(state) if isinstance(a, Void)]
            due = due or [a for a in game.legal(state) if isinstance(a, Score)]
            if not due:
                return
            for body in match.decide(self.match, Act(action=due[0])):
                self._append(body, Source.REFEREE)

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
    def deltas(self) -> list[tuple[int | None, ...]]:
        return [hand.deltas for hand in self.view.hands]

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

    def check(self) -> None:
        """The log survives JSON, and folding it gives this very state, which survives JSON too."""
        rows = json.loads(json.dumps([log.to_json(entry) for entry in self.rows]))
        entries = match.load(rows)
        assert entries == tuple(self.rows)
        assert match.fold(entries).state == self.match.state
        plain = json.loads(json.dumps(to_plain(self.match.state)))
        assert from_plain(type(self.match.state), plain) == self.match.state
