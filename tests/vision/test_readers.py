"""The two readers on what the shipped networks never saw: the stage's decks and the printed pawns.

Nothing here looks at training material. Cards are warped straight from the face pictures onto a
plain cloth, so a failure means the weights, the two passes or the crops, never a renderer.
"""

import hashlib
import tomllib
from importlib import resources
from pathlib import Path

import cv2
import numpy as np
import numpy.typing as npt
import pytest

from rules.cards import Card, Rank, Suit
from rules.tabletop import Owner, PawnSide
from vision.detectors.base import Detection, Kind
from vision.frame import Image
from vision.readers.base import OWNERS, RANKS, SIDES, SUITS, CardReading
from vision.readers.geometry import FIRST_MARGIN, UNIT, crop, inset_square, project, to_picture
from vision.readers.onnx import (
    OnnxCardReader,
    OnnxPawnReader,
    ReaderError,
    area,
    refined_corners,
    square,
)
from vision.scene.pawn_picture import pawn_picture

GAME_RANKS = (Rank.ACE, Rank.KING, Rank.QUEEN, Rank.JACK)
CARD_PX = 130.0  # short side in the picture
CLOTH = (70, 96, 44)


@pytest.fixture(scope="module")
def cards() -> OnnxCardReader:
    return OnnxCardReader()


@pytest.fixture(scope="module")
def pawns() -> OnnxPawnReader:
    return OnnxPawnReader()


def face(deck: str, card: Card) -> Image:
    folder = resources.files("vision.scene") / "decks" / deck
    data = np.frombuffer((folder / f"{card}.webp").read_bytes(), np.uint8)
    picture = cv2.imdecode(data, cv2.IMREAD_COLOR)
    assert picture is not None
    return np.asarray(picture, np.uint8)


def cloth(seed: int = 1) -> Image:
    grain = np.random.default_rng(seed).normal(0, 5, (480, 480, 1))
    return np.clip(np.array(CLOTH, float) + grain, 0, 255).astype(np.uint8) + np.zeros(
        (1, 1, 3), np.uint8
    )


def outline(angle_deg: float, short_px: float = CARD_PX) -> npt.NDArray[np.float32]:
    """A card's corners in the middle of the cloth, its own upper left first."""
    turn = np.radians(angle_deg)
    c, s = np.cos(turn), np.sin(turn)
    flat = (UNIT - 0.5) * np.array([short_px, short_px * 88 / 63])
    return np.asarray(flat @ np.array([[c, s], [-s, c]]) + 240, np.float32)


def laid(picture: Image, corners_px: npt.NDArray[np.float32]) -> Image:
    table = cloth()
    size = np.array([picture.shape[1], picture.shape[0]], np.float32)
    matrix = cv2.getPerspectiveTransform(UNIT * size, corners_px)
    sheet = np.full(picture.shape[:2], 255, np.uint8)
    warped = cv2.warpPerspective(picture, matrix, (480, 480), flags=cv2.INTER_AREA)
    alpha = cv2.warpPerspective(sheet, matrix, (480, 480)) / 255.0
    mixed = table * (1 - alpha[..., None]) + warped * alpha[..., None]
    return np.asarray(mixed, np.uint8)


def seen(corners_px: npt.NDArray[np.float32], kind: Kind = Kind.FACE) -> Detection:
    return Detection(kind=kind, corners_px=corners_px, confidence=0.9)


def read(cards: OnnxCardReader, deck: str, card: Card, angle_deg: float) -> CardReading:
    corners = outline(angle_deg)
    return cards.read(laid(face(deck, card), corners), [seen(corners)])[0]


def manifest() -> dict[str, dict[str, object]]:
    text = (resources.files("models") / "manifest.toml").read_text(encoding="utf-8")
    return tomllib.loads(text)


@pytest.mark.parametrize("name", ["reader", "pawn_reader"])
def test_weights_are_those_of_the_manifest(name: str) -> None:
    entry = manifest()[name]
    weights = (resources.files("models") / str(entry["file"])).read_bytes()
    assert hashlib.sha256(weights).hexdigest() == entry["sha256"]


def test_manifest_names_the_classes_in_the_order_of_the_code() -> None:
    reader, pawn = manifest()["reader"], manifest()["pawn_reader"]
    assert reader["ranks"] == [str(rank) for rank in RANKS]
    assert reader["suits"] == [str(suit) for suit in SUITS]
    assert pawn["owners"] == [str(owner) for owner in OWNERS]
    assert pawn["sides"] == [str(side) for side in SIDES]


def test_probabilities_sum_to_one(cards: OnnxCardReader) -> None:
    reading = read(cards, "kennard", Card(Rank.SEVEN, Suit.CLUBS), 20)
    for p, count in ((reading.kind_p, 3), (reading.rank_p, 13), (reading.suit_p, 4)):
        assert p.shape == (count,)
        assert float(p.sum()) == pytest.approx(1, abs=1e-5)
        assert (p >= 0).all()


@pytest.mark.parametrize(
    ("deck", "least"), [("kennard", 1.0), ("tigullio", 1.0), ("buculei", 0.93)]
)
def test_reads_aces_and_courts_of_a_deck_it_never_saw(
    cards: OnnxCardReader, deck: str, least: float
) -> None:
    wanted = [Card(rank, suit) for rank in GAME_RANKS for suit in Suit]
    readings = [read(cards, deck, card, 17.0 * i) for i, card in enumerate(wanted)]
    right = [
        RANKS[int(r.rank_p.argmax())] is card.rank for r, card in zip(readings, wanted, strict=True)
    ]
    assert np.mean(right) >= least, [str(c) for c, r in zip(wanted, right, strict=True) if not r]
    assert all(r.kind_p[0] > 0.5 for r in readings)


@pytest.mark.parametrize(
    ("deck", "least"), [("kennard", 0.97), ("tigullio", 0.97), ("buculei", 0.8)]
)
def test_reads_number_cards_of_a_deck_it_never_saw(
    cards: OnnxCardReader, deck: str, least: float
) -> None:
    wanted = [Card(rank, suit) for rank in RANKS if rank not in GAME_RANKS for suit in Suit]
    readings = [read(cards, deck, card, 11.0 * i) for i, card in enumerate(wanted)]
    both = [
        RANKS[int(r.rank_p.argmax())] is card.rank and SUITS[int(r.suit_p.argmax())] is card.suit
        for r, card in zip(readings, wanted, strict=True)
    ]
    assert np.mean(both) >= least, [str(c) for c, r in zip(wanted, both, strict=True) if not r]


def test_same_reading_from_either_end_of_the_box(cards: OnnxCardReader) -> None:
    corners = outline(33)
    image = laid(face("tigullio", Card(Rank.QUEEN, Suit.SPADES)), corners)
    one, other = cards.read(image, [seen(corners), seen(np.roll(corners, 2, axis=0))])
    assert one.rank_p.argmax() == other.rank_p.argmax() == RANKS.index(Rank.QUEEN)
    assert one.suit_p.argmax() == other.suit_p.argmax() == SUITS.index(Suit.SPADES)


def test_finds_the_corners_behind_a_sloppy_box(cards: OnnxCardReader) -> None:
    truth = outline(0)
    image = laid(face("kennard", Card(Rank.NINE, Suit.HEARTS)), truth)
    sloppy = ((truth - 240) * (1.08, 0.94) + 240 + (5, -4)).astype(np.float32)
    refined = cards.read(image, [seen(sloppy)])[0].corners_px
    error_px = np.linalg.norm(refined - truth, axis=1)
    assert error_px.mean() < 0.75 * np.linalg.norm(sloppy - truth, axis=1).mean()
    assert error_px.max() < 0.06 * CARD_PX


def test_order_and_number_of_readings_follow_the_detections(cards: OnnxCardReader) -> None:
    assert cards.read(cloth(), []) == []
    corners = outline(0, 90)
    away = np.array([110, 0], np.float32)
    left, right = corners - away, corners + away
    image = laid(face("kennard", Card(Rank.ACE, Suit.HEARTS)), left)
    other = laid(face("kennard", Card(Rank.KING, Suit.CLUBS)), right)
    image[:, 240:] = other[:, 240:]
    first, second = cards.read(image, [seen(right), seen(left)])
    assert (RANKS[first.rank_p.argmax()], RANKS[second.rank_p.argmax()]) == (Rank.KING, Rank.ACE)


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_bare_cloth_is_no_card(cards: OnnxCardReader, seed: int) -> None:
    reading = cards.read(cloth(seed), [seen(outline(seed * 25.0))])[0]
    assert reading.kind_p.argmax() == 2


def test_a_box_half_outside_the_picture_is_read_without_harm(cards: OnnxCardReader) -> None:
    readings = cards.read(cloth(), [seen(outline(0) - 240), seen(outline(0) + 3000)])
    assert len(readings) == 2
    assert all(np.isfinite(r.rank_p).all() and np.isfinite(r.corners_px).all() for r in readings)


def test_wild_corners_fall_back_to_the_box() -> None:
    box = outline(10)
    crossed = inset_square(FIRST_MARGIN)[[0, 2, 1, 3]]
    assert np.allclose(refined_corners(box, crossed, turned=False), box)
    good = inset_square(FIRST_MARGIN)
    assert np.allclose(refined_corners(box, good, turned=False), box, atol=1e-2)
    assert np.allclose(refined_corners(box, good, turned=True), np.roll(box, -1, axis=0), atol=1e-2)
    assert area(box) == pytest.approx(CARD_PX**2 * 88 / 63, rel=1e-3)


def test_crop_puts_the_box_on_its_margin() -> None:
    box = outline(30)
    image = np.zeros((480, 480, 3), np.uint8)
    cv2.fillConvexPoly(image, np.round(box).astype(np.int32), (255, 255, 255))
    cut = crop(image, box, FIRST_MARGIN)
    inner = inset_square(FIRST_MARGIN) * np.array(cut.shape[1::-1])
    x0, y0 = inner[0]
    x1, y1 = inner[2]
    assert cut[int(y0) + 2 : int(y1) - 1, int(x0) + 2 : int(x1) - 1].min() > 250
    assert cut[: int(y0) - 2].max() < 5
    assert cut[:, : int(x0) - 2].max() < 5
    assert np.allclose(
        project(to_picture(box, FIRST_MARGIN), inset_square(FIRST_MARGIN)), box, 1e-3
    )


def table_with_pawn(owner: Owner, side: PawnSide, across_px: int, turn_deg: float) -> Image:
    picture = pawn_picture(owner, side, 192)
    matrix = cv2.getRotationMatrix2D((96, 96), turn_deg, across_px / 192)
    matrix[:, 2] += 240 - 96
    small = cv2.warpAffine(
        cv2.GaussianBlur(picture, (0, 0), 0.35 * 192 / across_px), matrix, (480, 480)
    )
    alpha = small[..., 3:] / 255.0
    return np.asarray(cloth() * (1 - alpha) + small[..., :3] * alpha, np.uint8)


@pytest.mark.parametrize("turn_deg", [0.0, 77.0, 200.0])
def test_all_twelve_pawn_faces_at_28_px(pawns: OnnxPawnReader, turn_deg: float) -> None:
    wrong = []
    for owner in OWNERS:
        for side in SIDES:
            image = table_with_pawn(owner, side, 28, turn_deg)
            box = ((UNIT - 0.5) * 28 + 240).astype(np.float32)
            reading = pawns.read(image, [seen(box, Kind.PAWN)])[0]
            assert float(reading.owner_p.sum()) == pytest.approx(1, abs=1e-5)
            assert float(reading.side_p.sum()) == pytest.approx(1, abs=1e-5)
            read_as = (OWNERS[reading.owner_p.argmax()], SIDES[reading.side_p.argmax()])
            if read_as != (owner, side) or reading.pawn_p < 0.5:
                wrong.append((owner, side, read_as, reading.pawn_p))
    assert wrong == []


def test_cloth_and_two_stacked_pawns_are_no_pawn(pawns: OnnxPawnReader) -> None:
    box = ((UNIT - 0.5) * 40 + 240).astype(np.float32)
    bare = pawns.read(cloth(), [seen(box, Kind.PAWN)])[0]
    assert bare.pawn_p < 0.5
    low = table_with_pawn(Owner.RED, PawnSide.UPRIGHT, 32, 10)
    high = np.roll(table_with_pawn(Owner.BLUE, PawnSide.FLIPPED, 32, 40), (6, 9), axis=(0, 1))
    mask = np.zeros((480, 480), np.uint8)
    cv2.circle(mask, (240 + 9, 240 + 6), 16, 255, -1)
    low[mask > 0] = high[mask > 0]
    both = ((UNIT - 0.5) * np.array([41, 38]) + 240 + np.array([4.5, 3])).astype(np.float32)
    stacked = pawns.read(low, [seen(both, Kind.PAWN)])[0]
    assert stacked.pawn_p < 0.5


def test_square_has_the_mean_side_and_no_turn() -> None:
    box = outline(40, 30)
    upright = square(box)
    assert np.allclose(upright.mean(axis=0), box.mean(axis=0), atol=1e-3)
    assert upright[0][1] == upright[1][1]
    assert upright[1][0] - upright[0][0] == pytest.approx(30 * (1 + 88 / 63) / 2, rel=1e-3)


def test_missing_or_broken_weights_are_named(tmp_path: Path) -> None:
    with pytest.raises(ReaderError, match=r"nowhere\.onnx"):
        OnnxCardReader(path=tmp_path / "nowhere.onnx")
    broken = tmp_path / "broken.onnx"
    broken.write_bytes(b"not a network")
    with pytest.raises(ReaderError, match=r"broken\.onnx"):
        OnnxPawnReader(path=broken)
