"""What the referee says of cards it reads at named places, for games that need a few of them open.

The labels are those of the game's ``info.deck``: ranks where only ranks matter, else whole cards.
"""

from dataclasses import dataclass

from rules.tabletop import CardOpen


@dataclass(frozen=True, slots=True)
class See:
    """The card at a place was read."""

    place: str
    rank: str
    sure: float = 1.0
    picture: str | None = None


@dataclass(frozen=True, slots=True)
class AskCard:
    """The referee cannot tell a card: ask, these being the likeliest, in this order."""

    place: str
    likely: tuple[str, ...] = ()
    picture: str | None = None


@dataclass(frozen=True, slots=True)
class Laid:
    """New cards lie there."""


SIGHT: tuple[type, ...] = (See, AskCard, Laid)


def readings(event: CardOpen, labels: frozenset[str]) -> tuple[See, ...]:
    """One ``See`` for each label of the deck that it may be, likeliest first."""
    found = sorted(event.reading.ranks.items(), key=lambda pair: -pair[1])
    picture = event.reading.picture
    return tuple(
        See(event.place, label, sure, picture)
        for label, sure in found
        if label in labels and sure > 0
    )
