"""A small, smoothed copy of a picture: enough to tell that something changed, and where.

Cheap beside the networks (a millisecond), and it knows nothing of cards: it is the second opinion
when the detector loses sight of a card that has not moved.
"""

import math
from dataclasses import dataclass
from functools import cache

import cv2
import numpy as np
import numpy.typing as npt

from vision.detectors.base import Box
from vision.frame import Image
from vision.geometry import Floats, corners_of, quad_size
from vision.resize import resized

WIDTH_PX = 320
CHANGED_GREY = 14.0
CHANGED_PIXELS = 14
"""A pawn of 25 mm in 70 cm of cloth is some 90 pixels of a thumb."""
PATCH_GREY = 10.0
SAME_GREY = 4.0
NOISE_GREY = 2.0
"""Noise and compression change a sample by one or two grey levels."""
GAIN = (0.6, 1.65)
"""How much weaker or stronger light may fall on the same thing."""
SAMPLES = (12, 16)

Patch = npt.NDArray[np.float32]
"""16x12x3 samples over a quad."""
Mask = npt.NDArray[np.bool_]
"""16x12, which of them."""


@dataclass(frozen=True, slots=True, eq=False)
class Thumb:
    """``pixels``: float32 BGR, 320 wide; ``scale``: thumb pixels for one picture pixel."""

    pixels: npt.NDArray[np.float32]
    scale: float

    @classmethod
    def of(cls, image: Image) -> "Thumb":
        height = max(1, round(WIDTH_PX * image.shape[0] / image.shape[1]))
        small = resized(image, (WIDTH_PX, height))
        smooth = cv2.GaussianBlur(small, (3, 3), 0).astype(np.float32)
        return cls(np.asarray(smooth), WIDTH_PX / image.shape[1])

    def differs(self, other: "Thumb") -> bool:
        """Whether anything as large as half a pawn looks different, a change of the light aside."""
        if self.pixels.shape != other.pixels.shape:
            return True
        return int(np.count_nonzero(self._changed(other))) >= CHANGED_PIXELS

    def changed_box(self, other: "Thumb") -> Box | None:
        """The part of the picture, in its pixels, outside of which nothing looks different; None
        where that is nowhere."""
        if self.pixels.shape != other.pixels.shape:
            height, width = self.pixels.shape[:2]
            x, y, w, h = 0, 0, width, height
        else:
            x, y, w, h = cv2.boundingRect(self._changed(other).astype(np.uint8))
        if w == 0:
            return None
        left, top = math.floor(x / self.scale), math.floor(y / self.scale)
        return left, top, math.ceil((x + w) / self.scale), math.ceil((y + h) / self.scale)

    def _changed(self, other: "Thumb") -> npt.NDArray[np.bool_]:
        """Which pixels look different, a change of the light aside."""
        gap = cv2.subtract(self.pixels, other.pixels)
        light = np.median(gap[::6, ::6], axis=(0, 1))
        return np.asarray(cv2.inRange(gap, light - CHANGED_GREY, light + CHANGED_GREY) == 0)

    def changed_share(self, other: "Thumb") -> float:
        """How much of the picture looks different, light included, 0..1."""
        if self.pixels.shape != other.pixels.shape:
            return 1.0
        gap = np.abs(self.pixels[::2, ::2] - other.pixels[::2, ::2]).max(axis=2)
        return float((gap > 2 * CHANGED_GREY).mean())

    def patch(self, quad_px: Floats, samples: tuple[int, int] = SAMPLES) -> Patch:
        """What lies in ``quad_px`` (picture pixels), as 16x12 samples; edges repeat outside."""
        width, height = samples
        target = corners_of(0, 0, width, height) - np.float32(0.5)
        source = (quad_px * self.scale).astype(np.float32)
        matrix = cv2.getPerspectiveTransform(source, target)
        sampled = cv2.warpPerspective(
            self.pixels, matrix, samples, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE
        )
        return np.asarray(sampled, dtype=np.float32)

    def looks_bare(self, quad_px: Floats, others_px: list[Floats]) -> bool:
        """Whether ``quad_px`` looks like the cloth around it (what ``others_px`` cover left
        out)."""
        mask = np.zeros(self.pixels.shape[:2], dtype=np.uint8)
        middle = quad_px.mean(axis=0)
        _fill(mask, (middle + 1.7 * (quad_px - middle)) * self.scale, 1)
        for quad in [quad_px, *others_px]:
            centre = quad.mean(axis=0)
            _fill(mask, (centre + 1.1 * (quad - centre)) * self.scale, 0)
        cloth = self.pixels[mask > 0]
        if len(cloth) < 40 or quad_size(quad_px)[0] * self.scale < 4:
            return False
        inside = self.patch(quad_px)[2:-2, 2:-2].reshape(-1, 3)
        shift = np.abs(np.median(inside, axis=0) - np.median(cloth, axis=0)).max()
        rough, cloth_rough = inside.std(axis=0).max(), cloth.std(axis=0).max()
        return bool(shift < 20.0 + 0.5 * cloth_rough and rough < 8.0 + 1.6 * cloth_rough)


def patch_changed(before: Patch, now: Patch) -> bool:
    """Whether two patches show different things; an even change of light is none."""
    return difference(before, now) > PATCH_GREY


def difference(before: Patch, now: Patch, where: Mask | None = None) -> float:
    """Mean difference in grey levels, a change of light left out: one that is stronger or weaker
    all over the patch, or more so towards a side (a shadow's edge, the bands of a lamp at 50 Hz),
    and the same for all colours. ``where``: the samples to compare; None: all."""
    chosen = slice(None) if where is None else where.ravel()
    one, other = (patch.reshape(-1, 3)[chosen] for patch in (before, now))
    if (raw := _apart(other - one)) < NOISE_GREY:  # most of what lies still: no light to look for
        return raw
    gap = other - _relit(one, other, _slants(before.shape[:2])[:, chosen])
    gap -= np.clip(np.median(gap, axis=0), -12, 12)
    return _apart(gap)


def _apart(gap: npt.NDArray[np.float32]) -> float:
    """Mean over the samples (Nx3) of how far the most different colour is off."""
    np.abs(gap, out=gap)
    return float(np.maximum(np.maximum(gap[:, 0], gap[:, 1]), gap[:, 2]).mean())


def _relit(
    before: npt.NDArray[np.float32], now: npt.NDArray[np.float32], slants: npt.NDArray[np.float32]
) -> npt.NDArray[np.float32]:
    """``before`` (Nx3) under the light of ``now``: a gain that is even or slanting (``slants``
    3xN), by least squares."""
    parts = (slants[..., None] * before[None]).reshape(3, -1)
    gains = np.linalg.solve(parts @ parts.T + np.eye(3), parts @ now.ravel())
    gain = np.clip(gains @ slants, *GAIN)
    return np.asarray(before * gain[:, None], dtype=np.float32)


@cache
def _slants(shape: tuple[int, int]) -> npt.NDArray[np.float32]:
    """3xN: even, downward and sideward, each 1 at most."""
    height, width = shape
    down, across = np.mgrid[-1 : 1 : height * 1j, -1 : 1 : width * 1j]
    return np.stack([np.ones_like(down), down, across]).reshape(3, -1).astype(np.float32)


def same_patch(before: Patch, now: Patch) -> bool:
    """Whether two patches show the very same thing: not merely nothing that would be noticed."""
    return difference(before, now) < SAME_GREY


def _fill(mask: npt.NDArray[np.uint8], quad: Floats, value: int) -> None:
    cv2.fillConvexPoly(mask, np.round(quad).astype(np.int32), (value,))
