"""Outlines in millimetres and how to turn them on the cloth."""

import numpy as np
import numpy.typing as npt

from vision.scene.camera import Matrix


def turned(x_mm: float, y_mm: float, angle_deg: float) -> Matrix:
    """3x3: a thing's own millimetres to the cloth's."""
    turn = np.radians(angle_deg)
    cos, sin = np.cos(turn), np.sin(turn)
    return np.array([[cos, -sin, x_mm], [sin, cos, y_mm], [0, 0, 1]])


def rounded(width: float, height: float, radius: float) -> npt.NDArray[np.float64]:
    """Outline of a card around its centre, clockwise from the top left."""
    corner = np.radians(np.arange(180, 271, 18))
    arc = np.stack([np.cos(corner), np.sin(corner)], axis=1) * radius
    inner = np.array([width / 2 - radius, height / 2 - radius])
    top_left = arc - inner
    right_arc = np.stack([-arc[:, 0], arc[:, 1]], axis=1)[::-1]
    top_right = right_arc + inner * (1, -1)
    return np.vstack([top_left, top_right, -top_left, -top_right])


def ring(radius: float) -> npt.NDArray[np.float64]:
    turns = np.radians(np.arange(0, 360, 7.5))
    return np.stack([np.cos(turns), np.sin(turns)], axis=1) * radius
