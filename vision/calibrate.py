"""Pixels to millimetres from the cards themselves, and whether there is light and focus to see by.

Every card is a rectangle of one known size, so a handful of card outlines tells how far the camera
leans and how large a millimetre is: no chessboard, no tape measure.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from statistics import median

import cv2
import numpy as np
import numpy.typing as npt

from vision.frame import Image
from vision.geometry import Floats, Plane, quad_area

CARD_MM = (63.0, 88.0)
"""Poker size; bridge cards are 58 wide and just as long."""
FOCAL_WIDTHS = 0.85
"""Focal length assumed, in picture widths: a Pi camera, webcam or phone has 0.7 to 1.1."""


DARK_GREY = 80.0
BURNT_SHARE, BURNT_GREY = 0.35, 254
BLUR_STEP = 0.16
"""Limits of ``light_advice``: grey level of the paper, share of a card, contrast a pixel."""
MOST_CARDS = 6
"""By which light and focus are judged."""


class Advice(StrEnum):
    """What people at the table can mend; the web owns the words."""

    DARK = "MASA_KARANLIK"
    BLUR = "BULANIK"
    GLARE = "PARLAMA"
    MOVED = "KAMERA_KAYDI"
    TURNED = "KAMERA_CEVRILDI"
    COLOURS = "RENKLER_TERS"


@dataclass(frozen=True, slots=True, eq=False)
class Calibration:
    """``plane`` has its origin at the picture's centre, x right and y down as the picture stands.

    ``tilt_deg`` is how far the camera leans from straight down; ``misfit`` the median relative
    error of the card sides under this plane (0.02 is good, 0.1 is a guess).
    """

    plane: Plane
    tilt_deg: float
    mm_per_px: float
    card_mm: tuple[float, float]
    misfit: float


def calibrate(
    quads_px: Sequence[Floats],
    width_px: int,
    height_px: int,
    *,
    focal_widths: float = FOCAL_WIDTHS,
    rounds: int = 12,
) -> Calibration | None:
    """Lean, scale and card shape from card outlines (each 4x2, clockwise from a short side).

    A small robust least-squares fit (Gauss-Newton, Cauchy weights) of four numbers: lean in x and
    y, scale, and width over length between bridge (58/88) and poker (63/88). With fewer than three
    cards the lean is held near zero by its prior. None when there is no card.
    """
    if not quads_px:
        return None
    focal = focal_widths * max(width_px, height_px)
    rays = (np.stack([np.asarray(q, dtype=np.float64) for q in quads_px])) - np.array(
        [width_px / 2, height_px / 2]
    )
    rays /= focal
    lengths = np.linalg.norm(rays[:, [1, 2]] - rays[:, [2, 3]], axis=2).max(axis=1)
    x = np.array([0.0, 0.0, math.log(float(np.median(lengths))), CARD_MM[0] / CARD_MM[1]])
    for _ in range(rounds):
        residual = _residuals(x, rays)
        jacobian = np.column_stack([(_residuals(x + d, rays) - residual) / 1e-5 for d in _STEPS])
        weight = 1.0 / (1.0 + (residual / 0.04) ** 2)
        weight[-3:] = 1.0
        normal = jacobian.T @ (weight[:, None] * jacobian) + 1e-9 * np.eye(4)
        step = -np.linalg.solve(normal, jacobian.T @ (weight * residual))
        x = x + np.clip(step, -0.2, 0.2)
        x[:2] = np.clip(x[:2], -1.2, 1.2)
        x[3] = float(np.clip(x[3], 0.60, 0.78))
        if float(np.abs(step).max()) < 1e-6:
            break
    mm = CARD_MM[1] / math.exp(x[2])
    to_camera = np.array([[1, 0, -width_px / 2], [0, 1, -height_px / 2], [0, 0, focal]]) / focal
    matrix = np.diag([mm, mm, 1.0]) @ _plane_matrix(x[0], x[1]) @ to_camera
    return Calibration(
        plane=Plane(matrix),
        tilt_deg=math.degrees(math.atan(math.hypot(x[0], x[1]))),
        mm_per_px=mm / focal,
        card_mm=(CARD_MM[1] * float(x[3]), CARD_MM[1]),
        misfit=float(np.median(np.abs(_residuals(x, rays)[:-3]))),
    )


_STEPS = 1e-5 * np.eye(4)


def _plane_matrix(a: float, b: float) -> npt.NDArray[np.float64]:
    """Rays (x, y, 1) to coordinates on the plane a x + b y + z = 1, orthonormal, origin on the
    axis."""
    normal = np.array([a, b, 1.0])
    right = np.array([1.0, 0.0, -a])
    right /= np.linalg.norm(right)
    down = np.cross(normal / np.linalg.norm(normal), right)
    return np.vstack([right - right[2] * normal, down - down[2] * normal, normal])


def _residuals(x: Floats, rays: Floats) -> Floats:
    """Relative errors of four sides and two diagonals for each card, then the three priors."""
    flat = Plane(_plane_matrix(float(x[0]), float(x[1]))).mm(rays)
    length = math.exp(float(x[2]))
    ratio = float(x[3])
    sides = np.linalg.norm(np.roll(flat, -1, axis=1) - flat, axis=2) / length
    diagonals = np.linalg.norm(flat[:, [0, 1]] - flat[:, [2, 3]], axis=2) / length
    wanted = np.array([ratio, 1.0, ratio, 1.0])
    errors = np.column_stack([sides - wanted, diagonals - math.hypot(1.0, ratio)])
    priors = np.array([0.1 * x[0], 0.1 * x[1], 0.5 * (ratio - 0.70)])
    return np.concatenate([errors.ravel(), priors])


@dataclass(frozen=True, slots=True)
class CardLight:
    """What one card tells of light and focus: how bright its paper is (0 to 255), which share of it
    is burnt out in all colours, and its steepest grey step a pixel, as a share of the contrast
    there is (0 = no edge at all)."""

    paper: float
    burnt: float
    sharp: float

    @classmethod
    def of(cls, card: Image) -> "CardLight":
        """``card`` as ``rectified_card`` cuts it out."""
        blue, green, red = cv2.split(card)
        brightest, darkest = (f(f(blue, green), red) for f in (cv2.max, cv2.min))
        return cls(
            paper=grey_at(brightest, 0.80),
            burnt=float(np.count_nonzero(darkest >= BURNT_GREY)) / darkest.size,
            sharp=_sharpness(card),
        )


def card_lights(image: Image, quads_px: Sequence[Floats]) -> list[CardLight]:
    """Of the largest cards, but for those too small to judge."""
    largest = sorted(quads_px, key=lambda quad: -quad_area(quad))[:MOST_CARDS]
    crops = (rectified_card(image, quad) for quad in largest)
    return [CardLight.of(crop) for crop in crops if crop is not None]


def light_advice(image: Image, cards: Sequence[CardLight]) -> tuple[Advice, ...]:
    """What is wrong with light and focus, judged on the cards where there are any.

    ``image`` BGR at any size. Dark: the paper of the cards (without any, the brightest spots) stays
    under 80 grey levels. Glare: more than a third of a card burnt out to 254 and more in all
    colours. Blur: no edge in the cards rises by a sixth of their contrast within a 72nd of a card.
    """
    if not cards:
        small = cv2.resize(image, (160, 120), interpolation=cv2.INTER_AREA)
        return (Advice.DARK,) if np.percentile(small.max(axis=2), 98) < DARK_GREY else ()
    found = []
    if median(card.paper for card in cards) < DARK_GREY:
        found.append(Advice.DARK)
    if max(card.burnt for card in cards) > BURNT_SHARE:
        found.append(Advice.GLARE)
    if Advice.DARK not in found and median(card.sharp for card in cards) < BLUR_STEP:
        found.append(Advice.BLUR)
    return tuple(found)


def rectified_card(image: Image, quad: Floats) -> Image | None:
    """The card with a margin around it, 96x128 pixels; None when it is tiny or leaves the
    picture."""
    if np.linalg.norm(quad[1] - quad[2]) < 24:
        return None
    target = np.array([[12, 12], [84, 12], [84, 116], [12, 116]], dtype=np.float32)
    matrix = cv2.getPerspectiveTransform(quad.astype(np.float32), target)
    return np.asarray(cv2.warpPerspective(image, matrix, (96, 128)), dtype=np.uint8)


def grey_at(pixels: npt.ArrayLike, share: float) -> float:
    """The grey level that ``share`` of the pixels (0 to 255) do not exceed: a percentile by
    counting, which is ten times as fast as by sorting."""
    counts = np.bincount(np.asarray(pixels, np.uint8).ravel(), minlength=256).cumsum()
    return float(np.searchsorted(counts, share * counts[-1]))


def _sharpness(card: Image) -> float:
    grey = cv2.cvtColor(card, cv2.COLOR_BGR2GRAY)
    contrast = grey_at(grey, 0.98) - grey_at(grey, 0.02)
    if contrast < 8:
        return 0.0
    return grey_at(cv2.absdiff(grey[:, 1:], grey[:, :-1]), 0.99) / contrast
