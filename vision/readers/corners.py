"""A reader that asks a card's own corners where the whole card leaves a doubt.

In a pile the pips of a neighbour bleed into the picture of a card, and a hand hides half of
another; the printed index in a corner that shows is then the better witness. So of a card that
meets others, or is not surely read, the corners on which no other card lies are read by the index
network too, and all that was said is joined. A corner that another card may cover is not asked: it
would tell that card's index.
"""

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np
import numpy.typing as npt

from vision.calibrate import CARD_MM
from vision.detectors.base import Detection
from vision.detectors.indices import ANCHORS, IndexSpot
from vision.frame import Image
from vision.geometry import Quad, covered_share, depth_inside, iou, quad_area
from vision.readers.base import CardReader, CardReading
from vision.readers.geometry import project, to_picture
from vision.readers.indices import IndexReader, IndexReading
from vision.readers.onnx import OnnxCardReader

MEETS = 0.02
"""Share of a card that lies over or under another one's outline from which it is asked about."""
SAME_CARD = 0.6
"""Outlines that agree so well (IoU) are one card, found twice."""
DOUBTFUL = 0.9
"""A rank and suit less sure than this is asked about wherever the card lies."""
AN_INDEX = 0.5
"""A corner of which less than this is thought to be an index says nothing."""
CARD_ERRS, INDEX_ERRS = 0.1, 0.05
"""How often each is taken to be wrong where it is sure of itself."""

Floats = npt.NDArray[np.float32]
_ABOVE = ANCHORS + np.sign(ANCHORS - 0.5) * np.array([0, 0.1], np.float32)
"""Where the letters at the anchors of a card point to: its near short edge."""


def shipped_reader(*, path: Path | None = None, threads: int = 1) -> "CornerReader":
    """With the networks that travel with the product; ``path`` takes the place of
    ``models/reader.onnx``. Raises VisionError."""
    return CornerReader(OnnxCardReader(path=path, threads=threads), IndexReader(threads=threads))


class CornerReader:
    """``CardReader`` that joins what ``reader`` says of whole cards with their indices. Not shared
    between threads."""

    def __init__(self, reader: CardReader, indices: IndexReader) -> None:
        self._reader, self._indices = reader, indices

    def read(self, image: Image, cards: Sequence[Detection]) -> list[CardReading]:
        """One reading per detection, in order; up to twelve small crops more for a doubtful one."""
        readings = self._reader.read(image, cards)
        quads = [r.corners_px for r in readings if r.kind_p.argmax() != 2]
        asked: dict[int, list[IndexSpot]] = {}
        for i, reading in enumerate(readings):
            if reading.kind_p.argmax() == 0:
                rest = others(reading.corners_px, quads)
                if in_doubt(reading, rest):
                    asked[i] = open_corners(reading.corners_px, rest)
        spots = [spot for corners in asked.values() for spot in corners]
        told = iter(self._indices.read(image, spots))
        for i, corners in asked.items():
            readings[i] = joined(readings[i], [next(told) for _ in corners])
        return readings


def in_doubt(reading: CardReading, rest: Sequence[Quad]) -> bool:
    """Whether a face is not surely named, or meets the outlines of other cards."""
    if reading.rank_p.max() * reading.suit_p.max() < DOUBTFUL:
        return True
    return any(covered_share(reading.corners_px, quad) > MEETS for quad in rest)


def others(own: Quad, quads: Sequence[Quad]) -> list[Quad]:
    """The outlines that are another card's: ``own`` may be among them, and found twice."""
    return [quad for quad in quads if iou(own, quad) < SAME_CARD]


def open_corners(own: Floats, rest: Sequence[Quad]) -> list[IndexSpot]:
    """Where the indices of a card are (4x2 pixels, clockwise from a short side), as far as none of
    ``rest``, the other cards' outlines, reaches there."""
    to_image = to_picture(own, 0.0)
    centres, above = project(to_image, ANCHORS), project(to_image, _ABOVE)
    scale = float(np.sqrt(quad_area(own) / (CARD_MM[0] * CARD_MM[1])))
    return [
        IndexSpot(centre, up / max(1e-6, float(np.linalg.norm(up))), scale, 1.0)
        for centre, up in zip(centres, above - centres, strict=True)
        if all(depth_inside(centre, quad) < 0 for quad in rest)
    ]


def joined(reading: CardReading, indices: Sequence[IndexReading]) -> CardReading:
    """The product of what was said of the card and in its corners, each softened by how often it
    errs: two that agree are surer than one, two that differ leave it open."""
    heard = [one for one in indices if one.index_p >= AN_INDEX]
    if not heard:
        return reading
    ranks = [_softened(reading.rank_p, CARD_ERRS)]
    suits = [_softened(reading.suit_p, CARD_ERRS)]
    for one in heard:
        doubt = 1 - (1 - INDEX_ERRS) * one.index_p
        ranks.append(_softened(one.rank_p, doubt))
        suits.append(_softened(one.suit_p, doubt))
    return replace(reading, rank_p=_product(ranks), suit_p=_product(suits))


def _softened(p: Floats, errs: float) -> Floats:
    return np.asarray((1 - errs) * p + errs / len(p), np.float32)


def _product(all_p: Sequence[Floats]) -> Floats:
    p = np.prod(all_p, axis=0)
    return np.asarray(p / p.sum(), np.float32)
