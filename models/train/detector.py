"""Train the table detector: render a cache of scenes, train YOLO26n-obb, export ONNX.

    python -m models.train.detector [--minutes M] [--imgsz 416] [--scenes N] [--photos T]

The contract of ``models/detector.onnx`` (``vision/detectors/onnx.py`` is written against it):

- Input ``images``: float32 (batch, 3, height, width), RGB, 0..1, any height and width that are
  multiples of 32. Letterbox: scale the picture so that its long side is the chosen size (the run
  record says which size does what), never stretch it, pad with grey 114/255 at the right and the
  bottom up to multiples of 32 (no square needed: 1280x960 at 416 becomes 416x320).
- Output ``output0``: float32 (batch, 9, anchors), decoded, input pixels:
  rows 0..3 ``cx, cy, w, h``; rows 4..7 the four class scores, already through the sigmoid, in the
  order of ``vision.detectors.base.Kind`` (face, back, pawn, hand); row 8 the ``angle`` in RADIANS.
- The box is ``w`` along the direction ``(cos angle, sin angle)`` and ``h`` along
  ``(-sin angle, cos angle)``, x right, y down (so a positive angle turns clockwise in the picture).
  The angle is not normalised (a regressed number, any period may appear); ``w`` may be the shorter.
  Corners: ``c +- w/2 (cos, sin) +- h/2 (-sin, cos)``.
- NMS is NOT inside: the head is the one-to-many one alone, which is smaller and at short training
  better than the end-to-end head (design/vision.md: .925 against .868). Do rotated NMS: face and
  back against each other (one card gets one kind), pawn and hand each within their own class.

What was decided, by looking at real photos that never trained (so figures on them are a little
flattered by the choice):

- Overlap limit 0.45 of the turned boxes: at 0.6 the same card is told twice (precision .80 against
  .86 at equal score), at 0.3 heaps lose cards.
- Input size: photos are best at 288, or 192 and 288 united (a card larger than half the picture is
  found at 192); 384 and more finds false cards in prints. A table seen whole needs 640 for pawns.
- Small pictures and mosaics first, whole scenes later; then scenes after number 6500 alone, most of
  them the game's own view, because pawns and hands are learned last.
"""

import argparse
import json
import os
import shutil
import sys
import time
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import numpy.typing as npt

from models.train.cache import fill_cache
from models.train.packages import AssetError
from models.train.photo_scenes import FOLDER as PHOTO_WINDOWS
from vision.detectors.base import Kind
from vision.frame import Image
from vision.scene.texture import as_points

ROOT = Path(__file__).resolve().parents[2]
ASSETS = ROOT / ".cache" / "assets"
WORK = ROOT / ".cache" / "detector"
WEIGHTS = ROOT / "models" / "detector.onnx"
RECORD = ROOT / "models" / "detector.json"
CHECKPOINT = ROOT / "models" / "train" / "checkpoints" / "detector.pt"
PARITY_LIMIT = 1e-3
PAD_GREY = 114
SAME_IOU = 0.45


@dataclass(frozen=True, slots=True, kw_only=True)
class Plan:
    """What one call of the command does."""

    minutes: float
    imgsz: int
    scenes: int
    first_scene: int
    val_scenes: int
    workers: int
    threads: int
    batch: int
    device: str
    seed: int
    fresh: bool
    export_only: bool
    photos: int
    blend: float
    out: Path


def parse(arguments: list[str]) -> Plan:
    reader = argparse.ArgumentParser(description="Train the table detector on rendered scenes.")
    reader.add_argument("--minutes", type=float, default=90.0, help="of training, resumes included")
    reader.add_argument("--imgsz", type=int, default=416, help="full input size, a multiple of 32")
    reader.add_argument("--scenes", type=int, default=12000, help="where the rendered scenes end")
    reader.add_argument("--first-scene", type=int, default=0, help="where they begin")
    reader.add_argument("--val-scenes", type=int, default=250)
    reader.add_argument("--workers", type=int, default=0, help="rendering processes; 0: all cores")
    reader.add_argument("--threads", type=int, default=0, help="torch threads; 0: all cores")
    reader.add_argument("--batch", type=int, default=0, help="0: 16 on a CPU, 128 on a GPU")
    reader.add_argument("--device", default="cpu", help="cpu, or a GPU's number")
    reader.add_argument("--seed", type=int, default=13)
    reader.add_argument("--fresh", action="store_true", help="forget the run that is under way")
    reader.add_argument(
        "--photos", type=int, default=0, help="times each window of the open photos is listed"
    )
    reader.add_argument(
        "--blend",
        type=float,
        default=1.0,
        metavar="SHARE",
        help="average with the committed checkpoint it began from: the new weights' share",
    )
    reader.add_argument(
        "--out", type=Path, default=WEIGHTS, help="elsewhere: to be measured before it ships"
    )
    reader.add_argument("--export-only", action="store_true", help="export and measure last.pt")
    given = reader.parse_args(arguments)
    cores = len(os.sched_getaffinity(0))
    return Plan(
        minutes=given.minutes,
        imgsz=given.imgsz,
        scenes=given.scenes,
        first_scene=given.first_scene,
        val_scenes=given.val_scenes,
        workers=given.workers or cores,
        threads=given.threads or cores,
        batch=given.batch or (16 if given.device == "cpu" else 128),
        device=given.device,
        seed=given.seed,
        fresh=given.fresh,
        export_only=given.export_only,
        photos=given.photos,
        blend=given.blend,
        out=given.out,
    )


def main(arguments: list[str] | None = None) -> None:
    given = sys.argv[1:] if arguments is None else arguments
    plan = parse(given)
    os.environ["OMP_NUM_THREADS"] = str(plan.threads)  # ultralytics sets it to 1 unless it is set
    if plan.fresh:
        shutil.rmtree(WORK / "run", ignore_errors=True)
    if not plan.export_only:
        wanted = (("val", 0, plan.val_scenes), ("train", plan.first_scene, plan.scenes))
        for split, first, last in wanted:
            done = fill_cache(
                WORK, ASSETS, split=split, first=first, count=last, workers=plan.workers
            )
            print(f"{split}: rendered {done} new scenes of {last - first}", flush=True)
        train(plan)
    trained = _last() if plan.blend == 1.0 else blended(_last(), CHECKPOINT, plan.blend)
    onnx = export(trained, plan)
    parity = compare(trained, onnx)
    if parity > PARITY_LIMIT:
        raise SystemExit(f"torch and ONNX disagree by {parity:.2e} (limit {PARITY_LIMIT:.0e})")
    shutil.copy(onnx, plan.out)
    _keep_checkpoint(trained)
    figures = validate(onnx, plan)
    _record(plan, given, figures, parity)
    print(json.dumps(figures, indent=1))


def _last() -> Path:
    return WORK / "run" / "weights" / "last.pt"


def _network_file() -> Path:
    """YOLO26n-obb for our four classes with the one-to-many head alone (see the contract above)."""
    import ultralytics
    import yaml  # type: ignore[import-untyped]

    shipped = Path(ultralytics.__file__).parent / "cfg" / "models" / "26" / "yolo26-obb.yaml"
    network = yaml.safe_load(shipped.read_text())
    network.update(nc=len(Kind), end2end=False, scale="n")
    file = WORK / "yolo26n-obb-table.yaml"
    file.write_text(yaml.safe_dump(network))
    return file


def _data_file(plan: Plan) -> Path:
    """Which pictures train: scenes of the cache from ``first_scene`` on, windows of photos."""
    drawn = sorted((WORK / "train" / "images").glob("*.jpg"))
    scenes = [file for file in drawn if plan.first_scene <= int(file.stem) < plan.scenes]
    windows = sorted((PHOTO_WINDOWS / "images").glob("*.jpg"))
    if plan.photos and not windows:
        raise AssetError("no windows of photos: first run python -m models.train.photo_scenes")
    listing = WORK / "train.txt"
    listing.write_text("\n".join(map(str, scenes + windows * plan.photos)) + "\n")
    names = {int(kind): kind.name.lower() for kind in Kind}
    content = {"path": str(WORK), "train": str(listing), "val": "val/images", "names": names}
    file = WORK / "data.yaml"
    file.write_text(json.dumps(content))
    return file


def train(plan: Plan) -> None:
    """Go on where the last call stopped, else from the committed checkpoint, else from nothing."""
    from models.train.trainer import Progress, TimedTrainer

    progress = Progress.read(WORK / "run" / "progress.json")
    if progress.spent_s >= plan.minutes * 60:
        return
    start = next((file for file in (_last(), CHECKPOINT) if file.exists()), None)
    model = WORK / "start.pt" if start else _network_file()
    if start:
        shutil.copy(start, model)
    overrides = {
        "model": str(model),
        "data": str(_data_file(plan)),
        "project": str(WORK),
        "name": "run",
        "exist_ok": True,
        "imgsz": plan.imgsz,
        "epochs": 10_000,
        "batch": plan.batch,
        "nbs": plan.batch,
        "device": plan.device,
        "amp": False if plan.device == "cpu" else "bf16",
        "workers": 0 if plan.device == "cpu" else plan.workers,
        "seed": plan.seed,
        "deterministic": False,
        "optimizer": "AdamW",
        "lr0": 0.002 * (plan.batch / 16) ** 0.5,
        "momentum": 0.9,
        "weight_decay": 0.0005,
        "warmup_epochs": 0.1,
        "warmup_bias_lr": 0.0,
        "val": False,
        "cls_pw": 0.7,  # hands and pawns are rare beside cards
        "plots": False,
        **AUGMENT,
    }
    trainer = TimedTrainer(
        overrides=overrides,
        progress=progress,
        budget_s=plan.minutes * 60,
        threads=plan.threads,
    )
    trainer.train()


AUGMENT: Mapping[str, float] = {
    "mosaic": 0.5,  # four scenes for the cost of one; closed later, for cards large in a photo
    "degrees": 0.0,
    "translate": 0.08,
    "scale": 0.35,
    "fliplr": 0.5,
    "flipud": 0.5,
    "hsv_h": 0.03,
    "hsv_s": 0.5,
    "hsv_v": 0.3,
}


def export(checkpoint: Path, plan: Plan) -> Path:
    """ONNX of the averaged weights, any batch, height and width."""
    from ultralytics import YOLO

    copy = WORK / "export" / "detector.pt"
    copy.parent.mkdir(parents=True, exist_ok=True)
    shutil.copy(checkpoint, copy)
    return Path(YOLO(str(copy), task="obb").export(format="onnx", dynamic=True, imgsz=plan.imgsz))


def compare(checkpoint: Path, onnx: Path) -> float:
    """Largest difference of outputs, torch against ONNX, relative to the larger of 1 and theirs."""
    import onnxruntime
    import torch
    from ultralytics import YOLO

    network = YOLO(str(checkpoint), task="obb").model.float().eval().fuse()
    session = onnxruntime.InferenceSession(str(onnx), providers=["CPUExecutionProvider"])
    picture = np.random.default_rng(3).random((1, 3, 320, 416), np.float32)
    with torch.no_grad():
        theirs = network(torch.from_numpy(picture))
    theirs = (theirs[0] if isinstance(theirs, tuple | list) else theirs).numpy()
    ours = session.run(None, {"images": picture})[0]
    return float((np.abs(theirs - ours) / np.maximum(1, np.abs(theirs))).max())


def blended(new: Path, old: Path, share: float) -> Path:
    """A checkpoint of the mean weights, ``share`` of them new: what a short training on other
    scenes gained, with less of what it forgot (Wortsman et al., Robust fine-tuning, 2022)."""
    import torch

    files = [torch.load(file, map_location="cpu", weights_only=False) for file in (new, old)]
    ours, theirs = ((file.get("ema") or file["model"]).float() for file in files)
    kept = theirs.state_dict()
    for name, values in ours.state_dict().items():
        if values.dtype.is_floating_point:
            values.mul_(share).add_(kept[name], alpha=1 - share)
    mixed = WORK / "run" / "weights" / "blended.pt"
    torch.save({**files[0], "model": ours, "ema": None}, mixed)
    return mixed


def _keep_checkpoint(trained: Path) -> None:
    """Averaged weights in half precision, without the optimizer: later training starts here."""
    from ultralytics.utils.torch_utils import strip_optimizer

    CHECKPOINT.parent.mkdir(parents=True, exist_ok=True)
    strip_optimizer(str(trained), str(CHECKPOINT))


def letterbox(image: Image, size_px: int) -> tuple[npt.NDArray[np.float32], float]:
    """A picture as the network wants it (1x3xHxW) and the scale it was brought to."""
    scale = size_px / max(image.shape[:2])
    method = cv2.INTER_AREA if scale < 1 else cv2.INTER_LINEAR
    small = cv2.resize(image, None, fx=scale, fy=scale, interpolation=method)
    down, right = -small.shape[0] % 32, -small.shape[1] % 32
    grey = (PAD_GREY,) * 3
    padded = cv2.copyMakeBorder(small, 0, down, 0, right, cv2.BORDER_CONSTANT, value=grey)
    planes = padded[..., ::-1].transpose(2, 0, 1)[None].astype(np.float32) / 255
    return np.ascontiguousarray(planes), scale


def decode(
    output: npt.NDArray[np.float32], scale: float, least: float
) -> list[tuple[Kind, float, npt.NDArray[np.float32]]]:
    """(kind, score, 4x2 corners in the picture) after rotated NMS, best first."""
    scores = output[0, 4:8]
    kinds, best = scores.argmax(axis=0), scores.max(axis=0)
    keep = np.flatnonzero(best > least)
    keep = keep[np.argsort(-best[keep])][:300]
    kept: list[tuple[Kind, float, npt.NDArray[np.float32]]] = []
    shapes: list[tuple[int, Any]] = []
    for index in keep:
        x, y, wide, high = (float(value) for value in output[0, :4, index] / scale)
        turn = float(np.degrees(output[0, 8, index]))
        shape = ((x, y), (wide, high), turn)
        kind = Kind(int(kinds[index]))
        group = 0 if kind is Kind.BACK else int(kind)
        if any(other == group and _overlap(shape, taken) > SAME_IOU for other, taken in shapes):
            continue
        shapes.append((group, shape))
        kept.append((kind, float(best[index]), as_points(cv2.boxPoints(shape))))
    return kept


def _overlap(first: Any, second: Any) -> float:
    """Intersection over union of two turned boxes."""
    reach = sum(max(shape[1]) for shape in (first, second)) * 0.75
    if abs(first[0][0] - second[0][0]) > reach or abs(first[0][1] - second[0][1]) > reach:
        return 0.0
    _, points = cv2.rotatedRectangleIntersection(first, second)
    if points is None:
        return 0.0
    shared = float(cv2.contourArea(cv2.convexHull(points)))
    whole = first[1][0] * first[1][1] + second[1][0] * second[1][1]
    return float(shared / max(whole - shared, 1e-6))


def validate(onnx: Path, plan: Plan, least: float = 0.3) -> dict[str, dict[str, float]]:
    """Per class on rendered scenes with decks and surfaces never trained on, turned IoU >= 0.5."""
    import onnxruntime

    session = onnxruntime.InferenceSession(str(onnx), providers=["CPUExecutionProvider"])
    counts = {kind: [0, 0, 0] for kind in Kind}  # found, wrong, missed
    pictures = sorted((WORK / "val" / "images").glob("*.jpg"))[: plan.val_scenes]
    for path in pictures:
        image = np.asarray(cv2.imread(str(path)), np.uint8)
        planes, scale = letterbox(image, plan.imgsz)
        found = decode(session.run(None, {"images": planes})[0], scale, least)
        labels = path.parent.parent / "labels" / f"{path.stem}.txt"
        _count(counts, found, _labels(labels, image.shape[1], image.shape[0]))
    return {
        kind.name.lower(): {
            "precision": round(right / max(right + wrong, 1), 3),
            "recall": round(right / max(right + missed, 1), 3),
            "objects": right + missed,
        }
        for kind, (right, wrong, missed) in counts.items()
    }


def _labels(file: Path, width: int, height: int) -> list[tuple[Kind, npt.NDArray[np.float32]]]:
    rows = [line.split() for line in file.read_text().splitlines() if line]
    size = np.array((width, height), np.float32)
    return [(Kind(int(row[0])), np.array(row[1:], np.float32).reshape(4, 2) * size) for row in rows]


def _count(
    counts: dict[Kind, list[int]],
    found: list[tuple[Kind, float, npt.NDArray[np.float32]]],
    labels: list[tuple[Kind, npt.NDArray[np.float32]]],
) -> None:
    open_labels = list(labels)
    for kind, _, corners in found:
        box = cv2.minAreaRect(corners)
        ranked = [
            (_overlap(box, cv2.minAreaRect(label)), place)
            for place, (other, label) in enumerate(open_labels)
            if other is kind
        ]
        best = max(ranked, default=(0.0, -1))
        if best[0] >= 0.5:
            counts[kind][0] += 1
            open_labels.pop(best[1])
        else:
            counts[kind][1] += 1
    for kind, _ in open_labels:
        counts[kind][2] += 1


def _record(
    plan: Plan, given: list[str], figures: Mapping[str, Mapping[str, float]], parity: float
) -> None:
    from models.train.trainer import Progress

    progress = Progress.read(WORK / "run" / "progress.json")
    content = {
        "date": datetime.now(UTC).isoformat(timespec="seconds"),
        "command": "python -m models.train.detector " + " ".join(given),
        "network": "YOLO26n-obb from its YAML, one-to-many head, four classes",
        "classes": [kind.name.lower() for kind in Kind],
        "imgsz": plan.imgsz,
        "seed": plan.seed,
        "scenes": len(list((WORK / "train" / "labels").glob("*.txt"))),
        "val_scenes": plan.val_scenes,
        "trained_minutes": round(progress.spent_s / 60, 1),
        "pictures_seen": progress.pictures,
        "batches": progress.batches,
        "rendered_validation_at_0.3": figures,
        "torch_onnx_largest_difference": parity,
    }
    RECORD.write_text(json.dumps(content, indent=1) + "\n")


if __name__ == "__main__":
    started_s = time.monotonic()
    main()
    print(f"done in {(time.monotonic() - started_s) / 60:.1f} min")
