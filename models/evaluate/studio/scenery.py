"""What the studio's scenes have in common: lamps, how cards bend, clutter, hands put in place."""

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from models.evaluate.studio.easel import Lamp
from models.evaluate.studio.lens import Floats
from models.evaluate.studio.meshes import Mesh
from models.evaluate.studio.stage import LaidCard, LaidPawn, LaidThing
from models.evaluate.studio.things import any_thing
from rules.cards import DECK_52

ROUGH_SHARE = 0.3
"""Of the scenes: bad light, out of focus, moved, noisy."""
CARDS_MM = ((63.0, 88.0), (63.0, 88.0), (58.0, 89.0), (62.0, 87.0))
Spot = tuple[float, float, float]
"""x, y in millimetres, degrees clockwise."""


def is_rough(seed: int) -> bool:
    return bool(np.random.default_rng([978, seed]).random() < ROUGH_SHARE)


def lamps(rng: np.random.Generator) -> tuple[Lamp, ...]:
    """A lamp over the table or beside it, often a window too, and the room's own glow."""
    glow = float(rng.uniform(0.18, 0.5))
    dome = Lamp(
        (float(rng.normal(0, 300)), float(rng.normal(0, 300)), 2400.0), (glow,) * 3, 3000, 7
    )
    warm = (float(rng.uniform(0.55, 0.95)), float(rng.uniform(0.8, 0.95)), 1.0)
    side = rng.uniform(0, 2 * np.pi)
    near = rng.random() < 0.5
    away = float(rng.uniform(80, 350) if near else rng.uniform(500, 1500))
    place = (away * float(np.cos(side)), away * float(np.sin(side)))
    high = float(rng.uniform(650, 1100) if near else rng.uniform(900, 1900))
    wide = float(rng.choice([60, 120, 250, 400]))
    lamps = [dome, Lamp((*place, high), warm, wide, 6)]
    if rng.random() < 0.4:
        bearing = rng.uniform(0, 2 * np.pi)
        day = float(rng.uniform(0.2, 0.9))
        at = (1700 * float(np.cos(bearing)), 1700 * float(np.sin(bearing)), 900.0)
        lamps.append(Lamp(at, (day, 0.9 * day, 0.78 * day), 1000, 5))
    return tuple(lamps)


def any_bend(rng: np.random.Generator, *, most: float = 1 / 260) -> tuple[float, float]:
    """How a used card is bent: mostly little, along or across."""
    bend = float(rng.choice([0.0, rng.normal(0, most / 2.5)], p=[0.25, 0.75]))
    return float(np.clip(bend, -most, most)), float(rng.choice([0.0, 90.0]) + rng.normal(0, 15))


def some_faces(rng: np.random.Generator, count: int) -> list[str]:
    return [str(DECK_52[int(i)]) for i in rng.permutation(52)[:count]]


def turned(x: float, y: float, turn_deg: float) -> tuple[float, float]:
    turn = np.radians(turn_deg)
    return (
        float(x * np.cos(turn) - y * np.sin(turn)),
        float(x * np.sin(turn) + y * np.cos(turn)),
    )


def towards(angle_deg: float) -> Floats:
    turn = np.radians(angle_deg)
    return np.array([np.cos(turn), np.sin(turn)])


def placed(mesh: Mesh, angle_deg: float, at: npt.ArrayLike, lift_mm: float) -> Mesh:
    """Its arm leaving along ``angle_deg``, its tip at a spot of the cloth."""
    way = towards(angle_deg)
    spin = np.array([[way[0], way[1], 0.0], [-way[1], way[0], 0.0], [0.0, 0.0, 1.0]])
    return mesh.moved(spin, np.array([*np.asarray(at), lift_mm]))


def clutter(
    rng: np.random.Generator,
    cards: Sequence[LaidCard],
    pawns: Sequence[LaidPawn],
    count: int,
) -> tuple[LaidThing, ...]:
    """Where no card lies."""
    sheets = [*(card.sheet for card in cards), *(pawn.sheet for pawn in pawns)]
    taken = np.array([sheet.frame[0, :2] for sheet in sheets])
    out = []
    for _ in range(count):
        for _ in range(30):
            x, y = float(rng.uniform(-330, 330)), float(rng.uniform(-240, 240))
            if np.linalg.norm(taken - (x, y), axis=1).min() > 105:
                out.append(any_thing(rng, (x, y)))
                break
    return tuple(out)
