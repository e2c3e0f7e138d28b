"""Studio pictures kept on disk: drawn once, measured as often as networks change."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from models.evaluate.studio.decks import STUDIO
from models.evaluate.studio.develop import opened
from models.evaluate.studio.draw import shoot
from models.evaluate.studio.layouts import stage_of
from models.evaluate.studio.lens import Pixels
from models.evaluate.studio.pawns import prints
from models.evaluate.studio.scenery import is_rough
from models.evaluate.studio.truth import Truth, truth_of

EDITION = 1
"""Raised when the pictures change: figures are compared within an edition only."""
SETS = STUDIO / "sets"


@dataclass(frozen=True, slots=True, eq=False)
class StudioPicture:
    image: Pixels
    truth: Truth
    path: Path


def pictures(family: str, count: int) -> Iterator[StudioPicture]:
    """The first ``count`` of a family, from disk or drawn now (2 s of a core each)."""
    folder = SETS / f"{family}_{EDITION}"
    folder.mkdir(parents=True, exist_ok=True)
    for seed in range(count):
        path = folder / f"{seed:05d}.jpg"
        if not path.with_suffix(".json").exists():
            _draw(family, seed, path)
        yield StudioPicture(opened(path.read_bytes()), Truth.load(path.with_suffix(".json")), path)


def _draw(family: str, seed: int, path: Path) -> None:
    stage = stage_of(family, seed)
    shot = shoot(stage, prints())
    path.write_bytes(shot.file)
    truth_of(stage, shot, rough=is_rough(seed)).save(path.with_suffix(".json"))
