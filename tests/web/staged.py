"""A simulation: pictures of a table as a camera takes them, and what is to be read there."""

import io
import math
from functools import cache

from PIL import Image

from rules.tabletop import Owner, PawnSide
from vision.cameras.staged import DECKS
from vision.scene.faces import FaceLibrary
from vision.scene.render import render
from vision.scene.scene import Look, Scene, SceneCard, ScenePawn
from web.photo import Seen, SeenCard, SeenPawn

SEATS = (Owner.YELLOW, Owner.RED, Owner.TURQUOISE)
WIDTH_MM, HIGH_MM = 560.0, 420.0
CORNERS = {"KB": (-105.0, -95.0), "KD": (105.0, -95.0), "GB": (-105.0, 95.0), "GD": (105.0, 95.0)}
FAN = ("5H", "TS", "9D")


def _at(x_mm: float, y_mm: float) -> tuple[float, float]:
    """Where a place of the cloth is in a picture that was taken straight down."""
    return (0.5 + x_mm / WIDTH_MM, 0.5 + y_mm / HIGH_MM)


def _pawn(owner: Owner, x_mm: float, y_mm: float, side: PawnSide = PawnSide.UPRIGHT) -> ScenePawn:
    return ScenePawn(owner=owner, side=side, x_mm=x_mm, y_mm=y_mm)


def _round() -> tuple[ScenePawn, ...]:
    """Everybody's pawn before its player, clockwise from the lower edge on."""
    turns = [math.radians(90 + 120 * at) for at in range(len(SEATS))]
    where = [(200 * math.cos(turn), 160 * math.sin(turn)) for turn in turns]
    return tuple(_pawn(owner, *at) for owner, at in zip(SEATS, where, strict=True))


@cache
def seats_jpeg(*, tilt_deg: float = 0.0) -> bytes:
    """Three pawns, each before its player."""
    return _jpeg(pawns=_round(), tilt_deg=tilt_deg)


def seats_seen() -> Seen:
    pawns = tuple(
        SeenPawn(at=_at(pawn.x_mm, pawn.y_mm), owner=pawn.owner, side="D") for pawn in _round()
    )
    return Seen(pawns=pawns, round=tuple(SEATS))


@cache
def table_jpeg() -> bytes:
    """A deal of Vale Avı: a king in the middle, one corner open, two pawns laid."""
    cards = [SceneCard(face="KD", x_mm=0, y_mm=0, angle_deg=2)]
    for name, (x_mm, y_mm) in CORNERS.items():
        face = "AS" if name == "KB" else None
        cards.append(SceneCard(face=face, x_mm=x_mm, y_mm=y_mm, angle_deg=-3))
    x_mm, y_mm = CORNERS["KD"]
    pawns = (
        _pawn(Owner.RED, x_mm - 16, y_mm + 14),
        _pawn(Owner.BLUE, x_mm + 16, y_mm + 14, PawnSide.FLIPPED),
    )
    return _jpeg(cards=tuple(cards), pawns=pawns)


def table_seen() -> Seen:
    corners = tuple(
        SeenCard(at=_at(*CORNERS[name]), card="AS", rank="A", place=name)
        if name == "KB"
        else SeenCard(at=_at(*CORNERS[name]), back=True, place=name)
        for name in CORNERS
    )
    x_mm, y_mm = CORNERS["KD"]
    return Seen(
        cards=(SeenCard(at=_at(0, 0), card="KD", rank="K", place="M"), *corners),
        pawns=(
            SeenPawn(at=_at(x_mm - 16, y_mm + 14), owner="red", side="D", place="KD"),
            SeenPawn(at=_at(x_mm + 16, y_mm + 14), owner="blue", side="T", place="KD"),
        ),
    )


@cache
def hand_jpeg() -> bytes:
    """Three cards laid out as a hand."""
    cards = tuple(
        SceneCard(face=face, x_mm=80.0 * (at - 1), y_mm=0, angle_deg=6.0 * (at - 1))
        for at, face in enumerate(FAN)
    )
    return _jpeg(cards=cards)


def hand_seen() -> Seen:
    return Seen(cards=tuple(SeenCard(at=(0.5, 0.5), card=face, rank=face[0]) for face in FAN))


def _jpeg(
    *,
    cards: tuple[SceneCard, ...] = (),
    pawns: tuple[ScenePawn, ...] = (),
    tilt_deg: float = 0.0,
) -> bytes:
    library = FaceLibrary.open(DECKS)
    look = Look(deck=library.names[0], cloth=4, lamp=2, tilt_deg=tilt_deg, width_mm=WIDTH_MM)
    table = render(Scene(look=look, cards=cards, pawns=pawns), faces=library, seed=1).image
    out = io.BytesIO()
    Image.fromarray(table[:, :, ::-1]).save(out, "JPEG", quality=85)
    return out.getvalue()
