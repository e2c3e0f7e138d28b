"""Thin things as bent sheets: cards, pawns' prints, phones. Exact from the room to the pixel."""

from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

from models.evaluate.studio.lens import Floats, Lens, Points

_STEPS = 4
"""Of the search for the point of a sheet that is seen at a pixel; a bend of 1 in 150 needs 3."""


def on_cloth(x_mm: float, y_mm: float, turn_deg: float, lift_mm: float) -> Floats:
    """3 x 4: origin and axes (x, y, normal) of something that lies flat."""
    turn = np.radians(turn_deg)
    cos, sin = np.cos(turn), np.sin(turn)
    return np.array([[x_mm, y_mm, lift_mm], [cos, sin, 0.0], [-sin, cos, 0.0], [0.0, 0.0, 1.0]])


@dataclass(frozen=True, slots=True, eq=False)
class Sheet:
    """``frame`` 4 x 3: origin, x axis, y axis, normal; ``bend_per_mm``: one over the radius,
    positive where the rims rise; ``bend_deg``: the direction in the sheet along which it bends;
    ``round_mm``: radius of the corners."""

    size_mm: tuple[float, float]
    frame: Floats
    bend_per_mm: float = 0.0
    bend_deg: float = 90.0
    round_mm: float = 3.2
    thick_mm: float = 0.3

    def at(self, local_mm: npt.ArrayLike, *, below_mm: float = 0.0) -> Floats:
        """N x 2 millimetres from the sheet's middle to N x 3 in the room."""
        flat = np.asarray(local_mm, np.float64)
        origin, x_axis, y_axis, normal = self.frame
        along, across, rise = self._bent(flat)
        way, side = self._ways()
        placed = along[:, None] * way + across[:, None] * side
        rise = rise - below_mm - self._lowest()
        return np.asarray(
            origin + placed[:, :1] * x_axis + placed[:, 1:] * y_axis + rise[:, None] * normal
        )

    def normals(self, local_mm: Floats) -> Floats:
        """N x 3 unit vectors in the room."""
        _, x_axis, y_axis, normal = self.frame
        way, _ = self._ways()
        slope = self.bend_per_mm * (np.asarray(local_mm) @ way)
        ahead = way[0] * x_axis + way[1] * y_axis
        return np.asarray(np.cos(slope)[:, None] * normal - np.sin(slope)[:, None] * ahead)

    def outline(self, *, shrink_mm: float = 0.0) -> Floats:
        """N x 2 local millimetres, clockwise from the upper left, corners rounded."""
        half = np.array(self.size_mm) / 2 - shrink_mm
        radius = min(max(self.round_mm - shrink_mm, 0.1), float(half.min()))
        arc = np.radians(np.linspace(180, 270, 7))
        corner = np.stack([np.cos(arc), np.sin(arc)], axis=1) * radius
        parts = []
        for quarter in range(4):
            turn = np.radians(90 * quarter)
            spin = np.array([[np.cos(turn), np.sin(turn)], [-np.sin(turn), np.cos(turn)]])
            centre = (half - radius) * ((-1, -1), (1, -1), (1, 1), (-1, 1))[quarter]
            parts.append(corner @ spin + centre)
        ring = np.concatenate(parts)
        following = np.roll(ring, -1, axis=0)
        shares = np.linspace(0, 1, 6, endpoint=False)[:, None, None]
        return np.asarray((ring + shares * (following - ring)).transpose(1, 0, 2).reshape(-1, 2))

    def corners(self) -> Floats:
        """4 x 2 local millimetres as if they were not rounded, clockwise from the upper left."""
        half = np.array(self.size_mm) / 2
        return np.array([(-1, -1), (1, -1), (1, 1), (-1, 1)]) * half

    def found(self, lens: Lens, pixels: Points) -> Floats:
        """N x 2 local millimetres of the points seen at N x 2 pixels of the painting, also of those
        beyond the rim. Inverts ``lens.ideal(self.at(...))`` by steps."""
        flat = np.asarray(np.linalg.inv(lens.plane(*self.frame[:3])), np.float64)
        aim = _through(flat, pixels)
        if self.bend_per_mm == 0.0:
            return aim
        local = aim.copy()
        reach = np.array(self.size_mm)
        for _ in range(_STEPS):
            there = _through(flat, lens.ideal(self.at(local)))
            local = np.clip(local + aim - there, -reach, reach)
        return local

    def _ways(self) -> tuple[Floats, Floats]:
        turn = np.radians(self.bend_deg)
        cos, sin = np.cos(turn), np.sin(turn)
        return np.array([cos, sin]), np.array([-sin, cos])

    def _bent(self, flat: Floats) -> tuple[Floats, Floats, Floats]:
        way, side = self._ways()
        along, across = flat @ way, flat @ side
        bend = self.bend_per_mm
        if bend == 0.0:
            return along, across, np.zeros(len(along))
        return np.sin(bend * along) / bend, across, (1 - np.cos(bend * along)) / bend

    def _lowest(self) -> float:
        if self.bend_per_mm >= 0:
            return 0.0
        return float(self._bent(self.corners())[2].min())


def _through(matrix: Floats, points: npt.ArrayLike) -> Floats:
    flat = np.asarray(points, np.float64)[None]
    return np.asarray(cv2.perspectiveTransform(flat, matrix)[0])
