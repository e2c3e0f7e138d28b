"""What teaching a deck is worth: decks drawn for this, shown once, then read on other evenings.

    python -m models.train.taught_deck [--reader FILE]

Each deck has letters or courts the reader has trouble with (R-D-V, B-D-K, Cyrillic, courts without
art). Its cards are laid out once and taught; then they are read under other lamps, on other cloths,
before and after. Cards of the other decks are strangers. Nothing here ever trains, and no deck of
the staged table takes part.
"""

import argparse
import json
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path

import cv2
import numpy as np

from models.train.assets import ASSETS
from models.train.clear_view import SIZE_PX, a_view, lay_out
from models.train.deck_art import draw_face, draw_style, usable_fonts
from rules.cards import DECK_52
from vision.decks import Deck, DeckCard
from vision.readers.base import RANKS, CardReading
from vision.readers.deck import DeckKnowledge
from vision.readers.onnx import OnnxCardReader
from vision.scene.faces import FaceLibrary
from vision.scene.render import Renderer

SEED = 70_013
DECKS = {
    "fransiz-rdv": ({"A": "1", "J": "V", "Q": "D", "K": "R"}, 0.0, "orell"),
    "alman-bdk": ({"A": "A", "J": "B", "Q": "D", "K": "K"}, 0.0, "plastic"),
    "kiril": ({"A": "\u0422", "J": "\u0412", "Q": "\u0414", "K": "\u041a"}, 0.15, "paris"),
    "resimsiz-rdv": ({"A": "1", "J": "V", "Q": "D", "K": "R"}, 1.0, "anglo"),
}
"""Letters of the courts, the share of them whose art tells nothing, and whose pips they have."""
AT_ONCE, TRIES = 12, 4


@dataclass(frozen=True, slots=True)
class Figures:
    """Shares of cards read: rank right before and after; known cards called strangers; strangers
    called so, all of them and the aces and courts alone: plain pips of two decks may look alike."""

    before: float
    after: float
    known_strange: float
    strangers_caught: float
    courts_caught: float


def draw_decks(folder: Path) -> FaceLibrary:
    """The decks as a library of faces, written below ``folder``."""
    splits = json.loads((ASSETS / "splits.json").read_text(encoding="utf-8"))["decks"]
    cyrillic = [font for font in usable_fonts() if font.stem.startswith(("DejaVu", "FreeS"))]
    for number, (name, (letters, blank, pips)) in enumerate(DECKS.items()):
        rng = np.random.default_rng([SEED, number])
        drawn = draw_style(rng, cyrillic, splits["val"])
        style = replace(drawn, letters=letters, blank_art=blank, pip_font=pips)
        deck = folder / name
        deck.mkdir()
        for card in DECK_52:
            cv2.imwrite(str(deck / f"{card}.png"), draw_face(style, card.rank, card.suit))
    return FaceLibrary.open(folder)


def seen(
    renderer: Renderer, reader: OnnxCardReader, deck: str, evening: int
) -> Iterator[tuple[str, CardReading]]:
    """Every card of a deck once, read on one evening: under one lamp, from one camera. What falls
    out of the picture is laid out again."""
    rng = np.random.default_rng([SEED, evening, sum(map(ord, deck))])
    look = a_view(deck, rng)
    left = {str(card) for card in DECK_52}
    for seed in range(TRIES):
        faces = [str(face) for face in rng.permutation(sorted(left))]
        for k in range(0, len(faces), AT_ONCE):
            laid = faces[k : k + AT_ONCE]
            image, labels, boxes = lay_out(renderer, look, laid, rng, seed=100 * seed + k)
            left -= set(labels)
            yield from zip(labels, reader.read(image, boxes), strict=True)


def teach(renderer: Renderer, reader: OnnxCardReader, deck: str) -> Deck:
    shown = seen(renderer, reader, deck, 0)
    return Deck.learn(
        [(DeckCard.parse(label), r.looks[0]) for label, r in shown if r.looks is not None]
    )


def measure(
    decks: dict[str, Deck], deck: str, read: dict[str, list[tuple[str, CardReading]]]
) -> Figures:
    """``read``: what the reader alone said of every deck's cards."""
    taught = DeckKnowledge(decks[deck])
    own = [(label, r, taught.told(r)) for label, r in read[deck]]
    others = [
        (label, taught.told(r)) for name, rows in read.items() if name != deck for label, r in rows
    ]
    caught = np.array([r.known_p < 0.5 for _, r in others])
    courts = np.array([label[0] in "AKQJ" for label, _ in others])
    return Figures(
        before=float(np.mean([_rank(r) == label[0] for label, r, _ in own])),
        after=float(np.mean([_rank(r) == label[0] for label, _, r in own])),
        known_strange=float(np.mean([r.known_p < 0.5 for _, _, r in own])),
        strangers_caught=float(caught.mean()),
        courts_caught=float(caught[courts].mean()),
    )


def _rank(reading: CardReading) -> str:
    return str(RANKS[int(reading.rank_p.argmax())])


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("--reader", type=Path, default=None)
    parser.add_argument("--evenings", type=int, default=3)
    arguments = parser.parse_args()
    reader = OnnxCardReader(path=arguments.reader)
    with tempfile.TemporaryDirectory() as folder:
        library = draw_decks(Path(folder))
        renderer = Renderer(library, size_px=SIZE_PX)
        decks = {name: teach(renderer, reader, name) for name in library.names}
        read = {
            name: [
                row
                for evening in range(1, arguments.evenings + 1)
                for row in seen(renderer, reader, name, evening)
            ]
            for name in library.names
        }
    print("deck            cards  before   after  known: strange  strangers caught  their A K Q J")
    for name in decks:
        f = measure(decks, name, read)
        print(
            f"{name:14} {len(read[name]):6}  {f.before:.3f}   {f.after:.3f}"
            f"  {f.known_strange:14.3f}  {f.strangers_caught:16.3f}  {f.courts_caught:13.3f}"
        )


if __name__ == "__main__":
    main()
