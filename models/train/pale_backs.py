"""Card backs of fine lines on pale paper: what a detector takes for a face before it learned them.

Found by measuring: inked backs were told from faces everywhere, thin brown, green or grey lines on
white hardly ever. Each is drawn of a few layers (hatching, chains, rosettes, wheels, tendrils), and
is the same upside down.
"""

from collections.abc import Callable

import cv2
import numpy as np
import numpy.typing as npt

from models.train.deck_art import FACE_H, FACE_W
from models.train.weather import Pixels
from vision.scene.texture import hsv

_FINE = 3
"""Drawn so many times larger, then averaged: lines thinner than a pixel stay lines."""
_Curve = npt.NDArray[np.float64]


class _Sheet:
    """A canvas in card pixels, drawn ``_FINE`` times larger."""

    def __init__(self, rng: np.random.Generator) -> None:
        self.rng = rng
        shade = rng.uniform(205, 252)
        self.paper = np.clip(np.array((1.0, 1.01, 1.02)) * shade + rng.normal(0, 5, 3), 0, 255)
        hue, strength = rng.uniform(), rng.choice([0.05, 0.3, 0.6, 0.85])
        self.ink = np.array(hsv(hue, strength, rng.uniform(0.15, 0.62)), float)
        self.image: Pixels = np.full((FACE_H * _FINE, FACE_W * _FINE, 3), self.paper, np.uint8)
        self.thin = int(rng.integers(1, 4))

    def curve(self, points: _Curve, *, closed: bool = False, wide: int | None = None) -> None:
        fixed = np.round(points * _FINE * 16).astype(np.int32)
        colour = self.ink.tolist()
        cv2.polylines(self.image, [fixed], closed, colour, wide or self.thin, cv2.LINE_AA, 4)

    def disc(self, centre: npt.ArrayLike, radius: float, colour: npt.NDArray[np.float64]) -> None:
        x, y = np.round(np.asarray(centre) * _FINE).astype(int).tolist()
        cv2.circle(self.image, (x, y), round(radius * _FINE), colour.tolist(), -1, cv2.LINE_AA)


def pale_back(rng: np.random.Generator) -> Pixels:
    """280x200 BGR."""
    sheet = _Sheet(rng)
    layers: tuple[Callable[[_Sheet], None], ...] = (
        *(_hatching, _dots, _waves, _lozenges),
        *(_rosettes, _wheels, _tendrils, _petals),
    )
    ground = int(rng.integers(0, 5))
    if ground < 4:
        layers[ground](sheet)
    fewest = 0 if ground < 4 else 1  # a blank sheet is a sheet, not a back
    for index in rng.choice([4, 5, 6, 7], int(rng.integers(fewest, 3)), replace=False):
        layers[int(index)](sheet)
    half = sheet.image[: FACE_H * _FINE // 2]
    whole = np.vstack([half, half[::-1, ::-1]])
    sheet.image = np.ascontiguousarray(whole)
    if rng.random() < 0.35:
        _medal(sheet)
    _frame(sheet)
    return np.asarray(cv2.resize(sheet.image, (FACE_W, FACE_H), interpolation=cv2.INTER_AREA))


def _circle(centre: npt.ArrayLike, radius: float, points: int = 60) -> _Curve:
    turns = np.linspace(0, 2 * np.pi, points, endpoint=False)
    return np.asarray(centre) + radius * np.stack([np.cos(turns), np.sin(turns)], axis=1)


def _hatching(sheet: _Sheet) -> None:
    """One to three directions of parallel lines."""
    rng = sheet.rng
    for turn in rng.uniform(0, np.pi, int(rng.integers(1, 4))):
        ahead = np.array([np.cos(turn), np.sin(turn)])
        side = np.array([-ahead[1], ahead[0]])
        for away in np.arange(-180, 180, rng.uniform(3.5, 12)):
            middle = np.array([FACE_W / 2, FACE_H / 2]) + side * away
            sheet.curve(np.stack([middle - ahead * 200, middle + ahead * 200]))


def _dots(sheet: _Sheet) -> None:
    rng = sheet.rng
    step = rng.uniform(5, 18)
    radius = step * rng.uniform(0.12, 0.33)
    for row, y in enumerate(np.arange(0, FACE_H + step, step * 0.87)):
        for x in np.arange(step / 2 * (row % 2), FACE_W + step, step):
            sheet.disc((x, y), radius, sheet.ink)


def _waves(sheet: _Sheet) -> None:
    """Lines that swell and cross, as on banknotes."""
    rng = sheet.rng
    along = np.linspace(-10, FACE_H + 10, 160)
    step, swing, length = rng.uniform(4, 14), rng.uniform(3, 16), rng.uniform(20, 140)
    for index, x in enumerate(np.arange(-20, FACE_W + 20, step)):
        phase = index * rng.choice([0.0, 0.35, np.pi])
        bent = x + swing * np.sin(2 * np.pi * along / length + phase)
        sheet.curve(np.stack([bent, along], axis=1))


def _lozenges(sheet: _Sheet) -> None:
    """A trellis of outlined lozenges, often with an eye in each."""
    rng = sheet.rng
    wide = rng.uniform(12, 40)
    high, eye = wide * rng.uniform(0.8, 1.8), rng.random() < 0.6
    for row, y in enumerate(np.arange(0, FACE_H + high, high / 2)):
        for x in np.arange(wide / 2 * (row % 2), FACE_W + wide, wide):
            corners = np.array([(0, -high / 2), (wide / 2, 0), (0, high / 2), (-wide / 2, 0)])
            sheet.curve(corners * 0.96 + (x, y), closed=True)
            if eye:
                sheet.curve(_circle((x, y), wide * 0.14, 16), closed=True)


def _rosettes(sheet: _Sheet) -> None:
    """Epitrochoids: what an engraver's lathe turns."""
    rng = sheet.rng
    lobes, turns = int(rng.integers(5, 24)), int(rng.integers(1, 8))
    phase = np.linspace(0, 2 * np.pi * turns, 400 * turns)
    size, depth = rng.uniform(18, 75), rng.uniform(0.15, 0.6)
    reach = size * (1 - depth + depth * np.cos(phase * (lobes + 1 / turns)))
    flower = np.stack([np.cos(phase), np.sin(phase)], axis=1) * reach[:, None]
    for place in _places(rng):
        for scale in (1.0, 0.6)[: int(rng.integers(1, 3))]:
            sheet.curve(flower * scale + place)


def _wheels(sheet: _Sheet) -> None:
    rng = sheet.rng
    size, spokes = rng.uniform(12, 55), int(rng.integers(6, 40))
    rims = sorted(rng.uniform(0.2, 1.0, int(rng.integers(1, 5))))
    for place in _places(rng):
        if rng.random() < 0.5:
            sheet.disc(place, size, sheet.paper)
        for rim in (*rims, 1.0):
            sheet.curve(_circle(place, size * rim), closed=True)
        for end in _circle((0, 0), size, spokes):
            sheet.curve(np.stack([end * rims[0], end]) + place)


def _tendrils(sheet: _Sheet) -> None:
    """Spirals that roll out of each other, mirrored left and right."""
    rng = sheet.rng
    for _ in range(int(rng.integers(2, 7))):
        turn = np.linspace(0, rng.uniform(1.5, 3.2) * np.pi, 90)
        radius = np.exp(-turn * rng.uniform(0.18, 0.4)) * rng.uniform(14, 48)
        start = rng.uniform(0, 2 * np.pi)
        spiral = np.stack([np.cos(turn + start), np.sin(turn + start)], axis=1) * radius[:, None]
        at = rng.uniform((10, 10), (FACE_W / 2, FACE_H / 2))
        for mirrored in (spiral + at, (spiral + at) * (-1, 1) + (FACE_W, 0)):
            sheet.curve(mirrored, wide=sheet.thin + int(rng.integers(0, 4)))


def _petals(sheet: _Sheet) -> None:
    """Nested outlines of a flower with pointed or round leaves."""
    rng = sheet.rng
    leaves, size = int(rng.integers(4, 13)), rng.uniform(16, 70)
    turns = np.linspace(0, 2 * np.pi, 180)
    reach = np.abs(np.cos(leaves * turns / 2)) ** rng.uniform(0.3, 2.5)
    outline = np.stack([np.cos(turns), np.sin(turns)], axis=1) * (0.25 + 0.75 * reach)[:, None]
    for place in _places(rng):
        for scale in np.linspace(1, 0.2, int(rng.integers(1, 6))):
            sheet.curve(outline * size * scale + place, closed=True)


def _places(rng: np.random.Generator) -> _Curve:
    """Where motifs sit: in the middle, in the corners, along the long axis, or in a lattice."""
    x, y = FACE_W / 2, FACE_H / 2
    kind = rng.integers(4)
    if kind == 0:
        return np.array([(x, y)])
    if kind == 1:
        inset = rng.uniform(0.15, 0.32)
        return np.array([(FACE_W * inset, FACE_H * inset), (FACE_W * (1 - inset), FACE_H * inset)])
    if kind == 2:
        return np.array([(x, y * share) for share in (0.35, 0.68, 1.0)])
    step = rng.uniform(24, 60)
    return np.array([(a, b) for a in np.arange(0, FACE_W, step) for b in np.arange(0, y + 1, step)])


def _medal(sheet: _Sheet) -> None:
    """An oval or a round shield in the middle, empty or ringed."""
    rng = sheet.rng
    size = rng.uniform(14, 50)
    oval = _circle((0, 0), size) * (1, rng.uniform(0.7, 1.6)) + (FACE_W / 2, FACE_H / 2)
    filled = np.round(oval * _FINE).astype(np.int32)
    inked = rng.random() < 0.3
    cv2.fillPoly(sheet.image, [filled], (sheet.ink if inked else sheet.paper).tolist(), cv2.LINE_AA)
    middle = np.array([FACE_W / 2, FACE_H / 2])
    for scale in np.linspace(1, 0.3, int(rng.integers(1, 5))):
        sheet.curve((oval - middle) * scale + middle, closed=True)


def _frame(sheet: _Sheet) -> None:
    """A blank rim, rules, and now and then a rule across the middle."""
    rng = sheet.rng
    middle = np.array([FACE_W / 2, FACE_H / 2])
    if rng.random() < 0.12:
        sheet.curve(np.array([(0.0, FACE_H / 2), (float(FACE_W), FACE_H / 2)]), wide=2 * _FINE)
    rim = float(rng.choice([0, 5, 9, 13, 18]))
    edge = round(rim * _FINE)
    if edge:
        inner = sheet.image[edge:-edge, edge:-edge].copy()
        sheet.image[:] = sheet.paper
        sheet.image[edge:-edge, edge:-edge] = inner
    for rule in range(int(rng.integers(0, 4))):
        reach = middle - rim - rule * rng.uniform(2, 5)
        corners = np.array([(-1, -1), (1, -1), (1, 1), (-1, 1)]) * reach + middle
        sheet.curve(corners, closed=True, wide=int(rng.integers(1, 6)))
