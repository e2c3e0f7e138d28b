"""Cards of Üç On Üç Remi: ranks, what a card costs, which are wild (spec 5.1, 5.5).

A card is its text (``9D``; ``X`` a printed joker); with several decks the same text occurs several
times. ``UNKNOWN`` is a card that lies there and could not be read.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

UNKNOWN = "?"
JOKER = "X"
SUITS = "SHDC"
RANKS = "A23456789TJQK"
DECK: tuple[str, ...] = tuple(rank + suit for suit in SUITS for rank in RANKS)
LABELS = frozenset((*DECK, JOKER))
POSITION: Mapping[str, int] = {rank: at for at, rank in enumerate(RANKS, 1)}
"""Where a rank stands in a run; the ace may stand at ``HIGH_ACE`` as well."""
HIGH_ACE = 14
ACE_HIGH_COST, JOKER_COST, COURT_COST = 15, 20, 10
_ORDER: Mapping[str, int] = {
    card: at
    for at, card in enumerate([rank + suit for rank in RANKS for suit in SUITS] + [JOKER, UNKNOWN])
}


@dataclass(frozen=True, slots=True)
class Costs:
    """What decides a hand: ``wild`` rank ("" for none), whether the ace may be high (and then
    costs 15), whether J Q K cost 11 12 13 in place of 10 each."""

    wild: str = ""
    ace_high: bool = False
    courts_by_rank: bool = False

    def is_wild(self, card: str) -> bool:
        return card == JOKER or (card[0] == self.wild and card != UNKNOWN)

    def of(self, card: str) -> int:
        """What the card costs when it is left over; a wild card costs its own rank (TT-A1)."""
        rank = card[0]
        if rank == JOKER:
            return JOKER_COST
        if rank == "A":
            return ACE_HIGH_COST if self.ace_high else 1
        if rank in "JQK" and not self.courts_by_rank:
            return COURT_COST
        return POSITION[rank]


def in_order(cards: Iterable[str]) -> tuple[str, ...]:
    """By rank, then suit; jokers and unread cards last."""
    return tuple(sorted(cards, key=_ORDER.__getitem__))


def deck(decks: int, jokers: int) -> tuple[str, ...]:
    """All cards of so many decks with so many jokers in each."""
    return (*DECK, *(JOKER,) * jokers) * decks


def decks_for(players: int) -> int:
    """How many decks so many players need (spec 5.1, TT-A11)."""
    if players == 2:
        return 1
    if players <= 4:
        return 2
    return max(2, -(-(16 * players + 1) // 52))
