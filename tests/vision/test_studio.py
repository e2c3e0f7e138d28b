"""The renderer that measures: what it calls true is what it draws."""

from pathlib import Path

import cv2
import numpy as np
import pytest

from models.evaluate.fan_scores import f1
from models.evaluate.studio.decks import StudioDeck
from models.evaluate.studio.develop import Film, developed, opened
from models.evaluate.studio.draw import shoot
from models.evaluate.studio.easel import Easel, Lamp
from models.evaluate.studio.fans import score
from models.evaluate.studio.grounds import Ground
from models.evaluate.studio.lens import Lens
from models.evaluate.studio.measure import Event, matched, share
from models.evaluate.studio.pawns import print_key, prints
from models.evaluate.studio.sheets import Sheet, on_cloth
from models.evaluate.studio.stage import LaidCard, LaidPawn, Stage, stacked
from models.evaluate.studio.truth import TrueIndex, Truth, truth_of
from rules.cards import Rank, Suit
from rules.tabletop import Owner, PawnSide
from vision.fans import FanCard

LAMPS = (Lamp((-300.0, -200.0, 900.0), (0.8, 0.9, 1.0), 150, 5),)
PLAIN = StudioDeck("plain", (0.04, 0.03, 0.12, 0.21), four=False, has_back=False)
CARD = Sheet((63.0, 88.0), on_cloth(40.0, -30.0, 25.0, 0.3), 1 / 250, 80.0)
BLUE, WHITE = (200, 60, 10), (245, 245, 245)


def leaning(**changes: float) -> Lens:
    return Lens.over(
        (640, 480), fov_deg=60, width_mm=400, tilt_deg=28, from_deg=70, roll_deg=9,
        bending=(-0.07, 0.01), **changes,
    )  # fmt: skip


def a_back() -> np.ndarray:
    """White, its upper left quarter blue."""
    back = np.full((280, 200, 3), WHITE, np.uint8)
    back[:140, :100] = BLUE
    return back


def a_stage(cards: tuple[LaidCard, ...], pawns: tuple[LaidPawn, ...] = ()) -> Stage:
    cloth = Ground("grey", np.full((64, 64, 3), 60, np.uint8), 300.0, 0.0, 0.0)
    return Stage(
        seed=5,
        family="table",
        lens=leaning(),
        lamps=LAMPS,
        deck=PLAIN,
        back=a_back(),
        ground=cloth,
        floor=cloth,
        table_mm=(900.0, 900.0),
        turn_deg=0.0,
        cards=cards,
        pawns=pawns,
        film=Film(),
    )


def no_prints() -> dict[str, np.ndarray]:
    plain = np.full((64, 64, 3), (0, 0, 220), np.uint8)
    return {print_key(owner, side): plain for owner in Owner for side in PawnSide}


def test_the_axis_meets_the_cloth_where_it_was_told_and_sees_so_much_of_it() -> None:
    lens = Lens.over((800, 600), fov_deg=55, width_mm=500, at_mm=(30, -20))
    middle, left, right = lens.seen([(30, -20, 0), (-220, -20, 0), (280, -20, 0)])
    assert middle == pytest.approx((399.5, 299.5), abs=0.01)
    assert right[0] - left[0] == pytest.approx(800, abs=0.01)
    assert right[1] == pytest.approx(left[1], abs=0.01)


def test_what_lies_nearer_the_camera_is_larger() -> None:
    lens = leaning()
    near, far = (
        np.ptp(lens.seen([(x - 5, y, 0), (x + 5, y, 0)])[:, 0]) for x, y in ((0, 90), (0, -90))
    )
    assert near > 1.1 * far


def test_the_lens_bends_the_painting_as_it_bends_points() -> None:
    lens = leaning()
    width, height = lens.canvas_px
    spots = [(-120.0, -80.0, 0.0), (110.0, 70.0, 0.0), (0.0, 0.0, 0.0)]
    for spot in spots:
        x, y = lens.ideal([spot])[0]
        rows, columns = np.mgrid[0:height, 0:width]
        dot = np.exp(-((columns - x) ** 2 + (rows - y) ** 2) / 18).astype(np.float32)
        picture = lens.bent(dot)
        rows, columns = np.mgrid[0 : picture.shape[0], 0 : picture.shape[1]]
        found = [(picture * axis).sum() / picture.sum() for axis in (columns, rows)]
        assert found == pytest.approx(lens.seen([spot])[0].tolist(), abs=0.15)


@pytest.mark.parametrize("bend", [0.0, 1 / 160, -1 / 160])
def test_the_point_of_a_bent_card_that_is_seen_at_a_pixel_is_found_again(bend: float) -> None:
    lens = leaning()
    sheet = Sheet((63.0, 88.0), on_cloth(20.0, 10.0, 33.0, 40.0), bend, 60.0)
    local = np.array([(-30.0, -42.0), (30.0, 42.0), (12.0, -7.0), (0.0, 0.0)])
    assert sheet.found(lens, lens.ideal(sheet.at(local))) == pytest.approx(local, abs=0.05)


def test_a_bent_card_keeps_its_length_and_lies_on_the_cloth() -> None:
    for bend in (1 / 120, -1 / 120):
        sheet = Sheet((63.0, 88.0), on_cloth(0.0, 0.0, 0.0, 0.0), bend, 90.0)
        line = sheet.at(np.stack([np.zeros(200), np.linspace(-44, 44, 200)], axis=1))
        assert np.linalg.norm(np.diff(line, axis=0), axis=1).sum() == pytest.approx(88, abs=0.05)
        assert line[:, 2].min() == pytest.approx(0.0, abs=0.3)
        assert line[:, 2].max() > 6


def test_the_true_corners_are_where_the_card_is_painted() -> None:
    stage = a_stage((LaidCard(None, CARD),))
    shot = shoot(stage, no_prints())
    truth = truth_of(stage, shot, rough=False)
    (card,) = truth.cards
    assert card.label is None
    assert card.seen > 0.97
    contour = cv2.findContours(
        (shot.owner == 1).astype(np.uint8), cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE
    )[0][0]
    beyond = [cv2.pointPolygonTest(contour, corner, True) for corner in card.corners]
    assert all(-4.5 < away < 0.5 for away in beyond)  # they are as if the card's were not rounded
    rim = stage.lens.seen(CARD.at(CARD.outline()))
    away = [abs(cv2.pointPolygonTest(contour, (float(x), float(y)), True)) for x, y in rim]
    assert max(away) < 2.0


def test_the_print_is_painted_the_way_round_the_truth_says() -> None:
    stage = a_stage((LaidCard(None, CARD),))
    picture = opened(shoot(stage, no_prints()).file).astype(int)
    quarters = stage.lens.seen(CARD.at([(-16, -22), (16, -22), (16, 22), (-16, 22)]))
    tones = [picture[round(float(y)), round(float(x))] for x, y in quarters]
    redness = [int(tone[2] - tone[0]) for tone in tones]
    assert redness[0] < min(redness[1:]) - 60


def test_what_lies_under_another_card_shows_less() -> None:
    spots = [(0.0, 0.0, 0.0), (20.0, 0.0, 0.0)]
    sheets = stacked([Sheet((63.0, 88.0), on_cloth(*spot, 0.0)) for spot in spots])
    stage = a_stage(tuple(LaidCard(None, sheet) for sheet in sheets))
    under, over = truth_of(stage, shoot(stage, no_prints()), rough=False).cards
    assert under.seen == pytest.approx(20 / 63, abs=0.05)
    assert over.seen > 0.97
    assert sheets[1].frame[0, 2] > sheets[0].frame[0, 2]


def test_a_pawn_is_boxed_by_its_upper_face_and_says_whose_it_is() -> None:
    sheet = Sheet((25.0, 25.0), on_cloth(-40.0, 30.0, 10.0, 3.0), round_mm=12.5, thick_mm=3.0)
    pawn = LaidPawn(Owner.PURPLE, PawnSide.FLIPPED, sheet, (0.2, 0.3, 0.4))
    stage = a_stage((), (pawn,))
    shot = shoot(stage, no_prints())
    (true,) = truth_of(stage, shot, rough=False).pawns
    assert (true.owner, true.side) == ("purple", "flipped")
    rows, columns = np.nonzero(shot.owner == 1)
    (left, top), (right, bottom) = true.corners[0], true.corners[2]
    assert (left, top, right) == pytest.approx((columns.min(), rows.min(), columns.max()), abs=2.5)
    assert rows.max() == pytest.approx(bottom, abs=7)  # its edge is seen below the face


def test_an_index_counts_by_what_is_seen_of_its_ink() -> None:
    """The other half of the deck's cards need no pictures: the mask alone says what is seen."""
    from models.evaluate.studio.truth import _indices

    sheet = Sheet((63.0, 88.0), on_cloth(0.0, 0.0, 0.0, 0.0))
    stage = a_stage(())
    whole = np.ones((480, 640), bool)
    first, second = _indices(stage, LaidCard("QH", sheet), 0, whole)
    assert (first.shows, second.shows) == (1.0, 1.0)
    x, y = stage.lens.seen(sheet.at([(0.135 * 63 - 31.5, 0.15 * 88 - 44)]))[0]
    assert first.at == pytest.approx((x, y), abs=0.01)
    assert np.dot(first.up, second.up) == pytest.approx(-1, abs=0.05)
    half = whole.copy()
    half[: round(float(y))] = False
    hidden, _ = _indices(stage, LaidCard("QH", sheet), 0, half)
    assert 0.2 < hidden.shows < 0.9


def test_a_shadow_lies_away_from_the_lamp_and_softens_with_height() -> None:
    lens = Lens.over((300, 300), fov_deg=50, width_mm=300)

    def dark(height: float) -> np.ndarray:
        easel = Easel(lens, (Lamp((-400.0, 0.0, 800.0), (1.0, 1.0, 1.0), 200, 24),))
        square = np.array([(-20, -20), (20, -20), (20, 20), (-20, 20)], float)
        easel.shade([np.column_stack([square, np.full(4, height)])], 0.0)
        return np.asarray(1 - easel.lit[0])

    low, high = dark(4.0), dark(60.0)
    columns = np.arange(300)
    assert (low * columns).sum() / low.sum() < (high * columns).sum() / high.sum() - 20
    edges = [np.abs(np.diff(one[150])).max() for one in (low, high)]
    assert edges[0] > 4 * edges[1]


def test_the_film_keeps_colours_apart() -> None:
    light = np.zeros((120, 160, 3), np.float32)
    light[:, :53], light[:, 53:106], light[:, 106:] = (
        (0.5, 0.1, 0.1),
        (0.1, 0.5, 0.1),
        (0.1, 0.1, 0.5),
    )
    picture = opened(developed(light, Film(vignette=0.0), np.random.default_rng(1)))
    for column, channel in ((25, 0), (80, 1), (135, 2)):
        assert int(picture[60, column].argmax()) == channel


def test_light_that_rings_below_nought_does_not_blacken_the_picture() -> None:
    """Where a bright edge is bent by the lens, pixels beside it come out a little negative."""
    light = np.full((120, 160, 3), 0.3, np.float32)
    light[:30, :40] = -0.02
    picture = opened(developed(light, Film(vignette=0.0), np.random.default_rng(1)))
    assert picture[60:, 80:].mean() > 60


def test_the_pawns_come_off_the_printed_sheet_each_under_its_name(tmp_path: Path) -> None:
    """ui.md: whole coloured ring and ivory field when upright, dark body when flipped."""
    fills = {Owner.RED: 0xC8202B, Owner.BLUE: 0x2F74EE, Owner.YELLOW: 0xFFCB05,
             Owner.TURQUOISE: 0x35CBE3, Owner.PURPLE: 0x5E1793, Owner.PINK: 0xDE7A93}  # fmt: skip
    cut = prints(tmp_path)
    for owner, fill in fills.items():
        wanted = np.array([fill & 255, fill >> 8 & 255, fill >> 16])
        upright = cut[print_key(owner, PawnSide.UPRIGHT)].astype(int)
        flipped = cut[print_key(owner, PawnSide.FLIPPED)].astype(int)
        size = upright.shape[0]
        assert np.abs(upright[round(0.06 * size), size // 2] - wanted).max() < 12
        field = round(size * (0.5 - 11.4 / 32))  # between the ring and the emblem
        assert upright[field, size // 2].min() > 200
        assert flipped[field, size // 2].max() < 60


def test_things_are_matched_best_first_and_each_once() -> None:
    fits = {(0, 0): 0.9, (0, 1): 0.8, (1, 0): 0.7, (1, 1): 0.0}
    quads = [np.full((4, 2), float(n), np.float32) for n in range(2)]
    pairs = matched(quads, quads, lambda a, b: fits[int(a[0, 0]), int(b[0, 0])])
    assert pairs == [(0, 0)]


def test_a_share_without_a_failure_is_still_not_certain() -> None:
    events = [Event("x", True, scene, False, "d") for scene in range(100)]
    assert share(events) == (1.0, pytest.approx(0.963, abs=0.001), 1.0)
    mixed = [Event("x", scene > 9, scene, False, "d") for scene in range(100)]
    value, low, high = share(mixed)
    assert value == 0.9
    assert 0.8 < low < 0.87
    assert 0.93 < high < 0.97


def test_a_fan_counts_cards_named_shown_and_invented() -> None:
    def index(card: int, label: str, shows: float) -> TrueIndex:
        return TrueIndex(card, label, (0.0, 0.0), (0.0, -1.0), 2.0, shows)

    indices = (index(0, "QH", 1.0), index(1, "2S", 0.9), index(2, "TD", 0.1))
    truth = Truth(0, "plain", "grey", False, (), (), (), indices)

    def card(rank: Rank | None, suit: Suit | None) -> FanCard:
        return FanCard(rank, suit, 0.9, ())

    said = [
        card(Rank.QUEEN, Suit.HEARTS),
        card(Rank.TEN, Suit.DIAMONDS),
        card(Rank.KING, Suit.CLUBS),
        card(None, Suit.SPADES),
    ]
    counts = score(said, truth)
    assert (counts.shown, counts.named, counts.right, counts.unnamed) == (3, 3, 2, 1)
    assert f1([counts]) == pytest.approx(2 / 3)
