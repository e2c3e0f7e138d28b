"""What a detector finds in a picture: small, fast, and it never names a card."""

from dataclasses import dataclass
from enum import IntEnum
from typing import Protocol

import numpy as np
import numpy.typing as npt

from vision.frame import Image


class Kind(IntEnum):
    """Class ids of the detector network, in the order of its training data."""

    FACE = 0
    BACK = 1
    PAWN = 2
    HAND = 3


@dataclass(frozen=True, slots=True, eq=False)
class Detection:
    """One thing in one picture. ``corners_px``: 4x2 float32, clockwise in the picture, first edge a
    short side, of the WHOLE thing even where another lies on it; confidence 0..1."""

    kind: Kind
    corners_px: npt.NDArray[np.float32]
    confidence: float


Box = tuple[int, int, int, int]
"""left, top, right, bottom in pixels."""


class Detector(Protocol):
    def detect(self, image: Image, *, pawns_within: Box | None = None) -> list[Detection]:
        """All detections over the detector's own threshold, best first, overlaps resolved.

        ``pawns_within``: the part of the picture where pawns matter now; those beyond it may be
        left out, which saves time.
        """
        ...
