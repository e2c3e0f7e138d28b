"""Train the pawn reader: whose pawn, which side up, and whether it is one of ours at all.

``python -m models.train.pawn_reader --minutes 12`` draws the printed pawns small and badly lit,
with coins, draughtsmen, bottle caps, card pips, cloth and stacked pawns as what is not one pawn,
and writes ``models/pawn_reader.onnx`` with calibrated logits. No real pawn was ever photographed
for it; the figures it prints are of rendered ones.
"""

import argparse
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import numpy.typing as npt
import torch
import torch.nn.functional as functional
from torch import nn
from torch.utils.data import DataLoader, IterableDataset, get_worker_info

from models.train.crops import CropRenderer
from models.train.packages import CACHE, ROOT
from models.train.reader import rate_at
from models.train.reading import export_reader, set_temperatures
from models.train.weather import Pixels, lens, light, pixels
from models.train.weights import keep, torch_device
from vision.readers.base import OWNERS, SIDES
from vision.readers.geometry import PAWN_MARGIN, PAWN_PX, UNIT
from vision.scene.pawn_picture import pawn_picture

BATCH = 192
ART_PX = 192
CHECKPOINT = CACHE / "train" / "pawn_reader.pt"
KEPT = ROOT / "models" / "train" / "checkpoints" / "pawn_reader.pt"
OUTPUTS = ("owner", "side", "ours")
OURS_SHARE = 0.72
Labels = tuple[int, int, int]


class PawnRenderer:
    """Crops of pawns and look-alikes with (owner, side, ours); the first two -1 where not ours."""

    def __init__(self, *, split: str, seed: int) -> None:
        self.table = CropRenderer(split=split, seed=seed)
        self.rng = self.table.rng
        drawn = {(o, s): pawn_picture(o, s, ART_PX) for o in OWNERS for s in SIDES}
        self.art = {key: pixels(picture[..., :3]) for key, picture in drawn.items()}
        self.disc = pixels(drawn[OWNERS[0], SIDES[0]][..., 3])

    def render(self) -> tuple[Pixels, Labels]:
        """One crop of PAWN_PX and its labels."""
        rng = self.rng
        across = float(np.exp(rng.uniform(np.log(13), np.log(52))))
        size = max(14, round(across * (1 + 2 * PAWN_MARGIN)))
        canvas = self.table.ground(size, size)
        if rng.random() < 0.55:
            self._card(canvas)
        labels: Labels = (-1, -1, 0)
        if rng.random() < OURS_SHARE:
            owner, side = int(rng.integers(len(OWNERS))), int(rng.integers(len(SIDES)))
            labels = (owner, side, 1)
            self._ours(canvas, owner, side)
        else:
            self._other(canvas)
        canvas = lens(light(canvas, rng), size / PAWN_PX[0], rng)
        crop = pixels(cv2.resize(canvas, PAWN_PX, interpolation=cv2.INTER_LINEAR))
        return crop, labels

    def _ours(self, canvas: Pixels, owner: int, side: int) -> None:
        rng = self.rng
        centre = 0.5 + rng.normal(0, 0.035, 2)
        radius = 0.5 / (1 + 2 * PAWN_MARGIN) * np.exp(rng.normal(0, 0.08))
        if rng.random() < 0.2:  # a neighbour beneath, peeping out
            self._pawn(canvas, centre + self._away(radius, 0.9, 2.3), radius)
        self._pawn(canvas, centre, radius, owner, side)
        roll = rng.random()
        if roll < 0.12:
            self._pawn(canvas, centre + self._away(radius, 1.35, 2.2), radius)
        elif roll < 0.2:
            self._finger(canvas, centre, radius)

    def _away(self, radius: float, near: float, far: float) -> npt.NDArray[np.float64]:
        turn = self.rng.uniform(0, 2 * np.pi)
        reach = radius * self.rng.uniform(near, far)
        return np.array([np.cos(turn), np.sin(turn)]) * reach

    def _pawn(
        self,
        canvas: Pixels,
        centre: npt.NDArray[np.float64],
        radius: float,
        owner: int | None = None,
        side: int | None = None,
    ) -> None:
        rng = self.rng
        whose = OWNERS[int(rng.integers(len(OWNERS))) if owner is None else owner]
        face = SIDES[int(rng.integers(len(SIDES))) if side is None else side]
        art = self.art[whose, face]
        if rng.random() < 0.5:  # another printer, another lamp
            shift = rng.normal(0, 9, 3) + art * (1 + rng.normal(0, 0.06, 3))
            art = np.clip(shift, 0, 255).astype(np.uint8)
        self.paste(canvas, art, self.disc, centre, radius)

    def paste(
        self,
        canvas: Pixels,
        art: Pixels,
        mask: Pixels,
        centre: npt.NDArray[np.float64],
        radius: float,
    ) -> None:
        """A round picture at ``centre`` (crop units), turned and tilted, with rim and shadow."""
        rng = self.rng
        size = canvas.shape[0]
        across = max(6, round(radius * size * 2 * 1.2))
        art = pixels(cv2.resize(art, (across, across), interpolation=cv2.INTER_AREA))
        mask = pixels(cv2.resize(mask, (across, across), interpolation=cv2.INTER_AREA))
        turn, tilt = rng.uniform(0, 2 * np.pi), np.cos(abs(rng.normal(0, 0.4)))
        c, s = np.cos(turn), np.sin(turn)
        corners = (UNIT - 0.5) * 2 * radius @ np.array([[c, s], [-s, c]])
        lean = rng.uniform(0, 2 * np.pi)
        axis = np.array([np.cos(lean), np.sin(lean)])
        corners -= np.outer(corners @ axis, axis) * (1 - max(0.5, float(tilt)))
        target = ((corners + centre) * size).astype(np.float32)
        matrix = cv2.getPerspectiveTransform((UNIT * across).astype(np.float32), target)
        warped = cv2.warpPerspective(art, matrix, (size, size), borderMode=cv2.BORDER_REPLICATE)
        alpha = cv2.warpPerspective(mask, matrix, (size, size)).astype(np.float32)[..., None] / 255
        dx, dy = rng.normal(0, 0.035 * size, 2)
        move = np.array([[1, 0, dx], [0, 1, dy]], np.float32)
        shade = cv2.GaussianBlur(
            cv2.warpAffine(alpha, move, (size, size)), (0, 0), 0.02 * size + 0.3
        )
        canvas[:] = canvas * (1 - rng.uniform(0.2, 0.7) * shade[..., None])
        canvas[:] = canvas * (1 - alpha) + warped * alpha

    def _finger(self, canvas: Pixels, centre: npt.NDArray[np.float64], radius: float) -> None:
        """A fingertip over less than a third of the pawn."""
        rng = self.rng
        size = canvas.shape[0]
        skin = np.clip(np.array([120, 150, 205]) * rng.uniform(0.3, 1.2), 0, 255).tolist()
        start = centre + self._away(radius, 1.1, 1.5)
        end = start + (start - centre) * 6
        points = [tuple(int(v * size) for v in p) for p in (start, end)]
        cv2.line(canvas, points[0], points[1], skin, max(2, int(size * rng.uniform(0.2, 0.4))))

    def _card(self, canvas: Pixels, *, middle: bool = False) -> None:
        """A piece of a card beneath: its paper, pips and courts are the usual ground of a pawn.

        ``middle``: the middle of a back, where many have a medallion as large as a pawn.
        """
        rng = self.rng
        size = canvas.shape[0]
        picture = self.table.face() if rng.random() < 0.6 and not middle else self.table.back()
        width = (1.0 / (1 + 2 * PAWN_MARGIN)) / rng.uniform(0.35, 0.52)
        at = 0.5 + rng.normal(0, 0.02, 2) if middle else rng.uniform(0.05, 0.95, 2)
        corners = (UNIT - at) * np.array([width, width * 1.4])
        turn = rng.uniform(0, 2 * np.pi)
        c, s = np.cos(turn), np.sin(turn)
        target = (corners @ np.array([[c, s], [-s, c]]) + 0.5) * size
        source = UNIT * np.array([picture.shape[1], picture.shape[0]], np.float32)
        matrix = cv2.getPerspectiveTransform(source, target.astype(np.float32))
        warped = cv2.warpPerspective(picture, matrix, (size, size))
        alpha = cv2.warpPerspective(np.full(picture.shape[:2], 255, np.uint8), matrix, (size, size))
        canvas[alpha > 127] = warped[alpha > 127]

    def _other(self, canvas: Pixels) -> None:
        rng = self.rng
        centre = 0.5 + rng.normal(0, 0.05, 2)
        radius = 0.5 / (1 + 2 * PAWN_MARGIN) * np.exp(rng.normal(0, 0.12))
        roll = rng.random()
        if roll < 0.28:  # stacked: the box holds both, neither is whole
            for _ in range(int(rng.choice([2, 2, 3]))):
                near = centre + self._away(radius, 0.15, 0.75)
                self._pawn(canvas, near, radius * rng.uniform(0.75, 0.95))
        elif roll < 0.34:
            self.table.prop(canvas, rng.uniform(0.6, 1.2))
        elif roll < 0.62:
            self.paste(canvas, self._draughtsman(), self.disc, centre, radius)
        elif roll < 0.76:
            self._card(canvas, middle=True)
        elif roll < 0.83:
            self._pawn(canvas, centre + self._away(radius, 1.5, 2.3), radius)
        elif roll < 0.93:
            self._card(canvas)

    def _draughtsman(self) -> Pixels:
        """A round piece that is not ours: rings, a cap's notches, a counter's letter, plain."""
        rng = self.rng
        art: Pixels = np.full((ART_PX, ART_PX, 3), self.table.table_colour(), np.uint8)
        middle = (ART_PX // 2, ART_PX // 2)
        if rng.random() < 0.4:
            art = self.table.ground(ART_PX, ART_PX)
        for _ in range(int(rng.integers(0, 5))):
            r = int(rng.integers(8, ART_PX // 2))
            width = -1 if rng.random() < 0.3 else int(rng.integers(2, 14))
            cv2.circle(art, middle, r, self.table.table_colour(), width, cv2.LINE_AA)
        if rng.random() < 0.4:
            count, colour = int(rng.integers(4, 26)), self.table.table_colour()
            for k in np.arange(count) * 2 * np.pi / count:
                spot = [int(ART_PX / 2 * (1 + 0.92 * f(k))) for f in (np.cos, np.sin)]
                cv2.circle(
                    art, (spot[0], spot[1]), int(rng.integers(3, 16)), colour, -1, cv2.LINE_AA
                )
        if rng.random() < 0.35:
            letter = chr(int(rng.integers(48, 91)))
            spot2, colour = (int(ART_PX * 0.28), int(ART_PX * 0.7)), self.table.table_colour()
            cv2.putText(art, letter, spot2, 0, 3.6, colour, int(rng.integers(4, 14)), cv2.LINE_AA)
        return art


class PawnNet(nn.Module):  # type: ignore[misc,unused-ignore]
    """0.3 M parameters. Input N x 48 x 48 x 3, BGR 0..255."""

    def __init__(self) -> None:
        super().__init__()

        def layer(i: int, o: int, stride: int) -> nn.Sequential:
            convolution = nn.Conv2d(i, o, 3, stride, 1, bias=False)
            return nn.Sequential(convolution, nn.BatchNorm2d(o), nn.ReLU(inplace=True))

        self.body = nn.Sequential(
            *(layer(3, 24, 2), layer(24, 24, 1), layer(24, 48, 2), layer(48, 48, 1)),
            *(layer(48, 80, 2), layer(80, 80, 1)),
        )
        self.places = nn.Sequential(nn.Conv2d(80, 32, 1), nn.ReLU(inplace=True), nn.Flatten())
        self.hidden = nn.Sequential(nn.Linear(32 * 36 + 80, 96), nn.ReLU(inplace=True))
        self.heads = nn.ModuleDict(
            {"owner": nn.Linear(96, 6), "side": nn.Linear(96, 2), "ours": nn.Linear(96, 2)}
        )
        self.register_buffer("temperature", torch.ones(3))

    def forward(self, crops: torch.Tensor) -> tuple[torch.Tensor, ...]:
        x = self.body((crops.permute(0, 3, 1, 2).float() - 127.5) / 64.0)
        features = self.hidden(torch.cat([self.places(x), x.mean(dim=(2, 3))], dim=1))
        return tuple(
            self.heads[name](features) / self.temperature[i] for i, name in enumerate(OUTPUTS)
        )


class Rendered(IterableDataset[Any]):  # type: ignore[misc,unused-ignore]
    def __init__(self, *, split: str, seed: int) -> None:
        self.split, self.seed = split, seed

    def __iter__(self) -> Iterator[tuple[torch.Tensor, torch.Tensor]]:
        cv2.setNumThreads(1)
        worker = get_worker_info()
        seed = self.seed + (0 if worker is None else worker.id) * 7919
        renderer = PawnRenderer(split=self.split, seed=seed)
        while True:
            pairs = [renderer.render() for _ in range(BATCH)]
            images = torch.from_numpy(np.stack([image for image, _ in pairs]))
            yield images, torch.tensor([labels for _, labels in pairs])


def train(*, minutes: float, device: str, workers: int, seed: int) -> nn.Module:
    net = PawnNet().to(device=device)
    start = CHECKPOINT if CHECKPOINT.exists() else KEPT
    if start.exists():
        net.load_state_dict(torch.load(start, map_location=device, weights_only=True))
        net.get_buffer("temperature").fill_(1.0)
    optimiser = torch.optim.AdamW(net.parameters(), lr=2e-3, weight_decay=0.01)
    loader = DataLoader(Rendered(split="train", seed=seed), batch_size=None, num_workers=workers)
    began_s = time.monotonic()
    for step, (images, labels) in enumerate(loader):
        share = (time.monotonic() - began_s) / (minutes * 60)
        if share > 1:
            break
        for group in optimiser.param_groups:
            group["lr"] = rate_at(share)
        owner, side, ours = net(images.to(device))
        truth, known = labels.to(device), (labels[:, 2] == 1).to(device)
        total = (
            functional.cross_entropy(owner[known], truth[known, 0])
            + functional.cross_entropy(side[known], truth[known, 1])
            + functional.cross_entropy(ours, truth[:, 2])
        )
        optimiser.zero_grad()
        total.backward()  # type: ignore[no-untyped-call,unused-ignore]
        nn.utils.clip_grad_norm_(net.parameters(), 5.0)
        optimiser.step()
        if step % 50 == 0:
            print(f"{share * minutes:5.1f} min step {step} loss {float(total):.4f}", flush=True)
    CHECKPOINT.parent.mkdir(parents=True, exist_ok=True)
    torch.save(net.state_dict(), CHECKPOINT)
    keep(net, KEPT)
    return net.eval()


def calibrate(net: nn.Module, *, crops: int = 9600, seed: int = 99) -> dict[str, float]:
    """Temperatures on rendered validation grounds, for the mean logits of both turns."""
    net.eval().cpu()
    net.get_buffer("temperature").fill_(1.0)
    source = iter(Rendered(split="val", seed=seed))
    stored: list[list[torch.Tensor]] = [[], [], []]
    truths: list[torch.Tensor] = []
    with torch.no_grad():
        for _ in range(crops // BATCH):
            images, labels = next(source)
            for kept, one, other in zip(stored, net(images), net(images.flip(1, 2)), strict=True):
                kept.append((one + other) / 2)
            truths.append(labels)
    logits = [torch.cat(kept) for kept in stored]
    return set_temperatures(net, OUTPUTS, logits, torch.cat(truths))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("--minutes", type=float, default=12.0)
    parser.add_argument("--device", default="cpu")
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", type=Path, default=ROOT / "models" / "pawn_reader.onnx")
    arguments = parser.parse_args()
    torch.set_num_threads(1)
    net = train(
        minutes=arguments.minutes,
        device=torch_device(arguments.device),
        workers=arguments.workers,
        seed=arguments.seed,
    )
    print(calibrate(net))
    worst = export_reader(net, arguments.out, size_px=PAWN_PX, names=OUTPUTS)
    print(f"largest difference to torch: {worst:.2e}, {arguments.out}")


if __name__ == "__main__":
    main()
