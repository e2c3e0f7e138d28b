"""What training scenes are made of: the fetched decks, surfaces, backs and props of one split.

Decks, surfaces, backs and lamps are disjoint from those of the staged table.
"""

import json
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path

import cv2
import numpy as np

from models.train import clutter
from models.train.motif_backs import motif_back
from models.train.pale_backs import pale_back
from models.train.solid_hands import solid_hand
from vision.frame import Image
from vision.scene.backs import card_back
from vision.scene.cloths import cloth_tile
from vision.scene.faces import FaceLibrary, Pyramid, SceneError
from vision.scene.texture import as_image

TRAIN_SEEDS_FROM = 10_000
"""Seeds of cloths, backs and hands below 5,000 belong to the staged table (``device.stage``)."""
FLAT_HANDS, SOLID_HANDS = 32, 64
POOL = 300
PLAIN_DECKS = ("anglo", "anglo_modern", "cardsjs", "svgcards", "gnomangelo", "paris", "anglo_poker")


@dataclass(slots=True)
class Kit:
    """The raw material of one split, from ``.cache/assets``; pictures are read when first used."""

    folder: Path
    split: str
    faces: FaceLibrary
    decks: tuple[str, ...]
    names: dict[str, tuple[str, ...]]
    _read: dict[Path, Image] = field(default_factory=dict)
    _grounds: dict[int, tuple[Image, float]] = field(default_factory=dict)
    _backs: dict[int, Pyramid] = field(default_factory=dict)
    _hands: dict[int, Image] = field(default_factory=dict)

    @classmethod
    def open(cls, folder: Path, split: str = "train") -> "Kit":
        """Raises SceneError when the assets were not fetched."""
        listing = folder / "splits.json"
        if not listing.is_file():
            raise SceneError(f"no {listing}: first run python -m models.train.assets")
        splits = json.loads(listing.read_text())
        names = {group: tuple(parts.get(split, ())) for group, parts in splits.items()}
        faces = FaceLibrary.open(folder / "decks")
        decks = tuple(name for name in names["decks"] if name in faces.names)
        return cls(folder, split, faces, decks, names)

    def picture(self, group: str, name: str, suffix: str) -> Image:
        path = self.folder / group / f"{name}{suffix}"
        if path not in self._read:
            image = cv2.imread(str(path), cv2.IMREAD_UNCHANGED)
            if image is None:
                raise SceneError(f"cannot read {path}")
            self._read[path] = as_image(image)
        return self._read[path]

    def surface(self, rng: np.random.Generator) -> tuple[Image, float]:
        """A ground and the millimetres its width spans; photos, patterns, procedural ones."""
        names = self.names.get("surfaces", ())
        pick = rng.random()
        if pick < 0.14:
            return clutter.pale(rng), 400.0
        if pick < 0.5 and names:
            name = str(rng.choice(names))
            image = self.picture("surfaces", name, ".jpg")
            low, high = (80, 350) if "pattern" in name else (200, 900)
            return tint(image, rng), float(rng.uniform(low, high))
        seed = self._seed(rng)
        if seed not in self._grounds:
            own = np.random.default_rng([67, seed])
            cloth = own.random() < 0.2
            self._grounds[seed] = (
                (cloth_tile(seed)[:512, :512], 200.0) if cloth else (clutter.any_ground(own))
            )
        image, span_mm = self._grounds[seed]
        return tint(image, rng), span_mm * float(rng.uniform(0.75, 1.35))

    def _seed(self, rng: np.random.Generator) -> int:
        """Of a limited pool, so that a worker need not draw each texture anew; splits apart."""
        return TRAIN_SEEDS_FROM + int(rng.integers(POOL)) * 2 + (self.split == "val")

    def back(self, rng: np.random.Generator) -> Pyramid:
        names = self.names.get("backs", ())
        if rng.random() < 0.3 and names:
            return Pyramid.of(self.picture("backs", str(rng.choice(names)), ".png")[..., :3])
        seed = self._seed(rng)
        if seed not in self._backs:
            own, kind = np.random.default_rng([71, seed]), seed % 20  # seeds go by twos
            if kind < 5:
                drawn = pale_back(own)
            elif kind < 13:
                drawn = motif_back(own, self._printable(own))
            else:
                drawn = card_back(seed)
            self._backs[seed] = Pyramid.of(drawn)
        return self._backs[seed]

    def _printable(self, rng: np.random.Generator) -> list[Image]:
        """A surface's picture, to be printed on a back, if there is any."""
        names = self.names.get("surfaces", ())
        return [self.picture("surfaces", str(rng.choice(names)), ".jpg")] if names else []

    def hands(self, kinds: Iterable[int]) -> dict[int, Image]:
        """The pictures of those kinds that are solid; the renderer draws the others itself."""
        solid = {kind for kind in kinds if kind >= TRAIN_SEEDS_FROM + FLAT_HANDS}
        for kind in solid - self._hands.keys():
            own = np.random.default_rng([73, kind, self.split == "val"])
            self._hands[kind] = solid_hand(own)
        return {kind: self._hands[kind] for kind in solid}

    def deck(self, rng: np.random.Generator) -> str:
        plain = [name for name in self.decks if name in PLAIN_DECKS]
        if plain and rng.random() < 0.6:
            return str(rng.choice(plain))
        return str(rng.choice(self.decks))

    def thing(self, rng: np.random.Generator) -> tuple[Image, float]:
        """A BGRA piece of clutter and its width in millimetres."""
        names = self.names.get("props", ())
        if rng.random() < 0.35 and names:
            name = str(rng.choice(names))
            image = self.picture("props", name, ".png")
            if image.ndim == 3 and image.shape[2] == 4:
                size = rng.uniform(18, 32) if "coin" in name else rng.uniform(40, 160)
                return image, float(size)
        return clutter.any_clutter(rng)


def tint(image: Image, rng: np.random.Generator) -> Image:
    """Another colour of the same surface, half of the time."""
    if rng.random() < 0.5:
        return image[..., :3]
    gains = rng.uniform(0.45, 1.25, 3) if rng.random() < 0.6 else np.full(3, rng.uniform(0.3, 1.2))
    return np.clip(image[..., :3] * gains, 0, 255).astype(np.uint8)
