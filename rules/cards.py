"""Cards: rank, suit, text notation (spec 0.1). The smallest room; everyone may import it."""

from dataclasses import dataclass
from enum import StrEnum


class Suit(StrEnum):
    """Spades (maça), hearts (kupa), diamonds (karo), clubs (sinek)."""

    SPADES = "S"
    HEARTS = "H"
    DIAMONDS = "D"
    CLUBS = "C"


class Rank(StrEnum):
    """A 2 3 4 5 6 7 8 9 T J Q K; ten is ``T``."""

    ACE = "A"
    TWO = "2"
    THREE = "3"
    FOUR = "4"
    FIVE = "5"
    SIX = "6"
    SEVEN = "7"
    EIGHT = "8"
    NINE = "9"
    TEN = "T"
    JACK = "J"
    QUEEN = "Q"
    KING = "K"


@dataclass(frozen=True, slots=True)
class Card:
    """A card by rank and suit; ``str`` gives the two-letter notation, ``QH`` = kupa kız."""

    rank: Rank
    suit: Suit

    def __str__(self) -> str:
        return f"{self.rank}{self.suit}"

    @classmethod
    def parse(cls, text: str) -> "Card":
        """Read ``QH`` or ``10H``; raises ValueError with the text in it."""
        rank, suit = text[:-1].upper().replace("10", "T"), text[-1:].upper()
        try:
            return cls(Rank(rank), Suit(suit))
        except ValueError:
            raise ValueError(f"not a card: {text!r} (expected e.g. QH, TS)") from None


DECK_52: tuple[Card, ...] = tuple(Card(rank, suit) for suit in Suit for rank in Rank)
