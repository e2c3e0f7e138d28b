"""Cards cut out of the open half of the real photos, for the reader: what renders do not show.

    python -m models.train.photos --photos DIR      (before models.train.reader --photos)

The shipped eyes find the cards; a find that meets a label keeps the label's rank and suit and the
corners the reader refined, a find that meets none is something to be told from a card. Pictures of
the locked half (``models.evaluate.halves``) are never opened here.
"""

import argparse
import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
import numpy.typing as npt

from models.evaluate.halves import Half
from models.evaluate.photos import PHOTOS, VISIBLE_PART_SETS, Photo, load
from models.evaluate.scoring import Label, box_iou, box_of
from models.train.crops import FACE, NEITHER, CropRenderer
from models.train.packages import CACHE, AssetError
from models.train.weather import Pixels, lens, light, pixels
from vision.cameras.photo import read_image
from vision.detectors.base import Kind
from vision.detectors.onnx import THRESHOLDS, OnnxDetector, PhotoDetector
from vision.frame import Image
from vision.readers.base import RANKS, SUITS
from vision.readers.geometry import CROP_H, CROP_W, UNIT, crop, project
from vision.readers.onnx import OnnxCardReader

LISTING = CACHE / "train" / "photo_cards.json"
MEETS, MISSES = 0.6, 0.1
"""Overlap of boxes from which a find is the labelled card, and below which it is none."""
LEAST_FOUND, SURELY_HAND = 0.15, 0.4

Floats = npt.NDArray[np.float32]


@dataclass(frozen=True, slots=True, eq=False)
class PhotoCard:
    """``corners_px`` 4x2 from a short side on; ``rank`` and ``suit`` are places in RANKS and
    SUITS, -1 unknown or no card (``kind`` NEITHER)."""

    path: Path
    corners_px: Floats
    kind: int
    rank: int
    suit: int


@dataclass(frozen=True, slots=True, eq=False)
class Seen:
    """An open photo as the shipped eyes see it: the corners of each card as the reader refined
    them, how sure the detector is of it, and the outlines of hands."""

    photo: Photo
    image: Image
    cards: list[tuple[Floats, float]]
    hands: list[Floats]


def open_photos(folder: Path, *, least: float, threads: int = 1) -> Iterator[Seen]:
    """Every photo of the open half; cards from the confidence ``least`` on."""
    low = {**THRESHOLDS, Kind.FACE: least, Kind.BACK: least, Kind.HAND: SURELY_HAND}
    detector = PhotoDetector(OnnxDetector(threads=threads, thresholds=low))
    reader = OnnxCardReader(threads=threads)
    for photo in load(folder):
        if photo.half is not Half.OPEN:
            continue
        image = read_image(photo.path)
        found = detector.detect(image)
        cards = [d for d in found if d.kind in (Kind.FACE, Kind.BACK)]
        read = reader.read(image, cards)
        yield Seen(
            photo,
            image,
            [(r.corners_px, d.confidence) for r, d in zip(read, cards, strict=True)],
            [d.corners_px for d in found if d.kind is Kind.HAND],
        )


def harvest(folder: Path, listing: Path = LISTING, *, threads: int = 1) -> dict[str, int]:
    """Find and label the cards of the open photos; returns how many cards and non-cards."""
    rows: list[dict[str, object]] = []
    for seen in open_photos(folder, least=LEAST_FOUND, threads=threads):
        for corners_px, _ in seen.cards:
            label = _met(corners_px, seen.photo)
            if label is None:
                continue
            rows.append(
                {
                    "path": str(seen.photo.path),
                    "corners_px": np.round(corners_px, 1).tolist(),
                    "kind": FACE if label.rank else NEITHER,
                    "rank": [str(r) for r in RANKS].index(label.rank) if label.rank else -1,
                    "suit": [str(s) for s in SUITS].index(label.suit) if label.suit else -1,
                }
            )
    listing.parent.mkdir(parents=True, exist_ok=True)
    listing.write_text(json.dumps(rows))
    faces = sum(row["kind"] == FACE for row in rows)
    return {"cards": faces, "others": len(rows) - faces}


def _met(corners_px: Floats, photo: Photo) -> Label | None:
    """The label a find meets, an empty one when it is no card, None when it cannot be said."""
    box = box_of(corners_px)
    overlaps = [(box_iou(box, label.box), label) for label in photo.labels]
    best = max(overlaps, key=lambda pair: pair[0], default=(0.0, None))
    visible_only = photo.of_set in VISIBLE_PART_SETS
    if best[1] is not None and best[0] >= MEETS:
        return best[1] if best[1].what == "card" else None
    touched = best[0] >= MISSES or (visible_only and best[0] > 0)
    return None if touched else Label(box, "", None, "card")


class PhotoCrops:
    """Draws crops of such cards as a detector's box or the refined corners would cut them."""

    def __init__(self, renderer: CropRenderer, listing: Path = LISTING) -> None:
        """Raises AssetError when ``harvest`` was not run."""
        if not listing.exists():
            raise AssetError("no photo cards: first run python -m models.train.photos")
        self._renderer, self._rng = renderer, renderer.rng
        self._cards = [
            PhotoCard(
                Path(row["path"]),
                np.array(row["corners_px"], np.float32),
                row["kind"],
                row["rank"],
                row["suit"],
            )
            for row in json.loads(listing.read_text())
        ]
        self._images: dict[Path, Image] = {}

    def batch(self, count: int) -> tuple[Pixels, npt.NDArray[np.int64], Floats]:
        """As ``models.train.crops.batch``; a suit may be -1 on a face (not labelled)."""
        drawn = [self._one() for _ in range(count)]
        return (
            np.stack([image for image, _, _ in drawn]),
            np.array([labels for _, labels, _ in drawn], np.int64),
            np.stack([corners for _, _, corners in drawn]),
        )

    def _one(self) -> tuple[Pixels, Sequence[int], Floats]:
        rng = self._rng
        card = self._cards[int(rng.integers(len(self._cards)))]
        image = self._image(card.path)
        points = card.corners_px
        quad, first = self._renderer.pose(points)
        matrix = np.asarray(cv2.getPerspectiveTransform(quad, points), np.float64)
        cut = pixels(crop(image, project(matrix, UNIT), 0.0, size=(CROP_W, CROP_H)))
        if rng.random() < 0.4:
            cut = lens(light(cut, rng), float(rng.uniform(0.7, 1.0)), rng)
        corners = np.roll(quad, -first, axis=0)
        if rng.random() < 0.5:  # the other way up
            cut = np.ascontiguousarray(cut[::-1, ::-1])
            corners = np.roll(1 - corners, 2, axis=0)
        return cut, (card.kind, card.rank, card.suit, first % 2), corners.astype(np.float32)

    def _image(self, path: Path) -> Image:
        if path not in self._images:
            self._images[path] = read_image(path)
        return self._images[path]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("--photos", type=Path, default=PHOTOS)
    arguments = parser.parse_args()
    print(harvest(arguments.photos))


if __name__ == "__main__":
    main()
