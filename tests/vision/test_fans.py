"""Indices to cards: where the corners of one card are, each card named once, the order of a fan."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.cards import Card
from vision.calibrate import CARD_MM
from vision.detectors.indices import ANCHOR, IndexSpot
from vision.fan_eyes import merged, worth
from vision.fans import FanCard, beside, cards_of, in_fans, in_order, same_card
from vision.geometry import box_quad
from vision.readers.base import RANKS, SUITS
from vision.readers.indices import IndexReading

PX_PER_MM = 3.0


def told(label: str, sure: float, *, other: str | None = None) -> tuple[np.ndarray, np.ndarray]:
    """Rank and suit probabilities: ``sure`` for each part of ``label``, the rest for ``other`` or
    for all the others alike."""
    card, second = Card.parse(label), Card.parse(other) if other else None
    parts = []
    for places, right, wrong in (
        (RANKS, card.rank, second and second.rank),
        (SUITS, card.suit, second and second.suit),
    ):
        p = np.full(len(places), (1 - sure) / (len(places) - 1), np.float32)
        if wrong is not None:
            p[:] = 1e-4
            p[places.index(wrong)] = 1 - sure  # type: ignore[arg-type]
        p[places.index(right)] = max(sure, p[places.index(right)])  # type: ignore[arg-type]
        parts.append(p / p.sum())
    return parts[0], parts[1]


def index(
    label: str, card_at: tuple[float, float], turn_deg: float = 0.0, corner: str = "left",
    *, sure: float = 0.99, confidence: float = 0.95, other: str | None = None,
    card_mm: tuple[float, float] = CARD_MM,
) -> IndexReading:  # fmt: skip
    """One index of a card whose middle lies at ``card_at`` mm; ``corner`` left, right, or their
    opposites "far left" (upside down, diagonally across from "left") and "far right"."""
    half = np.array(card_mm) * (0.5 - np.array(ANCHOR))
    place = (
        half
        * {"left": (-1, -1), "right": (1, -1), "far left": (1, 1), "far right": (-1, 1)}[corner]
    )
    up = np.array([0.0, 1.0 if corner.startswith("far") else -1.0])
    turn = np.radians(turn_deg)
    spin = np.array([[np.cos(turn), -np.sin(turn)], [np.sin(turn), np.cos(turn)]])
    centre = (np.array(card_at) + spin @ place) * PX_PER_MM
    spot = IndexSpot(
        centre.astype(np.float32), (spin @ up).astype(np.float32), PX_PER_MM, confidence
    )
    rank_p, suit_p = told(label, sure, other=other)
    return IndexReading(spot, 0.99, rank_p, suit_p)


def fan(labels: list[str], *, step_deg: float = 7.0, pivot_mm: float = 60.0) -> list[IndexReading]:
    """Left indices of a held hand, and the far one of the last card."""
    found = []
    for place, label in enumerate(labels):
        turn = (place - (len(labels) - 1) / 2) * step_deg
        middle = (np.sin(np.radians(turn)) * pivot_mm, -np.cos(np.radians(turn)) * pivot_mm)
        found.append(index(label, middle, turn))
        if place == len(labels) - 1:
            found.append(index(label, middle, turn, "far left"))
    return found


def labels(cards: list[FanCard]) -> list[str | None]:
    return [card.label for card in cards]


THIRTEEN = ["2S", "3S", "TS", "KS", "4H", "QH", "AD", "2D", "9D", "JC", "QC", "KC", "AC"]


def test_a_hand_of_thirteen_is_named_card_by_card_from_the_left() -> None:
    cards = cards_of(fan(THIRTEEN))
    assert labels(cards) == THIRTEEN
    assert [len(card.indices) for card in cards] == [1] * 12 + [2]


@pytest.mark.parametrize("corner", ["right", "far left", "far right"])
@pytest.mark.parametrize("turn_deg", [0.0, 40.0, 200.0])
@pytest.mark.parametrize("card_mm", [CARD_MM, (58.0, 88.0)])
def test_the_corners_of_one_card_are_joined(
    corner: str, turn_deg: float, card_mm: tuple[float, float]
) -> None:
    a = index("QH", (10, 20), turn_deg, card_mm=card_mm)
    b = index("QH", (10, 20), turn_deg, corner, card_mm=card_mm)
    assert same_card(a, b)
    assert same_card(b, a)
    assert labels(cards_of([a, b])) == ["QH"]


def test_four_corners_are_one_card() -> None:
    corners = ("left", "right", "far left", "far right")
    (card,) = cards_of([index("7C", (0, 0), 15, corner) for corner in corners])
    assert (card.label, len(card.indices)) == ("7C", 4)


def test_neighbours_in_a_fan_are_not_joined_even_when_they_look_alike() -> None:
    pair = [index("QH", (0, 0), 0), index("QH", (13, 0), 6)]
    assert labels(cards_of(pair, copies=2)) == ["QH", "QH"]


def test_what_stands_where_the_other_index_would_but_says_otherwise_is_another_card() -> None:
    found = [index("QH", (0, 0)), index("5S", (0, 0), 0, "far left")]
    assert sorted(str(c) for c in labels(cards_of(found))) == ["5S", "QH"]


def test_of_one_deck_the_surer_of_two_alike_is_the_card_and_the_other_is_not_named() -> None:
    found = [index("QH", (0, 0)), index("QH", (20, 0), sure=0.92)]
    sure, doubtful = cards_of(found)
    assert sure.label == "QH"
    assert doubtful.label is None


def test_the_second_best_is_named_when_it_was_nearly_as_likely() -> None:
    found = [index("KH", (0, 0)), index("KH", (20, 0), sure=0.55, other="KD")]
    assert labels(cards_of(found)) == ["KH", "KD"]


def test_two_decks_hold_a_card_twice_and_not_three_times() -> None:
    found = [index("QH", (15 * k, 0), sure=0.99 - 0.02 * k) for k in range(3)]
    assert labels(cards_of(found, copies=2)) == ["QH", "QH", None]


def test_two_ends_of_a_card_are_surer_than_one() -> None:
    (one,) = cards_of([index("QH", (0, 0), sure=0.85)])
    (both,) = cards_of(
        [index("QH", (0, 0), 0, corner, sure=0.85) for corner in ("left", "far left")]
    )
    assert one.label is None
    assert both.label == "QH"


def test_an_unsure_index_is_null_and_a_sure_part_of_it_is_said() -> None:
    blurred = index("QH", (0, 0), sure=0.99, other="KH")
    mixed = IndexReading(blurred.spot, 0.99, np.full(13, 1 / 13, np.float32), blurred.suit_p)
    (card,) = cards_of([mixed])
    assert (card.rank, card.suit, card.label) == (None, "H", None)


def test_what_is_hardly_an_index_is_left_out() -> None:
    assert cards_of([index("QH", (0, 0), confidence=0.2)]) == []
    assert cards_of([]) == []


@given(
    st.lists(st.sampled_from(THIRTEEN), min_size=1, max_size=13, unique=True),
    st.floats(5.5, 10), st.floats(30, 80), st.randoms(use_true_random=False),
)  # fmt: skip
def test_the_order_in_which_indices_are_found_does_not_matter(
    hand: list[str], step_deg: float, pivot_mm: float, random: object
) -> None:
    found = fan(hand, step_deg=step_deg, pivot_mm=pivot_mm)
    random.shuffle(found)  # type: ignore[attr-defined]
    assert labels(cards_of(found)) == hand


def test_a_path_goes_from_neighbour_to_neighbour_beginning_left() -> None:
    arc = [np.array([np.cos(t), -np.sin(t)]) for t in np.linspace(np.pi, 0, 7)]
    mixed = [3, 0, 6, 2, 5, 1, 4]
    assert [mixed[i] for i in in_order([arc[k] for k in mixed])] == list(range(7))


def whole_card(card_at: tuple[float, float], turn_deg: float = 0.0) -> np.ndarray:
    width, height = (side * PX_PER_MM for side in CARD_MM)
    return box_quad(np.array(card_at) * PX_PER_MM, width, height, turn_deg)


def test_a_fan_card_that_was_found_whole_is_known_by_its_corner() -> None:
    cards = cards_of(fan(THIRTEEN))
    turn = 6 * 7.0
    last = (np.sin(np.radians(turn)) * 60, -np.cos(np.radians(turn)) * 60)
    assert beside(cards, [whole_card((300, 0)), whole_card(last, turn)]) == {12: 1}
    assert beside(cards, [whole_card(last, turn + 180)]) == {12: 0}
    assert beside(cards, []) == {}


def test_three_cards_that_overlap_are_a_fan_and_cards_apart_are_none() -> None:
    overlapped = [index(label, (15 * k, 0)) for k, label in enumerate(("2S", "9D", "KC"))]
    apart = [index(label, (100 * k, 300)) for k, label in enumerate(("4S", "5D", "AC"))]
    cards = cards_of(overlapped + apart)
    told = dict(zip(labels(cards), in_fans(cards), strict=True))
    assert told == {"2S": True, "9D": True, "KC": True, "4S": False, "5D": False, "AC": False}


def test_an_index_seen_in_two_looks_is_kept_once_as_the_surer_look_read_it() -> None:
    unsure, sure = index("QH", (0, 0), confidence=0.6), index("QH", (0.8, 0.5), confidence=0.9)
    other = index("2S", (14, 0))
    kept = merged([unsure, sure, other])
    assert {id(one) for one in kept} == {id(sure), id(other)}


def test_the_look_that_reads_more_is_worth_more_than_the_one_that_sees_more() -> None:
    reads = [index("QH", (15 * k, 0), confidence=0.8) for k in range(4)]
    sees = [
        IndexReading(index("QH", (15 * k, 0)).spot, 0.2, np.full(13, 1 / 13), np.full(4, 0.25))
        for k in range(12)
    ]
    assert worth(reads) > worth(sees)
