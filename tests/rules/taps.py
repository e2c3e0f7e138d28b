"""A match of a game written by hand, driven as the device drives it: taps in, entries appended,
lots drawn, hands written as soon as the game offers it."""

import json
from collections.abc import Mapping
from typing import Any

from rules import log, match
from rules.codec import from_plain, to_plain
from rules.game import Player
from rules.log import Source
from rules.match import Act, Command, Correct, MatchState, Undo, VoidHand
from rules.moves import Answer, Next, Score, Void
from rules.tabletop import TableEvent
from rules.view import QuestionView, ScoreView
from tests.rules.drive import players


class Taps:
    """``starter``: who is drawn to begin; ``people``: who sits there, if not the usual ones."""

    def __init__(
        self,
        game: str,
        count: int,
        *,
        starter: int = 0,
        people: tuple[Player, ...] = (),
        **options: Any,
    ) -> None:
        self.starter = starter
        self.rows: list[log.Entry] = []
        started = match.start(game=game, players=people or players(count), options=options)
        self.match: MatchState = match.fold([self._entry(started, Source.PHONE)])
        self._settle()

    def _entry(self, body: log.Body, source: Source) -> log.Entry:
        entry = log.Entry(seq=len(self.rows) + 1, at_utc="", source=source, body=body)
        self.rows.append(entry)
        return entry

    def _append(self, bodies: tuple[log.Body, ...], source: Source) -> None:
        for body in bodies:
            self.match = match.extend(self.match, self._entry(body, source))

    def do(self, command: Command, source: Source = Source.PHONE) -> None:
        self._append(match.decide(self.match, command), source)
        self._settle()

    def tap(self, *actions: Any) -> "Taps":
        for action in actions:
            self.do(Act(action=action))
        return self

    def see(self, event: TableEvent) -> None:
        """What the camera reports; a card is taken for its likeliest rank."""
        meant = self.match.game.read(self.match.state, event)
        for action in (*meant.play, *meant.choose[:1]):
            self.do(Act(action=action), Source.CAMERA)

    def _settle(self) -> None:
        game = self.match.game
        while True:
            state = self.match.state
            needs = game.needs(state)
            due = [action for action in needs.chance if action.seat == self.starter]
            kind = Void if needs.void else Score
            due = due or [a for a in game.legal(state) if isinstance(a, kind)]
            if not due:
                return
            self._append(match.decide(self.match, Act(action=due[0])), Source.REFEREE)

    def next(self) -> None:
        self.tap(Next())

    def undo(self) -> None:
        self.do(Undo())

    def void(self, number: int | None = None) -> None:
        self.do(VoidHand(number=number))

    def say(self, number: int | None = None, /, **facts: str) -> None:
        """``left_0`` stands for ``left:0``."""
        changes: Mapping[str, str] = {key.replace("_", ":"): v for key, v in facts.items()}
        self.do(Correct(number=number, changes=changes))

    def answer(self, answer: str) -> None:
        """To the first question."""
        self.tap(Answer(self.question.id, answer))

    @property
    def state(self) -> Any:
        return self.match.state

    @property
    def view(self) -> ScoreView:
        return match.view(self.match)

    @property
    def question(self) -> QuestionView:
        assert self.view.questions, self.view.sentence
        return self.view.questions[0]

    @property
    def asked(self) -> list[str]:
        return [question.ask.code for question in self.view.questions]

    @property
    def totals(self) -> tuple[int, ...]:
        return tuple(seat.total for seat in self.view.seats)

    @property
    def counts(self) -> tuple[int | None, ...]:
        return tuple(seat.cards for seat in self.view.seats)

    @property
    def phase(self) -> str:
        return self.view.phase

    def deltas(self, number: int) -> tuple[int | None, ...]:
        return self.view.hands[number - 1].deltas

    def check(self) -> "Taps":
        """The log survives JSON, and folding it gives this very state, which survives it too."""
        rows = json.loads(json.dumps([log.to_json(entry) for entry in self.rows]))
        folded = match.fold(match.load(rows))
        assert (folded.state, folded.closed) == (self.match.state, self.match.closed)
        plain = json.loads(json.dumps(to_plain(self.match.state)))
        assert from_plain(type(self.match.state), plain) == self.match.state
        return self
