"""A small table to rehearse on: rendered scenes, the networks replaced by the truth about them.

Pixels are real (the change gate, the cloth, the light see them); which card and whose pawn is what
a test's script says, errors included. Time is the frames' own, 0.4 s apart.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace
from pathlib import Path

import numpy as np
import pytest
from hypothesis import settings

from rules.tabletop import (
    CardGone,
    CardOpen,
    Covered,
    Layout,
    LayoutSeen,
    LayoutUnclear,
    Owner,
    PawnAt,
    PawnGone,
    PawnSide,
    PawnUnclear,
    Place,
    TableCleared,
    TableEvent,
)
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
from vision.scene.scene import Look, Scene, SceneCard, SceneHand, ScenePawn

settings.register_profile("busy machine", deadline=None)
settings.load_profile("busy machine")

FRAME_S = 0.4
QUINCUNX = Layout(
    centre="M",
    places=(
        Place("M", 0, 0, True),
        Place("KB", -1.0, -0.9, False),
        Place("KD", 1.0, -0.9, False),
        Place("GB", -1.0, 0.9, False),
        Place("GD", 1.0, 0.9, False),
    ),
)
DEAL = {
    "M": SceneCard(face="QH", x_mm=3, y_mm=-2, angle_deg=3),
    "KB": SceneCard(face=None, x_mm=-112, y_mm=-84, angle_deg=-6),
    "KD": SceneCard(face=None, x_mm=104, y_mm=-93, angle_deg=5),
    "GB": SceneCard(face=None, x_mm=-106, y_mm=92, angle_deg=1),
    "GD": SceneCard(face=None, x_mm=115, y_mm=86, angle_deg=8),
}


def told(events: Iterable[TableEvent]) -> list[str]:
    """Events as short sentences; what is covered is left out."""
    return [line for event in events if (line := _line(event))]


def _line(event: TableEvent) -> str:
    match event:
        case LayoutSeen():
            return "layout"
        case LayoutUnclear():
            return "layout?"
        case CardOpen(place=place, reading=reading):
            return f"{place}={max(reading.ranks, key=lambda r: reading.ranks[r])}"
        case CardGone(place=place):
            return f"{place} gone"
        case PawnAt(owner=owner, side=side, place=place):
            return f"{owner} {side} {place}"
        case PawnGone(owner=owner):
            return f"{owner} gone"
        case PawnUnclear(place=place, why=why):
            return f"{place} {why}?"
        case TableCleared():
            return "cleared"
        case Covered():
            return ""


@dataclass
class Rehearsal:
    """What lies on the table now; ``show`` lets the eyes look at it for a while."""

    renderer: Renderer
    look: Look = field(default_factory=lambda: Look(deck="buculei", tilt_deg=8, noise=2.0))
    layout: Layout = QUINCUNX
    up_deg: float = 0.0
    script: Script = field(default_factory=Script)
    cards: dict[str, SceneCard] = field(default_factory=dict)
    pawns: dict[Owner, ScenePawn] = field(default_factory=dict)
    hands: tuple[SceneHand, ...] = ()
    offset_mm: tuple[float, float] = (0.0, 0.0)
    turn_deg: float = 0.0
    light: float = 1.0
    at_s: float = 0.0
    seq: int = 0
    events: list[TableEvent] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.open_eyes()

    def open_eyes(self) -> None:
        """New eyes that know nothing of what went before."""
        self.eyes = Eyes(
            detector=ScriptedDetector(self.script),
            card_reader=ScriptedCardReader(self.script),
            pawn_reader=ScriptedPawnReader(self.script),
            layout=self.layout,
            up_deg=self.up_deg,
        )

    def deal(self, **changes: SceneCard) -> None:
        self.cards.update({**DEAL, **changes})

    def put(
        self,
        owner: str,
        place: str | None = None,
        *,
        side: str = "upright",
        at: tuple[float, float] = (0, 0),
    ) -> ScenePawn:
        """A pawn on a place's card, ``at`` mm aside; without a place: ``at`` on the cloth."""
        card = self.cards[place] if place else None
        x, y = (card.x_mm, card.y_mm) if card else (0.0, 0.0)
        who = Owner(owner)
        self.pawns[who] = ScenePawn(owner=who, side=PawnSide(side), x_mm=x + at[0], y_mm=y + at[1])
        return self.pawns[who]

    def turn(self, place: str, face: str, *, by_mm: tuple[float, float] = (0, 0)) -> None:
        """A corner's card is turned over, put down ``by_mm`` from where it lay."""
        card = self.cards[place]
        self.cards[place] = replace(
            card, face=face, x_mm=card.x_mm + by_mm[0], y_mm=card.y_mm + by_mm[1]
        )

    def hand(
        self, place: str | None = None, *, at: tuple[float, float] = (0, 0), holds: object = None
    ) -> None:
        """A hand over a place (fingertips on its middle), its arm leaving away from the centre."""
        card = self.cards.get(place) if place else None
        x, y = (card.x_mm, card.y_mm) if card else (0.0, 0.0)
        held = holds if isinstance(holds, SceneCard | ScenePawn) else None
        arm = 180.0 if x + at[0] < 0 else 0.0
        self.hands = (SceneHand(x_mm=x + at[0], y_mm=y + at[1], angle_deg=arm, holds=held),)

    def scene(self) -> Scene:
        return Scene(
            look=self.look,
            cards=tuple(self.cards.values()),
            pawns=tuple(self.pawns.values()),
            hands=self.hands,
            offset_mm=self.offset_mm,
            turn_deg=self.turn_deg,
        )

    def show(self, for_s: float = FRAME_S) -> list[str]:
        """What the eyes told while they looked."""
        new: list[TableEvent] = []
        for _ in range(max(1, round(for_s / FRAME_S))):
            self.at_s += FRAME_S
            self.seq += 1
            rendered = self.renderer.render(self.scene(), seed=self.seq)
            self.script.truth = rendered.truth
            image = (rendered.image * self.light).astype(np.uint8)
            self.seen = self.eyes.look(Frame(image, self.seq, self.at_s))
            new += self.seen.events
        self.events += new
        return told(new)

    def reach(self, place: str, *, for_s: float = FRAME_S) -> list[str]:
        """A hand over a place for a while, then away."""
        self.hand(place)
        lines = self.show(for_s)
        self.hands = ()
        return lines


@pytest.fixture(scope="session")
def renderer() -> Renderer:
    decks = Path(__file__).parents[2] / "vision" / "scene" / "decks" / "buculei"
    return Renderer(FaceLibrary.open(decks), size_px=(640, 480))


@pytest.fixture
def table(renderer: Renderer) -> Rehearsal:
    """An empty cloth and eyes that have just opened."""
    return Rehearsal(renderer)


@pytest.fixture
def dealt(table: Rehearsal) -> Rehearsal:
    """A new hand lies there and has been told."""
    table.deal()
    assert table.show(1.6) == ["layout", "M=Q"]
    return table


@pytest.fixture
def make_table(renderer: Renderer) -> Callable[..., Rehearsal]:
    return lambda **settings: Rehearsal(renderer, **settings)
