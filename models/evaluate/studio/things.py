"""What else stands on card tables: tea glasses, cups, phones, coins, draughtsmen, pens, bowls."""

from collections.abc import Callable

import cv2
import numpy as np

from models.evaluate.studio.lens import Floats, Pixels
from models.evaluate.studio.meshes import Mesh, lathe, tube
from models.evaluate.studio.sheets import Sheet, on_cloth
from models.evaluate.studio.stage import LaidThing

Spot = tuple[float, float]


def any_thing(rng: np.random.Generator, at: Spot) -> LaidThing:
    makers: tuple[Callable[[np.random.Generator, Spot], LaidThing], ...] = (
        tea_glass, tea_glass, cup, phone, coin, coin, draughtsman, draughtsman, pen, bowl,
    )  # fmt: skip
    return makers[int(rng.integers(len(makers)))](rng, at)


def _put(mesh: Mesh, at: Spot) -> Mesh:
    return mesh.moved(np.eye(3), np.array([at[0], at[1], 0.0]))


def tea_glass(rng: np.random.Generator, at: Spot) -> LaidThing:
    """İnce belli, tea in it, on its saucer."""
    white = np.full(3, rng.uniform(0.5, 0.85)) * (1, 1, 0.97)
    saucer = lathe(
        [(4, 1), (30, 2), (48, 6), (55, 11), (53, 11), (46, 7), (0.5, 4)], white, shine=0.3
    )
    glass = lathe(
        [(17, 5), (22, 22), (17, 48), (21, 70), (27, 88)], (0.55, 0.6, 0.6), shine=0.7, clear=0.72
    )
    depth = float(rng.uniform(30, 76))
    tea = lathe(
        [(17, 7), (21, 22), (17, 46), (20, depth), (0.5, depth)], (0.006, 0.03, 0.22), shine=0.5
    )
    rim = lathe([(26.4, 87), (27.6, 88.5), (26.4, 88.6)], (0.75, 0.75, 0.75), shine=0.9, clear=0.35)
    return LaidThing("tea_glass", tuple(_put(m, at) for m in (saucer, tea, glass, rim)))


def cup(rng: np.random.Generator, at: Spot) -> LaidThing:
    colour = rng.uniform(0.05, 0.8, 3)
    height = float(rng.uniform(60, 100))
    wall = lathe([(26, 0), (36, height * 0.4), (40, height), (37, height)], colour, shine=0.35)
    drink = lathe([(37, height * 0.8), (0.5, height * 0.8)], (0.01, 0.02, 0.05), shine=0.5)
    turn = float(rng.uniform(0, 6.3))
    lean = np.linspace(-1.3, 1.3, 14)
    reach = 38 + 24 * np.cos(lean)
    middles = np.stack(
        [reach * np.cos(turn), reach * np.sin(turn), height * 0.5 + 24 * np.sin(lean)], axis=1
    )
    handle = tube(middles, np.full((14, 2), 5.0), colour)
    return LaidThing("cup", tuple(_put(m, at) for m in (wall, drink, handle)))


def bowl(rng: np.random.Generator, at: Spot) -> LaidThing:
    """Of nuts."""
    colour = rng.uniform(0.1, 0.8, 3)
    wall = lathe([(30, 0), (62, 22), (72, 42), (69, 42), (60, 26), (0.5, 14)], colour, shine=0.3)
    nuts = []
    for _ in range(60):
        away, turn = 50 * np.sqrt(rng.random()), rng.uniform(0, 6.3)
        spot = (away * np.cos(turn), away * np.sin(turn))
        size, brown = rng.uniform(5, 8), np.array([0.06, 0.16, 0.32]) * rng.uniform(0.6, 1.6)
        nut = lathe([(0.5, 20), (size, 24), (size * 0.9, 29), (0.5, 32)], brown, shine=0.05)
        nuts.append(_put(nut, spot))
    return LaidThing("bowl", tuple(_put(m, at) for m in (wall, *nuts)))


def phone(rng: np.random.Generator, at: Spot) -> LaidThing:
    sheet = Sheet(
        (float(rng.uniform(68, 78)), float(rng.uniform(140, 165))),
        on_cloth(*at, float(rng.uniform(0, 360)), 8.0),
        round_mm=9.0,
        thick_mm=7.8,
    )
    glass: Pixels = np.full((300, 150, 3), int(rng.integers(4, 22)), np.uint8)
    if rng.random() < 0.3:
        cv2.rectangle(glass, (5, 8), (145, 292), tuple(rng.integers(30, 220, 3).tolist()), -1)
        for row in range(4, 24):
            long = int(rng.integers(30, 130))
            cv2.line(glass, (14, row * 12), (14 + long, row * 12), (240, 240, 240), 3)
    return LaidThing("phone", (), (sheet, glass))


def _disc_sheet(rng: np.random.Generator, at: Spot, across: float, thick: float) -> Sheet:
    frame = on_cloth(*at, float(rng.uniform(0, 360)), thick)
    return Sheet((across, across), frame, round_mm=across / 2, thick_mm=thick)


def coin(rng: np.random.Generator, at: Spot) -> LaidThing:
    """Silver rim round a brass heart or the other way about, worn relief."""
    tones = [(150, 155, 160), (70, 140, 175), (50, 90, 150)]
    order = rng.permutation(3)
    face: Pixels = np.zeros((160, 160, 3), np.uint8)
    cv2.circle(face, (80, 80), 82, tones[order[0]], -1, cv2.LINE_AA)
    if rng.random() < 0.6:
        cv2.circle(face, (80, 80), 56, tones[order[1]], -1, cv2.LINE_AA)
    shade = tuple(0.75 * v for v in tones[order[0]])
    cv2.circle(face, (80, 80), 75, shade, 2, cv2.LINE_AA)
    text = str(rng.choice(["1", "5", "25", "50", "10"]))
    cv2.putText(face, text, (52, 104), cv2.FONT_HERSHEY_DUPLEX, 2.0, shade, 5, cv2.LINE_AA)
    relief = cv2.GaussianBlur(rng.normal(0, 30, (160, 160)).astype(np.float32), (0, 0), 4)
    face = np.clip(face + relief[..., None], 0, 255).astype(np.uint8)
    across = float(rng.uniform(17, 27))
    return LaidThing("coin", (), (_disc_sheet(rng, at, across, 1.8), face))


def draughtsman(rng: np.random.Generator, at: Spot) -> LaidThing:
    """Grooved rings, one colour: round as a pawn, and none of ours."""
    colour = np.array(
        [(40, 40, 40), (220, 225, 230), (40, 40, 170), (60, 110, 60), (90, 150, 190)][
            int(rng.integers(5))
        ]
    )
    face: Pixels = np.full((160, 160, 3), colour, np.uint8)
    for radius in (72, 58, 40, 24)[: int(rng.integers(2, 5))]:
        cv2.circle(face, (80, 80), radius, tuple((colour * 0.65).tolist()), 3, cv2.LINE_AA)
        cv2.circle(face, (81, 82), radius - 3, tuple(np.minimum(colour * 1.2, 255).tolist()), 2, 16)
    across = float(rng.uniform(20, 34))
    return LaidThing("draughtsman", (), (_disc_sheet(rng, at, across, 6.0), face))


def pen(rng: np.random.Generator, at: Spot) -> LaidThing:
    turn = float(rng.uniform(0, 6.3))
    way: Floats = np.array([np.cos(turn), np.sin(turn), 0.0])
    along = np.linspace(-70, 70, 24)
    middles = np.array([at[0], at[1], 4.5]) + along[:, None] * way
    radii = np.full((24, 2), 4.5)
    radii[:3] = [[0.6, 0.6], [2.2, 2.2], [3.6, 3.6]]
    return LaidThing("pen", (tube(middles, radii, rng.uniform(0.02, 0.6, 3), around=12),))
