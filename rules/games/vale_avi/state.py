"""The state of a match of Vale Avı, and the actions that change it. Data only.

``State`` spans the match and holds the present ``Hand``; closed hands are ``Record``s. ``Table`` is
what only a real table needs (MASA): who moved, what was turned early, what people said. It is one
shared empty value in TAM, so that a simulated hand costs little.
"""

from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from typing import NamedTuple

from rules.cards import Rank
from rules.game import Mode, Player
from rules.games.vale_avi.options import Options, Side
from rules.moves import MOVES, Facts, Move, Start
from rules.tabletop import Hidden
from rules.view import Notice

CENTRE = "M"


class Corner(StrEnum):
    """North-west, north-east, south-west, south-east, as the camera's owner sits."""

    KB = "KB"
    KD = "KD"
    GB = "GB"
    GD = "GD"


class Phase(StrEnum):
    """Spec 1.4; an extra hand goes through the same phases with ``Hand.extra`` set."""

    SETUP = "KURULUM"
    PLACING = "YERLESTIRME"
    LOCKED = "KILITLI"
    SCORED = "PUANLAMA"
    OVER = "BITTI"


@dataclass(frozen=True, slots=True)
class Pick:
    """A corner and a side; as text ``KB D``."""

    corner: Corner
    side: Side

    def __str__(self) -> str:
        return f"{self.corner} {self.side}"


CORNERS: tuple[Corner, ...] = tuple(Corner)
INDEX: dict[str, int] = {corner: index for index, corner in enumerate(CORNERS)}
RANKS: tuple[Rank, ...] = (Rank.ACE, Rank.KING, Rank.QUEEN, Rank.JACK)
COPIES = 2
STATED = -1.0  # the look of a placement that a person stated: no order is known
PICKS: dict[str, Pick] = {
    f"{corner} {side}": Pick(corner, side) for corner in CORNERS for side in Side
}
Picks = tuple[Pick | None, ...]
Corners = tuple[Rank | None, ...]
NO_CORNERS: Corners = (None, None, None, None)


@dataclass(frozen=True, slots=True)
class Deal:
    """TAM: what lies there. A corner that is None was not written down and may only stay
    unneeded."""

    centre: Rank
    corners: Corners


@dataclass(frozen=True, slots=True)
class Place:
    """A pawn lies on a corner. ``look``: the moment it was first seen there; pawns with the same
    look have no known order (spec 1.5). ``sure``: the probability that owner and side are right."""

    seat: int
    pick: Pick
    look: float = 0.0
    sure: float = 1.0


@dataclass(frozen=True, slots=True)
class Lift:
    """A pawn left its corner; ``beside``: it lies next to the cards (VA-T4)."""

    seat: int
    beside: bool = False


@dataclass(frozen=True, slots=True)
class Turned:
    """A corner shows its face, whatever it is: this is what locks the placement."""

    place: str


@dataclass(frozen=True, slots=True)
class See:
    """The card at a place was read."""

    place: str
    rank: Rank
    sure: float = 1.0
    picture: str | None = None


@dataclass(frozen=True, slots=True)
class AskCard:
    """The referee cannot tell a card: ask, these ranks being the likeliest, in this order."""

    place: str
    likely: tuple[Rank, ...] = ()
    picture: str | None = None


@dataclass(frozen=True, slots=True)
class Doubt:
    """A pawn lies there that cannot be told apart safely (VA-T3)."""

    where: str | None
    why: Hidden


@dataclass(frozen=True, slots=True)
class Laid:
    """A whole layout lies there, closed and without pawns."""


@dataclass(frozen=True, slots=True)
class Unclear:
    """Several arrangements could be the layout (VA-T1)."""


@dataclass(frozen=True, slots=True)
class Swept:
    """The centre card was taken off the cloth; ``whole``: all cards of the layout were."""

    whole: bool = True


Waiting = Start | Place | Lift | Turned | See | Doubt | Laid | Swept
Action = Move | Deal | Place | Lift | Turned | See | AskCard | Doubt | Laid | Unclear | Swept
OWN_ACTIONS: tuple[type, ...] = (
    Deal,
    Place,
    Lift,
    Turned,
    See,
    AskCard,
    Doubt,
    Laid,
    Unclear,
    Swept,
)
ACTIONS: dict[str, type] = {kind.__name__: kind for kind in (*MOVES, *OWN_ACTIONS)}


@dataclass(frozen=True, slots=True)
class Moved:
    """A pawn moved or flipped after the next player had placed (``PIYON_OYNADI``)."""

    seat: int
    was: Pick
    now: Pick


class Table(NamedTuple):
    """What only a real table needs.

    ``settled`` is the last steady placement of all active pawns, ``last`` the last corner of each
    pawn, kept while it is lifted: where the two differ at the reveal, a pawn was moved while others
    were away. ``looks`` runs parallel to ``Hand.order``. ``words`` are the facts people stated,
    which outrank the camera. ``now`` is a later reading of the centre that differs (VA-T13).
    """

    fresh: bool = True  # this hand's cards lie there, not the last one's
    settled: Picks | None = None
    last: Picks = ()
    looks: tuple[float, ...] = ()
    moved: tuple[Moved, ...] = ()
    turned: tuple[str, ...] = ()
    revealed: bool = False  # a face showed (or the cards are gone): nobody places any more
    gate: str = ""  # ERKEN_ACILDI or EL_YARIM: the table decides whether the hand counts at all
    doubts: tuple[Doubt, ...] = ()
    stale: tuple[int, ...] = ()  # seats to be confirmed: on each other, or put down anew unclearly
    words: Facts = ()
    sure: tuple[tuple[str, float], ...] = ()
    pictures: tuple[tuple[str, str], ...] = ()
    now: Rank | None = None
    asks: tuple[AskCard, ...] = ()
    answers: Facts = ()
    swept: bool = False  # the centre is gone: what comes next may be a new deal
    cleared: bool = False  # all cards are gone: nothing more will be read
    unclear: bool = False
    held: bool = False
    void: bool = False


BARE = Table()


class Hand(NamedTuple):
    """The hand on the table. ``rota``: the order of placing, () until the starter is known;
    ``order``: the seats in the order in which they first placed; ``picks`` and ``corners`` by seat
    and by corner. From the lock on ``picks`` is the snapshot that counts."""

    number: int
    extra: bool
    active: tuple[int, ...]
    rota: tuple[int, ...]
    centre: Rank | None
    corners: Corners
    picks: Picks
    order: tuple[int, ...]
    table: Table


class Record(NamedTuple):
    """A closed hand. ``picks`` as they were counted; ``totals`` and ``counters`` after it. ``then``
    is what followed, ``derived`` what the totals say should follow; a difference that the table
    accepted is kept in ``accepted``."""

    number: int
    extra: bool
    void: bool
    active: tuple[int, ...]
    rota: tuple[int, ...]
    centre: Rank | None
    corners: Corners
    picks: Picks
    deltas: tuple[int | None, ...]
    totals: tuple[int, ...]
    counters: tuple[int, ...]
    then: str
    derived: str
    accepted: str
    corrected: tuple[str, ...]
    faults: tuple[Notice, ...]
    table: Table


class State(NamedTuple):
    """A whole match. ``then`` is what follows the hands closed so far (see ``scoring``); ``left``
    are the seats of players who went; ``waiting`` is what was seen of a new deal while the hand was
    unsettled."""

    options: Options
    mode: Mode
    players: tuple[Player, ...]
    left: tuple[int, ...]
    phase: Phase
    then: str
    totals: tuple[int, ...]
    counters: tuple[int, ...]
    records: tuple[Record, ...]
    hand: Hand
    waiting: tuple[Waiting, ...]


@cache
def rotation(active: tuple[int, ...], starter: int) -> tuple[int, ...]:
    """The active seats from the starter on, clockwise."""
    at = active.index(starter)
    return active[at:] + active[:at]


@cache
def everybody(seats: int) -> tuple[int, ...]:
    return tuple(range(seats))


@cache
def nobody(seats: int) -> Picks:
    return (None,) * seats
