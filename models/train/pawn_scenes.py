"""Scenes for the pawn finder: pawns on and beside cards among everything round that is none.

Drawn at the finder's own scale (``vision.detectors.pawns.PX_PER_MM``, varied), so that a picture
costs little: five cards of a deal, up to six pawns, draughtsmen, coins and caps on the cards, backs
with medallions, hands in the way.
"""

from dataclasses import replace

import cv2
import numpy as np

from models.train import clutter
from models.train.back_art import procedural_back
from models.train.damage import any_lamp, spoil
from models.train.kit import Kit
from models.train.pieces import (
    a_hand,
    crooked_card,
    maybe_carries,
    named_faces,
    some_pawns,
    spare_cards,
)
from models.train.rooms import a_look
from vision.detectors.pawns import PX_PER_MM
from vision.frame import Image
from vision.scene.faces import Pyramid
from vision.scene.render import Rendered, Renderer, SceneAssets
from vision.scene.scene import Scene, SceneProp

PICTURE_PX = (416, 320)
SCALES = (0.72, 1.4)
"""Of the finder's scale: cards are found a little too large or small, tables lean."""
TABLE_SEEDS_APART = 71


class PawnScenes:
    """Draws and renders such scenes of one split. One per worker process."""

    def __init__(self, kit: Kit) -> None:
        self._kit = kit
        self._renderer = Renderer(kit.faces, size_px=PICTURE_PX)

    def picture(self, seed: int) -> Rendered:
        """The scene of a seed as the camera saves it, and its truth."""
        rng = np.random.default_rng([TABLE_SEEDS_APART, seed])
        scene, assets = self._draw(rng)
        rendered = self._renderer.render(scene, seed=seed, assets=assets)
        return replace(rendered, image=spoil(rendered.image, rng))

    def _draw(self, rng: np.random.Generator) -> tuple[Scene, SceneAssets]:
        kit = self._kit
        deck = kit.deck(rng)
        faces = named_faces(kit, rng, deck, 9)
        turn = rng.uniform(0, 360)
        dx, dy = rng.uniform(52, 105), rng.uniform(62, 115)
        corners = [(-dx, -dy), (dx, -dy), (dx, dy), (-dx, dy)]
        opened = int(rng.choice([0, 0, 1, 2, 4, 4]))
        cards = [crooked_card(rng, faces[0], (0, 0), turn)]
        for index, corner in enumerate(corners):
            face = faces[index + 1] if index < opened and index + 1 < len(faces) else None
            cards.append(crooked_card(rng, face, corner, turn))
        pawn_mm = float(rng.choice([25.0, 25.0, 28.0, 32.0]))
        pawns = some_pawns(rng, cards, int(rng.choice([0, 1, 2, 3, 4, 4, 5, 6, 6])), pawn_mm)
        over, props = self._look_alikes(rng, [(card.x_mm, card.y_mm) for card in cards])
        hands = tuple(
            maybe_carries(rng, a_hand(rng, 170), faces) for _ in range(int(rng.random() < 0.3))
        )
        scale = np.exp(rng.uniform(*np.log(SCALES))) * PX_PER_MM
        width_mm = PICTURE_PX[0] / scale
        look = a_look(rng, deck, width_mm, float(abs(rng.normal(0, 17))), any_roll=True)
        shift = rng.normal(0, 35, 2)
        surface, surface_mm = kit.surface(rng)
        scene = Scene(
            look=replace(look, pawn_mm=pawn_mm),
            cards=(*cards, *spare_cards(rng, faces[5:], turn)),
            pawns=pawns,
            hands=hands,
            offset_mm=(float(shift[0]), float(shift[1])),
        )
        assets = SceneAssets(
            surface=surface,
            surface_mm=surface_mm,
            back=self._back(rng),
            lamp=any_lamp(rng),
            fov_deg=float(rng.uniform(45, 75)),
            props=props,
            over=over,
            hands=kit.hands(hand.kind for hand in hands),
        )
        return scene, assets

    def _back(self, rng: np.random.Generator) -> Pyramid:
        if rng.random() < 0.35:
            return Pyramid.of(procedural_back(rng))
        return self._kit.back(rng)

    def _look_alikes(
        self, rng: np.random.Generator, spots: list[tuple[float, float]]
    ) -> tuple[tuple[SceneProp, ...], dict[str, Image]]:
        """Round pieces that are not ours, on the cards and beside them."""
        over, pictures = [], {}
        for index in range(int(rng.choice([0, 0, 1, 2, 4]))):
            name = f"piece-{index}"
            pictures[name] = clutter.disc(rng) if rng.random() < 0.75 else self._coin(rng)
            x, y = spots[int(rng.integers(len(spots)))] + rng.normal(0, 22, 2)
            size = float(rng.uniform(17, 36))
            turn = float(rng.uniform(0, 360))
            over.append(
                SceneProp(kind=name, x_mm=float(x), y_mm=float(y), angle_deg=turn, size_mm=size)
            )
        return tuple(over), pictures

    def _coin(self, rng: np.random.Generator) -> Image:
        coins = [name for name in self._kit.names.get("props", ()) if "coin" in name]
        if not coins:
            return clutter.disc(rng)
        picture = self._kit.picture("props", str(rng.choice(coins)), ".png")
        if picture.ndim != 3 or picture.shape[2] != 4:
            return clutter.disc(rng)
        return np.asarray(cv2.resize(picture, (128, 128), interpolation=cv2.INTER_AREA), np.uint8)
