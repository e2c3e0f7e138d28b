"""The state of a match of Belote, and the actions that change it. Data only.

``State`` spans the match and holds the present ``Hand``; closed hands are records of
``rules.ledger``. ``Table`` is what only a real table needs (MASA). Seats run anti-clockwise; in
four-handed play seats 0, 2 are one side and 1, 3 the other, elsewhere everybody is a side.
"""

from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple

from rules.game import Mode, Player
from rules.games.belote.combos import Combo
from rules.games.belote.options import Options
from rules.ledger import Records, totals_of
from rules.moves import MOVES, Facts, Move


class Phase(StrEnum):
    """Spec 4.4."""

    LOT = "CEKILIS"
    DEAL = "DAGITIM"
    BID_1 = "IHALE_1"
    BID_2 = "IHALE_2"
    NOBODY = "IPTAL"
    DECLARE = "ILAN"
    PLAY = "LOVE"
    COUNT = "SAYIM"
    SCORED = "PUANLAMA"
    OVER = "BITTI"


OPEN_PHASES = tuple(phase for phase in Phase if phase not in (Phase.SCORED, Phase.OVER))


class Fault(StrEnum):
    """Spec 4.9; ten points each from the side of whoever did it, ``RENONS`` by its own option."""

    DEALING = "DAGITIM_HATASI"
    TOO_MANY_CARDS = "FAZLA_KART"
    LAST_CARD = "SON_KART"
    OUT_OF_TURN = "SIRA_DISI"
    BADLY_SERVED = "KOTU_SERVIS"
    STACKING = "LOVE_ISTIFLEME"
    NOT_SHOWN = "KOMB_GOSTERMEME"
    REVOKE = "RENONS"


@dataclass(frozen=True, slots=True)
class Deal:
    """TAM: the shuffled and cut deck, top card first; all 32 cards."""

    deck: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Turn:
    """MASA: the turned card, ``?`` when it cannot be read."""

    card: str


@dataclass(frozen=True, slots=True)
class Take:
    """AL: the turned suit is trump."""

    seat: int


@dataclass(frozen=True, slots=True)
class Pass:
    seat: int


@dataclass(frozen=True, slots=True)
class Name:
    """RENK: in the second round another suit is trump."""

    seat: int
    suit: str


@dataclass(frozen=True, slots=True)
class Exchange:
    """The holder of the trump 7 swaps it with the turned card."""

    seat: int


@dataclass(frozen=True, slots=True)
class Declare:
    """Names combinations before the own first card; none: "Tamam"."""

    seat: int
    combos: tuple[Combo, ...] = ()


@dataclass(frozen=True, slots=True)
class Play:
    seat: int
    card: str


@dataclass(frozen=True, slots=True)
class Say:
    """ "Belote" with the first of trump K and Q, "Rebelote" with the second."""

    seat: int


@dataclass(frozen=True, slots=True)
class Claim:
    """ "Bittim": believes that the target is reached (spec 4.8)."""

    seat: int


@dataclass(frozen=True, slots=True)
class Penalise:
    """A fault that the table enters."""

    seat: int
    fault: Fault


@dataclass(frozen=True, slots=True)
class Tally:
    """MASA: people counted the cards that every side won, in place of entering the tricks.
    ``cards`` by side, ``last``: a seat that won the last trick; ``capote``: its side won all."""

    cards: tuple[int, ...]
    last: int
    capote: bool = False


Action = (
    Move
    | Deal
    | Turn
    | Take
    | Pass
    | Name
    | Exchange
    | Declare
    | Play
    | Say
    | Claim
    | Penalise
    | Tally
)
OWN_ACTIONS: tuple[type, ...] = (
    Deal,
    Turn,
    Take,
    Pass,
    Name,
    Exchange,
    Declare,
    Play,
    Say,
    Claim,
    Penalise,
    Tally,
)
ACTIONS: dict[str, type] = {kind.__name__: kind for kind in (*MOVES, *OWN_ACTIONS)}


class Trick(NamedTuple):
    """A complete trick in the order of appearance; ``winner`` None while a card is unread."""

    plays: tuple[Play, ...]
    winner: int | None


class Table(NamedTuple):
    """What only a real table needs. ``words``: facts people stated; ``answers``: what they said to
    questions; ``proposed``: faults that showed in play, as ``SIRA_DISI:trick:seat``, for the table
    to confirm; ``tally``: what people counted, it outranks the tricks; ``held``: the score was
    taken back, ask before it is written again."""

    words: Facts = ()
    answers: Facts = ()
    proposed: tuple[str, ...] = ()
    tally: Tally | None = None
    held: bool = False
    void: bool = False


BARE = Table()


class Hand(NamedTuple):
    """The hand on the table. ``hands`` and ``stock`` are known in TAM only, () in MASA.

    ``turned`` is "" until a card is turned; ``trump`` is "" until a suit is fixed; ``passes``
    counts both rounds of bidding; ``bottom`` is the last card of the stock, shown in two-handed
    play; ``declared`` is by seat, None until it spoke; ``words`` counts "Belote" and "Rebelote".
    """

    number: int
    dealer: int
    turned: str
    passes: int
    trump: str
    taker: int | None
    stock: tuple[str, ...]
    bottom: str
    swapped: int | None
    declared: tuple[tuple[Combo, ...] | None, ...]
    faults: tuple[Penalise, ...]
    claim: int | None
    table: Table
    hands: tuple[tuple[str, ...], ...]
    turn: int | None
    lying: tuple[Play, ...]
    tricks: tuple[Trick, ...]
    words: tuple[int, ...]


class Count(NamedTuple):
    """What a side scores in a hand (spec 4.7): its accepted brelans and runs, its Belote, the cards
    it won, the last trick or Capote, the others' revokes, its penalties; ``given``: what ``icerde``
    takes or gives on top."""

    combos: int = 0
    belote: int = 0
    cards: int = 0
    prizes: int = 0
    revokes: int = 0
    penalties: int = 0
    given: int = 0

    @property
    def earned(self) -> int:
        """Before penalties and before ``icerde``."""
        return self.combos + self.belote + self.cards + self.prizes + self.revokes

    @property
    def total(self) -> int:
        return self.earned - self.penalties + self.given


class State(NamedTuple):
    """A whole match. ``held``: points that ``icerde`` keeps for the winner of the next hand."""

    options: Options
    mode: Mode
    players: tuple[Player, ...]
    phase: Phase
    held: int
    records: Records
    hand: Hand

    @property
    def totals(self) -> tuple[int, ...]:
        """By seat; partners have the total of their side."""
        return totals_of(self.records, len(self.players))


SIDES: dict[int, tuple[int, ...]] = {2: (0, 1), 3: (0, 1, 2), 4: (0, 1, 0, 1)}
"""The side of each seat, by the number of players."""
DEALT: dict[int, int] = {2: 9, 3: 8, 4: 8}
"""Cards a player, and tricks a hand, by the number of players."""
