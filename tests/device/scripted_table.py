"""A staged table whose networks are replaced by the truth: everything after the networks, for real.

In one process and at a small picture size, so that whole matches take seconds. What the networks
cost and where they err is measured by the staged runs with the shipped weights.
"""

import random
from collections.abc import Callable, Sequence
from pathlib import Path

from device.clock import VirtualClock
from device.eyes import Opened, Report
from device.people import HandRecord, Odds
from device.referee import Referee
from device.rehearsal import Rehearsal
from device.stage import Stage
from device.store import Store
from rules.games import GAMES
from vision.cameras.staged import DECKS, FACES_KEPT, Shot
from vision.detectors.scripted import (
    Script,
    ScriptedCardReader,
    ScriptedDetector,
    ScriptedPawnReader,
)
from vision.eyes import Eyes
from vision.frame import Frame
from vision.scene.faces import FaceLibrary
from vision.scene.render import Renderer

SIZE_PX = (800, 600)


class ScriptedTable:
    """Stands where the pipe to the staged camera stands; looks at once and posts the report."""

    def __init__(
        self, referee: Referee, *, sure: float = 0.9995, size_px: tuple[int, int] = SIZE_PX
    ) -> None:
        self.script = Script(sure=sure)
        game = GAMES["vale-avi"]
        self._eyes = Eyes(
            detector=ScriptedDetector(self.script),
            card_reader=ScriptedCardReader(self.script),
            pawn_reader=ScriptedPawnReader(self.script),
            layout=game.layout(game.options({})),
        )
        self._renderer = Renderer(FaceLibrary.open(DECKS, keep=FACES_KEPT), size_px=size_px)
        self._referee = referee
        self.looks = 0
        referee.post(Opened("staged", simulated=True))

    def send(self, shot: Shot) -> None:
        picture = self._renderer.render(shot.scene, seed=shot.seq)
        self.script.truth = picture.truth
        look = self._eyes.look(Frame(image=picture.image, seq=shot.seq, taken_s=shot.at_s))
        self.looks += 1
        self._referee.post(
            Report(
                seq=shot.seq,
                taken_s=shot.at_s,
                events=tuple(look.events),
                state=look.state,
                advice=look.advice,
                stage_ms=dict(look.stage_ms),
                jpeg=b"picture" if look.events else None,
            )
        )


def open_referee(folder: Path, *, seed: int = 1) -> tuple[Store, Referee]:
    store = Store(folder)
    referee = Referee(store, pin="123456", simulated=True, rng=random.Random(seed))
    referee.start()
    return store, referee


def play(
    referee: Referee,
    *,
    hands: int,
    players: int = 4,
    seed: int = 1,
    odds: Odds | None = None,
    sure: float = 0.9995,
    each: Callable[[], None] = lambda: None,
    table: ScriptedTable | None = None,
) -> Sequence[HandRecord]:
    """Play staged hands with truthful networks; ``sure`` as in vision.detectors.scripted."""
    clock = VirtualClock()
    eyes = table or ScriptedTable(referee, sure=sure)
    rehearsal = Rehearsal(
        stage=Stage(eyes, clock, referee.looked_at),  # type: ignore[arg-type]
        phone=referee,
        press=referee.press,
        clock=clock,
        decks=FaceLibrary.open(DECKS).names,
        players=players,
        hands=hands,
        seed=seed,
        odds=odds,
        each=each,
    )
    return rehearsal.run()
