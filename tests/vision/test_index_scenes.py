"""The scenes the index networks learn from: where an index is printed; that their truth is true."""

from functools import cache
from pathlib import Path

import cv2
import numpy as np
import pytest

from models.evaluate.fan_scores import f1, interval
from models.evaluate.fans import score
from models.train.deck_art import FACE_H, FACE_W
from models.train.index_art import IndexDecks, measure
from models.train.index_layouts import fan, ribbon
from models.train.index_scenes import CLEAR, IndexPicture, IndexScenes, TrueIndex, a_bend
from models.train.kit import Kit
from rules.cards import DECK_52
from vision.detectors.indices import ANCHOR, IndexSpot
from vision.fans import FanCard
from vision.readers.base import RANKS, SUITS
from vision.readers.indices import IndexReading, crop_at
from vision.scene.faces import FaceLibrary

DECKS = Path(__file__).parents[2] / "vision" / "scene" / "decks"


def faces(*, four: bool) -> np.ndarray:
    """52 white faces with a bar and a disc in two or four corners, big pips in the middle."""
    face = np.full((FACE_H, FACE_W, 3), 255, np.uint8)
    cv2.rectangle(face, (12, 15), (27, 40), (0, 0, 0), -1)
    cv2.circle(face, (20, 52), 8, (0, 0, 0), -1)
    if four:
        face = np.minimum(face, face[:, ::-1])
    face = np.minimum(face, face[::-1, ::-1])
    cv2.circle(face, (70, 60), 16, (0, 0, 200), -1)
    cv2.line(face, (1, 0), (1, FACE_H), (0, 0, 0), 1)
    return np.repeat(face[None], 52, axis=0)


@pytest.mark.parametrize("four", [False, True])
def test_the_index_of_a_deck_is_measured_among_lines_and_pips(four: bool) -> None:
    art = measure(faces(four=four))
    assert art is not None
    left, top, right, bottom = np.array(art.box) * (FACE_W, FACE_H, FACE_W, FACE_H)
    assert (left, top, right, bottom) == pytest.approx((12, 15, 28.5, 61), abs=1.5)
    assert art.four is four


def test_faces_without_an_index_have_none() -> None:
    assert measure(np.full((52, FACE_H, FACE_W, 3), 240, np.uint8)) is None


@cache
def staged() -> IndexScenes:
    decks = IndexDecks.of(FaceLibrary.open(DECKS))
    assert len(decks.names) == 3
    return IndexScenes(Kit(Path(), "val", decks.faces, (), {}), decks)


@cache
def printed(deck: str) -> np.ndarray:
    """52 grey crops of a deck's indices as they are printed."""
    crops = []
    for card in DECK_52:
        face = FaceLibrary.open(DECKS).deck(deck).picture(str(card)).levels[0]
        height, width = face.shape[:2]
        centre = np.array([ANCHOR[0] * width, ANCHOR[1] * height], np.float32)
        crops.append(crop_at(face, centre, np.array([0, -1], np.float32), width / 63.0))
    return np.stack(crops).astype(np.float32).mean(axis=3)


def alike(crop: np.ndarray, others: np.ndarray) -> np.ndarray:
    """Correlation of the middle of a crop with each of the others'."""
    high, wide = slice(14, 58), slice(8, 36)
    one = crop[high, wide] - crop[high, wide].mean()
    many = others[:, high, wide] - others[:, high, wide].mean(axis=(1, 2), keepdims=True)
    norm = np.linalg.norm(one) * np.linalg.norm(many, axis=(1, 2)) + 1e-6
    return np.asarray((many * one).sum(axis=(1, 2)) / norm)


def test_the_truth_of_an_index_says_where_it_is_which_way_up_and_what() -> None:
    likeness, ranks_right = [], []
    for seed in range(4):
        drawn = staged().fan(seed, clear=True)
        for one in drawn.indices:
            if one.shows < CLEAR:
                continue
            spot = np.array([one.x, one.y], np.float32)
            up = np.array([one.up_x, one.up_y], np.float32)
            crop = crop_at(drawn.image, spot, up, one.px_per_mm).astype(np.float32).mean(axis=2)
            scores = np.stack([alike(crop, printed(d)) for d in ("kennard", "tigullio", "buculei")])
            deck, card = np.unravel_index(scores.argmax(), scores.shape)
            likeness.append(scores[deck, card])
            ranks_right.append(DECK_52[card].rank == RANKS[one.rank])
    assert len(likeness) >= 40
    assert np.mean(likeness) > 0.6
    assert np.mean(ranks_right) > 0.6  # by plain correlation; by chance 0.08


def test_a_hand_to_be_read_shows_nearly_every_card_and_names_each_once() -> None:
    drawn = staged().fan(5, clear=True)
    label = {one.card: (one.rank, one.suit) for one in drawn.indices}
    shown = {one.card for one in drawn.indices if one.shows >= CLEAR}
    assert len(label) == len(set(label.values())) == 13
    assert len(shown) >= 10


def test_what_a_bent_picture_shows_is_found_where_it_is_told() -> None:
    rng = np.random.default_rng(3)
    bend = a_bend(rng, 800)
    points = rng.uniform(0, 800, (50, 2))
    assert np.abs(bend.seen(bend.source(points)) - points).max() < 0.1
    flat = np.full((600, 800, 3), 20, np.uint8)
    cv2.circle(flat, (400, 300), 9, (255, 255, 255), -1)
    bent = bend.picture(flat)
    rows, columns = np.nonzero(bent[..., 0] > 128)
    told = bend.seen(np.array([[400.0, 300.0]]))[0]
    assert (columns.mean(), rows.mean()) == pytest.approx(told, abs=1.0)


@pytest.mark.parametrize("lay", [fan, ribbon])
def test_an_open_hand_shows_so_much_of_each_corner(lay: object) -> None:
    for seed in range(20):
        spots = lay(np.random.default_rng(seed), 13, open_mm=10.0)  # type: ignore[operator]
        turns = np.radians(spots[:, 2])
        corner = np.stack(
            [
                spots[:, 0] - 31.5 * np.cos(turns) + 44 * np.sin(turns),
                spots[:, 1] - 31.5 * np.sin(turns) - 44 * np.cos(turns),
            ],
            axis=1,
        )
        gaps = np.linalg.norm(np.diff(corner, axis=0), axis=1)
        assert np.median(gaps) >= 9.0


def card(label: str | None) -> FanCard:
    spot = IndexSpot(np.zeros(2, np.float32), np.array([0, -1], np.float32), 2.0, 0.9)
    reading = IndexReading(spot, 0.9, np.full(13, 1 / 13), np.full(4, 0.25))
    rank, suit = (None, None) if label is None else (RANKS["A23456789TJQK".index(label[0])], None)
    if label is not None:
        suit = SUITS["SHDC".index(label[1])]
    return FanCard(rank, suit, 0.9, (reading,))


def hand(*labels: str, hidden: tuple[str, ...] = ()) -> IndexPicture:
    return IndexPicture(
        np.zeros((4, 4, 3), np.uint8),
        tuple(
            TrueIndex(
                x=0.0,
                y=0.0,
                up_x=0.0,
                up_y=-1.0,
                px_per_mm=2.0,
                rank="A23456789TJQK".index(label[0]),
                suit="SHDC".index(label[1]),
                shows=0.0 if label in hidden else 1.0,
                card=place,
            )
            for place, label in enumerate(labels)
        ),
    )


def test_a_fan_is_scored_by_the_cards_named() -> None:
    counts = score([card("QH"), card("2S"), card(None), card("KD")], hand("QH", "2S", "3S", "4S"))
    assert (counts.shown, counts.named, counts.right, counts.unnamed) == (4, 3, 2, 1)
    assert f1([counts]) == pytest.approx(2 * 2 / 7)


def test_a_hidden_card_need_not_be_named_and_may_be() -> None:
    drawn = hand("QH", "2S", hidden=("2S",))
    assert f1([score([card("QH")], drawn)]) == 1.0
    assert f1([score([card("QH"), card("2S")], drawn)]) == 1.0


def test_the_interval_holds_the_figure() -> None:
    good = score([card("QH")], hand("QH"))
    bad = score([card("KH")], hand("QH"))
    low, high = interval([good] * 18 + [bad] * 2)
    assert 0.7 <= low < 0.9 < high <= 1.0
