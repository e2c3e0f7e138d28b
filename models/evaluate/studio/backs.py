"""Backs of the studio's decks: engraved on a card's own lathe, or the deck's own.

Drawn as roulette curves and rosettes, with frames, unlike ``vision/scene`` and ``back_art``.
"""

import cv2
import numpy as np

from models.evaluate.studio.decks import FOLDER, StudioDeck
from models.evaluate.studio.lens import Pixels

SIZE_PX = (480, 672)
_INKS = ((150, 60, 20), (40, 30, 160), (60, 90, 30), (110, 30, 90), (40, 40, 40), (20, 90, 140))


def any_back(rng: np.random.Generator, decks: tuple[StudioDeck, ...]) -> Pixels:
    """A fifth are backs of the decks themselves, the rest engraved."""
    own = [deck for deck in decks if deck.has_back]
    if rng.random() < 0.2:
        path = FOLDER / own[int(rng.integers(len(own)))].name / "back.png"
        picture = cv2.imread(str(path), cv2.IMREAD_COLOR)
        assert picture is not None
        return np.asarray(cv2.resize(picture, SIZE_PX, interpolation=cv2.INTER_AREA), np.uint8)
    return engraved(rng)


def engraved(rng: np.random.Generator) -> Pixels:
    """672 x 480 BGR, the same upside down."""
    width, height = SIZE_PX
    ink = tuple(
        float(np.clip(c + rng.normal(0, 18), 0, 200)) for c in _INKS[int(rng.integers(len(_INKS)))]
    )
    paper = (float(rng.uniform(225, 248)),) * 3
    reverse = rng.random() < 0.55
    ground, line = (ink, paper) if reverse else (paper, ink)
    back: Pixels = np.full((height, width, 3), ground, np.uint8)
    pattern = (_roulettes, _bicycle, _weave, _scrolls)[int(rng.integers(4))]
    pattern(back, rng, line)
    half = back[: height // 2]
    back = np.vstack([half, half[::-1, ::-1]])
    if rng.random() < 0.5:
        _medallion(back, rng, ground, line)
    rim = int(rng.choice([0, 18, 24, 32]))
    if rim:
        inner = back[rim:-rim, rim:-rim].copy()
        back[:] = paper
        back[rim:-rim, rim:-rim] = inner
        cv2.rectangle(back, (rim, rim), (width - rim, height - rim), ink, 3, cv2.LINE_AA)
    return back


def _curve(back: Pixels, x: object, y: object, colour: tuple[float, ...], wide: int) -> None:
    points = np.stack([np.asarray(x), np.asarray(y)], axis=1) * 16
    fixed = points.astype(np.int32)
    cv2.polylines(back, [fixed], False, colour, wide, cv2.LINE_AA, 4)


def _roulettes(back: Pixels, rng: np.random.Generator, line: tuple[float, ...]) -> None:
    """Hypotrochoids of a few gears in a lattice."""
    big, small, pen = rng.uniform(60, 120), rng.uniform(17, 41), rng.uniform(20, 60)
    turn = np.linspace(0, 60 * np.pi, 2400)
    x = (big - small) * np.cos(turn) + pen * np.cos((big - small) / small * turn)
    y = (big - small) * np.sin(turn) - pen * np.sin((big - small) / small * turn)
    step = big * 1.15
    for row in range(-1, int(SIZE_PX[1] / step) + 2):
        for column in range(-1, int(SIZE_PX[0] / step) + 2):
            _curve(back, x * 0.6 + column * step, y * 0.6 + row * step, line, 1)


def _bicycle(back: Pixels, rng: np.random.Generator, line: tuple[float, ...]) -> None:
    """Wheels with spokes among leaves."""
    for centre, radius in (((240, 170), 88), ((96, 96), 44), ((384, 96), 44), ((240, 336), 60)):
        spokes = int(rng.integers(8, 22))
        for ring in (1.0, 0.86, 0.4, 0.3):
            cv2.circle(back, centre, int(radius * ring), line, 3, cv2.LINE_AA)
        for spoke in range(spokes):
            turn = 2 * np.pi * spoke / spokes
            tip = (int(centre[0] + radius * np.cos(turn)), int(centre[1] + radius * np.sin(turn)))
            cv2.line(back, centre, tip, line, 2, cv2.LINE_AA)
    for _ in range(int(rng.integers(60, 160))):
        x, y = rng.uniform(20, 460), rng.uniform(20, 330)
        axes, turn = (int(rng.integers(8, 26)), int(rng.integers(3, 8))), float(rng.uniform(0, 360))
        cv2.ellipse(back, (int(x), int(y)), axes, turn, 0, 360, line, 2, cv2.LINE_AA)


def _weave(back: Pixels, rng: np.random.Generator, line: tuple[float, ...]) -> None:
    """Two families of waves over each other."""
    pitch, high = rng.uniform(9, 22), rng.uniform(4, 22)
    along = np.linspace(0, SIZE_PX[1], 300)
    length = rng.uniform(30, 120)
    for at in np.arange(-40, SIZE_PX[0] + 40, pitch):
        for sign in (1, -1):
            wave = at + sign * high * np.sin(along * 2 * np.pi / length)
            _curve(back, wave, along, line, int(rng.choice([1, 2])))


def _scrolls(back: Pixels, rng: np.random.Generator, line: tuple[float, ...]) -> None:
    """Spirals and tendrils."""
    turn = np.linspace(0.3, 5 * np.pi, 160)
    for _ in range(int(rng.integers(25, 60))):
        x, y = rng.uniform(0, SIZE_PX[0]), rng.uniform(0, SIZE_PX[1] / 2)
        size, start = rng.uniform(1.2, 3.6), rng.uniform(0, 6.3)
        sign = float(rng.choice([-1, 1]))
        reach = size * turn
        _curve(
            back,
            x + reach * np.cos(sign * turn + start),
            y + reach * np.sin(sign * turn + start),
            line,
            2,
        )


def _medallion(
    back: Pixels, rng: np.random.Generator, ground: tuple[float, ...], line: tuple[float, ...]
) -> None:
    """A rosette in the middle: round things on a back that are no pawns."""
    centre, radius = (SIZE_PX[0] // 2, SIZE_PX[1] // 2), int(rng.uniform(50, 120))
    cv2.circle(back, centre, radius, ground, -1, cv2.LINE_AA)
    cv2.circle(back, centre, radius, line, 5, cv2.LINE_AA)
    turn = np.linspace(0, 2 * np.pi, 500)
    for _ in range(int(rng.integers(2, 6))):
        petals, depth = int(rng.integers(3, 14)), rng.uniform(0.15, 0.5)
        reach = radius * 0.85 * (1 - depth + depth * np.cos(petals * turn))
        _curve(back, centre[0] + reach * np.cos(turn), centre[1] + reach * np.sin(turn), line, 2)
