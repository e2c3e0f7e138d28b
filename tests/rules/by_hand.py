"""``Taps`` for Belote and Üç On Üç Remi: cards a camera would read, facts, questions by kind."""

from collections.abc import Mapping

from rules.game import Player
from rules.match import Correct
from rules.moves import Answer
from rules.tabletop import CardOpen, Reading
from rules.view import QuestionView
from tests.rules.taps import Taps


class ByHand(Taps):
    """``first``: the seat the lot falls on."""

    def __init__(
        self,
        game: str,
        count: int,
        options: Mapping[str, object] | None = None,
        *,
        first: int = 0,
        seated: tuple[Player, ...] = (),
    ) -> None:
        self.game, self.count = game, count
        super().__init__(game, count, starter=first, people=seated, **(options or {}))

    def correct(self, number: int | None, **changes: str) -> None:
        """``love_3`` stands for ``love:3``."""
        facts = {key.replace("_", ":"): value for key, value in changes.items()}
        self.do(Correct(number=number, changes=facts))

    def answer_to(self, kind: str, answer: str) -> None:
        self.tap(Answer(self.asking(kind).id, answer))

    def asking(self, kind: str) -> QuestionView:
        """The first question of this kind."""
        found = [question for question in self.view.questions if question.ask.code == kind]
        assert found, f"no question {kind}; asked: {self.asked}, {self.view.sentence}"
        return found[0]

    def card(self, place: str, **likely: float) -> None:
        """An open card at a place (``_9H=0.9``), taken for its likeliest reading; none: it cannot
        be read."""
        ranks = {key.strip("_"): chance for key, chance in likely.items()}
        self.see(CardOpen(0.0, place, Reading(ranks)))

    @property
    def points(self) -> list[tuple[int | None, ...]]:
        return [hand.deltas for hand in self.view.hands]

    @property
    def warned(self) -> list[str]:
        return [str(notice.code) for notice in self.view.notices]
