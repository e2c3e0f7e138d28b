"""Draw a scene as a camera would see it, with the truth about everything in it.

    scene, seed -> Renderer -> Rendered(image, truth)

A ``Renderer`` keeps what stays the same for an evening (the lit cloth under one camera, pictures of
cards, pawns, hands), so that one 1280x960 picture of a full table takes a few tens of milliseconds.
"""

from collections import OrderedDict
from dataclasses import dataclass, replace
from functools import lru_cache

import cv2
import numpy as np

from rules.tabletop import Owner, PawnSide
from vision.detectors.base import Kind
from vision.frame import Image
from vision.scene.backs import card_back
from vision.scene.camera import Matrix, apply
from vision.scene.faces import BACK, FaceLibrary, Pyramid
from vision.scene.ground import Ground, SceneAssets
from vision.scene.hands import (
    HAND_HEIGHT_MM,
    LEFT_MM,
    LENGTH_MM,
    PICTURE_MM,
    TOP_MM,
    WIDTH_MM,
    hand_texture,
)
from vision.scene.paint import Canvas
from vision.scene.pawn_picture import pawn_picture
from vision.scene.props import prop_texture
from vision.scene.scene import Scene, SceneCard, SceneHand, ScenePawn, SceneProp
from vision.scene.shapes import ring, rounded, turned
from vision.scene.texture import as_image, as_points
from vision.scene.truth import Placed, Rendered, TruthItem, from_short_side, truth_of

__all__ = ["Rendered", "Renderer", "SceneAssets", "TruthItem", "render"]

CORNER_SHARE = 0.055
"""Radius of a card's rounded corners, of its width."""
PAWN_THICK_MM = 3.0
CARRIED_MM = 25.0
_GROUNDS_KEPT = 4


def render(
    scene: Scene,
    *,
    faces: FaceLibrary,
    size_px: tuple[int, int] = (1280, 960),
    seed: int,
    assets: SceneAssets | None = None,
) -> Rendered:
    """One picture; for many of one evening keep a ``Renderer``."""
    return Renderer(faces, size_px=size_px).render(scene, seed=seed, assets=assets)


FEW, MANY = 8, 40
"""So many backs, and hands and props, are kept once drawn: a table may be staged for days."""


@dataclass(frozen=True, slots=True, eq=False)
class _Laid:
    """A ground with the cards of the last picture on it."""

    ground: Ground
    cards: tuple[SceneCard, ...]
    canvas: Canvas
    placed: tuple[Placed, ...]


class Renderer:
    """Draws scenes of one size. Not to be shared between threads."""

    def __init__(self, faces: FaceLibrary, *, size_px: tuple[int, int] = (1280, 960)) -> None:
        self._faces = faces
        self._size_px = size_px
        self._grounds: OrderedDict[object, Ground] = OrderedDict()
        self._drawn_back = lru_cache(FEW)(lambda seed: Pyramid.of(card_back(seed)))
        self._pawns: dict[tuple[Owner, PawnSide], Image] = {}
        self._drawn_hand = lru_cache(MANY)(hand_texture)
        self._drawn_prop = lru_cache(MANY)(prop_texture)
        self._grain: Image | None = None
        self._laid: _Laid | None = None

    def render(self, scene: Scene, *, seed: int, assets: SceneAssets | None = None) -> Rendered:
        """Raises SceneError, naming it, when a deck or a face is missing."""
        kit = assets or SceneAssets()
        ground = self._ground(scene, assets, kit)
        canvas, placed = self._with_cards(ground, scene, kit)
        for index, pawn in enumerate(scene.pawns):
            placed.append(self._pawn(canvas, ground, pawn, scene, len(placed) + 1, index))
        for prop in kit.over:
            self._prop(canvas, ground, prop, scene, kit)
        for index, hand in enumerate(scene.hands):
            if isinstance(hand.holds, SceneCard):
                number = len(placed) + 1
                placed.append(
                    self._card(canvas, ground, hand.holds, scene, kit, number, index, carried=True)
                )
            elif isinstance(hand.holds, ScenePawn):
                number = len(placed) + 1
                placed.append(
                    self._pawn(canvas, ground, hand.holds, scene, number, index, carried=True)
                )
            placed.append(self._hand(canvas, ground, hand, kit, len(placed) + 1, index))
        truth = truth_of(canvas, placed)
        return Rendered(self._expose(canvas.image, scene, seed), truth)

    def _with_cards(
        self, ground: Ground, scene: Scene, kit: SceneAssets
    ) -> tuple[Canvas, list[Placed]]:
        """The cards on the cloth; what lay there in the last picture is not painted anew."""
        laid = self._laid
        if laid is None or laid.ground is not ground or laid.cards != scene.cards:
            canvas, placed = ground.canvas(), []
            for index, card in enumerate(scene.cards):
                placed.append(self._card(canvas, ground, card, scene, kit, index + 1, index))
            self._laid = laid = _Laid(ground, scene.cards, canvas, tuple(placed))
        return laid.canvas.copy(), list(laid.placed)

    def _ground(self, scene: Scene, assets: SceneAssets | None, kit: SceneAssets) -> Ground:
        key = (scene.look, scene.props, scene.offset_mm, scene.turn_deg, assets)
        if key in self._grounds:
            self._grounds.move_to_end(key)
            return self._grounds[key]
        ground = Ground.of(scene, kit, self._size_px)
        canvas = ground.canvas()
        for prop in scene.props:
            self._prop(canvas, ground, prop, scene, kit)
        self._grounds[key] = replace(ground, image=canvas.image)
        if len(self._grounds) > _GROUNDS_KEPT:
            self._grounds.popitem(last=False)
        return self._grounds[key]

    def _card(
        self,
        canvas: Canvas,
        ground: Ground,
        card: SceneCard,
        scene: Scene,
        kit: SceneAssets,
        number: int,
        index: int,
        *,
        carried: bool = False,
    ) -> Placed:
        look = scene.look
        deck = card.deck or look.deck
        width, height = look.card_mm
        plane = ground.view.plane(CARRIED_MM if carried else 0.0)
        local = plane @ turned(card.x_mm, card.y_mm, card.angle_deg)
        outline_px = apply(local, rounded(width, height, width * CORNER_SHARE))
        unit = np.array([[width, 0, -width / 2], [0, height, -height / 2], [0, 0, 1]])
        canvas.shadow(outline_px, CARRIED_MM / 3 if carried else ground.lamp.shadow_mm)
        picture = self._back(deck, look.back, kit) if card.face is None else None
        if picture is None:
            picture = self._faces.deck(deck).picture(str(card.face))
        canvas.picture(picture, local @ unit, outline_px, owner=number, gloss=1.0)
        return Placed(
            kind=Kind.BACK if card.face is None else Kind.FACE,
            index=index,
            carried=carried,
            label=card.face,
            outline_px=outline_px,
            corners_px=apply(local @ unit, [(0, 0), (1, 0), (1, 1), (0, 1)]),
        )

    def _back(self, deck: str, seed: int, kit: SceneAssets) -> Pyramid:
        if kit.back is not None:
            return kit.back
        if deck in self._faces.names and self._faces.deck(deck).has_back:
            return self._faces.deck(deck).picture(BACK)
        return self._drawn_back(seed)

    def _pawn(
        self,
        canvas: Canvas,
        ground: Ground,
        pawn: ScenePawn,
        scene: Scene,
        number: int,
        index: int,
        *,
        carried: bool = False,
    ) -> Placed:
        under_mm = CARRIED_MM if carried else 0.0
        radius = scene.look.pawn_mm / 2
        at = turned(pawn.x_mm, pawn.y_mm, pawn.angle_deg)
        low = apply(ground.view.plane(under_mm) @ at, ring(radius))
        top_plane = ground.view.plane(under_mm + PAWN_THICK_MM) @ at
        top = apply(top_plane, ring(radius))
        hull = as_points(cv2.convexHull(np.vstack([low, top]))[:, 0])
        canvas.shadow(hull, CARRIED_MM / 3 if carried else PAWN_THICK_MM * 0.7)
        canvas.solid(hull, (96, 128, 150), owner=number)
        size = 2 * radius
        unit = np.array([[size, 0, -radius], [0, size, -radius], [0, 0, 1]])
        canvas.cutout(self._pawn_art(pawn), top_plane @ unit, top, owner=number, gloss=0.25)
        left, up = top.min(axis=0)
        right, down = top.max(axis=0)
        box = np.array([(left, up), (right, up), (right, down), (left, down)], np.float32)
        return Placed(
            kind=Kind.PAWN,
            index=index,
            carried=carried,
            label=None,
            outline_px=hull,
            corners_px=from_short_side(box),
            owner=pawn.owner,
            side=pawn.side,
        )

    def _pawn_art(self, pawn: ScenePawn) -> Image:
        key = (pawn.owner, pawn.side)
        if key not in self._pawns:
            self._pawns[key] = pawn_picture(pawn.owner, pawn.side)
        return self._pawns[key]

    def _hand(
        self,
        canvas: Canvas,
        ground: Ground,
        hand: SceneHand,
        kit: SceneAssets,
        number: int,
        index: int,
    ) -> Placed:
        plane = ground.view.plane(HAND_HEIGHT_MM)
        at = plane @ turned(hand.x_mm, hand.y_mm, hand.angle_deg)
        if hand.kind in kit.hands:
            texture = as_image(cv2.rotate(kit.hands[hand.kind], cv2.ROTATE_90_COUNTERCLOCKWISE))
            long_mm = PICTURE_MM
            wide_mm = long_mm * texture.shape[0] / texture.shape[1]
            corner, size = (0.0, -wide_mm / 2), (long_mm, wide_mm)
        else:
            texture = self._drawn_hand(hand.kind)
            corner, size = (LEFT_MM, TOP_MM), (LENGTH_MM, WIDTH_MM)
        texture, size = _before_the_lens(texture, at, corner, size)
        to_px = at @ np.array([[size[0], 0, corner[0]], [0, size[1], corner[1]], [0, 0, 1]])
        quad = apply(to_px, [(0, 0), (1, 0), (1, 1), (0, 1)])
        canvas.shade_cutout(texture, to_px, quad, reach_mm=HAND_HEIGHT_MM * 0.4)
        canvas.cutout(texture, to_px, quad, owner=number)
        return Placed(
            kind=Kind.HAND,
            index=index,
            carried=False,
            label=None,
            outline_px=quad,
            corners_px=quad,
        )

    def _prop(
        self, canvas: Canvas, ground: Ground, prop: SceneProp, scene: Scene, kit: SceneAssets
    ) -> None:
        texture = kit.props.get(prop.kind)
        if texture is None:
            texture = self._drawn_prop(prop.kind, scene.look.cloth)
        wide = prop.size_mm
        high = wide * texture.shape[0] / texture.shape[1]
        unit = np.array([[wide, 0, -wide / 2], [0, high, -high / 2], [0, 0, 1]])
        to_px = ground.view.plane(0.0) @ turned(prop.x_mm, prop.y_mm, prop.angle_deg) @ unit
        quad = apply(to_px, [(0, 0), (1, 0), (1, 1), (0, 1)])
        canvas.shade_cutout(texture, to_px, quad, reach_mm=4.0)
        canvas.cutout(texture, to_px, quad, owner=0, gloss=0.5)

    def _expose(self, image: Image, scene: Scene, seed: int) -> Image:
        """The lens's blur and the sensor's grain."""
        look = scene.look
        if look.blur_px > 0:
            kernel = (3, 3) if look.blur_px < 0.75 else (0, 0)
            image = as_image(cv2.GaussianBlur(image, kernel, look.blur_px))
        if look.noise <= 0:
            return image
        height, width = image.shape[:2]
        if self._grain is None:
            fixed = np.random.default_rng(7).standard_normal((height + 64, width + 64, 3))
            self._grain = np.clip(fixed * 32 + 128, 0, 255).astype(np.uint8)
        left, top = np.random.default_rng(seed).integers(0, 64, 2)
        grain = self._grain[top : top + height, left : left + width]
        share = look.noise / 32
        return as_image(cv2.addWeighted(image, 1.0, grain, share, -128 * share))


def _before_the_lens(
    texture: Image, to_px: Matrix, corner: tuple[float, float], size: tuple[float, float]
) -> tuple[Image, tuple[float, float]]:
    """An arm cut off where it would pass behind a leaning camera, with its new size."""
    near = float((to_px @ np.array([0.0, 0.0, 1.0]))[2]) * 0.15
    for share in (1.0, 0.7, 0.5, 0.35):
        far = corner[0] + size[0] * share
        ends = np.array([(far, corner[1], 1.0), (far, corner[1] + size[1], 1.0)])
        if min(ends @ to_px[2]) > near:
            break
    if share == 1.0:
        return texture, size
    width = round(texture.shape[1] * share)
    return np.ascontiguousarray(texture[:, :width]), (size[0] * share, size[1])
