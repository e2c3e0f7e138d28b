"""The pawns' print as geometry in millimetres: one drawing for the printer and for the renderer.

Drawn at a disc of 32 mm diameter (ui.md, Pawns); scale everything for another size. Origin at the
disc's centre, x right, y down. Shapes are painted in order; each is filled, then its outline is
stroked with round joins. Nothing reaches beyond ``BLEED_R_MM``; cut at ``DISC_R_MM``.
"""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from rules.tabletop import Owner, PawnSide

DISC_R_MM = 16.0
BLEED_R_MM = 17.2
INK = "#16181A"
IVORY = "#FBF8F0"
OWNER_FILL: dict[Owner, str] = {
    Owner.RED: "#C8202B",
    Owner.BLUE: "#2F74EE",
    Owner.YELLOW: "#FFCB05",
    Owner.TURQUOISE: "#35CBE3",
    Owner.PURPLE: "#5E1793",
    Owner.PINK: "#DE7A93",
}
UPRIGHT_RING_R_MM = 12.3
FLIPPED_EDGE_R_MM = 12.5
IVORY_NOTCH_DEG = 52.0
COLOUR_NOTCH_DEG = 50.0


@dataclass(frozen=True, slots=True, eq=False)
class PawnShape:
    """A closed polygon (Nx2 float64, mm), its fill and, when ``stroke_mm`` > 0, its outline."""

    polygon: npt.NDArray[np.float64]
    fill: str
    stroke: str = INK
    stroke_mm: float = 0.0


def pawn_shapes(owner: Owner, side: PawnSide) -> tuple[PawnShape, ...]:
    """What to paint for one side of a pawn, bottom first.

    Upright: whole coloured ring, ivory field. Flipped: ink body, rim cut in six. The side is told
    twice without hue: light or dark body, whole or cut edge.
    """
    colour, emblem = OWNER_FILL[owner], _emblem(owner)
    if side is PawnSide.UPRIGHT:
        return (
            PawnShape(_circle(BLEED_R_MM), colour),
            PawnShape(_circle(UPRIGHT_RING_R_MM), IVORY, INK, 0.6),
            PawnShape(emblem, colour, INK, 0.8),
        )
    rim = tuple(_notch(step, colour) for step in range(6))
    return (
        PawnShape(_circle(BLEED_R_MM), INK),
        *rim,
        PawnShape(emblem, IVORY, IVORY, 2.2),
        PawnShape(emblem, colour),
    )


def _notch(step: int, colour: str) -> PawnShape:
    ivory = step % 2 == 0
    half = (IVORY_NOTCH_DEG if ivory else COLOUR_NOTCH_DEG) / 2
    middle = 60.0 * step - 90.0
    outer = _arc(BLEED_R_MM, middle - half, middle + half)
    inner = _arc(FLIPPED_EDGE_R_MM, middle + half, middle - half)
    return PawnShape(np.vstack([outer, inner]), IVORY if ivory else colour)


def _emblem(owner: Owner) -> npt.NDArray[np.float64]:
    match owner:
        case Owner.RED:
            return _circle(7.3)
        case Owner.BLUE:
            return _moved(_star(outer=10.1, inner=4.9), y=0.5)
        case Owner.YELLOW:
            return np.array([(-6.7, -6.7), (6.7, -6.7), (6.7, 6.7), (-6.7, 6.7)])
        case Owner.TURQUOISE:
            return np.array([(0.0, -8.8), (8.66, 6.2), (-8.66, 6.2)])
        case Owner.PURPLE:
            return _crescent()
        case Owner.PINK:
            return _plus(half=8.9, arm=3.2)


def _moved(
    points: npt.NDArray[np.float64], *, x: float = 0.0, y: float = 0.0
) -> npt.NDArray[np.float64]:
    return np.asarray(points + np.array([x, y]), np.float64)


def _arc(radius: float, start_deg: float, end_deg: float) -> npt.NDArray[np.float64]:
    turns = np.radians(np.linspace(start_deg, end_deg, max(8, int(abs(end_deg - start_deg) / 3))))
    around: npt.NDArray[np.float64] = np.stack([np.cos(turns), np.sin(turns)], axis=1)
    return np.asarray(around * radius, np.float64)


def _circle(radius: float) -> npt.NDArray[np.float64]:
    return _arc(radius, 0.0, 357.0)


def _star(*, outer: float, inner: float) -> npt.NDArray[np.float64]:
    turns = np.radians(np.arange(10) * 36.0 - 90.0)
    radii = np.where(np.arange(10) % 2 == 0, outer, inner)
    return np.stack([np.cos(turns), np.sin(turns)], axis=1) * radii[:, None]


def _plus(*, half: float, arm: float) -> npt.NDArray[np.float64]:
    quarter = np.array([(-arm, -half), (arm, -half), (arm, -arm)])
    turns = ((1, 0, 0, 1), (0, -1, 1, 0), (-1, 0, 0, -1), (0, 1, -1, 0))
    return np.vstack([quarter @ np.array([(a, c), (b, d)], dtype=float) for a, b, c, d in turns])


def _crescent() -> npt.NDArray[np.float64]:
    """A disc of 9.2 mm minus one of 6.7 mm set 4.6 mm to the right; both shifted to sit centred."""
    big, small, offset, shift = 9.2, 6.7, 4.6, 1.4
    cut = (big**2 - small**2 + offset**2) / (2 * offset)
    height = float(np.sqrt(big**2 - cut**2))
    tip = float(np.degrees(np.arctan2(height, cut)))
    bite = float(np.degrees(np.arctan2(height, cut - offset)))
    outer = _arc(big, tip, 360.0 - tip)
    inner = _moved(_arc(small, 360.0 - bite, bite), x=offset)
    return _moved(np.vstack([outer, inner]), x=shift)
