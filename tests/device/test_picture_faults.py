"""A camera that works and shows rubbish: the shipped eyes on a hand that is under way.

Each fault is told with its own sentence, takes nothing from the hand and adds nothing to it, and
the hand is played to its end once the picture is right again.
"""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from device.eyes import EyesSpec, Report
from device.referee import Referee
from device.store import Store
from rules.games import GAMES
from rules.tabletop import Owner, PawnSide
from tests.device.camera_loop import Loop
from tests.device.scripted_table import open_referee
from tests.vision.conftest import DEAL
from tests.vision.faulty import Driver
from vision.frame import Image
from vision.scene.faces import FaceLibrary
from vision.scene.render import Renderer
from vision.scene.scene import Look, Scene, SceneCard, ScenePawn
from web import port
from web.words import LANGUAGES, words

GAME = GAMES["vale-avi"]
SPEC = EyesSpec(cameras=("usb:0",), layout=GAME.layout(GAME.options({})), threads=1)
OPENED = {"KB": "AS", "KD": "KH", "GB": "JD", "GD": "AC"}
TOLD = {
    "colours": "RENKLER_TERS",
    "pushed away": "KAMERA_KAYDI",
    "turned 90": "KAMERA_CEVRILDI",
    "turned 180": "KAMERA_CEVRILDI",
    "out of focus": "BULANIK",
    "no focus at all": "BULANIK",
    "too dark": "MASA_KARANLIK",
    "lamp out": "MASA_KARANLIK",
}
LONG_ENOUGH_S = 3.0
"""A pawn or card that is not seen for a second counts as gone."""


class Table:
    """Two players, their pawns on the upper corners; the scene as the driver's camera sees it."""

    def __init__(self) -> None:
        decks = Path(__file__).parents[2] / "vision" / "scene" / "decks" / "buculei"
        self._renderer = Renderer(FaceLibrary.open(decks), size_px=(1280, 960))

    def picture(self, *, pawns: bool = True, opened: bool = False) -> Image:
        cards = {n: replace(c, face=OPENED.get(n, c.face) if opened else c.face)
                 for n, c in DEAL.items()}  # fmt: skip
        lying = tuple(self._pawn(owner, cards[place], aside=opened) for owner, place in
                      (((Owner.RED, "KB"), (Owner.BLUE, "KD")) if pawns else ()))  # fmt: skip
        scene = Scene(look=Look(deck="buculei", tilt_deg=8), cards=tuple(cards.values()),
                      pawns=lying)  # fmt: skip
        return self._renderer.render(scene, seed=1).image

    @staticmethod
    def _pawn(owner: Owner, card: SceneCard, *, aside: bool) -> ScenePawn:
        side = PawnSide.UPRIGHT if owner is Owner.RED else PawnSide.FLIPPED
        y_mm = card.y_mm + (62 if aside else 0)
        return ScenePawn(owner=owner, side=side, x_mm=card.x_mm, y_mm=y_mm)


def a_report(message: Any) -> bool:
    return isinstance(message, Report)


def seeing(message: Any) -> bool:
    return a_report(message) and message.state == "seeing"


def log(store: Store) -> list[str]:
    match = store.latest_match()
    return [] if match is None else [row.body for row in store.entries(match.id)]


def hands(referee: Referee) -> tuple[Any, ...]:
    score = referee.snapshot().score
    return () if score is None else score.hands


def picks(referee: Referee) -> list[str | None]:
    score = referee.snapshot().score
    return [] if score is None else [seat.pick for seat in score.seats]


@pytest.fixture(scope="module")
def table() -> Table:
    return Table()


@pytest.fixture
def opened(tmp_path: Path) -> Iterator[tuple[Store, Referee]]:
    store, referee = open_referee(tmp_path)
    yield store, referee
    referee.stop()
    store.close()


@pytest.mark.alone
@pytest.mark.parametrize("fault", TOLD)
def test_a_spoilt_picture_is_told_and_costs_the_hand_nothing(
    table: Table, opened: tuple[Store, Referee], fault: str
) -> None:
    store, referee = opened
    driver = Driver(table.picture(pawns=False))
    loop = Loop(driver, spec=SPEC, hear=referee.post)
    players = (
        port.Player(name="Ayşe", owner=Owner.RED),
        port.Player(name="Oğuz", owner=Owner.BLUE),
    )
    begin = port.NewMatch(game="vale-avi", players=players, options={"baslayan": "sirayla"})
    assert referee.submit(begin, seen=None, source="phone").ok
    loop.until(seeing)
    driver.scene = table.picture()
    loop.until(lambda _: picks(referee) == ["KB", "KD"])

    before = log(store)
    driver.fault = fault
    first = loop.until(lambda message: a_report(message) and message.advice == TOLD[fault])
    last = loop.until(lambda m: a_report(m) and m.taken_s >= first.taken_s + LONG_ENOUGH_S)
    assert last.advice == TOLD[fault]
    camera = referee.snapshot().camera
    assert camera.advice == TOLD[fault]
    assert all(words(language).table["camera"][TOLD[fault]] for language in LANGUAGES)

    driver.fault = ""
    loop.until(seeing)
    assert log(store) == before
    driver.scene = table.picture(opened=True)
    loop.until(lambda _: len(hands(referee)) == 1)
    assert hands(referee)[0].deltas == (3, -2)
    loop.close()
