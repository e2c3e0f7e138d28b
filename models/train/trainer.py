"""The ultralytics trainer with a clock of its own: the time budget rules rate and resolution.

Ultralytics plans in epochs; here a run has so many minutes, may be stopped and taken up again, and
the cache of scenes may grow in between. So learning rate and input size follow the share of the
budget that is spent: small pictures first (many scenes seen), the full size at the end.
Imported lazily by ``models.train.detector``: it needs torch and ultralytics.
"""

import json
import time
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import torch
import torch.nn.functional as functional
from ultralytics.models.yolo.obb import OBBTrainer

from models.train.damage import shade

SAVE_EVERY_S = 150.0
MOSAIC_UNTIL = 0.4
"""Share of the budget after which every picture is one whole scene."""
STAGES = (
    (0.40, (0.54, 0.62, 0.62)),
    (0.90, (0.69, 0.77, 0.85)),
    (1.01, (0.92, 1.0)),
)
"""(until this share of the budget, input sizes as shares of the full one, drawn for each batch)."""
SHADED = 0.3
"""Of the pictures get a shadow more: its edge across a card is no card's edge."""


@dataclass(slots=True)
class Progress:
    """What must outlive a stop: seconds trained and batches seen."""

    file: Path
    spent_s: float = 0.0
    batches: int = 0
    pictures: int = 0

    @classmethod
    def read(cls, file: Path) -> "Progress":
        stored: Mapping[str, Any] = json.loads(file.read_text()) if file.exists() else {}
        return cls(file, **stored)

    def write(self) -> None:
        numbers = {
            "spent_s": round(self.spent_s, 1),
            "batches": self.batches,
            "pictures": self.pictures,
        }
        self.file.write_text(json.dumps(numbers))


class TimedTrainer(OBBTrainer):  # type: ignore[misc]
    """Trains until the budget is spent; writes ``last.pt`` and the progress every few minutes."""

    def __init__(
        self, *, overrides: dict[str, Any], progress: Progress, budget_s: float, threads: int
    ) -> None:
        super().__init__(overrides=overrides)
        self._progress = progress
        self._budget_s = budget_s
        self._threads = threads
        self._saved_s = self._tick_s = time.monotonic()
        self._whole_scenes = False
        self._rng = np.random.default_rng(overrides["seed"])
        self.add_callback("on_train_start", TimedTrainer._begin)
        self.add_callback("on_train_batch_start", TimedTrainer._set_rate)
        self.add_callback("on_train_batch_end", TimedTrainer._after_batch)

    @property
    def share(self) -> float:
        """Of the budget, 0..1."""
        return min(self._progress.spent_s / self._budget_s, 1.0)

    def _begin(self) -> None:
        torch.set_num_threads(self._threads)  # choosing the CPU has set all cores but one
        self._tick_s = self._saved_s = time.monotonic()

    def _set_rate(self) -> None:
        """Linear over the whole budget, whatever was done in earlier runs of it."""
        factor = max(0.02, 1.0 - self.share)
        for group in self.optimizer.param_groups:
            group["lr"] = group["initial_lr"] * factor

    def preprocess_batch(self, batch: dict[str, Any]) -> dict[str, Any]:
        batch = super().preprocess_batch(batch)
        if self.model.training:
            shares = next(shares for until, shares in STAGES if self.share < until)
            full = batch["img"].shape[-1]
            size = max(32, round(full * float(self._rng.choice(shares)) / 32) * 32)
            if size < full:
                batch["img"] = functional.interpolate(
                    batch["img"], size=(size, size), mode="bilinear", antialias=True
                )
            for picture in batch["img"]:
                if self._rng.random() < SHADED:
                    height, width = picture.shape[1:]
                    light = shade(height, width, self._rng)[..., ::-1].transpose(2, 0, 1)
                    picture *= torch.from_numpy(light.copy()).to(picture)
        self._progress.pictures += len(batch["img"])
        return batch

    def _after_batch(self) -> None:
        now_s = time.monotonic()
        self._progress.spent_s += now_s - self._tick_s
        self._progress.batches += 1
        self._tick_s = now_s
        if self.share >= MOSAIC_UNTIL and not self._whole_scenes:
            self._whole_scenes = True
            self._close_dataloader_mosaic()
        if self.share >= 1.0:
            self.stop = True
        if self.stop or now_s - self._saved_s > SAVE_EVERY_S:
            self._saved_s = now_s
            self.save_model()
            self._progress.write()

    def validate(self) -> tuple[dict[str, float], float]:
        """The exported network is measured instead, by the code that will run it."""
        return {}, float(self._progress.batches)

    def final_eval(self) -> None:
        """Likewise."""
