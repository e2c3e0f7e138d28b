"""Train the pawn finder: where our pawns lie, among everything round that is none.

``python -m models.train.pawn_finder --minutes 30`` draws its own scenes (``models.train.
pawn_scenes``), goes on from the weights that were kept, measures itself on decks, backs and cloths
it never saw, and writes ``models/pawn_finder.onnx``. Whose pawn and which side up are learned
beside, because what tells a pawn from a coin is its emblem; only the places are exported.
"""

import argparse
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import numpy.typing as npt
import torch
import torch.nn.functional as functional
from torch import nn
from torch.utils.data import DataLoader, IterableDataset, get_worker_info

from models.train.finder import (
    FEATURES,
    FinderBody,
    Parts,
    export,
    fit,
    heat_loss,
    picks,
    place_head,
    relight,
)
from models.train.kit import Kit
from models.train.packages import CACHE, ROOT
from models.train.pawn_scenes import PICTURE_PX, PawnScenes
from models.train.weights import keep, torch_device
from vision.detectors.base import Kind
from vision.detectors.pawns import STRIDE, PawnFinder
from vision.readers.base import OWNERS, SIDES
from vision.scene.render import Rendered

BATCH = 8
FRESH = 3
"""Scenes of a batch that are new; the others come back turned and in other light."""
REMEMBERED = 400
CLEAR, HIDDEN = 0.45, 0.2
"""A pawn that shows this much is to be found; one that shows less than the second is not there; in
between nothing is asked."""
DARK_SPREAD = 7.0
"""Grey levels of standard deviation on a pawn; where there are fewer nobody sees whose it is."""
VAL_SEEDS_FROM = 20_000_000
CHECKPOINT = CACHE / "train" / "pawn_finder.pt"
KEPT = ROOT / "models" / "train" / "checkpoints" / "pawn_finder.pt"

Floats = npt.NDArray[np.float32]
Told = tuple[torch.Tensor, torch.Tensor, torch.Tensor]


@dataclass(frozen=True, slots=True, eq=False)
class TruePawn:
    """``owner`` and ``side`` are places in OWNERS and SIDES; pixels of the scene's picture."""

    x: float
    y: float
    radius: float
    visible: float
    owner: int
    side: int


def true_pawns(rendered: Rendered) -> list[TruePawn]:
    pawns = []
    for item in rendered.truth:
        if item.kind is not Kind.PAWN or item.owner is None or item.side is None:
            continue
        low, high = item.corners_px.min(axis=0), item.corners_px.max(axis=0)
        x, y = (low + high) / 2
        radius = float((high - low).mean()) / 2
        inside = _inside_share(x, y, radius)
        owner, side = OWNERS.index(item.owner), SIDES.index(item.side)
        shows = min(item.visible, inside)
        if shows >= CLEAR and _spread(rendered, low, high) < DARK_SPREAD:
            shows = HIDDEN
        pawns.append(TruePawn(float(x), float(y), radius, shows, owner, side))
    return pawns


def _spread(rendered: Rendered, low: Floats, high: Floats) -> float:
    """Of the grey levels in a box of the picture."""
    (x0, y0), (x1, y1) = np.maximum(low, 0).astype(int), np.maximum(high, 0).astype(int)
    part = rendered.image[y0:y1, x0:x1]
    return float(part.mean(axis=2).std()) if part.size else 0.0


def _inside_share(x: float, y: float, radius: float) -> float:
    wide = min(x + radius, PICTURE_PX[0]) - max(x - radius, 0)
    high = min(y + radius, PICTURE_PX[1]) - max(y - radius, 0)
    return max(0.0, wide) * max(0.0, high) / (2 * radius) ** 2


class FinderNet(FinderBody):
    """Places, and beside them whose pawn and which side, at a quarter of the resolution."""

    def __init__(self) -> None:
        super().__init__()
        self.place = place_head(4)
        self.owner = nn.Conv2d(FEATURES, len(OWNERS), 1)
        self.side = nn.Conv2d(FEATURES, len(SIDES), 1)

    def forward(self, pictures: torch.Tensor) -> Told:
        """(N x 4 x h x w: logit, offset x and y in cells, log radius; owners; sides)."""
        features = self.features(pictures)
        place = self.place(features)
        place = torch.cat([place[:, :3], place[:, 3:] * 0.3 + 2.6], dim=1)
        return place, self.owner(features), self.side(features)


@dataclass(frozen=True, slots=True, eq=False)
class Target:
    """At a quarter of the picture: heat 0..1, weight (0: nothing asked), cells of the centres."""

    heat: Floats
    weight: Floats
    cells: npt.NDArray[np.int64]  # K x 2 (row, column)
    values: Floats  # K x 5: offset x, y in cells, log radius, owner, side


def target_of(pawns: list[TruePawn], size_px: tuple[int, int]) -> Target:
    width, height = size_px[0] // STRIDE, size_px[1] // STRIDE
    heat, weight = np.zeros((height, width), np.float32), np.ones((height, width), np.float32)
    rows, columns = np.mgrid[0:height, 0:width].astype(np.float32) + 0.5
    cells, values = [], []
    for pawn in pawns:
        x, y = pawn.x / STRIDE, pawn.y / STRIDE
        away = (columns - x) ** 2 + (rows - y) ** 2
        if pawn.visible < CLEAR:
            if pawn.visible >= HIDDEN:
                weight[away < (0.6 * pawn.radius / STRIDE) ** 2] = 0.0
            continue
        sigma = max(0.8, 0.16 * pawn.radius / STRIDE)
        heat = np.maximum(heat, np.exp(-away / (2 * sigma**2)))
        row, column = int(y), int(x)
        if 0 <= row < height and 0 <= column < width:
            heat[row, column] = 1.0
            weight[row, column] = 1.0
            cells.append((row, column))
            values.append(
                (x - column - 0.5, y - row - 0.5, np.log(pawn.radius), pawn.owner, pawn.side)
            )
    return Target(
        heat.astype(np.float32),
        weight,
        np.array(cells, np.int64).reshape(-1, 2),
        np.array(values, np.float32).reshape(-1, 5),
    )


class Scenes(IterableDataset[Any]):  # type: ignore[misc,unused-ignore]
    """Endless batches: a few new scenes, and remembered ones turned, mirrored and relit."""

    def __init__(self, *, seed: int) -> None:
        self._seed = seed

    def __iter__(self) -> Iterator[tuple[torch.Tensor, list[Target]]]:
        cv2.setNumThreads(1)
        worker = get_worker_info()
        seed = self._seed + (0 if worker is None else worker.id) * 1_000_003
        scenes = PawnScenes(Kit.open(CACHE / "assets", "train"))
        rng = np.random.default_rng([73, seed])
        kept: list[tuple[npt.NDArray[np.uint8], list[TruePawn]]] = []
        while True:
            for _ in range(FRESH if len(kept) >= 2 * BATCH else 2 * BATCH):
                rendered = scenes.picture(seed)
                seed += 1
                kept.append((rendered.image, true_pawns(rendered)))
            kept = kept[-REMEMBERED:]
            fresh = [kept[-1 - index] for index in range(FRESH)]
            old = [kept[int(rng.integers(len(kept)))] for _ in range(BATCH - FRESH)]
            ready = [*fresh, *(relit(turned_over(one, rng), rng) for one in old)]
            images = torch.from_numpy(np.stack([image for image, _ in ready]))
            yield images, [target_of(pawns, PICTURE_PX) for _, pawns in ready]


Example = tuple[npt.NDArray[np.uint8], list[TruePawn]]


def turned_over(example: Example, rng: np.random.Generator) -> Example:
    """Mirrored at random: the emblems are their own mirror images."""
    image, pawns = example
    width, height = PICTURE_PX
    if rng.random() < 0.5:
        image = image[:, ::-1]
        pawns = [TruePawn(width - p.x, p.y, p.radius, p.visible, p.owner, p.side) for p in pawns]
    if rng.random() < 0.5:
        image = image[::-1]
        pawns = [TruePawn(p.x, height - p.y, p.radius, p.visible, p.owner, p.side) for p in pawns]
    return np.ascontiguousarray(image), pawns


def relit(example: Example, rng: np.random.Generator) -> Example:
    image, pawns = example
    return relight(image, rng), pawns


def loss(out: Told, targets: list[Target]) -> Parts:
    """The heat, and offset, radius, owner and side where a pawn is."""
    place, owner, side = out
    heat = heat_loss(place[:, 0], [t.heat for t in targets], [t.weight for t in targets])
    parts = {"heat": heat}
    index = torch.from_numpy(picks([t.cells for t in targets])).to(place.device)
    if len(index):
        values = torch.from_numpy(np.concatenate([t.values for t in targets])).to(place.device)
        n, row, column = index.unbind(1)
        told = place[n, :, row, column]
        parts["offset"] = functional.smooth_l1_loss(told[:, 1:3], values[:, :2], beta=0.2)
        parts["radius"] = functional.smooth_l1_loss(told[:, 3], values[:, 2], beta=0.1)
        whose = functional.cross_entropy(owner[n, :, row, column], values[:, 3].long())
        which = functional.cross_entropy(side[n, :, row, column], values[:, 4].long())
        parts["whose"] = 0.3 * (whose + which)
    return parts


def train(*, minutes: float, device: str, workers: int, seed: int) -> FinderNet:
    """Train for ``minutes`` more; the averaged weights are what ships."""
    if device == "cpu":
        torch.set_num_threads(1)
    net, average = FinderNet().to(device), FinderNet().to(device)
    start = CHECKPOINT if CHECKPOINT.exists() else KEPT
    if start.exists():
        net.load_state_dict(torch.load(start, map_location=device, weights_only=True))
    average.load_state_dict(net.state_dict())
    loader = DataLoader(
        Scenes(seed=seed), batch_size=None, num_workers=workers, collate_fn=lambda batch: batch
    )
    fit(
        net,
        average,
        batches=loader,
        loss=loss,
        minutes=minutes,
        device=device,
        save=lambda kept, _spent_s: _save(kept),
    )
    return average  # type: ignore[no-any-return,unused-ignore]


def _save(net: nn.Module) -> None:
    CHECKPOINT.parent.mkdir(parents=True, exist_ok=True)
    torch.save(net.state_dict(), CHECKPOINT)
    keep(net, KEPT)


def measure(path: Path, *, scenes: int = 300) -> dict[str, float]:
    """Found and wrong on scenes of decks, backs and cloths never trained on, at 0.5."""
    finder = PawnFinder(path=path)
    maker = PawnScenes(Kit.open(CACHE / "assets", "val"))
    there = found = told = right = 0
    error_px: list[float] = []
    for seed in range(VAL_SEEDS_FROM, VAL_SEEDS_FROM + scenes):
        rendered = maker.picture(seed)
        pawns = true_pawns(rendered)
        spots = [
            d.corners_px.mean(axis=0)
            for d in finder.find(rendered.image, px_per_mm=1.1)
            if d.confidence >= 0.5
        ]
        clear = [p for p in pawns if p.visible >= 0.6]
        there += len(clear)
        told += len(spots)
        for pawn in clear:
            gap = [float(np.hypot(s[0] - pawn.x, s[1] - pawn.y)) for s in spots]
            if gap and min(gap) < 0.5 * pawn.radius:
                found += 1
                error_px.append(min(gap))
        right += sum(
            any(np.hypot(s[0] - p.x, s[1] - p.y) < 0.6 * p.radius for p in pawns) for s in spots
        )
    return {
        "pawns": there,
        "recall": round(found / max(1, there), 4),
        "precision": round(right / max(1, told), 4),
        "centre_error_px": round(float(np.mean(error_px)) if error_px else -1.0, 2),
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("--minutes", type=float, default=30.0)
    parser.add_argument("--device", default="cpu")
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", type=Path, default=ROOT / "models" / "pawn_finder.onnx")
    arguments = parser.parse_args()
    net = train(
        minutes=arguments.minutes,
        device=torch_device(arguments.device),
        workers=arguments.workers,
        seed=arguments.seed,
    )
    print(f"largest difference to torch: {export(net, arguments.out):.2e}, {arguments.out}")
    print(measure(arguments.out))


if __name__ == "__main__":
    main()
