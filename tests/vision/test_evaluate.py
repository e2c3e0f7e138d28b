"""The yardstick itself: what counts as found, as read, and how bursts are told."""

import json
import math
from pathlib import Path

import cv2
import numpy as np
import pytest

from models.evaluate.aims import rows
from models.evaluate.halves import Half, halves
from models.evaluate.measured import Measured
from models.evaluate.photos import Photo, load
from models.evaluate.scoring import Counts, Failure, Label, bursts, interval, score, visible_boxes
from rules.cards import Rank, Suit
from vision.geometry import box_quad
from vision.still import StillCard

QH = Label((0, 0, 60, 90), "Q", "H", "card")


def card(label: str | None, centre: tuple[float, float] = (30, 45)) -> StillCard:
    known = label not in (None, "back")
    return StillCard(
        label=label,
        rank=Rank(label[0]) if known and label else None,
        suit=Suit(label[1]) if known and label else None,
        confidence=0.9,
        corners_px=box_quad(centre, 60, 90, 0),
    )


def scored(cards: list[StillCard], labels: list[Label]) -> tuple[Counts, list[str]]:
    boxes = [tuple(map(float, (*c.corners_px.min(0), *c.corners_px.max(0)))) for c in cards]
    counts, failures = score(cards, boxes, labels)  # type: ignore[arg-type]
    return counts, [f.cause for f in failures]


def test_a_right_card_counts_everywhere() -> None:
    counts, causes = scored([card("QH")], [QH])
    assert counts == Counts(
        *(1, 1, 1, 1, 1, 1, 1), apart=1, apart_found=1, apart_predicted=1, apart_true=1
    )
    assert causes == []


@pytest.mark.parametrize(
    ("said", "cause", "rank", "suit"),
    [("KH", "rank", 0, 1), ("QD", "suit", 1, 0), (None, "unsure", 0, 0)],
)
def test_a_found_card_may_be_read_wrong(said: str | None, cause: str, rank: int, suit: int) -> None:
    counts, causes = scored([card(said)], [QH])
    assert (counts.found, counts.rank, counts.suit, counts.both) == (1, rank, suit, 0)
    assert causes == [cause]


def test_missed_false_and_back() -> None:
    counts, causes = scored([card("QH", (400, 400)), card("back", (30, 45))], [QH])
    assert (counts.labelled, counts.predicted, counts.found, counts.backs) == (1, 1, 0, 1)
    assert sorted(causes) == ["false_card", "missed"]


def test_one_label_is_found_once() -> None:
    counts, causes = scored([card("QH"), card("QH", (33, 45))], [QH])
    assert (counts.found, counts.predicted) == (1, 2)
    assert causes == ["false_card"]


def test_what_lies_apart_meets_no_other_box() -> None:
    beside, over = (
        Label((100, 0, 160, 90), "K", "S", "card"),
        Label((50, 0, 110, 90), "2", "C", "card"),
    )
    counts, _ = scored([card("QH"), card("KS", (130, 45))], [QH, beside])
    assert (counts.apart, counts.apart_found, counts.apart_predicted, counts.apart_true) == (2,) * 4
    counts, _ = scored([card("QH"), card("KS", (130, 45))], [QH, beside, over])
    assert (counts.apart, counts.apart_found, counts.apart_predicted, counts.apart_true) == (
        0,
        0,
        2,
        2,
    )


def test_the_aims_are_judged_photo_by_photo_and_set_by_set() -> None:
    right, _ = scored([card("QH")], [QH])
    wrong, causes = scored([card("KH")], [QH])
    assert (wrong.unsure, wrong.wrong) == (0, 1)
    failure = Failure(causes[0], QH.box, "QH", "KH")
    measured = [
        Measured(Photo("one", Path("a"), n, Half.LOCKED, (QH,)), right, (), right) for n in range(3)
    ]
    measured.append(
        Measured(Photo("two", Path("b"), 0, Half.LOCKED, (QH,)), wrong, (failure,), wrong)
    )
    told = {line[:46].strip(): line[46:].split() for line in rows(measured)}
    assert told["whole photo right"][:2] == ["4", "0.750"]
    assert told["whole photo right"][-1] == "NO"
    assert told["worst set: rank and suit (rank alone: edje)"][:2] == ["1", "0.000"]
    assert "(two)" in told["worst set: rank and suit (rank alone: edje)"]
    assert told["cards that lie apart: recall"][-1] == "aim"


def test_unlabelled_regions_excuse_a_find() -> None:
    index = Label((5, 5, 15, 25), "Q", "H", "index")
    ignore = Label((0, 0, 60, 90), "", None, "ignore")
    for label in (index, ignore):
        counts, causes = scored([card("QH")], [label])
        assert (counts.predicted, causes) == (0, [])


def test_where_only_ranks_are_labelled_the_suit_is_not_asked() -> None:
    counts, causes = scored([card("QD")], [Label((0, 0, 60, 90), "Q", None, "card")])
    assert (counts.rank, counts.suits_labelled, causes) == (1, 0, [])


def test_the_lower_card_is_cut_by_the_one_on_top() -> None:
    image = np.full((300, 300, 3), 60, dtype=np.uint8)
    lower, upper = card("QH", (110, 150)), card("KS", (145, 170))
    for one in (lower, upper):
        cv2.fillConvexPoly(image, one.corners_px.astype(np.int32), (240, 240, 240))
        cv2.polylines(image, [one.corners_px.astype(np.int32)], True, (90, 90, 90), 2)
    cut, whole = visible_boxes(image, [lower, upper])
    assert whole == pytest.approx((115, 125, 176, 216), abs=2)
    assert cut == pytest.approx((80, 105, 141, 196), abs=2)
    beside = visible_boxes(image, [card("QH", (60, 60)), upper])
    assert beside[0] == pytest.approx((30, 15, 91, 106), abs=2)


def test_bursts_by_time_by_number_or_alone() -> None:
    names = ["IMG_20220316_134551", "IMG_20220316_134605", "IMG_20220316_140000",
             "cam_image7", "cam_image8", "cam_image12"]  # fmt: skip
    assert bursts(names) == [0, 0, 1, 2, 2, 3]


def test_the_interval_holds_the_share_and_widens_with_fewer_bursts() -> None:
    many = [(n, 9, 10) if n % 2 else (n, 7, 10) for n in range(40)]
    few = [(n // 10, h, of) for n, (_, h, of) in enumerate(many[::2] + many[1::2])]
    low, high = interval(many)
    assert low < 0.8 < high
    wide = interval(few)
    assert wide[1] - wide[0] > high - low
    assert math.isnan(interval([])[0])


def test_labels_are_read_as_the_sets_write_them(tmp_path: Path) -> None:
    folder = tmp_path / "some-set"
    folder.mkdir()
    things = [
        {"label": "10D", "box": [1, 2, 3, 4], "what": "card"},
        {"label": "Q", "box": [1, 2, 3, 4], "what": "card"},
        {"box": [1, 2, 3, 4], "what": "ignore"},
    ]
    line = {"image": "images/a.jpg", "width": 9, "height": 9, "objects": things}
    (folder / "labels.jsonl").write_text(json.dumps(line) + "\n")
    (photo,) = load(tmp_path)
    assert [(o.rank, o.suit, o.what) for o in photo.labels] == [
        ("T", "D", "card"), ("Q", None, "card"), ("", None, "ignore"),
    ]  # fmt: skip


def test_no_burst_is_cut_by_the_halves(shared: Path) -> None:
    """What trains and what is reported never show the same moment of the same table."""
    halves_of: dict[tuple[str, int], set[Half]] = {}
    for photo in load(shared):
        if photo.of_set == "rf100-poker-cards":
            halves_of.setdefault((photo.of_set, photo.burst), set()).add(photo.half)
    assert all(len(found) == 1 for found in halves_of.values())


def test_each_set_is_halved() -> None:
    names = [f"train_IMG_{n}.jpg" for n in range(10, 14)] + ["test_IMG_12b.jpg"]
    cut = halves("edje-rank-only", names)
    assert cut == [Half.OPEN, Half.OPEN, Half.LOCKED, Half.LOCKED, Half.LOCKED]


def test_the_shared_photos_are_all_understood(shared: Path) -> None:
    photos = list(load(shared))
    assert len(photos) == 538
    assert sum(len(photo.labels) for photo in photos) == 2065
    assert all(label.rank in tuple(Rank) for photo in photos for label in photo.labels)
