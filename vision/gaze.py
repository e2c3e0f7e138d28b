"""Where in a picture pawns are looked for: round the layout, and between two full looks only where
something changed. A pawn elsewhere lies as it did, which its looks tell (``vision.observe``)."""

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np

from vision.detectors.base import Box, Detection, Kind
from vision.geometry import Floats, Plane, Quad, corners_of
from vision.thumb import Thumb

FULL_EVERY_S = 1.5
LINGERS_S = 1.0
"""A change is looked at so long: a pawn may be missed in the first picture after a hand."""
ROUND_LAYOUT_MM = 45.0
"""Beyond the layout by more than this a pawn lies beside it, wherever it lies."""
ROUND_CHANGE_MM, CUT_MM = 36.0, 18.0
"""So much room is left round a change that pawns touching it are seen whole; nearer to the edge
than the second a pawn is seen cut, and has not changed."""


@dataclass(frozen=True, slots=True)
class Gaze:
    """``box`` in the picture's pixels; ``low_mm`` and ``high_mm``: its corners on the cloth before
    they were laid into the picture. ``whole``: nothing round the layout is left out."""

    box: Box
    low_mm: Floats
    high_mm: Floats
    whole: bool

    def sees(self, centre_mm: Floats) -> bool:
        """Whether a pawn there is seen whole."""
        inside = (centre_mm >= self.low_mm + CUT_MM) & (centre_mm <= self.high_mm - CUT_MM)
        return self.whole or bool(inside.all())


@dataclass(slots=True)
class PawnGaze:
    """Remembers when all of the layout was looked at last, and what changed since."""

    _full_s: float = -FULL_EVERY_S
    _changes: list[tuple[float, Floats]] = field(default_factory=list)

    def turn(
        self,
        *,
        at_s: float,
        plane: Plane,
        places_mm: Sequence[Quad],
        wanting_mm: Sequence[Quad],
        thumb: Thumb,
        before: Thumb | None,
    ) -> Gaze:
        """Where to look now. ``places_mm``: the layout that is followed; ``wanting_mm``: pawns that
        are not known well enough; ``before``: the last picture that was looked at."""
        layout = np.concatenate(places_mm)
        low, high = layout.min(axis=0) - ROUND_LAYOUT_MM, layout.max(axis=0) + ROUND_LAYOUT_MM
        self._note_change(at_s, plane, thumb, before)
        if before is None or at_s - self._full_s >= FULL_EVERY_S:
            self._full_s = at_s
            return _gaze(plane, low, high, whole=True)
        spots = [*wanting_mm, *(change for _, change in self._changes)]
        if not spots:
            return _gaze(plane, low, low, whole=False)
        changes = np.concatenate(spots)
        return _gaze(
            plane,
            np.maximum(low, changes.min(axis=0) - ROUND_CHANGE_MM),
            np.minimum(high, changes.max(axis=0) + ROUND_CHANGE_MM),
            whole=False,
        )

    def _note_change(self, at_s: float, plane: Plane, thumb: Thumb, before: Thumb | None) -> None:
        self._changes = [(when, mm) for when, mm in self._changes if at_s - when < LINGERS_S]
        changed = None if before is None else thumb.changed_box(before)
        if changed is not None:
            self._changes.append((at_s, plane.mm(corners_of(*changed))))


def seen_whole(
    found: Sequence[Detection], gaze: Gaze | None, plane: Plane | None
) -> list[Detection]:
    """Without the pawns that the edge of the gaze cut."""
    if gaze is None or plane is None:
        return list(found)
    return [
        d
        for d in found
        if d.kind is not Kind.PAWN or gaze.sees(plane.mm(d.corners_px.mean(axis=0)))
    ]


def _gaze(plane: Plane, low: Floats, high: Floats, *, whole: bool) -> Gaze:
    if (high <= low).any():
        return Gaze((0, 0, 0, 0), low, low, whole=False)
    px = plane.px(corners_of(*low, *high))
    left, top = np.floor(px.min(axis=0)).astype(int)
    right, bottom = np.ceil(px.max(axis=0)).astype(int)
    return Gaze((int(left), int(top), int(right), int(bottom)), low, high, whole)
