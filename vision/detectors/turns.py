"""The same network at more than one size, by turns.

What a network misses is often a chance of sampling: a king on a lace cloth had .15 at 416 pixels
and .73 at 384, one on a cloth of wheels .03 and .29, but .71 at 512, picture after picture. Where
nothing moves and something is missed all the same, sizes that take turns find it. The one that
differs most comes first.
"""

from collections.abc import Sequence

from vision.detectors.base import Box, Detection
from vision.detectors.onnx import Candidates, resolve_overlaps
from vision.frame import Image

SIZES_PX = (512, 384, 416)
LOOKS = 2
"""At each size, one after the other: what is seen in one look alone is dropped (vision.observe)."""


class DetectorInTurns:
    """``Detector`` that asks another one at ``sizes_px``, the longer side of its input."""

    def __init__(
        self, detector: Candidates, *, sizes_px: Sequence[int] = SIZES_PX, looks: int = LOOKS
    ) -> None:
        self._detector = detector
        self._sizes_px, self._looks = tuple(sizes_px), looks
        self._count = 0

    def detect(self, image: Image, *, pawns_within: Box | None = None) -> list[Detection]:
        size = self._sizes_px[self._count // self._looks % len(self._sizes_px)]
        self._count += 1
        return resolve_overlaps(self._detector.candidates(image, input_px=size))
