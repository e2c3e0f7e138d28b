"""From a card's corners to the upright crop a network reads, and back.

A crop is always CROP_W x CROP_H, its short side up; the box's corners land on a margin inside it.
The first pass warps by the detector's box with room for its errors, the second by refined corners.
"""

import cv2
import numpy as np
import numpy.typing as npt

from vision.frame import Image

CROP_W, CROP_H = 112, 160
FIRST_MARGIN = 0.13
"""Share of the box added on each side in the first pass."""
SECOND_MARGIN = 0.03
PAWN_PX = (48, 48)
PAWN_MARGIN = 0.15

Floats = npt.NDArray[np.float32]
UNIT = np.array([[0, 0], [1, 0], [1, 1], [0, 1]], np.float32)


def inset_square(margin: float) -> Floats:
    """Where the box's four corners lie in a crop of unit size (4x2), clockwise from upper left."""
    inset = margin / (1 + 2 * margin)
    return (inset + UNIT * (1 - 2 * inset)).astype(np.float32)


def to_picture(corners_px: Floats, margin: float) -> npt.NDArray[np.float64]:
    """The 3x3 homography that takes unit-crop points to picture pixels."""
    return np.asarray(
        cv2.getPerspectiveTransform(inset_square(margin), corners_px.astype(np.float32)),
        np.float64,
    )


def project(matrix: npt.NDArray[np.float64], points: Floats) -> Floats:
    """Nx2 points through a homography."""
    moved = np.column_stack([points, np.ones(len(points))]) @ matrix.T
    return (moved[:, :2] / moved[:, 2:]).astype(np.float32)


def crop(
    image: Image,
    corners_px: Floats,
    margin: float,
    *,
    size: tuple[int, int] = (CROP_W, CROP_H),
) -> Image:
    """The card rectified from the full picture, ``size`` = (width, height).

    A card much larger than the crop is first averaged down (its neighbourhood only), so that thin
    index strokes do not alias. Outside the picture the border pixel repeats.
    """
    matrix = to_picture(corners_px, margin)
    outline = project(matrix, UNIT)
    x0, y0 = np.maximum(np.floor(outline.min(axis=0)).astype(int) - 2, 0)
    x1, y1 = np.minimum(np.ceil(outline.max(axis=0)).astype(int) + 3, image.shape[1::-1])
    if x1 - x0 < 2 or y1 - y0 < 2:
        return np.zeros((size[1], size[0], 3), np.uint8)
    part = image[y0:y1, x0:x1]
    sides = np.linalg.norm(outline - np.roll(outline, -1, axis=0), axis=1)
    shrink = max(1.0, min((sides[0] + sides[2]) / 2 / size[0], (sides[1] + sides[3]) / 2 / size[1]))
    scale = np.ones(2)
    if shrink > 1.3:
        small = (max(1, round(part.shape[1] / shrink)), max(1, round(part.shape[0] / shrink)))
        scale = np.array([small[0] / part.shape[1], small[1] / part.shape[0]])
        part = np.asarray(cv2.resize(part, small, interpolation=cv2.INTER_AREA), np.uint8)
    source = ((outline - (x0, y0)) * scale).astype(np.float32)
    warp = cv2.getPerspectiveTransform(source, UNIT * np.array(size, np.float32))
    return np.asarray(
        cv2.warpPerspective(part, warp, size, borderMode=cv2.BORDER_REPLICATE), np.uint8
    )
