"""Network numbers to detections: shapes, angles, thresholds, and which overlaps are one thing."""

import math

import numpy as np
import pytest

from vision.detectors.base import Detection, Kind
from vision.detectors.onnx import OnnxDetector, PhotoDetector, decode, resolve_overlaps
from vision.detectors.scripted import Script, ScriptedDetector
from vision.detectors.turns import DetectorInTurns
from vision.frame import VisionError
from vision.geometry import box_quad, quad_angle_deg, quad_size


def raw(*boxes: tuple[float, float, float, float, Kind, float, float]) -> np.ndarray:
    """9 x anchors from (cx, cy, w, h, kind, score, angle in degrees)."""
    out = np.zeros((9, len(boxes)), dtype=np.float32)
    for i, (cx, cy, w, h, kind, score, angle) in enumerate(boxes):
        out[:4, i] = cx, cy, w, h
        out[4 + kind, i] = score
        out[8, i] = math.radians(angle)
    return out


@pytest.mark.parametrize("angle", [0, 30, 90, -45, 200, 725])
@pytest.mark.parametrize("sides", [(63, 88), (88, 63)])
def test_an_oriented_box_becomes_four_corners(angle: float, sides: tuple[int, int]) -> None:
    (found,) = decode(raw((100, 80, *sides, Kind.FACE, 0.9, angle)), 0.5)
    long_axis = angle + (90 if sides[1] > sides[0] else 0)
    assert found.corners_px.mean(axis=0) == pytest.approx((200, 160), abs=0.01)
    assert quad_size(found.corners_px) == pytest.approx((126, 176), abs=0.01)
    assert (quad_angle_deg(found.corners_px) - long_axis + 0.01) % 180 < 0.02
    assert np.linalg.norm(found.corners_px[1] - found.corners_px[0]) == pytest.approx(126, abs=0.1)


def test_each_kind_has_its_threshold() -> None:
    out = raw(
        (50, 50, 60, 80, Kind.FACE, 0.3, 0),
        (150, 50, 60, 80, Kind.FACE, 0.5, 0),
        (250, 50, 20, 20, Kind.HAND, 0.3, 0),
    )
    assert [d.kind for d in decode(out, 1.0)] == [Kind.FACE, Kind.HAND]


def test_an_export_with_its_own_selection_is_understood() -> None:
    rows = np.array([[100, 80, 63, 88, 0.9, 1, 0.2], [9, 9, 9, 9, 0.01, 0, 0]], dtype=np.float32)
    (found,) = decode(rows, 1.0)
    assert (found.kind, found.confidence) == (Kind.BACK, pytest.approx(0.9))


def test_another_networks_output_is_refused() -> None:
    with pytest.raises(VisionError, match="no oriented box"):
        decode(np.zeros((84, 100), dtype=np.float32), 1.0)


def test_missing_weights_are_named(tmp_path: object) -> None:
    from pathlib import Path

    path = Path(str(tmp_path)) / "yok.onnx"
    with pytest.raises(VisionError, match=r"yok\.onnx"):
        OnnxDetector(path)


def at(x: float, kind: Kind, confidence: float, *, turn: float = 0, w: float = 63) -> Detection:
    return Detection(kind, box_quad((x, 100), w, 88 if w > 30 else w, turn), confidence)


def test_a_face_and_a_back_on_each_other_are_one_card() -> None:
    kept = resolve_overlaps([at(100, Kind.FACE, 0.6), at(103, Kind.BACK, 0.8)])
    assert [d.kind for d in kept] == [Kind.BACK]


def test_cards_that_overlap_by_half_are_two() -> None:
    kept = resolve_overlaps([at(100, Kind.FACE, 0.9), at(125, Kind.FACE, 0.8, turn=15)])
    assert len(kept) == 2


def test_a_fragment_of_a_card_is_that_card() -> None:
    part = Detection(Kind.FACE, box_quad((100, 85), 60, 45, 0), 0.5)
    assert len(resolve_overlaps([at(100, Kind.FACE, 0.9), part])) == 1


def test_a_pawn_on_a_card_stays() -> None:
    kept = resolve_overlaps([at(100, Kind.BACK, 0.9), at(100, Kind.PAWN, 0.8, w=25)])
    assert {d.kind for d in kept} == {Kind.BACK, Kind.PAWN}


def test_pawns_that_touch_are_two() -> None:
    kept = resolve_overlaps([at(100, Kind.PAWN, 0.9, w=25), at(123, Kind.PAWN, 0.8, w=25)])
    assert len(kept) == 2


class AtAnySize:
    """Finds one card of a given length, and says which sizes it was asked at."""

    def __init__(self, card_px: float, confidence: float = 0.8) -> None:
        self.asked: list[int | None] = []
        self._card = Detection(
            Kind.FACE, box_quad((500, 400), card_px / 1.4, card_px, 0), confidence
        )

    def candidates(self, image: object, *, input_px: int | None = None) -> list[Detection]:
        self.asked.append(input_px)
        return [self._card]


@pytest.mark.parametrize(("card_px", "size"), [(300, 320), (120, 800), (900, 128), (30, 960)])
def test_a_photo_is_looked_at_in_the_size_that_suits_its_cards(card_px: float, size: int) -> None:
    image = np.zeros((720, 960, 3), dtype=np.uint8)
    network = AtAnySize(card_px)
    assert len(PhotoDetector(network).detect(image)) == 1
    assert network.asked[-1] == size


def test_a_photo_without_a_sure_card_is_answered_from_the_rough_looks() -> None:
    image = np.zeros((720, 960, 3), dtype=np.uint8)
    network = AtAnySize(200, confidence=0.4)
    assert len(PhotoDetector(network).detect(image)) == 1
    assert network.asked == [192, 416]


def test_sizes_take_turns_two_looks_each() -> None:
    image = np.zeros((720, 960, 3), dtype=np.uint8)
    network = AtAnySize(100)
    detector = DetectorInTurns(network)
    for _ in range(8):
        detector.detect(image)
    assert network.asked == [512, 512, 384, 384, 416, 416, 512, 512]


def test_the_scripted_detector_overlooks_what_it_is_told_to() -> None:
    image = np.zeros((10, 10, 3), dtype=np.uint8)
    assert ScriptedDetector(Script()).detect(image) == []
