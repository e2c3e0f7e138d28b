"""A ``Stage`` painted: light at each pixel, and whose pixel it is."""

from dataclasses import dataclass
from functools import lru_cache

import cv2
import numpy as np
import numpy.typing as npt

from models.evaluate.studio.develop import developed
from models.evaluate.studio.easel import Box, Easel, Grey, cover_of, linear
from models.evaluate.studio.grounds import Ground
from models.evaluate.studio.lens import Lens, Pixels, Points
from models.evaluate.studio.meshes import Mesh, cast, paint
from models.evaluate.studio.pawns import print_key
from models.evaluate.studio.sheets import Sheet
from models.evaluate.studio.stage import LaidHand, LaidPawn, Stage

FLOOR_MM = -740.0
_EVERY = 4
HELD_MM = 50.0
"""What is higher lies on nothing: its shadow falls on the table far below."""
_EDGE = (0.55, 0.6, 0.62)  # of a card, seen from the side


@dataclass(frozen=True, slots=True, eq=False)
class Owners:
    """Which number each thing got on the canvas, in the stage's own order; 0 is the table."""

    cards: tuple[int, ...]
    pawns: tuple[int, ...]
    hands: tuple[int, ...]


@dataclass(frozen=True, slots=True, eq=False)
class Shot:
    """``file``: the JPEG; ``owner``: H x W, the number of who is seen at each pixel of it."""

    file: bytes
    owner: npt.NDArray[np.int16]
    owners: Owners


def shoot(stage: Stage, prints: dict[str, Pixels]) -> Shot:
    """Paint and develop. ``prints``: the pawns' (``pawns.prints``)."""
    rng = np.random.default_rng([977, stage.seed])
    easel = Easel(stage.lens, stage.lamps)
    _ground(easel, stage, rng)
    counts = len(stage.cards), len(stage.pawns), len(stage.hands)
    starts = np.cumsum([1, *counts]).tolist()
    cards, pawns, hands = (tuple(range(a, a + n)) for a, n in zip(starts, counts, strict=False))
    _cards_and_hands(easel, stage, cards, hands)
    for number, pawn in zip(pawns, stage.pawns, strict=True):
        _pawn(easel, pawn, prints[print_key(pawn.owner, pawn.side)], number)
    for thing in stage.things:
        for part in thing.parts:
            cast(easel, part, 0.0)
            paint(easel, part, owner=0)
        if thing.top is not None:
            _print(easel, thing.top[0], thing.top[1], owner=0, shine=0.2, thick=(0.05, 0.05, 0.05))
    for number, hand in zip(hands, stage.hands, strict=True):
        if hand.thumb is None:
            cast(easel, hand.mesh, 0.0)
            paint(easel, hand.mesh, owner=number, smooth_px=3.0)
    light = stage.lens.bent(easel.light())
    owner = stage.lens.bent(easel.owner, how=cv2.INTER_NEAREST)
    file = developed(np.asarray(light, np.float32), stage.film, rng)
    return Shot(file, np.asarray(owner, np.int16), Owners(cards, pawns, hands))


def _cards_and_hands(
    easel: Easel, stage: Stage, cards: tuple[int, ...], hands: tuple[int, ...]
) -> None:
    """The hand behind the cards it holds, the cards, then its thumb."""
    holding = [(n, h) for n, h in zip(hands, stage.hands, strict=True) if h.thumb is not None]
    for number, hand in holding:
        behind = _part(hand, thumb=False)
        cast(easel, behind, 0.0)
        paint(easel, behind, owner=number, smooth_px=3.0)
    for number, card in zip(cards, stage.cards, strict=True):
        texture = _face(str(stage.deck.face(card.face))) if card.face else stage.back
        _print(easel, card.sheet, texture, owner=number, shine=0.11)
    for number, hand in holding:
        before = _part(hand, thumb=True)
        floor = float(np.mean([card.sheet.frame[0, 2] for card in stage.cards]))
        cast(easel, before, floor)
        paint(easel, before, owner=number, smooth_px=3.0)


def _part(hand: LaidHand, *, thumb: bool) -> Mesh:
    assert hand.thumb is not None
    chosen = hand.thumb if thumb else ~hand.thumb
    mesh = hand.mesh
    return Mesh(mesh.points, mesh.triangles[chosen], mesh.colours[chosen], mesh.shine)


@lru_cache(maxsize=128)
def _face(path: str) -> Pixels:
    picture = cv2.imread(path, cv2.IMREAD_COLOR)
    assert picture is not None, path
    return np.asarray(picture, np.uint8)


def _ground(easel: Easel, stage: Stage, rng: np.random.Generator) -> None:
    width, height = stage.lens.canvas_px
    whole = (0, 0, width, height)
    everywhere = np.ones((height, width), np.float32)
    sides = np.array([(-1, -1), (1, -1), (1, 1), (-1, 1)]) * stage.table_mm
    turn = np.radians(stage.turn_deg)
    spin = np.array([[np.cos(turn), np.sin(turn)], [-np.sin(turn), np.cos(turn)]])
    rim = stage.lens.ideal(np.column_stack([sides @ spin, np.zeros(4)]))
    frame = np.array([(0, 0), (width, 0), (width, height), (0, height)], np.float32)
    seen = cv2.intersectConvexConvex(rim, frame)[0] / (width * height)
    if seen < 0.999:
        floor, _ = _surface(stage.lens, stage.floor, FLOOR_MM, 30.0, rng)
        floor = np.asarray(cv2.GaussianBlur(floor, (0, 0), 4.0))
        easel.lay(whole, everywhere, matter=floor * 0.5)
    matter, normal = _surface(stage.lens, stage.ground, 0.0, stage.turn_deg, rng)
    on_table = everywhere if seen >= 0.999 else cover_of(rim, whole)
    easel.lay(whole, on_table, matter=matter, normal=normal, shine=stage.ground.shine)


def _surface(
    lens: Lens, ground: Ground, height_mm: float, turn_deg: float, rng: np.random.Generator
) -> tuple[Grey, Grey]:
    """Linear colours and normals of the ground at each pixel of the canvas."""
    width, height = lens.canvas_px
    turn = np.radians(turn_deg)
    spin = np.array([[np.cos(turn), np.sin(turn), 0], [-np.sin(turn), np.cos(turn), 0], [0, 0, 1]])
    shift = np.array([[1, 0, rng.uniform(0, 999)], [0, 1, rng.uniform(0, 999)], [0, 0, 1]])
    to_mm = shift @ spin @ np.linalg.inv(lens.cloth(height_mm))
    step_px = np.array([[[width / 2, height / 2], [width / 2 + 1, height / 2]]])
    step_mm = cv2.perspectiveTransform(step_px, to_mm)[0]
    mm_per_px = float(np.linalg.norm(step_mm[1] - step_mm[0]))
    wanted = max(16, round(ground.wide_mm / mm_per_px))
    tile = ground.tile
    if wanted < tile.shape[1]:
        size = (wanted, max(16, round(wanted * tile.shape[0] / tile.shape[1])))
        tile = np.asarray(cv2.resize(tile, size, interpolation=cv2.INTER_AREA), np.uint8)
    scale = tile.shape[1] / ground.wide_mm
    to_tile = np.diag([scale, scale, 1.0]) @ to_mm
    rows, columns = np.mgrid[0:height, 0:width].astype(np.float64)
    through = to_tile @ np.stack([columns.ravel(), rows.ravel(), np.ones(rows.size)])
    at = (through[:2] / through[2]).reshape(2, height, width)
    at %= np.array([tile.shape[1], tile.shape[0]])[:, None, None]
    padded = np.pad(tile, ((0, 1), (0, 1), (0, 0)), mode="wrap")
    colour = cv2.remap(padded, at[0].astype(np.float32), at[1].astype(np.float32), cv2.INTER_LINEAR)
    normal = np.zeros((height, width, 3), np.float32)
    normal[..., 2] = 1.0
    if ground.folds > 0:
        normal[..., :2] = _folds(rng, width, height, ground.folds)
        normal /= np.linalg.norm(normal, axis=2, keepdims=True)
    return linear(np.asarray(colour, np.uint8)), normal


def _folds(rng: np.random.Generator, width: int, height: int, strength: float) -> Grey:
    """Slopes of a cloth that was folded and smoothed out by hand."""
    total = np.zeros((height, width), np.float32)
    for cells, share in ((3, 1.0), (7, 0.5), (17, 0.2)):
        noise = rng.normal(0, 1, (cells, cells + 1)).astype(np.float32)
        total += share * cv2.resize(noise, (width, height), interpolation=cv2.INTER_CUBIC)
    if rng.random() < 0.6:
        for _ in range(int(rng.integers(1, 4))):
            at, lean = rng.uniform(0.1, 0.9), rng.normal(0, 0.05)
            columns = np.arange(width, dtype=np.float32)[None] / width
            rows = np.arange(height, dtype=np.float32)[:, None] / height
            way = columns - at - lean * rows if rng.random() < 0.5 else rows - at - lean * columns
            total += 1.2 * np.exp(-((way / 0.012) ** 2)) * np.float32(rng.choice([-1, 1])) * 0.3
    along = cv2.Sobel(total, cv2.CV_32F, 1, 0, ksize=5) * width / 6e4
    down = cv2.Sobel(total, cv2.CV_32F, 0, 1, ksize=5) * height / 6e4
    return np.asarray(np.stack([along, down], axis=-1) * np.float32(strength) * 4, np.float32)


def _print(
    easel: Easel,
    sheet: Sheet,
    texture: Pixels,
    *,
    owner: int,
    shine: float,
    thick: tuple[float, float, float] = _EDGE,
) -> None:
    """A sheet with a picture on it: shadow, edge, face."""
    lens = easel.lens
    local = sheet.outline()
    rim = sheet.at(local)
    foot = sheet.at(local, below_mm=sheet.thick_mm)
    floor = max(0.0, float(foot[:, 2].min()) - 0.1)
    if floor < HELD_MM:
        easel.shade([rim], floor)
    else:
        easel.shade([rim], floor, on_table=False)
        easel.shade([rim], 0.0, on_table=True)
    top, under = lens.ideal(rim), lens.ideal(foot)
    box = easel.box(np.concatenate([top, under]))
    if box is None:
        return
    wall = _wall(top, under)
    easel.lay(box, cover_of(wall, box), matter=thick, shine=0.0, owner=owner)
    at, normal = _seen_of(sheet, lens, box)
    share = np.asarray(at / np.array(sheet.size_mm, np.float32) + 0.5, np.float32)
    matter = _sampled(texture, share, _width_px(sheet, lens))
    easel.lay(
        box,
        cover_of(top, box),
        matter=linear(matter),
        normal=normal,
        shine=shine,
        owner=owner,
    )


def _seen_of(sheet: Sheet, lens: Lens, box: Box) -> tuple[Grey, Grey]:
    """For each pixel of the box the point of the sheet (local millimetres) and its normal; found on
    every ``_EVERY``-th pixel, between which a bent card changes too little to see."""
    left, up, right, down = box
    xs = np.arange(left, right + _EVERY, _EVERY, dtype=np.float32)
    ys = np.arange(up, down + _EVERY, _EVERY, dtype=np.float32)
    columns, rows = np.meshgrid(xs, ys)
    at = sheet.found(lens, np.stack([columns.ravel(), rows.ravel()], axis=1))
    coarse = np.column_stack([at, sheet.normals(at)]).astype(np.float32)
    grid = coarse.reshape(len(ys), len(xs), 5)
    here_x, here_y = np.meshgrid(
        np.arange(right - left, dtype=np.float32) / _EVERY,
        np.arange(down - up, dtype=np.float32) / _EVERY,
    )
    parts = [
        cv2.remap(np.ascontiguousarray(part), here_x, here_y, cv2.INTER_LINEAR)
        for part in (grid[..., :2], grid[..., 2:])
    ]
    return np.asarray(parts[0], np.float32), np.asarray(parts[1], np.float32)


def _wall(top: Points, under: Points) -> Points:
    """All that the edge could cover; the face is painted over it."""
    return np.asarray(cv2.convexHull(np.concatenate([top, under]))[:, 0], np.float32)


def _width_px(sheet: Sheet, lens: Lens) -> float:
    corners = lens.ideal(sheet.at(sheet.corners()))
    return float(np.linalg.norm(corners[1] - corners[0]))


def _sampled(texture: Pixels, share: Grey, width_px: float) -> Pixels:
    """Bilinear, from a copy averaged down to about the size it is seen at."""
    wanted = max(8, round(width_px * 1.25))
    if wanted < texture.shape[1]:
        size = (wanted, max(8, round(wanted * texture.shape[0] / texture.shape[1])))
        texture = np.asarray(cv2.resize(texture, size, interpolation=cv2.INTER_AREA), np.uint8)
    high, wide = texture.shape[:2]
    at = np.asarray(share * np.array([wide, high], np.float32) - 0.5, np.float32)
    rim = cv2.BORDER_REPLICATE
    out = cv2.remap(texture, at[..., 0], at[..., 1], cv2.INTER_LINEAR, borderMode=rim)
    return np.asarray(out, np.uint8)


def _pawn(easel: Easel, pawn: LaidPawn, texture: Pixels, number: int) -> None:
    _print(easel, pawn.sheet, texture, owner=number, shine=0.02, thick=pawn.edge)
