"""A seed to a ``Stage``: how people lay cards, put pawns, reach in, and light a table."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt

from models.evaluate.studio.backs import any_back
from models.evaluate.studio.decks import StudioDeck, open_decks
from models.evaluate.studio.develop import film
from models.evaluate.studio.easel import Lamp
from models.evaluate.studio.grounds import any_ground
from models.evaluate.studio.hands import POSES, hand
from models.evaluate.studio.lens import Floats, Lens
from models.evaluate.studio.meshes import Mesh
from models.evaluate.studio.pawns import PAWN_MM
from models.evaluate.studio.sheets import Sheet, on_cloth
from models.evaluate.studio.stage import (
    LaidCard,
    LaidHand,
    LaidPawn,
    LaidThing,
    Stage,
    stacked,
)
from models.evaluate.studio.things import any_thing
from rules.cards import DECK_52
from rules.tabletop import Owner, PawnSide

TABLE, FAN = "table", "fan"
TABLE_WIDE_MM = 700.0
TABLE_PX, FAN_PX = (1280, 960), (1280, 960)
ROUGH_SHARE = 0.3
"""Of the scenes: bad light, out of focus, moved, noisy."""
_CARD_MM = ((63.0, 88.0), (63.0, 88.0), (58.0, 89.0), (62.0, 87.0))
Spot = tuple[float, float, float]
"""x, y in millimetres, degrees clockwise."""


def stage_of(family: str, seed: int) -> Stage:
    """The same every time. Raises AssetError when a deck cannot be fetched."""
    decks = open_decks()
    rng = np.random.default_rng([977, {TABLE: 1, FAN: 2}[family], seed])
    deck = decks[seed % len(decks)]
    return _table(rng, seed, deck, decks) if family == TABLE else _fan(rng, seed, deck, decks)


def is_rough(seed: int) -> bool:
    return bool(np.random.default_rng([978, seed]).random() < ROUGH_SHARE)


def _lamps(rng: np.random.Generator) -> tuple[Lamp, ...]:
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


def _bend(rng: np.random.Generator, *, most: float = 1 / 260) -> tuple[float, float]:
    """How a used card is bent: mostly little, along or across."""
    bend = float(rng.choice([0.0, rng.normal(0, most / 2.5)], p=[0.25, 0.75]))
    return float(np.clip(bend, -most, most)), float(rng.choice([0.0, 90.0]) + rng.normal(0, 15))


def _sheet(rng: np.random.Generator, spot: Spot, size: tuple[float, float]) -> Sheet:
    bend, way = _bend(rng)
    return Sheet(size, on_cloth(*spot, 0.0), bend, way)


def _faces(rng: np.random.Generator, count: int) -> list[str]:
    return [str(DECK_52[int(i)]) for i in rng.permutation(52)[:count]]


@dataclass(frozen=True, slots=True)
class _Deal:
    """Spots from the lowest card up; ``faces``: None for backs; ``main``: where pawns go."""

    spots: tuple[Spot, ...]
    faces: tuple[str | None, ...]
    main: int


def _turned(x: float, y: float, turn_deg: float) -> tuple[float, float]:
    turn = np.radians(turn_deg)
    return (
        float(x * np.cos(turn) - y * np.sin(turn)),
        float(x * np.sin(turn) + y * np.cos(turn)),
    )


def _quincunx(rng: np.random.Generator) -> _Deal:
    """Vale Avı: one open card among four, some of which are opened; the stock, spent cards."""
    names = _faces(rng, 14)
    dx, dy = rng.uniform(62, 112), rng.uniform(72, 118)
    turn = float(rng.uniform(0, 360) if rng.random() < 0.4 else rng.normal(0, 8))
    opened = int(rng.choice([0, 0, 1, 2, 4]))
    spots: list[Spot] = []
    faces: list[str | None] = []
    for number, (x, y) in enumerate([(0, 0), (-dx, -dy), (dx, -dy), (dx, dy), (-dx, dy)]):
        x, y = np.array([x, y]) + rng.normal(0, 6, 2)
        spots.append((*_turned(x, y, turn), float(turn + rng.normal(0, 6))))
        faces.append(names[number] if number <= opened else None)
    side = float(rng.choice([-1, 1]))
    pile = np.array([side * rng.uniform(215, 290), rng.uniform(-160, 160)])
    for _ in range(int(rng.integers(3, 12)) if rng.random() < 0.7 else 0):
        x, y = pile + rng.normal(0, 1.6, 2)
        spots.append((float(x), float(y), float(turn + rng.normal(0, 3))))
        faces.append(None)
    spent = np.array([-side * rng.uniform(215, 280), rng.uniform(-150, 150)])
    for name in names[6 : 6 + int(rng.choice([0, 0, 1, 3, 5]))]:
        x, y = spent + rng.normal(0, 14, 2)
        spots.append((float(x), float(y), float(rng.uniform(0, 360))))
        faces.append(name)
    return _Deal(tuple(spots), tuple(faces), 5)


def _trick(rng: np.random.Generator) -> _Deal:
    """Four cards thrown to the middle, tricks taken lying closed before the players."""
    names = _faces(rng, 5)
    spots: list[Spot] = []
    faces: list[str | None] = []
    for number in range(int(rng.integers(2, 5))):
        x, y = _turned(0, float(rng.uniform(18, 75)), 90.0 * number + float(rng.normal(0, 10)))
        spots.append((x, y, float(90 * number + rng.normal(0, 18))))
        faces.append(names[number])
    main = len(spots)
    for number in range(4):
        x, y = _turned(0, float(rng.uniform(190, 225)), 90.0 * number)
        base = float(rng.uniform(0, 360))
        for layer in range(int(rng.integers(0, 5))):
            shift = rng.normal(0, 3, 2)
            turn = base + 90 * (layer % 2) * float(rng.random() < 0.5) + float(rng.normal(0, 3))
            spots.append((x * 1.3 + float(shift[0]), y + float(shift[1]), turn))
            faces.append(None)
    return _Deal(tuple(spots), tuple(faces), main)


def _rows(rng: np.random.Generator) -> _Deal:
    """Open rows beside closed ones, hardly overlapping."""
    names = _faces(rng, 12)
    spots: list[Spot] = []
    faces: list[str | None] = []
    turn = float(rng.normal(0, 10))
    columns, rows = int(rng.integers(3, 5)), int(rng.integers(1, 4))
    step_x, step_y = float(rng.uniform(50, 92)), float(rng.uniform(96, 120))
    for number in range(columns * rows):
        row, column = divmod(number, columns)
        x, y = (column - (columns - 1) / 2) * step_x, (row - (rows - 1) / 2) * step_y
        spots.append((*_turned(x, y, turn), float(turn + rng.normal(0, 4))))
        faces.append(names[number] if rng.random() < 0.55 else None)
    return _Deal(tuple(spots), tuple(faces), len(spots))


def _table(
    rng: np.random.Generator, seed: int, deck: StudioDeck, decks: tuple[StudioDeck, ...]
) -> Stage:
    deal = (_quincunx, _quincunx, _quincunx, _trick, _rows)[int(rng.integers(5))](rng)
    size = _CARD_MM[int(rng.integers(len(_CARD_MM)))]
    sheets = stacked([_sheet(rng, spot, size) for spot in deal.spots])
    cards = tuple(LaidCard(face, sheet) for face, sheet in zip(deal.faces, sheets, strict=True))
    tilt = float(abs(rng.normal(0, 11)) if rng.random() < 0.8 else rng.uniform(15, 38))
    lens = Lens.over(
        TABLE_PX,
        fov_deg=float(rng.uniform(50, 68)),
        width_mm=TABLE_WIDE_MM * float(rng.uniform(0.96, 1.04)),
        tilt_deg=tilt,
        from_deg=float(rng.uniform(0, 360) if rng.random() < 0.3 else rng.normal(90, 15)),
        roll_deg=float(rng.normal(0, 6)),
        at_mm=(float(rng.normal(0, 18)), float(rng.normal(0, 14))),
        bending=(float(rng.uniform(-0.09, 0.03)), 0.0),
    )
    pawns = _pawns(rng, cards[: deal.main], int(rng.choice([0, 2, 3, 4, 4, 5, 6, 6])))
    return Stage(
        seed=seed,
        family=TABLE,
        lens=lens,
        lamps=_lamps(rng),
        deck=deck,
        back=any_back(rng, decks),
        ground=any_ground(rng),
        floor=any_ground(rng),
        table_mm=(float(rng.uniform(420, 800)), float(rng.uniform(380, 500))),
        turn_deg=float(rng.normal(0, 12)),
        cards=cards,
        pawns=pawns,
        hands=tuple(_reaching(rng) for _ in range(int(rng.choice([0, 0, 0, 1, 1, 2])))),
        things=_clutter(rng, cards, pawns, int(rng.choice([0, 0, 1, 2, 3]))),
        film=film(np.random.default_rng([979, seed]), rough=is_rough(seed)),
    )


_WOOD = ((0.25, 0.42, 0.55), (0.12, 0.22, 0.32), (0.5, 0.55, 0.58), (0.02, 0.02, 0.02))


def _pawns(rng: np.random.Generator, cards: Sequence[LaidCard], count: int) -> tuple[LaidPawn, ...]:
    """On the game's cards, often several on one, clear of each other; some beside the cards."""
    owners = [list(Owner)[int(i)] for i in rng.permutation(6)[:count]]
    thick, edge = float(rng.choice([1.5, 2.5, 3.0, 4.0])), _WOOD[int(rng.integers(len(_WOOD)))]
    crowd = int(rng.integers(len(cards)))
    done: list[LaidPawn] = []
    for owner in owners:
        for _ in range(40):
            number = crowd if rng.random() < 0.35 else int(rng.integers(len(cards)))
            card = cards[number].sheet.frame[0]
            x, y = card[:2] + rng.normal(0, 15, 2)
            if rng.random() < 0.12:
                x, y = rng.uniform(-290, 290), rng.uniform(-210, 210)
            gaps = [np.hypot(*(p.sheet.frame[0, :2] - (x, y))) for p in done]
            if all(gap > PAWN_MM * 1.01 for gap in gaps):
                break
        under = [c.sheet for c in cards if _within(c.sheet, x, y)]
        lift = max([0.0, *(sheet.frame[0, 2] for sheet in under)]) + 0.4 + thick
        frame = on_cloth(float(x), float(y), float(rng.uniform(0, 360)), lift)
        across = PAWN_MM * float(rng.normal(1, 0.008))
        side = PawnSide.UPRIGHT if rng.random() < 0.5 else PawnSide.FLIPPED
        sheet = Sheet((across, across), frame, round_mm=across / 2, thick_mm=thick)
        done.append(LaidPawn(owner, side, sheet, edge))
    return tuple(done)


def _within(sheet: Sheet, x: float, y: float) -> bool:
    away = (np.array([x, y]) - sheet.frame[0, :2]) @ sheet.frame[1:3, :2].T
    return bool((np.abs(away) < np.array(sheet.size_mm) / 2 + PAWN_MM / 2).all())


def _reaching(rng: np.random.Generator) -> LaidHand:
    """A hand over the table, coming from its rim."""
    bearing = float(rng.uniform(0, 360))
    pose = str(rng.choice([name for name in POSES if name != "hold"]))
    mesh, _ = hand(rng, pose, left=bool(rng.random() < 0.4))
    tip = rng.uniform(20, 190) * towards(bearing) * (1.0, 0.75)
    return LaidHand(
        _placed(mesh, bearing + float(rng.normal(0, 18)), tip, float(rng.uniform(3, 45)))
    )


def towards(angle_deg: float) -> Floats:
    turn = np.radians(angle_deg)
    return np.array([np.cos(turn), np.sin(turn)])


def _placed(mesh: Mesh, angle_deg: float, at: npt.ArrayLike, lift_mm: float) -> Mesh:
    """Its arm leaving along ``angle_deg``, its tip at a spot of the cloth."""
    way = towards(angle_deg)
    spin = np.array([[way[0], way[1], 0.0], [-way[1], way[0], 0.0], [0.0, 0.0, 1.0]])
    return mesh.moved(spin, np.array([*np.asarray(at), lift_mm]))


def _clutter(
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


def _fan(
    rng: np.random.Generator, seed: int, deck: StudioDeck, decks: tuple[StudioDeck, ...]
) -> Stage:
    """Thirteen cards of one deck, held up or spread so that each shows its index."""
    held = bool(rng.random() < 0.5)
    size = _CARD_MM[int(rng.integers(2))]
    least = size[0] * deck.box_of("TS")[2] + 1.5
    spots = _spread(rng, least) if held or rng.random() < 0.55 else _ribbon(rng, least)
    names = _faces(rng, 13)
    if rng.random() < 0.6:
        names = sorted(names, key=[str(card) for card in DECK_52].index)
    bend, way = _bend(rng, most=1 / 200)
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
        lamps=_lamps(rng),
        deck=deck,
        back=any_back(rng, decks),
        ground=any_ground(rng),
        floor=any_ground(rng),
        table_mm=(700.0, 600.0),
        turn_deg=float(rng.normal(0, 15)),
        cards=cards,
        hands=hands,
        things=() if held else _clutter(rng, cards, (), int(rng.choice([0, 0, 1]))),
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
    reach = 2 * max(across, down * FAN_PX[0] / FAN_PX[1]) * (1 + 0.35 * np.sin(np.radians(tilt)))
    nearer = 2 * lift_mm * np.tan(np.radians(fov) / 2)
    return Lens.over(
        FAN_PX,
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
        x, y = _turned(0.0, -away, turn)
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
    placed = _placed(mesh, 90.0 + float(rng.normal(0, 12)), tip, lift - 4.0)
    return LaidHand(placed, thumb)
