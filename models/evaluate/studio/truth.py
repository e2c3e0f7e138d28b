"""What a studio picture really shows: corners, how much of each is seen, indices, owners, sides."""

import json
from dataclasses import asdict, dataclass
from pathlib import Path

import cv2
import numpy as np
import numpy.typing as npt

from models.evaluate.studio.decks import StudioDeck
from models.evaluate.studio.draw import Shot
from models.evaluate.studio.lens import Floats, Lens, Points
from models.evaluate.studio.sheets import Sheet
from models.evaluate.studio.stage import LaidCard, LaidHand, LaidPawn, Stage
from vision.detectors.indices import ANCHOR
from vision.geometry import ordered_quad

LEAST_HAND = 0.004
"""Of the picture: a hand of which less is seen is no hand yet."""
_INK = np.stack(np.meshgrid(np.linspace(0.08, 0.92, 5), np.linspace(0.05, 0.95, 7)), axis=-1)

Corners = tuple[tuple[float, float], ...]


@dataclass(frozen=True, slots=True)
class TrueCard:
    """``label`` "QH", None for a back; ``corners`` as ``vision.geometry`` orders them; ``seen``:
    share of its whole outline that is in view."""

    label: str | None
    corners: Corners
    seen: float


@dataclass(frozen=True, slots=True)
class TruePawn:
    owner: str
    side: str
    corners: Corners
    seen: float


@dataclass(frozen=True, slots=True)
class TrueHand:
    """``corners``: the tightest box round what is seen of it; ``seen``: share of the picture."""

    corners: Corners
    seen: float


@dataclass(frozen=True, slots=True)
class TrueIndex:
    """``at``: the anchor of ``vision.detectors.indices``; ``up``: unit vector of the letter;
    ``shows``: share of its ink in view; ``card``: place in the truth's cards."""

    card: int
    label: str
    at: tuple[float, float]
    up: tuple[float, float]
    px_per_mm: float
    shows: float


@dataclass(frozen=True, slots=True)
class Truth:
    seed: int
    deck: str
    ground: str
    rough: bool
    cards: tuple[TrueCard, ...]
    pawns: tuple[TruePawn, ...]
    hands: tuple[TrueHand, ...]
    indices: tuple[TrueIndex, ...]

    def save(self, path: Path) -> None:
        path.write_text(json.dumps(asdict(self)), encoding="utf-8")

    @classmethod
    def load(cls, path: Path) -> "Truth":
        raw = json.loads(path.read_text(encoding="utf-8"))
        return cls(
            seed=raw["seed"],
            deck=raw["deck"],
            ground=raw["ground"],
            rough=raw["rough"],
            cards=tuple(TrueCard(**card) for card in raw["cards"]),
            pawns=tuple(TruePawn(**pawn) for pawn in raw["pawns"]),
            hands=tuple(TrueHand(**hand) for hand in raw["hands"]),
            indices=tuple(TrueIndex(**index) for index in raw["indices"]),
        )


def truth_of(stage: Stage, shot: Shot, *, rough: bool) -> Truth:
    cards = tuple(
        _card(stage.lens, card, shot.owner == number)
        for card, number in zip(stage.cards, shot.owners.cards, strict=True)
    )
    pawns = tuple(
        _pawn(stage.lens, pawn, shot.owner == number)
        for pawn, number in zip(stage.pawns, shot.owners.pawns, strict=True)
    )
    hands = tuple(
        hand
        for laid, number in zip(stage.hands, shot.owners.hands, strict=True)
        if (hand := _hand(laid, shot.owner == number)) is not None
    )
    indices = tuple(
        index
        for place, (card, number) in enumerate(zip(stage.cards, shot.owners.cards, strict=True))
        if card.face is not None
        for index in _indices(stage, card, place, shot.owner == number)
    )
    return Truth(
        stage.seed, stage.deck.name, stage.ground.name, rough, cards, pawns, hands, indices
    )


def corners_of(points: npt.ArrayLike) -> Corners:
    """4 x 2 as plain numbers, ordered as the product orders them."""
    return tuple((float(x), float(y)) for x, y in ordered_quad(np.asarray(points, np.float32)))


def _share(mask: npt.NDArray[np.bool_], outline: Points) -> float:
    whole = abs(float(cv2.contourArea(outline)))
    return min(1.0, float(np.count_nonzero(mask)) / max(whole, 1.0))


def _card(lens: Lens, card: LaidCard, mask: npt.NDArray[np.bool_]) -> TrueCard:
    sheet = card.sheet
    seen = _share(mask, lens.seen(sheet.at(sheet.outline())))
    return TrueCard(card.face, corners_of(lens.seen(sheet.at(sheet.corners()))), seen)


def _pawn(lens: Lens, pawn: LaidPawn, mask: npt.NDArray[np.bool_]) -> TruePawn:
    """The upright square round its upper face."""
    rim = lens.seen(pawn.sheet.at(pawn.sheet.outline()))
    (left, top), (right, bottom) = rim.min(axis=0), rim.max(axis=0)
    box = [(left, top), (right, top), (right, bottom), (left, bottom)]
    corners: Corners = tuple((float(x), float(y)) for x, y in box)
    return TruePawn(pawn.owner.value, pawn.side.value, corners, _share(mask, rim))


def _hand(hand: LaidHand, mask: npt.NDArray[np.bool_]) -> TrueHand | None:
    seen = float(mask.mean())
    if seen < LEAST_HAND:
        return None
    contours, _ = cv2.findContours(
        mask.astype(np.uint8), cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_SIMPLE
    )
    largest = max(contours, key=cv2.contourArea)
    return TrueHand(corners_of(cv2.boxPoints(cv2.minAreaRect(largest))), seen)


def _indices(
    stage: Stage, card: LaidCard, place: int, mask: npt.NDArray[np.bool_]
) -> list[TrueIndex]:
    assert card.face is not None
    deck, sheet, lens = stage.deck, card.sheet, stage.lens
    left, top, right, bottom = deck.box_of(card.face)
    ink = _INK.reshape(-1, 2) * (right - left, bottom - top) + (left, top)
    return [
        _index(lens, sheet, deck, card.face, place, ink, flip, mask)
        for flip in ((0, 0), (1, 1), *(((1, 0), (0, 1)) if deck.four else ()))
    ]


def _index(
    lens: Lens,
    sheet: Sheet,
    deck: StudioDeck,
    label: str,
    place: int,
    ink: Floats,
    flip: tuple[int, int],
    mask: npt.NDArray[np.bool_],
) -> TrueIndex:
    size = np.array(sheet.size_mm)

    def seen(shares: Floats) -> Points:
        turned = np.where(np.array(flip) == 1, 1 - shares, shares)
        return lens.seen(sheet.at((turned - 0.5) * size))

    spots = np.round(seen(ink)).astype(int)
    height, width = mask.shape
    inside = ((spots >= 0) & (spots < (width, height))).all(axis=1)
    held = mask[np.clip(spots[:, 1], 0, height - 1), np.clip(spots[:, 0], 0, width - 1)] & inside
    anchor = np.array(ANCHOR)
    cross = seen(anchor + np.array([(0, 0), (0, -0.02), (0, 0.02), (-0.03, 0), (0.03, 0)]))
    along, across = cross[1] - cross[2], cross[4] - cross[3]
    long, wide = float(np.linalg.norm(along)), float(np.linalg.norm(across))
    up = along / max(long, 1e-6)
    scale = float(np.sqrt(long / (0.04 * size[1]) * wide / (0.06 * size[0])))
    at = (float(cross[0, 0]), float(cross[0, 1]))
    return TrueIndex(place, label, at, (float(up[0]), float(up[1])), scale, float(held.mean()))
