"""What can lie and happen on a table, in words that belong to no game.

``vision`` speaks these types to the referee; a game's ``layout`` names its places and its ``read``
turns the events into candidate actions. No pixels here, and no score.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum


class Owner(StrEnum):
    """Whose pawn: the six printed colours (design: each has its own shape too)."""

    RED = "red"
    BLUE = "blue"
    YELLOW = "yellow"
    TURQUOISE = "turquoise"
    PURPLE = "purple"
    PINK = "pink"


class PawnSide(StrEnum):
    UPRIGHT = "upright"  # düz
    FLIPPED = "flipped"  # ters


class Hidden(StrEnum):
    """Why a pawn at a place could not be told (spec VA-T3, 1.5)."""

    STACKED = "stacked"  # two pawns lie on each other, or one hides another
    EDGE = "edge"  # its centre is within 5 mm of an edge shared by two cards
    UNREADABLE = "unreadable"  # seen, but whose or which side stays below the limit


@dataclass(frozen=True, slots=True)
class Place:
    """A named card place of a layout; centre in units of card lengths (88 mm), x right, y down.

    The numbers are a typical picture, not a demand: a quincunx is found by its shape.
    """

    name: str
    x: float
    y: float
    face_up: bool  # whether the card is open when the layout is complete at the start of a hand


@dataclass(frozen=True, slots=True)
class Layout:
    """The places a game needs on the cloth, as data. ``centre`` is the place the others
    surround."""

    centre: str
    places: tuple[Place, ...]


@dataclass(frozen=True, slots=True)
class Reading:
    """Probabilities over rank letters for one card at one place, already voted over pictures.

    ``ranks`` sums to <= 1; what is missing is "something else" (a stranger's card, a misread).
    ``picture`` names the stored picture it was read from, if any.
    """

    ranks: Mapping[str, float]
    picture: str | None = None


@dataclass(frozen=True, slots=True)
class LayoutSeen:
    """A complete layout lies there, steady, its closed places closed, no pawn on it (a new
    deal)."""

    at_s: float


@dataclass(frozen=True, slots=True)
class LayoutUnclear:
    """Several arrangements could be the layout (VA-T1): ask, do not choose."""

    at_s: float


@dataclass(frozen=True, slots=True)
class CardOpen:
    """The card at ``place`` shows its face; sent again when the voted reading changes."""

    at_s: float
    place: str
    reading: Reading


@dataclass(frozen=True, slots=True)
class CardGone:
    """The card at ``place`` was taken off the cloth (not merely covered)."""

    at_s: float
    place: str


@dataclass(frozen=True, slots=True)
class PawnAt:
    """A pawn lies steadily: on ``place``, or beside all cards when ``place`` is None (VA-T4).

    Sent when it first lies there and whenever its place or side changes. ``confidence`` is the
    voted probability that owner and side are both right.
    """

    at_s: float
    owner: Owner
    side: PawnSide
    place: str | None
    confidence: float


@dataclass(frozen=True, slots=True)
class PawnGone:
    """The pawn left the cloth, or went under a hand that then left without it."""

    at_s: float
    owner: Owner


@dataclass(frozen=True, slots=True)
class PawnUnclear:
    """Something that is a pawn lies at ``place`` and cannot be told apart safely."""

    at_s: float
    place: str | None
    why: Hidden


@dataclass(frozen=True, slots=True)
class Covered:
    """The places a hand or sleeve covers now (empty: all free). Nothing is decided under it."""

    at_s: float
    places: frozenset[str]


@dataclass(frozen=True, slots=True)
class PacketClosed:
    """A packet of ``count`` closed cards was laid at ``place``; their faces stay unknown."""

    at_s: float
    place: str
    count: int


@dataclass(frozen=True, slots=True)
class TableCleared:
    """The layout's cards are gone from the cloth."""

    at_s: float


TableEvent = (
    LayoutSeen
    | LayoutUnclear
    | CardOpen
    | CardGone
    | PawnAt
    | PawnGone
    | PawnUnclear
    | Covered
    | PacketClosed
    | TableCleared
)
