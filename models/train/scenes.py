"""Random table scenes for the detector: what to lay, where the camera stands, what went wrong.

Families, drawn after looking at what cameras really deliver: photos of a few cards (rows,
crosses, heaps, one huge card; any surface, strong perspective, dark to burnt out), the game's own
view from above (five cards in a quincunx, pawns, spares, hands), and tables without any card.
Decks, surfaces, backs and lamps are disjoint from those of the staged table.
"""

from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt

from models.train.damage import spoil
from models.train.kit import Kit
from models.train.pieces import (
    a_hand,
    crooked_card,
    maybe_carries,
    named_faces,
    some_pawns,
    spare_cards,
)
from models.train.rooms import a_look, litter, scene_assets
from rules.cards import Rank, Suit
from vision.scene.render import Rendered, Renderer, SceneAssets
from vision.scene.scene import Scene, SceneCard

SIZES_PX = ((480, 360), (480, 360), (360, 480), (448, 448), (448, 448), (448, 448), (480, 272))


@dataclass(frozen=True, slots=True, eq=False)
class Drawn:
    """A scene ready to be rendered."""

    scene: Scene
    assets: SceneAssets
    size_px: tuple[int, int]


class SceneMaker:
    """Draws and renders random scenes of one split. One per worker process."""

    def __init__(self, kit: Kit) -> None:
        self._kit = kit
        self._renderers: dict[tuple[int, int], Renderer] = {}

    def picture(self, seed: int) -> Rendered:
        """The scene of a seed as the camera saves it, and its truth."""
        rng = np.random.default_rng([61, seed])
        drawn = draw(self._kit, rng)
        if drawn.size_px not in self._renderers:
            self._renderers[drawn.size_px] = Renderer(self._kit.faces, size_px=drawn.size_px)
        rendered = self._renderers[drawn.size_px].render(
            drawn.scene, seed=seed, assets=drawn.assets
        )
        return replace(rendered, image=spoil(rendered.image, rng))


def draw(kit: Kit, rng: np.random.Generator) -> Drawn:
    families = (
        (_suit_rows, 0.18),
        (_scatter, 0.08),
        (_huge, 0.06),
        (_heap, 0.08),
        (_game, 0.37),
        (_pawns_close, 0.16),
        (_nothing, 0.07),
    )
    pick = rng.random()
    for family, share in families:
        if pick < share:
            return family(kit, rng)
        pick -= share
    return _game(kit, rng)


def _of_one_suit(kit: Kit, rng: np.random.Generator, deck: str, count: int) -> list[str]:
    suit = str(rng.choice([str(each) for each in Suit]))
    wanted = [f"{rank}{suit}" for rank in Rank if f"{rank}{suit}" in kit.faces.deck(deck).files]
    if rng.random() < 0.3:
        wanted = [f"{rank}{suit}" for rank in "JQK" if f"{rank}{suit}" in wanted] + wanted
    return [str(name) for name in rng.choice(wanted, min(count, len(wanted)), replace=False)]


def _spots(rng: np.random.Generator, count: int) -> npt.NDArray[np.float64]:
    """count x (x mm, y mm, angle): rows, staircases, grids, crosses, fans."""
    shape = rng.choice(["row", "stairs", "grid", "cross", "fan", "loose"])
    order = np.arange(count)
    wobble = rng.normal(0, rng.uniform(1, 9), count)
    upright = rng.random() < 0.75
    if shape in ("row", "stairs"):
        step = rng.uniform(26, 95)
        slope = rng.uniform(-0.7, 0.7) if shape == "stairs" else rng.normal(0, 0.06)
        rows = np.stack([order * step, order * step * slope, wobble], axis=1)
        if not upright:
            rows[:, 0] *= rng.uniform(0.9, 1.4)
            rows[:, 2] += 90
        spots = rows
    elif shape == "grid":
        wide = int(rng.integers(2, 4))
        gap = rng.uniform(66, 100, 2) * (1, 1.35)
        spots = np.stack([order % wide * gap[0], order // wide * gap[1], wobble], axis=1)
        spots[:, :2] += rng.normal(0, 8, (count, 2))
        spots[:, 2] += 90 * (rng.random(count) < 0.2)
    elif shape == "cross":
        arm = rng.uniform(45, 100, 2)
        around = np.array([(0, 0), (-1, 0), (1, 0), (0, -1), (0, 1), (1, 1), (-1, -1)], dtype=float)
        spots = np.column_stack([around[rng.permutation(len(around))[:count]] * arm, wobble])
        spots[:, 2] += 90 * (rng.random(count) < 0.35)
    elif shape == "fan":
        turn = (order - count / 2) * rng.uniform(7, 28)
        radius = rng.uniform(50, 160)
        radians = np.radians(turn)
        spots = np.stack([np.sin(radians) * radius, -np.cos(radians) * radius, turn], axis=1)
    else:
        spots = np.column_stack(
            [rng.uniform(-1, 1, (count, 2)) * rng.uniform(30, 110), rng.uniform(0, 360, count)]
        )
    return spots


def _cards(
    rng: np.random.Generator, faces: list[str], spots: npt.NDArray[np.float64], back_share: float
) -> list[SceneCard]:
    turn = np.radians(rng.uniform(0, 360) if rng.random() < 0.45 else rng.normal(0, 8))
    middle = spots[:, :2].mean(axis=0)
    spin = np.array([(np.cos(turn), np.sin(turn)), (-np.sin(turn), np.cos(turn))])
    places = (spots[:, :2] - middle) @ spin
    cards = [
        SceneCard(
            face=None if rng.random() < back_share else face,
            x_mm=float(place[0]),
            y_mm=float(place[1]),
            angle_deg=float(angle + np.degrees(turn) + 180 * (rng.random() < 0.5)),
        )
        for face, place, angle in zip(faces, places, spots[:, 2], strict=True)
    ]
    return [cards[index] for index in rng.permutation(len(cards))]


def _span_mm(cards: list[SceneCard], size_px: tuple[int, int]) -> float:
    """Picture width, in millimetres, that just holds the cards."""
    places = np.array([(card.x_mm, card.y_mm) for card in cards])
    reach = np.abs(places).max(axis=0) + 42
    return float(2 * max(reach[0], reach[1] * size_px[0] / size_px[1]))


def _suit_rows(kit: Kit, rng: np.random.Generator) -> Drawn:
    """Four or five cards of a suit, rows to heaps, strong perspective, any light."""
    deck, count = kit.deck(rng), int(rng.integers(3, 7))
    faces = _of_one_suit(kit, rng, deck, count)
    cards = _cards(rng, faces, _spots(rng, len(faces)), 0.04)
    size = _size(rng)
    width = _span_mm(cards, size) * rng.uniform(0.85, 1.7)
    return _photo(kit, rng, deck, cards, size, width, clutter_share=0.25)


def _scatter(kit: Kit, rng: np.random.Generator) -> Drawn:
    """One to seven cards lying about, clutter beside and upon them."""
    deck, count = kit.deck(rng), int(rng.integers(1, 8))
    faces = named_faces(kit, rng, deck, count)
    cards = _cards(rng, faces, _spots(rng, len(faces)) * (1.2, 1.2, 1.0), 0.25)
    size = _size(rng)
    width = _span_mm(cards, size) * rng.uniform(0.9, 2.4)
    return _photo(kit, rng, deck, cards, size, width, clutter_share=0.8)


def _huge(kit: Kit, rng: np.random.Generator) -> Drawn:
    """One card, or two or three on each other, larger than half of the picture."""
    deck, count = kit.deck(rng), int(rng.choice([1, 1, 1, 2, 3]))
    faces = named_faces(kit, rng, deck, count)
    spots = np.column_stack([rng.normal(0, 16, (len(faces), 2)), rng.normal(0, 12, len(faces))])
    cards = _cards(rng, faces, spots, 0.15)
    size = _size(rng)
    return _photo(kit, rng, deck, cards, size, rng.uniform(85, 210), clutter_share=0.2)


def _heap(kit: Kit, rng: np.random.Generator) -> Drawn:
    """Many cards on each other, and fans."""
    deck, count = kit.deck(rng), int(rng.integers(5, 14))
    faces = named_faces(kit, rng, deck, count)
    spread = rng.uniform(25, 120)
    spots = np.column_stack(
        [rng.normal(0, spread, (len(faces), 2)), rng.uniform(0, 360, len(faces))]
    )
    cards = _cards(rng, faces, spots, float(rng.choice([0.0, 0.3, 0.9])))
    size = _size(rng)
    width = _span_mm(cards, size) * rng.uniform(0.8, 1.5)
    return _photo(kit, rng, deck, cards, size, width, clutter_share=0.3)


def _photo(
    kit: Kit,
    rng: np.random.Generator,
    deck: str,
    cards: list[SceneCard],
    size: tuple[int, int],
    width_mm: float,
    *,
    clutter_share: float,
) -> Drawn:
    """A hand-held camera's picture of cards."""
    tilt = float(np.clip(abs(rng.normal(0, 30)), 0, 62))
    hands = (a_hand(rng, 120),) if rng.random() < 0.08 else ()
    shift = rng.normal(0, 0.07, 2) * width_mm
    look = a_look(rng, deck, width_mm, tilt, any_roll=False)
    under, over, props = litter(kit, rng, width_mm, clutter_share)
    scene = Scene(
        look=replace(look, card_mm=_card_mm(kit, rng, deck, cards)),
        cards=tuple(cards),
        hands=hands,
        props=under,
        offset_mm=(float(shift[0]), float(shift[1])),
    )
    assets = scene_assets(kit, rng, width_mm, over=over, props=props, hands=hands)
    return Drawn(scene, assets, size)


def _game(kit: Kit, rng: np.random.Generator) -> Drawn:
    """The game's own view: a quincunx from above, pawns, spares, rest of the deck, hands."""
    deck = kit.deck(rng)
    faces = named_faces(kit, rng, deck, 12)
    dx, dy = rng.uniform(58, 115), rng.uniform(70, 125)
    turn = rng.uniform(0, 360) if rng.random() < 0.5 else rng.normal(0, 10)
    opened = int(rng.choice([0, 0, 1, 2, 4]))
    corners = [(-dx, -dy), (dx, -dy), (dx, dy), (-dx, dy)]
    cards = [crooked_card(rng, faces[0], (0, 0), turn)]
    for index, corner in enumerate(corners):
        face = faces[index + 1] if index < opened and index + 1 < len(faces) else None
        cards.append(crooked_card(rng, face, corner, turn))
    quincunx = list(cards)
    cards += spare_cards(rng, faces[5:], turn)
    pawn_mm = float(rng.choice([25.0, 25.0, 28.0, 32.0]))
    pawns = some_pawns(rng, quincunx, int(rng.integers(0, 7)), pawn_mm)
    hands = tuple(a_hand(rng, 220) for _ in range(int(rng.choice([0, 0, 1, 1, 2]))))
    hands = tuple(maybe_carries(rng, hand, faces) for hand in hands)
    width_mm = float(rng.uniform(280, 760))
    look = a_look(rng, deck, width_mm, float(abs(rng.normal(0, 14))), any_roll=True)
    under, over, props = litter(kit, rng, width_mm, 0.4, near=False)
    size = _size(rng)
    card_mm = _card_mm(kit, rng, deck, cards)
    scene = Scene(
        look=replace(look, card_mm=card_mm, pawn_mm=pawn_mm),
        cards=tuple(cards),
        pawns=pawns,
        hands=hands,
        props=under,
        offset_mm=(float(rng.normal(0, 40)), float(rng.normal(0, 30))),
    )
    assets = scene_assets(kit, rng, width_mm, over=over, props=props, hands=hands)
    return Drawn(scene, assets, size)


def _pawns_close(kit: Kit, rng: np.random.Generator) -> Drawn:
    """Pawns large in the picture, on and beside a card, among discs that are none."""
    deck = kit.deck(rng)
    faces = named_faces(kit, rng, deck, 2)
    cards = _cards(rng, faces, rng.normal(0, 50, (len(faces), 3)), 0.6)
    pawns = some_pawns(rng, cards, int(rng.integers(1, 7)), 25.0)
    width_mm = float(rng.uniform(150, 430))
    look = a_look(rng, deck, width_mm, float(abs(rng.normal(0, 18))), any_roll=True)
    under, over, props = litter(kit, rng, width_mm, 0.9)
    size = _size(rng)
    scene = Scene(look=look, cards=tuple(cards), pawns=pawns, props=under)
    return Drawn(scene, scene_assets(kit, rng, width_mm, over=over, props=props), size)


def _nothing(kit: Kit, rng: np.random.Generator) -> Drawn:
    """A table without cards: prints, tiles, coins, discs, papers, sometimes a hand."""
    width_mm = float(rng.uniform(120, 900))
    look = a_look(rng, kit.deck(rng), width_mm, float(abs(rng.normal(0, 28))), any_roll=True)
    under, over, props = litter(kit, rng, width_mm, 1.0)
    hands = (a_hand(rng, width_mm / 3),) if rng.random() < 0.3 else ()
    scene = Scene(look=look, hands=hands, props=under)
    assets = scene_assets(kit, rng, width_mm, over=over, props=props, hands=hands)
    return Drawn(scene, assets, _size(rng))


def _size(rng: np.random.Generator) -> tuple[int, int]:
    return SIZES_PX[int(rng.integers(len(SIZES_PX)))]


def _card_mm(
    kit: Kit, rng: np.random.Generator, deck: str, cards: list[SceneCard]
) -> tuple[float, float]:
    """Poker or bridge width; the picture's own proportion, a little varied."""
    face = next((card.face for card in cards if card.face), None)
    ratio = 88 / 63
    if face is not None:
        image = kit.faces.deck(deck).picture(face).levels[0]
        ratio = float(np.clip(image.shape[0] / image.shape[1], 1.3, 1.62))
    width = float(rng.choice([63.0, 63.0, 58.0]))
    return width, width * ratio * float(rng.uniform(0.97, 1.03))
