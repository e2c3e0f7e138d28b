"""How quick the eyes are: staged pictures of whole hands, the shipped networks, no gate's help."""

import statistics
import time
from collections.abc import Iterator
from functools import cache
from random import Random

from figure import NotMeasured, figure

from device.eyes import EyesSpec
from device.sight import shipped_eyes
from device.stage import CORNERS, FRAME_S, LyingPawn, Table, evening_clutter, evening_look
from rules.games.vale_avi import VALE_AVI, Options
from rules.tabletop import Owner, PawnSide
from vision.cameras.staged import DECKS, STAGE_SIZE_PX
from vision.frame import Frame, VisionError
from vision.scene.faces import FaceLibrary
from vision.scene.render import Renderer
from vision.scene.scene import Scene

EVENINGS = 4


@figure(unit="ms", at_most=110)
def picture_to_observation_p50() -> float:
    """One picture of 1280x960 to what lies on the table, median; the target is a Pi 5's."""
    return statistics.median(_looks_ms())


@figure(unit="ms", at_most=200)
def picture_to_observation_p95() -> float:
    """The same, one in twenty is slower."""
    return statistics.quantiles(_looks_ms(), n=20)[-1]


@cache
def _looks_ms() -> tuple[float, ...]:
    """Wall time of every look at a few staged hands, the first (warming up) left out."""
    spec = EyesSpec(cameras=("staged",), layout=VALE_AVI.layout(Options()))
    try:
        eyes = [shipped_eyes(spec) for _ in range(EVENINGS)]
    except VisionError as reason:
        raise NotMeasured(str(reason)) from reason
    took_ms = []
    for evening, look in enumerate(eyes):
        for frame in _frames(evening):
            began_s = time.perf_counter()
            look.look(frame)
            took_ms.append(1000 * (time.perf_counter() - began_s))
    return tuple(took_ms[1:])


def _frames(evening: int) -> Iterator[Frame]:
    """Every picture differs from the one before, so that each is looked at."""
    rng = Random(evening)
    faces = FaceLibrary.open(DECKS)
    deck = rng.choice(faces.names)
    table = Table(look=evening_look(rng, deck), rng=rng, clutter=evening_clutter(rng))
    renderer = Renderer(faces, size_px=STAGE_SIZE_PX)
    for seq, scene in enumerate(_hand(table)):
        image = renderer.render(scene, seed=seq).image
        yield Frame(image=image, seq=seq, taken_s=seq * FRAME_S)


def _hand(table: Table) -> Iterator[Scene]:
    """A deal, four pawns one by one, four corners turned."""
    table.deal()
    yield table.scene()
    for owner, corner in zip(tuple(Owner), CORNERS, strict=False):
        x_mm, y_mm = table.spot(corner)
        table.pawns[owner] = LyingPawn(owner, PawnSide.UPRIGHT, x_mm, y_mm, 0.0, corner)
        yield table.scene()
    table.pawns.clear()
    for corner in CORNERS:
        table.turn_over(corner)
        yield table.scene()
