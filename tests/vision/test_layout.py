"""The quincunx is found among any number of cards, at any rotation; several -> unclear."""

import math
import random

import pytest

from rules.tabletop import Layout, Place
from vision.frame import VisionError
from vision.layout import CardSpot, QuincunxFinder

QUINCUNX = Layout(
    centre="M",
    places=(
        Place("M", 0, 0, True),
        Place("KB", -1.0, -0.9, False),
        Place("KD", 1.0, -0.9, False),
        Place("GB", -1.0, 0.9, False),
        Place("GD", 1.0, 0.9, False),
    ),
)
SIGNS = {"KB": (-1, -1), "KD": (1, -1), "GB": (-1, 1), "GD": (1, 1)}


def laid_by_hand(rng: random.Random, turn_deg: float) -> dict[str, CardSpot]:
    """Corners 0.9 to 2.2 card lengths out, distances differing by up to 35 %, crooked to 20 deg."""
    while True:
        wide, tall = rng.uniform(0.62, 1.5), rng.uniform(0.75, 1.5)
        points = {
            name: (
                sx * wide * rng.uniform(0.85, 1.15) + rng.uniform(-0.08, 0.08),
                sy * tall * rng.uniform(0.85, 1.15) + rng.uniform(-0.08, 0.08),
            )
            for name, (sx, sy) in SIGNS.items()
        }
        far = [math.hypot(*p) for p in points.values()]
        if min(far) > 0.9 and max(far) < 2.2 and max(far) / min(far) < 1.35:
            break
    upright = rng.choice((90, 90, 90, 0))
    spots = {"M": CardSpot(0, 0, (upright + turn_deg + rng.gauss(0, 5)) % 180, True)}
    for name, (x, y) in points.items():
        crooked = max(-20.0, min(20.0, rng.gauss(0, 9)))
        spots[name] = turned(CardSpot(88 * x, 88 * y, (upright + crooked) % 180, False), turn_deg)
    return spots


def turned(spot: CardSpot, by_deg: float) -> CardSpot:
    c, s = math.cos(math.radians(by_deg)), math.sin(math.radians(by_deg))
    return CardSpot(
        c * spot.x_mm - s * spot.y_mm,
        s * spot.x_mm + c * spot.y_mm,
        (spot.angle_deg + by_deg) % 180,
        spot.face,
    )


def strewn(rng: random.Random, among: list[CardSpot], faces: list[bool]) -> list[CardSpot]:
    """More cards anywhere on the cloth, not on top of others."""
    spots = list(among)
    for face in faces:
        while True:
            x, y = rng.uniform(-300, 300), rng.uniform(-250, 250)
            if all(math.hypot(x - s.x_mm, y - s.y_mm) > 80 for s in spots):
                break
        spots.append(CardSpot(x, y, rng.uniform(0, 180), face))
    return spots[len(among) :]


@pytest.mark.parametrize("turn_deg", [0, 90, 180, 270, 45, -20, 133])
@pytest.mark.parametrize("strangers", [[], [False] * 3, [True] * 4, [False] * 3 + [True] * 3])
def test_found_among_others_and_never_wrong(turn_deg: float, strangers: list[bool]) -> None:
    rng = random.Random(f"{turn_deg} {strangers}")
    finder = QuincunxFinder(QUINCUNX)
    unclear = 0
    for _ in range(40):
        laid = laid_by_hand(rng, turn_deg)
        own = list(laid.values())
        spots = own + strewn(rng, own, strangers)
        order = rng.sample(range(len(spots)), len(spots))
        found = finder.find([spots[i] for i in order])
        assert found.best is not None
        unclear += found.unclear
        if not found.unclear:
            assert {order[i] for i in found.best.by_place.values()} == {0, 1, 2, 3, 4}
            assert order[found.best.by_place["M"]] == 0
    assert unclear <= 2


@pytest.mark.parametrize("turn_deg", [0, 25, -30])
def test_corners_are_named_as_the_picture_shows_them(turn_deg: float) -> None:
    rng = random.Random(7)
    finder = QuincunxFinder(QUINCUNX)
    for _ in range(40):
        laid = laid_by_hand(rng, 0)
        names = list(laid)
        found = finder.find([turned(laid[name], turn_deg) for name in names])
        assert found.best is not None
        assert {name: names[i] for name, i in found.best.by_place.items()} == {n: n for n in names}


def test_at_a_quarter_turn_the_names_follow_the_picture() -> None:
    laid = laid_by_hand(random.Random(3), 0)
    names = list(laid)
    found = QuincunxFinder(QUINCUNX).find([turned(laid[name], 90) for name in names])
    assert found.best is not None
    seen = {name: names[i] for name, i in found.best.by_place.items()}
    assert seen == {"M": "M", "KB": "GB", "KD": "KB", "GD": "KD", "GB": "GD"}


def test_two_layouts_are_unclear() -> None:
    rng = random.Random(5)
    one = list(laid_by_hand(rng, 0).values())
    two = [CardSpot(s.x_mm + 500, s.y_mm, s.angle_deg, s.face) for s in one]
    assert QuincunxFinder(QUINCUNX).find(one + two).unclear


def test_a_fifth_closed_card_close_by_is_unclear() -> None:
    square = [CardSpot(0, 0, 90, True)]
    square += [CardSpot(110 * sx, 110 * sy, 90, False) for sx, sy in SIGNS.values()]
    rival = CardSpot(128, 106, 90, False)
    found = QuincunxFinder(QUINCUNX).find([*square, rival])
    assert found.unclear


def test_cards_in_a_row_or_strewn_are_no_layout() -> None:
    finder = QuincunxFinder(QUINCUNX)
    row = [CardSpot(95.0 * i, 0, 90, i == 2) for i in range(5)]
    assert finder.find(row).best is None
    rng = random.Random(11)
    hits = 0
    for _ in range(200):
        faces = [rng.random() < 0.4 for _ in range(8)]
        found = finder.find(strewn(rng, [], faces))
        hits += found.best is not None and not found.unclear
    assert hits <= 4


def test_a_corner_may_be_open_when_the_hand_is_under_way() -> None:
    laid = laid_by_hand(random.Random(2), 0)
    spots = list(laid.values())
    spots[2] = CardSpot(spots[2].x_mm, spots[2].y_mm, spots[2].angle_deg, True)
    finder = QuincunxFinder(QUINCUNX)
    assert finder.find(spots).best is None
    assert finder.find(spots, new_deal=False).best is not None


def test_another_shape_is_refused() -> None:
    with pytest.raises(VisionError, match="no quincunx"):
        QuincunxFinder(Layout(centre="M", places=(Place("M", 0, 0, True),)))
