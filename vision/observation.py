"""What the eyes saw in one picture, and what they make of many: plain values, no behaviour.

Sighting (one picture, unvoted)  ->  Observer  ->  TableObservation (followed, voted, steady)
"""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from vision.detectors.base import Kind
from vision.geometry import Floats, Plane, Quad, Rigid, quad_angle_deg
from vision.readers.base import CardReading, PawnReading
from vision.thumb import Thumb
from vision.votes import Probabilities


@dataclass(frozen=True, slots=True, eq=False)
class CardSight:
    """One card in one picture; ``reading`` None when it was not read, ``known`` when that was
    because it lies there as before and its votes are in."""

    quad_px: Quad
    quad_mm: Quad
    kind: Kind
    confidence: float
    reading: CardReading | None
    known: bool = False


@dataclass(frozen=True, slots=True, eq=False)
class PawnSight:
    quad_px: Quad
    quad_mm: Quad
    reading: PawnReading


@dataclass(frozen=True, slots=True, eq=False)
class Sighting:
    """Everything the networks saw in one picture, on the plane."""

    at_s: float
    cards: tuple[CardSight, ...]
    pawns: tuple[PawnSight, ...]
    hands_px: tuple[Quad, ...]
    hands_mm: tuple[Quad, ...]
    thumb: Thumb
    plane: Plane

    @property
    def all_px(self) -> list[Floats]:
        """Outlines of everything that was seen."""
        cards, pawns = ([sight.quad_px for sight in these] for these in (self.cards, self.pawns))
        return [*cards, *pawns, *self.hands_px]

    def shows(self, points_mm: Floats) -> npt.NDArray[np.bool_]:
        """Which points (Nx2) of the cloth lie inside the picture."""
        at = self.plane.px(points_mm) * self.thumb.scale
        height, width = self.thumb.pixels.shape[:2]
        return np.asarray((at >= 0).all(axis=1) & (at < (width, height)).all(axis=1))


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class Seen:
    """One followed thing. ``missing_s``: for how long it has not been seen although nothing
    covers it (0: seen). ``steady_s``: for how long it has lain there undisturbed."""

    id: int
    quad_mm: Quad
    quad_px: Quad
    votes: int
    steady_s: float
    covered: bool
    missing_s: float

    @property
    def centre_mm(self) -> tuple[float, float]:
        x, y = self.quad_mm.mean(axis=0)
        return float(x), float(y)


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class SeenCard(Seen):
    """``whole_s``: for how long it has been seen whole there, even where a sleeve reached over its
    edge (``covered`` then). ``kind_p``: (face, back, neither). ``rank_p``: 13 ranks, then
    "something else", given a face. ``suit_p``: 4. All voted."""

    whole_s: float
    kind_p: Probabilities
    rank_p: Probabilities
    suit_p: Probabilities

    @property
    def angle_deg(self) -> float:
        return quad_angle_deg(self.quad_mm)


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class SeenPawn(Seen):
    """``owner_p`` (6) and ``side_p`` (2) given one of our pawns; ``ours_p``: that it is one."""

    owner_p: Probabilities
    side_p: Probabilities
    ours_p: float


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class TableObservation:
    """``moved``: the whole table was pushed so since the last observation (places move along)."""

    at_s: float
    cards: tuple[SeenCard, ...] = ()
    pawns: tuple[SeenPawn, ...] = ()
    hands_mm: tuple[Quad, ...] = ()
    moved: Rigid | None = None

    @property
    def hand_over_table(self) -> bool:
        return bool(self.hands_mm)
