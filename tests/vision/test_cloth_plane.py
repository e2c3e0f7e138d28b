"""The cloth's plane follows a camera that is moved, and nothing less."""

from dataclasses import replace

import numpy as np

from tests.vision.conftest import DEAL, Rehearsal, told
from tests.vision.test_calibrate import CARDS, SIZE, project
from vision.cloth_plane import LOOKS, ClothPlane
from vision.geometry import Quad
from vision.scene.scene import SceneCard

BARE = np.full((SIZE[1], SIZE[0], 3), 90, np.uint8)
"""A picture without a mat."""
UPRIGHT = [project(card, tilt_deg=3, towards_deg=30, scale=1.7) for card in CARDS]
LEANING = [project(card, tilt_deg=24, towards_deg=140, scale=1.8) for card in CARDS]


def looks(cloth: ClothPlane, quads: list[Quad], times: int) -> list[bool]:
    """Whether the plane was laid anew, look by look."""
    return [cloth.fit(quads, BARE, in_use=True)[1] is not None for _ in range(times)]


def settled() -> ClothPlane:
    cloth = ClothPlane()
    cloth.fit(UPRIGHT, BARE, in_use=False)
    return cloth


def test_a_camera_that_was_moved_lays_the_plane_anew() -> None:
    cloth = settled()
    assert looks(cloth, LEANING, LOOKS) == [False, False, True]
    assert cloth.plane is not None
    mm = cloth.plane.mm(np.array([quad.mean(axis=0) for quad in LEANING]))
    apart = np.linalg.norm(mm[1] - mm[4])
    true = np.linalg.norm(CARDS[1].mean(axis=0) - CARDS[4].mean(axis=0))
    assert abs(apart / true - 1) < 0.03


def test_what_lay_somewhere_in_the_picture_still_lies_there() -> None:
    cloth = settled()
    before = cloth.plane
    assert before is not None
    *_, (_, relaid) = [cloth.fit(LEANING, BARE, in_use=True) for _ in range(LOOKS)]
    assert relaid is not None
    assert cloth.plane is not None
    spot = np.array([400.0, 300.0])
    assert np.allclose(relaid.apply(before.mm(spot)), cloth.plane.mm(spot), atol=1e-6)
    assert abs(relaid.angle_deg) < 10


def test_two_bad_pictures_change_nothing() -> None:
    cloth = settled()
    assert looks(cloth, LEANING, LOOKS - 1) == [False, False]
    assert looks(cloth, UPRIGHT, 1) == [False]
    assert looks(cloth, LEANING, LOOKS - 1) == [False, False]


def test_a_few_cards_that_fit_badly_change_nothing() -> None:
    cloth = settled()
    assert not any(looks(cloth, LEANING[:4], 8))


def test_a_layout_is_measured_rightly_after_the_camera_was_set_up_anew(dealt: Rehearsal) -> None:
    dealt.put("red", "KB")
    dealt.cards["rest"] = SceneCard(face=None, x_mm=215, y_mm=-10, angle_deg=80)
    dealt.show(2.0)
    dealt.look = replace(dealt.look, tilt_deg=32, tilt_towards_deg=200)
    dealt.show(4.0)
    dealt.events.clear()
    dealt.put("blue", "GD")
    dealt.show(2.0)
    assert told(dealt.events) == ["blue upright GD"]
    centre = {name: quad.mean(axis=0) for name, quad in dealt.eyes._watcher.places_mm.items()}
    for a, b in (("KB", "GD"), ("KD", "GB"), ("KB", "KD"), ("GB", "GD")):
        true = np.hypot(DEAL[a].x_mm - DEAL[b].x_mm, DEAL[a].y_mm - DEAL[b].y_mm)
        assert abs(np.linalg.norm(centre[a] - centre[b]) / true - 1) < 0.05, (a, b)
