"""Quads, overlaps, rigid motions and the registration that makes a bump no event."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from vision.geometry import (
    Plane,
    Rigid,
    angle_between_deg,
    box_quad,
    covered_share,
    depth_inside,
    fit_rigid,
    iou,
    ordered_quad,
    overlap_area,
    quad_angle_deg,
    quad_area,
    quad_size,
    register,
)

angles = st.floats(-180, 180)
lengths = st.floats(-300, 300)


@given(angles, st.permutations(range(4)))
def test_quad_order_does_not_depend_on_how_corners_came(angle: float, order: list[int]) -> None:
    quad = box_quad((100, 80), 63, 88, angle)
    again = ordered_quad(quad[order])
    assert np.allclose(again, quad, atol=1e-3)
    sides = np.linalg.norm(np.roll(again, -1, axis=0) - again, axis=1)
    assert sides[0] == pytest.approx(63, abs=0.01)
    edge, following = again[1] - again[0], again[2] - again[1]
    assert edge[0] * following[1] - edge[1] * following[0] > 0  # clockwise, y down


def test_measures_of_a_card() -> None:
    quad = box_quad((10, 20), 63, 88, 30)
    assert quad_size(quad) == pytest.approx((63, 88), abs=1e-3)
    assert quad_area(quad) == pytest.approx(63 * 88, rel=1e-4)
    assert angle_between_deg(quad_angle_deg(quad), 120) < 0.01
    assert depth_inside(np.array([10.0, 20.0]), quad) == pytest.approx(31.5, abs=0.1)
    assert depth_inside(np.array([10.0, 120.0]), quad) < 0


def test_overlaps() -> None:
    a, b = box_quad((0, 0), 60, 80, 0), box_quad((30, 0), 60, 80, 0)
    assert overlap_area(a, b) == pytest.approx(30 * 80, rel=1e-3)
    assert iou(a, b) == pytest.approx(1 / 3, abs=0.01)
    assert covered_share(a, b) == pytest.approx(0.5, abs=0.01)
    assert overlap_area(a, box_quad((200, 0), 60, 80, 45)) == 0


@given(angles, lengths, lengths)
def test_a_rigid_motion_is_found_again(angle: float, dx: float, dy: float) -> None:
    points = np.array([[0.0, 0], [100, 10], [40, 90]])
    moved = Rigid(math.radians(angle), dx, dy).apply(points)
    assert np.allclose(fit_rigid(points, moved).apply(points), moved, atol=1e-6)


@given(st.floats(-60, 60), st.floats(-200, 200), st.floats(-200, 200))
def test_registration_finds_a_bump_of_the_whole_table(angle: float, dx: float, dy: float) -> None:
    cards = np.array([[0.0, 0], [120, 85], [-115, 90], [-110, -95], [118, -84], [290, 30]])
    turned = np.array([92.0, 85, 101, 96, 88, 10])
    bump = Rigid(math.radians(angle), dx, dy)
    found = register(
        cards, turned, bump.apply(cards)[::-1], (turned + angle)[::-1] % 180, tolerance=6
    )
    assert found is not None
    motion, partners = found
    assert list(partners) == [5, 4, 3, 2, 1, 0]
    assert np.allclose(motion.apply(cards), bump.apply(cards), atol=1e-3)


def test_registration_of_strangers_finds_nothing() -> None:
    one = np.array([[0.0, 0.0]])
    assert register(one, np.array([90.0]), one, np.array([90.0]), tolerance=5) is None


def test_a_plane_goes_there_and_back_and_turns() -> None:
    plane = Plane(np.array([[0.5, 0.02, -300], [0.01, 0.6, -200], [1e-5, 2e-5, 1]]))
    points = np.array([[10.0, 20], [640, 360], [1200, 700]])
    assert np.allclose(plane.px(plane.mm(points)), points, atol=1e-6)
    straight = Plane(np.eye(3)).turned(90)
    assert np.allclose(straight.mm(np.array([[0.0, 1.0]])), [[1.0, 0.0]], atol=1e-9)
