"""Where the corner index of each deck is printed, and the decks of a split as the renderer takes
them.

The faces come from the one array that ``models.train.deck_art`` wrote: real decks and procedural
ones. A deck's index lies at the same place on all its cards; it is measured once, on the number
cards, where nothing else is printed in the corner.
"""

import json
from collections import OrderedDict
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
import numpy.typing as npt

from models.train.deck_art import CACHE_FILE, FACE_H, FACE_W
from rules.cards import DECK_52, Rank
from vision.scene.faces import Deck, FaceLibrary, Pyramid

LEFT_OUT = ("bellot", "guyenne-classic", "slavic_costumes", "atlasnye_ru", "tarocco")
"""Courts without a letter, or with letters that mean something else."""
ODD = ("tango", "tango_nuevo")
"""The suit stands apart from the rank."""
CORNER = (0.30, 0.37)
"""Of a card's width and height: no index reaches further."""
INK_GREY = 70
PICTURES_KEPT = 1500
_NUMBERS = [i for i, card in enumerate(DECK_52) if card.rank in tuple("2579")]
_PLACE = {str(card): i for i, card in enumerate(DECK_52)}

Floats = npt.NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class IndexArt:
    """``box``: left, top, right, bottom of rank and pip, in shares of the card's width and height.
    ``four``: printed in all four corners."""

    box: tuple[float, float, float, float]
    four: bool

    def box_of(self, name: str) -> tuple[float, float, float, float]:
        """The same for one card: a ten is wider."""
        left, top, right, bottom = self.box
        wider = 0.35 * (right - left) if name.startswith(Rank.TEN) else 0.0
        return left, top, min(right + wider, CORNER[0]), bottom


def measure(faces: npt.NDArray[np.uint8]) -> IndexArt | None:
    """From 52 faces (52 x H x W x 3); None when there is no index to be found."""
    left = [box for i in _NUMBERS if (box := _corner_box(faces[i])) is not None]
    right = [box for i in _NUMBERS if (box := _corner_box(faces[i][:, ::-1])) is not None]
    if len(left) < 0.8 * len(_NUMBERS):
        return None
    box = np.median(left, axis=0)
    mirrored = np.median(right, axis=0) if right else np.zeros(4)
    four = len(right) > 0.8 * len(_NUMBERS) and bool(np.abs(mirrored - box).max() < 6)
    x0, y0, x1, y1 = (float(v) for v in box / (FACE_W, FACE_H, FACE_W, FACE_H))
    return IndexArt((x0, y0, x1, y1), four)


def _corner_box(face: npt.NDArray[np.uint8]) -> Floats | None:
    """Round what is printed in the upper left corner and is neither a line nor a figure."""
    corner = face[: int(CORNER[1] * FACE_H), : int(CORNER[0] * FACE_W)].astype(np.int16)
    paper = np.median(corner[::4, ::4].reshape(-1, 3), axis=0).astype(np.int16)
    part = (np.abs(corner - paper).max(axis=2) > INK_GREY).astype(np.uint8)
    boxes = []
    for x, y, w, h, area in cv2.connectedComponentsWithStats(part)[2][1:]:
        line = min(w, h) <= 3 or (x <= 1 and h > 40) or (y <= 1 and w > 40)
        cut = y + h >= part.shape[0] or x > 0.13 * FACE_W
        if not (line or cut or area < 6):
            boxes.append((x, y, x + w, y + h))
    if not boxes:
        return None
    found = np.array(boxes, float)
    return np.concatenate([found[:, :2].min(axis=0), found[:, 2:].max(axis=0)])


class CachedDeck(Deck):
    """One deck of the array; pyramids of the last few cards are kept."""

    def __init__(self, name: str, number: int, kept: "OrderedDict[tuple[int, str], Pyramid]"):
        self.folder = Path(name)
        self.files: Mapping[str, Path] = {str(card): self.folder for card in DECK_52}
        self._number = number
        self._kept = kept

    def picture(self, name: str) -> Pyramid:
        key = (self._number, name)
        if key not in self._kept:
            faces = np.load(CACHE_FILE, mmap_mode="r")
            self._kept[key] = Pyramid.of(np.array(faces[self._number, _PLACE[name]], np.uint8))
            if len(self._kept) > PICTURES_KEPT:
                self._kept.popitem(last=False)
        return self._kept[key]


@dataclass(frozen=True, slots=True, eq=False)
class IndexDecks:
    """The decks of one split whose index can be read, how often each is drawn, where it is."""

    faces: FaceLibrary
    names: tuple[str, ...]
    share: Floats
    art: Mapping[str, IndexArt]

    @classmethod
    def open(cls, split: str) -> "IndexDecks":
        entries = json.loads(CACHE_FILE.with_suffix(".json").read_text(encoding="utf-8"))
        faces = np.load(CACHE_FILE, mmap_mode="r")
        decks, weights, art = [], [], {}
        kept: OrderedDict[tuple[int, str], Pyramid] = OrderedDict()
        for number, entry in enumerate(entries):
            name = str(entry["name"])
            if entry["split"] != split or name in LEFT_OUT + ODD:
                continue
            found = measure(faces[number])
            if found is not None:
                decks.append(CachedDeck(name, number, kept))
                weights.append(float(entry["weight"]))
                art[name] = found
        share = np.array(weights) / np.sum(weights)
        return cls(FaceLibrary(decks), tuple(d.name for d in decks), share, art)

    @classmethod
    def of(cls, faces: FaceLibrary) -> "IndexDecks":
        """Whole decks that lie in folders, each as likely as the others."""
        art = {}
        for name in faces.names:
            deck, size = faces.complete(name), (FACE_W, FACE_H)
            found = measure(
                np.stack(
                    [
                        np.asarray(cv2.resize(deck.picture(str(card)).levels[0], size), np.uint8)
                        for card in DECK_52
                    ]
                )
            )
            if found is not None:
                art[name] = found
        return cls(faces, tuple(art), np.full(len(art), 1 / max(1, len(art))), art)

    def draw(self, rng: np.random.Generator) -> str:
        return str(rng.choice(self.names, p=self.share))
