"""Finding a game's layout among any number of cards: the quincunx, at any rotation of the camera.

A real quincunx is laid by hand: corners 0.9 to 2.2 card lengths from the centre, crooked, uneven.
So it is found by what people mean by it: four cards around one, one in each quarter, opposite ones
facing each other across it, and nothing else that would do as well (spec VA-T1: several -> ask).
"""

import itertools
import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from rules.tabletop import Layout
from vision.frame import VisionError
from vision.geometry import angle_between_deg

NEAREST, FARTHEST = 0.8, 2.45
"""Distance of a corner from the centre, in card lengths, with room for errors of measuring."""
CLEARLY_BETTER = 1.35
"""A second arrangement whose cost is within this factor of the best leaves the layout unclear."""
COSTLIEST = 6.5
"""Beyond this it is chance, not a layout: real ones cost 1 to 4, cards strewn about 4 to 11."""


@dataclass(frozen=True, slots=True)
class CardSpot:
    """One card for the finder: centre in mm, direction of the long axis, whether it shows a
    face."""

    x_mm: float
    y_mm: float
    angle_deg: float
    face: bool


@dataclass(frozen=True, slots=True)
class Arrangement:
    """Which card (index into the spots) stands for which place, and how well (0 = a drawing).

    ``lean_deg``: how far the layout's rightward axis is turned from the picture's.
    """

    by_place: dict[str, int]
    cost: float
    lean_deg: float


@dataclass(frozen=True, slots=True)
class Found:
    """``best`` is None when no arrangement fits; ``unclear`` when another one fits about as
    well."""

    best: Arrangement | None
    unclear: bool


class QuincunxFinder:
    """Finds one open card with four around it at its diagonals.

    ``layout`` must have one centre and four more places, one in each quarter around it. Raises
    VisionError otherwise.
    """

    def __init__(self, layout: Layout, *, card_mm: float = 88.0) -> None:
        places = {p.name: p for p in layout.places}
        centre = places.get(layout.centre)
        if centre is None or len(places) != 5:
            raise VisionError(f"this layout is no quincunx: centre {layout.centre!r} of {places}")
        self.centre = layout.centre
        self._card_mm = card_mm
        self._open = {p.name: p.face_up for p in layout.places}
        others = [p for p in layout.places if p.name != layout.centre]
        self._corners = tuple(
            p.name for p in sorted(others, key=lambda p: math.atan2(p.y - centre.y, p.x - centre.x))
        )
        """Clockwise from the upper left."""

    def find(
        self, spots: Sequence[CardSpot], *, new_deal: bool = True, up_deg: float = 0.0
    ) -> Found:
        """The layout among ``spots``. A new deal has its closed places closed; otherwise corners
        may show their faces already."""
        ranked = sorted(self._candidates(spots, new_deal), key=lambda c: c[0])
        if not ranked:
            return Found(None, False)
        cost, centre, ring = ranked[0]
        limit = max(cost * CLEARLY_BETTER, cost + 0.5)
        unclear = any(c <= limit and (i, set(r)) != (centre, set(ring)) for c, i, r in ranked[1:])
        return Found(self._named(spots, centre, ring, up_deg, cost), unclear)

    def upright(self, arrangement: Arrangement) -> Arrangement:
        """The same cards, the corners named as they lie in the picture."""
        quarters = round(arrangement.lean_deg / 90)
        ring = [arrangement.by_place[name] for name in self._corners]
        named = {self._corners[(i + quarters) % 4]: spot for i, spot in enumerate(ring)}
        centre = {self.centre: arrangement.by_place[self.centre]}
        lean_deg = arrangement.lean_deg - 90 * quarters
        return Arrangement({**centre, **named}, arrangement.cost, lean_deg)

    def _candidates(
        self, spots: Sequence[CardSpot], new_deal: bool
    ) -> list[tuple[float, int, tuple[int, ...]]]:
        """(cost, centre, ring clockwise) of every arrangement that could be meant at all."""
        out = []
        for c, centre in enumerate(spots):
            if not centre.face:
                continue
            near = [
                i
                for i, s in enumerate(spots)
                if i != c
                and not (new_deal and s.face)
                and NEAREST <= self._distance(centre, s) <= FARTHEST
            ]
            for four in itertools.combinations(near[:14], 4):
                ring = sorted(four, key=lambda i: self._bearing(centre, spots[i]))
                cost = self._cost(spots, c, ring)
                if cost is not None and cost <= COSTLIEST:
                    out.append((cost, c, tuple(ring)))
        return out

    def _distance(self, a: CardSpot, b: CardSpot) -> float:
        return math.hypot(a.x_mm - b.x_mm, a.y_mm - b.y_mm) / self._card_mm

    @staticmethod
    def _bearing(centre: CardSpot, spot: CardSpot) -> float:
        return math.degrees(math.atan2(spot.y_mm - centre.y_mm, spot.x_mm - centre.x_mm))

    def _cost(self, spots: Sequence[CardSpot], c: int, ring: Sequence[int]) -> float | None:
        """How far five cards are from a quincunx; None when nobody would call it one."""
        centre = spots[c]
        bearings = [self._bearing(centre, spots[i]) for i in ring]
        gaps = [(b - a) % 360 for a, b in zip(bearings, bearings[1:] + bearings[:1], strict=True)]
        if min(gaps) < 35 or max(gaps) > 145:
            return None
        across = max(abs(gaps[0] + gaps[1] - 180), abs(gaps[1] + gaps[2] - 180))
        lengths = np.array([self._distance(centre, spots[i]) for i in ring])
        spread = float(lengths.max() / lengths.min())
        if across > 45 or spread > 1.9:
            return None
        middle = np.array([[spots[i].x_mm, spots[i].y_mm] for i in ring]).mean(axis=0)
        off = math.hypot(middle[0] - centre.x_mm, middle[1] - centre.y_mm) / self._card_mm
        diagonal = np.mean(
            [abs(angle_between_deg(b, centre.angle_deg, period=90.0) - 45) for b in bearings]
        )
        crooked = np.mean(
            [angle_between_deg(spots[i].angle_deg, centre.angle_deg, period=90.0) for i in ring]
        )
        return float(
            (across / 15) ** 2
            + (math.log(spread) / 0.25) ** 2
            + (off / 0.3) ** 2
            + (diagonal / 25) ** 2
            + (crooked / 15) ** 2
            + (float(lengths.mean()) - 1.3) ** 2
        )

    def _named(
        self, spots: Sequence[CardSpot], c: int, ring: Sequence[int], up_deg: float, cost: float
    ) -> Arrangement:
        points = np.array([[spots[i].x_mm, spots[i].y_mm] for i in ring])
        leans = [_lean_deg(np.roll(points, -k, axis=0)) for k in range(4)]
        turn = min(range(4), key=lambda k: angle_between_deg(leans[k], up_deg, period=360.0))
        named = dict(zip(self._corners, np.roll(np.array(ring), -turn).tolist(), strict=True))
        return Arrangement({self.centre: c, **named}, cost, leans[turn])


def _lean_deg(ring: npt.NDArray[np.float64]) -> float:
    """Direction of the layout's rightward axis when ``ring`` is upper left, upper right, lower
    right, lower left: 0 when it stands straight in the picture."""
    right = (ring[1] - ring[0]) + (ring[2] - ring[3])
    down = (ring[3] - ring[0]) + (ring[2] - ring[1])
    axis = right + np.array([down[1], -down[0]])
    return math.degrees(math.atan2(axis[1], axis[0]))
