"""The state of a match of Üç On Üç Remi, and the actions that change it. Data only.

``State`` spans the match and holds the present ``Hand`` (a round, spec 0.2); closed ones are
records of ``rules.ledger``. ``Table`` is what only a real table needs (MASA).
"""

from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple

from rules.game import Mode, Player
from rules.games.uc_on_uc.options import Options
from rules.ledger import Records, totals_of
from rules.moves import MOVES, Facts, Move


class Phase(StrEnum):
    """Spec 5.4. In MASA a round is on (``PLAY``) until its hands lie open and count."""

    LOT = "CEKILIS"
    DEAL = "DAGITIM"
    DRAW = "CEKME"
    DISCARD = "ATMA"
    RESHUFFLE = "KARISTIRMA"
    PLAY = "OYUN"
    LAST = "SON_TUR"
    COUNT = "SAYIM"
    SCORED = "PUANLAMA"
    OVER = "BITTI"


OPEN_PHASES = tuple(phase for phase in Phase if phase not in (Phase.SCORED, Phase.OVER))


class Pile(StrEnum):
    """Where a card is drawn from."""

    STOCK = "yigin"
    DISCARDS = "atik"


@dataclass(frozen=True, slots=True)
class Deal:
    """TAM: all the shuffled cards, top first."""

    deck: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Draw:
    seat: int
    pile: Pile


@dataclass(frozen=True, slots=True)
class Discard:
    seat: int
    card: str


@dataclass(frozen=True, slots=True)
class GoOut:
    """CIKIS with its discard; at a table the card need not be told."""

    seat: int
    card: str = ""


@dataclass(frozen=True, slots=True)
class Reshuffle:
    """TAM: the discards without their top card, as the new stock, top first (TT-A6)."""

    stock: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Ended:
    """MASA: no card is left to be drawn; everybody is scored."""


@dataclass(frozen=True, slots=True)
class Show:
    """MASA: a hand lies open. ``groups`` as laid (they matter for ``oyuncunun`` only), ``left`` the
    other cards; ``?`` for one that cannot be read."""

    seat: int
    groups: tuple[tuple[str, ...], ...] = ()
    left: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Lay:
    """MASA: one card of an open hand, at its spot from 1; the hand is complete when all are."""

    seat: int
    spot: int
    card: str


@dataclass(frozen=True, slots=True)
class Tell:
    """MASA: people counted a hand themselves and say what it costs; no card of it is entered."""

    seat: int
    cost: int


Action = Move | Deal | Draw | Discard | GoOut | Reshuffle | Ended | Show | Lay | Tell
OWN_ACTIONS: tuple[type, ...] = (Deal, Draw, Discard, GoOut, Reshuffle, Ended, Show, Lay, Tell)
ACTIONS: dict[str, type] = {kind.__name__: kind for kind in (*MOVES, *OWN_ACTIONS)}


class Open(NamedTuple):
    """A hand as it lies open; "" in ``left`` is a spot nothing was read at yet. ``told``: what it
    costs, where people said that in place of its cards."""

    groups: tuple[tuple[str, ...], ...] = ()
    left: tuple[str, ...] = ()
    told: int | None = None

    @property
    def cards(self) -> tuple[str, ...]:
        return tuple(card for group in (*self.groups, self.left) for card in group if card)


class Table(NamedTuple):
    """What only a real table needs. ``opened`` by seat; ``seen``: discards that lie open;
    ``wrong``: who went out wrongly, with what was left over; ``words``: facts people stated."""

    opened: tuple[Open | None, ...] = ()
    seen: tuple[str, ...] = ()
    wrong: tuple[tuple[int, int], ...] = ()
    words: Facts = ()
    answers: Facts = ()
    held: bool = False
    void: bool = False


class Hand(NamedTuple):
    """The round on the table. ``round`` from 1 (a bonus round goes on counting); ``hands``,
    ``stock`` and ``pile`` (its top card last) are known in TAM only. ``out``: who went out;
    ``ended``: nothing was left to be drawn."""

    number: int
    round: int
    active: tuple[int, ...]
    dealer: int
    hands: tuple[tuple[str, ...], ...]
    stock: tuple[str, ...]
    pile: tuple[str, ...]
    turn: int | None
    out: int | None
    ended: bool
    table: Table


class State(NamedTuple):
    options: Options
    mode: Mode
    players: tuple[Player, ...]
    phase: Phase
    records: Records
    hand: Hand

    @property
    def totals(self) -> tuple[int, ...]:
        return totals_of(self.records, len(self.players))
