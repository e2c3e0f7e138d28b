"""Written hands in TAM: every card known, every action checked."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from rules.cards import Rank
from rules.game import Mode
from rules.games.vale_avi import VALE_AVI, Options
from rules.games.vale_avi.state import CORNERS, PICKS, Deal, Place, State
from rules.moves import Next, Score, Start
from tests.rules.drive import players


def deal(centre: str, **corners: str) -> Deal:
    """Corners that are not named are unknown."""
    ranks = tuple(Rank(corners[corner]) if corner in corners else None for corner in CORNERS)
    return Deal(Rank(centre), ranks)


@dataclass
class Written:
    count: int
    options: Options = field(default_factory=Options)

    def __post_init__(self) -> None:
        seated = players(self.count)
        self.state: State = VALE_AVI.begin(options=self.options, players=seated, mode=Mode.FULL)

    def set(self, totals: Sequence[int], counters: Sequence[int] | None = None) -> None:
        self.state = self.state._replace(
            totals=tuple(totals), counters=tuple(counters or [0] * self.count)
        )

    def place(self, seat: int, pick: str) -> None:
        self.state = VALE_AVI.apply(self.state, Place(seat, PICKS[pick]))

    def open(self, starter: int, dealt: Deal) -> None:
        if self.state.records:
            self.state = VALE_AVI.apply(self.state, Next())
        self.state = VALE_AVI.apply(self.state, Start(starter))
        self.state = VALE_AVI.apply(self.state, dealt)

    def hand(self, dealt: Deal, picks: Mapping[int, str]) -> tuple[int | None, ...]:
        """One hand; the picks in the order of placing, the first seat being the starter."""
        self.open(next(iter(picks)), dealt)
        for seat, pick in picks.items():
            self.place(seat, pick)
        self.state = VALE_AVI.apply(self.state, Score())
        return self.state.records[-1].deltas
