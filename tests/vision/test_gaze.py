"""Where pawns are looked for: round the whole layout now and then, else only where it changed."""

import cv2
import numpy as np
import pytest

from vision.detectors.base import Detection, Kind
from vision.gaze import FULL_EVERY_S, LINGERS_S, Gaze, PawnGaze, seen_whole
from vision.geometry import Plane, Quad
from vision.thumb import Thumb

PLANE = Plane(np.diag([0.5, 0.5, 1.0]))
"""Half a millimetre a pixel."""
PLACES = [
    np.array([[x, y], [x + 63, y], [x + 63, y + 88], [x, y + 88]], np.float32)
    for x, y in ((150, 100), (400, 110), (160, 300), (390, 310))
]


def thumb(*spots: tuple[int, int]) -> Thumb:
    """A plain cloth with dark spots, pawn-sized, at these pixels."""
    image = np.full((960, 1280, 3), 120, np.uint8)
    for spot in spots:
        cv2.circle(image, spot, 25, (20, 20, 20), -1)
    return Thumb.of(image)


def turn(gaze: PawnGaze, at_s: float, now: Thumb, before: Thumb | None, *wanting: Quad) -> Gaze:
    return gaze.turn(
        at_s=at_s,
        plane=PLANE,
        places_mm=PLACES,
        wanting_mm=wanting,
        thumb=now,
        before=before,
    )


def test_the_first_look_and_every_so_often_a_look_goes_all_round_the_layout() -> None:
    gaze, plain = PawnGaze(), thumb()
    first = turn(gaze, 0.0, plain, None)
    assert first.whole
    assert first.box == (210, 110, 1016, 886)
    assert not turn(gaze, 0.4, plain, plain).whole
    assert turn(gaze, FULL_EVERY_S, plain, plain).whole


def test_where_nothing_changed_nothing_is_looked_for() -> None:
    gaze, plain = PawnGaze(), thumb()
    turn(gaze, 0.0, plain, None)
    left, top, right, bottom = turn(gaze, 0.4, plain, plain).box
    assert (left, top) == (right, bottom)


def test_a_change_is_looked_at_for_a_while() -> None:
    gaze, plain, laid = PawnGaze(), thumb(), thumb((400, 300))
    turn(gaze, 0.0, plain, None)
    first = turn(gaze, 0.2, laid, plain).box
    assert turn(gaze, 0.6, laid, laid).box == first
    left, _, right, _ = turn(gaze, 0.2 + LINGERS_S, laid, laid).box
    assert left == right


def test_a_change_is_looked_at_with_room_round_it() -> None:
    gaze, plain, laid = PawnGaze(), thumb(), thumb((400, 300))
    turn(gaze, 0.0, plain, None)
    seen = turn(gaze, 0.4, laid, plain)
    left, top, right, bottom = seen.box
    assert (left, top, right, bottom) == pytest.approx((302, 202, 498, 398), abs=8)
    assert seen.sees(np.array([200.0, 150.0]))
    assert not seen.sees(np.array([160.0, 150.0]))


def test_a_pawn_that_is_not_known_well_is_looked_at_again_though_nothing_moved() -> None:
    gaze, plain = PawnGaze(), thumb()
    turn(gaze, 0.0, plain, None)
    pawn = np.array([[420, 140], [445, 140], [445, 165], [420, 165]], np.float32)
    left, top, right, bottom = turn(gaze, 0.4, plain, plain, pawn).box
    assert left < 840 < 890 < right
    assert top < 280 < 330 < bottom


def test_a_change_beyond_the_layout_is_none_of_the_pawns() -> None:
    gaze, plain = PawnGaze(), thumb()
    turn(gaze, 0.0, plain, None)
    left, top, right, bottom = turn(gaze, 0.4, thumb((1240, 40)), plain).box
    assert right <= left or bottom <= top


@pytest.mark.parametrize(("kind", "kept"), [(Kind.PAWN, False), (Kind.BACK, True)])
def test_only_pawns_at_the_edge_of_a_gaze_are_left_out(kind: Kind, kept: bool) -> None:
    gaze = Gaze((0, 0, 200, 200), np.array([0.0, 0.0]), np.array([100.0, 100.0]), whole=False)
    square = np.array([[0, 0], [50, 0], [50, 50], [0, 50]], np.float32)
    there = [Detection(kind, square, 0.9), Detection(kind, square + 75, 0.9)]
    assert len(seen_whole(there, gaze, PLANE)) == (2 if kept else 1)
    assert len(seen_whole(there, None, PLANE)) == 2
