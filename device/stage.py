"""The staged table's cloth and cards: what lies where, moved by people, shown as scenes.

A simulation. It knows positions only; the rules' points it needs for the report's ``truth`` are a
table of its own, so that a mistake of the engine cannot hide in it.
"""

import math
import random
from collections.abc import Callable
from dataclasses import dataclass, field
from multiprocessing.connection import Connection

from device.clock import Clock
from rules.tabletop import Owner, PawnSide
from vision.cameras.staged import STAGE_SIZE_PX, Shot
from vision.scene.camera import View
from vision.scene.scene import Look, Scene, SceneCard, SceneHand, ScenePawn, SceneProp

FRAME_S = 0.4
AHEAD = 3  # pictures on their way before the stage waits for the referee
CORNERS = ("KB", "KD", "GB", "GD")
SUITS = "SHDC"
RANKS = "AKQJ"
STAGE_SEEDS = 5_000
"""Cloths, lamps and backs below this are the stage's; the training's begin here."""


class Curtain(Exception):
    """The referee is gone: the play is over."""


class Stage:
    """Sends scenes to the staged camera at the pace of the clock, at most AHEAD of the referee.

    ``consumed(seq, timeout_s)`` waits until the referee has dealt with picture ``seq`` and tells
    whether it has.
    """

    def __init__(
        self, shots: Connection, clock: Clock, consumed: Callable[[int, float], bool]
    ) -> None:
        self._shots = shots
        self._clock = clock
        self._consumed = consumed
        self._seq = 0

    def show(self, scene: Scene, for_s: float) -> None:
        """Keep ``scene`` in view for ``for_s`` seconds (at least one picture)."""
        for _ in range(max(1, math.ceil(for_s / FRAME_S - 1e-9))):
            self._clock.sleep(FRAME_S)
            self._seq += 1
            try:
                self._shots.send(Shot(self._seq, self._clock.now_s(), scene))
            except OSError as error:
                raise Curtain from error
            self._wait(self._seq - AHEAD)

    def sync(self) -> None:
        """Until the referee has seen everything shown so far: the moment to look at the phone."""
        self._wait(self._seq)

    def _wait(self, seq: int) -> None:
        if seq > 0 and not self._consumed(seq, 60.0):
            raise Curtain(f"picture {seq} was never answered")


@dataclass(slots=True)
class LyingCard:
    """A card on the cloth, in the cloth's own millimetres."""

    face: str  # what is printed on it, whichever side is up
    up: bool
    x_mm: float
    y_mm: float
    angle_deg: float
    deck: str | None = None


@dataclass(slots=True)
class LyingPawn:
    owner: Owner
    side: PawnSide
    x_mm: float
    y_mm: float
    angle_deg: float
    on: str | None  # the corner it stands on, as its player means it


@dataclass(slots=True)
class Table:
    """What lies on the cloth now. ``clutter`` stays all evening, ``strays`` are spares."""

    look: Look
    rng: random.Random
    places: dict[str, LyingCard] = field(default_factory=dict)
    strays: list[LyingCard] = field(default_factory=list)
    pawns: dict[Owner, LyingPawn] = field(default_factory=dict)
    clutter: tuple[SceneProp, ...] = ()
    arms: tuple[SceneHand, ...] = ()  # lying on the cloth for long
    offset_mm: tuple[float, float] = (0.0, 0.0)
    turn_deg: float = 0.0

    def deal(self) -> None:
        """Eight cards: one open in the middle, four closed around it, three set aside."""
        rng = self.rng
        deck = [rank + suit for rank in RANKS for suit in rng.sample(SUITS, 2)]
        rng.shuffle(deck)
        dx, dy = rng.uniform(92, 130), rng.uniform(76, 108)
        self.places = {"M": self._lying(deck[0], True, 0, 0, 6)}
        for face, (name, sx, sy) in zip(
            deck[1:5], zip(CORNERS, (-1, 1, -1, 1), (-1, -1, 1, 1), strict=True), strict=True
        ):
            self.places[name] = self._lying(face, False, sx * dx, sy * dy, 9)
        side = rng.choice((-1, 1))
        pile_y = rng.uniform(-60, 60)
        self.strays = [
            self._lying(
                face, False, side * rng.uniform(250, 275), pile_y + rng.uniform(-25, 25), 40
            )
            for face in deck[5:8]
        ]
        self.pawns = {}

    def _lying(self, face: str, up: bool, x: float, y: float, crooked: float) -> LyingCard:
        rng = self.rng
        return LyingCard(
            face=face,
            up=up,
            x_mm=x + rng.uniform(-7, 7),
            y_mm=y + rng.uniform(-7, 7),
            angle_deg=rng.gauss(0, crooked / 2) + rng.choice((0, 180)),
        )

    def spot(self, corner: str) -> tuple[float, float]:
        """A free place for a pawn on a corner card: a 2 x 3 grid in the card's own axes."""
        card = self.places[corner]
        grid = [(u, v) for v in (0.0, 27.0, -27.0) for u in (-14.5, 14.5)]
        free = [
            (u, v)
            for u, v in grid
            if all(
                math.dist(self._on(card, u, v), (pawn.x_mm, pawn.y_mm)) > 24
                for pawn in self.pawns.values()
            )
        ]
        u, v = self.rng.choice(free or grid)
        wobble = self.rng.uniform(-1.5, 1.5)
        return self._on(card, u + wobble, v + wobble)

    @staticmethod
    def _on(card: LyingCard, u: float, v: float) -> tuple[float, float]:
        a = math.radians(card.angle_deg)
        return (
            card.x_mm + u * math.cos(a) - v * math.sin(a),
            card.y_mm + u * math.sin(a) + v * math.cos(a),
        )

    def turn_over(self, corner: str) -> None:
        """The card shows its face, a little aside from where it lay."""
        card = self.places[corner]
        card.up = True
        card.x_mm += self.rng.uniform(-9, 9)
        card.y_mm += self.rng.uniform(-9, 9)
        card.angle_deg += self.rng.gauss(0, 6)

    def bump(self) -> None:
        """The whole cloth is pushed."""
        rng = self.rng
        self.offset_mm = (
            max(-30.0, min(30.0, self.offset_mm[0] + rng.uniform(-22, 22))),
            max(-22.0, min(22.0, self.offset_mm[1] + rng.uniform(-16, 16))),
        )
        self.turn_deg = max(-6.0, min(6.0, self.turn_deg + rng.uniform(-4, 4)))

    def named(self, corner: str) -> str:
        """What a corner of the stage is called in the picture, however the camera hangs."""
        sx, sy = -1 if corner[1] == "B" else 1, -1 if corner[0] == "K" else 1
        view = View.of(self.scene(), STAGE_SIZE_PX)
        middle, there = view.project([(0, 0), (sx * 110, sy * 92)])
        return ("K" if there[1] < middle[1] else "G") + ("B" if there[0] < middle[0] else "D")

    def clear(self) -> None:
        self.places, self.strays, self.pawns = {}, [], {}

    def scene(self, *hands: SceneHand) -> Scene:
        lying = [*self.strays, *self.places.values()]
        return Scene(
            look=self.look,
            cards=tuple(
                SceneCard(
                    face=card.face if card.up else None,
                    x_mm=card.x_mm,
                    y_mm=card.y_mm,
                    angle_deg=card.angle_deg,
                    deck=card.deck,
                )
                for card in lying
            ),
            pawns=tuple(
                ScenePawn(
                    owner=p.owner, side=p.side, x_mm=p.x_mm, y_mm=p.y_mm, angle_deg=p.angle_deg
                )
                for p in self.pawns.values()
            ),
            hands=(*self.arms, *hands),
            props=self.clutter,
            offset_mm=self.offset_mm,
            turn_deg=self.turn_deg,
        )


def evening_look(rng: random.Random, deck: str) -> Look:
    """Cloth, lamp, back and camera of one evening; of seeds that never trained."""
    return Look(
        deck=deck,
        back=rng.randrange(STAGE_SEEDS),
        cloth=rng.randrange(STAGE_SEEDS),
        lamp=rng.randrange(STAGE_SEEDS),
        card_mm=rng.choice(((63.0, 88.0), (63.0, 88.0), (58.0, 88.0))),
        pawn_mm=25.0,
        width_mm=rng.uniform(640, 740),
        tilt_deg=rng.uniform(0, 22),
        tilt_towards_deg=rng.uniform(0, 360),
        roll_deg=rng.choice((0, 0, 0, 90, 180, 270)) + rng.uniform(-18, 18),
        blur_px=rng.uniform(0.3, 1.0),
        noise=rng.uniform(1.0, 4.0),
    )


def evening_clutter(rng: random.Random) -> tuple[SceneProp, ...]:
    """A tea glass here, a few shells there, away from the cards' places."""
    kinds = rng.sample(("tea_glass", "phone", "coins", "shells", "plate"), rng.choice((0, 1, 2)))
    return tuple(
        SceneProp(
            kind=kind,
            x_mm=rng.choice((-1, 1)) * rng.uniform(235, 300),
            y_mm=rng.choice((-1, 1)) * rng.uniform(130, 200),
            angle_deg=rng.uniform(0, 360),
        )
        for kind in kinds
    )
