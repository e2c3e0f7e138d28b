"""Card backs of repeated motifs, mostly printed to the very edge, as gift shops sell them.

Found by measuring: backs with a white rim were found everywhere; of those without one (dots on
brown, scrolls on black, wreaths on red) whole tables were missed, or said to be no cards. Motifs of
one to three inks stand in a lattice or lie scattered on a ground of any colour; some backs are a
picture. Two of three are the same upside down.
"""

from collections.abc import Callable, Sequence

import cv2
import numpy as np
import numpy.typing as npt

from models.train.deck_art import FACE_H, FACE_W
from models.train.weather import Pixels
from vision.scene.texture import hsv

_FINE = 3
"""Drawn so many times larger, then averaged."""
_Colour = tuple[int, int, int]
_Points = npt.NDArray[np.float64]
_Motif = Callable[[np.random.Generator], list[_Points]]
"""Outlines to fill, in a circle of radius 1 round the origin."""


def motif_back(rng: np.random.Generator, pictures: Sequence[Pixels] = ()) -> Pixels:
    """280x200 BGR. Of ``pictures``, BGR of any size, now and then one is printed."""
    if pictures and rng.random() < 0.25:
        back = _cut(rng, pictures[int(rng.integers(len(pictures)))])
    else:
        back = _patterned(rng)
    if rng.random() < 0.67:
        half = back[: back.shape[0] // 2]
        back = np.vstack([half, half[::-1, ::-1]])
    back = np.ascontiguousarray(back)
    if rng.random() < 0.25:
        _medallion(back, rng)
    if rng.random() < 0.4:
        _rim(back, rng)
    return np.asarray(cv2.resize(back, (FACE_W, FACE_H), interpolation=cv2.INTER_AREA), np.uint8)


def _cut(rng: np.random.Generator, picture: Pixels) -> Pixels:
    """A piece of a picture, as large as the sheet."""
    height, width = picture.shape[:2]
    tall = rng.uniform(0.3, 1.0) * min(height, width * FACE_H / FACE_W)
    wide = tall * FACE_W / FACE_H
    x, y = rng.uniform(0, width - wide), rng.uniform(0, height - tall)
    piece = picture[int(y) : int(y + tall), int(x) : int(x + wide)]
    size = (FACE_W * _FINE, FACE_H * _FINE)
    return np.asarray(cv2.resize(piece, size, interpolation=cv2.INTER_LINEAR), np.uint8)


def _patterned(rng: np.random.Generator) -> Pixels:
    ground, inks = _palette(rng)
    sheet: Pixels = np.full((FACE_H * _FINE, FACE_W * _FINE, 3), ground, np.uint8)
    if rng.random() < 0.2:
        _shaded(sheet, rng)
    for ink in inks:
        motif = _MOTIFS[int(rng.integers(len(_MOTIFS)))](rng)
        turned = rng.random() < 0.4
        for place, size in _places(rng):
            turn = rng.uniform(0, 2 * np.pi) if turned else 0.0
            way = np.array([[np.cos(turn), np.sin(turn)], [-np.sin(turn), np.cos(turn)]]) * size
            outlines = [np.round((o @ way + place) * _FINE * 16).astype(np.int32) for o in motif]
            cv2.fillPoly(sheet, outlines, ink, cv2.LINE_AA, 4)
    return sheet


def _palette(rng: np.random.Generator) -> tuple[_Colour, list[_Colour]]:
    """A ground of any colour, and one to three inks that can be told from it, well or barely."""
    dark, middling, pale = (0.08, 0.3), (0.3, 0.75), (0.75, 1.0)
    value = float(rng.uniform(*(dark, middling, pale)[int(rng.integers(3))]))
    hue, full = float(rng.uniform()), float(rng.choice([0.0, 0.2, 0.5, 0.75, 0.9]))
    ground = hsv(hue, full, value)
    inks = []
    for _ in range(int(rng.integers(1, 4))):
        apart = float(rng.choice([rng.uniform(0.1, 0.25), rng.uniform(0.3, 0.9)]))
        other = value - apart if value > 0.5 else value + apart
        same = rng.random() < 0.6
        own = hue + float(rng.normal(0, 0.03)) if same else float(rng.uniform())
        strength = full * float(rng.uniform(0.0, 1.1))
        inks.append(hsv(own % 1.0, min(1.0, strength), float(np.clip(other, 0.04, 1.0))))
    return ground, inks


def _shaded(sheet: Pixels, rng: np.random.Generator) -> None:
    """The ground runs from light to dark, as on a sunburst or a night sky."""
    rows, columns = np.mgrid[-1 : 1 : FACE_H * _FINE * 1j, -1 : 1 : FACE_W * _FINE * 1j]
    way = np.hypot(rows, columns) if rng.random() < 0.5 else np.abs(rows)
    light = 1 + rng.uniform(-0.5, 0.4) * (way - 0.5)
    np.copyto(sheet, np.clip(sheet * light[..., None], 0, 255).astype(np.uint8))


def _places(rng: np.random.Generator) -> list[tuple[_Points, float]]:
    """Centres and radii, in card pixels: a square, staggered or loose lattice, or a scatter."""
    step = float(rng.choice([rng.uniform(8, 18), rng.uniform(18, 45), rng.uniform(45, 90)]))
    size = step * float(rng.uniform(0.18, 0.55))
    if rng.random() < 0.2:
        count = int(FACE_W * FACE_H / step**2) + 1
        spots = rng.uniform((0, 0), (FACE_W, FACE_H), (count, 2))
        return [(spot, size * float(rng.uniform(0.5, 1.3))) for spot in spots]
    high = step * float(rng.choice([1.0, 0.87, rng.uniform(0.6, 1.6)]))
    shift = float(rng.choice([0.0, 0.5]))
    start = rng.uniform(0, step, 2)
    places = []
    for row, y in enumerate(np.arange(start[1] - high, FACE_H + high, high)):
        for x in np.arange(start[0] - step * (1 + shift * (row % 2)), FACE_W + step, step):
            places.append((np.array([x, y]), size))
    return places


def _circle(radius: float = 1.0, at: tuple[float, float] = (0, 0), points: int = 24) -> _Points:
    turns = np.linspace(0, 2 * np.pi, points, endpoint=False)
    return np.stack([np.cos(turns), np.sin(turns)], axis=1) * radius + at


def _disc(_: np.random.Generator) -> list[_Points]:
    return [_circle()]


def _ring(rng: np.random.Generator) -> list[_Points]:
    """One to three rings (an outline in an outline is a hole)."""
    rims = np.linspace(1, 0.2, 2 * int(rng.integers(1, 4)))
    return [_circle(float(rim)) for rim in rims]


def _wreath(rng: np.random.Generator) -> list[_Points]:
    """Small discs or leaves in a circle, now and then round another."""
    count, size = int(rng.integers(6, 15)), float(rng.uniform(0.12, 0.24))
    turns = np.linspace(0, 2 * np.pi, count, endpoint=False)
    beads = [_circle(size, (0.8 * np.cos(t), 0.8 * np.sin(t)), 10) for t in turns]
    return [*beads, _circle(float(rng.uniform(0.15, 0.45)))] if rng.random() < 0.6 else beads


def _star(rng: np.random.Generator) -> list[_Points]:
    arms, deep = int(rng.integers(3, 9)), float(rng.uniform(0.25, 0.75))
    outline = _circle(points=2 * arms)
    outline[1::2] *= deep
    return [outline]


def _flower(rng: np.random.Generator) -> list[_Points]:
    leaves, sharp = int(rng.integers(3, 9)), float(rng.uniform(0.3, 2.0))
    turns = np.linspace(0, 2 * np.pi, 72, endpoint=False)
    reach = 0.2 + 0.8 * np.abs(np.cos(leaves * turns / 2)) ** sharp
    outline = np.stack([np.cos(turns), np.sin(turns)], axis=1) * reach[:, None]
    return [outline, _circle(0.18)] if rng.random() < 0.5 else [outline]


def _leaf(at: tuple[float, float], turn: float, long: float) -> _Points:
    along = np.linspace(0, np.pi, 10)
    side = np.stack([np.linspace(0, 1, 10), np.sin(along) * 0.28], axis=1)
    outline = np.concatenate([side, side[::-1] * (1, -1)]) * long
    way = np.array([[np.cos(turn), np.sin(turn)], [-np.sin(turn), np.cos(turn)]])
    return np.asarray(outline @ way + at)


def _sprig(rng: np.random.Generator) -> list[_Points]:
    """A stalk with leaves to both sides."""
    pairs, lean = int(rng.integers(2, 5)), float(rng.uniform(0.4, 1.1))
    leaves = [_leaf((0, 0.9), -np.pi / 2, 0.5)]
    for y in np.linspace(-0.8, 0.6, pairs):
        leaves += [_leaf((0, y), lean, 0.6), _leaf((0, y), np.pi - lean, 0.6)]
    stalk = np.array([(-0.05, -1), (0.05, -1), (0.05, 0.9), (-0.05, 0.9)])
    return [stalk, *leaves]


def _scroll(rng: np.random.Generator) -> list[_Points]:
    """A spiral band, alone or as a pair."""
    turn = np.linspace(0, float(rng.uniform(2.5, 5)) * np.pi, 60)
    radius, thick = np.linspace(0.95, 0.08, 60), float(rng.uniform(0.06, 0.14))
    way = np.stack([np.cos(turn), np.sin(turn)], axis=1)
    outer, inner = way * radius[:, None], way * np.maximum(radius - thick, 0)[:, None]
    band = np.concatenate([outer, inner[::-1]])
    return [band * 0.6 + (0.4, 0), band * (-0.6, 0.6) - (0.4, 0)] if rng.random() < 0.4 else [band]


def _lozenge(rng: np.random.Generator) -> list[_Points]:
    slim = float(rng.uniform(0.4, 1.0))
    outline = np.array([(0, -1), (slim, 0), (0, 1), (-slim, 0)])
    return [outline, outline * float(rng.uniform(0.3, 0.8))] if rng.random() < 0.5 else [outline]


def _cross(rng: np.random.Generator) -> list[_Points]:
    arm = float(rng.uniform(0.1, 0.35))
    return [
        np.array([(-1, -arm), (1, -arm), (1, arm), (-1, arm)]),
        np.array([(-arm, -1), (arm, -1), (arm, -arm), (-arm, -arm)]),
        np.array([(-arm, arm), (arm, arm), (arm, 1), (-arm, 1)]),
    ]


def _scale(_: np.random.Generator) -> list[_Points]:
    """A fan of arcs, as of fish scales."""
    half = _circle(points=24)
    half = half[half[:, 1] <= 0.01]
    return [half * r for r in (1.0, 0.8, 0.6, 0.4)]


def _chevron(rng: np.random.Generator) -> list[_Points]:
    thick = float(rng.uniform(0.15, 0.5))
    return [
        np.array(
            [(-1, 0.5), (0, -0.5), (1, 0.5), (1, 0.5 + thick), (0, thick - 0.5), (-1, 0.5 + thick)]
        )
    ]


def _heart(_: np.random.Generator) -> list[_Points]:
    t = np.linspace(0, 2 * np.pi, 40, endpoint=False)
    y = 13 * np.cos(t) - 5 * np.cos(2 * t) - 2 * np.cos(3 * t) - np.cos(4 * t)
    return [np.stack([16 * np.sin(t) ** 3, -y], axis=1) / 17]


def _blot(rng: np.random.Generator) -> list[_Points]:
    """A patch of no shape, as on marble and camouflage."""
    turns = np.linspace(0, 2 * np.pi, 40, endpoint=False)
    waves = [rng.normal(0, 0.5 / k) * np.sin(k * turns + rng.uniform(0, 7)) for k in range(1, 6)]
    reach = np.clip(0.7 + np.sum(waves, axis=0), 0.15, 1.8)
    return [np.stack([np.cos(turns), np.sin(turns)], axis=1) * reach[:, None]]


_MOTIFS: tuple[_Motif, ...] = (
    *(_disc, _ring, _wreath, _star, _flower, _sprig, _scroll),
    *(_lozenge, _cross, _scale, _chevron, _heart, _blot),
)


def _medallion(back: Pixels, rng: np.random.Generator) -> None:
    """A shield in the middle with a motif in it."""
    middle = np.array([FACE_W / 2, FACE_H / 2])
    size = float(rng.uniform(20, 60))
    oval = _circle(size) * (1, float(rng.uniform(0.8, 1.5)))
    field, ink = (hsv(rng.uniform(), rng.uniform(0, 0.9), v) for v in rng.uniform(0.1, 1.0, 2))
    motif = _MOTIFS[int(rng.integers(len(_MOTIFS)))](rng)
    for outlines, colour in (([oval], field), ([o * size * 0.7 for o in motif], ink)):
        fixed = [np.round((o + middle) * _FINE * 16).astype(np.int32) for o in outlines]
        cv2.fillPoly(back, fixed, colour, cv2.LINE_AA, 4)


def _rim(back: Pixels, rng: np.random.Generator) -> None:
    """A rim of paper or of ink, or a rule a little inside the edge."""
    height, width = back.shape[:2]
    colour = (245, 248, 248) if rng.random() < 0.5 else hsv(*rng.uniform((0, 0, 0.1), (1, 0.9, 1)))
    inset = int(rng.integers(0, 12)) * _FINE if rng.random() < 0.35 else 0
    thick = int(rng.integers(1, 4) if inset else rng.integers(3, 18)) * _FINE
    corner = (width - 1 - inset, height - 1 - inset)
    reach = thick if inset else 2 * thick
    cv2.rectangle(back, (inset, inset), corner, colour, reach)
