"""What lamps and cameras do to a picture, beyond what the staged table dares."""

import cv2
import numpy as np

from vision.frame import Image
from vision.scene.lamps import Lamp
from vision.scene.texture import Floats, as_image


def any_lamp(rng: np.random.Generator) -> Lamp:
    """From a dim corner to a burnt-out window seat, warm or cold, sometimes with hard glare."""
    warmth = rng.normal(0.05, 0.12)
    green = rng.normal(1, 0.03)
    glossy = rng.random() < 0.35
    strength = rng.choice(
        [rng.uniform(0.75, 1.1), rng.uniform(0.2, 0.8), rng.uniform(1.1, 2.0)], p=[0.55, 0.27, 0.18]
    )
    return Lamp(
        colour=(1 - warmth, green, 1 + 0.6 * warmth),
        strength=float(strength),
        centre=(rng.uniform(-0.5, 1.5), rng.uniform(-0.5, 1.5)),
        reach=rng.uniform(0.35, 2.5),
        ambient=rng.uniform(0.1, 0.9),
        glare_centre=(rng.uniform(0, 1), rng.uniform(0, 1)),
        glare_radius=rng.uniform(0.03, 0.3),
        glare=rng.uniform(20, 220) if glossy else 0.0,
        shadow_deg=rng.uniform(0, 360),
        shadow=rng.uniform(0.05, 0.75),
        rim=int(rng.uniform(125, 246)),
        shadow_mm=rng.uniform(0.4, 4.0),
    )


def spoil(image: Image, rng: np.random.Generator) -> Image:
    """What happens between the table and the file: shadows, shake, exposure, compression."""
    if rng.random() < 0.3:
        image = _cast_shadow(image, rng)
    if rng.random() < 0.15:
        image = _shake(image, rng)
    if rng.random() < 0.6:
        gamma, contrast = rng.uniform(0.6, 1.6), rng.uniform(0.8, 1.25)
        grey = rng.uniform(-25, 20)
        steps = np.linspace(0, 1, 256) ** gamma * 255
        curve = np.clip((steps - 128) * contrast + 128 + grey, 0, 255).astype(np.uint8)
        image = as_image(cv2.LUT(image, curve))
    quality = int(rng.choice([95, 88, 75, 55, 35], p=[0.3, 0.3, 0.2, 0.13, 0.07]))
    encoded = cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, quality])[1]
    return np.asarray(cv2.imdecode(encoded, cv2.IMREAD_COLOR), np.uint8)


def shade(height: int, width: int, rng: np.random.Generator) -> Floats:
    """The share of light (h x w x 3, BGR, 0..1) that a phone, a head, a hand or a window frame
    between lamp and table leaves: an edge may be hard, and what is left has a colour of its own."""
    mask = np.zeros((height, width), np.uint8)
    centre = rng.uniform(0, 1, 2) * (width, height)
    count = int(rng.integers(3, 9))
    turns = np.sort(rng.uniform(0, 2 * np.pi, count))
    radius = rng.uniform(0.15, 0.7, count) * width
    points = centre + np.stack([np.cos(turns), np.sin(turns)], axis=1) * radius[:, None]
    cv2.fillPoly(mask, [points.astype(np.int32)], (255,))
    sigma = float(np.exp(rng.uniform(np.log(0.5), np.log(20))))
    soft = cv2.GaussianBlur(mask, (0, 0), sigma)[..., None].astype(np.float32) / 255
    tint = rng.normal(0, 0.08) * np.array([1.0, 0.2, -1.0])  # the sky's blue or a far lamp's yellow
    dark = np.clip(rng.uniform(0.2, 0.65) - tint, 0.05, 0.9).astype(np.float32)
    return np.asarray(1 - soft * dark, np.float32)


def _cast_shadow(image: Image, rng: np.random.Generator) -> Image:
    height, width = image.shape[:2]
    return as_image((image * shade(height, width, rng)).astype(np.uint8))


def _shake(image: Image, rng: np.random.Generator) -> Image:
    """Motion blur of a few pixels."""
    length = int(rng.integers(3, 9))
    kernel = np.zeros((length, length), np.float32)
    turn = rng.uniform(0, np.pi)
    reach = np.array([np.cos(turn), np.sin(turn)]) * length / 2
    start, end = length / 2 - reach, length / 2 + reach
    cv2.line(kernel, start.astype(int).tolist(), end.astype(int).tolist(), 1.0)
    return as_image(cv2.filter2D(image, -1, kernel / max(float(kernel.sum()), 1.0)))
