"""Train the card reader: which card lies in a crop, and where exactly its corners are.

``python -m models.train.reader --minutes 90`` renders its own crops (``models.train.crops``), goes
on from its last checkpoint, and writes ``models/reader.onnx`` with calibrated logits. With
``--photos`` an eighth of each batch comes from the open half of the real photos
(``models.train.photos``). Temperatures come from rendered validation decks under heavy weather.
"""

import argparse
import math
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import torch
import torch.nn.functional as functional
from torch import nn
from torch.utils.data import DataLoader, IterableDataset, get_worker_info

from models.train.crops import NEITHER, CropRenderer, batch
from models.train.packages import CACHE, ROOT
from models.train.photos import PhotoCrops
from models.train.reading import export_reader, set_temperatures
from models.train.weather import Pixels
from models.train.weights import follow, keep, torch_device
from vision.readers.geometry import CROP_H, CROP_W

BATCH = 96
PEAK_RATE = 2.5e-3
EMA_DECAY = 0.99
PHOTO_SHARE = 4
"""One fresh crop in so many comes from a photo, when photos train at all."""
CHECKPOINT = CACHE / "train" / "reader.pt"
KEPT = ROOT / "models" / "train" / "checkpoints" / "reader.pt"
"""Averaged weights in half precision: where training starts on a machine without a checkpoint."""
OUTPUTS = ("kind", "rank", "suit", "corners", "sideways", "look")


class Block(nn.Module):  # type: ignore[misc,unused-ignore]
    """Halve the resolution, then one residual pair of convolutions."""

    def __init__(self, channels_in: int, channels: int) -> None:
        super().__init__()
        self.down = nn.Sequential(
            nn.Conv2d(channels_in, channels, 3, 2, 1, bias=False),
            nn.BatchNorm2d(channels),
            nn.ReLU(inplace=True),
        )
        self.residual = nn.Sequential(
            nn.Conv2d(channels, channels, 3, 1, 1, bias=False),
            nn.BatchNorm2d(channels),
            nn.ReLU(inplace=True),
            nn.Conv2d(channels, channels, 3, 1, 1, bias=False),
            nn.BatchNorm2d(channels),
        )

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        x = self.down(x)
        return functional.relu(x + self.residual(x))


class ReaderNet(nn.Module):  # type: ignore[misc,unused-ignore]
    """1.2 M parameters. Input N x CROP_H x CROP_W x 3, BGR 0..255; the position of things is kept
    (flattened, not pooled) because corners and index letters are about places."""

    def __init__(self) -> None:
        super().__init__()
        self.stem = nn.Sequential(
            nn.Conv2d(3, 16, 3, 2, 1, bias=False), nn.BatchNorm2d(16), nn.ReLU(inplace=True)
        )
        self.body = nn.Sequential(Block(16, 40), Block(40, 80), Block(80, 144))
        self.squeeze = nn.Sequential(nn.Conv2d(144, 40, 1), nn.ReLU(inplace=True))
        self.places = nn.Linear(40 * (CROP_H // 16) * (CROP_W // 16), 192)
        self.drop = nn.Dropout(0.1)
        self.heads = nn.ModuleDict(
            {
                "kind": nn.Linear(192 + 144, 3),
                "rank": nn.Linear(192 + 144, 13),
                "suit": nn.Linear(192 + 144, 4),
                "corners": nn.Linear(192 + 144, 8),
                "sideways": nn.Linear(192 + 144, 1),
            }
        )
        self.register_buffer("temperature", torch.ones(3))

    def forward(self, crops: torch.Tensor) -> dict[str, torch.Tensor]:
        x = (crops.permute(0, 3, 1, 2).float() - 127.5) / 64.0
        x = self.body(self.stem(x))
        squeezed = self.squeeze(x).flatten(1)
        places = functional.relu(self.places(squeezed))
        features = self.drop(torch.cat([places, x.mean(dim=(2, 3))], dim=1))
        out = {name: head(features) for name, head in self.heads.items()}
        inset = torch.tensor([0.1, 0.1, 0.9, 0.1, 0.9, 0.9, 0.1, 0.9], device=x.device)
        out["corners"] = out["corners"] * 0.1 + inset
        for i, name in enumerate(OUTPUTS[:3]):
            out[name] = out[name] / self.temperature[i]
        return {**out, "look": squeezed}


class Rendered(IterableDataset[Any]):  # type: ignore[misc,unused-ignore]
    """Endless batches of rendered crops; each worker has its own generator.

    With ``echo``, half of each batch is fresh and half comes from the last two thousand, the other
    way up and in other light: rendering is a third of the cost of training.
    """

    def __init__(self, *, split: str, seed: int, echo: bool = False, photos: bool = False) -> None:
        self.split, self.seed, self.echo, self.photos = split, seed, echo, photos

    def __iter__(self) -> Iterator[tuple[torch.Tensor, torch.Tensor, torch.Tensor]]:
        import cv2

        cv2.setNumThreads(1)
        worker = get_worker_info()
        seed = self.seed + (0 if worker is None else worker.id) * 7919
        renderer = CropRenderer(split=self.split, seed=seed)
        photos = PhotoCrops(renderer) if self.photos else None
        recent = [batch(renderer, BATCH // 2) for _ in range(4)] if self.echo else []
        while True:
            count = BATCH // 2 if self.echo else BATCH
            real = 0 if photos is None else count // PHOTO_SHARE
            images, labels, corners = batch(renderer, count - real)
            if photos is not None:
                more = photos.batch(real)
                images = np.concatenate([images, more[0]])
                labels = np.concatenate([labels, more[1]])
                corners = np.concatenate([corners, more[2]])
            if self.echo:
                recent = [*recent[-40:], (images, labels, corners)]
                old = echoed(recent, renderer.rng)
                images = np.concatenate([images, old[0]])
                labels = np.concatenate([labels, old[1]])
                corners = np.concatenate([corners, old[2]])
            yield torch.from_numpy(images), torch.from_numpy(labels), torch.from_numpy(corners)


def echoed(
    recent: list[tuple[Pixels, Any, Any]], rng: np.random.Generator
) -> tuple[Pixels, Any, Any]:
    """Half a batch drawn from earlier ones, turned round, under another lamp."""
    picks = [
        (int(rng.integers(len(recent))), int(rng.integers(BATCH // 2))) for _ in range(BATCH // 2)
    ]
    images = np.stack([recent[i][0][j] for i, j in picks])
    labels = np.stack([recent[i][1][j] for i, j in picks])
    corners = np.stack([recent[i][2][j] for i, j in picks])
    gain = rng.uniform(0.7, 1.25, (len(picks), 1, 1, 1)) * rng.uniform(
        0.9, 1.1, (len(picks), 1, 1, 3)
    )
    lit = np.clip(images * gain + rng.normal(0, 8, (len(picks), 1, 1, 1)), 0, 255)
    return lit.astype(np.uint8)[:, ::-1, ::-1].copy(), labels, np.roll(1 - corners, 2, axis=1)


def loss(
    out: dict[str, torch.Tensor], labels: torch.Tensor, corners: torch.Tensor
) -> tuple[torch.Tensor, dict[str, float]]:
    """Sum of the five losses, and what to print of them."""
    kind, rank, suit, sideways = labels.unbind(1)
    card, face, suited = kind != NEITHER, rank >= 0, suit >= 0
    parts = {
        "kind": functional.cross_entropy(out["kind"], kind),
        "rank": functional.cross_entropy(out["rank"][face], rank[face]),
        "suit": functional.cross_entropy(out["suit"][suited], suit[suited]),
        "corners": 45
        * functional.smooth_l1_loss(out["corners"][card], corners[card].flatten(1), beta=0.03),
        "sideways": 0.3
        * functional.binary_cross_entropy_with_logits(
            out["sideways"][card, 0], sideways[card].float()
        ),
    }
    with torch.no_grad():
        shown = {
            "loss": float(sum(parts.values())),
            "kind": float((out["kind"].argmax(1) == kind).float().mean()),
            "rank": float((out["rank"].argmax(1) == rank)[face].float().mean()),
            "suit": float((out["suit"].argmax(1) == suit)[suited].float().mean()),
            "corner": float((out["corners"][card] - corners[card].flatten(1)).abs().mean()),
        }
    return sum(parts.values(), torch.zeros(())), shown


def rate_at(share: float) -> float:
    """Learning rate after a share of the planned minutes: warm up, then cosine to 1 %."""
    warm = min(1.0, share / 0.02)
    return PEAK_RATE * warm * (0.01 + 0.99 * 0.5 * (1 + math.cos(math.pi * min(1.0, share))))


class Training:
    """A network, the running average of it that ships, and how long it has been trained."""

    def __init__(self, device: str, *, kind_alone: bool = False) -> None:
        self.device, self.kind_alone = device, kind_alone
        self.net = ReaderNet().to(device=device, memory_format=torch.channels_last)
        self.average = ReaderNet().to(device)
        self.average.load_state_dict(self.net.state_dict())
        self.optimiser = torch.optim.AdamW(self.net.parameters(), lr=PEAK_RATE, weight_decay=0.02)
        self.spent_s, self.steps = 0.0, 0

    def resume(self) -> None:
        """Go on from the checkpoint, if there is one; else from the weights that were kept."""
        if not CHECKPOINT.exists():
            if KEPT.exists():
                kept = torch.load(KEPT, map_location=self.device, weights_only=True)
                self.net.load_state_dict(kept)
                self.average.load_state_dict(kept)
                print("starting from the kept weights", flush=True)
            return
        state = torch.load(CHECKPOINT, map_location=self.device, weights_only=True)
        self.net.load_state_dict(state["net"])
        self.average.load_state_dict(state["average"])
        self.optimiser.load_state_dict(state["optimiser"])
        self.spent_s, self.steps = state["spent_s"], state["step"]
        print(f"going on from {self.spent_s / 60:.1f} minutes, step {self.steps}", flush=True)

    def save(self) -> None:
        state = {"net": self.net.state_dict(), "average": self.average.state_dict()}
        state |= {"optimiser": self.optimiser.state_dict()}
        state |= {"spent_s": self.spent_s, "step": self.steps}
        partial = CHECKPOINT.with_suffix(".partial")
        torch.save(state, partial)
        partial.replace(CHECKPOINT)
        keep(self.average, KEPT)

    def step(
        self, images: torch.Tensor, labels: torch.Tensor, corners: torch.Tensor, *, rate: float
    ) -> dict[str, float]:
        for group in self.optimiser.param_groups:
            group["lr"] = rate
        self.net.train(not self.kind_alone)  # what is not trained keeps its statistics
        out = self.net(images.to(self.device))
        total, shown = loss(out, labels.to(self.device), corners.to(self.device))
        if self.kind_alone:
            total = functional.cross_entropy(out["kind"], labels[:, 0].to(self.device))
        self.optimiser.zero_grad()
        total.backward()  # type: ignore[no-untyped-call,unused-ignore]
        nn.utils.clip_grad_norm_(self.net.parameters(), 5.0)
        self.optimiser.step()
        self.steps += 1
        follow(self.average, self.net, min(EMA_DECAY, self.steps / (self.steps + 20)))
        return shown


def train(
    *,
    minutes: float,
    device: str,
    workers: int,
    seed: int,
    photos: bool = False,
    kind_alone: bool = False,
) -> nn.Module:
    """Train until ``minutes`` have been spent in all; a checkpoint every three."""
    if device == "cpu":
        torch.set_num_threads(1)
    training = Training(device, kind_alone=kind_alone)
    training.resume()
    if kind_alone:
        training.net.requires_grad_(False)
        training.net.get_submodule("heads.kind").requires_grad_(True)
    source = Rendered(split="train", seed=seed + training.steps, echo=True, photos=photos)
    began_s, saved_s = time.monotonic() - training.spent_s, time.monotonic()
    seen: dict[str, float] = {}
    for images, labels, corners in DataLoader(source, batch_size=None, num_workers=workers):
        training.spent_s = time.monotonic() - began_s
        share = training.spent_s / (minutes * 60)
        if share > 1:
            break
        shown = training.step(images, labels, corners, rate=rate_at(share))
        seen = {k: 0.98 * seen.get(k, v) + 0.02 * v for k, v in shown.items()}
        if training.steps % 25 == 0:
            text = " ".join(f"{k} {v:.4f}" for k, v in seen.items())
            print(f"{share * minutes:6.1f} min step {training.steps} {text}", flush=True)
        if time.monotonic() - saved_s > 180:
            training.save()
            saved_s = time.monotonic()
    training.save()
    return training.average.eval()


def calibrate(net: nn.Module, *, crops: int = 6000, seed: int = 99) -> dict[str, float]:
    """Set the temperatures that make the mean logits of both turns honest on unseen decks."""
    net.eval().cpu()
    source = iter(Rendered(split="val", seed=seed))
    names = OUTPUTS[:3]
    stored: list[list[torch.Tensor]] = [[] for _ in names]
    truths: list[torch.Tensor] = []
    with torch.no_grad():
        net.get_buffer("temperature").fill_(1.0)
        for _ in range(crops // BATCH):
            images, labels, _ = next(source)
            one, other = net(images), net(images.flip(1, 2))
            for kept, name in zip(stored, names, strict=True):
                kept.append((one[name] + other[name]) / 2)
            truths.append(labels)
    logits = [torch.cat(kept) for kept in stored]
    return set_temperatures(net, names, logits, torch.cat(truths))


class Positional(nn.Module):  # type: ignore[misc,unused-ignore]
    """The network as ONNX wants it: a fixed order of outputs."""

    def __init__(self, net: nn.Module) -> None:
        super().__init__()
        self.net = net

    def forward(self, crops: torch.Tensor) -> tuple[torch.Tensor, ...]:
        out = self.net(crops)
        return tuple(out[name] for name in OUTPUTS)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("--minutes", type=float, default=90.0, help="in all, earlier runs included")
    parser.add_argument("--device", default="cpu")
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", type=Path, default=ROOT / "models" / "reader.onnx")
    parser.add_argument(
        "--photos", action="store_true", help="learn from the open half of the real photos too"
    )
    parser.add_argument(
        "--kind-alone",
        action="store_true",
        help="teach face, back or neither; what is said of rank, suit and corners stays",
    )
    parser.add_argument(
        "--export-only", action="store_true", help="calibrate and export the checkpoint"
    )
    parser.add_argument(
        "--checkpoint", type=Path, default=CHECKPOINT, help="the one --export-only takes"
    )
    arguments = parser.parse_args()
    if arguments.export_only:
        net: nn.Module = ReaderNet()
        state = torch.load(arguments.checkpoint, map_location="cpu", weights_only=True)
        net.load_state_dict(state["average"])
    else:
        net = train(
            minutes=arguments.minutes,
            device=torch_device(arguments.device),
            workers=arguments.workers,
            seed=arguments.seed,
            photos=arguments.photos,
            kind_alone=arguments.kind_alone,
        )
    print(calibrate(net))
    size_px = (CROP_W, CROP_H)
    worst = export_reader(Positional(net), arguments.out, size_px=size_px, names=OUTPUTS)
    print(f"largest difference to torch: {worst:.2e}, {arguments.out}")


if __name__ == "__main__":
    main()
