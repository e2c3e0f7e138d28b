"""Where indices are and what they say: the networks' numbers, crops, the shipped weights."""

import hashlib
import tomllib
from importlib import resources
from pathlib import Path

import numpy as np
import pytest

from vision.detectors.indices import CHANNELS, PX_PER_MM, STRIDE, IndexFinder, IndexSpot, spots_of
from vision.frame import VisionError
from vision.readers.base import RANKS, SUITS
from vision.readers.indices import CROP_PX_PER_MM, INDEX_PX, IndexReader, crop_at, crops_of


def places(*spots: tuple[float, float, float, float, float]) -> np.ndarray:
    """6 x 40 x 50 from (x, y in network pixels, degrees clockwise, scale, likelihood)."""
    out = np.zeros((CHANNELS, 40, 50), np.float32)
    for x, y, turn, scale, likely in spots:
        column, row = int(x / STRIDE), int(y / STRIDE)
        up = 0.8 * np.array([np.sin(np.radians(turn)), -np.cos(np.radians(turn))])
        aside = (x / STRIDE - column - 0.5, y / STRIDE - row - 0.5)
        out[:, row, column] = (likely, *aside, *up, np.log(scale))
    return out


def test_a_peak_is_an_index_with_its_place_direction_and_scale() -> None:
    (spot,) = spots_of(places((101.5, 62.25, 30.0, 1.2, 0.9)))
    assert spot.confidence == pytest.approx(0.9)
    assert spot.centre_px == pytest.approx((101.5, 62.25), abs=0.01)
    assert spot.up == pytest.approx((0.5, -np.sqrt(0.75)), abs=1e-3)
    assert spot.px_per_mm == pytest.approx(1.2 * PX_PER_MM, abs=1e-3)


def test_neighbours_in_a_fan_are_two_and_one_index_is_told_once() -> None:
    beside = places((60, 60, 0, 1, 0.9), (60 + 9 * PX_PER_MM, 61, 8, 1, 0.8))
    twice = places((60, 60, 0, 1.3, 0.9), (60 + 4.4 * 1.3 * PX_PER_MM, 60, 0, 1.3, 0.8))
    assert (len(spots_of(beside)), len(spots_of(twice))) == (2, 1)


def test_what_is_hardly_likely_is_left_out() -> None:
    assert spots_of(places((60, 60, 0, 1, 0.1))) == []


def marked(turn_deg: float, px_per_mm: float) -> tuple[np.ndarray, IndexSpot]:
    """A grey picture with a red mark 8 mm above a spot and a blue one 8 mm to its right."""
    image = np.full((400, 500, 3), 90, np.uint8)
    centre = np.array([250.0, 200.0], np.float32)
    turn = np.radians(turn_deg)
    up = np.array([np.sin(turn), -np.cos(turn)], np.float32)
    right = np.array([np.cos(turn), np.sin(turn)])
    rows, columns = np.mgrid[0:400, 0:500]
    for ahead, colour in ((up, (0, 0, 255)), (right, (255, 0, 0))):
        x, y = centre + 8 * px_per_mm * ahead
        image[(columns - x) ** 2 + (rows - y) ** 2 < (1.5 * px_per_mm) ** 2] = colour
    return image, IndexSpot(centre, up, px_per_mm, 0.9)


@pytest.mark.parametrize("turn_deg", [0.0, 57.0, 180.0, 291.0])
@pytest.mark.parametrize("px_per_mm", [1.6, CROP_PX_PER_MM, 7.0])
def test_a_crop_stands_upright_at_its_own_scale(turn_deg: float, px_per_mm: float) -> None:
    image, spot = marked(turn_deg, px_per_mm)
    (crop,) = crops_of(image, [spot])
    assert crop.shape == (INDEX_PX[1], INDEX_PX[0], 3)
    middle = (np.array(INDEX_PX) - 1) / 2
    for channel, ahead in ((2, (0, -1)), (0, (1, 0))):
        excess = crop[..., channel].astype(int) - crop.min(axis=2)
        rows, columns = np.nonzero(excess > 80)
        at = np.array([columns.mean(), rows.mean()]) - middle
        assert at == pytest.approx(8 * CROP_PX_PER_MM * np.array(ahead), abs=1.3)


def test_a_crop_at_the_edge_of_the_picture_repeats_it() -> None:
    image = np.full((60, 60, 3), 77, np.uint8)
    crop = crop_at(image, np.zeros(2, np.float32), np.array([0, -1], np.float32), 2.0)
    assert (crop == 77).all()


def test_missing_weights_are_named(tmp_path: Path) -> None:
    with pytest.raises(VisionError, match=r"yok\.onnx"):
        IndexFinder(path=tmp_path / "yok.onnx")
    with pytest.raises(VisionError, match=r"yok\.onnx"):
        IndexReader(path=tmp_path / "yok.onnx")


@pytest.mark.parametrize("name", ["index_finder", "index_reader"])
def test_weights_are_those_of_the_manifest(name: str) -> None:
    text = (resources.files("models") / "manifest.toml").read_text(encoding="utf-8")
    entry = tomllib.loads(text)[name]
    weights = (resources.files("models") / str(entry["file"])).read_bytes()
    assert hashlib.sha256(weights).hexdigest() == entry["sha256"]
    assert len(weights) < 2_000_000


def test_the_manifest_names_ranks_and_suits_in_the_order_of_the_code() -> None:
    text = (resources.files("models") / "manifest.toml").read_text(encoding="utf-8")
    entry = tomllib.loads(text)["index_reader"]
    assert entry["ranks"] == [str(rank) for rank in RANKS]
    assert entry["suits"] == [str(suit) for suit in SUITS]
