"""What arms do at a staged table: deal, lay a pawn, take it away, turn a card, lean on the cloth.

A simulation. Each gesture shows its pictures to the camera: the arm over the table, then what it
left there.
"""

import math
import random

from device.people import Person
from device.stage import CORNERS, FRAME_S, LyingPawn, Stage, Table
from rules.tabletop import PawnSide
from vision.scene.scene import SceneCard, SceneHand, ScenePawn


class Gestures:
    """``table`` may be changed for another one: a new evening, the same people."""

    def __init__(self, stage: Stage, table: Table, rng: random.Random) -> None:
        self._stage, self.table, self._rng = stage, table, rng

    def look(self, for_s: float) -> None:
        """Nobody moves."""
        self._stage.show(self.table.scene(), for_s)

    def deal(self, dealer: Person) -> None:
        self.table.clear()
        self._reach(dealer, 0, 0)
        self.table.deal()
        self._reach(dealer, 40, 60)
        self.look(4 * FRAME_S)

    def lay(
        self, person: Person, corner: str | None, flip: bool, spot: tuple[float, float]
    ) -> None:
        """The arm comes with the pawn, lays it, and leaves."""
        self.table.pawns.pop(person.owner, None)
        pawn = LyingPawn(
            owner=person.owner,
            side=PawnSide.FLIPPED if flip else PawnSide.UPRIGHT,
            x_mm=spot[0],
            y_mm=spot[1],
            angle_deg=self._rng.uniform(0, 360),
            on=corner,
        )
        held = ScenePawn(
            owner=pawn.owner, side=pawn.side, x_mm=spot[0], y_mm=spot[1], angle_deg=pawn.angle_deg
        )
        self._reach(person, *spot, holds=held)
        self.table.pawns[person.owner] = pawn
        self.look(3 * FRAME_S)

    def take(self, person: Person) -> None:
        pawn = self.table.pawns[person.owner]
        self._reach(person, pawn.x_mm, pawn.y_mm)
        del self.table.pawns[person.owner]

    def turn(self, person: Person, corner: str) -> None:
        card = self.table.places[corner]
        self._reach(person, card.x_mm, card.y_mm)
        self.table.turn_over(corner)
        self.look(3 * FRAME_S)

    def lean(self, person: Person) -> None:
        """Somebody leans on the table: one corner lies under a sleeve for a while."""
        card = self.table.places[self._rng.choice(CORNERS)]
        self.table.arms = (self._arm(person, card.x_mm, card.y_mm),)
        self.look(4 * FRAME_S)
        self.table.arms = ()

    def _reach(
        self, person: Person, x: float, y: float, *, holds: SceneCard | ScenePawn | None = None
    ) -> None:
        self._stage.show(self.table.scene(self._arm(person, x, y, holds=holds)), FRAME_S)

    def _arm(
        self, person: Person, x: float, y: float, *, holds: SceneCard | ScenePawn | None = None
    ) -> SceneHand:
        back = math.radians(person.arm_deg)
        return SceneHand(
            x_mm=x - 6 * math.cos(back),
            y_mm=y - 6 * math.sin(back),
            angle_deg=person.arm_deg + self._rng.uniform(-14, 14),
            kind=person.look,
            holds=holds,
        )
