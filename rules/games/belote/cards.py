"""The 32 cards of Belote: orders, points, and what a card is called (spec 4.1).

A card is its text (``JH``): a value that hashes fast and stands in a log as it is. ``UNKNOWN`` is a
card that lies there and could not be read.
"""

from collections.abc import Iterable, Mapping

UNKNOWN = "?"
SUITS = "SHDC"
RANKS = "789TJQKA"
"""Natural order, low to high: of runs, of drawing for the deal, and of sorted hands."""
PLAIN_ORDER = "789JQKTA"
TRUMP_ORDER = "78QKTA9J"
DECK: tuple[str, ...] = tuple(rank + suit for suit in SUITS for rank in RANKS)
DECK_SET = frozenset(DECK)
BELOTE_PAIR: Mapping[str, tuple[str, str]] = {suit: ("K" + suit, "Q" + suit) for suit in SUITS}
"""King and queen by suit; those of trump are announced."""
PLACE_OF: Mapping[str, int] = {card: at for at, card in enumerate(DECK)}

_PLAIN = {"A": 11, "T": 10, "Q": 3, "J": 2, "9": 0, "8": 0, "7": 0}
_TRUMP = {"J": 20, "9": 14, "A": 11, "T": 10, "Q": 3, "8": 0, "7": 0}
KINGS = (10, 4)
"""What a king may be worth: as the source text prints it, and as the official game plays it."""


def _points(trump: str, king: int) -> dict[str, int]:
    return {
        card: king if card[0] == "K" else (_TRUMP if card[1] == trump else _PLAIN)[card[0]]
        for card in DECK
    }


POINTS: Mapping[int, Mapping[str, Mapping[str, int]]] = {
    king: {trump: _points(trump, king) for trump in SUITS} for king in KINGS
}
"""Points by the king's value, by trump suit, by card."""

STRENGTH: Mapping[str, Mapping[str, int]] = {
    trump: {
        card: 10 + TRUMP_ORDER.index(card[0]) if card[1] == trump else PLAIN_ORDER.index(card[0])
        for card in DECK
    }
    for trump in SUITS
}
"""How strong a card is under a trump suit; every trump is above every plain card, and plain cards
compare within the suit that was led only."""

IN_TRICK: Mapping[str, Mapping[str, Mapping[str, int]]] = {
    trump: {
        led: {
            card: strength if card[1] in (trump, led) else -1 for card, strength in by_card.items()
        }
        for led in SUITS
    }
    for trump, by_card in STRENGTH.items()
}
"""The same by the suit that was led: a discard is below every card that can win."""


def in_order(cards: Iterable[str]) -> tuple[str, ...]:
    """Sorted by suit (S H D C), then 7 up to A: how a hand is held and listed."""
    return tuple(sorted(cards, key=PLACE_OF.__getitem__))
