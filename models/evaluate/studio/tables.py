"""Tables: a deal of Vale Avı, a trick, rows; pawns on the cards, hands over them."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from models.evaluate.studio.backs import any_back
from models.evaluate.studio.decks import StudioDeck
from models.evaluate.studio.develop import film
from models.evaluate.studio.grounds import any_ground
from models.evaluate.studio.hands import POSES, hand
from models.evaluate.studio.lens import Lens
from models.evaluate.studio.pawns import PAWN_MM
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
from models.evaluate.studio.stage import LaidCard, LaidHand, LaidPawn, Stage, stacked
from rules.tabletop import Owner, PawnSide

TABLE = "table"
WIDE_MM = 700.0
SIZE_PX = (1280, 960)


def _sheet(rng: np.random.Generator, spot: Spot, size: tuple[float, float]) -> Sheet:
    bend, way = any_bend(rng)
    return Sheet(size, on_cloth(*spot, 0.0), bend, way)


@dataclass(frozen=True, slots=True)
class _Deal:
    """Spots from the lowest card up; ``faces``: None for backs; ``main``: where pawns go."""

    spots: tuple[Spot, ...]
    faces: tuple[str | None, ...]
    main: int


def _quincunx(rng: np.random.Generator) -> _Deal:
    """Vale Avı: one open card among four, some of which are opened; the stock, spent cards."""
    names = some_faces(rng, 14)
    dx, dy = rng.uniform(62, 112), rng.uniform(72, 118)
    turn = float(rng.uniform(0, 360) if rng.random() < 0.4 else rng.normal(0, 8))
    opened = int(rng.choice([0, 0, 1, 2, 4]))
    spots: list[Spot] = []
    faces: list[str | None] = []
    for number, (x, y) in enumerate([(0, 0), (-dx, -dy), (dx, -dy), (dx, dy), (-dx, dy)]):
        x, y = np.array([x, y]) + rng.normal(0, 6, 2)
        spots.append((*turned(x, y, turn), float(turn + rng.normal(0, 6))))
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
    names = some_faces(rng, 5)
    spots: list[Spot] = []
    faces: list[str | None] = []
    for number in range(int(rng.integers(2, 5))):
        x, y = turned(0, float(rng.uniform(18, 75)), 90.0 * number + float(rng.normal(0, 10)))
        spots.append((x, y, float(90 * number + rng.normal(0, 18))))
        faces.append(names[number])
    main = len(spots)
    for number in range(4):
        x, y = turned(0, float(rng.uniform(190, 225)), 90.0 * number)
        base = float(rng.uniform(0, 360))
        for layer in range(int(rng.integers(0, 5))):
            shift = rng.normal(0, 3, 2)
            turn = base + 90 * (layer % 2) * float(rng.random() < 0.5) + float(rng.normal(0, 3))
            spots.append((x * 1.3 + float(shift[0]), y + float(shift[1]), turn))
            faces.append(None)
    return _Deal(tuple(spots), tuple(faces), main)


def _rows(rng: np.random.Generator) -> _Deal:
    """Open rows beside closed ones, hardly overlapping."""
    names = some_faces(rng, 12)
    spots: list[Spot] = []
    faces: list[str | None] = []
    turn = float(rng.normal(0, 10))
    columns, rows = int(rng.integers(3, 5)), int(rng.integers(1, 4))
    step_x, step_y = float(rng.uniform(50, 92)), float(rng.uniform(96, 120))
    for number in range(columns * rows):
        row, column = divmod(number, columns)
        x, y = (column - (columns - 1) / 2) * step_x, (row - (rows - 1) / 2) * step_y
        spots.append((*turned(x, y, turn), float(turn + rng.normal(0, 4))))
        faces.append(names[number] if rng.random() < 0.55 else None)
    return _Deal(tuple(spots), tuple(faces), len(spots))


def table_stage(
    rng: np.random.Generator, seed: int, deck: StudioDeck, decks: tuple[StudioDeck, ...]
) -> Stage:
    deal = (_quincunx, _quincunx, _quincunx, _trick, _rows)[int(rng.integers(5))](rng)
    size = CARDS_MM[int(rng.integers(len(CARDS_MM)))]
    sheets = stacked([_sheet(rng, spot, size) for spot in deal.spots])
    cards = tuple(LaidCard(face, sheet) for face, sheet in zip(deal.faces, sheets, strict=True))
    tilt = float(abs(rng.normal(0, 11)) if rng.random() < 0.8 else rng.uniform(15, 38))
    lens = Lens.over(
        SIZE_PX,
        fov_deg=float(rng.uniform(50, 68)),
        width_mm=WIDE_MM * float(rng.uniform(0.96, 1.04)),
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
        lamps=lamps(rng),
        deck=deck,
        back=any_back(rng, decks),
        ground=any_ground(rng),
        floor=any_ground(rng),
        table_mm=(float(rng.uniform(420, 800)), float(rng.uniform(380, 500))),
        turn_deg=float(rng.normal(0, 12)),
        cards=cards,
        pawns=pawns,
        hands=tuple(_reaching(rng) for _ in range(int(rng.choice([0, 0, 0, 1, 1, 2])))),
        things=clutter(rng, cards, pawns, int(rng.choice([0, 0, 1, 2, 3]))),
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
        placed(mesh, bearing + float(rng.normal(0, 18)), tip, float(rng.uniform(3, 45)))
    )
