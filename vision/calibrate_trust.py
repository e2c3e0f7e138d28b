"""May this picture be gone by? What a camera shows that was turned, swaps its colours, lost its
focus or its light is told to people, and where it is too bad nothing is believed of it.

A picture is compared with the one before it: the same table with red for blue, or turned by a
quarter or a half, tells what happened without knowing a single card.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import Enum, auto
from statistics import median

import cv2
import numpy as np
import numpy.typing as npt

from vision.calibrate import MOST_CARDS, Advice, CardLight, grey_at, light_advice, rectified_card
from vision.detectors.base import Detection, Kind
from vision.frame import Image
from vision.geometry import quad_area
from vision.thumb import Thumb

UNREADABLE_GREY = 32.0
UNREADABLE_STEP = 0.125
"""Grey level of the brightest card, and contrast a pixel (as in ``light_advice``), under which a
pawn gets lost."""
LAMP_OUT = 1 / 3
"""Of the light there was, where no card is found by which to tell."""
LAMP_OUT_S = 60.0
"""After so long the dark is how it is."""
JUMP_GREY = 24.0
TELLING = 0.998
"""Of a thumb's pixels: a single pawn or a red suit's pips are more than the rest."""
CLEARER = 0.5
SOFT, ENOUGH_CONTRAST = 0.12, 40.0
"""Of the contrast, in grey levels, within a 320th of the picture's width."""
INSIDE = (slice(18, 110), slice(17, 79))
"""Of a crop: the card without its margin of cloth."""
COLOURED, COLOURLESS = 0.012, 0.002
"""Share of a card that is red (or blue) where it has red pips; where it has none."""
STRONG = 0.22
"""How far red lies over blue in a pip, as a share of the paper's light."""
BLUE_CARDS = 2
TURNED_DEG = 45.0
TURNED_TOLD_S = 30.0


class Jump(Enum):
    """What became of the whole picture since the last one."""

    COLOURS = auto()
    QUARTER_RIGHT = auto()
    HALF = auto()
    QUARTER_LEFT = auto()


@dataclass(frozen=True, slots=True)
class Verdict:
    """``advice``: what people can mend. ``blind``: nothing is to be believed of this picture."""

    advice: Advice | None = None
    blind: bool = False


class Trust:
    """Judges every picture that is looked at, in their order."""

    def __init__(self) -> None:
        self._last: Thumb | None = None
        self._lit_grey = 0.0
        self._dark_since_s: float | None = None
        self._swapped = False
        self._saw_red = False
        self._turned_deg = 0.0
        self._turned_s: float | None = None

    def judge(
        self, image: Image, thumb: Thumb, found: Sequence[Detection], *, at_s: float
    ) -> Verdict:
        """``found``: everything the detector found in ``image``."""
        cards = sorted(
            (d for d in found if d.kind in (Kind.FACE, Kind.BACK)),
            key=lambda d: -quad_area(d.corners_px),
        )[:MOST_CARDS]
        crops = [
            (card.kind, crop)
            for card in cards
            if (crop := rectified_card(image, card.corners_px)) is not None
        ]
        lights = [CardLight.of(crop) for _, crop in crops]
        self._compare(thumb, at_s)
        self._look_for_red([crop for kind, crop in crops if kind is Kind.FACE])
        if self._dark(thumb, lights, at_s):
            return Verdict(Advice.DARK, blind=True)
        if self._swapped:
            return Verdict(Advice.COLOURS, blind=True)
        if lights and median(light.sharp for light in lights) < UNREADABLE_STEP:
            return Verdict(Advice.BLUR, blind=True)
        if advice := light_advice(image, lights):
            return Verdict(advice[0])
        return Verdict(Advice.TURNED if self._turned(at_s) else None)

    def followed(self, turned_deg: float, *, at_s: float) -> None:
        """The cards were found again after a motion of the table in the picture by this much."""
        before = self._off_deg
        self._turned_deg += turned_deg
        if before < TURNED_DEG <= self._off_deg:
            self._turned_s = at_s

    @property
    def _off_deg(self) -> float:
        return abs((self._turned_deg + 180.0) % 360.0 - 180.0)

    def _turned(self, at_s: float) -> bool:
        since_s = self._turned_s
        return since_s is not None and at_s - since_s < TURNED_TOLD_S

    def _compare(self, thumb: Thumb, at_s: float) -> None:
        last, self._last = self._last, thumb
        jump = None if last is None else jump_between(last, thumb)
        if jump is Jump.COLOURS:
            self._swapped = not self._swapped
        elif jump is not None:
            self._turned_s = at_s

    def _look_for_red(self, faces: Sequence[Image]) -> None:
        """No deck has blue suits and no red one: after two blue cards and not a red one the
        channels are swapped; a red one proves that they are not."""
        shares = [red_and_blue(face) for face in faces]
        red = sum(r >= COLOURED > b for r, b in shares)
        blue = sum(b >= COLOURED and r <= COLOURLESS for r, b in shares)
        if red and not blue:
            self._saw_red, self._swapped = True, False
        elif blue >= BLUE_CARDS and not red and not self._saw_red:
            self._swapped = True

    def _dark(self, thumb: Thumb, cards: Sequence[CardLight], at_s: float) -> bool:
        grey = float(np.median(thumb.pixels[::8, ::8].max(axis=2)))
        if cards:
            dark = max(card.paper for card in cards) < UNREADABLE_GREY
        else:
            since_s = at_s if self._dark_since_s is None else self._dark_since_s
            dark = grey < LAMP_OUT * self._lit_grey and at_s - since_s < LAMP_OUT_S
        if not dark:
            self._lit_grey, self._dark_since_s = grey, None
        elif self._dark_since_s is None:
            self._dark_since_s = at_s
        return dark


def why_lost(thumb: Thumb) -> Advice | None:
    """Why no card is found any more: a picture without one steep edge is out of focus."""
    grey = cv2.cvtColor(thumb.pixels, cv2.COLOR_BGR2GRAY)
    low, high = np.percentile(grey, (0.5, 99.5))
    steps = (np.abs(np.diff(grey, axis=axis)) for axis in (0, 1))
    steepest = max(float(np.percentile(step, 100 * TELLING)) for step in steps)
    contrast = float(high - low)
    return Advice.BLUR if contrast >= ENOUGH_CONTRAST and steepest < SOFT * contrast else None


def jump_between(before: Thumb, now: Thumb) -> Jump | None:
    """What turns the picture ``before`` into ``now``, where most of it changed at once."""
    a, b = (_halved(thumb.pixels) for thumb in (before, now))
    if a.shape != b.shape or (gap := _gap(a, b)) < JUMP_GREY:
        return None
    if _gap(np.asarray(cv2.cvtColor(a, cv2.COLOR_BGR2RGB)), b) < CLEARER * gap:
        return Jump.COLOURS
    unturned = _apart(a, b)
    for jump, one, other in _turns(a, b):
        if _apart(one, other) < CLEARER * unturned:
            return jump
    return None


def _halved(pixels: npt.NDArray[np.float32]) -> npt.NDArray[np.float32]:
    half = (pixels.shape[1] // 2, pixels.shape[0] // 2)
    return np.asarray(cv2.resize(pixels, half, interpolation=cv2.INTER_AREA), np.float32)


def _turns(
    a: npt.NDArray[np.float32], b: npt.NDArray[np.float32]
) -> Iterator[tuple[Jump, npt.NDArray[np.float32], npt.NDArray[np.float32]]]:
    """``a`` turned, beside what it must look like then: quarters by the square in the middle."""
    yield Jump.HALF, a[::-1, ::-1], b
    height, width = a.shape[:2]
    side = min(height, width)
    top, left = (height - side) // 2, (width - side) // 2
    square_a, square_b = (each[top : top + side, left : left + side] for each in (a, b))
    yield Jump.QUARTER_RIGHT, np.rot90(square_a, -1), square_b
    yield Jump.QUARTER_LEFT, np.rot90(square_a, 1), square_b


def _apart(a: npt.NDArray[np.float32], b: npt.NDArray[np.float32]) -> float:
    """Mean difference in grey levels."""
    gap = cv2.absdiff(np.ascontiguousarray(a), np.ascontiguousarray(b))
    return sum(cv2.mean(gap)[:3]) / 3


def _gap(a: npt.NDArray[np.float32], b: npt.NDArray[np.float32]) -> float:
    """How far the most different parts differ, in grey levels, once both are under one light."""
    light = (np.array(cv2.mean(b)) + 1.0) / (np.array(cv2.mean(a)) + 1.0)
    blue, green, red = cv2.split(cv2.absdiff(cv2.multiply(a, light), b))
    most = cv2.convertScaleAbs(cv2.max(cv2.max(blue, green), red))
    return grey_at(most, TELLING)


def red_and_blue(card: Image) -> tuple[float, float]:
    """Shares of a face that are red and that are blue, judged beside its own paper."""
    pixels = card[INSIDE].astype(np.float32)
    paper = np.percentile(pixels[::2, ::2].reshape(-1, 3), 85, axis=0).astype(np.float32)
    over = cv2.GaussianBlur(pixels, (3, 3), 0) / np.maximum(paper, 1.0)
    lead = over[..., 2] - over[..., 0]
    return float((lead > STRONG).mean()), float((lead < -STRONG).mean())
