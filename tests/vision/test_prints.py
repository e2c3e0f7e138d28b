"""A medallion on every back is print; a pawn lies on one."""

import cv2
import numpy as np
import pytest

from vision.frame import Image
from vision.geometry import Quad
from vision.prints import is_print
from vision.thumb import Thumb

CARD = np.array([[0, 0], [63, 0], [63, 88], [0, 88]], np.float32)
"""One pixel of the print for a millimetre; the table is drawn at 1.6 pixels a millimetre."""


def _back() -> Image:
    back = np.full((88, 63, 3), (60, 90, 170), np.uint8)
    back[::4, ::4] = (90, 130, 200)
    cv2.ellipse(back, (31, 44), (8, 12), 0, 0, 360, (120, 160, 215), 3)
    return back


def _pale_back() -> Image:
    back = np.full((88, 63, 3), (192, 176, 196), np.uint8)
    back[::3, ::3] = (200, 186, 204)
    return back


def _table(*, err_px: float, back: Image | None = None) -> tuple[Image, list[Quad]]:
    """Four backs, seen aslant and lying crooked, and outlines that err by so much."""
    rng = np.random.default_rng(4)
    image = np.full((720, 960, 3), (40, 70, 50), np.uint8)
    quads = []
    for x, y, turn in ((250, 200, 4), (650, 190, -6), (240, 500, 184), (660, 520, 2)):
        c, s = np.cos(np.deg2rad(turn)), np.sin(np.deg2rad(turn))
        flat = (CARD - CARD.mean(axis=0)) @ np.array([[c, s], [-s, c]]) * 1.6
        flat *= np.array([1, 0.85 + 0.0003 * y])
        quad = (flat + np.array([x, y])).astype(np.float32)
        matrix = cv2.getPerspectiveTransform(CARD, quad)
        cv2.warpPerspective(
            _back() if back is None else back,
            matrix,
            (960, 720),
            dst=image,
            borderMode=cv2.BORDER_TRANSPARENT,
        )
        quads.append((quad + rng.normal(0, err_px, (4, 2))).astype(np.float32))
    return image, quads


def _box(centre: Quad, half_px: float = 20) -> Quad:
    return (centre + np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) * half_px).astype(np.float32)


@pytest.mark.parametrize("which", range(4))
@pytest.mark.parametrize("err_px", [0.0, 1.5])
def test_a_medallion_is_print(which: int, err_px: float) -> None:
    image, quads = _table(err_px=err_px)
    assert is_print(_box(quads[which].mean(axis=0)), quads, Thumb.of(image))


@pytest.mark.parametrize("which", range(4))
def test_a_pawn_on_the_medallion_is_none(which: int) -> None:
    image, quads = _table(err_px=1.5)
    centre = quads[which].mean(axis=0)
    cv2.circle(image, tuple(np.round(centre).astype(int).tolist()), 20, (60, 60, 200), -1)
    assert not is_print(_box(centre), quads, Thumb.of(image))


@pytest.mark.parametrize("which", range(4))
def test_a_pale_pawn_on_pale_backs_is_none(which: int) -> None:
    image, quads = _table(err_px=1.0, back=_pale_back())
    centre = quads[which].mean(axis=0) + np.array([12, -20], np.float32)
    place = tuple(np.round(centre).astype(int).tolist())
    cv2.circle(image, place, 18, (186, 170, 206), -1, cv2.LINE_AA)
    cv2.circle(image, place, 8, (196, 178, 220), 3, cv2.LINE_AA)
    assert not is_print(_box(centre), quads, Thumb.of(image))


@pytest.mark.parametrize("which", range(4))
def test_a_medallion_under_the_edge_of_a_pawn_is_print_all_the_same(which: int) -> None:
    image, quads = _table(err_px=1.0)
    centre = quads[which].mean(axis=0)
    pawn = centre + np.array([4, 26], np.float32)
    cv2.circle(image, tuple(np.round(pawn).astype(int).tolist()), 20, (160, 60, 40), -1)
    thumb = Thumb.of(image)
    assert not is_print(_box(centre), quads, thumb)
    assert is_print(_box(centre), quads, thumb, over_px=[_box(pawn)])
    assert not is_print(_box(pawn), quads, thumb, over_px=[_box(centre)])


def test_pawns_at_the_same_spot_of_two_cards_are_two_pawns() -> None:
    image, quads = _table(err_px=0.5)
    for quad, colour in ((quads[0], (60, 50, 190)), (quads[1], (150, 110, 225))):
        cv2.circle(image, tuple(np.round(quad.mean(axis=0)).astype(int).tolist()), 20, colour, -1)
    for quad in quads[:2]:
        assert not is_print(_box(quad.mean(axis=0)), quads, Thumb.of(image))


def test_a_pawn_beside_the_cards_is_none() -> None:
    image, quads = _table(err_px=0)
    assert not is_print(_box(np.array([450.0, 350.0])), quads, Thumb.of(image))
