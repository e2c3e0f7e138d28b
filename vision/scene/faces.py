"""Folders of card pictures as decks: ``QH.png``, ``TH.png`` or ``10H.png``, ``back.png``."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property, lru_cache
from pathlib import Path

import cv2
import numpy as np

from rules.cards import DECK_52, Card
from vision.frame import Image, VisionError
from vision.scene.texture import as_image

SUFFIXES = (".png", ".webp", ".jpg", ".jpeg")
LARGEST_WIDTH_PX = 480
BACK = "back"


class SceneError(VisionError):
    """A scene that cannot be drawn; the text says what is missing and where."""


@dataclass(frozen=True, slots=True, eq=False)
class Pyramid:
    """One picture and its halves, largest first; a card is warped from the level that fits."""

    levels: tuple[Image, ...]

    @classmethod
    def of(cls, image: Image) -> "Pyramid":
        levels = [image]
        while levels[-1].shape[1] > 24:
            smaller = (levels[-1].shape[1] // 2, levels[-1].shape[0] // 2)
            levels.append(as_image(cv2.resize(levels[-1], smaller, interpolation=cv2.INTER_AREA)))
        return cls(tuple(levels))

    def level(self, width_px: float) -> Image:
        """The smallest level that is at least ``width_px`` wide, else the largest."""
        fitting = [image for image in self.levels if image.shape[1] >= width_px * 0.9]
        return fitting[-1] if fitting else self.levels[0]


class Deck:
    """The card pictures of one folder; each is read from disk when it is first asked for, and the
    last ``keep`` (None: all) are kept."""

    def __init__(self, folder: Path, *, keep: int | None = None) -> None:
        self.folder = folder
        self.files: Mapping[str, Path] = _card_files(folder)
        self._pyramid = lru_cache(keep)(self._opened)

    @property
    def name(self) -> str:
        return self.folder.name

    @cached_property
    def missing(self) -> tuple[str, ...]:
        """The cards of the 52 that the folder lacks."""
        return tuple(str(card) for card in DECK_52 if str(card) not in self.files)

    @property
    def has_back(self) -> bool:
        return BACK in self.files

    def picture(self, name: str) -> Pyramid:
        """A face ("QH") or "back"; raises SceneError with the deck's name and the missing one."""
        return self._pyramid(name)

    def _opened(self, name: str) -> Pyramid:
        if name not in self.files:
            raise SceneError(
                f"deck {self.name!r} has no picture of {name}: expected {name}.png "
                f"(or .webp, .jpg) in {self.folder}"
            )
        return Pyramid.of(_read(self.files[name]))


class FaceLibrary:
    """Decks by name."""

    def __init__(self, decks: Iterable[Deck]) -> None:
        self._decks = {deck.name: deck for deck in decks}

    @classmethod
    def open(cls, folder: Path | str, *, keep: int | None = None) -> "FaceLibrary":
        """A folder of card pictures is one deck, named like it; a folder of such folders is many.

        ``keep``: so many pictures of each deck stay in memory (None: all). Raises SceneError when
        there are no card pictures at all.
        """
        root = Path(folder)
        if not root.is_dir():
            raise SceneError(f"no folder {root}: name a folder of card pictures (QH.png, TH.png)")
        alone = Deck(root, keep=keep)
        if alone.files:
            return cls([alone])
        decks = [Deck(path, keep=keep) for path in sorted(root.iterdir()) if path.is_dir()]
        decks = [deck for deck in decks if deck.files]
        if not decks:
            raise SceneError(f"no card pictures in {root}: expected QH.png, TH.png, ... back.png")
        return cls(decks)

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(self._decks)

    def deck(self, name: str) -> Deck:
        if name not in self._decks:
            raise SceneError(f"no deck {name!r}: there are {', '.join(self._decks) or 'none'}")
        return self._decks[name]

    def complete(self, name: str) -> Deck:
        """The deck, if it has all 52 faces; else SceneError names what is missing."""
        deck = self.deck(name)
        if deck.missing:
            raise SceneError(
                f"deck {name!r} in {deck.folder} lacks {len(deck.missing)} of 52 card pictures: "
                f"{', '.join(deck.missing)}"
            )
        return deck

    def plus(self, other: "FaceLibrary") -> "FaceLibrary":
        """Both libraries' decks; the other's win where names meet."""
        return FaceLibrary([*self._decks.values(), *other._decks.values()])


def _card_files(folder: Path) -> dict[str, Path]:
    """Notation to file; other files are left alone."""
    found: dict[str, Path] = {}
    for path in sorted(folder.iterdir()):
        if path.suffix.lower() not in SUFFIXES or not path.is_file():
            continue
        if path.stem.lower() == BACK:
            found[BACK] = path
            continue
        try:
            found[str(Card.parse(path.stem))] = path
        except ValueError:
            continue
    return found


def _read(path: Path) -> Image:
    """BGR on white paper where the picture is transparent; at most LARGEST_WIDTH_PX wide."""
    raw = cv2.imdecode(np.fromfile(path, np.uint8), cv2.IMREAD_UNCHANGED)
    if raw is None:
        raise SceneError(f"{path} is not a picture that can be read")
    if raw.ndim == 2:
        raw = cv2.cvtColor(raw, cv2.COLOR_GRAY2BGR)
    if raw.shape[2] == 4:
        alpha = raw[..., 3:].astype(np.float32) / 255
        raw = np.round(raw[..., :3] * alpha + 255 * (1 - alpha)).astype(np.uint8)
    if raw.shape[1] > LARGEST_WIDTH_PX:
        height = round(raw.shape[0] * LARGEST_WIDTH_PX / raw.shape[1])
        raw = cv2.resize(raw, (LARGEST_WIDTH_PX, height), interpolation=cv2.INTER_AREA)
    return as_image(raw)
