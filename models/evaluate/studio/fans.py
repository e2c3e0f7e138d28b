"""Fans of thirteen from the studio, read by the product's own ``FanEyes``; and its two networks
alone: the finder at the true scale, the reader at the true anchors."""

from collections import Counter
from collections.abc import Sequence

import cv2
import numpy as np

from models.evaluate.fan_scores import FanCounts
from models.evaluate.studio.measure import Event
from models.evaluate.studio.sets import StudioPicture
from models.evaluate.studio.truth import TrueIndex, Truth
from vision.detectors.indices import IndexFinder, IndexSpot
from vision.fan_eyes import FanEyes
from vision.fans import FanCard
from vision.frame import Image
from vision.readers.base import RANKS, SUITS
from vision.readers.indices import IndexReader

CLEAR = 0.85
"""Share of an index's ink in view from which its card counts."""
NEAR_MM = 5.0
UPRIGHT = 0.9
"""Cosine between the way an index stands and the way that was found."""
ROWS = (
    "alone: index finder, true scale",
    "alone: index reader, rank",
    "alone: index reader, rank and suit",
    "alone: index reader, an index",
)


def truth_of(truth: Truth) -> tuple[Counter[str], Counter[str]]:
    """The labels of the cards that show an index, and of all cards."""
    label = {index.card: index.label for index in truth.indices}
    shown = {index.card for index in truth.indices if index.shows >= CLEAR}
    return Counter(label[card] for card in shown), Counter(label.values())


def score(cards: Sequence[FanCard], truth: Truth) -> FanCounts:
    """A card named that is in the hand is right even where its index hardly shows; then it is
    counted among those that do."""
    shown, every = truth_of(truth)
    named = Counter(card.label for card in cards if card.label is not None)
    beyond = (named & every - shown).total()
    return FanCounts(
        shown=shown.total() + beyond,
        named=named.total(),
        right=(named & every).total(),
        unnamed=sum(card.label is None for card in cards),
    )


class FanLook:
    """The product's path, and the networks by themselves."""

    def __init__(self, *, threads: int = 1) -> None:
        """Raises VisionError when the weights are missing or unusable."""
        self.eyes = FanEyes(threads=threads)
        self._finder = IndexFinder(threads=threads)
        self._reader = IndexReader(threads=threads)

    def alone(self, picture: StudioPicture) -> list[Event]:
        truth = picture.truth
        clear = [index for index in truth.indices if index.shows >= CLEAR]
        if not clear:
            return []
        scale = float(np.median([index.px_per_mm for index in clear]))
        spots = self._finder.find(picture.image, px_per_mm=scale)
        true = [_spot(index) for index in clear]
        readings = self._reader.read(picture.image, true)

        def event(what: str, right: bool, note: str) -> Event:
            return Event(what, right, truth.seed, truth.rough, truth.deck, note)

        events = []
        for index, spot, reading in zip(clear, true, readings, strict=True):
            rank, suit = RANKS[int(reading.rank_p.argmax())], SUITS[int(reading.suit_p.argmax())]
            note = f"{index.label} read {rank}{suit}"
            events += [
                event(ROWS[0], any(_same(spot, found) for found in spots), index.label),
                event(ROWS[1], rank.value == index.label[0], note),
                event(ROWS[2], f"{rank}{suit}" == index.label, note),
                event(ROWS[3], reading.index_p >= 0.5, note),
            ]
        return events


def _spot(index: TrueIndex) -> IndexSpot:
    at, up = np.array(index.at, np.float32), np.array(index.up, np.float32)
    return IndexSpot(at, up, index.px_per_mm, 1.0)


def _same(true: IndexSpot, found: IndexSpot) -> bool:
    away = float(np.linalg.norm(true.centre_px - found.centre_px))
    return away <= NEAR_MM * true.px_per_mm and float(true.up @ found.up) >= UPRIGHT


def annotated(image: Image, truth: Truth, cards: Sequence[FanCard]) -> Image:
    """What was said (right green, wrong red, unsure yellow) and what was missed (blue rings)."""
    shown, every = truth_of(truth)
    out = image.copy()
    missed = shown - Counter(card.label for card in cards if card.label)
    for index in truth.indices:
        if index.shows >= CLEAR and missed[index.label]:
            at = (round(index.at[0]), round(index.at[1]))
            cv2.circle(out, at, round(9 * index.px_per_mm), (255, 120, 0), 3, cv2.LINE_AA)
            cv2.putText(out, index.label, at, 0, 0.7, (255, 120, 0), 2, cv2.LINE_AA)
    for card in cards:
        spot = card.indices[0].spot
        wrong = card.label is not None and not every[card.label]
        tint = (0, 0, 255) if wrong else (0, 190, 0) if card.label else (0, 215, 255)
        x, y = (round(float(v)) for v in spot.centre_px + 16 * spot.px_per_mm * spot.up)
        text = card.label or f"{card.rank or '?'}{card.suit or '?'}"
        for colour, thick in (((20, 20, 20), 5), (tint, 2)):
            cv2.putText(out, text, (x - 14, y), 0, 0.75, colour, thick, cv2.LINE_AA)
    return out
