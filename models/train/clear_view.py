"""How far the reader may be trusted where a card lies in clear view, as at a table.

    python -m models.train.clear_view [--reader FILE]

The reader's own temperatures come from heavy weather, where it has to be modest; a table's camera
mostly sees cards of full size in fair light. Here decks that never trained are laid on cloths that
never trained, seen as a table is seen, and read; printed are how often each probability was right,
and the temperature that would make it honest: near 1 the referee's one threshold
(``device.hand.SURE``) means what it says. Decks of the staged table take no part.
"""

import argparse
import json
import tempfile
from collections.abc import Sequence
from itertools import pairwise
from pathlib import Path

import cv2
import numpy as np
import numpy.typing as npt

from models.train.deck_art import CACHE_FILE
from rules.cards import DECK_52
from vision.detectors.base import Detection, Kind
from vision.frame import Image
from vision.readers.base import RANKS
from vision.readers.onnx import OnnxCardReader
from vision.scene.faces import FaceLibrary
from vision.scene.render import Renderer
from vision.scene.scene import Look, Scene, SceneCard

SEEDS_FROM = 7_000_000
SIZE_PX = (1280, 960)
COLUMNS, ROWS = 6, 4
BOX_JITTER_PX = 3.0
FULLY_SEEN = 0.97
BINS = (0.0, 0.5, 0.7, 0.8, 0.9, 0.95, 0.98, 0.99, 0.995, 0.999, 1.0001)
LOST = 0.5
"""An error is added that was never seen, at even odds: no finite sample proves certainty."""

Floats = npt.NDArray[np.float64]


def kept_out_decks(folder: Path) -> FaceLibrary:
    """The validation decks as a library of faces, written below ``folder``."""
    faces = np.load(CACHE_FILE, mmap_mode="r")
    entries = json.loads(CACHE_FILE.with_suffix(".json").read_text(encoding="utf-8"))
    for number, entry in enumerate(entries):
        if entry["split"] != "val":
            continue
        deck = folder / str(entry["name"])
        deck.mkdir()
        for card, picture in zip(DECK_52, faces[number], strict=True):
            cv2.imwrite(str(deck / f"{card}.png"), np.ascontiguousarray(picture))
    return FaceLibrary.open(folder)


def a_view(deck: str, rng: np.random.Generator) -> Look:
    """A camera over a table; cloth, lamp and back of seeds that neither train nor are staged."""
    return Look(
        deck=deck,
        cloth=SEEDS_FROM + int(rng.integers(1000)),
        lamp=SEEDS_FROM + int(rng.integers(1000)),
        width_mm=float(rng.uniform(640, 760)),
        tilt_deg=float(rng.uniform(0, 24)),
        tilt_towards_deg=float(rng.uniform(0, 360)),
        roll_deg=float(rng.uniform(0, 360)),
        blur_px=float(rng.uniform(0.3, 1.1)),
        noise=float(rng.uniform(1, 5)),
    )


def lay_out(
    renderer: Renderer, look: Look, faces: Sequence[str], rng: np.random.Generator, *, seed: int
) -> tuple[Image, list[str], list[Detection]]:
    """A picture of up to 24 cards in rows; what lies in clear view, and sloppy boxes round it."""
    cards = tuple(
        SceneCard(
            face=face,
            x_mm=(k % COLUMNS - (COLUMNS - 1) / 2) * 95 + float(rng.normal(0, 5)),
            y_mm=(k // COLUMNS - (ROWS - 1) / 2) * 110 + float(rng.normal(0, 5)),
            angle_deg=float(rng.normal(0, 10) + 180 * rng.integers(2)),
        )
        for k, face in enumerate(faces[: COLUMNS * ROWS])
    )
    rendered = renderer.render(Scene(look=look, cards=cards), seed=seed)
    seen = [t for t in rendered.truth if t.kind is Kind.FACE and t.visible > FULLY_SEEN and t.label]
    boxes = [
        Detection(
            Kind.FACE,
            (t.corners_px + rng.normal(0, BOX_JITTER_PX, (4, 2))).astype(np.float32),
            1.0,
        )
        for t in seen
    ]
    return rendered.image, [str(t.label) for t in seen], boxes


def read_clearly(reader: OnnxCardReader, *, views: int) -> tuple[Floats, npt.NDArray[np.int64]]:
    """(N x 13 rank probabilities, N true ranks) of ``views`` pictures a deck."""
    told: list[npt.NDArray[np.float32]] = []
    true: list[int] = []
    with tempfile.TemporaryDirectory() as folder:
        library = kept_out_decks(Path(folder))
        renderer = Renderer(library, size_px=SIZE_PX)
        for number, deck in enumerate(library.names):
            for view in range(views):
                rng = np.random.default_rng([79, number, view])
                faces = [str(card) for card in rng.permutation(np.array(DECK_52, dtype=object))]
                look = a_view(deck, rng)
                image, labels, boxes = lay_out(renderer, look, faces, rng, seed=view)
                told += [reading.rank_p for reading in reader.read(image, boxes)]
                true += [[str(r) for r in RANKS].index(label[0]) for label in labels]
    return np.asarray(told, np.float64), np.asarray(true, np.int64)


def at_temperature(p: Floats, temperature: float) -> Floats:
    """N x K distributions made surer (below 1) or more modest (above)."""
    log = np.log(np.clip(p, 1e-7, None)) / temperature
    lifted = np.exp(log - log.max(axis=1, keepdims=True))
    return np.asarray(lifted / lifted.sum(axis=1, keepdims=True), np.float64)


def best_temperature(p: Floats, true: npt.NDArray[np.int64]) -> float:
    """The one of least log loss, with one unseen error at the median doubt added (``LOST``)."""
    rows = np.arange(len(true))
    doubtful = p[np.argsort(p.max(axis=1))[: max(1, len(p) // 20)]]
    middle = doubtful[len(doubtful) // 2][None]

    def loss(temperature: float) -> float:
        q = at_temperature(p, temperature)
        unseen = at_temperature(middle, temperature)
        return float(-np.log(q[rows, true]).sum() - LOST * np.log(1 - unseen.max()))

    return float(min(np.arange(0.3, 1.51, 0.01), key=loss))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("--reader", type=Path, default=None)
    parser.add_argument("--views", type=int, default=4)
    arguments = parser.parse_args()
    p, true = read_clearly(OnnxCardReader(path=arguments.reader), views=arguments.views)
    sure, right = p.max(axis=1), p.argmax(axis=1) == true
    print(f"{len(true)} cards in clear view, {right.mean():.4f} read right")
    for low, high in pairwise(BINS):
        inside = (sure >= low) & (sure < high)
        if inside.any():
            share = right[inside].mean()
            print(f"  said {low:.3f}..{high:.3f}: {inside.sum():5} cards, {share:.4f} right")
    print(f"honest temperature in clear view: {best_temperature(p, true):.2f}")


if __name__ == "__main__":
    main()
