"""The networks replaced by the truth about a rendered scene: for rehearsals of what comes after
them.

``Script.truth`` is set before each look; the detector and the readers of that script answer from
it. Errors are added only when asked for, so a test says itself how good its eyes are.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from rules.cards import Card
from vision.detectors.base import Box, Detection, Kind
from vision.frame import Image
from vision.geometry import Quad, ordered_quad
from vision.readers.base import (
    OWNERS,
    RANKS,
    SIDES,
    SUITS,
    CardReading,
    PawnReading,
)

if TYPE_CHECKING:
    from vision.scene.render import TruthItem

LEAST_VISIBLE = 0.25
"""What shows less of itself than this is not found."""


@dataclass(slots=True, eq=False)
class Script:
    """What the networks will say. ``sure``: the probability they give to the truth; ``jitter_px``
    moves corners; ``misses`` decides about each thing whether it is overlooked; ``misread`` may
    give another label to a face, ``outline`` another outline to anything; ``invents`` are things
    that no picture shows."""

    truth: Sequence["TruthItem"] = ()
    invents: Sequence["TruthItem"] = ()
    sure: float = 0.99
    jitter_px: float = 0.0
    misses: Callable[["TruthItem"], bool] = field(default=lambda item: False)
    misread: Callable[["TruthItem"], str | None] = field(default=lambda item: item.label)
    outline: Callable[["TruthItem"], Quad] = field(default=lambda item: item.corners_px)
    random: np.random.Generator = field(default_factory=lambda: np.random.default_rng(0))

    def nearest(self, detection: Detection, kinds: tuple[Kind, ...]) -> "TruthItem | None":
        """The thing of these kinds whose middle is nearest to the detection's, within its size."""
        middle = detection.corners_px.mean(axis=0)
        reach = float(np.ptp(detection.corners_px, axis=0).max()) / 2
        apart = [
            (float(np.linalg.norm(item.corners_px.mean(axis=0) - middle)), i)
            for i, item in enumerate(self.things)
            if item.kind in kinds
        ]
        best = min(apart, default=(np.inf, -1))
        return self.things[best[1]] if best[0] <= reach else None

    @property
    def things(self) -> "Sequence[TruthItem]":
        """What lies there, and what does not."""
        return [*self.truth, *self.invents]


class ScriptedDetector:
    """``Detector`` that finds what the script says lies there."""

    def __init__(self, script: Script) -> None:
        self._script = script

    def detect(self, image: Image, *, pawns_within: Box | None = None) -> list[Detection]:
        script = self._script
        found = []
        for item in script.things:
            if item.visible < LEAST_VISIBLE or script.misses(item):
                continue
            corners = script.outline(item) + script.random.normal(0, script.jitter_px, (4, 2))
            found.append(Detection(item.kind, ordered_quad(corners), 0.9))
        return found


class ScriptedCardReader:
    """``CardReader`` that reads what the script says is printed there."""

    def __init__(self, script: Script) -> None:
        self._script = script

    def read(self, image: Image, cards: Sequence[Detection]) -> list[CardReading]:
        return [self._reading(card) for card in cards]

    def _reading(self, card: Detection) -> CardReading:
        item = self._script.nearest(card, (Kind.FACE, Kind.BACK))
        label = None if item is None or item.kind is Kind.BACK else self._script.misread(item)
        kind = 2 if item is None else 1 if label is None else 0
        known = None if label is None else Card.parse(label)
        return CardReading(
            kind_p=self._peak(3, kind),
            rank_p=self._peak(13, None if known is None else RANKS.index(known.rank)),
            suit_p=self._peak(4, None if known is None else SUITS.index(known.suit)),
            corners_px=card.corners_px,
        )

    def _peak(self, size: int, at: int | None) -> npt.NDArray[np.float32]:
        return _peak(size, at, self._script.sure)


class ScriptedPawnReader:
    """``PawnReader`` that knows whose pawn lies there."""

    def __init__(self, script: Script) -> None:
        self._script = script

    def read(self, image: Image, pawns: Sequence[Detection]) -> list[PawnReading]:
        out = []
        for pawn in pawns:
            item = self._script.nearest(pawn, (Kind.PAWN,))
            ours = item is not None and item.owner is not None and item.side is not None
            owner = OWNERS.index(item.owner) if item and item.owner else None
            side = SIDES.index(item.side) if item and item.side else None
            sure = self._script.sure
            out.append(
                PawnReading(_peak(6, owner, sure), _peak(2, side, sure), sure if ours else 1 - sure)
            )
        return out


def _peak(size: int, at: int | None, sure: float) -> npt.NDArray[np.float32]:
    if at is None:
        return np.full(size, 1.0 / size, dtype=np.float32)
    p = np.full(size, (1.0 - sure) / (size - 1), dtype=np.float32)
    p[at] = sure
    return p
