"""Train the index finder: where the corner indices of fanned cards are, and which way up.

``python -m models.train.index_finder --minutes 60`` learns from the scenes that
``models.train.index_cache`` has drawn so far (more may be added while it runs), goes on from the
weights that were kept until ``--minutes`` in all are spent, and writes
``models/index_finder.onnx``. ``models.evaluate.fans`` measures it, together with the reader.
"""

import argparse
from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import numpy.typing as npt
import torch
import torch.nn.functional as functional
from torch.utils.data import DataLoader, IterableDataset, get_worker_info

from models.train.finder import (
    FinderBody,
    Parts,
    export,
    fit,
    heat_loss,
    picks,
    place_head,
    relight,
    resume,
    save_spent,
)
from models.train.index_cache import load, stored
from models.train.index_scenes import CLEAR, HIDDEN, IndexPicture
from models.train.packages import CACHE, ROOT
from models.train.weights import torch_device
from vision.detectors.indices import CHANNELS, PX_PER_MM, STRIDE

BATCH = 8
PATCH_PX = 192
SCALES = (0.72, 1.4)
"""Of the finder's own: a photo's scale is found to within a quarter, tables lean."""
REMEMBERED = 240
SIGMA_CELLS, UNSURE_CELLS = 0.9, 1.8
NOWHERE = 0.12
"""Share of the patches that are not laid round an index."""
CHECKPOINT = CACHE / "train" / "index_finder.pt"
KEPT = ROOT / "models" / "train" / "checkpoints" / "index_finder.pt"
BORROWED = KEPT.with_name("pawn_finder.pt")
"""The same body, trained on pawns: a better beginning than chance."""

Floats = npt.NDArray[np.float32]
Pixels = npt.NDArray[np.uint8]


class IndexFinderNet(FinderBody):
    def __init__(self) -> None:
        super().__init__()
        self.place = place_head(CHANNELS)

    def forward(self, pictures: torch.Tensor) -> torch.Tensor:
        """N x 6 x h x w: logit, offset x and y in cells, up x and y, log of the scale."""
        told: torch.Tensor = self.place(self.features(pictures))
        return told


@dataclass(frozen=True, slots=True, eq=False)
class Target:
    """At a quarter of the patch: heat 0..1, weight (0: nothing asked), cells of the anchors."""

    heat: Floats
    weight: Floats
    cells: npt.NDArray[np.int64]  # K x 2 (row, column)
    values: Floats  # K x 5: offset x, y in cells, up x, y, log of the scale


def patch(drawn: IndexPicture, rng: np.random.Generator) -> tuple[Pixels, Target]:
    """A turned and scaled window of a scene, PATCH_PX square, and what is to be told of it."""
    clear = [one for one in drawn.indices if one.shows >= CLEAR]
    height, width = drawn.image.shape[:2]
    centre = rng.uniform(0, 1, 2) * (width, height)
    scale = PX_PER_MM / (clear[0].px_per_mm if clear else 2.5)
    if clear and rng.random() > NOWHERE:
        chosen = clear[int(rng.integers(len(clear)))]
        scale = PX_PER_MM / chosen.px_per_mm
        centre = np.array([chosen.x, chosen.y])
    scale *= float(np.exp(rng.uniform(*np.log(SCALES))))
    turn = rng.uniform(0, 2 * np.pi)
    cos, sin = np.cos(turn) * scale, np.sin(turn) * scale
    linear = np.array([[cos, -sin], [sin, cos]])
    shift = PATCH_PX / 2 + rng.uniform(-0.28, 0.28, 2) * PATCH_PX - linear @ centre
    image = drawn.image
    if scale < 0.6:
        half = (image.shape[1] // 2, image.shape[0] // 2)
        image = np.asarray(cv2.resize(image, half, interpolation=cv2.INTER_AREA), np.uint8)
    to_patch = np.column_stack([linear * (width / image.shape[1]), shift])
    how = cv2.BORDER_REPLICATE if rng.random() < 0.5 else cv2.BORDER_CONSTANT
    seen = cv2.warpAffine(image, to_patch, (PATCH_PX, PATCH_PX), borderMode=how)
    return relight(np.asarray(seen, np.uint8), rng), target_of(drawn, linear, shift, scale)


def target_of(
    drawn: IndexPicture, linear: npt.NDArray[np.float64], shift: npt.NDArray[np.float64],
    scale: float,
) -> Target:  # fmt: skip
    """``linear`` and ``shift`` take the scene's pixels to the patch's, ``scale`` times as large."""
    side = PATCH_PX // STRIDE
    heat, weight = np.zeros((side, side), np.float32), np.ones((side, side), np.float32)
    rows, columns = np.mgrid[0:side, 0:side].astype(np.float32) + 0.5
    cells, values = [], []
    for one in drawn.indices:
        if 0 <= one.shows < HIDDEN:
            continue
        x, y = (linear @ (one.x, one.y) + shift) / STRIDE
        if not (-2 < x < side + 2 and -2 < y < side + 2):
            continue
        away = (columns - x) ** 2 + (rows - y) ** 2
        cut = min(x, y, side - x, side - y) * STRIDE < 7 * PX_PER_MM * scale
        if one.shows < CLEAR or cut:
            weight[away < UNSURE_CELLS**2] = 0.0
            continue
        heat = np.maximum(heat, np.exp(-away / (2 * SIGMA_CELLS**2)))
        row, column = int(y), int(x)
        heat[row, column] = weight[row, column] = 1.0
        up = linear @ (one.up_x, one.up_y) / scale
        size = np.log(one.px_per_mm * scale / PX_PER_MM)
        cells.append((row, column))
        values.append((x - column - 0.5, y - row - 0.5, up[0], up[1], size))
    return Target(
        heat.astype(np.float32),
        weight,
        np.array(cells, np.int64).reshape(-1, 2),
        np.array(values, np.float32).reshape(-1, 5),
    )


class Remembered:
    """Scenes of the cache, decoded; a few are exchanged for others at each call."""

    def __init__(self, rng: np.random.Generator, *, split: str = "train") -> None:
        self._rng, self._split = rng, split
        self._seeds: list[int] = []
        self._kept: list[IndexPicture] = []
        self._calls = 0

    def some(self, count: int, *, fresh: int) -> list[IndexPicture]:
        if self._calls % 500 == 0:
            self._seeds = stored(self._split)
            if not self._seeds:
                raise SystemExit("no scenes: first run python -m models.train.index_cache")
        self._calls += 1
        for _ in range(fresh if self._kept else 4 * count):
            self._kept.append(load(self._split, int(self._rng.choice(self._seeds))))
        self._kept = self._kept[-REMEMBERED:]
        places = self._rng.integers(len(self._kept), size=count)
        return [self._kept[int(place)] for place in places]


class Patches(IterableDataset[Any]):  # type: ignore[misc,unused-ignore]
    """Endless batches of patches."""

    def __init__(self, *, seed: int) -> None:
        self._seed = seed

    def __iter__(self) -> Iterator[tuple[torch.Tensor, list[Target]]]:
        cv2.setNumThreads(1)
        worker = get_worker_info()
        rng = np.random.default_rng([89, self._seed, 0 if worker is None else worker.id])
        scenes = Remembered(rng)
        while True:
            ready = [patch(drawn, rng) for drawn in scenes.some(BATCH, fresh=3)]
            images = torch.from_numpy(np.stack([image for image, _ in ready]))
            yield images, [target for _, target in ready]


def loss(place: torch.Tensor, targets: list[Target]) -> Parts:
    """The heat, and offset, direction and scale where an index is."""
    heat = heat_loss(place[:, 0], [t.heat for t in targets], [t.weight for t in targets])
    parts = {"heat": heat}
    index = torch.from_numpy(picks([t.cells for t in targets])).to(place.device)
    if len(index):
        values = torch.from_numpy(np.concatenate([t.values for t in targets])).to(place.device)
        n, row, column = index.unbind(1)
        told = place[n, :, row, column]
        parts["offset"] = functional.smooth_l1_loss(told[:, 1:3], values[:, :2], beta=0.2)
        parts["up"] = 2 * functional.smooth_l1_loss(told[:, 3:5], values[:, 2:4], beta=0.2)
        parts["scale"] = functional.smooth_l1_loss(told[:, 5], values[:, 4], beta=0.1)
    return parts


def train(*, minutes: float, device: str, workers: int, seed: int) -> IndexFinderNet:
    """Train until ``minutes`` in all are spent; the averaged weights are what ships."""
    if device == "cpu":
        torch.set_num_threads(1)
    net, average = IndexFinderNet().to(device), IndexFinderNet().to(device)
    spent_s = resume(net, average, checkpoint=CHECKPOINT, kept=KEPT, borrowed=BORROWED)
    loader = DataLoader(
        Patches(seed=seed), batch_size=None, num_workers=workers, collate_fn=lambda batch: batch
    )

    fit(
        net,
        average,
        batches=loader,
        loss=loss,
        minutes=minutes,
        device=device,
        save=partial(save_spent, checkpoint=CHECKPOINT, kept=KEPT),
        spent_s=spent_s,
    )
    return average  # type: ignore[no-any-return,unused-ignore]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("--minutes", type=float, default=60.0, help="in all, earlier runs included")
    parser.add_argument("--device", default="cpu")
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", type=Path, default=ROOT / "models" / "index_finder.onnx")
    arguments = parser.parse_args()
    net = train(
        minutes=arguments.minutes,
        device=torch_device(arguments.device),
        workers=arguments.workers,
        seed=arguments.seed,
    )
    print(f"largest difference to torch: {export(net, arguments.out):.2e}, {arguments.out}")


if __name__ == "__main__":
    main()
