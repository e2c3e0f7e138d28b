"""Teaching a deck: cards laid out in rows that are known, one picture, and how each looks."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from vision.decks import DeckCard, DeckError
from vision.detectors.base import Detector, Kind
from vision.frame import Image
from vision.geometry import quad_size
from vision.readers.base import RANKS, SUITS, CardReader, CardReading

IS_FACE = 0.5
ROW_GAP = 0.5
"""Rows lie at least so many card lengths apart, centre to centre, beyond what a row is crooked."""
DISAGREES = 0.95

Rows = Sequence[Sequence[DeckCard]]


@dataclass(frozen=True, slots=True, eq=False)
class Shown:
    """A card as it was named, its look, and what the reader alone would have called it, where it is
    sure of something else (None: no objection)."""

    card: DeckCard
    look: npt.NDArray[np.float32]
    read_as: str | None


def parse_rows(text: str) -> list[list[DeckCard]]:
    """``"JS JH QS QH / KS KH AS AH"``: rows from the top, each from the left. Raises DeckError."""
    rows = [[DeckCard.parse(word) for word in row.split()] for row in text.split("/")]
    rows = [row for row in rows if row]
    if not rows:
        raise DeckError(
            "Kartların adları eksik: soldan sağa yazın, sıraları / ile ayırın. "
            "/ Name the cards: from the left, rows parted by /."
        )
    return rows


def shown_cards(image: Image, rows: Rows, *, detector: Detector, reader: CardReader) -> list[Shown]:
    """The cards of one picture, row by row. Raises DeckError when it shows more or fewer faces than
    were named, or rows that cannot be told apart."""
    found = [d for d in detector.detect(image) if d.kind in (Kind.FACE, Kind.BACK)]
    readings = [
        r for r in reader.read(image, found) if r.kind_p[0] >= IS_FACE and r.looks is not None
    ]
    wanted = sum(len(row) for row in rows)
    if len(readings) != wanted:
        raise DeckError(
            f"{wanted} kart bekliyordum, {len(readings)} açık kart gördüm. Kartlar birbirine "
            "değmesin, başka kart görünmesin. "
            f"/ Expected {wanted} cards, saw {len(readings)} faces: let no card touch another, "
            "and no other card be in view."
        )
    ordered = _in_rows(readings, [len(row) for row in rows])
    names = [card for row in rows for card in row]
    return [_shown(card, reading) for card, reading in zip(names, ordered, strict=True)]


def _in_rows(readings: Sequence[CardReading], lengths: Sequence[int]) -> list[CardReading]:
    left = sorted(readings, key=lambda r: float(r.corners_px[:, 1].mean()))
    length_px = float(np.median([quad_size(r.corners_px)[1] for r in readings]))
    ordered: list[CardReading] = []
    lowest_px = -np.inf
    for count in lengths:
        row, left = left[:count], left[count:]
        heights = [float(r.corners_px[:, 1].mean()) for r in row]
        if min(heights) - lowest_px < ROW_GAP * length_px:
            raise DeckError(
                "Sıraları ayıramadım: iki sıra arasında yarım kart boyu boşluk bırakın, sıraları "
                "kameraya göre düz dizin. / The rows run into each other: leave half a card's "
                "length between them, and lay them level in the camera's picture."
            )
        lowest_px = max(heights)
        ordered += sorted(row, key=lambda r: float(r.corners_px[:, 0].mean()))
    return ordered


def _shown(card: DeckCard, reading: CardReading) -> Shown:
    assert reading.looks is not None
    rank, suit = int(reading.rank_p.argmax()), int(reading.suit_p.argmax())
    other_rank = RANKS[rank] != card.rank and reading.rank_p[rank] >= DISAGREES
    other_suit = (
        card.suit is not None and SUITS[suit] != card.suit and reading.suit_p[suit] >= DISAGREES
    )
    read_as = f"{RANKS[rank]}{SUITS[suit]}" if other_rank or other_suit else None
    return Shown(card, reading.looks[0], read_as)
