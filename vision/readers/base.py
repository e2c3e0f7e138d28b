"""What a reader says about one detection, read from the full-resolution picture."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

import numpy as np
import numpy.typing as npt

from rules.cards import Rank, Suit
from rules.tabletop import Owner, PawnSide
from vision.detectors.base import Detection
from vision.frame import Image

RANKS: tuple[Rank, ...] = tuple(Rank)
SUITS: tuple[Suit, ...] = tuple(Suit)
OWNERS: tuple[Owner, ...] = tuple(Owner)
SIDES: tuple[PawnSide, ...] = tuple(PawnSide)


@dataclass(frozen=True, slots=True, eq=False)
class CardReading:
    """``kind_p``: (face, back, neither), sums to 1. ``rank_p`` (13, order of Rank) and ``suit_p``
    (4, order of Suit): calibrated probabilities GIVEN that it is a face, each sums to 1.
    ``corners_px``: 4x2 refined corners, clockwise from a short side. ``looks``: 2xD, how the face
    looks either way up; None where it was not looked at closely. ``known_p``:
    the probability that it belongs to the deck that was taught, 1 where none was."""

    kind_p: npt.NDArray[np.float32]
    rank_p: npt.NDArray[np.float32]
    suit_p: npt.NDArray[np.float32]
    corners_px: npt.NDArray[np.float32]
    looks: npt.NDArray[np.float32] | None = None
    known_p: float = 1.0


@dataclass(frozen=True, slots=True, eq=False)
class PawnReading:
    """``owner_p`` (6, order of Owner) and ``side_p`` (2, order of PawnSide), calibrated, GIVEN that
    it is a pawn, each sums to 1; ``pawn_p`` the probability that it is one of our pawns at all."""

    owner_p: npt.NDArray[np.float32]
    side_p: npt.NDArray[np.float32]
    pawn_p: float


class CardReader(Protocol):
    def read(self, image: Image, cards: Sequence[Detection]) -> list[CardReading]:
        """One reading per detection (kinds FACE and BACK), in order, in one batch."""
        ...


class PawnReader(Protocol):
    def read(self, image: Image, pawns: Sequence[Detection]) -> list[PawnReading]: ...
