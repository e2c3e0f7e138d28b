"""What the studio's cards lie on: photographed surfaces and cloths of our own, none trained on.

Photos: robosuite's textures (PyPI, MIT) and Sweet Home 3D's (Debian, GPL); training used neither.
Cloths are printed here from shapes and threads, otherwise than ``vision/scene`` draws its own.
"""

import zipfile
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import numpy.typing as npt

from models.evaluate.studio.decks import STUDIO
from models.evaluate.studio.lens import Pixels
from models.train.packages import Package, fetch

FOLDER = STUDIO / "grounds"
ROBOSUITE = Package("pypi", "robosuite", "1.5.2")
SWEETHOME = Package("deb", "sweethome3d")
_ROBOSUITE = {
    **{"blue-wood": 700, "dark-wood": 600, "gray-felt": 300, "gray-woodgrain": 700},
    **{"green-wood": 700, "light-wood": 700, "red-wood": 600, "ceramic": 500, "clay": 400},
    **{"cream-plaster": 700, "light-gray-plaster": 700, "wood-tiles": 900, "metal": 500},
    **{"wood-varnished-panels": 900, "light-gray-floor-tile": 800, "steel-brushed": 400},
}
_SWEETHOME = {"woodenFloor": 500, "marbleWall": 700, "oldWoodenFloor": 500, "roughcast": 300}
_TILE_PX = 1200


@dataclass(frozen=True, slots=True, eq=False)
class Ground:
    """``tile``: BGR, repeats; ``wide_mm``: of a tile; ``folds``: how uneven, 0 for a board;
    ``shine`` 0..1."""

    name: str
    tile: Pixels
    wide_mm: float
    folds: float
    shine: float


def write_photos() -> None:
    if (FOLDER / ".complete").exists():
        return
    FOLDER.mkdir(parents=True, exist_ok=True)
    folder = fetch(ROBOSUITE) / "robosuite" / "models" / "assets" / "textures"
    for name in _ROBOSUITE:
        _write(name, cv2.imread(str(folder / f"{name}.png"), cv2.IMREAD_COLOR))
    for jar in fetch(SWEETHOME).rglob("sweethome3d.jar"):
        with zipfile.ZipFile(jar) as archive:
            for name in _SWEETHOME:
                entry = f"com/eteks/sweethome3d/io/resources/textures/{name}.jpg"
                raw = np.frombuffer(archive.read(entry), np.uint8)
                _write(name, cv2.imdecode(raw, cv2.IMREAD_COLOR))
    (FOLDER / ".complete").touch()


def _write(name: str, picture: npt.NDArray[Any] | None) -> None:
    """Turned into a tile without seams: the picture, its mirror image, and both upside down."""
    assert picture is not None, name
    scale = min(1.0, 1024 / max(picture.shape[:2]))
    small = cv2.resize(picture, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    row = np.hstack([small, small[:, ::-1]])
    cv2.imwrite(str(FOLDER / f"{name}.jpg"), np.vstack([row, row[::-1]]))


def any_ground(rng: np.random.Generator) -> Ground:
    """Half photographs, half cloths of our own."""
    write_photos()
    if rng.random() < 0.5:
        known = {**_ROBOSUITE, **_SWEETHOME}
        name = str(rng.choice(sorted(known)))
        picture = cv2.imread(str(_path(name)), cv2.IMREAD_COLOR)
        assert picture is not None
        hard = 0.0 if name != "gray-felt" else 0.1
        glossy = float(rng.choice([0.0, 0.02, 0.06])) if not hard else 0.0
        wide = 2 * known[name] * rng.uniform(0.8, 1.3)
        return Ground(name, _tinted(np.asarray(picture, np.uint8), rng), wide, hard, glossy)
    maker = _CLOTHS[int(rng.integers(len(_CLOTHS)))]
    return maker(rng)


def _path(name: str) -> Path:
    return FOLDER / f"{name}.jpg"


def _tinted(picture: Pixels, rng: np.random.Generator) -> Pixels:
    gain = rng.uniform(0.65, 1.1) * (1 + rng.normal(0, 0.04, 3))
    return np.asarray(np.clip(picture * gain, 0, 255), np.uint8)


def _dye(rng: np.random.Generator, *, dark: bool | None = None) -> tuple[float, float, float]:
    """A cloth's colour in Lab, so that lightness is even over the hues."""
    deep = rng.random() < 0.5 if dark is None else dark
    light = rng.uniform(60, 130) if deep else rng.uniform(165, 235)
    chroma, turn = rng.uniform(4, 48) * (1.0 if deep else 0.6), rng.uniform(0, 2 * np.pi)
    lab = np.array([[[light, 128 + chroma * np.cos(turn), 128 + chroma * np.sin(turn)]]])
    blue, green, red = cv2.cvtColor(lab.astype(np.uint8), cv2.COLOR_LAB2BGR)[0, 0].tolist()
    return float(blue), float(green), float(red)


def _canvas(colour: tuple[float, float, float]) -> Pixels:
    return np.full((_TILE_PX, _TILE_PX, 3), colour, np.uint8)


def _threads(rng: np.random.Generator, cloth: Pixels, strength: float) -> Pixels:
    """Warp and weft, each thread a little lighter or darker than the next, and lint."""
    count = _TILE_PX // int(rng.integers(2, 5))
    size = (_TILE_PX, _TILE_PX)
    warp = rng.normal(0, 1, (1, count)).astype(np.float32)
    weft = rng.normal(0, 1, (count, 1)).astype(np.float32)
    mesh = cv2.resize(warp, size, interpolation=cv2.INTER_NEAREST)
    mesh = mesh + cv2.resize(weft, size, interpolation=cv2.INTER_NEAREST)
    mesh = mesh + cv2.GaussianBlur(rng.normal(0, 2.0, size).astype(np.float32), (0, 0), 1.0)
    out = cloth * (1 + strength * mesh[..., None] / 2)
    return np.asarray(np.clip(out, 0, 255), np.uint8)


def baize(rng: np.random.Generator) -> Ground:
    """A pressed felt, as card tables have."""
    cloth = _canvas(_dye(rng, dark=True)).astype(np.float32)
    for cells, strength in ((1200, 0.035), (400, 0.02), (30, 0.08)):
        fuzz = rng.normal(0, 1, (cells, cells)).astype(np.float32)
        size = (_TILE_PX, _TILE_PX)
        cloth *= 1 + strength * cv2.resize(fuzz, size, interpolation=cv2.INTER_CUBIC)[..., None]
    tile = np.asarray(np.clip(cloth, 0, 255), np.uint8)
    return Ground("baize", tile, 420.0, float(rng.uniform(0, 0.12)), 0.0)


def plain_cloth(rng: np.random.Generator) -> Ground:
    tile = _threads(rng, _canvas(_dye(rng)), float(rng.uniform(0.04, 0.12)))
    return Ground("plain_cloth", tile, float(rng.uniform(300, 500)), float(rng.uniform(0, 0.35)), 0)


def tattersall(rng: np.random.Generator) -> Ground:
    """Thin coloured lines that cross, in pairs, on a pale or a dark cloth."""
    cloth = _canvas(_dye(rng))
    step = _TILE_PX // int(rng.integers(5, 13))
    dyes = (_dye(rng), _dye(rng))
    for number, at in enumerate(range(0, _TILE_PX, step)):
        colour = dyes[number % 2]
        wide = max(2, step // int(rng.integers(6, 14)))
        for mask in (np.s_[at : at + wide], np.s_[:, at : at + wide]):
            band = cloth[mask].astype(np.float32)
            cloth[mask] = (0.45 * band + 0.55 * np.array(colour)).astype(np.uint8)
    tile = _threads(rng, cloth, 0.06)
    return Ground("tattersall", tile, float(rng.uniform(250, 600)), float(rng.uniform(0, 0.25)), 0)


def oilcloth(rng: np.random.Generator) -> Ground:
    """A wipe-clean kitchen cloth strewn with printed flowers, fruit and leaves."""
    cloth = _canvas(_dye(rng, dark=False))
    count = int(rng.integers(6, 40))
    inks = [_dye(rng), _dye(rng, dark=True), _dye(rng, dark=True)]
    for _ in range(count):
        x, y = (int(v) for v in rng.integers(0, _TILE_PX, 2))
        size, turn = float(rng.uniform(18, 70)), float(rng.uniform(0, 360))
        petals = int(rng.integers(4, 9))
        for dx in (-_TILE_PX, 0, _TILE_PX):
            for dy in (-_TILE_PX, 0, _TILE_PX):
                _flower(cloth, (x + dx, y + dy), size, turn, petals, inks)
    shine = float(rng.uniform(0.03, 0.12))
    return Ground("oilcloth", cloth, float(rng.uniform(280, 560)), 0.08, shine)


def _flower(
    cloth: Pixels,
    at: tuple[int, int],
    size: float,
    turn: float,
    petals: int,
    inks: list[tuple[float, float, float]],
) -> None:
    if not (-200 < at[0] < _TILE_PX + 200 and -200 < at[1] < _TILE_PX + 200):
        return
    leaf = (at[0] + int(size), at[1] + int(size * 0.6))
    cv2.ellipse(cloth, leaf, (int(size * 0.8), int(size * 0.25)), turn, 0, 360, inks[2], -1, 16)
    for petal in range(petals):
        angle = np.radians(turn + 360 * petal / petals)
        spot = (int(at[0] + size * 0.55 * np.cos(angle)), int(at[1] + size * 0.55 * np.sin(angle)))
        axes = (int(size * 0.5), int(size * 0.28))
        cv2.ellipse(cloth, spot, axes, float(np.degrees(angle)), 0, 360, inks[0], -1, cv2.LINE_AA)
    cv2.circle(cloth, at, int(size * 0.28), inks[1], -1, cv2.LINE_AA)


def kilim(rng: np.random.Generator) -> Ground:
    """Bands of stepped lozenges and hooks in wool."""
    low = 150
    plan = np.zeros((low, low), np.uint8)
    dyes = [_dye(rng, dark=bool(n % 3)) for n in range(6)]
    top = 0
    while top < low:
        high = int(rng.integers(8, 26))
        back, front = (int(v) for v in rng.integers(0, 6, 2))
        band = plan[top : top + high]
        band[:] = back
        period = int(rng.choice([10, 15, 25, 30]))
        rows, columns = np.mgrid[0 : band.shape[0], 0:low]
        away = np.abs(columns % period - period // 2) + np.abs(rows - band.shape[0] // 2)
        band[away // 2 * 2 < period * 0.4] = front
        band[away // 2 * 2 < period * 0.16] = int(rng.integers(0, 6))
        top += high
    cloth = np.array(dyes)[plan].astype(np.uint8)
    big = cv2.resize(cloth, (_TILE_PX, _TILE_PX), interpolation=cv2.INTER_NEAREST)
    tile = _threads(rng, np.asarray(big, np.uint8), 0.14)
    return Ground("kilim", tile, float(rng.uniform(400, 800)), 0.12, 0.0)


def damask(rng: np.random.Generator) -> Ground:
    """Woven tone on tone: the figure shows only as a change of shade."""
    size = _TILE_PX // 4
    rows, columns = np.mgrid[0:size, 0:size] / size * 2 * np.pi
    a, b, c = rng.integers(1, 4, 3)
    wave = np.sin(a * columns + 1.5 * np.cos(b * rows)) + np.cos(c * rows + np.sin(a * columns))
    figure = cv2.GaussianBlur((wave > 0.25).astype(np.float32), (0, 0), 1.5)
    cloth = _canvas(_dye(rng)).astype(np.float32)
    cloth *= 1 + float(rng.choice([-0.12, 0.1])) * np.tile(figure, (4, 4))[..., None]
    tile = _threads(rng, np.asarray(np.clip(cloth, 0, 255), np.uint8), 0.05)
    return Ground("damask", tile, float(rng.uniform(300, 700)), float(rng.uniform(0.05, 0.3)), 0.02)


_CLOTHS = (baize, baize, plain_cloth, tattersall, oilcloth, kilim, damask)
