"""What a rendered picture really shows: every thing's outline, and how much of it is to be seen."""

from dataclasses import dataclass

import cv2
import numpy as np

from rules.tabletop import Owner, PawnSide
from vision.detectors.base import Kind
from vision.frame import Image, Points
from vision.scene.paint import Canvas
from vision.scene.texture import as_points


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class TruthItem:
    """What one thing in the picture really is and where.

    ``corners_px``: 4x2, of the whole thing, clockwise in the picture from a short side; for a pawn
    the upright box around its disc, for a hand the tightest box around what the picture shows.
    ``visible_px``: Nx2, the largest part that nothing hides. ``visible``: the share of the whole
    that shows, 0..1, parts outside the picture counting as hidden (a hand: 1, or 0).
    """

    kind: Kind
    index: int  # in the scene's cards, pawns or hands; of the holding hand when carried
    carried: bool
    label: str | None  # "QH" on a face
    corners_px: Points
    visible_px: Points
    visible: float
    owner: Owner | None = None
    side: PawnSide | None = None


@dataclass(frozen=True, slots=True, eq=False)
class Rendered:
    image: Image
    truth: tuple[TruthItem, ...]


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class Placed:
    """A thing that has been painted, before it is known how much of it stays visible."""

    kind: Kind
    index: int
    carried: bool
    label: str | None
    outline_px: Points
    corners_px: Points
    owner: Owner | None = None
    side: PawnSide | None = None


def truth_of(canvas: Canvas, placed: list[Placed]) -> tuple[TruthItem, ...]:
    items = []
    for number, item in enumerate(placed, start=1):
        visible_px, shown_px = _visible(canvas, item.outline_px, number)
        corners_px = item.corners_px
        if item.kind is Kind.HAND:
            visible = 1.0 if shown_px > 0 else 0.0
            if shown_px > 0:
                corners_px = from_short_side(as_points(cv2.boxPoints(cv2.minAreaRect(visible_px))))
        else:
            whole_px = abs(float(cv2.contourArea(item.outline_px)))
            visible = min(1.0, shown_px / max(whole_px, 1.0))
        items.append(
            TruthItem(
                kind=item.kind,
                index=item.index,
                carried=item.carried,
                label=item.label,
                corners_px=_clockwise(corners_px),
                visible_px=visible_px,
                visible=visible,
                owner=item.owner,
                side=item.side,
            )
        )
    return tuple(items)


def _visible(canvas: Canvas, outline_px: Points, number: int) -> tuple[Points, float]:
    """The largest visible part's contour, and the area of all visible parts in pixels."""
    nothing: Points = np.zeros((0, 2), np.float32)
    box = canvas.box(outline_px)
    if box is None:
        return nothing, 0.0
    mask = (canvas.owners[box[1] : box[3], box[0] : box[2]] == number).astype(np.uint8)
    shown = float(cv2.countNonZero(mask))
    contours, _ = cv2.findContours(mask, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_SIMPLE)
    if not contours:
        return nothing, 0.0
    largest = max(contours, key=cv2.contourArea)[:, 0].astype(np.float32)
    return largest + np.array(box[:2], np.float32), shown


def _clockwise(corners: Points) -> Points:
    """The same corners, turning clockwise in the picture (y down), first edge kept."""
    edges = np.roll(corners, -1, axis=0) - corners
    turn = float(edges[0, 0] * edges[1, 1] - edges[0, 1] * edges[1, 0])
    return corners if turn >= 0 else corners[[1, 0, 3, 2]]


def from_short_side(corners: Points) -> Points:
    first, second = np.linalg.norm(corners[1] - corners[0]), np.linalg.norm(corners[2] - corners[1])
    ordered = corners if first <= second else np.roll(corners, -1, axis=0)
    return ordered.astype(np.float32)
