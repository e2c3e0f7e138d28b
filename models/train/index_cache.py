"""Rendered index scenes on disk: a picture and its truth for each seed; only ever added to.

``python -m models.train.index_cache --count 3000`` adds what is missing. Drawing a scene costs as
much as ten looks of the network at it, so each is drawn once and turned, scaled and relit often.
"""

import argparse
from collections.abc import Sequence
from dataclasses import astuple
from pathlib import Path

import cv2
import numpy as np

from models.train.index_art import IndexDecks
from models.train.index_scenes import IndexPicture, IndexScenes, TrueIndex
from models.train.kit import Kit
from models.train.packages import CACHE

FOLDER = CACHE / "indices"
QUALITY = 93


def fill(*, split: str, seeds: Sequence[int]) -> None:
    """Draw the scenes of the seeds that are not there yet."""
    cv2.setNumThreads(1)
    folder = FOLDER / split
    folder.mkdir(parents=True, exist_ok=True)
    scenes: IndexScenes | None = None
    for seed in seeds:
        if _truth(folder, seed).exists():
            continue
        scenes = scenes or IndexScenes(Kit.open(CACHE / "assets", split), IndexDecks.open(split))
        drawn = scenes.picture(seed)
        quality = [cv2.IMWRITE_JPEG_QUALITY, QUALITY]
        cv2.imwrite(str(_picture(folder, seed)), drawn.image, quality)
        rows = np.array([astuple(one) for one in drawn.indices], np.float32).reshape(-1, 9)
        waiting = folder / f"{seed:06d}.part.npy"
        np.save(waiting, rows)
        waiting.rename(_truth(folder, seed))


def stored(split: str) -> list[int]:
    """The seeds that are there, in order."""
    return sorted(int(path.stem) for path in (FOLDER / split).glob("??????.npy"))


def load(split: str, seed: int) -> IndexPicture:
    folder = FOLDER / split
    image = cv2.imread(str(_picture(folder, seed)))
    if image is None:
        raise OSError(f"cannot read {_picture(folder, seed)}")
    return IndexPicture(
        np.asarray(image, np.uint8),
        tuple(_index(row.tolist()) for row in np.load(_truth(folder, seed))),
    )


def _index(row: list[float]) -> TrueIndex:
    x, y, up_x, up_y, px_per_mm, rank, suit, shows, card = row
    return TrueIndex(
        x=x,
        y=y,
        up_x=up_x,
        up_y=up_y,
        px_per_mm=px_per_mm,
        rank=int(rank),
        suit=int(suit),
        shows=shows,
        card=int(card),
    )


def _truth(folder: Path, seed: int) -> Path:
    return folder / f"{seed:06d}.npy"


def _picture(folder: Path, seed: int) -> Path:
    return folder / f"{seed:06d}.jpg"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("--split", default="train")
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--count", type=int, default=3000)
    arguments = parser.parse_args()
    fill(
        split=arguments.split,
        seeds=range(arguments.first, arguments.first + arguments.count),
    )


if __name__ == "__main__":
    main()
