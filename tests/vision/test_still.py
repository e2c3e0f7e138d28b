"""Reading one photo: what is said, what is left unsaid, and what people are told."""

import numpy as np
import pytest

from rules.cards import Rank
from rules.tabletop import Owner, PawnSide
from tests.vision.conftest import DEAL
from vision.detectors.base import Detection
from vision.detectors.scripted import (
    Script,
    ScriptedCardReader,
    ScriptedDetector,
    ScriptedPawnReader,
)
from vision.frame import Image
from vision.readers.base import CardReading
from vision.scene.render import Renderer
from vision.scene.scene import Look, Scene, SceneCard, ScenePawn
from vision.still import StillReading, annotate, read_still

CARDS = (
    *DEAL.values(),
    SceneCard(face="TS", x_mm=230, y_mm=-100, angle_deg=20),
)
PAWNS = (ScenePawn(owner=Owner.PINK, side=PawnSide.FLIPPED, x_mm=-112, y_mm=-84),)


@pytest.fixture
def photo(renderer: Renderer) -> tuple[Image, Script]:
    scene = Scene(look=Look(deck="buculei", tilt_deg=15), cards=CARDS, pawns=PAWNS)
    rendered = renderer.render(scene, seed=1)
    return rendered.image, Script(truth=rendered.truth)


def read(image: Image, script: Script) -> StillReading:
    return read_still(
        image,
        detector=ScriptedDetector(script),
        card_reader=ScriptedCardReader(script),
        pawn_reader=ScriptedPawnReader(script),
    )


def test_everything_on_the_table_is_said(photo: tuple[Image, Script]) -> None:
    reading = read(*photo)
    assert sorted(c.label or "" for c in reading.cards) == ["QH", "TS", *["back"] * 4]
    (pawn,) = reading.pawns
    assert (pawn.owner, pawn.side) == (Owner.PINK, PawnSide.FLIPPED)
    assert all(0 <= c.confidence <= 1 and c.corners_px.shape == (4, 2) for c in reading.cards)


def test_what_is_doubtful_is_not_said(photo: tuple[Image, Script]) -> None:
    image, script = photo
    script.sure = 0.85
    queen = next(c for c in read(image, script).cards if c.rank is Rank.QUEEN)
    assert queen.label is None
    script.sure = 0.45
    cards = [c for c in read(image, script).cards if c.label != "back"]
    assert [(c.label, c.rank, c.suit) for c in cards] == [(None, None, None)] * 2
    script.sure = 0.6
    assert [p.owner for p in read(image, script).pawns] == [None]


def test_what_the_reader_calls_no_card_is_dropped(photo: tuple[Image, Script]) -> None:
    image, script = photo

    class Doubter(ScriptedCardReader):
        def read(self, image: Image, cards: list[Detection]) -> list[CardReading]:  # type: ignore[override]
            return [
                CardReading(np.array([0.2, 0.1, 0.7]), r.rank_p, r.suit_p, r.corners_px)
                for r in super().read(image, cards)
            ]

    reading = read_still(
        image,
        detector=ScriptedDetector(script),
        card_reader=Doubter(script),
        pawn_reader=ScriptedPawnReader(script),
    )
    assert reading.cards == ()


def test_a_picture_with_no_table_is_a_note_not_an_error() -> None:
    image = np.random.default_rng(0).integers(0, 255, (120, 160, 3), dtype=np.uint8)
    reading = read(image, Script())
    assert (reading.cards, reading.pawns) == ((), ())
    assert reading.notes[0].startswith("Kart görünmüyor")


def test_a_dark_photo_says_so(photo: tuple[Image, Script]) -> None:
    image, script = photo
    notes = read((image * 0.15).astype(np.uint8), script).notes
    assert any(note.startswith("Masa karanlık") for note in notes)


def test_the_drawing_leaves_the_photo_alone(photo: tuple[Image, Script]) -> None:
    image, script = photo
    before = image.copy()
    drawn = annotate(image, read(image, script))
    assert (image == before).all()
    assert drawn.shape == image.shape
    assert (drawn != image).any()
