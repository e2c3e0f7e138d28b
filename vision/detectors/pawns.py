"""Where pawns lie: a small network that looks at every spot of the picture at one scale.

A box detector sees a pawn as a dozen pixels beside cards ten times as large. This one is told how
large a pawn is: the cards in view give the scale, the picture is brought to ``PX_PER_MM`` and the
network says for every fourth pixel how likely a pawn's centre is there, where exactly, and how
large. Whose it is and which side is up is read from the full picture (``vision.readers``).
"""

from pathlib import Path

import cv2
import numpy as np
import numpy.typing as npt

from vision.detectors.base import Box, Detection, Kind
from vision.frame import Image
from vision.readers.onnx import open_network
from vision.resize import resized

PX_PER_MM = 1.1
"""Scale of the picture the network sees: a pawn of 25 mm is 27 pixels wide."""
STRIDE = 4
LEAST = 0.5
"""Below this a spot is not proposed."""
APART = 0.45
"""Centres nearer than this share of a pawn's width are one pawn."""
OVERLAPS, ON_ANOTHER = 0.8, 0.7
"""Nearer than the first share of a width to a surer pawn it would lie on or under it: believed from
the second likelihood on. Between two pawns that touch there is often a weak third peak."""
WHOLE_PX = 16
"""The network halves the picture four times."""

Floats = npt.NDArray[np.float32]


class PawnFinder:
    """Finds pawns with ``models/pawn_finder.onnx``. Not shared between threads."""

    def __init__(self, *, path: Path | None = None, threads: int = 1) -> None:
        """Raises VisionError when the weights are missing or unusable."""
        self._session = open_network("pawn_finder.onnx", path=path, threads=threads)

    def find(self, image: Image, *, px_per_mm: float, within: Box | None = None) -> list[Detection]:
        """Pawns in a BGR picture in which a millimetre of the cloth is ``px_per_mm`` pixels.

        ``within``: the part worth looking at. Confidence is the network's; corners are the upright
        square round the disc.
        """
        height, width = image.shape[:2]
        left, top, right, bottom = within or (0, 0, width, height)
        part = image[max(top, 0) : bottom, max(left, 0) : right]
        if min(part.shape[:2]) < 8:
            return []
        zoom = PX_PER_MM / px_per_mm
        small = (max(1, round(part.shape[1] * zoom)), max(1, round(part.shape[0] * zoom)))
        seen = whole_cells(resized(part, small))
        output = self._session.run(None, {"picture": seen[None]})[0][0]
        scale = part.shape[1] / small[0]
        origin = np.array([max(left, 0), max(top, 0)], np.float32)
        return [
            Detection(Kind.PAWN, _square(centre * scale + origin, radius * scale), confidence)
            for confidence, centre, radius in peaks(np.asarray(output, np.float32))
        ]


def peaks(output: Floats) -> list[tuple[float, Floats, float]]:
    """(confidence, centre in network pixels, radius likewise), best first, each pawn once.

    ``output`` 4 x h x w: likelihood 0..1, the centre's offset in cells (x, y), log of the radius in
    pixels.
    """
    heat = output[0]
    best = cv2.dilate(heat, np.ones((3, 3), np.uint8))
    rows, columns = np.nonzero((heat >= LEAST) & (heat >= best))
    found = sorted(
        (
            (
                float(heat[y, x]),
                (np.array([x, y], np.float32) + 0.5 + output[1:3, y, x]) * STRIDE,
                float(np.exp(output[3, y, x])),
            )
            for y, x in zip(rows, columns, strict=True)
        ),
        key=lambda peak: -peak[0],
    )
    kept: list[tuple[float, Floats, float]] = []
    for peak in found:
        apart = OVERLAPS if peak[0] < ON_ANOTHER else APART
        if all(np.linalg.norm(peak[1] - k[1]) > 2 * apart * min(peak[2], k[2]) for k in kept):
            kept.append(peak)
    return kept


def whole_cells(picture: Image) -> Image:
    """Padded at the right and the bottom to multiples of 16, as the network halves four times."""
    down, right = -picture.shape[0] % WHOLE_PX, -picture.shape[1] % WHOLE_PX
    padded = cv2.copyMakeBorder(picture, 0, down, 0, right, cv2.BORDER_REPLICATE)
    return np.asarray(padded, np.uint8)


def _square(centre: Floats, radius: float) -> Floats:
    corners = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]], np.float32)
    return np.asarray(centre + radius * corners, np.float32)
