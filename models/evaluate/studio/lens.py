"""Where a point of the room is seen: a pinhole and the bending of its lens.

Room: millimetres, x right, y down (as the picture shows the table from above), z up from the
cloth. ``ideal`` pixels are those of the pinhole, on which everything is painted; ``seen`` pixels
are those of the picture, after the lens has bent the light.
"""

from dataclasses import dataclass
from typing import TypeVar

import cv2
import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float64]
Points = npt.NDArray[np.float32]
Pixels = npt.NDArray[np.uint8]
Painting = TypeVar("Painting", npt.NDArray[np.float32], npt.NDArray[np.int16])


@dataclass(frozen=True, slots=True, eq=False)
class Lens:
    """``axes``: rows right, down, forward (unit, in the room); ``bending``: k1, k2 of the radial
    model; ``rim_px``: so much wider than the picture is painted, for the bending to draw from."""

    size_px: tuple[int, int]
    focal_px: float
    place_mm: Floats
    axes: Floats
    bending: tuple[float, float] = (0.0, 0.0)
    rim_px: int = 0

    @classmethod
    def over(
        cls,
        size_px: tuple[int, int],
        *,
        fov_deg: float,
        width_mm: float,
        tilt_deg: float = 0.0,
        from_deg: float = 90.0,
        roll_deg: float = 0.0,
        at_mm: tuple[float, float] = (0.0, 0.0),
        bending: tuple[float, float] = (0.0, 0.0),
    ) -> "Lens":
        """A camera whose axis meets the cloth at ``at_mm``, where it sees ``width_mm`` across;
        it leans by ``tilt_deg`` towards ``from_deg`` (clockwise in the picture, 90: nearer us)."""
        focal = size_px[0] / 2 / np.tan(np.radians(fov_deg) / 2)
        tilt, side = np.radians(tilt_deg), np.radians(from_deg)
        towards = np.array([np.cos(side), np.sin(side), 0.0])
        up = np.array([0.0, 0.0, 1.0])
        back = np.cos(tilt) * up + np.sin(tilt) * towards
        lean = np.cos(tilt) * towards - np.sin(tilt) * up  # turns away from the picture's centre
        across = np.array([-towards[1], towards[0], 0.0])
        right = np.cos(side) * lean - np.sin(side) * across
        down = np.sin(side) * lean + np.cos(side) * across
        roll = np.radians(roll_deg)
        turned = (
            np.cos(roll) * right + np.sin(roll) * down,
            -np.sin(roll) * right + np.cos(roll) * down,
        )
        place = np.array([*at_mm, 0.0]) + back * width_mm * focal / size_px[0]
        rim = 0 if bending == (0.0, 0.0) else round(0.045 * max(size_px))
        return cls(size_px, float(focal), place, np.stack([*turned, -back]), bending, rim)

    @property
    def canvas_px(self) -> tuple[int, int]:
        """Width and height of what is painted."""
        return self.size_px[0] + 2 * self.rim_px, self.size_px[1] + 2 * self.rim_px

    @property
    def _middle(self) -> Floats:
        return np.array(self.canvas_px, np.float64) / 2 - 0.5

    def ideal(self, points_mm: npt.ArrayLike) -> Points:
        """N x 3 millimetres to N x 2 pixels of the painting."""
        flat = (np.asarray(points_mm, np.float64) - self.place_mm) @ self.axes.T
        pixels = flat[:, :2] / flat[:, 2:] * self.focal_px + self._middle
        return np.asarray(pixels, np.float32)

    def depth_mm(self, points_mm: npt.ArrayLike) -> Floats:
        """How far before the camera, along its axis."""
        return np.asarray((np.asarray(points_mm, np.float64) - self.place_mm) @ self.axes[2])

    def seen(self, points_mm: npt.ArrayLike) -> Points:
        """N x 3 millimetres to N x 2 pixels of the picture."""
        flat = (self.ideal(points_mm) - self._middle) / self.focal_px
        square = (flat**2).sum(axis=1, keepdims=True)
        bent = flat * (1 + self.bending[0] * square + self.bending[1] * square**2)
        middle = np.array(self.size_px) / 2 - 0.5
        return np.asarray(bent * self.focal_px + middle, np.float32)

    def plane(self, origin: Floats, x_axis: Floats, y_axis: Floats) -> Floats:
        """3x3: (x, y, 1) millimetres along two axes in the room to pixels of the painting."""
        into = np.stack([x_axis, y_axis, origin - self.place_mm], axis=1)
        camera = self.axes @ into
        middle = self._middle
        inner = np.array(
            [[self.focal_px, 0, middle[0]], [0, self.focal_px, middle[1]], [0, 0, 1.0]]
        )
        return np.asarray(inner @ camera)

    def cloth(self, height_mm: float = 0.0) -> Floats:
        """3x3: millimetres on the plane over the cloth to pixels of the painting."""
        return self.plane(np.array([0.0, 0.0, height_mm]), np.eye(3)[0], np.eye(3)[1])

    def bent(self, painting: Painting, *, how: int = cv2.INTER_LINEAR) -> Painting:
        """What the picture shows of a painting."""
        if self.rim_px == 0:
            return painting
        width, height = self.size_px
        rows, columns = np.mgrid[0:height, 0:width].astype(np.float32)
        flat = np.stack([columns - (width / 2 - 0.5), rows - (height / 2 - 0.5)], axis=-1)
        flat /= self.focal_px
        straight = flat.copy()
        for _ in range(4):
            square = (straight**2).sum(axis=-1, keepdims=True)
            straight = flat / (1 + self.bending[0] * square + self.bending[1] * square**2)
        source = (straight * self.focal_px + self._middle).astype(np.float32)
        seen = cv2.remap(painting, source[..., 0], source[..., 1], how)
        return np.asarray(seen, painting.dtype)
