"""The cloth's plane through an evening: found from the cards, kept while they fit it.

A camera that was moved sees the same cards under another lean. The plane is then laid anew, and
what is followed on it goes along (``Relaid``); two bad pictures do not move it.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from vision.calibrate import CARD_MM, calibrate
from vision.geometry import Floats, Plane, Quad, ordered_quad, quad_size

GOOD_FIT = 0.04
"""A plane whose cards' sides err by less (a median share) is kept."""
BAD_FIT = 0.07
"""One whose cards err by more, picture after picture, is laid anew even under a layout."""
BETTER = 0.5
"""A new plane must err by less than this share of what the old one does."""
CARDS, LOOKS = 5, 3
"""So many cards, in so many looks one after another, speak against a plane that is in use."""
FIRST_WIDTH_MM = 700.0
"""Cloth across the picture while no card has been seen."""


@dataclass(frozen=True, slots=True, eq=False)
class Relaid:
    """Where a point of the former plane lies on the new one, by its place in the picture."""

    before: Plane
    now: Plane

    def apply(self, points: Floats) -> Floats:
        """Points (..., 2) in mm of the former plane, in mm of the new one."""
        return self.now.mm(self.before.px(points))

    @property
    def angle_deg(self) -> float:
        """How far directions turn, clockwise, where the planes have their origin."""
        a, b = self.apply(np.array([[0.0, 0.0], [100.0, 0.0]]))
        return math.degrees(math.atan2(float(b[1] - a[1]), float(b[0] - a[0])))


class ClothPlane:
    """``up_deg``: how far the camera is mounted turned, clockwise."""

    def __init__(self, *, up_deg: float = 0.0) -> None:
        self._up_deg = up_deg
        self._bad = 0
        self.plane: Plane | None = None

    def forget(self) -> None:
        """Another camera, or one set up anew."""
        self.plane, self._bad = None, 0

    def fit(
        self, quads_px: Sequence[Quad], width_px: int, height_px: int, *, in_use: bool
    ) -> tuple[Plane, Relaid | None]:
        """The plane under these cards, and where things go if it was laid anew. ``in_use``: a
        layout is followed on it, so a look or two is not enough to change it."""
        before = self.plane
        misfit = 0.0 if before is None else _misfit(before, quads_px)
        if before is not None and (not quads_px or misfit < GOOD_FIT):
            self._bad = 0
            return before, None
        if before is not None and in_use:
            self._bad = self._bad + 1 if misfit > BAD_FIT and len(quads_px) >= CARDS else 0
            if self._bad < LOOKS:
                return before, None
        found = calibrate(quads_px, width_px, height_px)
        if found is None:
            scale = FIRST_WIDTH_MM / width_px
            return Plane(np.diag([scale, scale, 1.0])).turned(self._up_deg), None
        now = found.plane.turned(self._up_deg)
        self._bad = 0
        if before is not None and in_use and _misfit(now, quads_px) > BETTER * misfit:
            return before, None
        self.plane = now
        return now, None if before is None else Relaid(before, now)


def _misfit(plane: Plane, quads_px: Sequence[Quad]) -> float:
    """The median share by which the cards' long sides err on this plane."""
    if not quads_px:
        return 0.0
    sides = [quad_size(ordered_quad(plane.mm(q)))[1] for q in quads_px]
    return float(np.median([abs(side / CARD_MM[1] - 1) for side in sides]))
