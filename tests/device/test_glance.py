"""Photos from phones, read by the shipped networks in their own process: a staged table (rendered),
a hand laid out, and what is no picture at all."""

import io
import math
from collections.abc import Iterator

import numpy as np
import pytest
from PIL import Image as Pictures

from device.eyes import EyesSpec
from device.glance import LONGEST_PX, PhotoReader, decoded
from rules.games import GAMES
from rules.tabletop import Owner, PawnSide
from vision.cameras.staged import DECKS
from vision.scene.faces import FaceLibrary
from vision.scene.render import render
from vision.scene.scene import Look, Scene, SceneCard, ScenePawn
from web.photo import Unreadable

LOOK = Look(deck=FaceLibrary.open(DECKS).names[0], cloth=3, lamp=2, tilt_deg=8.0, width_mm=640.0)


@pytest.fixture(scope="module")
def reader() -> Iterator[PhotoReader]:
    game = GAMES["vale-avi"]
    made = PhotoReader(EyesSpec(cameras=(), layout=game.layout(game.options({})), threads=1))
    yield made
    made.close()


def photo(*cards: SceneCard, pawns: tuple[ScenePawn, ...] = ()) -> bytes:
    scene = Scene(look=LOOK, cards=cards, pawns=pawns)
    return jpeg(render(scene, faces=FaceLibrary.open(DECKS), seed=1).image[:, :, ::-1])


def jpeg(rgb: np.ndarray) -> bytes:
    out = io.BytesIO()
    Pictures.fromarray(np.ascontiguousarray(rgb)).save(out, "JPEG", quality=85)
    return out.getvalue()


def before(owner: Owner, seat_deg: float) -> ScenePawn:
    """Laid before whoever sits there."""
    x, y = math.cos(math.radians(seat_deg)), math.sin(math.radians(seat_deg))
    return ScenePawn(owner=owner, side=PawnSide.UPRIGHT, x_mm=200 * x, y_mm=160 * y)


def test_pawns_before_their_players_are_told_round_the_table(reader: PhotoReader) -> None:
    owners = (Owner.PURPLE, Owner.RED, Owner.YELLOW, Owner.BLUE)
    turned = (100, 175, 268, 5)  # nobody sits quite straight
    pawns = tuple(map(before, owners, turned))
    seen = reader(photo(pawns=pawns), fanned=False)
    assert seen.round == tuple(map(str, owners))
    assert [pawn.side for pawn in seen.pawns] == ["D"] * 4
    assert seen.cards == ()


def test_a_table_is_told_place_by_place(reader: PhotoReader) -> None:
    cards = (
        SceneCard(face="KD", x_mm=0, y_mm=0, angle_deg=2),
        SceneCard(face="AS", x_mm=-110, y_mm=-108, angle_deg=-3),
        SceneCard(face="QH", x_mm=-106, y_mm=110, angle_deg=1),
        SceneCard(face=None, x_mm=108, y_mm=-110, angle_deg=0),
        SceneCard(face=None, x_mm=110, y_mm=106, angle_deg=4),
    )
    pawns = (
        ScenePawn(owner=Owner.RED, side=PawnSide.UPRIGHT, x_mm=-112, y_mm=-84),
        ScenePawn(owner=Owner.PINK, side=PawnSide.FLIPPED, x_mm=108, y_mm=110),
        ScenePawn(owner=Owner.BLUE, side=PawnSide.UPRIGHT, x_mm=220, y_mm=0),
    )
    seen = reader(photo(*cards, pawns=pawns), fanned=False)
    assert {card.place: card.card for card in seen.cards if not card.back} == {
        "M": "KD",
        "KB": "AS",
        "GB": "QH",
    }
    assert {card.place for card in seen.cards if card.back} == {"KD", "GD"}
    assert {(pawn.owner, pawn.side, pawn.place) for pawn in seen.pawns} == {
        ("red", "D", "KB"),
        ("pink", "T", "GD"),
        ("blue", "D", None),
    }


def test_a_hand_laid_out_is_told_from_the_left_row_by_row(reader: PhotoReader) -> None:
    rows = (("5H", "6H", "7H", "TS"), ("TD", "TC", "9S"))
    cards = [
        SceneCard(face=face, x_mm=-105 + 70 * at, y_mm=-60 + 110 * row + 4 * (at % 2), angle_deg=2)
        for row, faces in enumerate(rows)
        for at, face in enumerate(faces)
    ]
    seen = reader(photo(*cards), fanned=True)
    assert [card.card for card in seen.cards] == [face for faces in rows for face in faces]


def test_an_empty_cloth_is_empty_and_a_dark_one_says_so(reader: PhotoReader) -> None:
    assert reader(photo(), fanned=False).cards == ()
    dark = reader(jpeg(np.full((600, 800, 3), 20, np.uint8)), fanned=False)
    assert dark.cards == dark.pawns == ()
    assert "MASA_KARANLIK" in dark.advice


@pytest.mark.parametrize("data", [b"", b"hello", b"\xff\xd8\xff" + b"\0" * 500])
def test_what_is_no_picture_is_refused_and_the_next_one_is_read(
    reader: PhotoReader, data: bytes
) -> None:
    with pytest.raises(Unreadable) as refused:
        reader(data, fanned=False)
    assert refused.value.code == "FOTO_DEGIL"
    assert reader(photo(), fanned=False).cards == ()


def test_a_reader_that_dies_is_started_again(reader: PhotoReader) -> None:
    reader(photo(), fanned=False)
    reader.close()
    assert reader(photo(), fanned=False).pawns == ()


def test_large_photos_come_smaller_and_huge_ones_are_refused() -> None:
    large = decoded(jpeg(np.zeros((10_000, 10_000, 3), np.uint8)))  # 100 megapixels
    assert not isinstance(large, str)
    assert max(large.shape) <= LONGEST_PX
    out = io.BytesIO()
    Pictures.new("L", (8000, 8000)).save(out, "PNG")  # cannot be decoded smaller
    assert decoded(out.getvalue()) == "FOTO_BUYUK"
    Pictures.new("1", (20_000, 20_000)).save(out := io.BytesIO(), "PNG")
    assert decoded(out.getvalue()) == "FOTO_BUYUK"


def test_a_phone_held_upright_is_turned_as_it_says() -> None:
    picture = Pictures.new("RGB", (80, 40), "red")
    exif = picture.getexif()
    exif[0x0112] = 6
    picture.save(out := io.BytesIO(), "JPEG", exif=exif)
    turned = decoded(out.getvalue())
    assert not isinstance(turned, str)
    assert turned.shape == (80, 40, 3)
    assert turned[40, 20, 2] > 200, "red is the last of BGR"
