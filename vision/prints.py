"""What is printed on every back is no pawn.

A medallion may look like a pawn to any network. But it lies on all backs of the deck, at the same
spot of the card, either way up: a pawn lies on one.
"""

from collections.abc import Sequence

import cv2
import numpy as np

from vision.geometry import Quad, depth_inside
from vision.thumb import Thumb, difference

ALIKE_GREY = 7.0
"""Mean difference of two spots, in grey levels, up to which they show the same print."""
_UNIT = np.array([[0, 0], [1, 0], [1, 1], [0, 1]], np.float32)


def is_print(pawn_px: Quad, backs_px: Sequence[Quad], thumb: Thumb) -> bool:
    """Whether another back shows the same at the spot of its card where this pawn seems to lie.

    ``pawn_px`` 4x2, ``backs_px`` the closed cards in view, each 4x2 from a short side on.
    """
    centre = pawn_px.mean(axis=0)
    beneath = next((quad for quad in backs_px if depth_inside(centre, quad) > 0), None)
    if beneath is None:
        return False
    here = thumb.patch(pawn_px)
    spot = _moved(pawn_px, cv2.getPerspectiveTransform(beneath.astype(np.float32), _UNIT))
    for other in backs_px:
        if other is beneath:
            continue
        to_other = cv2.getPerspectiveTransform(_UNIT, other.astype(np.float32))
        for same in (spot, 1 - spot):
            if difference(here, thumb.patch(_moved(same, to_other))) < ALIKE_GREY:
                return True
    return False


def _moved(points: Quad, matrix: np.ndarray) -> Quad:
    shaped = points.reshape(-1, 1, 2).astype(np.float32)
    return np.asarray(cv2.perspectiveTransform(shaped, matrix).reshape(-1, 2), np.float32)
