"""Procedural card backs: guilloche, lattice, bordered and borderless, scales; chosen by a seed."""

import cv2
import numpy as np
import numpy.typing as npt

from vision.frame import Image
from vision.scene.texture import hsv, to_image

Grey = npt.NDArray[np.float64]

BACK_PX = (300, 420)  # width, height
_INKS = (0.0, 0.60, 0.58, 0.36, 0.80, 0.08, 0.98)


def card_back(seed: int) -> Image:
    """420x300 BGR; the same upside down, as backs are."""
    rng = np.random.default_rng([23, seed])
    height = BACK_PX[1]
    ink = np.array(hsv(rng.choice(_INKS), rng.uniform(0.5, 0.95), rng.uniform(0.25, 0.7)), float)
    paper = np.array((238.0, 243.0, 246.0)) - rng.uniform(0, 25)
    if rng.random() < 0.25:
        ink, paper = paper, ink
    pattern = (_guilloche, _lattice, _scales, _stripes)[seed % 4](rng)
    half = pattern[: height // 2]
    pattern = np.vstack([half, half[::-1, ::-1]])
    image = paper + (ink - paper) * pattern[..., None]
    _border(image, rng, ink=ink, paper=paper, seed=seed)
    return to_image(image.astype(np.float32))


def _grid() -> tuple[Grey, Grey]:
    width, height = BACK_PX
    rows, columns = np.mgrid[0:height, 0:width].astype(np.float64)
    return columns - (width - 1) / 2, rows - (height - 1) / 2


def _lines(phase: Grey, softness: float = 4.0) -> Grey:
    wave: Grey = np.clip(0.5 + softness * np.sin(phase) / 2, 0, 1)
    return wave


def _guilloche(rng: np.random.Generator) -> Grey:
    x, y = _grid()
    radius, turn = np.hypot(x, y), np.arctan2(y, x)
    lobes, depth = int(rng.integers(6, 16)), rng.uniform(4, 14)
    pitch = rng.uniform(7, 15)
    first = _lines((radius + depth * np.cos(lobes * turn)) * 2 * np.pi / pitch)
    second = _lines((radius - depth * np.cos(lobes * turn)) * 2 * np.pi / pitch)
    return 0.9 * np.maximum(first, second)


def _lattice(rng: np.random.Generator) -> Grey:
    x, y = _grid()
    pitch = rng.uniform(10, 30)
    slope = rng.uniform(0.6, 1.6)
    first = _lines((x + slope * y) * 2 * np.pi / pitch, rng.uniform(2, 6))
    second = _lines((x - slope * y) * 2 * np.pi / pitch, rng.uniform(2, 6))
    mixes = (np.maximum(first, second), np.minimum(first, second), np.abs(first - second))
    return mixes[int(rng.integers(3))]


def _scales(rng: np.random.Generator) -> Grey:
    width, height = BACK_PX
    mask = np.zeros((height, width), np.uint8)
    step = int(rng.integers(14, 36))
    for row in range(-1, height // (step // 2) + 2):
        for column in range(-1, width // step + 2):
            centre = (column * step + (row % 2) * step // 2, row * (step // 2))
            for part in (0.95, 0.6, 0.25):
                cv2.circle(mask, centre, max(1, int(step * 0.5 * part)), 255, 2, cv2.LINE_AA)
    return mask / 255.0


def _stripes(rng: np.random.Generator) -> Grey:
    x, y = _grid()
    kind = rng.integers(3)
    pitch = rng.uniform(8, 40)
    if kind == 0:
        return _lines((np.abs(x) + np.abs(y)) * 2 * np.pi / pitch)
    if kind == 1:
        return np.full(x.shape, rng.uniform(0.75, 1.0))
    return _lines(x * 2 * np.pi / pitch) * _lines(y * 2 * np.pi / pitch)


def _border(image: Grey, rng: np.random.Generator, *, ink: Grey, paper: Grey, seed: int) -> None:
    """Three in four backs have a paper border and a rule or two; often a medallion."""
    width, height = BACK_PX
    if rng.random() < 0.5:
        centre, axes = (
            (width // 2, height // 2),
            (int(rng.integers(25, 75)), int(rng.integers(25, 90))),
        )
        cv2.ellipse(image, centre, axes, 0, 0, 360, paper.tolist(), -1, cv2.LINE_AA)
        cv2.ellipse(image, centre, axes, 0, 0, 360, ink.tolist(), 5, cv2.LINE_AA)
        small = (axes[0] * 6 // 10, axes[1] * 6 // 10)
        cv2.ellipse(image, centre, small, 0, 0, 360, ink.tolist(), -1, cv2.LINE_AA)
    if seed // 4 % 4 == 3:
        return
    edge = int(rng.integers(9, 24))
    image[:edge], image[-edge:], image[:, :edge], image[:, -edge:] = paper, paper, paper, paper
    for rule in range(int(rng.integers(0, 3))):
        inset = edge + 5 * rule
        corner = (width - 1 - inset, height - 1 - inset)
        cv2.rectangle(image, (inset, inset), corner, ink.tolist(), 2, cv2.LINE_AA)
