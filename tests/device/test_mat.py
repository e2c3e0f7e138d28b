"""The printed mat, measured as a camera and as a ruler would."""

from pathlib import Path

import cv2
import numpy as np
import numpy.typing as npt
import pypdfium2
import pytest

from device.mat import (
    MARKER_MM,
    PLACES,
    RULER_Y_MM,
    Box,
    card_boxes,
    marker_boxes,
    strip_boxes,
    write_mat_pdf,
)
from rules.games import GAMES
from vision.calibrate import CARD_MM
from vision.calibrate_mat import MAT_MM

PX_MM = 150 / 25.4
Page = npt.NDArray[np.uint8]


def pages(path: Path) -> list[Page]:
    with pypdfium2.PdfDocument(path) as document:
        scale = PX_MM * 25.4 / 72
        return [page.render(scale=scale).to_numpy()[..., :3].copy() for page in document]


@pytest.fixture(scope="module")
def mat(tmp_path_factory: pytest.TempPathFactory) -> Page:
    path = tmp_path_factory.mktemp("mat") / "mat.pdf"
    write_mat_pdf(path)
    (page,) = pages(path)
    return page


def found_markers(picture: Page) -> dict[int, npt.NDArray[np.float64]]:
    dictionary = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50)
    corners, ids, _ = cv2.aruco.ArucoDetector(dictionary).detectMarkers(picture)
    return {int(i): c.reshape(4, 2) for i, c in zip(ids.ravel(), corners, strict=True)}


def test_the_page_is_a3(mat: Page) -> None:
    assert mat.shape[1] / PX_MM == pytest.approx(420, abs=0.2)
    assert mat.shape[0] / PX_MM == pytest.approx(297, abs=0.2)


def test_the_markers_are_where_they_are_said_to_be(mat: Page) -> None:
    found = found_markers(mat)
    assert sorted(found) == [0, 1, 2, 3]
    for number, box in marker_boxes().items():
        assert found[number].mean(axis=0) / PX_MM == pytest.approx(box.centre_mm, abs=0.2)
        side = np.linalg.norm(found[number][0] - found[number][1]) / PX_MM
        assert side == pytest.approx(MARKER_MM, abs=0.3)


@pytest.mark.parametrize("turn", [0, 90, 180, 270])
def test_a_leaning_camera_gets_millimetres_from_the_markers(mat: Page, turn: int) -> None:
    """From 70 cm up, leaning, turned, at a webcam's size: a place is right to a millimetre."""
    height, width = mat.shape[:2]
    plain = np.array([[0, 0], [width, 0], [width, height], [0, height]], dtype=np.float32)
    leaning = np.array([[160, 90], [1130, 60], [1200, 680], [70, 640]], dtype=np.float32)
    leaning = np.roll(leaning, turn // 90, axis=0)
    view = cv2.getPerspectiveTransform(plain, leaning)
    picture = np.asarray(
        cv2.warpPerspective(mat, view, (1280, 720), flags=cv2.INTER_AREA, borderValue=(90, 90, 90)),
        dtype=np.uint8,
    )
    found = found_markers(picture)
    assert sorted(found) == [0, 1, 2, 3]
    seen = np.array([found[n].mean(axis=0) for n in range(4)], dtype=np.float32)
    known = np.array([marker_boxes()[n].centre_mm for n in range(4)], dtype=np.float32)
    to_mm = cv2.getPerspectiveTransform(seen, known)
    for box in card_boxes().values():
        at_px = np.array([[box.centre_mm]], dtype=np.float32) * PX_MM
        told = cv2.perspectiveTransform(cv2.perspectiveTransform(at_px, view), to_mm)
        assert told.ravel() == pytest.approx(box.centre_mm, abs=2.0)


def test_the_ruler_line_is_100_mm(mat: Page) -> None:
    row = mat[round((RULER_Y_MM + 1.5) * PX_MM), round(275 * PX_MM) : round(400 * PX_MM), 0]
    ends = np.flatnonzero(row < 128) / PX_MM
    assert ends[-1] - ends[0] == pytest.approx(100, abs=0.5)


def test_the_places_are_the_games() -> None:
    game = GAMES["vale-avi"]
    layout = game.layout(game.options({}))
    assert set(PLACES) == {place.name for place in layout.places}
    assert layout.centre == "M"
    assert all((box.width_mm, box.height_mm) == CARD_MM for box in card_boxes().values())


def test_nothing_lies_over_anything_and_all_is_on_the_page() -> None:
    boxes = [*marker_boxes().values(), *card_boxes().values(), *strip_boxes()]
    for box in boxes:
        assert box.x_mm >= 5
        assert box.y_mm >= 5
        assert box.x_mm + box.width_mm <= MAT_MM[0] - 5
        assert box.y_mm + box.height_mm <= MAT_MM[1] - 5
    for n, one in enumerate(boxes):
        assert not any(over(one, other) for other in boxes[n + 1 :])


def over(one: Box, other: Box, gap_mm: float = 2.0) -> bool:
    return (
        one.x_mm < other.x_mm + other.width_mm + gap_mm
        and other.x_mm < one.x_mm + one.width_mm + gap_mm
        and one.y_mm < other.y_mm + other.height_mm + gap_mm
        and other.y_mm < one.y_mm + one.height_mm + gap_mm
    )


def test_two_a4_halves_make_the_mat(mat: Page, tmp_path: Path) -> None:
    write_mat_pdf(tmp_path / "a4.pdf", paper="a4")
    left, right = pages(tmp_path / "a4.pdf")
    assert left.shape[1] / PX_MM == pytest.approx(210, abs=0.2)
    joined = np.ascontiguousarray(np.hstack([left, right]))
    assert sorted(found_markers(joined)) == [0, 1, 2, 3]


def test_the_same_wish_gives_the_same_bytes_and_a_wrong_one_nothing(tmp_path: Path) -> None:
    for name in ("a.pdf", "b.pdf"):
        write_mat_pdf(tmp_path / name)
    assert (tmp_path / "a.pdf").read_bytes() == (tmp_path / "b.pdf").read_bytes()
    with pytest.raises(ValueError, match="a3 or a4"):
        write_mat_pdf(tmp_path / "c.pdf", paper="letter")
    assert not (tmp_path / "c.pdf").exists()
