"""Letters and figures of an index as coverage masks: of a font, or drawn as card makers do."""

from pathlib import Path

import cv2
import numpy as np
import numpy.typing as npt
from PIL import Image as PilImage
from PIL import ImageDraw, ImageFont

Pixels = npt.NDArray[np.uint8]


def glyph(text: str, font: Path, height_px: float, stretch: float = 1.0) -> Pixels:
    """Coverage mask (uint8) of a text, exactly ``height_px`` tall, stretched in width."""
    drawn = ImageFont.truetype(str(font), 96)
    left, top, right, bottom = drawn.getbbox(text)
    image = PilImage.new("L", (int(right - left) + 4, int(bottom - top) + 4))
    ImageDraw.Draw(image).text((2 - left, 2 - top), text, fill=255, font=drawn)
    mask = np.asarray(image)
    y, x = np.nonzero(mask > 64)
    if len(y) == 0:
        raise ValueError(f"{font.name} cannot draw {text!r}")
    mask = mask[y.min() : y.max() + 1, x.min() : x.max() + 1]
    return scaled(mask, height_px, stretch)


def flat_three(height_px: float, stretch: float, seed: int) -> Pixels:
    """Coverage mask of a 3 whose top is a bar and a slant, as ``glyph`` would give it."""
    rng = np.random.default_rng([83, seed])
    high, wide = 192, 192 * rng.uniform(0.5, 0.72)
    weight = high * rng.uniform(0.08, 0.15)
    left, right, top = weight, wide - weight / 2, weight / 2
    turn = np.radians(np.linspace(-rng.uniform(70, 110), rng.uniform(120, 165), 40))
    low = high * rng.uniform(0.27, 0.33)
    centre = np.array([wide * 0.46, high - low - weight / 2])
    bowl = centre + np.stack([np.cos(turn) * (wide * 0.5 - weight / 2), np.sin(turn) * low], axis=1)
    tick = [(left, top + high * rng.uniform(0.06, 0.16))] if weight < 22 else []
    bar = np.array([*tick, (left, top), (right, top)])
    slant = np.array([(right, top), bowl[0]])
    mask = np.zeros((high, round(wide)), np.uint8)
    for line, share in ((bar, 1.0), (slant, rng.uniform(0.5, 1.0)), (bowl, 1.0)):
        points = np.round(line * 16).astype(np.int32)
        cv2.polylines(mask, [points], False, 255, max(2, round(weight * share)), cv2.LINE_AA, 4)
    return scaled(mask, height_px, stretch)


def scaled(mask: npt.NDArray[np.generic], height_px: float, stretch: float) -> Pixels:
    height = max(3, round(height_px))
    width = max(2, round(mask.shape[1] * height / mask.shape[0] * stretch))
    return np.asarray(
        cv2.resize(np.asarray(mask, np.uint8), (width, height), interpolation=cv2.INTER_AREA)
    )
