"""What the observer makes of one sighting after another, told in numbers, without networks."""

from collections.abc import Sequence

import numpy as np
import pytest

from vision.detectors.base import Kind
from vision.geometry import Plane, Quad, box_quad
from vision.observation import CardSight, PawnSight, Sighting
from vision.observe import PAWN_GONE_S, Observer
from vision.readers.base import OWNERS, PawnReading
from vision.thumb import Thumb

CLOTH = np.full((720, 960, 3), (60, 90, 60), np.uint8)
MIDDLE_PX = np.array([480.0, 360.0])
PLANE = Plane(np.array([[1.0, 0, -MIDDLE_PX[0]], [0, 1, -MIDDLE_PX[1]], [0, 0, 1]]))
"""A pixel is a millimetre."""
Spot = tuple[float, float, float]
"""Centre in mm, and how far the card is turned, in degrees."""


def box(x_mm: float, y_mm: float, wide: float, high: float, turn_deg: float = 0) -> Quad:
    return np.asarray(PLANE.px(box_quad((x_mm, y_mm), wide, high, turn_deg)), np.float32)


def a_card(x_mm: float, y_mm: float, turn_deg: float) -> CardSight:
    quad_px = box(x_mm, y_mm, 63, 88, turn_deg)
    mm = np.asarray(PLANE.mm(quad_px), np.float32)
    return CardSight(quad_px, mm, Kind.BACK, 0.95, reading=None)


def a_pawn(owner: str, x_mm: float, y_mm: float) -> PawnSight:
    quad_px = box(x_mm, y_mm, 25, 25)
    owner_p = np.full(6, 0.001, np.float32)
    owner_p[[str(o) for o in OWNERS].index(owner)] = 0.995
    reading = PawnReading(owner_p, np.array([0.999, 0.001], np.float32), 0.999)
    return PawnSight(quad_px, np.asarray(PLANE.mm(quad_px), np.float32), reading)


def sighting(at_s: float, cards: Sequence[Spot], pawns: Sequence[PawnSight] = ()) -> Sighting:
    return Sighting(
        at_s=at_s,
        cards=tuple(a_card(*spot) for spot in cards),
        pawns=tuple(pawns),
        hands_px=(),
        hands_mm=(),
        thumb=Thumb.of(CLOTH),
        plane=PLANE,
    )


SPARE: Spot = (152.0, -294.0, 28.0)
LAID: list[Spot] = [
    *((16.0, -22.0, 85.0), (-67.0, 82.0, 84.0), (91.0, 69.0, 79.0)),
    *((-81.0, -107.0, 82.0), (83.0, -119.0, 84.0)),
]


@pytest.fixture
def observer() -> Observer:
    made = Observer()
    for number in range(4):
        made.see(sighting(0.4 * number, [SPARE, *LAID]))
    return made


def test_a_push_of_the_whole_table_is_seen(observer: Observer) -> None:
    told = observer.see(sighting(1.6, [(x + 12, y - 7, turn) for x, y, turn in [SPARE, *LAID]]))
    assert told.moved is not None
    assert (told.moved.dx, told.moved.dy) == pytest.approx((12, -7), abs=0.5)


def test_two_cards_that_slip_do_not_turn_the_table_upside_down(observer: Observer) -> None:
    """Half a turn would fit four of these five, lying still only three; seen at a staged table,
    where it gave a corner's pawns the card of the corner across."""
    slipped = [(5.0, -21.0, 85.0), LAID[1], LAID[2], (-74.0, -99.0, 79.0), LAID[4]]
    told = observer.see(sighting(1.6, slipped))
    assert told.moved is None


def test_a_pale_pawn_that_was_moved_lies_no_more_where_it_lay(observer: Observer) -> None:
    """On a back of its own paleness its leaving hardly shows: its coming elsewhere tells."""
    here, there = a_pawn("pink", -81, -107), a_pawn("pink", -67, 82)
    for number in range(4):
        observer.see(sighting(2 + 0.4 * number, LAID, [here]))
    at_s = 3.6
    while at_s < 3.6 + PAWN_GONE_S + 0.8:
        told = observer.see(sighting(at_s, LAID, [there]))
        at_s += 0.4
    assert [p.centre_mm for p in told.pawns] == [pytest.approx((-67, 82), abs=1)]


def test_a_pawn_that_is_overlooked_lies_where_it_looks_as_it_did(observer: Observer) -> None:
    here, other = a_pawn("pink", -81, -107), a_pawn("blue", -67, 82)
    for number in range(4):
        observer.see(sighting(2 + 0.4 * number, LAID, [here]))
    for number in range(6):
        told = observer.see(sighting(3.6 + 0.4 * number, LAID, [other]))
    assert len(told.pawns) == 2
