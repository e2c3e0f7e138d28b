"""One photo, read as it lies there: which cards, which pawns, and what was in the way.

The same networks as at the table, but a photo comes once and its cards have any size: it is looked
at in the size that suits them, and what stays doubtful is left out of the answer, not guessed.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from rules.cards import Rank, Suit
from rules.tabletop import Owner, PawnSide
from vision.calibrate import Advice, card_lights, light_advice
from vision.detectors.base import Detection, Detector, Kind
from vision.detectors.onnx import THRESHOLDS, OnnxDetector, PhotoDetector, resolve_overlaps
from vision.detectors.pawns import PawnFinder
from vision.detectors.table import TableDetector
from vision.frame import Image
from vision.geometry import Quad, quad_size
from vision.readers.base import (
    OWNERS,
    RANKS,
    SIDES,
    SUITS,
    CardReader,
    CardReading,
    PawnReader,
    PawnReading,
)
from vision.readers.corners import shipped_reader
from vision.readers.onnx import OnnxPawnReader

SURE_LABEL, SURE_RANK, SURE_PAWN = 0.80, 0.65, 0.75
"""Below these the rank and suit, the rank alone, the owner and side are not said."""
PHOTO_THRESHOLDS = {**THRESHOLDS, Kind.FACE: 0.2, Kind.BACK: 0.2}
"""Lower than at the table: nothing is played on a photo, and the reader drops what is no card."""
NO_CARD = 0.5
"""The reader's "neither" from which a find is dropped."""

NOTES = {
    "none": "Kart görünmüyor: masanın üstten, kartlar açık bir fotoğrafını deneyin. "
    "/ No card in view: try a photo of the table from above.",
    Advice.DARK: "Masa karanlık. Lambayı yaklaştırın. / Too dark. Bring the lamp closer.",
    Advice.BLUR: "Fotoğraf bulanık. / The photo is blurred.",
    Advice.GLARE: "Kartlarda parlama var. Lambayı yana alın. "
    "/ Glare on the cards. Move the lamp aside.",
}


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class StillCard:
    """``label`` "QH", "TH", "back", or None when it would rather not say; ``rank`` and ``suit``
    may be given alone. ``confidence`` 0..1 that what is said is right (with nothing said: that it
    is a card).
    """

    label: str | None
    rank: Rank | None
    suit: Suit | None
    confidence: float
    corners_px: Quad


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class StillPawn:
    owner: Owner | None
    side: PawnSide | None
    confidence: float
    centre_px: tuple[float, float]
    corners_px: Quad


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class StillReading:
    """Cards and pawns from the upper left on; ``notes`` are sentences for people."""

    cards: tuple[StillCard, ...]
    pawns: tuple[StillPawn, ...]
    notes: tuple[str, ...]


def photo_detector(threads: int) -> PhotoDetector:
    """Of cards in photos of any kind. Raises VisionError."""
    return PhotoDetector(OnnxDetector(threads=threads, thresholds=PHOTO_THRESHOLDS))


class PhotoEyes:
    """The shipped networks set up for photos: what ``hakem read`` and the evaluation use.

    Another ``detector`` or ``card_reader`` takes the place of the one there is."""

    def __init__(
        self,
        *,
        detector: Detector | None = None,
        card_reader: CardReader | None = None,
        threads: int = 2,
    ) -> None:
        """Raises VisionError when the weights are missing or unusable."""
        self._detector = detector or TableDetector(
            photo_detector(threads), PawnFinder(threads=threads)
        )
        self._card_reader = card_reader or shipped_reader(threads=threads)
        self._pawn_reader = OnnxPawnReader(threads=threads)

    def read(self, image: Image) -> StillReading:
        return read_still(
            image,
            detector=self._detector,
            card_reader=self._card_reader,
            pawn_reader=self._pawn_reader,
        )


def read_still(
    image: Image, *, detector: Detector, card_reader: CardReader, pawn_reader: PawnReader
) -> StillReading:
    """Everything the networks say about one BGR picture; an empty table is a note, not an error."""
    found = detector.detect(image)
    cards = [d for d in found if d.kind in (Kind.FACE, Kind.BACK)]
    pawns = [d for d in found if d.kind is Kind.PAWN]
    readings = card_reader.read(image, cards) if cards else []
    kept = _real_cards(cards, readings)
    told = [_card(card, reading) for card, reading in kept]
    pieces = list(zip(pawns, pawn_reader.read(image, pawns), strict=True)) if pawns else []
    return StillReading(
        cards=tuple(sorted(told, key=lambda c: _reading_order(c.corners_px, image))),
        pawns=tuple(_pawn(pawn, reading) for pawn, reading in pieces if reading.pawn_p >= 0.5),
        notes=_notes(image, [c.corners_px for c in told]),
    )


def _real_cards(
    cards: Sequence[Detection], readings: Sequence[CardReading]
) -> list[tuple[Detection, CardReading]]:
    """Without what the reader says is no card, and each card once by its refined corners."""
    pairs = [
        (Detection(card.kind, reading.corners_px, card.confidence), reading)
        for card, reading in zip(cards, readings, strict=True)
        if reading.kind_p[2] < NO_CARD
    ]
    kept = resolve_overlaps([card for card, _ in pairs])
    return [(card, reading) for card, reading in pairs if any(card is k for k in kept)]


def _card(card: Detection, reading: CardReading) -> StillCard:
    face, back, _ = (float(p) for p in reading.kind_p)
    seen = face + back
    if back > face:
        return StillCard(
            label="back", rank=None, suit=None, confidence=back, corners_px=reading.corners_px
        )
    rank, suit = int(reading.rank_p.argmax()), int(reading.suit_p.argmax())
    rank_p, suit_p = float(reading.rank_p[rank]), float(reading.suit_p[suit])
    both = rank_p * suit_p * face
    sure_rank, sure_both = rank_p >= SURE_RANK, both >= SURE_LABEL
    return StillCard(
        label=f"{RANKS[rank]}{SUITS[suit]}" if sure_both else None,
        rank=RANKS[rank] if sure_rank or sure_both else None,
        suit=SUITS[suit] if suit_p >= SURE_RANK else None,
        confidence=both if sure_both else rank_p * face if sure_rank else seen,
        corners_px=reading.corners_px,
    )


def _pawn(pawn: Detection, reading: PawnReading) -> StillPawn:
    owner_p, side_p, ours = reading.owner_p, reading.side_p, float(reading.pawn_p)
    owner, side = int(np.argmax(owner_p)), int(np.argmax(side_p))
    x, y = (float(v) for v in pawn.corners_px.mean(axis=0))
    confidence = float(owner_p[owner]) * float(side_p[side]) * ours
    return StillPawn(
        owner=OWNERS[owner] if owner_p[owner] * ours >= SURE_PAWN else None,
        side=SIDES[side] if side_p[side] * ours >= SURE_PAWN else None,
        confidence=confidence,
        centre_px=(x, y),
        corners_px=pawn.corners_px,
    )


def _reading_order(quad: Quad, image: Image) -> tuple[int, float]:
    x, y = quad.mean(axis=0)
    return int(8 * y / image.shape[0]), float(x)


def _notes(image: Image, quads: list[Quad]) -> tuple[str, ...]:
    advice = light_advice(image, card_lights(image, quads))
    nothing = () if quads else (NOTES["none"],)
    return (*nothing, *(NOTES[a] for a in advice if a in NOTES))


_INK, _PAPER = (24, 24, 22), (240, 248, 251)
_OUTLINE = (64, 200, 255)


def annotate(image: Image, reading: StillReading) -> Image:
    """A copy with outlines and what was read, in letters that fit the cards."""
    out = image.copy()
    for card in reading.cards:
        text = card.label or (f"{card.rank}?" if card.rank else "?")
        _outline(out, card.corners_px, text, thick=3 if card.label else 1)
    for pawn in reading.pawns:
        owner = pawn.owner.value if pawn.owner else "?"
        side = {"upright": "D", "flipped": "T"}.get(pawn.side.value if pawn.side else "", "?")
        _outline(out, pawn.corners_px, f"{owner} {side}", thick=2)
    return out


def _outline(image: Image, quad: Quad, text: str, *, thick: int) -> None:
    points = np.round(quad).astype(np.int32)
    cv2.polylines(image, [points], True, _INK, thick + 2, cv2.LINE_AA)
    cv2.polylines(image, [points], True, _OUTLINE, thick, cv2.LINE_AA)
    scale = float(np.clip(quad_size(quad)[0] / 110.0, 0.4, 2.0))
    x, y = (int(v) for v in quad.mean(axis=0))
    (w, h), _ = cv2.getTextSize(text, cv2.FONT_HERSHEY_SIMPLEX, scale, 2)
    origin = (x - w // 2, y + h // 2)
    cv2.putText(image, text, origin, cv2.FONT_HERSHEY_SIMPLEX, scale, _INK, 6, cv2.LINE_AA)
    cv2.putText(image, text, origin, cv2.FONT_HERSHEY_SIMPLEX, scale, _PAPER, 2, cv2.LINE_AA)
