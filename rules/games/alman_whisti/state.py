"""The state of a match of Alman Whisti, and the actions that change it. Data only.

A card is its text (``QH``), ``?`` one that nobody read. In the code a deal is a ``deal`` and a
trick a ``trick``; "el" is both in Turkish (spec 0.2).
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple

from rules.game import Mode, Player
from rules.games.alman_whisti.options import Options
from rules.ledger import Records, totals_of
from rules.moves import MOVES, Facts, Move
from rules.sight import SIGHT, AskCard, Laid, See
from rules.view import Notice

UNKNOWN = "?"
SUITS = "SHDC"
RANKS = "23456789TJQKA"
DECK: tuple[str, ...] = tuple(rank + suit for suit in SUITS for rank in RANKS)
"""The order in which hands are held and legal cards are listed (spec 3.8)."""
PLACE_OF: Mapping[str, int] = {card: at for at, card in enumerate(DECK)}
STRENGTH: Mapping[str, int] = {card: RANKS.index(card[0]) for card in DECK}
HAND = 13
TRICKS = 26
Cards = tuple[str, ...]


class Phase(StrEnum):
    """Spec 3.4. ``KOZ_ACILDI``: on a real table the first turned card has not been told yet."""

    DEALING = "DAGITIM"
    TURNING = "KOZ_ACILDI"
    STAGE_1 = "ASAMA1"
    STAGE_2 = "ASAMA2"
    COUNTING = "SAYIM"
    SCORED = "PUANLAMA"
    OVER = "BITTI"


@dataclass(frozen=True, slots=True)
class Deal:
    """TAM: the whole deck, top card first; 26 go out in turn, the leader's first, the rest is the
    stock (spec 3.8)."""

    deck: Cards


@dataclass(frozen=True, slots=True)
class Turned:
    """MASA: the card that lies open on the stock."""

    card: str


@dataclass(frozen=True, slots=True)
class Play:
    seat: int
    card: str


@dataclass(frozen=True, slots=True)
class Took:
    """MASA: this player took the trick, whatever lay in it."""

    seat: int


Action = Move | Deal | Turned | Play | Took | See | AskCard | Laid
OWN_ACTIONS: tuple[type, ...] = (Deal, Turned, Play, Took, *SIGHT)
ACTIONS: dict[str, type] = {kind.__name__: kind for kind in (*MOVES, *OWN_ACTIONS)}


class Trick(NamedTuple):
    """A trick that was played. ``turned``: the open card of the stock it was about, "" in stage
    two; ``winner`` None: a card is unread and nobody said who took it."""

    leader: int
    led: str
    followed: str
    turned: str
    winner: int | None


class Table(NamedTuple):
    """What only a real table needs. ``words``: tricks people stated; ``judged``: the revokes the
    table spoke about, by ``trick:seat``."""

    words: Facts = ()
    judged: Facts = ()
    faults: tuple[Notice, ...] = ()
    held: bool = False
    void: bool = False


BARE = Table()


class Hand(NamedTuple):
    """The deal on the table. ``first`` leads its first trick, None until drawn. ``hands`` and
    ``stock`` (the turned card in front) are known in TAM only. ``turned``: the open card now;
    ``trump``: a suit, "" while unknown or for ever (``kozsuz``); ``turn`` None: whoever leads next
    took the last trick; ``led``: the card that lies there, "" before."""

    number: int
    first: int | None
    hands: tuple[Cards, Cards]
    stock: Cards
    turned: str
    trump: str
    turn: int | None
    led: str
    tricks: tuple[Trick, ...]
    table: Table


class State(NamedTuple):
    """A whole match."""

    options: Options
    mode: Mode
    players: tuple[Player, ...]
    records: Records
    phase: Phase
    hand: Hand

    @property
    def totals(self) -> tuple[int, ...]:
        return totals_of(self.records, len(self.players))


def in_order(cards: Iterable[str]) -> Cards:
    return tuple(sorted(cards, key=PLACE_OF.__getitem__))


def empty(number: int, first: int | None, turn: int | None = None) -> Hand:
    return Hand(number, first, ((), ()), (), "", "", turn, "", (), BARE)
