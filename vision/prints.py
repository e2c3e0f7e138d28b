"""What is printed on every back is no pawn.

A medallion may look like a pawn to any network. But it lies on all backs of the deck, at the same
spot of the card, either way up: a pawn lies on one.
"""

from collections.abc import Sequence

import cv2
import numpy as np

from vision.detectors.base import Detection
from vision.geometry import Quad, corners_of, depth_inside, quad_size
from vision.thumb import SAMPLES, Mask, Patch, Thumb, difference

ALIKE_GREY, ALIKE_SHARE = 10.0, 0.8
"""Mean difference of two spots, in grey levels and as a share of what the first one shows against
its own mean, below which they show the same print. Prints differed by 4 to 10 and .4 to .77. Pawns
of two owners at the same spot of their cards differ by twelve at least, a pawn and a bare back by
more; a pale pawn on a pale back by 9, but that is 1.9 times all it shows."""
BESIDE = 3
"""Samples by which the two may lie apart: outlines of cards err by some millimetres."""
LEAST_FREE, OVER = 0.25, 1.1
"""Of the spot that can be compared at all; and how much wider than found a pawn is taken."""
SHIFTS = (2 * BESIDE + 1, 2 * BESIDE + 1)
_UNIT = np.array([[0, 0], [1, 0], [1, 1], [0, 1]], np.float32)


def without_prints(
    pawns: Sequence[Detection], backs_px: Sequence[Quad], thumb: Thumb
) -> list[Detection]:
    """The surest first: a pawn may lie over half of a medallion."""
    real: list[Detection] = []
    for pawn in sorted(pawns, key=lambda d: -d.confidence):
        over = [other.corners_px for other in real if _near(other, pawn)]
        if not is_print(pawn.corners_px, backs_px, thumb, over_px=over):
            real.append(pawn)
    return real


def is_print(
    pawn_px: Quad, backs_px: Sequence[Quad], thumb: Thumb, *, over_px: Sequence[Quad] = ()
) -> bool:
    """Whether another back shows the same at the spot of its card where this pawn seems to lie.

    ``pawn_px`` 4x2, ``backs_px`` the closed cards in view, each 4x2 from a short side on.
    ``over_px``: surer pawns, which may lie over half of a medallion; what they cover is left out.
    """
    centre = pawn_px.mean(axis=0)
    beneath = next((quad for quad in backs_px if depth_inside(centre, quad) > 0), None)
    if beneath is None:
        return False
    here = _soft(thumb.patch(pawn_px))
    free = _free(pawn_px, over_px)
    if free.mean() < LEAST_FREE:
        return False
    limit = _limit(here[free])
    spot = _moved(pawn_px, cv2.getPerspectiveTransform(beneath.astype(np.float32), _UNIT))
    for other in backs_px:
        if other is beneath:
            continue
        to_other = cv2.getPerspectiveTransform(_UNIT, other.astype(np.float32))
        for same in (spot, 1 - spot):
            if _difference(here, _moved(same, to_other), thumb, free) < limit:
                return True
    return False


def _near(one: Detection, other: Detection) -> bool:
    apart = np.linalg.norm(one.corners_px.mean(axis=0) - other.corners_px.mean(axis=0))
    return bool(apart < sum(quad_size(one.corners_px)))


def _free(quad_px: Quad, over_px: Sequence[Quad]) -> Mask:
    """The samples of a patch on which none of ``over_px`` lies."""
    width, height = SAMPLES
    mask = np.zeros((height, width), np.uint8)
    frame = corners_of(0, 0, width, height) - np.float32(0.5)
    to_patch = cv2.getPerspectiveTransform(quad_px.astype(np.float32), frame)
    for over in over_px:
        centre = over.mean(axis=0)
        wider = np.asarray(centre + OVER * (over - centre), np.float32)
        cv2.fillConvexPoly(mask, np.round(_moved(wider, to_patch)).astype(np.int32), (1,))
    return np.asarray(mask == 0)


def _limit(shown: Patch) -> float:
    """By how much less another spot must differ to show the same as ``shown`` (samples x 3)."""
    return min(ALIKE_GREY, ALIKE_SHARE * float(np.abs(shown - shown.mean(axis=0)).mean()))


def _difference(here: Patch, there_px: Quad, thumb: Thumb, free: Mask) -> float:
    """Of what lies at ``there_px``, or a little beside, from ``here`` (soft)."""
    height, width = here.shape[:2]
    wider = np.array([1 + 2 * BESIDE / width, 1 + 2 * BESIDE / height], np.float32)
    square = 0.5 + (_UNIT - 0.5) * wider
    around = cv2.perspectiveTransform(
        square[None], cv2.getPerspectiveTransform(_UNIT, there_px.astype(np.float32))
    )[0]
    there = _soft(thumb.patch(around, (width + 2 * BESIDE, height + 2 * BESIDE)))
    weight = np.repeat(free[..., None], 3, axis=2).astype(np.float32)
    errors = cv2.matchTemplate(there, here, cv2.TM_SQDIFF, mask=weight)
    y, x = np.unravel_index(errors.argmin(), SHIFTS)
    return difference(here, there[y : y + height, x : x + width], free)


def _soft(patch: Patch) -> Patch:
    """Without what half a sample makes of a sharp edge."""
    return np.asarray(cv2.GaussianBlur(patch, (3, 3), 0), np.float32)


def _moved(points: Quad, matrix: np.ndarray) -> Quad:
    shaped = points.reshape(-1, 1, 2).astype(np.float32)
    return np.asarray(cv2.perspectiveTransform(shaped, matrix).reshape(-1, 2), np.float32)
