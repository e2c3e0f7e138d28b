"""A card in doubt is asked in its own corners, and only where its own index can be."""

from pathlib import Path

import numpy as np
import pytest

from rules.cards import Rank, Suit
from vision.cameras.photo import read_image
from vision.detectors.indices import IndexSpot
from vision.geometry import Quad, box_quad
from vision.readers.base import RANKS, SUITS, CardReading
from vision.readers.corners import DOUBTFUL, in_doubt, joined, open_corners, others
from vision.readers.indices import IndexReading
from vision.still import SURE_LABEL, PhotoEyes

CARD_PX = (63.0, 88.0)


def quad(x: float, y: float, angle_deg: float = 0.0) -> Quad:
    return box_quad((x, y), *CARD_PX, angle_deg)


def reading(at: Quad, rank: Rank, rank_p: float, suit_p: float = 1.0) -> CardReading:
    return CardReading(
        kind_p=np.array([1, 0, 0], np.float32),
        rank_p=spread(RANKS.index(rank), rank_p, len(RANKS)),
        suit_p=spread(SUITS.index(Suit.SPADES), suit_p, len(SUITS)),
        corners_px=at.astype(np.float32),
    )


def index(rank: Rank, *, index_p: float = 1.0, sure: float = 0.99) -> IndexReading:
    nowhere = IndexSpot(np.zeros(2, np.float32), np.array([0, -1], np.float32), 1.0, 1.0)
    return IndexReading(
        nowhere,
        index_p,
        spread(RANKS.index(rank), sure, len(RANKS)),
        spread(SUITS.index(Suit.SPADES), sure, len(SUITS)),
    )


def spread(place: int, p: float, count: int) -> np.ndarray[tuple[int], np.dtype[np.float32]]:
    out = np.full(count, (1 - p) / (count - 1), np.float32)
    out[place] = p
    return out


def rank_of(told: CardReading) -> Rank:
    return RANKS[int(told.rank_p.argmax())]


def test_a_sure_card_that_lies_alone_is_not_asked() -> None:
    assert not in_doubt(reading(quad(100, 100), Rank.ACE, 0.99), [quad(300, 100)])


@pytest.mark.parametrize(("rank_p", "beside"), [(0.99, 140), (DOUBTFUL - 0.05, 300)])
def test_a_card_that_meets_another_or_is_not_sure_is_asked(rank_p: float, beside: float) -> None:
    assert in_doubt(reading(quad(100, 100), Rank.ACE, rank_p), [quad(beside, 100)])


def test_a_card_found_twice_is_not_its_own_neighbour() -> None:
    own, again, other = quad(100, 100), quad(103, 102), quad(140, 100)
    assert [id(one) for one in others(own, [own, again, other])] == [id(other)]


def test_corners_stand_as_their_letters_do_and_a_covered_one_is_left_out() -> None:
    own = quad(100, 100)
    upper_left, lower_left, upper_right, lower_right = open_corners(own, [])
    assert upper_left.centre_px[0] < lower_right.centre_px[0]
    assert upper_left.up[1] < -0.9
    assert upper_right.up[1] < -0.9
    assert lower_right.up[1] > 0.9
    assert lower_left.up[1] > 0.9
    assert upper_left.px_per_mm == pytest.approx(1.0, rel=0.02)
    below = open_corners(own, [quad(100, 160)])
    assert [spot.up[1] < 0 for spot in below] == [True, True], "only what shows above the other"


def test_two_indices_outvote_the_pips_and_one_leaves_it_open() -> None:
    pips = reading(quad(0, 0), Rank.FIVE, 0.95)
    two = joined(pips, [index(Rank.FOUR), index(Rank.FOUR)])
    assert rank_of(two) is Rank.FOUR
    assert two.rank_p.max() > SURE_LABEL
    one = joined(pips, [index(Rank.FOUR)])
    assert one.rank_p.max() < SURE_LABEL, "one word against another: better asked than guessed"
    assert joined(pips, [index(Rank.FIVE)]).rank_p.max() > pips.rank_p.max()


def test_what_is_no_index_says_nothing() -> None:
    pips = reading(quad(0, 0), Rank.FIVE, 0.7)
    told = joined(pips, [index(Rank.FOUR, index_p=0.1)])
    assert np.array_equal(told.rank_p, pips.rank_p)


def test_in_real_piles_the_index_names_the_card(shared: Path) -> None:
    photos = shared / "rf100-poker-cards"
    for name, label, bled in (("143513", "4H", "5H"), ("164703", "8D", "TD")):
        (path,) = photos.rglob(f"*20220316_{name}.jpg")
        said = [card.label for card in PhotoEyes().read(read_image(path)).cards]
        assert label in said, path.name
        assert bled not in said, path.name
