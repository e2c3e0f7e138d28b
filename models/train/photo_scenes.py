"""Windows of the open half of the real photos, labelled for the detector: what renders do not show.

    python -m models.train.photo_scenes --photos DIR      (before models.train.detector --photos)

The sets' boxes are upright; the detector learns turned outlines. The shipped eyes give those: a
find that meets a label is a card with the corners the reader refined, every other find (a game box,
a newspaper, a seat) is none and stays unlabelled, which teaches most. A window in which a labelled
card was not found is left out. Pictures of the locked half (``models.evaluate.halves``) are never
opened here.
"""

import argparse
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
import numpy.typing as npt

from models.evaluate.photos import PHOTOS, VISIBLE_PART_SETS, Photo
from models.evaluate.scoring import Label, box_iou, box_of
from models.train.box_labels import label_line
from models.train.packages import CACHE
from models.train.photos import open_photos
from vision.detectors.base import Kind
from vision.frame import Image
from vision.geometry import quad_size
from vision.resize import resized

FOLDER = CACHE / "detector" / "photos"
MEETS, HOLDS = 0.6, 0.8
"""Overlap from which a find is the labelled card; of a box round the visible part, the share that
has to lie within the find."""
LEAST_FOUND = 0.05
WINDOW_PX = (480, 360)
CARD_PX = (55.0, 150.0)
"""Length of a card in a window, as in the rendered scenes and at the size photos are read at."""
MOST_CARD_PX = 240.0
"""Longer, up to this, where the photo would else fill little of its window."""
LEAST_INSIDE = 0.35
PAD_GREY = (114, 114, 114)
"""What the trainer pads pictures with."""

Floats = npt.NDArray[np.float32]


@dataclass(frozen=True, slots=True, eq=False)
class Outlines:
    """Cards of a photo: 4x2 corners of each, and the boxes of labels that no find meets."""

    corners_px: list[Floats]
    kinds: list[Kind]
    missed: list[tuple[float, float, float, float]]


def outlines(photo: Photo, found: Sequence[tuple[Floats, float]], hands: list[Floats]) -> Outlines:
    """Give each label the surest find that meets it. ``found``: corners and confidence."""
    visible_only = photo.of_set in VISIBLE_PART_SETS
    free = sorted(found, key=lambda pair: -pair[1])
    corners, missed = [], []
    for label in photo.labels:
        best = max(free, key=lambda pair: _fit(pair[0], label, visible_only), default=None)
        if best is None or _fit(best[0], label, visible_only) < MEETS:
            missed.append(label.box)
            continue
        free = [pair for pair in free if pair is not best]
        if label.what == "card":
            corners.append(best[0])
    kinds = [Kind.FACE] * len(corners) + [Kind.HAND] * len(hands)
    return Outlines([*corners, *hands], kinds, missed)


def _fit(corners_px: Floats, label: Label, visible_only: bool) -> float:
    box = box_of(corners_px)
    overlap = box_iou(box, label.box)
    if not visible_only or overlap >= MEETS:
        return overlap
    x1, y1, x2, y2 = label.box
    within = max(0.0, min(x2, box[2]) - max(x1, box[0])) * max(
        0.0, min(y2, box[3]) - max(y1, box[1])
    )
    return MEETS if within >= HOLDS * (x2 - x1) * (y2 - y1) and overlap >= 0.3 else overlap


def windows(
    image: Image, truth: Outlines, rng: np.random.Generator, count: int
) -> Iterator[tuple[Image, list[str]]]:
    """``count`` views of a photo, each at another scale, round one of its cards."""
    faces = [c for c, k in zip(truth.corners_px, truth.kinds, strict=True) if k is Kind.FACE]
    lengths = [quad_size(corners)[1] for corners in faces]
    if not lengths:
        return
    typical = float(np.median(lengths))
    for _ in range(count):
        about = truth.corners_px[int(rng.integers(len(lengths)))].mean(axis=0)
        width, height = WINDOW_PX if rng.random() < 0.7 else WINDOW_PX[::-1]
        fills = 0.75 * min(width / image.shape[1], height / image.shape[0])
        scale = float(np.exp(rng.uniform(*np.log(CARD_PX)))) / typical
        scale = max(scale, min(fills, MOST_CARD_PX / typical))
        shift = rng.uniform(0.2, 0.8, 2) * (width, height) - scale * about
        missed = [_box_corners(box) * scale + shift for box in truth.missed]
        if any(_inside(corners, (width, height)) for corners in missed):
            continue
        lines = []
        for corners, kind in zip(truth.corners_px, truth.kinds, strict=True):
            inside = _inside(corners * scale + shift, (width, height))
            if inside is not None and inside[1] >= LEAST_INSIDE:
                lines.append(label_line(kind, inside[0], (width, height)))
        small = resized(image, (round(image.shape[1] * scale), round(image.shape[0] * scale)))
        to_window = np.array([[1, 0, shift[0]], [0, 1, shift[1]]])
        view = cv2.warpAffine(small, to_window, (width, height), borderValue=PAD_GREY)
        yield np.asarray(view, np.uint8), lines


def _inside(
    corners: npt.NDArray[np.floating], size_px: tuple[int, int]
) -> tuple[Floats, float] | None:
    """What of an outline lies within the window, and its share of the whole."""
    frame = _box_corners((0, 0, *size_px))
    hull = cv2.convexHull(corners.astype(np.float32))
    area, part = cv2.intersectConvexConvex(hull, frame)
    if part is None or area < 30:
        return None
    share = float(area) / max(1.0, cv2.contourArea(hull))
    return np.asarray(part, np.float32), share


def _box_corners(box: tuple[float, float, float, float]) -> Floats:
    x1, y1, x2, y2 = box
    return np.array([(x1, y1), (x2, y1), (x2, y2), (x1, y2)], np.float32)


def harvest(photos: Path, folder: Path = FOLDER, *, each: int = 5, threads: int = 1) -> int:
    """Write the windows of all open photos as ultralytics' images and labels; returns how many."""
    for name in ("images", "labels"):
        (folder / name).mkdir(parents=True, exist_ok=True)
    written = 0
    for number, seen in enumerate(open_photos(photos, least=LEAST_FOUND, threads=threads)):
        truth = outlines(seen.photo, seen.cards, seen.hands)
        rng = np.random.default_rng(number)
        for view, lines in windows(seen.image, truth, rng, each):
            stem = f"{number:04d}_{written:05d}"
            cv2.imwrite(
                str(folder / "images" / f"{stem}.jpg"), view, [cv2.IMWRITE_JPEG_QUALITY, 93]
            )
            (folder / "labels" / f"{stem}.txt").write_text("\n".join(lines) + "\n")
            written += 1
    return written


def main() -> None:
    parser = argparse.ArgumentParser(description="Label the open photos for the detector.")
    parser.add_argument("--photos", type=Path, default=PHOTOS, help="folder of the photo sets")
    parser.add_argument("--each", type=int, default=5, help="windows of each photo")
    given = parser.parse_args()
    written = harvest(given.photos, each=given.each)
    print(f"{written} windows in {FOLDER}")


if __name__ == "__main__":
    main()
