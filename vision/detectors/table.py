"""The detectors put together: cards and hands by the box network, pawns by the pawn finder.

A pawn is 15 pixels wide at the box network's own size, too few to rely on. So the cards are found
first; how long they are tells the scale, and the pawn finder looks at the picture at its own.
"""

from collections.abc import Sequence

import numpy as np

from vision.calibrate import CARD_MM
from vision.detectors.base import Box, Detection, Detector, Kind
from vision.detectors.pawns import PawnFinder
from vision.frame import Image
from vision.geometry import quad_size

ROUND_CARDS_MM = 45.0
"""So far beyond the outermost cards pawns are looked for."""


class TableDetector:
    """``Detector`` for cards, hands and pawns. Not shared between threads."""

    def __init__(self, things: Detector, pawn_finder: PawnFinder) -> None:
        self._things = things
        self._pawn_finder = pawn_finder

    def detect(self, image: Image, *, pawns_within: Box | None = None) -> list[Detection]:
        """As ``things`` sees it, but for the pawns; those too where no card tells the scale."""
        found = self._things.detect(image)
        cards = [d for d in found if d.kind in (Kind.FACE, Kind.BACK)]
        if not cards:
            return found
        px_per_mm = cloth_scale(cards)
        within = pawns_within or _round(cards, ROUND_CARDS_MM * px_per_mm)
        pawns = self._pawn_finder.find(image, px_per_mm=px_per_mm, within=within)
        return [d for d in found if d.kind is not Kind.PAWN] + pawns


def _round(cards: Sequence[Detection], margin_px: float) -> Box:
    """Where the cards lie, and so much more on each side."""
    corners = np.concatenate([card.corners_px for card in cards])
    low = np.floor(corners.min(axis=0) - margin_px).astype(int)
    high = np.ceil(corners.max(axis=0) + margin_px).astype(int)
    return int(low[0]), int(low[1]), int(high[0]), int(high[1])


def cloth_scale(cards: Sequence[Detection]) -> float:
    """Pixels to a millimetre, from both sides of the cards: what covers one shortens one side at
    most."""
    sides = [quad_size(card.corners_px) for card in cards]
    scales = [max(short / CARD_MM[0], long / CARD_MM[1]) for short, long in sides]
    return max(float(np.median(scales)), 1e-3)
