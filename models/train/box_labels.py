"""A rendered scene's truth as the detector learns it: turned boxes in ultralytics' format."""

import cv2
import numpy as np

from vision.detectors.base import Kind
from vision.frame import Points
from vision.scene.render import Rendered
from vision.scene.texture import as_points

LEAST_VISIBLE = {Kind.FACE: 0.22, Kind.BACK: 0.22, Kind.PAWN: 0.35, Kind.HAND: 0.5}
LEAST_HAND_SHARE = 0.004


def label_lines(rendered: Rendered) -> list[str]:
    """Oriented labels in ultralytics' format: class and four corners, normalised.

    Cards too hidden to be told from clutter are left out; what reaches beyond the picture is cut
    there (the trainer refuses labels outside), and the tightest turned box is fitted to the rest.
    """
    height, width = rendered.image.shape[:2]
    frame = np.array([(0, 0), (width, 0), (width, height), (0, height)], np.float32)
    lines = []
    for item in rendered.truth:
        if item.visible < LEAST_VISIBLE[item.kind]:
            continue
        area, inside = cv2.intersectConvexConvex(cv2.convexHull(item.corners_px), frame)
        if inside is None or area < 30:
            continue
        if item.kind is Kind.HAND and area < LEAST_HAND_SHARE * width * height:
            continue
        lines.append(label_line(item.kind, as_points(inside), (width, height)))
    return lines


def label_line(kind: Kind, outline: Points, size_px: tuple[int, int]) -> str:
    """One thing in ultralytics' format: class, and the tightest turned box, normalised."""
    corners = cv2.boxPoints(cv2.minAreaRect(outline)) / size_px
    numbers = " ".join(f"{value:.5f}" for value in np.clip(corners, -0.005, 1.005).ravel())
    return f"{int(kind)} {numbers}"
