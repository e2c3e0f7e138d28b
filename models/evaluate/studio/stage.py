"""A studio scene as data: what lies where, under which lamps, before which lens."""

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

from models.evaluate.studio.decks import StudioDeck
from models.evaluate.studio.develop import Film
from models.evaluate.studio.easel import Lamp
from models.evaluate.studio.grounds import Ground
from models.evaluate.studio.lens import Lens, Pixels
from models.evaluate.studio.meshes import Mesh
from models.evaluate.studio.sheets import Sheet
from rules.tabletop import Owner, PawnSide

PAPER_MM = 0.32
"""From one card to the one on it, air included."""


@dataclass(frozen=True, slots=True, eq=False)
class LaidCard:
    """``face`` "QH", None with its back up."""

    face: str | None
    sheet: Sheet


@dataclass(frozen=True, slots=True, eq=False)
class LaidPawn:
    """``print`` is a disc's upper side; ``sheet`` its place, ``thick_mm`` under it."""

    owner: Owner
    side: PawnSide
    sheet: Sheet
    edge: tuple[float, float, float]  # linear BGR of its side


@dataclass(frozen=True, slots=True, eq=False)
class LaidHand:
    """``thumb``: which triangles come after the cards that the hand holds; None: it holds none."""

    mesh: Mesh
    thumb: npt.NDArray[np.bool_] | None = None


@dataclass(frozen=True, slots=True, eq=False)
class LaidThing:
    """Clutter: solid parts from the lowest up; a print on a sheet where it has one."""

    name: str
    parts: tuple[Mesh, ...]
    top: tuple[Sheet, Pixels] | None = None


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class Stage:
    """``cards`` and ``pawns`` from the lowest up; ``table_mm``: half sizes of the table top, whose
    floor lies far below; ``film``: how the picture is developed."""

    seed: int
    family: str
    lens: Lens
    lamps: tuple[Lamp, ...]
    deck: StudioDeck
    back: Pixels
    ground: Ground
    floor: Ground
    table_mm: tuple[float, float]
    turn_deg: float
    cards: tuple[LaidCard, ...]
    pawns: tuple[LaidPawn, ...] = ()
    hands: tuple[LaidHand, ...] = ()
    things: tuple[LaidThing, ...] = ()
    film: Film


def stacked(sheets: Sequence[Sheet]) -> list[Sheet]:
    """The same, each lifted onto what lies under it, bottom first."""
    done: list[Sheet] = []
    for sheet in sheets:
        lift = sheet.thick_mm
        for other in done:
            if _meet(sheet, other):
                lift = max(lift, other.frame[0, 2] + PAPER_MM)
        frame = sheet.frame.copy()
        frame[0, 2] += lift
        done.append(
            Sheet(
                sheet.size_mm, frame, sheet.bend_per_mm, sheet.bend_deg, sheet.round_mm,
                sheet.thick_mm,
            )
        )  # fmt: skip
    return done


def _meet(one: Sheet, other: Sheet) -> bool:
    a, b = (s.at(s.corners())[:, :2].astype(np.float32) for s in (one, other))
    return float(cv2.intersectConvexConvex(a, b)[0]) > 1.0
