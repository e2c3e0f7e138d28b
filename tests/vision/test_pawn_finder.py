"""Where pawns lie: the network's numbers, the scale the cards give, the shipped weights."""

import random
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from rules.tabletop import Owner, PawnSide
from vision.detectors.base import Box, Detection, Kind
from vision.detectors.pawns import STRIDE, PawnFinder, peaks
from vision.detectors.table import TableDetector
from vision.frame import Image, VisionError
from vision.geometry import box_quad
from vision.scene.faces import FaceLibrary
from vision.scene.render import Renderer
from vision.scene.scene import Look, Scene, SceneCard, ScenePawn

DECKS = Path(__file__).parents[2] / "vision" / "scene" / "decks"


def heat(*spots: tuple[float, float, float, float]) -> np.ndarray:
    """4 x 40 x 50 from (x, y, radius) in network pixels and the likelihood."""
    out = np.zeros((4, 40, 50), np.float32)
    for x, y, radius, likely in spots:
        column, row = int(x / STRIDE), int(y / STRIDE)
        out[:, row, column] = (
            likely,
            x / STRIDE - column - 0.5,
            y / STRIDE - row - 0.5,
            np.log(radius),
        )
    return out


def test_a_peak_is_a_pawn_with_its_centre_and_size() -> None:
    ((likely, centre, radius),) = peaks(heat((101.5, 62.25, 14.0, 0.9)))
    assert likely == pytest.approx(0.9)
    assert centre == pytest.approx((101.5, 62.25), abs=0.01)
    assert radius == pytest.approx(14.0, abs=0.01)


def test_pawns_that_touch_are_two_and_one_pawn_is_told_once() -> None:
    touching = heat((60, 60, 14, 0.9), (87, 60, 14, 0.8))
    twice = heat((60, 60, 14, 0.9), (69, 60, 14, 0.8))
    assert (len(peaks(touching)), len(peaks(twice))) == (2, 1)


def test_a_weak_peak_between_two_pawns_is_none_and_a_clear_one_is_a_stack() -> None:
    between = heat((60, 60, 14, 0.9), (90, 60, 14, 0.9), (75, 66, 14, 0.6))
    stacked = heat((60, 60, 14, 0.9), (75, 66, 14, 0.85))
    assert (len(peaks(between)), len(peaks(stacked))) == (2, 2)


def test_what_is_hardly_likely_is_left_out() -> None:
    assert peaks(heat((60, 60, 14, 0.2))) == []


def test_missing_weights_are_named(tmp_path: Path) -> None:
    with pytest.raises(VisionError, match=r"yok\.onnx"):
        PawnFinder(path=tmp_path / "yok.onnx")


class Cards:
    """A detector that knows where the cards lie."""

    def __init__(self, found: list[Detection]) -> None:
        self.found = found

    def detect(self, image: Image, *, pawns_within: Box | None = None) -> list[Detection]:
        return self.found


def table(rng: random.Random, *, width_mm: float) -> tuple[Scene, list[tuple[float, float]]]:
    """Five cards and six pawns apart from each other, on closed cards and beside."""
    look = Look(
        deck="kennard",
        back=rng.randrange(8),
        cloth=rng.randrange(40),
        lamp=rng.randrange(40),
        width_mm=width_mm,
        tilt_deg=rng.uniform(0, 12),
    )
    spots = [(0, 0), (-95, -105), (95, -105), (95, 105), (-95, 105)]
    cards = tuple(
        SceneCard(face="QH" if k == 0 else None, x_mm=x, y_mm=y, angle_deg=rng.gauss(0, 8))
        for k, (x, y) in enumerate(spots)
    )
    places = [(-95, -120), (-85, -85), (95, -105), (105, 120), (-150, 20), (-95, 105)]
    pawns = tuple(
        ScenePawn(
            owner=owner,
            side=rng.choice(list(PawnSide)),
            x_mm=x,
            y_mm=y,
            angle_deg=rng.uniform(0, 360),
        )
        for owner, (x, y) in zip(Owner, places, strict=True)
    )
    return replace(Scene(look=look), cards=cards, pawns=pawns), places


@pytest.mark.parametrize("width_mm", [480.0, 700.0])
def test_the_shipped_weights_find_the_pawns_of_the_staged_table(width_mm: float) -> None:
    renderer = Renderer(FaceLibrary.open(DECKS), size_px=(1280, 960))
    there = found = invented = 0
    for seed in range(8):
        scene, _ = table(random.Random(seed), width_mm=width_mm)
        rendered = renderer.render(scene, seed=seed)
        cards = [
            Detection(item.kind, item.corners_px, 1.0)
            for item in rendered.truth
            if item.kind in (Kind.FACE, Kind.BACK)
        ]
        spots = [
            d.corners_px.mean(axis=0)
            for d in TableDetector(Cards(cards), PawnFinder()).detect(rendered.image)
            if d.kind is Kind.PAWN and d.confidence >= 0.5
        ]
        truth = [i.corners_px.mean(axis=0) for i in rendered.truth if i.kind is Kind.PAWN]
        near = [min((float(np.linalg.norm(s - t)) for s in spots), default=1e9) for t in truth]
        there += len(truth)
        found += sum(gap < 6 for gap in near)
        invented += len(spots) - sum(gap < 20 for gap in near)
    assert found >= 0.95 * there
    assert invented <= 1


def test_without_a_card_the_scale_is_unknown_and_nothing_is_looked_for_anew() -> None:
    seen = [Detection(Kind.PAWN, box_quad((50, 50), 20, 20, 0), 0.8)]
    image = np.zeros((96, 128, 3), np.uint8)
    assert TableDetector(Cards(seen), PawnFinder()).detect(image) == seen
