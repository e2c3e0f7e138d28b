"""What the finders of small things share: their network, its loss for places, training, export.

A finder sees the picture at one scale and says for every fourth pixel how likely a thing's centre
is there (CenterNet's heat), where exactly, and what else its own heads tell.
"""

import json
import time
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import numpy.typing as npt
import torch
import torch.nn.functional as functional
from torch import nn

from models.train.reading import write_onnx
from models.train.weights import borrow, follow, keep

PEAK_RATE = 2e-3
SAVE_EVERY_S = 180.0
FEATURES = 48

Floats = npt.NDArray[np.float32]
Pixels = npt.NDArray[np.uint8]
Parts = dict[str, torch.Tensor]


class FinderBody(nn.Module):  # type: ignore[misc,unused-ignore]
    """0.5 M parameters. Input N x H x W x 3, BGR 0..255, sides multiples of 16; features at a
    quarter of the resolution."""

    def __init__(self) -> None:
        super().__init__()

        def layer(i: int, o: int, stride: int = 1, size: int = 3) -> nn.Sequential:
            convolution = nn.Conv2d(i, o, size, stride, size // 2, bias=False)
            return nn.Sequential(convolution, nn.BatchNorm2d(o), nn.ReLU(inplace=True))

        self.to_2 = layer(3, 16, 2)
        self.to_4 = nn.Sequential(layer(16, 32, 2), layer(32, 32))
        self.to_8 = nn.Sequential(layer(32, 64, 2), layer(64, 64), layer(64, 64))
        self.to_16 = nn.Sequential(layer(64, 96, 2), layer(96, 96))
        self.from_16 = layer(96, 64, size=1)
        self.at_8 = layer(64, 64)
        self.from_8 = layer(64, FEATURES, size=1)
        self.skip_4 = layer(32, FEATURES, size=1)
        self.at_4 = layer(FEATURES, FEATURES)

    def features(self, pictures: torch.Tensor) -> torch.Tensor:
        """N x FEATURES x H/4 x W/4."""
        x = (pictures.permute(0, 3, 1, 2).float() - 127.5) / 64.0
        four = self.to_4(self.to_2(x))
        eight = self.to_8(four)
        wide = functional.interpolate(self.from_16(self.to_16(eight)), scale_factor=2.0)
        eight = self.at_8(eight + wide)
        fine = functional.interpolate(self.from_8(eight), scale_factor=2.0)
        told: torch.Tensor = self.at_4(self.skip_4(four) + fine)
        return told


def place_head(channels: int) -> nn.Conv2d:
    """The first channel is the logit of a centre, which is rare."""
    head = nn.Conv2d(FEATURES, channels, 1)
    nn.init.constant_(head.bias[:1], -4.0)  # type: ignore[index,unused-ignore]
    return head


def relight(image: Pixels, rng: np.random.Generator) -> Pixels:
    """The same picture by another lamp and through another camera."""
    gain = rng.uniform(0.6, 1.35) * (1 + rng.normal(0, 0.06, 3))
    lit = image.astype(np.float32) * gain.astype(np.float32) + np.float32(rng.normal(0, 8))
    if rng.random() < 0.3:
        lit = np.asarray(cv2.GaussianBlur(lit, (0, 0), float(rng.uniform(0.4, 1.3))), np.float32)
    if rng.random() < 0.4:
        noise = rng.standard_normal(lit.shape, np.float32)
        lit = lit + noise * np.float32(rng.uniform(1, 9))
    return np.asarray(np.clip(lit, 0, 255), np.uint8)


def heat_loss(logit: torch.Tensor, heats: list[Floats], weights: list[Floats]) -> torch.Tensor:
    """CenterNet's focal loss, N x h x w, for each true centre (heat 1); weight 0: nothing asked."""
    heat = torch.from_numpy(np.stack(heats)).to(logit.device)
    weight = torch.from_numpy(np.stack(weights)).to(logit.device)
    p = torch.sigmoid(logit).clamp(1e-5, 1 - 1e-5)
    at = heat >= 1.0
    hit = ((1 - p) ** 2 * torch.log(p))[at].sum()
    empty = ((1 - heat) ** 4 * p**2 * torch.log(1 - p) * weight)[~at].sum()
    return -(hit + empty) / max(1, int(at.sum()))


def picks(cells: list[npt.NDArray[np.int64]]) -> npt.NDArray[np.int64]:
    """K x 3 (picture, row, column) of the true centres of a batch."""
    return np.concatenate(
        [np.column_stack([np.full(len(own), n), own]) for n, own in enumerate(cells)]
    ).astype(np.int64)


def resume(
    net: nn.Module, average: nn.Module, *, checkpoint: Path, kept: Path, borrowed: Path
) -> float:
    """Go on from the last checkpoint, else from the weights that were kept; else begin from another
    network's. Returns the seconds spent before."""
    start = checkpoint if checkpoint.exists() else kept
    spent_s = 0.0
    if start.exists():
        net.load_state_dict(torch.load(start, map_location="cpu", weights_only=True))
        spent_s = json.loads(start.with_suffix(".json").read_text(encoding="utf-8"))["spent_s"]
    else:
        borrow(net, borrowed)
    average.load_state_dict(net.state_dict())
    return spent_s


def save_spent(net: nn.Module, seconds: float, *, checkpoint: Path, kept: Path) -> None:
    """Keep the weights, and beside them the seconds spent, for ``resume``."""
    checkpoint.parent.mkdir(parents=True, exist_ok=True)
    torch.save(net.state_dict(), checkpoint)
    keep(net, kept)
    for file in (checkpoint, kept):
        note = json.dumps({"spent_s": round(seconds)}) + "\n"
        file.with_suffix(".json").write_text(note, encoding="utf-8")


def fit(
    net: nn.Module,
    average: nn.Module,
    *,
    batches: Iterable[tuple[torch.Tensor, Any]],
    loss: Callable[[Any, Any], Parts],
    minutes: float,
    device: str,
    save: Callable[[nn.Module, float], None],
    spent_s: float = 0.0,
) -> None:
    """Train ``net`` until ``minutes`` in all are spent, ``spent_s`` of them before; the rate falls
    over the whole. ``average`` follows and is what ``save`` is given, with the seconds spent."""
    optimiser = torch.optim.AdamW(net.parameters(), lr=PEAK_RATE, weight_decay=0.02)
    began_s = saved_s = time.monotonic()
    seen: dict[str, float] = {}
    for step, (images, targets) in enumerate(batches):
        spent = spent_s + time.monotonic() - began_s
        share = spent / (minutes * 60)
        if share > 1:
            break
        for group in optimiser.param_groups:
            group["lr"] = PEAK_RATE * min(1.0, (step + 1) / 100) * max(0.01, (1 - share)) ** 1.2
        parts = loss(net(images.to(device)), targets)
        total = sum(parts.values(), torch.zeros(()))
        optimiser.zero_grad()
        total.backward()  # type: ignore[no-untyped-call,unused-ignore]
        nn.utils.clip_grad_norm_(net.parameters(), 5.0)
        optimiser.step()
        follow(average, net, min(0.995, step / (step + 20)))
        seen = {
            k: 0.98 * seen.get(k, float(v.detach())) + 0.02 * float(v.detach())
            for k, v in parts.items()
        }
        if step % 50 == 0:
            text = " ".join(f"{k} {v:.4f}" for k, v in seen.items())
            print(f"{share * minutes:5.1f} min step {step} {text}", flush=True)
        if time.monotonic() - saved_s > SAVE_EVERY_S:
            saved_s = time.monotonic()
            save(average, spent)
    save(average, spent_s + time.monotonic() - began_s)
    average.eval()


class Places(nn.Module):  # type: ignore[misc,unused-ignore]
    """A finder as ONNX wants it: its places alone, likelihood instead of logit."""

    def __init__(self, net: nn.Module) -> None:
        super().__init__()
        self.net = net

    def forward(self, pictures: torch.Tensor) -> torch.Tensor:
        told = self.net(pictures)
        place = told if isinstance(told, torch.Tensor) else told[0]
        return torch.cat([torch.sigmoid(place[:, :1]), place[:, 1:]], dim=1)


def export(net: nn.Module, path: Path) -> float:
    """Write the ONNX file; returns the largest difference to torch on random pictures."""
    pictures = torch.randint(0, 256, (1, 160, 192, 3), dtype=torch.uint8)
    free = {"picture": {0: "n", 1: "h", 2: "w"}, "places": {0: "n", 2: "h4", 3: "w4"}}
    return write_onnx(Places(net), path, example=("picture", pictures), names=["places"], free=free)
