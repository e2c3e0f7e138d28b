"""Where the corner indices of cards are: what shows of a card in a hand that is fanned.

A detector of whole cards fails where of each card only a strip shows. This network looks for the
printed corner alone: at one scale it says for every fourth pixel how likely an index is there,
where exactly, which way it stands and how large its card is. What it reads is said by
``vision.readers.indices``, which cards those are by ``vision.fans``.
"""

from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
import numpy.typing as npt

from vision.detectors.pawns import whole_cells
from vision.frame import Image
from vision.readers.onnx import open_network
from vision.resize import resized

ANCHOR = (0.135, 0.15)
"""The point of a card that stands for its index, in shares of its width and height from the corner:
among rank and pip on every deck."""
ANCHORS = np.array(
    [[x, y] for x in (ANCHOR[0], 1 - ANCHOR[0]) for y in (ANCHOR[1], 1 - ANCHOR[1])], np.float32
)
"""All four of a card of unit size, 4x2."""
PX_PER_MM = 1.5
"""Scale of the picture the network sees, of a card of CARD_MM: its index is 14 by 25 pixels."""
STRIDE = 4
CHANNELS = 6
LEAST = 0.3
"""Below this a spot is not proposed."""
APART_MM = 5.0
"""Nearer than this two spots are one index."""
LONGEST_PX = 1600

Floats = npt.NDArray[np.float32]


@dataclass(frozen=True, slots=True, eq=False)
class IndexSpot:
    """``centre_px``: the anchor of an index; ``up``: unit vector in the picture along which its
    letter stands; ``px_per_mm``: scale there, as if the card were CARD_MM; confidence 0..1."""

    centre_px: Floats
    up: Floats
    px_per_mm: float
    confidence: float


class IndexFinder:
    """Finds indices with ``models/index_finder.onnx``. Not shared between threads."""

    def __init__(self, *, path: Path | None = None, threads: int = 1) -> None:
        """Raises VisionError when the weights are missing or unusable."""
        self._session = open_network("index_finder.onnx", path=path, threads=threads)

    def find(self, image: Image, *, px_per_mm: float) -> list[IndexSpot]:
        """Indices in a BGR picture, surest first, when a card's millimetre is so many pixels; off
        by a quarter it still finds most, and the spots tell their own scale."""
        height, width = image.shape[:2]
        zoom = min(PX_PER_MM / px_per_mm, LONGEST_PX / max(height, width))
        small = (max(1, round(width * zoom)), max(1, round(height * zoom)))
        seen = whole_cells(resized(image, small))
        output = self._session.run(None, {"picture": seen[None]})[0][0]
        scale = width / small[0]
        return [
            IndexSpot(s.centre_px * scale, s.up, s.px_per_mm * scale, s.confidence)
            for s in spots_of(np.asarray(output, np.float32))
        ]


def spots_of(output: Floats) -> list[IndexSpot]:
    """The indices in a network's output, surest first, each once, in network pixels.

    ``output`` 6 x h x w: likelihood 0..1, the anchor's offset in cells (x, y), the direction up
    (x, y, of any length), log of the scale as a share of PX_PER_MM.
    """
    heat = output[0]
    best = cv2.dilate(heat, np.ones((3, 3), np.uint8))
    rows, columns = np.nonzero((heat >= LEAST) & (heat >= best))
    kept: list[IndexSpot] = []
    for at in np.argsort(-heat[rows, columns], kind="stable"):
        y, x = rows[at], columns[at]
        likely, dx, dy, up_x, up_y, size = (float(v) for v in output[:, y, x])
        centre = np.array([x + 0.5 + dx, y + 0.5 + dy], np.float32) * STRIDE
        px_per_mm = PX_PER_MM * float(np.exp(np.clip(size, -1.5, 1.5)))
        long = max(1e-6, float(np.hypot(up_x, up_y)))
        if all(np.linalg.norm(centre - k.centre_px) > APART_MM * px_per_mm for k in kept):
            up = np.array([up_x / long, up_y / long], np.float32)
            kept.append(IndexSpot(centre, up, px_per_mm, likely))
    return kept
