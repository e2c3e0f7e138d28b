"""One picture of a fanned hand, read card by card: finder, reader, joining."""

from collections.abc import Sequence

import numpy as np

from vision.detectors.indices import APART_MM, PX_PER_MM, IndexFinder
from vision.fans import FanCard, cards_of, in_fans
from vision.frame import Image
from vision.readers.indices import IndexReader, IndexReading

LOOKS_PX = (240, 384, 608, 960)
"""Longer sides, in network pixels, at which a picture of unknown scale is looked at."""
NEAR, NEARER = 1.12, 1.2
"""A scale off by less than the first is right; then the second look is so much nearer."""


class FanEyes:
    """The shipped networks for indices. Not shared between threads."""

    def __init__(self, *, threads: int = 1) -> None:
        """Raises VisionError when the weights are missing or unusable."""
        self._finder = IndexFinder(threads=threads)
        self._reader = IndexReader(threads=threads)

    def read(
        self, image: Image, *, px_per_mm: float | None = None, copies: int = 1
    ) -> list[FanCard]:
        """The cards of fans, three and more that overlap, in the order in which they lie.

        ``px_per_mm``: scale, where it is known (cards of 63 by 88 mm); without it the picture is
        looked at in several sizes, and the one in which most can be read is believed. Then it is
        looked at once more, at the scale the indices tell or a little nearer. ``copies``: how often
        the decks in play hold each card.
        """
        if min(image.shape[:2]) < 16:
            return []
        longest = max(image.shape[:2])
        scales = [px_per_mm] if px_per_mm else [PX_PER_MM * longest / size for size in LOOKS_PX]
        looks = [self._look(image, scale) for scale in scales]
        best = max(range(len(looks)), key=lambda i: worth(looks[i]))
        if not looks[best]:
            return []
        told = float(np.median([reading.spot.px_per_mm for reading in looks[best]]))
        off = told / scales[best]
        again = self._look(image, told if max(off, 1 / off) > NEAR else scales[best] / NEARER)
        cards = cards_of(merged([*looks[best], *again]), copies=copies)
        return [card for card, fanned in zip(cards, in_fans(cards), strict=True) if fanned]

    def _look(self, image: Image, px_per_mm: float) -> list[IndexReading]:
        return self._reader.read(image, self._finder.find(image, px_per_mm=px_per_mm))


def certainty(reading: IndexReading) -> float:
    """0..1, that an index is there and says what is most likely."""
    label = float(reading.rank_p.max()) * float(reading.suit_p.max())
    return reading.spot.confidence * reading.index_p * label


def worth(readings: Sequence[IndexReading]) -> float:
    """Of a look: as many indices as it could surely read."""
    return sum(certainty(reading) for reading in readings)


def merged(readings: Sequence[IndexReading]) -> list[IndexReading]:
    """Each index once, as the look that was surest of it read it."""
    kept: list[IndexReading] = []
    for one in sorted(readings, key=lambda r: -certainty(r)):
        spot = one.spot
        if all(
            np.linalg.norm(spot.centre_px - k.spot.centre_px)
            > APART_MM * min(spot.px_per_mm, k.spot.px_per_mm)
            for k in kept
        ):
            kept.append(one)
    return kept
