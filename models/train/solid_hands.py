"""Hands and bare forearms as solids under a lamp, for the training: rounded, lit from one side.

The staged table's hands (``vision.scene.hands``) are flat cut-outs with a sleeve most of the time;
a detector that saw only those missed bare forearms across the cards. Here a hand is a height field
of capsules (two bones and a tip for each finger), lit by its slope, with the creases dark.
"""

from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

from vision.frame import Image
from vision.scene.hands import PICTURE_MM
from vision.scene.texture import Floats, hsv, smooth_noise

WIDE_MM = 230.0
_PX_MM = 1.2
_HIGH, _WIDE = round(PICTURE_MM * _PX_MM), round(WIDE_MM * _PX_MM)


@dataclass(frozen=True, slots=True)
class _Bone:
    """A capsule of the height field: ends (x, y) in mm from the fingertips' middle, y along the
    arm; radii in mm; how high its axis lies over the table."""

    start: npt.NDArray[np.float64]
    end: npt.NDArray[np.float64]
    start_r: float
    end_r: float
    lift: float = 0.0


def solid_hand(rng: np.random.Generator) -> Image:
    """BGRA, 876x276: fingertips at the top, the arm leaving downwards; ``PICTURE_MM`` long."""
    arm_turn = rng.normal(0, 0.12)
    elbow = np.array([115.0 + 500 * np.sin(arm_turn), PICTURE_MM + 20])
    size = rng.uniform(0.85, 1.12)
    wrist = np.array([115.0, 178 * size])
    height = _height([*_palm(wrist, size), *_fingers(rng, wrist, size)])
    stout = rng.uniform(0.8, 1.25)
    arm = _height([_Bone(wrist, elbow, 27 * size * stout, 46 * stout, lift=4)])
    height = np.maximum(height, arm)
    skin = _skin(rng, height)
    if rng.random() < 0.45:
        cuff_mm = wrist[1] + rng.uniform(5, 150)
        sleeve = _height([_Bone(wrist, elbow, 36 * stout, 60 * stout, lift=7)])
        sleeve[: round(cuff_mm * _PX_MM)] = -1
        skin = np.where((sleeve > height)[..., None], _cloth(rng, sleeve), skin)
        height = np.maximum(height, sleeve)
    lit = skin * _light(rng, height)[..., None]
    alpha = np.clip(height * 0.8, 0, 1) * 255
    image = np.dstack([np.clip(lit, 0, 255), alpha]).astype(np.uint8)
    return np.ascontiguousarray(image[:, ::-1] if rng.random() < 0.5 else image)


def _palm(wrist: npt.NDArray[np.float64], size: float) -> list[_Bone]:
    def at(x: float, y: float) -> npt.NDArray[np.float64]:
        return wrist + np.array([x, y]) * size

    return [
        _Bone(at(-8, -8), at(-24, -78), 22 * size, 17 * size, 3),
        _Bone(at(0, -8), at(-4, -84), 24 * size, 18 * size, 5),
        _Bone(at(4, -8), at(14, -80), 23 * size, 17 * size, 4),
        _Bone(at(8, -4), at(30, -68), 21 * size, 15 * size, 2),
        _Bone(at(-14, -10), at(-40, -46), 20 * size, 15 * size, 2),
    ]


def _fingers(rng: np.random.Generator, wrist: npt.NDArray[np.float64], size: float) -> list[_Bone]:
    """Thumb to little finger: how far each is spread and bent comes with the pose."""
    bent = {
        "flat": (0.1, 0.05, 0.05, 0.05, 0.1),
        "point": (0.6, 0.0, 0.85, 0.9, 0.9),
        "pinch": (0.45, 0.45, 0.5, 0.6, 0.7),
        "grip": (0.5, 0.7, 0.7, 0.7, 0.7),
        "fist": (0.8, 0.95, 0.95, 0.95, 0.95),
        "slide": (0.2, 0.15, 0.15, 0.8, 0.85),
    }
    pose = bent[str(rng.choice(list(bent)))]
    spread = rng.uniform(0.02, 0.2)
    roots = ((-42, -50), (-24, -80), (-4, -86), (14, -82), (30, -70))
    lengths, radii = (52, 72, 80, 74, 58), (11.5, 9.5, 10, 9.3, 8)
    bones = []
    for index in rng.permutation(5):
        root = wrist + np.array(roots[index]) * size
        turn = (index - 2.1) * spread + rng.normal(0, 0.05) - (0.55 if index == 0 else 0)
        curl = float(np.clip(pose[index] + rng.normal(0, 0.08), 0, 1))
        start, lift = root, 4.0 + 9 * curl
        for share, r in zip((0.45, 0.31, 0.24), (1.08, 1.0, 0.86), strict=True):
            ahead = np.array([np.sin(turn), -np.cos(turn)])
            shown = np.cos(curl * (1.75 if share < 0.4 else 0.9))  # bent fingers look short
            end = start + ahead * lengths[index] * size * share * shown
            radius = radii[index] * size
            bones.append(_Bone(start, end, radius * r * 1.06, radius * r, lift))
            turn += rng.normal(0, 0.06) + (0.35 * curl if index == 0 else 0)
            start, lift = end, max(0.0, lift - 5)
    return bones


def _height(bones: list[_Bone]) -> Floats:
    """Millimetres over the table for every pixel; below 0 where nothing is."""
    rows, columns = np.mgrid[0:_HIGH, 0:_WIDE].astype(np.float32) / _PX_MM
    top = np.full((_HIGH, _WIDE), -1, np.float32)
    for bone in bones:
        along = bone.end - bone.start
        length = max(float(along @ along), 1e-6)
        across = (columns - bone.start[0]) * along[0] + (rows - bone.start[1]) * along[1]
        share = np.clip(across / length, 0, 1)
        x = columns - bone.start[0] - share * along[0]
        y = rows - bone.start[1] - share * along[1]
        radius = bone.start_r + share * (bone.end_r - bone.start_r)
        inside = radius**2 - x**2 - y**2
        round_top = np.sqrt(np.maximum(inside, 0)) + bone.lift
        top = np.maximum(top, np.where(inside > 0, round_top, -1).astype(np.float32))
    return top


def _skin(rng: np.random.Generator, height: Floats) -> Floats:
    """Any complexion; mottled, redder where the hand is high."""
    tone = rng.uniform() ** 0.8
    light, dark = np.array((188.0, 208.0, 242.0)), np.array((28.0, 38.0, 62.0))
    base = light + (dark - light) * tone + rng.normal(0, 5, 3)
    mottled = 1 + 0.05 * smooth_noise(rng, 1024, 40)[:_HIGH, :_WIDE]
    red = np.clip(cv2.GaussianBlur(height, (0, 0), 9) / 40, 0, 1)[..., None]
    colour = base * mottled[..., None] * (1 - red * np.array((0.12, 0.08, 0.0)))
    return np.asarray(colour, np.float32)


def _cloth(rng: np.random.Generator, height: Floats) -> Floats:
    colour = np.array(hsv(rng.uniform(), rng.uniform(0, 0.8), rng.uniform(0.08, 0.95)))
    folds = 1 + 0.25 * smooth_noise(rng, 1024, int(rng.integers(8, 40)))[:_HIGH, :_WIDE]
    image = np.broadcast_to(colour, (*height.shape, 3)) * folds[..., None]
    if rng.random() < 0.3:
        stripe = np.arange(_HIGH) // int(rng.integers(5, 30)) % 2 * rng.uniform(0.1, 0.5)
        image = image * (1 - stripe[:, None, None])
    return np.asarray(image, np.float32)


def _light(rng: np.random.Generator, height: Floats) -> Floats:
    """Slope towards the lamp, and creases where the surface lies below its surroundings."""
    smooth = cv2.GaussianBlur(np.maximum(height, 0), (0, 0), 1.6)
    down, right = np.gradient(smooth * _PX_MM)
    turn, steep = rng.uniform(0, 2 * np.pi), rng.uniform(0.5, 1.4)
    lamp = np.array([np.cos(turn) * steep, np.sin(turn) * steep, 1.0])
    lamp /= np.linalg.norm(lamp)
    facing = (-right * lamp[0] - down * lamp[1] + lamp[2]) / np.sqrt(1 + right**2 + down**2)
    ambient = rng.uniform(0.3, 0.65)
    lit = ambient + (1.1 - ambient) * np.clip(facing, 0, 1)
    around = cv2.GaussianBlur(smooth, (0, 0), 5)
    crease = np.clip((around - smooth) / 9, 0, 0.45)
    return np.asarray(lit * (1 - crease), np.float32)
