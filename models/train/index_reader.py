"""Train the index reader: rank and suit of a card from its printed corner alone.

``python -m models.train.index_reader --minutes 60`` cuts its crops from the scenes that
``models.train.index_cache`` has drawn so far, a little beside, askew and of the wrong size as the
finder tells them, goes on from the weights that were kept until ``--minutes`` in all are spent,
and writes ``models/index_reader.onnx``. What is no index (the middle of a card, a thumb, an index
upside down or hidden) is learned as such.
"""

import argparse
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import numpy.typing as npt
import torch
import torch.nn.functional as functional
from torch import nn
from torch.utils.data import DataLoader, IterableDataset, get_worker_info

from models.train.finder import Parts, fit, relight, resume, save_spent
from models.train.index_cache import stored
from models.train.index_finder import Remembered
from models.train.index_scenes import CLEAR, HIDDEN, IndexPicture, TrueIndex
from models.train.packages import CACHE, ROOT
from models.train.reading import export_reader, set_temperatures
from models.train.weights import torch_device
from vision.readers.indices import CROP_PX_PER_MM, INDEX_PX, crop_at

BATCH = 96
OUTPUTS = ("index", "rank", "suit")
NONE_SHARE = 0.28
ASIDE_MM, ASKEW_DEG, LARGER = 0.9, 5.0, 0.08
"""Standard deviations of what the finder gets wrong."""
CHECKPOINT = CACHE / "train" / "index_reader.pt"
KEPT = ROOT / "models" / "train" / "checkpoints" / "index_reader.pt"
BORROWED = KEPT.with_name("pawn_reader.pt")
"""The same body, trained on pawns: a better beginning than chance."""

Pixels = npt.NDArray[np.uint8]
Labels = tuple[int, int, int]
"""Index (1) or none (0), rank, suit; -1 where it is not asked."""


class IndexReaderNet(nn.Module):  # type: ignore[misc,unused-ignore]
    """0.3 M parameters. Input N x 72 x 48 x 3, BGR 0..255; logits, divided by temperatures."""

    def __init__(self) -> None:
        super().__init__()

        def layer(i: int, o: int, stride: int) -> nn.Sequential:
            convolution = nn.Conv2d(i, o, 3, stride, 1, bias=False)
            return nn.Sequential(convolution, nn.BatchNorm2d(o), nn.ReLU(inplace=True))

        self.body = nn.Sequential(
            *(layer(3, 24, 2), layer(24, 24, 1), layer(24, 48, 2), layer(48, 48, 1)),
            *(layer(48, 80, 2), layer(80, 80, 1)),
        )
        self.places = nn.Sequential(nn.Conv2d(80, 24, 1), nn.ReLU(inplace=True), nn.Flatten())
        width, height = (side // 8 for side in INDEX_PX)
        self.hidden = nn.Sequential(
            nn.Dropout(0.1), nn.Linear(24 * width * height + 80, 96), nn.ReLU(inplace=True)
        )
        self.heads = nn.ModuleDict(
            {"index": nn.Linear(96, 2), "rank": nn.Linear(96, 13), "suit": nn.Linear(96, 4)}
        )
        self.register_buffer("temperature", torch.ones(3))

    def forward(self, crops: torch.Tensor) -> tuple[torch.Tensor, ...]:
        x = self.body((crops.permute(0, 3, 1, 2).float() - 127.5) / 64.0)
        features = self.hidden(torch.cat([self.places(x), x.mean(dim=(2, 3))], dim=1))
        return tuple(
            self.heads[name](features) / self.temperature[i] for i, name in enumerate(OUTPUTS)
        )


def crops_of(drawn: IndexPicture, rng: np.random.Generator) -> list[tuple[Pixels, Labels]]:
    """A crop of every index that shows, and of some places where there is none to be read."""
    image, halved = drawn.image, None
    found: list[tuple[Pixels, Labels]] = []
    clear = [one for one in drawn.indices if one.shows >= CLEAR]
    for one in clear:
        if one.px_per_mm / CROP_PX_PER_MM > 1.4:
            halved = _halved(image) if halved is None else halved
            seen = _crop(halved, one, rng, scale=0.5)
        else:
            seen = _crop(image, one, rng)
        found.append((_coarse(relight(seen, rng), rng), (1, one.rank, one.suit)))
    for _ in range(round(len(clear) * NONE_SHARE / (1 - NONE_SHARE)) + (not clear) * 3):
        nothing = _nowhere(drawn, clear, rng)
        if nothing is not None:
            found.append((_coarse(relight(nothing, rng), rng), (0, -1, -1)))
    return found


def _halved(image: Pixels) -> Pixels:
    half = (image.shape[1] // 2, image.shape[0] // 2)
    return np.asarray(cv2.resize(image, half, interpolation=cv2.INTER_AREA), np.uint8)


def _crop(
    image: Pixels, one: TrueIndex, rng: np.random.Generator, *, scale: float = 1.0,
    aside_mm: float = ASIDE_MM, turn_deg: float = 0.0,
) -> Pixels:  # fmt: skip
    """As a finder that errs would place it."""
    wide = 2.2 if rng.random() < 0.12 else 1.0
    turn = np.radians(turn_deg + rng.normal(0, ASKEW_DEG * wide))
    cos, sin = np.cos(turn), np.sin(turn)
    up = np.array([cos * one.up_x - sin * one.up_y, sin * one.up_x + cos * one.up_y], np.float32)
    centre = np.array([one.x, one.y]) + rng.normal(0, aside_mm * wide * one.px_per_mm, 2)
    size = float(np.exp(rng.normal(0, LARGER * wide)))
    return crop_at(image, (centre * scale).astype(np.float32), up, one.px_per_mm * scale * size)


def _coarse(crop: Pixels, rng: np.random.Generator) -> Pixels:
    """Now and then as a far camera saw it."""
    if rng.random() > 0.25:
        return crop
    share = rng.uniform(0.45, 0.9)
    small = cv2.resize(crop, None, fx=share, fy=share, interpolation=cv2.INTER_AREA)
    return np.asarray(cv2.resize(small, INDEX_PX, interpolation=cv2.INTER_LINEAR), np.uint8)


def _nowhere(
    drawn: IndexPicture, clear: list[TrueIndex], rng: np.random.Generator
) -> Pixels | None:
    """A crop without an index to be read: hidden, upside down, beside, or anywhere."""
    roll = rng.random()
    hidden = [one for one in drawn.indices if 0 <= one.shows < HIDDEN]
    if roll < 0.3 and hidden:
        one = hidden[int(rng.integers(len(hidden)))]
        return None if _near(one.x, one.y, clear, 9.0) else _crop(drawn.image, one, rng)
    if not clear:
        height, width = drawn.image.shape[:2]
        turn = rng.uniform(0, 2 * np.pi)
        at = np.array([rng.uniform(0, width), rng.uniform(0, height)], np.float32)
        up = np.array([np.cos(turn), np.sin(turn)], np.float32)
        return crop_at(drawn.image, at, up, float(rng.uniform(1.5, 4)))
    one = clear[int(rng.integers(len(clear)))]
    if roll < 0.45:
        return _crop(drawn.image, one, rng, turn_deg=float(rng.choice([180, 180, 90, -90])))
    away = rng.uniform(10, 60) * one.px_per_mm
    turn = rng.uniform(0, 2 * np.pi)
    x, y = one.x + away * np.cos(turn), one.y + away * np.sin(turn)
    if _near(x, y, drawn.indices, 8.0):
        return None
    up_deg = rng.uniform(0, 360) if rng.random() < 0.5 else 0.0
    moved = TrueIndex(x, y, one.up_x, one.up_y, one.px_per_mm, -1, -1, 0.0, -1)
    return _crop(drawn.image, moved, rng, turn_deg=float(up_deg))


def _near(x: float, y: float, others: "tuple[TrueIndex, ...] | list[TrueIndex]", mm: float) -> bool:
    return any(np.hypot(x - o.x, y - o.y) < mm * o.px_per_mm for o in others if o.shows != 0)


class Crops(IterableDataset[Any]):  # type: ignore[misc,unused-ignore]
    """Endless batches of crops."""

    def __init__(self, *, seed: int, split: str = "train") -> None:
        self._seed, self._split = seed, split

    def __iter__(self) -> Iterator[tuple[torch.Tensor, torch.Tensor]]:
        cv2.setNumThreads(1)
        worker = get_worker_info()
        rng = np.random.default_rng([97, self._seed, 0 if worker is None else worker.id])
        scenes = Remembered(rng, split=self._split)
        waiting: list[tuple[Pixels, Labels]] = []
        while True:
            while len(waiting) < 4 * BATCH:
                for drawn in scenes.some(4, fresh=2):
                    waiting += crops_of(drawn, rng)
            order = rng.permutation(len(waiting))
            waiting = [waiting[int(i)] for i in order]
            ready, waiting = waiting[:BATCH], waiting[BATCH:]
            images = torch.from_numpy(np.stack([image for image, _ in ready]))
            yield images, torch.tensor([labels for _, labels in ready])


def loss(told: tuple[torch.Tensor, ...], labels: torch.Tensor) -> Parts:
    """Of being an index; of rank and suit where it is one."""
    index, rank, suit = told
    truth = labels.to(index.device)
    known = truth[:, 0] == 1
    return {
        "index": functional.cross_entropy(index, truth[:, 0]),
        "rank": functional.cross_entropy(rank[known], truth[known, 1], label_smoothing=0.02),
        "suit": functional.cross_entropy(suit[known], truth[known, 2], label_smoothing=0.02),
    }


def train(*, minutes: float, device: str, workers: int, seed: int) -> IndexReaderNet:
    """Train until ``minutes`` in all are spent; the averaged weights are what ships."""
    if device == "cpu":
        torch.set_num_threads(1)
    net, average = IndexReaderNet().to(device), IndexReaderNet().to(device)
    spent_s = resume(net, average, checkpoint=CHECKPOINT, kept=KEPT, borrowed=BORROWED)
    for one in (net, average):
        one.get_buffer("temperature").fill_(1.0)
    fit(
        net,
        average,
        batches=DataLoader(Crops(seed=seed), batch_size=None, num_workers=workers),
        loss=loss,
        minutes=minutes,
        device=device,
        save=partial(save_spent, checkpoint=CHECKPOINT, kept=KEPT),
        spent_s=spent_s,
    )
    return average  # type: ignore[no-any-return,unused-ignore]


def calibrate(net: nn.Module, *, crops: int = 2880, seed: int = 99) -> dict[str, float]:
    """Temperatures on scenes of kept-out decks that no figure is taken from."""
    net.eval().cpu()
    net.get_buffer("temperature").fill_(1.0)
    source = iter(Crops(seed=seed, split="val"))
    told: list[list[torch.Tensor]] = [[], [], []]
    truths: list[torch.Tensor] = []
    with torch.no_grad():
        for _ in range(crops // BATCH):
            images, labels = next(source)
            for kept, logits in zip(told, net(images), strict=True):
                kept.append(logits)
            truths.append(labels)
    logits = [torch.cat(kept) for kept in told]
    return set_temperatures(net, OUTPUTS, logits, torch.cat(truths))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("--minutes", type=float, default=60.0, help="in all, earlier runs included")
    parser.add_argument("--device", default="cpu")
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", type=Path, default=ROOT / "models" / "index_reader.onnx")
    arguments = parser.parse_args()
    net = train(
        minutes=arguments.minutes,
        device=torch_device(arguments.device),
        workers=arguments.workers,
        seed=arguments.seed,
    )
    if stored("val"):
        print(calibrate(net))
    worst = export_reader(net, arguments.out, size_px=INDEX_PX, names=OUTPUTS)
    print(f"largest difference to torch: {worst:.2e}, {arguments.out}")


if __name__ == "__main__":
    main()
