"""The people of a staged table and what the stage writes down about each of their hands.

A simulation. The points here are the stage's own table, so that a mistake of the engine cannot hide
in the report's truth.
"""

from dataclasses import dataclass, field

from rules.tabletop import Owner

NAMES = ("Ayşe", "Oğuz", "İpek", "Deniz", "Çağla", "Ümit")
CARD_POINTS = {"A": (3, -3), "K": (2, -2), "Q": (1, -1), "J": (0, 5)}  # düz, ters (spec 1.3)


@dataclass(frozen=True, slots=True)
class Odds:
    """How often each thing happens in a hand. Zero everywhere is a table of saints."""

    out_of_turn: float = 0.06
    straight_then_mended: float = 0.5  # of the forced flips
    straight_kept: float = 0.06  # of the forced flips
    change_of_mind: float = 0.12
    stacked: float = 0.012
    bump: float = 0.12
    early_turn: float = 0.02
    covered: float = 0.12
    redeal: float = 0.04
    beside: float = 0.06
    forgets_next: float = 0.08
    double_press: float = 0.1
    swept_one_by_one: float = 0.25


@dataclass(frozen=True, slots=True)
class Person:
    seat: int
    name: str
    owner: Owner
    arm_deg: float  # where the arm comes from
    look: int  # skin and sleeve


@dataclass(slots=True)
class HandRecord:
    """One hand as the stage knows it, and what became of it. Places as the camera sees them."""

    centre: str
    corners: dict[str, str]
    picks: dict[int, tuple[str, str]] = field(default_factory=dict)  # seat: (corner, "D" | "T")
    active: tuple[int, ...] = ()
    void: bool = False
    script: list[str] = field(default_factory=list)  # what went wrong on purpose
    undecidable: bool = False
    asked: list[str] = field(default_factory=list)
    number: int | None = None  # the referee's number of the hand
    scored: dict[int, int] | None = None

    def rank_at(self, place: str) -> str:
        return self.centre if place == "M" else self.corners[place]

    def points(self) -> dict[int, int]:
        """The right points, by the stage's own table."""
        if self.void:
            return {}
        double = 2 if self.centre == "J" else 1
        won = {}
        for seat, (corner, mode) in self.picks.items():
            straight, flipped = CARD_POINTS[self.corners[corner]]
            won[seat] = straight if mode == "D" else flipped * double
        return won
