"""More procedural card backs for the training, unlike those of the staged table."""

import cv2
import numpy as np

from models.train.deck_art import FACE_H, FACE_W
from models.train.weather import Pixels


def procedural_back(rng: np.random.Generator) -> Pixels:
    """A bordered back: lattice, rings or guilloche in one or two colours."""
    hue = rng.integers(0, 180)
    hsv = np.array([[[hue, rng.integers(90, 255), rng.integers(60, 230)]]], np.uint8)
    blue, green, red = cv2.cvtColor(hsv, cv2.COLOR_HSV2BGR)[0, 0]
    ink = (int(blue), int(green), int(red))
    if rng.random() < 0.15:
        ink = (30, 30, 30)
    paper = (250, 250, 250)
    if rng.random() < 0.2:
        paper = (int(rng.integers(255)), int(rng.integers(255)), int(rng.integers(255)))
    back: Pixels = np.full((FACE_H, FACE_W, 3), paper, np.uint8)
    border = int(rng.choice([0, 0, 6, 10, 14, 18]))
    inner = back[border : FACE_H - border, border : FACE_W - border]
    inner[:] = ink if rng.random() < 0.7 else paper
    line = paper if tuple(inner[0, 0]) == ink else ink
    height, width = inner.shape[:2]
    style, step = rng.integers(0, 5), int(rng.integers(6, 26))
    weight = int(rng.integers(1, max(2, step // 4)))
    canvas = np.ascontiguousarray(inner)
    if style == 0:
        for k in range(-height, width, step):
            cv2.line(canvas, (k, 0), (k + height, height), line, weight, cv2.LINE_AA)
            cv2.line(canvas, (k + height, 0), (k, height), line, weight, cv2.LINE_AA)
    elif style == 1:
        for y in range(0, height + step, step):
            for x in range(0, width + step, step):
                cv2.circle(canvas, (x, y), int(step * 0.55), line, weight, cv2.LINE_AA)
    elif style == 2:
        t = np.linspace(0, 2 * np.pi, 400)
        for k in range(4, max(width, height) // 2, max(6, step // 2)):
            petals, depth = int(rng.integers(4, 16)), float(rng.uniform(0.05, 0.3))
            r = k * (1 + depth * np.sin(petals * t))
            points = np.stack([width / 2 + r * np.cos(t), height / 2 + 1.3 * r * np.sin(t)], 1)
            cv2.polylines(canvas, [points.astype(np.int32)], True, line, 1, cv2.LINE_AA)
    elif style == 3:
        for k in range(0, width // 2, step):
            corner = (width - k - 1, height - k - 1)
            cv2.rectangle(canvas, (k, k), corner, line, weight, cv2.LINE_AA)
    else:
        noise = rng.normal(size=(height // 8 + 1, width // 8 + 1)).astype(np.float32)
        big = cv2.resize(noise, (width, height), interpolation=cv2.INTER_CUBIC)
        canvas[big > 0.2] = line
        canvas = np.maximum(canvas, canvas[::-1, ::-1])
    if rng.random() < 0.4:
        middle, across = (width // 2, height // 2), int(rng.integers(20, 70))
        cv2.circle(canvas, middle, across, paper, -1, cv2.LINE_AA)
        cv2.circle(canvas, middle, across - 6, ink, int(rng.integers(1, 8)), cv2.LINE_AA)
    inner[:] = canvas
    return back
