"""The rendered scenes on disk: picture, label file and truth for each seed; only ever added to.

``FOLDER/<split>/images/000123.jpg``, ``labels/000123.txt`` (ultralytics' oriented format) and
``truth/000123.json`` (every item with its full outline, its visible outline and how much shows).
"""

import json
import os
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path

import cv2
import numpy as np

from models.train.box_labels import label_lines
from models.train.kit import Kit
from models.train.scenes import SceneMaker
from vision.scene.render import Rendered, TruthItem

VAL_SEEDS_FROM = 10_000_000
CHUNK = 50


def fill_cache(
    folder: Path, assets: Path, *, split: str, count: int, workers: int, first: int = 0
) -> int:
    """Render what is missing of a split's scenes ``first`` to ``count``; returns how many."""
    for part in ("images", "labels", "truth"):
        (folder / split / part).mkdir(parents=True, exist_ok=True)
    missing = [
        number for number in range(first, count) if not _label(folder, split, number).exists()
    ]
    chunks = [missing[start : start + CHUNK] for start in range(0, len(missing), CHUNK)]
    if workers <= 1:
        for chunk in chunks:
            _render_chunk(folder, assets, split, chunk)
        return len(missing)
    with ProcessPoolExecutor(workers, mp_context=get_context("spawn")) as pool:
        jobs = [pool.submit(_render_chunk, folder, assets, split, chunk) for chunk in chunks]
        for job in jobs:
            job.result()
    return len(missing)


def _label(folder: Path, split: str, number: int) -> Path:
    return folder / split / "labels" / f"{number:06d}.txt"


_makers: dict[tuple[Path, str], SceneMaker] = {}


def _render_chunk(folder: Path, assets: Path, split: str, numbers: Sequence[int]) -> None:
    """One worker's share. The label file is written last: where it is, the scene is whole."""
    cv2.setNumThreads(1)
    maker = _makers.setdefault((assets, split), SceneMaker(Kit.open(assets, split)))
    for number in numbers:
        seed = number + (VAL_SEEDS_FROM if split == "val" else 0)
        rendered = maker.picture(seed)
        stem, base = f"{number:06d}", folder / split
        cv2.imwrite(
            str(base / "images" / f"{stem}.jpg"), rendered.image, [cv2.IMWRITE_JPEG_QUALITY, 92]
        )
        (base / "truth" / f"{stem}.json").write_text(json.dumps(_truth(rendered)))
        label = _label(folder, split, number)
        waiting = label.with_suffix(f".{os.getpid()}")
        waiting.write_text("\n".join(label_lines(rendered)) + "\n")
        waiting.replace(label)


def _truth(rendered: Rendered) -> dict[str, object]:
    height, width = rendered.image.shape[:2]
    return {"width": width, "height": height, "items": [_item(item) for item in rendered.truth]}


def _item(item: TruthItem) -> dict[str, object]:
    return {
        "kind": item.kind.name.lower(),
        "label": item.label,
        "owner": item.owner,
        "side": item.side,
        "visible": round(item.visible, 3),
        "corners_px": np.round(item.corners_px, 1).tolist(),
        "visible_px": np.round(_simpler(item), 1).tolist(),
    }


def _simpler(item: TruthItem) -> np.ndarray:
    if len(item.visible_px) < 3:
        return item.visible_px
    return cv2.approxPolyDP(item.visible_px, 1.5, closed=True)[:, 0]
