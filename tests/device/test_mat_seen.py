"""The printed mat under a camera: millimetres, which way up it lies, and what to mend."""

import math
from pathlib import Path

import cv2
import numpy as np
import pytest

from device.doctor_eyes import judge_mat
from device.mat import card_boxes, write_mat_pdf
from rules.games import GAMES
from rules.tabletop import LayoutSeen
from tests.device.test_mat import PX_MM, Page, pages
from vision.calibrate_mat import MAT_MM, MatProblem, MatSight, find_mat
from vision.cloth_plane import MAT_EVERY, ClothPlane
from vision.detectors.base import Kind
from vision.detectors.scripted import (
    Script,
    ScriptedCardReader,
    ScriptedDetector,
    ScriptedPawnReader,
)
from vision.eyes import Eyes
from vision.frame import Frame, Image
from vision.geometry import Floats, Quad, box_quad
from vision.scene.truth import TruthItem

VIEW_PX = (1280, 960)
TABLE_GREY = 70


@pytest.fixture(scope="module")
def mat(tmp_path_factory: pytest.TempPathFactory) -> Page:
    path = tmp_path_factory.mktemp("mat") / "mat.pdf"
    write_mat_pdf(path)
    (page,) = pages(path)
    return page


def lens(*, tilt_deg: float, turn_deg: float, cloth_mm: float) -> Floats:
    """Millimetres from the mat's middle to pixels: a pinhole camera over the cloth that shows
    ``cloth_mm`` across its short side; 3x3."""
    focal = 0.85 * VIEW_PX[0]
    away = focal * cloth_mm / VIEW_PX[1]
    t, r = math.radians(tilt_deg), math.radians(turn_deg)
    turn = np.array([[math.cos(r), -math.sin(r), 0], [math.sin(r), math.cos(r), 0], [0, 0, 1]])
    lean = np.array([[1, 0, 0], [0, math.cos(t), -math.sin(t)], [0, math.sin(t), math.cos(t)]])
    pose = (lean @ turn)[:, :2]
    inside = np.array([[focal, 0, VIEW_PX[0] / 2], [0, focal, VIEW_PX[1] / 2], [0, 0, 1]])
    return np.asarray(inside @ np.column_stack([pose, [0.0, 0.0, away]]))


def shown(mat: Page, view: Floats) -> Image:
    to_mm = np.array([[1 / PX_MM, 0, -MAT_MM[0] / 2], [0, 1 / PX_MM, -MAT_MM[1] / 2], [0, 0, 1]])
    grey = (TABLE_GREY,) * 3
    picture = cv2.warpPerspective(
        mat, view @ to_mm, VIEW_PX, flags=cv2.INTER_AREA, borderValue=grey
    )
    return np.asarray(cv2.GaussianBlur(picture, (0, 0), 0.8), dtype=np.uint8)


def at_px(view: Floats, points_mm: Floats) -> Floats:
    flat = np.asarray(points_mm, dtype=np.float64).reshape(1, -1, 2)
    return np.asarray(cv2.perspectiveTransform(flat, view)).reshape(np.shape(points_mm))


def seen(mat: Page, **hangs: float) -> MatSight | None:
    return find_mat(shown(mat, lens(**{"tilt_deg": 5, "turn_deg": 0, "cloth_mm": 650, **hangs})))


@pytest.mark.parametrize("turn_deg", [0, 90, 180, 270, 33])
@pytest.mark.parametrize("tilt_deg", [0, 18])
def test_it_gives_millimetres_and_the_way_up(mat: Page, turn_deg: float, tilt_deg: float) -> None:
    view = lens(tilt_deg=tilt_deg, turn_deg=turn_deg, cloth_mm=650)
    sight = find_mat(shown(mat, view))
    assert sight is not None
    for box in card_boxes().values():
        place_mm = np.array(box.centre_mm) - np.array(MAT_MM) / 2
        assert sight.plane.mm(at_px(view, place_mm)) == pytest.approx(place_mm, abs=1.0)
    assert abs((sight.turn_deg - turn_deg + 180) % 360 - 180) < 3
    assert sight.tilt_deg == pytest.approx(tilt_deg, abs=2.0)
    assert sight.cloth_mm == pytest.approx(650, rel=0.01 if tilt_deg == 0 else 0.12)


def test_one_marker_under_an_elbow_is_enough_less_is_not(mat: Page) -> None:
    view = lens(tilt_deg=8, turn_deg=0, cloth_mm=650)
    picture = shown(mat, view)
    middle = VIEW_PX[0] // 2
    picture[: VIEW_PX[1] // 2, middle:] = 128
    sight = find_mat(picture)
    assert sight is not None
    assert sight.markers == 3
    picture[:, middle:] = 128
    assert find_mat(picture) is None


@pytest.mark.parametrize(
    ("hangs", "problem", "says"),
    [
        ({}, None, ""),
        ({"tilt_deg": 30.0}, MatProblem.TILT, "straight down"),
        ({"cloth_mm": 480.0}, MatProblem.NEAR, "raise it"),
        ({"cloth_mm": 1000.0}, MatProblem.FAR, "lower it"),
    ],
)
def test_a_camera_that_hangs_wrong_is_told_what_to_mend(
    mat: Page, hangs: dict[str, float], problem: MatProblem | None, says: str
) -> None:
    sight = seen(mat, **hangs)
    assert sight is not None
    assert sight.problems()[:1] == (() if problem is None else (problem,))
    found = judge_mat(shown(mat, lens(**{"tilt_deg": 5, "turn_deg": 0, "cloth_mm": 650, **hangs})))
    assert found.good is (problem is None)
    assert says in found.advice


def test_a_mat_that_is_cut_off_and_no_mat_at_all(mat: Page) -> None:
    lower = np.array([[1.0, 0, 0], [0, 1, 60], [0, 0, 1]])  # a corner of it leaves the picture
    sight = find_mat(shown(mat, lower @ lens(tilt_deg=0, turn_deg=45, cloth_mm=480)))
    assert sight is not None
    assert sight.markers == 3
    assert sight.problems()[0] is MatProblem.CUT
    nothing = np.full((960, 1280, 3), 90, np.uint8)
    assert find_mat(nothing) is None
    assert judge_mat(nothing).good is None


@pytest.mark.parametrize("turn_deg", [0, 90, 180])
def test_the_eyes_name_the_corners_as_the_mat_lies(mat: Page, turn_deg: float) -> None:
    """A camera that hangs turned needs no setting: the mat says which way is up."""
    view = lens(tilt_deg=6, turn_deg=turn_deg, cloth_mm=650)
    picture, script = shown(mat, view), Script()
    eyes = Eyes(
        detector=ScriptedDetector(script),
        card_reader=ScriptedCardReader(script),
        pawn_reader=ScriptedPawnReader(script),
        layout=GAMES["vale-avi"].layout(GAMES["vale-avi"].options({})),
    )
    eyes.look(Frame(picture, 1, 0.0))
    quads: dict[str, Quad] = {}
    for name, box in card_boxes().items():
        x, y = np.array(box.centre_mm) - np.array(MAT_MM) / 2
        quads[name] = at_px(view, box_quad((x, y), 63, 88, 0)).astype(np.float32)
        paper = (230, 230, 230) if name == "M" else (60, 40, 140)
        cv2.fillConvexPoly(picture, quads[name].astype(np.int32), paper)
    script.truth = [
        TruthItem(
            kind=Kind.FACE if name == "M" else Kind.BACK,
            index=index,
            carried=False,
            label="QH" if name == "M" else None,
            corners_px=quad,
            visible_px=quad,
            visible=1.0,
        )
        for index, (name, quad) in enumerate(quads.items())
    ]
    events = []
    for n in range(2, 8):
        look = eyes.look(Frame(picture, n, 0.4 * n))
        events += look.events
    assert any(isinstance(event, LayoutSeen) for event in events)
    for name, quad in quads.items():
        assert look.places_px[name].mean(axis=0) == pytest.approx(quad.mean(axis=0), abs=6)


def test_the_eyes_trust_the_mat_more_than_a_card(mat: Page) -> None:
    picture = shown(mat, lens(tilt_deg=6, turn_deg=90, cloth_mm=650))
    cloth = ClothPlane()
    told, _ = cloth.fit([], picture, in_use=False)
    torn = [box_quad((600, 500), 60, 150, 30)]  # half a card, or none at all
    for _ in range(10):
        plane, relaid = cloth.fit(torn, picture, in_use=False)
        assert (plane, relaid) == (told, None)


def test_a_mat_laid_under_open_eyes_is_found_soon(mat: Page) -> None:
    bare = np.full((VIEW_PX[1], VIEW_PX[0], 3), TABLE_GREY, np.uint8)
    cloth = ClothPlane()
    cloth.fit([], bare, in_use=False)
    picture = shown(mat, lens(tilt_deg=6, turn_deg=0, cloth_mm=650))
    for _ in range(MAT_EVERY):
        cloth.fit([], picture, in_use=False)
    sight = find_mat(picture)
    assert sight is not None
    assert cloth.plane is not None
    assert np.allclose(cloth.plane.to_plane, sight.plane.to_plane)


def test_two_sheets_laid_edge_to_edge_are_the_same_mat(tmp_path: Path) -> None:
    write_mat_pdf(tmp_path / "a4.pdf", paper="a4")
    left, right = pages(tmp_path / "a4.pdf")
    joined = np.ascontiguousarray(np.hstack([left, right]))
    sight = find_mat(joined)
    assert sight is not None
    assert sight.misfit_mm < 0.2
