"""A cut-out pawn as pixels, from the geometry that is also printed."""

import numpy as np

from rules.tabletop import Owner, PawnSide
from vision.frame import Image
from vision.scene.pawn_art import DISC_R_MM, pawn_shapes
from vision.scene.shapes import ring
from vision.scene.texture import bgr, fill, outline

PAWN_PX = 176


def pawn_picture(owner: Owner, side: PawnSide, size_px: int = PAWN_PX) -> Image:
    """BGRA of a cut-out pawn filling the square."""
    scale = size_px / (2 * DISC_R_MM)
    image = np.zeros((size_px, size_px, 3), np.uint8)
    for shape in pawn_shapes(owner, side):
        points = (shape.polygon + DISC_R_MM) * scale
        fill(image, points, bgr(shape.fill))
        if shape.stroke_mm:
            outline(image, points, bgr(shape.stroke), max(1, round(shape.stroke_mm * scale)))
    mask = np.zeros((size_px, size_px), np.uint8)
    fill(mask, (ring(DISC_R_MM) + DISC_R_MM) * scale, 255)
    return np.dstack([image, mask])
