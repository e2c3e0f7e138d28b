"""A deck that was shown once: how each of its cards looks to the reader, kept in a file.

Which of them a card is, or none, is told by ``vision.readers.deck``.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from zipfile import BadZipFile

import numpy as np
import numpy.typing as npt

from rules.cards import Rank, Suit
from vision.frame import VisionError

Floats = npt.NDArray[np.float32]


class DeckError(VisionError):
    """A deck file that is none, or a deck that cannot be learned. The text says what to do."""


@dataclass(frozen=True, slots=True)
class DeckCard:
    """A card as it was named when it was shown; ``suit`` None where only the rank matters."""

    rank: Rank
    suit: Suit | None = None

    def __str__(self) -> str:
        return f"{self.rank}{self.suit or ''}"

    @classmethod
    def parse(cls, text: str) -> "DeckCard":
        """``QH``, ``TH`` or ``10H``, or ``Q`` alone. Raises DeckError."""
        label = text.strip().upper().replace("10", "T")
        try:
            return cls(Rank(label[:1]), Suit(label[1:]) if len(label) > 1 else None)
        except ValueError:
            raise DeckError(
                f"{text!r} bir kart değil: AS, TH, QD gibi yazın. "
                f"/ {text!r} is no card: write AS, TH, QD."
            ) from None


@dataclass(frozen=True, slots=True, eq=False)
class Deck:
    """``looks`` views x D; ``of`` says which of ``cards`` each view shows."""

    cards: tuple[DeckCard, ...]
    looks: Floats
    of: npt.NDArray[np.int64]

    @classmethod
    def learn(cls, views: Sequence[tuple[DeckCard, Floats]]) -> "Deck":
        """From one or more views of each card (``CardReading.looks``, one way up is enough).

        Two cards of one name stay two views of it. Raises DeckError when nothing was shown.
        """
        if not views:
            raise DeckError("Hiç kart gösterilmedi. / No card was shown.")
        cards = tuple(dict.fromkeys(card for card, _ in views))
        of = np.array([cards.index(card) for card, _ in views])
        return cls(cards, np.stack([look for _, look in views]).astype(np.float32), of)

    def save(self, path: Path) -> None:
        """Whole or not at all; half precision is plenty."""
        path.parent.mkdir(parents=True, exist_ok=True)
        partial = path.with_suffix(".partial")
        with partial.open("wb") as file:
            names = np.array([str(card) for card in self.cards])
            np.savez(file, cards=names, looks=self.looks.astype(np.float16), of=self.of)
        partial.replace(path)

    @classmethod
    def load(cls, path: Path) -> "Deck":
        """Raises DeckError when there is no such file or it holds no deck."""
        try:
            with np.load(path, allow_pickle=False) as held:
                cards = tuple(DeckCard.parse(str(name)) for name in held["cards"])
                looks, of = held["looks"].astype(np.float32), held["of"].astype(np.int64)
        except (OSError, EOFError, ValueError, KeyError, BadZipFile) as error:
            raise DeckError(
                f"{path} okunamadı ({error}). Desteyi yeniden tanıtın: hakem deck learn. "
                f"/ {path} cannot be read. Teach the deck again: hakem deck learn."
            ) from error
        if looks.ndim != 2 or len(looks) != len(of) or not len(of) or of.max() >= len(cards):
            raise DeckError(
                f"{path} bir deste değil. Desteyi yeniden tanıtın: hakem deck learn. "
                f"/ {path} is no deck. Teach the deck again: hakem deck learn."
            )
        return cls(cards, looks, of)
