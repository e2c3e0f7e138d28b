"""The painting: what each pixel of the canvas is made of, what light reaches it, whose it is.

Things are painted from the lowest up. Each casts its shadow on what is there already: for every
point of every lamp its outline is thrown on the plane it rests on, and the mean of those shadows is
soft where the thing is high and sharp where it touches. At last the light is summed, in linear
units: what the sensor gets.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field

import cv2
import numpy as np
import numpy.typing as npt

from models.evaluate.studio.lens import Floats, Lens, Points

Grey = npt.NDArray[np.float32]
Colour = tuple[float, float, float]
Box = tuple[int, int, int, int]
_COARSE = 16
_FINE = 4
"""Bits of a pixel that outlines are drawn with."""


@dataclass(frozen=True, slots=True)
class Lamp:
    """A disc of light over the table. ``colour``: linear BGR, as it would fall on the cloth right
    below; ``wide_mm``: its diameter: a bulb 60, a shade 300, a bright ceiling 2500."""

    place_mm: tuple[float, float, float]
    colour: Colour
    wide_mm: float
    points: int = 9

    def spots(self) -> Floats:
        """points x 3: an even spread over the disc."""
        order = np.arange(self.points) + 0.5
        away = self.wide_mm / 2 * np.sqrt(order / self.points)
        turn = order * 2.39996
        flat = np.stack([np.cos(turn) * away, np.sin(turn) * away, np.zeros_like(away)], axis=1)
        return np.asarray(flat + np.array(self.place_mm))


@dataclass(slots=True, eq=False)
class Easel:
    """``matter``: H x W x 3 linear BGR; ``normal``: H x W x 3; ``shine``: H x W; ``lit``: for each
    lamp, H x W: the share of it that is in view; ``owner``: H x W, 0 the cloth."""

    lens: Lens
    lamps: Sequence[Lamp]
    matter: Grey = field(init=False)
    normal: Grey = field(init=False)
    shine: Grey = field(init=False)
    owner: npt.NDArray[np.int16] = field(init=False)
    lit: list[Grey] = field(init=False)

    def __post_init__(self) -> None:
        width, height = self.lens.canvas_px
        self.matter = np.zeros((height, width, 3), np.float32)
        self.normal = np.zeros((height, width, 3), np.float32)
        self.normal[..., 2] = 1.0
        self.shine = np.zeros((height, width), np.float32)
        self.owner = np.zeros((height, width), np.int16)
        self.lit = [np.ones((height, width), np.float32) for _ in self.lamps]

    def box(self, points: Points, margin: int = 2) -> Box | None:
        """left, top, right, bottom round the points, within the canvas; None when beyond it."""
        height, width = self.owner.shape
        if not np.isfinite(points).all():
            return None
        low = np.maximum(np.floor(points.min(axis=0)) - margin, 0)
        high = np.minimum(np.ceil(points.max(axis=0)) + margin + 1, (width, height))
        if (high - low < 1).any():
            return None
        return int(low[0]), int(low[1]), int(high[0]), int(high[1])

    def lay(
        self,
        box: Box,
        cover: Grey,
        *,
        matter: npt.ArrayLike,
        normal: npt.ArrayLike = (0.0, 0.0, 1.0),
        shine: float = 0.0,
        owner: int = 0,
        least: float = 0.5,
    ) -> None:
        """Paint within ``box`` what ``cover`` (0..1) says; it is lit by all lamps until something
        is painted above it. ``owner`` is told where the cover reaches ``least``."""
        left, top, right, bottom = box
        part = np.s_[top:bottom, left:right]
        share = cover[..., None]
        for whole, fresh in ((self.matter, matter), (self.normal, normal)):
            whole[part] += share * (np.asarray(fresh, np.float32) - whole[part])
        self.shine[part] += cover * (np.float32(shine) - self.shine[part])
        for lit in self.lit:
            lit[part] += cover * (1 - lit[part])
        self.owner[part][cover >= least] = owner

    def shade(
        self, pieces: Sequence[Floats], floor_mm: float, *, on_table: bool | None = None
    ) -> None:
        """The shadow on the plane ``floor_mm`` of convex pieces (N x 3 each): on everything, on the
        table alone or on what lies on it alone."""
        every = np.concatenate(pieces)
        ends = np.cumsum([len(piece) for piece in pieces])[:-1]
        for lamp, lit in zip(self.lamps, self.lit, strict=True):
            thrown = [self._thrown(every, spot, floor_mm) for spot in lamp.spots()]
            step_px = min(self._between(lamp, every, floor_mm), 90.0)
            box = self.box(np.concatenate(thrown), margin=2 + round(1.5 * step_px))
            if box is None:
                continue
            left, top, right, bottom = box
            dark = _darkness(thrown, ends, box, step_px)
            if on_table is not None:
                dark *= (self.owner[top:bottom, left:right] == 0) == on_table
            lit[top:bottom, left:right] *= 1 - dark

    def _between(self, lamp: Lamp, points: Floats, floor_mm: float) -> float:
        """Pixels from the shadow of one of the lamp's points to that of the next."""
        high = float(np.percentile(points[:, 2], 75)) - floor_mm
        step_mm = lamp.wide_mm / np.sqrt(lamp.points) * high / max(lamp.place_mm[2] - high, 50.0)
        far = float(np.median(self.lens.depth_mm(points)))
        return float(step_mm * self.lens.focal_px / max(far, 50.0))

    def _thrown(self, points: Floats, spot: Floats, floor_mm: float) -> Points:
        share = (spot[2] - floor_mm) / np.maximum(spot[2] - points[:, 2], 1.0)
        return self.lens.ideal(spot + (points - spot) * share[:, None])

    def light(self) -> Grey:
        """H x W x 3 linear BGR: what comes through the lens."""
        ground, view = self._rays()
        total = np.zeros_like(self.matter)
        for lamp, lit in zip(self.lamps, self.lit, strict=True):
            place = np.array(lamp.place_mm, np.float32)
            ray = place - ground
            far = np.linalg.norm(ray, axis=-1, keepdims=True)
            ray /= far
            half = ray + view
            half /= np.linalg.norm(half, axis=-1, keepdims=True)
            fall = (place[2] / far[..., 0]) ** 2
            ray, half = self._fine(ray * fall[..., None]), self._fine(half)
            straight = np.maximum((self.normal * ray).sum(axis=-1), 0.0) * lit
            sharp = np.clip((self.normal * half).sum(axis=-1), 0.0, 1.0)
            power = float(np.clip(9e4 / lamp.wide_mm**1.15, 18, 600))
            gleam = sharp**power * self.shine * lit * (power / 40) ** 0.6
            colour = np.array(lamp.colour, np.float32)
            total += (self.matter * straight[..., None] + gleam[..., None]) * colour
        return total

    def _rays(self) -> tuple[Grey, Grey]:
        """Coarse: the point of the cloth behind each cell, and the way from there to the lens."""
        width, height = self.lens.canvas_px
        xs = (np.arange(width // _COARSE + 1) + 0.5) * _COARSE
        ys = (np.arange(height // _COARSE + 1) + 0.5) * _COARSE
        grid = np.stack(np.meshgrid(xs, ys), axis=-1).astype(np.float64)
        back = np.linalg.inv(self.lens.cloth())
        flat = cv2.perspectiveTransform(grid, back)
        ground = np.dstack([flat, np.zeros(flat.shape[:2])]).astype(np.float32)
        view = self.lens.place_mm.astype(np.float32) - ground
        return ground, view / np.linalg.norm(view, axis=-1, keepdims=True)

    def _fine(self, coarse: Grey) -> Grey:
        height, width = self.owner.shape
        full = (coarse.shape[1] * _COARSE, coarse.shape[0] * _COARSE)
        return np.asarray(cv2.resize(coarse, full)[:height, :width], np.float32)


def _darkness(
    thrown: Sequence[Points], ends: npt.NDArray[np.int64], box: Box, step_px: float
) -> Grey:
    """0..1 in the box: the mean of the shadows from a lamp's points, without the gaps between them;
    the softer the shadow, the coarser it is drawn."""
    wide, high = box[2] - box[0], box[3] - box[1]
    coarse = float(np.clip(step_px / 2.5, 1.0, 8.0))
    size = (max(1, round(wide / coarse)), max(1, round(high / coarse)))
    scale = np.array(size, np.float32) / np.array([wide, high], np.float32)
    dark = np.zeros(size[::-1], np.float32)
    for points in thrown:
        mask = np.zeros(size[::-1], np.uint8)
        moved = (points - np.array(box[:2], np.float32)) * scale
        fixed, colour = _fixed(np.asarray(moved, np.float32))
        for piece in np.split(fixed, ends):
            cv2.fillConvexPoly(mask, piece, colour, lineType=cv2.LINE_AA, shift=_FINE)
        dark += mask
    dark /= np.float32(255 * len(thrown))
    if step_px >= 0.8:
        dark = np.asarray(cv2.GaussianBlur(dark, (0, 0), 0.45 * step_px / coarse), np.float32)
    return np.asarray(cv2.resize(dark, (wide, high)), np.float32)


def cover_of(polygon: Points, box: Box) -> Grey:
    """0..1 in the box, edges anti-aliased; any simple polygon."""
    mask = np.zeros((box[3] - box[1], box[2] - box[0]), np.uint8)
    points, colour = _fixed(polygon - np.array(box[:2], np.float32))
    cv2.fillPoly(mask, [points], colour, lineType=cv2.LINE_AA, shift=_FINE)
    return np.asarray(mask / np.float32(255), np.float32)


def _fixed(polygon: Points) -> tuple[npt.NDArray[np.int32], tuple[int]]:
    limited = np.clip(polygon, -3e4, 3e4)
    return np.round(limited * (1 << _FINE)).astype(np.int32), (255,)


def linear(picture: npt.NDArray[np.uint8]) -> Grey:
    """Grey levels of a picture file to what its paper throws back, 0..1."""
    return np.asarray(_LINEAR[picture], np.float32)


_LEVELS = np.arange(256, dtype=np.float64) / 255
_LINEAR = np.where(_LEVELS <= 0.04045, _LEVELS / 12.92, ((_LEVELS + 0.055) / 1.055) ** 2.4).astype(
    np.float32
)
