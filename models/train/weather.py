"""What light, lens and camera do to a picture, drawn at random."""

from typing import Any

import cv2
import numpy as np
import numpy.typing as npt

from models.train.packages import AssetError

Pixels = npt.NDArray[np.uint8]


def pixels(picture: npt.NDArray[Any] | None) -> Pixels:
    """What OpenCV returned, as the uint8 array it is; None (a file it cannot read) is refused."""
    if picture is None:
        raise AssetError("a picture is missing: run python -m models.train.assets")
    return np.asarray(picture, np.uint8)


def light(canvas: Pixels, rng: np.random.Generator) -> Pixels:
    """Lamps, shadows, casts, exposure, glare, haze, contrast and saturation, each now and then."""
    height, width = canvas.shape[:2]
    lit: npt.NDArray[Any] = canvas.astype(np.float32)
    if rng.random() < 0.6:  # uneven lamp, soft shadows
        wide = rng.random() < 0.7
        knots = rng.uniform(0.55, 1.3, (3, 2)) if wide else rng.uniform(0.3, 1.4, (5, 4))
        size = (width, height)
        lamp = cv2.resize(knots.astype(np.float32), size, interpolation=cv2.INTER_CUBIC)
        lit *= lamp[..., None]
    if rng.random() < 0.15:  # the edge of a shadow
        polygon = rng.uniform(-0.3, 1.3, (4, 2)) * (width, height)
        shade = np.ones((height, width), np.float32)
        cv2.fillConvexPoly(shade, cv2.convexHull(polygon.astype(np.int32)), rng.uniform(0.3, 0.75))
        lit *= cv2.GaussianBlur(shade, (0, 0), float(rng.uniform(0.6, 6)))[..., None]
    if rng.random() < 0.25:  # cast
        lit *= rng.uniform(0.7, 1.15, 3).astype(np.float32)
    elif rng.random() < 0.3:  # warm lamp
        warm = rng.uniform(0, 0.35)
        lit *= np.array([1 - warm, 1 - warm * 0.3, 1], np.float32)
    gain = np.exp(rng.normal(-0.05, 0.28))
    if rng.random() < 0.12:
        gain = rng.uniform(1.3, 2.1) if rng.random() < 0.6 else rng.uniform(0.15, 0.5)
    lit *= gain
    if rng.random() < 0.22:  # glare
        spot: npt.NDArray[Any] = np.zeros((height, width), np.float32)
        centre = (int(rng.uniform(0, width)), int(rng.uniform(0, height)))
        axes = (int(rng.uniform(0.06, 0.5) * width), int(rng.uniform(0.06, 0.35) * height))
        cv2.ellipse(spot, centre, axes, rng.uniform(0, 180), 0, 360, 1.0, -1)
        spot = cv2.GaussianBlur(spot, (0, 0), float(rng.uniform(1.5, 0.2 * width)))
        lit += spot[..., None] * rng.uniform(60, 330)
    if rng.random() < 0.2:  # haze, low contrast
        haze = rng.uniform(0.1, 0.5)
        lit = lit * (1 - haze) + rng.uniform(60, 230) * haze
    lit = np.clip(lit, 0, 255)
    if rng.random() < 0.4:
        lit = 255 * (lit / 255) ** rng.uniform(0.65, 1.5)
    if rng.random() < 0.2:
        grey = lit.mean(axis=2, keepdims=True)
        lit = np.clip(grey + (lit - grey) * rng.uniform(0.3, 1.4), 0, 255)
    return lit.astype(np.uint8)


def lens(canvas: Pixels, scale: float, rng: np.random.Generator) -> Pixels:
    """Blur, motion, noise, sharpening and JPEG; ``scale``: canvas pixels for each crop pixel."""
    roll = rng.random()
    if roll < 0.55:
        sigma = abs(rng.normal(0, 0.7)) + 0.15
        if roll < 0.1:
            sigma = rng.uniform(0.8, 2.2)
        canvas = pixels(cv2.GaussianBlur(canvas, (0, 0), sigma * max(0.6, scale)))
    elif roll < 0.68:
        length = int(rng.integers(2, 3 + int(5 * scale)))
        kernel = np.zeros((2 * length + 1, 2 * length + 1), np.float32)
        turn = rng.uniform(0, np.pi)
        dx, dy = int(length * np.cos(turn)), int(length * np.sin(turn))
        cv2.line(kernel, (length - dx, length - dy), (length + dx, length + dy), 1.0, 1)
        canvas = pixels(cv2.filter2D(canvas, -1, kernel / kernel.sum()))
    if rng.random() < 0.6:
        noise = rng.standard_normal(canvas.shape, dtype=np.float32) * rng.uniform(1, 11)
        canvas = np.clip(canvas + noise, 0, 255).astype(np.uint8)
    if rng.random() < 0.15:
        soft = cv2.GaussianBlur(canvas, (0, 0), 1.0)
        canvas = pixels(cv2.addWeighted(canvas, 2.0, soft, -1.0, 0))
    if rng.random() < 0.45:
        quality = [cv2.IMWRITE_JPEG_QUALITY, int(rng.integers(30, 92))]
        canvas = pixels(cv2.imdecode(cv2.imencode(".jpg", canvas, quality)[1], cv2.IMREAD_COLOR))
    return canvas
