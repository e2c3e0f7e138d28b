"""Small helpers to make seeded textures: noise, colours, shapes with soft edges."""

from typing import Any

import cv2
import numpy as np
import numpy.typing as npt

from vision.frame import Image, Points

Floats = npt.NDArray[np.float32]


def smooth_noise(rng: np.random.Generator, size: int, cells: int) -> Floats:
    """size x size noise in -1..1 with about ``cells`` bumps a side; tiles without a seam."""
    grid = rng.uniform(-1, 1, (cells, cells)).astype(np.float32)
    grid = np.pad(grid, 2, mode="wrap")
    scale = size / cells
    big = cv2.resize(grid, None, fx=scale, fy=scale, interpolation=cv2.INTER_CUBIC)
    edge = round(2 * scale)
    return np.ascontiguousarray(big[edge : edge + size, edge : edge + size])


def hsv(hue: float, saturation: float, value: float) -> tuple[int, int, int]:
    """BGR from hue 0..1, saturation 0..1, value 0..1."""
    pixel = np.array([[[hue % 1.0 * 179, saturation * 255, value * 255]]]).astype(np.uint8)
    blue, green, red = cv2.cvtColor(pixel, cv2.COLOR_HSV2BGR)[0, 0]
    return int(blue), int(green), int(red)


def bgr(hex_colour: str) -> tuple[int, int, int]:
    """``#RRGGBB`` to BGR."""
    return int(hex_colour[5:7], 16), int(hex_colour[3:5], 16), int(hex_colour[1:3], 16)


def to_image(values: npt.NDArray[np.floating[Any]]) -> Image:
    """Grey levels, clipped to what a byte holds."""
    return np.asarray(np.clip(values, 0, 255), np.uint8)


def as_image(values: npt.ArrayLike) -> Image:
    """What OpenCV returned, known to be bytes; no copy."""
    return np.asarray(values, np.uint8)


def as_points(values: npt.ArrayLike) -> Points:
    """What OpenCV returned, as pixel coordinates."""
    return np.asarray(values, np.float32)


def fill(image: Image, points: npt.ArrayLike, colour: tuple[int, ...] | int) -> None:
    """Fill one polygon, edges anti-aliased, with a quarter-of-an-eighth pixel accuracy."""
    fixed = np.round(np.asarray(points, dtype=np.float64) * 32).astype(np.int32)
    cv2.fillPoly(image, [fixed], _scalar(colour), lineType=cv2.LINE_AA, shift=5)


def outline(
    image: Image, points: npt.ArrayLike, colour: tuple[int, ...] | int, thickness: int
) -> None:
    """Stroke one closed polygon with round joins."""
    fixed = np.round(np.asarray(points, dtype=np.float64) * 32).astype(np.int32)
    cv2.polylines(image, [fixed], True, _scalar(colour), thickness, lineType=cv2.LINE_AA, shift=5)


def _scalar(colour: tuple[int, ...] | int) -> tuple[int, ...]:
    return colour if isinstance(colour, tuple) else (colour,)
