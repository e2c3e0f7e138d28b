"""The decks of the studio: none of them, nor any drawing they share, ever trained or validated.

Five are the staged table's and their kin (kept out of training for that reason), three are KDE's.
Each lies in ``.cache/studio/decks/<name>``: 52 faces and ``back.png`` where it has one, as they
would be printed, square corners included; ``index.json`` says where the corner index is.
"""

import json
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import cv2
import numpy as np

from models.train.assets import GNOME, HERUKA, OPENCLIPART, trim
from models.train.packages import CACHE, Package, Pixels, fetch, raster
from rules.cards import DECK_52, Card, Rank, Suit

STUDIO = CACHE / "studio"
FOLDER = STUDIO / "decks"
FACE_PX = 480
KDE = Package("deb", "kdegames-card-data-kf5")
Cells = Iterator[tuple[str, Pixels]]
Floats = tuple[float, float, float, float]
_RANKS_UP = (Rank.ACE, *(r for r in Rank if r is not Rank.ACE))
_RANKS_DOWN = (Rank.ACE, *(r for r in reversed(Rank) if r is not Rank.ACE))
_INK, _CORNER = 60, (0.30, 0.45)
_NUMBERS = tuple(card for card in DECK_52 if card.rank in tuple("23456789"))


@dataclass(frozen=True, slots=True)
class StudioDeck:
    """``index_box``: left, top, right, bottom of rank and pip in shares of the card; ``four``:
    printed in all four corners."""

    name: str
    index_box: Floats
    four: bool
    has_back: bool

    def face(self, card: str) -> Path:
        return FOLDER / self.name / f"{card}.png"

    def box_of(self, card: str) -> Floats:
        """A ten is wider."""
        left, top, right, bottom = self.index_box
        return left, top, right + (0.4 * (right - left) if card[0] == "T" else 0.0), bottom


def heruka(folder: str) -> Cells:
    for card in DECK_52:
        path = fetch(HERUKA) / f"package/src/images/{folder}/{card}.svg"
        yield str(card), raster(path, FACE_PX)


def gnome(name: str) -> Cells:
    width = 13 * FACE_PX
    grid = raster(fetch(GNOME) / f"usr/share/aisleriot/cards/{name}.svgz", width)
    high, wide = grid.shape[0] / 5, grid.shape[1] / 13
    suits = (Suit.CLUBS, Suit.DIAMONDS, Suit.HEARTS, Suit.SPADES)
    for row, suit in enumerate(suits):
        for column, rank in enumerate(_RANKS_UP):
            yield str(Card(rank, suit)), _cell(grid, row, column, high, wide)
    yield "back", _cell(grid, 4, 2, high, wide)


def openclipart() -> Cells:
    folder = fetch(OPENCLIPART) / "usr/share/openclipart/svg/recreation/games/cards/white"
    for card in DECK_52:
        rank = "10" if card.rank is Rank.TEN else card.rank.lower()
        yield str(card), raster(folder / f"white_{card.suit.lower()}_{rank}.svg", FACE_PX)


def _kde(path: str, width: int) -> Pixels:
    return raster(fetch(KDE) / "usr/share/carddecks" / path, width)


def kde_grid(path: str, rows: int, suits: str, *, back: bool = False) -> Cells:
    """Cards that touch: A K Q J 10 ... 2 in rows of suits."""
    grid = _kde(path, 13 * FACE_PX)
    high, wide = grid.shape[0] / rows, grid.shape[1] / 13
    for row, suit in enumerate(suits):
        for column, rank in enumerate(_RANKS_DOWN):
            yield f"{rank}{suit}", _cell(grid, row, column, high, wide)
    if back:
        yield "back", _cell(grid, 4, 0, high, wide)


def kde_loose(path: str, names: list[list[str]]) -> Cells:
    """Cards that lie apart, row by row; an empty name is left out."""
    sheet = _kde(path, 17 * FACE_PX)
    solid = (sheet[..., 3] > 100).astype(np.uint8)
    boxes = [
        box[:4]
        for box in cv2.connectedComponentsWithStats(solid)[2][1:].tolist()
        if box[4] > 0.25 * FACE_PX**2
    ]
    for row, wanted in zip(_rows(boxes), names, strict=False):
        for (x, y, w, h), name in zip(row, wanted, strict=False):
            if name:
                yield name, sheet[y : y + h, x : x + w]


def _rows(boxes: list[list[int]]) -> list[list[list[int]]]:
    """Upper row first, each from the left."""
    rows: list[list[list[int]]] = []
    for box in sorted(boxes, key=lambda b: b[1]):
        if rows and box[1] < rows[-1][0][1] + 0.5 * box[3]:
            rows[-1].append(box)
        else:
            rows.append([box])
    return [sorted(row) for row in rows]


def _cell(grid: Pixels, row: int, column: int, high: float, wide: float) -> Pixels:
    ys = slice(round(row * high), round((row + 1) * high))
    return grid[ys, round(column * wide) : round((column + 1) * wide)]


def _names(suits: str, ranks: tuple[str, ...]) -> list[list[str]]:
    return [[f"{rank}{suit}" for rank in ranks] for suit in suits]


_A_TO_K = tuple(str(rank) for rank in _RANKS_UP)
SOURCES: Mapping[str, Callable[[], Cells]] = {
    "kennard": partial(heruka, "2color"),
    "kennard_jumbo": partial(heruka, "2color-bf"),
    "kennard_four_colours": partial(heruka, "4color"),
    "tigullio": partial(gnome, "tigullio"),
    "buculei": openclipart,
    "standard": partial(kde_grid, "svg-standard/standard.svgz", 4, "SHCD"),
    "xskat": partial(kde_grid, "svg-xskat-french/french.svgz", 5, "CSHD", back=True),
    "jolly": partial(
        kde_loose,
        "svg-jolly-royal/jolly-royal.svgz",
        [*_names("CHDS", _A_TO_K), ["", "back"]],
    ),
}
"""Of KDE's others penguins, egyptians (the lower index stands upright), oxygen (suit apart from the
rank), konqi (green hearts) and future are no decks that people play with; dondorf and gm-paris
trained or validated here, nicu and tigullio are the staged table's own."""


_BY_EYE: Mapping[str, Floats] = {"jolly": (0.04, 0.03, 0.17, 0.30)}
"""Where a frame runs into the small pip."""


def measured(faces: list[Pixels]) -> tuple[Floats, bool]:
    """Where the index is, and whether it is in the upper right corner too: the median box round
    what is printed in the corner of the number cards."""
    left = [box for face in faces if (box := _ink_box(face)) is not None]
    right = [box for face in faces if (box := _ink_box(face[:, ::-1])) is not None]
    middle = np.median(left, axis=0)
    mirrored = np.median(right, axis=0) if len(right) > len(faces) // 2 else np.zeros(4)
    x0, y0, x1, y1 = (float(v) for v in middle)
    return (x0, y0, x1, y1), bool(np.abs(mirrored - middle).max() < 0.03)


def _ink_box(face: Pixels) -> list[float] | None:
    """In shares of the face; lines and what hangs over the corner's rim are no index."""
    height, width = face.shape[:2]
    corner = face[: round(_CORNER[1] * height), : round(_CORNER[0] * width)].astype(np.int16)
    paper = np.median(corner[::4, ::4].reshape(-1, 3), axis=0)
    ink = (np.abs(corner - paper).max(axis=2) > _INK).astype(np.uint8)
    parts = []
    for x, y, w, h, area in cv2.connectedComponentsWithStats(ink)[2][1:].tolist():
        line = min(w, h) < 0.012 * width or max(w, h) > 0.36 * width
        beyond = x + w >= ink.shape[1] or y + h >= ink.shape[0] or x > 0.16 * width
        if not (line or beyond) and area > 1e-4 * width**2:
            parts.append((x / width, y / height, (x + w) / width, (y + h) / height))
    if not parts:
        return None
    low, high = np.min(parts, axis=0), np.max(parts, axis=0)
    return [float(low[0]), float(low[1]), float(high[2]), float(high[3])]


def write_deck(name: str) -> None:
    folder = FOLDER / name
    if (folder / "index.json").exists():
        return
    folder.mkdir(parents=True, exist_ok=True)
    faces = {label: trim(cell, FACE_PX) for label, cell in SOURCES[name]()}
    missing = [str(card) for card in DECK_52 if str(card) not in faces]
    assert not missing, f"{name} lacks {missing}"
    for label, face in faces.items():
        cv2.imwrite(str(folder / f"{label}.png"), face)
    box, four = measured([faces[str(card)] for card in _NUMBERS])
    box = _BY_EYE.get(name, box)
    about = {"index_box": box, "four": four, "has_back": "back" in faces}
    (folder / "index.json").write_text(json.dumps(about), encoding="utf-8")


def open_decks() -> tuple[StudioDeck, ...]:
    """All of them, drawn first where they are not there yet. Raises AssetError."""
    decks = []
    for name in SOURCES:
        write_deck(name)
        about = json.loads((FOLDER / name / "index.json").read_text(encoding="utf-8"))
        x0, y0, x1, y1 = (float(v) for v in about["index_box"])
        decks.append(StudioDeck(name, (x0, y0, x1, y1), about["four"], about["has_back"]))
    return tuple(decks)
