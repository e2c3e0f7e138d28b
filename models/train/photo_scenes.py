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

from models.evaluate.halves import Half
from models.evaluate.photos import PHOTOS, VISIBLE_PART_SETS, Photo, load
from models.evaluate.scoring import Label, box_iou, box_of
from models.train.packages import CACHE
from vision.cameras.photo import read_image
from vision.detectors.base import Kind
from vision.detectors.onnx import THRESHOLDS, OnnxDetector, PhotoDetector
from vision.frame import Image
from vision.geometry import quad_size
from vision.readers.onnx import OnnxCardReader

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
    for _ in range(count):
        about = truth.corners_px[int(rng.integers(len(lengths)))].mean(axis=0)
        size = np.array(WINDOW_PX if rng.random() < 0.7 else WINDOW_PX[::-1])
        typical = float(np.median(lengths))
        fills = 0.75 * min(size / (image.shape[1], image.shape[0]))
        scale = float(np.exp(rng.uniform(*np.log(CARD_PX)))) / typical
        scale = max(scale, min(fills, MOST_CARD_PX / typical))
        spot = rng.uniform(0.2, 0.8, 2) * size
        matrix = np.array(
            [[scale, 0, spot[0] - scale * about[0]], [0, scale, spot[1] - scale * about[1]]]
        )
        shown = [c @ matrix[:, :2].T + matrix[:, 2] for c in truth.corners_px]
        if any(
            _inside(_box_corners(b) @ matrix[:, :2].T + matrix[:, 2], size) for b in truth.missed
        ):
            continue
        lines = []
        for corners, kind in zip(shown, truth.kinds, strict=True):
            inside = _inside(corners, size)
            if inside is not None and inside[1] >= LEAST_INSIDE:
                tight = cv2.boxPoints(cv2.minAreaRect(inside[0])) / size
                numbers = " ".join(f"{v:.5f}" for v in np.clip(tight, -0.005, 1.005).ravel())
                lines.append(f"{int(kind)} {numbers}")
        small = image
        while scale < 0.5:  # halved first: a single step would skip pixels
            small = np.asarray(
                cv2.resize(small, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA)
            )
            matrix[:, :2] *= 2
            scale *= 2
        yield (
            np.asarray(
                cv2.warpAffine(
                    small, matrix, (int(size[0]), int(size[1])), borderValue=(114, 114, 114)
                ),
                np.uint8,
            ),
            lines,
        )


def _inside(corners: npt.NDArray[np.floating], size: Floats) -> tuple[Floats, float] | None:
    """What of an outline lies within the window, and its share of the whole."""
    frame = np.array([(0, 0), (size[0], 0), (size[0], size[1]), (0, size[1])], np.float32)
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
    low = {**THRESHOLDS, Kind.FACE: LEAST_FOUND, Kind.BACK: LEAST_FOUND, Kind.HAND: 0.4}
    detector = PhotoDetector(OnnxDetector(threads=threads, thresholds=low))
    reader = OnnxCardReader(threads=threads)
    for name in ("images", "labels"):
        (folder / name).mkdir(parents=True, exist_ok=True)
    written = 0
    for number, photo in enumerate(p for p in load(photos) if p.half is Half.OPEN):
        image = read_image(photo.path)
        found = detector.detect(image)
        cards = [d for d in found if d.kind in (Kind.FACE, Kind.BACK)]
        read = reader.read(image, cards)
        pairs = [(r.corners_px, d.confidence) for r, d in zip(read, cards, strict=True)]
        hands = [d.corners_px for d in found if d.kind is Kind.HAND]
        rng = np.random.default_rng(number)
        for view, lines in windows(image, outlines(photo, pairs, hands), rng, each):
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
