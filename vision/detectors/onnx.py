"""The detector on onnxruntime: letterbox, run, decode oriented boxes, resolve overlaps. No torch.

The network is an oriented-box YOLO in ultralytics' export: input ``1x3xHxW`` RGB 0..1, output
either ``1 x (4 + classes + 1) x anchors`` (centre, size, class scores, angle in radians) or, with
its own selection built in, ``1 x boxes x 7`` (centre, size, score, class, angle). Class ids are
``Kind``.
"""

import importlib.resources
import math
import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Protocol

import cv2
import numpy as np
import numpy.typing as npt
import onnxruntime as ort

from vision.detectors.base import Box, Detection, Kind
from vision.frame import Image, VisionError
from vision.geometry import covered_share, iou, ordered_quad, quad_area, quad_size
from vision.resize import resized

THRESHOLDS: Mapping[Kind, float] = {
    Kind.FACE: 0.35,
    Kind.BACK: 0.35,
    Kind.PAWN: 0.30,
    Kind.HAND: 0.25,
}
SAME_IOU: Mapping[Kind, float] = {
    Kind.FACE: 0.45,
    Kind.BACK: 0.45,
    Kind.PAWN: 0.50,
    Kind.HAND: 0.50,
}
"""Two boxes over this are one thing. High for cards: cards in a fan overlap by half and are two."""
_CARDS = (Kind.FACE, Kind.BACK)
_MOST = 300
_GREY = 114


def shipped_weights(name: str) -> Path:
    """Where the weights that travel in the ``models`` folder lie on this machine."""
    return Path(str(importlib.resources.files("models"))) / name


class OnnxDetector:
    """``Detector`` over one ONNX file.

    ``path`` None takes the weights that travel with the product. ``input_px`` is the longer side
    the picture is shrunk (or enlarged) to; None takes the network's own. A network with free axes
    gets the smallest rectangle of whole strides, which saves two fifths of the work on a 16:9
    picture. Raises VisionError when the file is no such network.
    """

    def __init__(
        self,
        path: Path | None = None,
        *,
        input_px: int | None = None,
        threads: int = 2,
        thresholds: Mapping[Kind, float] = THRESHOLDS,
    ) -> None:
        path = shipped_weights("detector.onnx") if path is None else path
        options = ort.SessionOptions()
        options.intra_op_num_threads = threads
        options.inter_op_num_threads = 1
        options.add_session_config_entry("session.intra_op.allow_spinning", "0")
        try:
            self._session = ort.InferenceSession(
                str(path), options, providers=["CPUExecutionProvider"]
            )
        except Exception as error:  # onnxruntime raises its own unrelated classes
            raise VisionError(f"the detector's weights {path} cannot be loaded: {error}") from error
        source = self._session.get_inputs()[0]
        self._name = source.name
        self._fixed = tuple(d if isinstance(d, int) else None for d in source.shape[2:4])
        if input_px is None:
            input_px = max(self._fixed[0] or 0, self._fixed[1] or 0) or self._trained_px()
        self.input_px = input_px
        self._thresholds = dict(thresholds)

    def _trained_px(self) -> int:
        """The size the network was trained at, as its export noted it; 640 when it noted none."""
        noted = self._session.get_modelmeta().custom_metadata_map.get("imgsz", "")
        return max((int(n) for n in re.findall(r"\d+", noted)), default=640)

    def detect(self, image: Image, *, pawns_within: Box | None = None) -> list[Detection]:
        """All detections over their kind's threshold, best first, overlaps resolved."""
        return resolve_overlaps(self.candidates(image))

    def candidates(self, image: Image, *, input_px: int | None = None) -> list[Detection]:
        """Detections over the thresholds before overlaps are resolved, in no order."""
        canvas, scale = self._letterbox(image, input_px or self.input_px)
        tensor = cv2.dnn.blobFromImage(canvas, 1 / 255.0, swapRB=True)
        output = self._session.run(None, {self._name: tensor})[0][0]
        return decode(np.asarray(output, dtype=np.float32), scale, thresholds=self._thresholds)

    def _letterbox(self, image: Image, longest: int) -> tuple[Image, float]:
        """The picture shrunk into a grey canvas of whole strides, and the scale."""
        height, width = image.shape[:2]
        scale = longest / max(height, width)
        if all(self._fixed):
            scale = min(scale, (self._fixed[0] or 0) / height, (self._fixed[1] or 0) / width)
        w, h = max(1, round(width * scale)), max(1, round(height * scale))
        ch = self._fixed[0] or 32 * math.ceil(h / 32)
        cw = self._fixed[1] or 32 * math.ceil(w / 32)
        canvas = np.full((ch, cw, 3), _GREY, dtype=np.uint8)
        canvas[:h, :w] = resized(image, (w, h))
        return canvas, scale


class Candidates(Protocol):
    """A detector that can be asked at any size, before overlaps are resolved."""

    def candidates(self, image: Image, *, input_px: int | None = None) -> list[Detection]: ...


class PhotoDetector:
    """``Detector`` for photos of any kind: brings the cards to the size they have at a table.

    The network is surest of cards about ``card_px`` network pixels long; in a photo one card may
    fill the picture, or fifty may share it. Rough looks at ``first_px`` tell how long the cards
    are, and the picture is looked at again at the size that makes them ``card_px`` long.
    """

    def __init__(
        self,
        detector: Candidates,
        *,
        first_px: Sequence[int] = (192, 416),
        card_px: float = 100.0,
        sizes_px: tuple[int, int] = (128, 960),
    ) -> None:
        self._detector = detector
        self._first_px = tuple(first_px)
        self._card_px = card_px
        self._sizes_px = sizes_px

    def detect(self, image: Image, *, pawns_within: Box | None = None) -> list[Detection]:
        rough = [d for px in self._first_px for d in self._detector.candidates(image, input_px=px)]
        sure = resolve_overlaps([d for d in rough if d.kind in _CARDS and d.confidence >= 0.5])
        if not sure:
            return resolve_overlaps(rough)
        length = float(np.median([quad_size(d.corners_px)[1] for d in sure]))
        wanted = self._card_px * max(image.shape[:2]) / length
        size = int(np.clip(32 * round(wanted / 32), *self._sizes_px))
        return resolve_overlaps(self._detector.candidates(image, input_px=size))


def decode(
    output: npt.NDArray[np.float32], scale: float, *, thresholds: Mapping[Kind, float] = THRESHOLDS
) -> list[Detection]:
    """One picture's network output as detections in the picture's own pixels.

    ``output`` 9 x anchors or boxes x 7 (see above); ``scale``: network pixels for one of the
    picture's. Raises VisionError when it has another shape.
    """
    kinds = len(Kind)
    if output.shape[0] == kinds + 5:
        output = output[:, (output[4 : 4 + kinds] >= min(thresholds.values())).any(axis=0)]
        scores = output[4 : 4 + kinds]
        kind, best = scores.argmax(axis=0), scores.max(axis=0)
        rows = np.column_stack([output[:4].T, best, kind, output[4 + kinds]])
    elif output.shape[-1] == 7:
        rows = output
    else:
        raise VisionError(f"the detector gives {output.shape}: no oriented box for {kinds} kinds")
    limit = np.array([thresholds[k] for k in Kind], dtype=np.float32)
    rows = rows[rows[:, 4] >= limit[rows[:, 5].astype(int)]]
    rows = rows[np.argsort(-rows[:, 4], kind="stable")[:_MOST]]
    return [_detection(row.astype(np.float64), scale) for row in _without_copies(rows)]


def _without_copies(rows: npt.NDArray[np.float32]) -> npt.NDArray[np.float32]:
    """Best first, without near copies of a better one of their kind.

    Every anchor on a card tells the card again. ``resolve_overlaps`` would drop these too (they
    overlap by more than half), but has to lay each upon each.
    """
    long, short = rows[:, 2:4].max(axis=1), rows[:, 2:4].min(axis=1)
    turn = rows[:, 6] + np.where(rows[:, 3] > rows[:, 2], math.pi / 2, 0.0)

    def apart(values: npt.NDArray[np.float32]) -> npt.NDArray[np.float32]:
        return np.asarray(values[:, None] - values[None], np.float32)

    near = np.hypot(apart(rows[:, 0]), apart(rows[:, 1])) < 0.1 * short[:, None]
    sizes = (np.abs(apart(np.log(side))) < 0.12 for side in (long, short))
    same = near & (apart(rows[:, 5]) == 0) & (np.abs(np.sin(apart(turn))) < 0.12)
    copies = np.triu(np.logical_and.reduce([same, *sizes]), 1)
    left = np.ones(len(rows), bool)
    for i in range(len(rows)):
        if left[i]:
            left &= ~copies[i]
    return rows[left]


def _detection(row: npt.NDArray[np.float64], scale: float) -> Detection:
    cx, cy, w, h, score, kind, angle = (float(v) for v in row)
    along = np.array([math.cos(angle), math.sin(angle)]) * w / 2
    across = np.array([-math.sin(angle), math.cos(angle)]) * h / 2
    corners = np.array([-along - across, along - across, along + across, across - along])
    centre = np.array([cx, cy])
    return Detection(Kind(int(kind)), ordered_quad((corners + centre) / scale), score)


def resolve_overlaps(
    found: Sequence[Detection], *, same_iou: Mapping[Kind, float] = SAME_IOU
) -> list[Detection]:
    """Best first, each thing once. A face and a back over each other are one card, twice seen."""
    ranked = sorted(found, key=lambda d: -d.confidence)
    if not ranked:
        return []
    corners = np.stack([d.corners_px for d in ranked])
    low, high = corners.min(axis=1), corners.max(axis=1)
    groups = np.array([_CARDS[0] if d.kind in _CARDS else d.kind for d in ranked])
    kept: list[int] = []
    for i, one in enumerate(ranked):
        if quad_area(one.corners_px) < 4.0:
            continue
        near = np.array(kept, dtype=int)
        near = near[groups[near] == groups[i]]
        near = near[(np.maximum(low[i], low[near]) < np.minimum(high[i], high[near])).all(axis=1)]
        if not any(_same(one, ranked[k], same_iou[one.kind]) for k in near):
            kept.append(i)
    return [ranked[i] for i in kept]


def _same(one: Detection, better: Detection, limit: float) -> bool:
    """Whether ``one`` is ``better`` again: as large, or a fragment of it."""
    if iou(one.corners_px, better.corners_px) > limit:
        return True
    small = quad_area(one.corners_px) < 0.6 * quad_area(better.corners_px)
    return small and covered_share(one.corners_px, better.corners_px) > 0.85
