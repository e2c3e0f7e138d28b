"""The same detector through ultralytics itself: the yardstick for the light runtime, never at a
table.

Needs the ``train`` extra; torch and ultralytics are imported only when one is made.
"""

import os
from pathlib import Path
from typing import Any

import numpy as np

from vision.detectors.base import Box, Detection, Kind
from vision.frame import Image, VisionError
from vision.geometry import ordered_quad


class UltralyticsDetector:
    """``Detector`` over a ``.pt`` file. Raises VisionError when ultralytics is not installed."""

    def __init__(
        self, path: Path, *, input_px: int = 640, confidence: float = 0.3, same_iou: float = 0.6
    ) -> None:
        os.environ.setdefault("YOLO_AUTOINSTALL", "false")
        try:
            from ultralytics import YOLO
        except ImportError as error:
            raise VisionError(
                "the ultralytics detector needs the training extra: pip install -e '.[train]'"
            ) from error
        self._model: Any = YOLO(str(path), task="obb")
        self._settings = {"imgsz": input_px, "conf": confidence, "iou": same_iou, "verbose": False}

    def detect(self, image: Image, *, pawns_within: Box | None = None) -> list[Detection]:
        boxes = self._model.predict(image, **self._settings)[0].obb
        corners = boxes.xyxyxyxy.cpu().numpy().astype(np.float32)
        kinds, scores = boxes.cls.cpu().numpy().astype(int), boxes.conf.cpu().numpy()
        return [
            Detection(Kind(int(kind)), ordered_quad(quad), float(score))
            for quad, kind, score in zip(corners, kinds, scores, strict=True)
        ]
