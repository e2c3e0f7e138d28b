"""The readers as small networks on onnxruntime: which card, whose pawn.

A card is read in two passes. The first warps it by the detector's box, with room around, and says
where the card's true corners are; where they lie far from the box it looks again, from there.
The second warps by those corners and reads, both ways up. The logits of the views are averaged:
they carry their temperatures already, so the softmax of the mean is the calibrated probability.
"""

from collections.abc import Sequence
from importlib import resources
from pathlib import Path

import numpy as np
import numpy.typing as npt
import onnxruntime

from vision.detectors.base import Detection
from vision.frame import Image, VisionError
from vision.readers.base import OWNERS, RANKS, SIDES, SUITS, CardReading, PawnReading
from vision.readers.geometry import (
    FIRST_MARGIN,
    PAWN_MARGIN,
    PAWN_PX,
    SECOND_MARGIN,
    UNIT,
    crop,
    project,
    to_picture,
)

Floats = npt.NDArray[np.float32]
NEARER = np.array([0.1, 0.45, 0.45], np.float32)[:, None, None]
"""Weight of the wide view and of the two narrow ones in the mean."""
SURELY_BACK = 0.97
"""From the wide view alone: a back has no rank to read, a nearer look adds nothing."""
FAR = 0.03
"""Corners that moved further than this share of a short side are refined again."""
MORE_LOOKS = 2


class ReaderError(VisionError):
    """The weights of a reader are missing or unusable. The text says which file."""


def softmax(logits: Floats) -> Floats:
    """Over the last axis."""
    lifted = np.exp(logits - logits.max(axis=-1, keepdims=True))
    return np.asarray(lifted / lifted.sum(axis=-1, keepdims=True), np.float32)


def open_network(name: str, *, path: Path | None, threads: int) -> onnxruntime.InferenceSession:
    """A session on ``models/<name>`` (or ``path``), quiet on idle cores. Raises ReaderError."""
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = threads
    options.inter_op_num_threads = 1
    options.add_session_config_entry("session.intra_op.allow_spinning", "0")
    file = resources.files("models") / name if path is None else path
    try:
        weights = file.read_bytes()
    except OSError as error:
        raise ReaderError(f"cannot read the weights {file}: {error.strerror}") from error
    try:
        return onnxruntime.InferenceSession(weights, options, providers=["CPUExecutionProvider"])
    except Exception as error:  # onnxruntime raises its own, undocumented, family
        raise ReaderError(f"{file} is not a network that can be run: {error}") from error


class OnnxCardReader:
    """Reads cards with ``models/reader.onnx``. Not shared between threads."""

    def __init__(self, *, path: Path | None = None, threads: int = 1) -> None:
        self._session = open_network("reader.onnx", path=path, threads=threads)

    def read(self, image: Image, cards: Sequence[Detection]) -> list[CardReading]:
        """One reading per detection, in order; one to six crops a card."""
        if not cards:
            return []
        boxes = [card.corners_px for card in cards]
        wide, corners = self._wide(image, boxes)
        faces = softmax(wide[0])[:, 1] < SURELY_BACK
        far = [i for i, box in enumerate(boxes) if faces[i] and moved(box, corners[i]) > FAR]
        for _ in range(MORE_LOOKS):
            if not far:
                break
            again, nearer = self._wide(image, [corners[i] for i in far])
            for output, better in zip(wide, again, strict=True):
                output[far] = better
            still = [moved(corners[i], quad) > FAR for i, quad in zip(far, nearer, strict=True)]
            for i, quad in zip(far, nearer, strict=True):
                corners[i] = quad
            far = [i for i, more in zip(far, still, strict=True) if more]
        logits = [np.array(output) for output in wide[:3]]
        backs = softmax(wide[0])[:, 1] >= SURELY_BACK
        near = np.flatnonzero(~backs)
        looks: dict[int, Floats] = {}
        if len(near):
            upright = [crop(image, corners[i], SECOND_MARGIN) for i in near]
            narrow = self._run(upright + [np.ascontiguousarray(c[::-1, ::-1]) for c in upright])
            for mean, both in zip(logits, narrow, strict=False):
                views = np.stack([mean[near], both[: len(near)], both[len(near) :]])
                mean[near] = (NEARER * views).sum(axis=0)
            looks = {
                int(i): np.stack([one, other])
                for i, one, other in zip(
                    near, narrow[5][: len(near)], narrow[5][len(near) :], strict=True
                )
            }
        kind, rank, suit = (softmax(mean) for mean in logits)
        return [
            CardReading(
                kind_p=kind[i],
                rank_p=rank[i],
                suit_p=suit[i],
                corners_px=corners[i],
                looks=looks.get(i),
            )
            for i in range(len(cards))
        ]

    def _wide(self, image: Image, boxes: Sequence[Floats]) -> tuple[list[Floats], list[Floats]]:
        """The network's outputs on the boxes with room around, and the corners they tell."""
        outputs = self._run([crop(image, box, FIRST_MARGIN) for box in boxes])
        return outputs, [
            refined_corners(box, unit.reshape(4, 2), turned=bool(sideways > 0))
            for box, unit, sideways in zip(boxes, outputs[3], outputs[4][:, 0], strict=True)
        ]

    def _run(self, crops: Sequence[Image]) -> list[Floats]:
        """(kind N x 3, rank N x 13, suit N x 4, corners N x 8, sideways N x 1, look N x D)."""
        outputs: list[Floats] = self._session.run(None, {"crops": np.stack(crops)})
        assert (outputs[1].shape[1], outputs[2].shape[1]) == (len(RANKS), len(SUITS))
        return outputs


def refined_corners(box: Floats, unit: Floats, *, turned: bool) -> Floats:
    """The network's corners (unit crop) in the picture, first edge a short side of the card.

    Kept only when they form a convex outline about as large as the box: a covered or a false card
    may send them anywhere, and then the detector's box is the better guess.
    """
    quad = project(to_picture(box, FIRST_MARGIN), unit)
    edges = np.roll(quad, -1, axis=0) - quad
    ahead = np.roll(edges, -1, axis=0)
    turns = edges[:, 0] * ahead[:, 1] - edges[:, 1] * ahead[:, 0]
    share = area(quad) / max(1e-6, area(box))
    if not ((turns > 0).all() and 0.45 < share < 1.9):
        quad = box.astype(np.float32)
    return np.roll(quad, -1, axis=0) if turned else quad


def moved(box: Floats, quad: Floats) -> float:
    """How far the furthest corner went, in short sides of the box; a turned quad went far."""
    short_px = min(np.linalg.norm(box[0] - box[1]), np.linalg.norm(box[1] - box[2]))
    return float(np.linalg.norm(quad - box, axis=1).max() / max(1.0, float(short_px)))


def area(quad: Floats) -> float:
    """Of a polygon Nx2, in square pixels."""
    x, y = quad[:, 0], quad[:, 1]
    return float(abs(np.dot(x, np.roll(y, -1)) - np.dot(y, np.roll(x, -1))) / 2)


class OnnxPawnReader:
    """Reads pawns with ``models/pawn_reader.onnx``. Not shared between threads."""

    def __init__(self, *, path: Path | None = None, threads: int = 1) -> None:
        self._session = open_network("pawn_reader.onnx", path=path, threads=threads)

    def read(self, image: Image, pawns: Sequence[Detection]) -> list[PawnReading]:
        """One reading per detection, in order; both ways up, one batch."""
        if not pawns:
            return []
        upright = [crop(image, square(p.corners_px), PAWN_MARGIN, size=PAWN_PX) for p in pawns]
        batch = upright + [np.ascontiguousarray(c[::-1, ::-1]) for c in upright]
        owner, side, ours = self._session.run(None, {"crops": np.stack(batch)})
        assert (owner.shape[1], side.shape[1]) == (len(OWNERS), len(SIDES))
        count = len(pawns)
        owner_p, side_p, ours_p = (
            softmax((logits[:count] + logits[count:]) / 2) for logits in (owner, side, ours)
        )
        return [
            PawnReading(owner_p=owner_p[i], side_p=side_p[i], pawn_p=float(ours_p[i, 1]))
            for i in range(count)
        ]


def square(corners_px: Floats) -> Floats:
    """An upright square round a pawn's box: a disc has no direction, and a box's is noise."""
    centre = corners_px.mean(axis=0)
    sides = np.linalg.norm(corners_px - np.roll(corners_px, -1, axis=0), axis=1)
    return np.asarray(centre + (UNIT - 0.5) * sides.mean(), np.float32)
