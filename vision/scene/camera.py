"""Where a point of the cloth comes to lie in the picture: a pinhole camera over a plane."""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from vision.frame import Points
from vision.scene.scene import Look, Scene

FIELD_OF_VIEW_DEG = 62.0
"""Across the picture; about what a Raspberry Pi camera module 3 sees."""

Matrix = npt.NDArray[np.float64]


@dataclass(frozen=True, slots=True, eq=False)
class View:
    """Projects scene millimetres (x, y, height above the cloth) to pixels."""

    intrinsics: Matrix  # 3x3
    pose: Matrix  # 3x4, scene mm (x right, y down, z into the table) to camera mm

    @classmethod
    def of(
        cls, scene: Scene, size_px: tuple[int, int], *, fov_deg: float = FIELD_OF_VIEW_DEG
    ) -> "View":
        width_px, height_px = size_px
        focal = width_px / 2 / np.tan(np.radians(fov_deg) / 2)
        look = scene.look
        intrinsics = np.array(
            [[focal, 0, width_px / 2], [0, focal, height_px / 2], [0, 0, 1]], dtype=float
        )
        distance_mm = look.width_mm * focal / width_px
        return cls(intrinsics, _pose(look, distance_mm) @ _cloth(scene))

    def plane(self, height_mm: float = 0.0) -> Matrix:
        """3x3 homography from millimetres on the plane ``height_mm`` over the cloth to pixels."""
        x, y, z, origin = self.pose.T
        plane: Matrix = self.intrinsics @ np.stack([x, y, origin - height_mm * z], axis=1)
        return plane

    def project(self, points_mm: npt.ArrayLike, height_mm: float = 0.0) -> Points:
        """Nx2 millimetres to Nx2 pixels."""
        return apply(self.plane(height_mm), points_mm)


def apply(homography: Matrix, points: npt.ArrayLike) -> Points:
    """Nx2 points through a 3x3 homography."""
    flat = np.asarray(points, dtype=float)
    mapped = flat @ homography[:, :2].T + homography[:, 2]
    return (mapped[:, :2] / mapped[:, 2:]).astype(np.float32)


def _cloth(scene: Scene) -> Matrix:
    """4x4: the scene's own millimetres to the table's, after a bump of the whole cloth."""
    turn = np.radians(scene.turn_deg)
    moved = np.eye(4)
    moved[:2, :2] = [[np.cos(turn), -np.sin(turn)], [np.sin(turn), np.cos(turn)]]
    moved[:2, 3] = scene.offset_mm
    return moved


def _pose(look: Look, distance_mm: float) -> Matrix:
    """3x4: table millimetres to camera millimetres. The axis meets the table at the origin."""
    tilt, towards = np.radians(look.tilt_deg), np.radians(look.tilt_towards_deg)
    lean = np.array([np.cos(towards), np.sin(towards), 0.0])
    axis = np.array([lean[1], -lean[0], 0.0])
    cross = np.array([[0, 0, axis[1]], [0, 0, -axis[0]], [-axis[1], axis[0], 0]])
    tilted = np.eye(3) + np.sin(tilt) * cross + (1 - np.cos(tilt)) * (cross @ cross)
    roll = np.radians(look.roll_deg)
    rolled = np.array(
        [[np.cos(roll), np.sin(roll), 0], [-np.sin(roll), np.cos(roll), 0], [0, 0, 1]]
    )
    rotation = rolled @ tilted.T
    place = tilted @ np.array([0.0, 0.0, -distance_mm])
    return np.hstack([rotation, (-rotation @ place)[:, None]])
