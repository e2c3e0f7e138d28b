"""What the corner indices say: rank and suit from a small upright crop of the full picture."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
import numpy.typing as npt

from vision.detectors.indices import IndexSpot
from vision.frame import Image
from vision.readers.base import RANKS, SUITS
from vision.readers.onnx import open_network, softmax

INDEX_PX = (48, 72)
"""Width and height of a crop: 23 by 34 mm round the anchor, room for a jumbo index."""
CROP_PX_PER_MM = 2.1

VIEWS = (0.93, 1.0, 1.08)
"""An index is looked at a little nearer and from a little farther; the logits are averaged."""

Floats = npt.NDArray[np.float32]


@dataclass(frozen=True, slots=True, eq=False)
class IndexReading:
    """``index_p``: the probability that an index stands there, upright as the spot says;
    ``rank_p`` (13, order of RANKS) and ``suit_p`` (4, order of SUITS) GIVEN that, each sums to
    1."""

    spot: IndexSpot
    index_p: float
    rank_p: Floats
    suit_p: Floats


class IndexReader:
    """Reads indices with ``models/index_reader.onnx``. Not shared between threads."""

    def __init__(self, *, path: Path | None = None, threads: int = 1) -> None:
        """Raises VisionError when the weights are missing or unusable."""
        self._session = open_network("index_reader.onnx", path=path, threads=threads)

    def read(self, image: Image, spots: Sequence[IndexSpot]) -> list[IndexReading]:
        """One reading for each spot, in order, in one batch."""
        if not spots:
            return []
        crops = np.stack(crops_of(image, spots, sizes=VIEWS))
        outputs = self._session.run(None, {"crops": crops})
        index, rank, suit = (
            softmax(out.reshape(len(VIEWS), len(spots), -1).mean(axis=0)) for out in outputs
        )
        assert (rank.shape[1], suit.shape[1]) == (len(RANKS), len(SUITS))
        return [
            IndexReading(spot, float(index[i, 1]), rank[i], suit[i]) for i, spot in enumerate(spots)
        ]


def crops_of(
    image: Image, spots: Sequence[IndexSpot], *, sizes: Sequence[float] = (1.0,)
) -> list[Image]:
    """Upright crops of all spots for each of ``sizes``, by how much cards are taken to be larger
    than the spots say. A much larger picture is first averaged down, so that strokes do not
    alias."""
    shrink = float(np.median([s.px_per_mm for s in spots])) / CROP_PX_PER_MM if spots else 1.0
    scale = 1.0
    if shrink > 1.4:
        small = (round(image.shape[1] / shrink), round(image.shape[0] / shrink))
        image = np.asarray(cv2.resize(image, small, interpolation=cv2.INTER_AREA), np.uint8)
        scale = 1 / shrink
    return [
        crop_at(image, s.centre_px * np.float32(scale), s.up, s.px_per_mm * scale * size)
        for size in sizes
        for s in spots
    ]


def crop_at(image: Image, centre_px: Floats, up: Floats, px_per_mm: float) -> Image:
    """INDEX_PX of a picture round a point, with ``up`` pointing up."""
    step = px_per_mm / CROP_PX_PER_MM
    right, down = np.array([-up[1], up[0]]) * step, -up * step
    middle = (np.array(INDEX_PX) - 1) / 2
    origin = centre_px - right * middle[0] - down * middle[1]
    source = np.column_stack([right, down, origin]).astype(np.float64)
    crop = cv2.warpAffine(
        image,
        source,
        INDEX_PX,
        flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP,
        borderMode=cv2.BORDER_REPLICATE,
    )
    return np.asarray(crop, np.uint8)
