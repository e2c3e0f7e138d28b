"""The state of a match of Blöf, and the actions that change it. Data only.

A card is its text (``7S``); only its first letter, the rank, decides anything, so ``7`` will do,
and ``?`` is a card nobody saw. In MASA all hands are ``?``: the game needs counts only (spec 2.6).
"""

from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple

from rules.cards import DECK_52, Rank
from rules.game import Mode, Player
from rules.games.blof.options import Options
from rules.ledger import Records, totals_of
from rules.moves import MOVES, Facts, Move
from rules.sight import SIGHT, AskCard, Laid, See
from rules.view import Notice

UNKNOWN = "?"
DECK: tuple[str, ...] = tuple(str(card) for card in DECK_52)
RANKS: tuple[str, ...] = tuple(rank.value for rank in Rank)
COPIES = 4
MOST = 4  # cards in one throw
Cards = tuple[str, ...]


class Phase(StrEnum):
    """Spec 2.4. ``PENCERE``: in ``herkes`` the window after a throw; ``ACILIS``: somebody called
    and the last throw is being turned over."""

    DEALING = "DAGITIM"
    OPENING = "TUR_ACILISI"
    THROWING = "ATIS_BEKLER"
    WINDOW = "PENCERE"
    REVEAL = "ACILIS"
    ENDED = "EL_BITTI"
    SCORED = "PUANLAMA"
    OVER = "BITTI"


@dataclass(frozen=True, slots=True)
class Deal:
    """TAM: the whole deck, top card first; the seat that begins gets the first card."""

    deck: Cards


@dataclass(frozen=True, slots=True)
class Throw:
    """``AC`` with the rank it names, later ``AT`` (``rank`` may stay empty). Which cards: those
    named, or none named: the first ``count`` of the hand."""

    seat: int
    count: int
    rank: str = ""
    cards: Cards = ()
    at_s: float = 0.0


@dataclass(frozen=True, slots=True)
class Pass:
    seat: int


@dataclass(frozen=True, slots=True)
class Call:
    """ "Blöf!" """

    seat: int
    at_s: float = 0.0


@dataclass(frozen=True, slots=True)
class Waive:
    """ "Geç": this player will not call; with ``erken_kapat`` all of them close the window."""

    seat: int


@dataclass(frozen=True, slots=True)
class Shown:
    """What the last throw turned out to be, ``?`` for a card that cannot be read."""

    cards: Cards


Action = Move | Deal | Throw | Pass | Call | Waive | Shown | See | AskCard | Laid
OWN_ACTIONS: tuple[type, ...] = (Deal, Throw, Pass, Call, Waive, Shown, *SIGHT)
ACTIONS: dict[str, type] = {kind.__name__: kind for kind in (*MOVES, *OWN_ACTIONS)}


class Table(NamedTuple):
    """What only a real table needs. ``words``: counts people stated; ``seen``: the cards of the
    last throw as they were read, by place."""

    words: Facts = ()
    seen: Facts = ()
    faults: tuple[Notice, ...] = ()
    held: bool = False
    void: bool = False


BARE = Table()


class Hand(NamedTuple):
    """The hand on the table.

    ``first`` opens it, None until drawn. ``turn``: who is to act. ``rank`` and ``pile`` are of the
    round; the last throw, by ``thrower``, is the last ``last`` cards of the pile and, once
    ``locked``, may not be called any more. ``until_s``: the window. ``caller`` called at
    ``called_s``; ``calls`` counts the throws of the hand that were called.
    """

    number: int
    first: int | None
    hands: tuple[Cards, ...]
    turn: int = 0
    rank: str = ""
    pile: Cards = ()
    last: int = 0
    thrower: int = 0
    locked: bool = True
    passes: int = 0
    burned: int = 0
    until_s: float | None = None
    waived: tuple[int, ...] = ()
    caller: int | None = None
    called_s: float = 0.0
    calls: int = 0
    table: Table = BARE


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


def pending(hand: Hand) -> bool:
    """The last throw emptied its thrower's hand: it decides whether the hand is over."""
    return hand.last > 0 and not hand.hands[hand.thrower]


def sizes(held: int, *, opening: bool) -> range:
    """How many cards may be thrown by somebody who holds so many (spec 2.3, BL-A2)."""
    return range(min(2, held) or 1 if opening else 1, min(MOST, held) + 1)


def dealt(deck: Cards, first: int, seats: int) -> tuple[Cards, ...]:
    """One card at a time, beginning with the seat after the dealer (spec 2.1)."""
    return tuple([deck[(seat - first) % seats :: seats] for seat in range(seats)])
