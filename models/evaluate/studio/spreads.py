"""Hands of thirteen, held up or spread so that each card shows its index."""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from models.evaluate.studio.backs import any_back
from models.evaluate.studio.decks import StudioDeck
from models.evaluate.studio.develop import film
from models.evaluate.studio.grounds import any_ground
from models.evaluate.studio.hands import hand
from models.evaluate.studio.lens import Floats, Lens
from models.evaluate.studio.meshes import Mesh
from models.evaluate.studio.scenery import (
    CARDS_MM,
    Spot,
    any_bend,
    clutter,
    is_rough,
    lamps,
    placed,
    some_faces,
    towards,
    turned,
)
from models.evaluate.studio.sheets import Sheet, on_cloth
from models.evaluate.studio.stage import LaidCard, LaidHand, Stage, stacked
from rules.cards import DECK_52

FAN = "fan"
SIZE_PX = (1280, 960)


def fan_stage(
    rng: np.random.Generator, seed: int, deck: StudioDeck, decks: tuple[StudioDeck, ...]
) -> Stage:
    """Thirteen cards of one deck, held up or spread so that each shows its index."""
    held = bool(rng.random() < 0.5)
    size = CARDS_MM[int(rng.integers(2))]
    least = size[0] * deck.box_of("TS")[2] + 1.5
    spots = _spread(rng, least) if held or rng.random() < 0.55 else _ribbon(rng, least)
    names = some_faces(rng, 13)
    if rng.random() < 0.6:
        names = sorted(names, key=[str(card) for card in DECK_52].index)
    bend, way = any_bend(rng, most=1 / 200)
    sheets = [Sheet(size, on_cloth(*spot, 0.0), bend if held else bend / 3, way) for spot in spots]
    sheets = stacked(sheets)
    hands: tuple[LaidHand, ...] = ()
    lift = float(rng.uniform(70, 130)) if held else 0.0
    if held:
        sheets = [replace(s, frame=s.frame + _lift(lift)) for s in sheets]
        hands = (_holding(rng, sheets, lift),)
    cards = tuple(LaidCard(name, sheet) for name, sheet in zip(names, sheets, strict=True))
    return Stage(
        seed=seed,
        family=FAN,
        lens=_round(rng, sheets, lift, any_way=not held),
        lamps=lamps(rng),
        deck=deck,
        back=any_back(rng, decks),
        ground=any_ground(rng),
        floor=any_ground(rng),
        table_mm=(700.0, 600.0),
        turn_deg=float(rng.normal(0, 15)),
        cards=cards,
        hands=hands,
        things=() if held else clutter(rng, cards, (), int(rng.choice([0, 0, 1]))),
        film=film(np.random.default_rng([979, seed]), rough=is_rough(seed)),
    )


def _round(
    rng: np.random.Generator, sheets: Sequence[Sheet], lift_mm: float, *, any_way: bool
) -> Lens:
    """A camera that sees all of the cards, with some room."""
    corners = np.concatenate([s.at(s.corners())[:, :2] for s in sheets])
    middle = (corners.min(axis=0) + corners.max(axis=0)) / 2
    upright = not any_way or rng.random() < 0.6
    roll = float(rng.normal(0, 8) if upright else rng.uniform(0, 360))
    across = np.abs((corners - middle) @ towards(roll)).max()
    down = np.abs((corners - middle) @ towards(roll + 90)).max()
    fov, tilt = float(rng.uniform(45, 68)), float(min(abs(rng.normal(0, 16)), 42))
    reach = 2 * max(across, down * SIZE_PX[0] / SIZE_PX[1]) * (1 + 0.35 * np.sin(np.radians(tilt)))
    nearer = 2 * lift_mm * np.tan(np.radians(fov) / 2)
    return Lens.over(
        SIZE_PX,
        fov_deg=fov,
        width_mm=float(reach * rng.uniform(1.08, 1.7) + nearer),
        tilt_deg=tilt,
        from_deg=float(rng.normal(90, 25)),
        roll_deg=roll,
        at_mm=(float(middle[0]), float(middle[1])),
        bending=(float(rng.uniform(-0.08, 0.02)), 0.0),
    )


def _lift(lift_mm: float) -> Floats:
    out = np.zeros((4, 3))
    out[0, 2] = lift_mm
    return out


def _spread(rng: np.random.Generator, least_mm: float) -> list[Spot]:
    """Round a pivot below the cards, the left one lowest: each shows its left corner."""
    pivot = float(rng.uniform(30, 75))
    arm = pivot + 44.0
    step = float(np.degrees(least_mm / arm) * rng.uniform(1.0, 1.25))
    turns = (np.arange(13) - 6) * step + rng.normal(0, 0.7, 13)
    out = []
    for turn in turns.tolist():
        away = pivot + float(rng.normal(0, 1.6))
        x, y = turned(0.0, -away, turn)
        out.append((x, y, float(turn)))
    return out


def _ribbon(rng: np.random.Generator, least_mm: float) -> list[Spot]:
    """In a row or a shallow arc on the cloth."""
    step = least_mm * float(rng.uniform(1.0, 1.4))
    bow = float(rng.normal(0, 0.5))
    order = np.arange(13) - 6
    out = []
    for place in order.tolist():
        y = 0.5 * np.radians(bow) * place**2 * step + rng.normal(0, 1.5)
        turn = place * bow + rng.normal(0, 1.2)
        out.append((place * step + float(rng.normal(0, 0.6)), float(y), float(turn)))
    return out


def _holding(rng: np.random.Generator, sheets: Sequence[Sheet], lift: float) -> LaidHand:
    """Palm up under the cards, the thumb over them; the arm leaves downwards."""
    mesh, thumb = hand(rng, "hold", left=bool(rng.random() < 0.7))
    over = mesh.points * (1, -1, -1)  # palm up
    mesh = Mesh(over, mesh.triangles, mesh.colours, mesh.shine)
    lowest = max(float(s.at(s.corners())[:, 1].max()) for s in sheets[4:9])
    tip = (float(rng.normal(0, 10)), lowest - float(rng.uniform(75, 105)))
    way = 90.0 + float(rng.normal(0, 12))
    return LaidHand(placed(mesh, way, tip, lift - 4.0), thumb)
