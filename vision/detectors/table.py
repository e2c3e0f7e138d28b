"""The detector for a table: each kind of thing at the size it is found best, pawns found twice.

Cards and hands are looked for at two sizes of the picture and united. A pawn is 15 pixels wide at
the network's own size, too few to rely on: beside what the network finds, round things of a pawn's
size on the cards are proposed (Hough circles), and only what the pawn reader takes for one of our
pawns is kept.
"""

from collections.abc import Sequence

import cv2
import numpy as np

from vision.detectors.base import Detection, Kind
from vision.detectors.onnx import OnnxDetector, resolve_overlaps
from vision.frame import Image
from vision.geometry import Quad, quad_size
from vision.readers.base import PawnReader

SIZES_PX = (416, 640)
CARD_WIDTH_MM = 63.0
PAWN_R_MM = (9.5, 17.0)
"""Radii tried: pawns of 25 to 32 mm, with room for perspective."""
SURE_FOUND = 0.5
"""What the network found is a pawn when the reader says so at least."""
SURE_PROPOSED = 0.97
"""What was only proposed has to look like one of ours beyond doubt."""
MOST_PROPOSED = 8
"""Circles tried on one card and plane, best first: a patterned back is full of them."""
APART = 0.7
"""Two finds nearer than this share of a pawn's width are one."""


class TableDetector:
    """``Detector`` for the referee's camera. Not shared between threads."""

    def __init__(self, network: OnnxDetector, pawn_reader: PawnReader) -> None:
        self._network = network
        self._pawn_reader = pawn_reader

    def detect(self, image: Image) -> list[Detection]:
        found = [d for px in SIZES_PX for d in self._network.candidates(image, input_px=px)]
        things = resolve_overlaps([d for d in found if d.kind is not Kind.PAWN])
        pawns = [d for d in found if d.kind is Kind.PAWN]
        cards = [d.corners_px for d in things if d.kind in (Kind.FACE, Kind.BACK)]
        return things + self._pawns(image, pawns, propose_pawns(image, cards))

    def _pawns(
        self, image: Image, found: list[Detection], proposed: list[Detection]
    ) -> list[Detection]:
        """What the reader takes for our pawns, each once, the surest look at it."""
        both = found + proposed
        if not both:
            return []
        readings = self._pawn_reader.read(image, both)
        limits = [SURE_FOUND] * len(found) + [SURE_PROPOSED] * len(proposed)
        sure = [
            (reading.pawn_p, pawn)
            for pawn, reading, limit in zip(both, readings, limits, strict=True)
            if reading.pawn_p >= limit
        ]
        kept: list[Detection] = []
        for p, pawn in sorted(sure, key=lambda pair: -pair[0]):
            if all(_apart(pawn, other) for other in kept):
                kept.append(Detection(Kind.PAWN, pawn.corners_px, p))
        return kept


def propose_pawns(image: Image, cards: Sequence[Quad]) -> list[Detection]:
    """Round things of a pawn's size on the cards; most of them are none."""
    proposed = []
    for quad in cards:
        px_per_mm = quad_size(quad)[0] / CARD_WIDTH_MM
        smallest, largest = (round(mm * px_per_mm) for mm in PAWN_R_MM)
        if smallest < 5:
            continue
        x0, y0 = np.maximum(quad.min(axis=0) - smallest, 0).astype(int)
        x1, y1 = (quad.max(axis=0) + smallest).astype(int)
        part = image[y0:y1, x0:x1]
        if min(part.shape[:2]) > 2 * smallest:
            proposed += _circles(part, (smallest, largest), (int(x0), int(y0)))
    return proposed


def _circles(part: Image, radii_px: tuple[int, int], origin: tuple[int, int]) -> list[Detection]:
    """Circles in grey and in saturation: a pawn of the back's brightness differs in colour."""
    grey = cv2.cvtColor(part, cv2.COLOR_BGR2GRAY)
    saturation = cv2.cvtColor(part, cv2.COLOR_BGR2HSV)[..., 1]
    out = []
    for plane in (grey, saturation):
        circles = cv2.HoughCircles(
            cv2.medianBlur(plane, 3),
            cv2.HOUGH_GRADIENT,
            1.5,
            minDist=radii_px[0] * 0.9,
            param1=120,
            param2=28,
            minRadius=radii_px[0],
            maxRadius=radii_px[1],
        )
        for x, y, r in [] if circles is None else circles[0][:MOST_PROPOSED]:
            centre = np.array([x + origin[0], y + origin[1]], np.float32)
            square = np.array([[-r, -r], [r, -r], [r, r], [-r, r]], np.float32)
            out.append(Detection(Kind.PAWN, centre + square, 0.0))
    return out


def _apart(one: Detection, other: Detection) -> bool:
    between = float(np.linalg.norm(one.corners_px.mean(axis=0) - other.corners_px.mean(axis=0)))
    return between > APART * min(quad_size(one.corners_px)[1], quad_size(other.corners_px)[1])
