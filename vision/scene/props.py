"""Procedural clutter beside the cards, seen from above: tea glass, phone, coins, shells, plate,
crumbs."""

import cv2
import numpy as np

from vision.frame import Image
from vision.scene.faces import SceneError
from vision.scene.texture import hsv

PROP_PX = 256
PROP_KINDS = ("tea_glass", "phone", "coins", "shells", "plate", "crumbs")
_CENTRE = (PROP_PX // 2, PROP_PX // 2)


def prop_texture(kind: str, seed: int) -> Image:
    """256x256 BGRA, transparent around the thing, spanning the prop's ``size_mm`` squared."""
    rng = np.random.default_rng([53, seed])
    image = np.zeros((PROP_PX, PROP_PX, 4), np.uint8)
    match kind:
        case "tea_glass":
            _tea_glass(image, rng)
        case "phone":
            _phone(image, rng)
        case "coins":
            _coins(image, rng)
        case "shells":
            _shells(image, rng)
        case "plate":
            _plate(image, rng)
        case "crumbs":
            _crumbs(image, rng)
        case _:
            raise SceneError(f"no prop {kind!r}: there are {', '.join(PROP_KINDS)}")
    return image


def _disc(
    image: Image, radius: float, colour: tuple[int, int, int], at: tuple[int, int] = _CENTRE
) -> None:
    cv2.circle(image, at, round(radius), (*colour, 255), -1, cv2.LINE_AA)


def _ring(image: Image, radius: float, colour: tuple[int, int, int], width: int) -> None:
    cv2.circle(image, _CENTRE, round(radius), (*colour, 255), width, cv2.LINE_AA)


def _tea_glass(image: Image, rng: np.random.Generator) -> None:
    """A saucer with a rim, a glass of tea in its middle, a spoon."""
    _disc(image, 122, (232, 236, 238))
    _ring(image, 112, hsv(rng.uniform(), 0.7, 0.7), 5)
    _ring(image, 82, (205, 210, 212), 3)
    _disc(image, 58, (208, 214, 218))
    _disc(image, 50, hsv(rng.uniform(0.02, 0.05), 0.92, rng.uniform(0.35, 0.6)))
    _ring(image, 54, (246, 248, 250), 4)
    cv2.ellipse(image, (112, 108), (16, 8), -40, 0, 360, (190, 205, 235, 255), -1, cv2.LINE_AA)
    cv2.line(image, (150, 190), (215, 120), (176, 182, 186, 255), 7, cv2.LINE_AA)
    cv2.ellipse(image, (146, 194), (17, 11), -47, 0, 360, (188, 194, 198, 255), -1, cv2.LINE_AA)


def _phone(image: Image, rng: np.random.Generator) -> None:
    body = hsv(rng.uniform(), 0.3, rng.uniform(0.1, 0.35))
    _rounded(image, (66, 4, 190, 252), 18, body)
    _rounded(image, (71, 9, 185, 247), 14, (24, 22, 20))
    if rng.random() < 0.5:
        screen = hsv(rng.uniform(), rng.uniform(0.2, 0.8), rng.uniform(0.4, 0.95))
        _rounded(image, (74, 12, 182, 244), 12, screen)
        for row in range(4):
            for column in range(3):
                corner = (84 + 34 * column, 90 + 36 * row)
                icon = (corner[0], corner[1], corner[0] + 22, corner[1] + 22)
                _rounded(image, icon, 5, hsv(rng.uniform(), 0.7, 0.9))


def _crumbs(image: Image, rng: np.random.Generator) -> None:
    for _ in range(60):
        x, y = rng.normal(PROP_PX / 2, PROP_PX / 5, 2)
        shade = hsv(rng.uniform(0.07, 0.11), rng.uniform(0.3, 0.6), rng.uniform(0.45, 0.9))
        axes = (int(rng.integers(1, 4)), int(rng.integers(1, 3)))
        centre, turned = (round(x), round(y)), float(rng.uniform(0, 180))
        cv2.ellipse(image, centre, axes, turned, 0, 360, (*shade, 255), -1, cv2.LINE_AA)


def _rounded(
    image: Image, box: tuple[int, int, int, int], radius: int, colour: tuple[int, int, int]
) -> None:
    left, top, right, bottom = box
    paint = (*colour, 255)
    cv2.rectangle(image, (left + radius, top), (right - radius, bottom), paint, -1)
    cv2.rectangle(image, (left, top + radius), (right, bottom - radius), paint, -1)
    for x in (left + radius, right - radius):
        for y in (top + radius, bottom - radius):
            cv2.circle(image, (x, y), radius, paint, -1, cv2.LINE_AA)


def _coins(image: Image, rng: np.random.Generator) -> None:
    for _ in range(int(rng.integers(2, 6))):
        radius = int(rng.integers(26, 44))
        low, high = radius + 2, PROP_PX - radius - 2
        at = (int(rng.integers(low, high)), int(rng.integers(low, high)))
        metal = np.array(((150, 178, 186), (120, 160, 190), (172, 178, 180))[rng.integers(3)])
        for share, shade in ((1.0, 0.75), (0.92, 1.05), (0.8, 0.95)):
            tone = np.clip(metal * shade, 0, 255).astype(int)
            _disc(image, radius * share, (int(tone[0]), int(tone[1]), int(tone[2])), at)
        cv2.putText(
            image, rng.choice(("1", "50", "25", "5")), (at[0] - radius // 3, at[1] + radius // 3),
            cv2.FONT_HERSHEY_DUPLEX, radius / 34, (*(metal * 0.6).tolist(), 255), 2, cv2.LINE_AA,
        )  # fmt: skip


def _shells(image: Image, rng: np.random.Generator) -> None:
    """Pistachio and sunflower shells."""
    for _ in range(int(rng.integers(12, 30))):
        at = tuple(rng.normal(PROP_PX / 2, PROP_PX / 7, 2).astype(int).tolist())
        axes = (int(rng.integers(7, 15)), int(rng.integers(4, 9)))
        tone = hsv(rng.uniform(0.06, 0.12), rng.uniform(0.2, 0.55), rng.uniform(0.45, 0.9))
        turn = float(rng.uniform(0, 360))
        cv2.ellipse(image, at, axes, turn, 0, 360, (*tone, 255), -1, cv2.LINE_AA)
        dark = tuple(int(value * 0.6) for value in tone)
        cv2.ellipse(image, at, axes, turn, 0, 180, (*dark, 255), 2, cv2.LINE_AA)


def _plate(image: Image, rng: np.random.Generator) -> None:
    _disc(image, 124, (214, 218, 220))
    _disc(image, 120, (236, 239, 241))
    _ring(image, 106, hsv(rng.uniform(), 0.6, 0.6), 4)
    _disc(image, 84, (226, 230, 232))
    for _ in range(int(rng.integers(3, 12))):
        at = tuple(rng.normal(PROP_PX / 2, 32, 2).astype(int).tolist())
        tone = hsv(rng.uniform(0.03, 0.14), rng.uniform(0.4, 0.9), rng.uniform(0.4, 0.9))
        _disc(image, rng.uniform(6, 18), tone, at)
