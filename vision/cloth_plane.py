"""The cloth's plane through an evening: found from a printed mat or the cards, kept while they fit
it.

A camera that was moved sees the same cards under another lean. The plane is then laid anew, and
what is followed on it goes along (``Relaid``); two bad pictures do not move it.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from vision.calibrate import CARD_MM, calibrate
from vision.calibrate_mat import find_mat
from vision.frame import Image
from vision.geometry import Floats, Plane, Quad, ordered_quad, quad_size

GOOD_FIT = 0.04
"""A plane whose cards' sides err by less (a median share) is kept."""
BAD_FIT = 0.07
"""One whose cards err by more, picture after picture, is laid anew even under a layout."""
BETTER = 0.5
"""A new plane must err by less than this share of what the old one does."""
CARDS, LOOKS = 5, 3
"""So many cards, in so many looks one after another, speak against a plane that is in use."""
MAT_EVERY = 5
"""Looks without a plane."""
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
    """``up_deg``: how far the camera is mounted turned, clockwise; a mat tells it better."""

    def __init__(self, *, up_deg: float = 0.0) -> None:
        self._up_deg = up_deg
        self._bad = 0
        self._unplaced = 0  # looks without a plane
        self._by_mat = False
        self.plane: Plane | None = None

    def forget(self) -> None:
        """Another camera, or one set up anew."""
        self.plane, self._by_mat, self._bad, self._unplaced = None, False, 0, 0

    def fit(
        self, quads_px: Sequence[Quad], image: Image, *, in_use: bool
    ) -> tuple[Plane, Relaid | None]:
        """The plane under these cards, and where things go if it was laid anew. ``in_use``: a
        layout is followed on it, so a look or two is not enough to change it; nor what the mat
        told."""
        before = self.plane
        if before is None:
            return self._first(quads_px, image), None
        misfit = _misfit(before, quads_px)
        if misfit < GOOD_FIT:
            self._bad = 0
            return before, None
        patient = in_use or self._by_mat
        if patient:
            self._bad = self._bad + 1 if misfit > BAD_FIT and len(quads_px) >= CARDS else 0
            if self._bad < LOOKS:
                return before, None
        self._bad = 0
        now = (patient and self._of_mat(image)) or self._of_cards(quads_px, image)
        if now is None or (patient and _misfit(now, quads_px) > BETTER * misfit):
            return before, None
        self.plane = now
        return now, Relaid(before, now)

    def _first(self, quads_px: Sequence[Quad], image: Image) -> Plane:
        """The mat is looked for now and then only: that takes longer than all the rest."""
        seek = self._unplaced % MAT_EVERY == 0
        self._unplaced += 1
        self.plane = (seek and self._of_mat(image)) or self._of_cards(quads_px, image)
        if self.plane is not None:
            return self.plane
        scale = FIRST_WIDTH_MM / image.shape[1]
        return Plane(np.diag([scale, scale, 1.0])).turned(self._up_deg)

    def _of_mat(self, image: Image) -> Plane | None:
        mat = find_mat(image)
        self._by_mat = mat is not None
        return None if mat is None else mat.plane

    def _of_cards(self, quads_px: Sequence[Quad], image: Image) -> Plane | None:
        height, width = image.shape[:2]
        found = calibrate(quads_px, width, height)
        return None if found is None else found.plane.turned(self._up_deg)


def _misfit(plane: Plane, quads_px: Sequence[Quad]) -> float:
    """The median share by which the cards' long sides err on this plane; 0 where there are none."""
    if not quads_px:
        return 0.0
    sides = [quad_size(ordered_quad(plane.mm(q)))[1] for q in quads_px]
    return float(np.median([abs(side / CARD_MM[1] - 1) for side in sides]))
