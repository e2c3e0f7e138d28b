"""Millimetres from the cards alone: the plane is found under any lean a table camera has."""

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from vision.calibrate import Advice, calibrate, card_lights, light_advice
from vision.frame import Image, Points
from vision.geometry import box_quad

SIZE = (1280, 960)


def project(
    mm: Points, *, tilt_deg: float, towards_deg: float, scale: float, lens: float = 0.85
) -> Points:
    """A pinhole camera over the cloth, focal length ``lens`` widths, leaning from straight down."""
    focal = lens * SIZE[0]
    t, a = math.radians(tilt_deg), math.radians(towards_deg)
    axis = np.array([math.cos(a), math.sin(a), 0.0])
    k = np.array([[0, -axis[2], axis[1]], [axis[2], 0, -axis[0]], [-axis[1], axis[0], 0]])
    turn = np.eye(3) + math.sin(t) * k + (1 - math.cos(t)) * k @ k
    flat = np.column_stack([mm.reshape(-1, 2), np.zeros(mm.size // 2)])
    seen = flat @ turn.T + np.array([0, 0, focal / scale])
    out = focal * seen[:, :2] / seen[:, 2:] + np.array(SIZE) / 2
    return np.asarray(out.reshape(mm.shape), dtype=np.float32)


CARDS = [
    box_quad(centre, 63, 88, angle)
    for centre, angle in (((0, 0), 4), ((-120, -90), -8), ((118, -96), 7), ((-112, 95), 12),
                          ((125, 88), 0), ((265, 10), 40))
]  # fmt: skip


def worst_error(quads: list[Points]) -> float:
    """The largest share by which a distance between two of the layout's cards comes out wrong."""
    found = calibrate(quads, *SIZE)
    assert found is not None
    seen = found.plane.mm(np.array([q.mean(axis=0) for q in quads]))
    true = np.array([c.mean(axis=0) for c in CARDS])
    pairs = [(i, j) for i in range(5) for j in range(i)]
    far = [(np.linalg.norm(seen[i] - seen[j]), np.linalg.norm(true[i] - true[j])) for i, j in pairs]
    return max(abs(float(a / b) - 1) for a, b in far)


@settings(max_examples=30)
@given(st.floats(0, 35), st.floats(0, 360), st.floats(1.3, 2.2), st.integers(0, 1000))
def test_distances_are_right_within_three_percent(
    tilt: float, towards: float, scale: float, seed: int
) -> None:
    noise = np.random.default_rng(seed)
    quads = [
        project(c, tilt_deg=tilt, towards_deg=towards, scale=scale) + noise.normal(0, 0.5, (4, 2))
        for c in CARDS
    ]
    assert worst_error(quads) < 0.03


@pytest.mark.parametrize("lens", [0.7, 1.1])
@pytest.mark.parametrize("tilt", [0, 12, 25])
def test_another_lens_than_assumed_costs_little(lens: float, tilt: float) -> None:
    quads = [project(c, tilt_deg=tilt, towards_deg=60, scale=1.8, lens=lens) for c in CARDS]
    assert worst_error(quads) < 0.06


def test_one_wild_outline_does_not_tilt_the_table() -> None:
    quads = [project(c, tilt_deg=10, towards_deg=30, scale=1.8) for c in CARDS]
    quads[2] = quads[2] * np.float32(1.0) + np.array([[0, 0], [60, 0], [60, 40], [0, 0]])
    found = calibrate(quads, *SIZE)
    assert found is not None
    assert abs(found.tilt_deg - 10) < 4


def test_bridge_cards_are_known_by_their_shape() -> None:
    quads = [
        project(box_quad(c.mean(axis=0), 58, 88, 7), tilt_deg=0, towards_deg=0, scale=1.8)
        for c in CARDS
    ]
    found = calibrate(quads, *SIZE)
    assert found is not None
    assert found.card_mm[0] == pytest.approx(58, abs=1.5)


def test_no_card_no_plane() -> None:
    assert calibrate([], *SIZE) is None


def card_picture(*, white: int, ground: int, blur: int = 0) -> tuple[Image, Points]:
    import cv2

    image = np.full((720, 1280, 3), ground, dtype=np.uint8)
    quad = box_quad((640, 360), 126, 176, 10)
    cv2.fillConvexPoly(image, quad.astype(np.int32), (white, white, white), cv2.LINE_AA)
    if blur:
        image = np.asarray(cv2.GaussianBlur(image, (0, 0), blur), dtype=np.uint8)
    return image, quad


@pytest.mark.parametrize(
    ("picture", "advice"),
    [
        ({"white": 230, "ground": 60}, ()),
        ({"white": 60, "ground": 12}, (Advice.DARK,)),
        ({"white": 255, "ground": 60}, (Advice.GLARE,)),
        ({"white": 230, "ground": 60, "blur": 9}, (Advice.BLUR,)),
    ],
)
def test_light_and_focus(picture: dict[str, int], advice: tuple[Advice, ...]) -> None:
    image, quad = card_picture(**picture)
    assert light_advice(image, card_lights(image, [quad])) == advice
