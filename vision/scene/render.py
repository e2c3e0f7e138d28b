"""Draw a scene as a camera would see it, with the truth about everything in it.

    scene, seed -> Renderer -> Rendered(image, truth)

A ``Renderer`` keeps what stays the same for an evening (the lit cloth under one camera, pictures of
cards, pawns, hands), so that one 1280x960 picture of a full table takes a few tens of milliseconds.
"""

from collections import OrderedDict
from collections.abc import Mapping
from dataclasses import dataclass, field, replace

import cv2
import numpy as np
import numpy.typing as npt

from rules.tabletop import Owner, PawnSide
from vision.detectors.base import Kind
from vision.frame import Image, Points
from vision.scene.backs import card_back
from vision.scene.camera import FIELD_OF_VIEW_DEG, Matrix, View, apply
from vision.scene.cloths import TILE_MM, cloth_tile
from vision.scene.faces import BACK, FaceLibrary, Pyramid
from vision.scene.hands import (
    HAND_HEIGHT_MM,
    LEFT_MM,
    LENGTH_MM,
    TOP_MM,
    WIDTH_MM,
    hand_texture,
)
from vision.scene.lamps import Lamp, glare_map, lamp_of, light_map
from vision.scene.paint import GAIN_STEP, Canvas
from vision.scene.pawn_art import DISC_R_MM, pawn_shapes
from vision.scene.props import prop_texture
from vision.scene.scene import Scene, SceneCard, SceneHand, ScenePawn, SceneProp
from vision.scene.texture import Floats, bgr, fill, outline

CORNER_SHARE = 0.055
"""Radius of a card's rounded corners, of its width."""
PAWN_THICK_MM = 3.0
CARRIED_MM = 25.0
PAWN_PX = 176
_GROUNDS_KEPT = 4


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class SceneAssets:
    """What a training scene brings instead of the shipped looks; every part is optional."""

    surface: Image | None = None  # mirrored endlessly
    surface_mm: float = TILE_MM  # what its width spans
    table_mm: Points | None = None  # polygon of the table's top; beyond it lies ``room``
    room: Image | None = None
    back: Pyramid | None = None
    lamp: Lamp | None = None
    fov_deg: float = FIELD_OF_VIEW_DEG
    hands: Mapping[int, Image] = field(default_factory=dict)  # BGRA by kind, arm leaving downwards
    props: Mapping[str, Image] = field(default_factory=dict)  # BGRA by name
    over: tuple[SceneProp, ...] = ()  # clutter lying on the cards


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class TruthItem:
    """What one thing in the picture really is and where.

    ``corners_px``: 4x2, of the whole thing, clockwise in the picture from a short side; for a pawn
    the upright box around its disc, for a hand the tightest box around what the picture shows.
    ``visible_px``: Nx2, the largest part that nothing hides. ``visible``: the share of the whole
    that shows, 0..1, parts outside the picture counting as hidden (a hand: 1, or 0).
    """

    kind: Kind
    index: int  # in the scene's cards, pawns or hands; of the holding hand when carried
    carried: bool
    label: str | None  # "QH" on a face
    corners_px: Points
    visible_px: Points
    visible: float
    owner: Owner | None = None
    side: PawnSide | None = None


@dataclass(frozen=True, slots=True, eq=False)
class Rendered:
    image: Image
    truth: tuple[TruthItem, ...]


@dataclass(frozen=True, slots=True, eq=False)
class _Ground:
    """The table without cards, clutter included, under one camera and lamp."""

    view: View
    lamp: Lamp
    image: Image
    gains: Image
    glare: Image
    px_per_mm: float

    def canvas(self) -> Canvas:
        return Canvas(
            ground=self.image,
            gains=self.gains,
            glare=self.glare,
            lamp=self.lamp,
            px_per_mm=self.px_per_mm,
        )


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class _Placed:
    """A thing that has been painted, before it is known how much of it stays visible."""

    kind: Kind
    index: int
    carried: bool
    label: str | None
    outline_px: Points
    corners_px: Points
    owner: Owner | None = None
    side: PawnSide | None = None


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


class Renderer:
    """Draws scenes of one size. Not to be shared between threads."""

    def __init__(self, faces: FaceLibrary, *, size_px: tuple[int, int] = (1280, 960)) -> None:
        self._faces = faces
        self._size_px = size_px
        self._grounds: OrderedDict[object, _Ground] = OrderedDict()
        self._backs: dict[int, Pyramid] = {}
        self._pawns: dict[tuple[Owner, PawnSide], Image] = {}
        self._hands: dict[int, Image] = {}
        self._props: dict[tuple[str, int], Image] = {}
        self._grain: Image | None = None

    def render(self, scene: Scene, *, seed: int, assets: SceneAssets | None = None) -> Rendered:
        """Raises SceneError, naming it, when a deck or a face is missing."""
        kit = assets or SceneAssets()
        ground = self._ground(scene, assets, kit)
        canvas = ground.canvas()
        placed: list[_Placed] = []
        for index, card in enumerate(scene.cards):
            placed.append(self._card(canvas, ground, card, scene, kit, len(placed) + 1, index))
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
        truth = _truth(canvas, placed)
        return Rendered(self._expose(canvas.image, scene, seed), truth)

    def _ground(self, scene: Scene, assets: SceneAssets | None, kit: SceneAssets) -> _Ground:
        key = (scene.look, scene.props, scene.offset_mm, scene.turn_deg, assets)
        if key in self._grounds:
            self._grounds.move_to_end(key)
            return self._grounds[key]
        look = scene.look
        view = View.of(scene, self._size_px, fov_deg=kit.fov_deg)
        lamp = kit.lamp or lamp_of(look.lamp)
        light = light_map(lamp, self._size_px)
        glare = glare_map(lamp, self._size_px)
        px_per_mm = self._size_px[0] / look.width_mm
        flat = _floor(view, self._size_px, px_per_mm, look.cloth, kit)
        ground = _Ground(
            view=view,
            lamp=lamp,
            image=np.clip(flat * light + 0.3 * glare[..., None], 0, 255).astype(np.uint8),
            gains=cv2.convertScaleAbs(light, alpha=GAIN_STEP),
            glare=cv2.convertScaleAbs(glare),
            px_per_mm=px_per_mm,
        )
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
        ground: _Ground,
        card: SceneCard,
        scene: Scene,
        kit: SceneAssets,
        number: int,
        index: int,
        *,
        carried: bool = False,
    ) -> _Placed:
        look = scene.look
        deck = card.deck or look.deck
        width, height = look.card_mm
        plane = ground.view.plane(CARRIED_MM if carried else 0.0)
        local = plane @ _turned(card.x_mm, card.y_mm, card.angle_deg)
        outline_px = apply(local, _rounded(width, height, width * CORNER_SHARE))
        unit = np.array([[width, 0, -width / 2], [0, height, -height / 2], [0, 0, 1]])
        canvas.shadow(outline_px, CARRIED_MM / 3 if carried else ground.lamp.shadow_mm)
        picture = self._back(deck, look.back, kit) if card.face is None else None
        if picture is None:
            picture = self._faces.deck(deck).picture(str(card.face))
        canvas.picture(picture, local @ unit, outline_px, owner=number, gloss=1.0)
        return _Placed(
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
        if seed not in self._backs:
            self._backs[seed] = Pyramid.of(card_back(seed))
        return self._backs[seed]

    def _pawn(
        self,
        canvas: Canvas,
        ground: _Ground,
        pawn: ScenePawn,
        scene: Scene,
        number: int,
        index: int,
        *,
        carried: bool = False,
    ) -> _Placed:
        under_mm = CARRIED_MM if carried else 0.0
        radius = scene.look.pawn_mm / 2
        at = _turned(pawn.x_mm, pawn.y_mm, pawn.angle_deg)
        low = apply(ground.view.plane(under_mm) @ at, _ring(radius))
        top_plane = ground.view.plane(under_mm + PAWN_THICK_MM) @ at
        top = apply(top_plane, _ring(radius))
        hull = cv2.convexHull(np.vstack([low, top]))[:, 0]
        canvas.shadow(hull, CARRIED_MM / 3 if carried else PAWN_THICK_MM * 0.7)
        canvas.solid(hull, (96, 128, 150), owner=number)
        size = 2 * radius
        unit = np.array([[size, 0, -radius], [0, size, -radius], [0, 0, 1]])
        canvas.cutout(self._pawn_art(pawn), top_plane @ unit, top, owner=number, gloss=0.25)
        left, up = top.min(axis=0)
        right, down = top.max(axis=0)
        box = np.array([(left, up), (right, up), (right, down), (left, down)], np.float32)
        return _Placed(
            kind=Kind.PAWN,
            index=index,
            carried=carried,
            label=None,
            outline_px=hull,
            corners_px=_from_short_side(box),
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
        ground: _Ground,
        hand: SceneHand,
        kit: SceneAssets,
        number: int,
        index: int,
    ) -> _Placed:
        plane = ground.view.plane(HAND_HEIGHT_MM)
        at = plane @ _turned(hand.x_mm, hand.y_mm, hand.angle_deg)
        if hand.kind in kit.hands:
            texture = cv2.rotate(kit.hands[hand.kind], cv2.ROTATE_90_COUNTERCLOCKWISE)
            long_mm = 430.0
            wide_mm = long_mm * texture.shape[0] / texture.shape[1]
            corner, size = (0.0, -wide_mm / 2), (long_mm, wide_mm)
        else:
            if hand.kind not in self._hands:
                self._hands[hand.kind] = hand_texture(hand.kind)
            texture = self._hands[hand.kind]
            corner, size = (LEFT_MM, TOP_MM), (LENGTH_MM, WIDTH_MM)
        to_px = at @ np.array([[size[0], 0, corner[0]], [0, size[1], corner[1]], [0, 0, 1]])
        quad = apply(to_px, [(0, 0), (1, 0), (1, 1), (0, 1)])
        canvas.shade_cutout(texture, to_px, quad, reach_mm=HAND_HEIGHT_MM * 0.4)
        canvas.cutout(texture, to_px, quad, owner=number)
        return _Placed(
            kind=Kind.HAND,
            index=index,
            carried=False,
            label=None,
            outline_px=quad,
            corners_px=quad,
        )

    def _prop(
        self, canvas: Canvas, ground: _Ground, prop: SceneProp, scene: Scene, kit: SceneAssets
    ) -> None:
        texture = kit.props.get(prop.kind)
        if texture is None:
            key = (prop.kind, scene.look.cloth)
            if key not in self._props:
                self._props[key] = prop_texture(*key)
            texture = self._props[key]
        wide = prop.size_mm
        high = wide * texture.shape[0] / texture.shape[1]
        unit = np.array([[wide, 0, -wide / 2], [0, high, -high / 2], [0, 0, 1]])
        to_px = ground.view.plane(0.0) @ _turned(prop.x_mm, prop.y_mm, prop.angle_deg) @ unit
        quad = apply(to_px, [(0, 0), (1, 0), (1, 1), (0, 1)])
        canvas.shade_cutout(texture, to_px, quad, reach_mm=4.0)
        canvas.cutout(texture, to_px, quad, owner=0, gloss=0.5)

    def _expose(self, image: Image, scene: Scene, seed: int) -> Image:
        """The lens's blur and the sensor's grain."""
        look = scene.look
        if look.blur_px > 0:
            kernel = (3, 3) if look.blur_px < 0.75 else (0, 0)
            image = cv2.GaussianBlur(image, kernel, look.blur_px)
        if look.noise <= 0:
            return image
        height, width = image.shape[:2]
        if self._grain is None:
            fixed = np.random.default_rng(7).standard_normal((height + 64, width + 64, 3))
            self._grain = np.clip(fixed * 32 + 128, 0, 255).astype(np.uint8)
        left, top = np.random.default_rng(seed).integers(0, 64, 2)
        grain = self._grain[top : top + height, left : left + width]
        share = look.noise / 32
        return cv2.addWeighted(image, 1.0, grain, share, -128 * share)


def pawn_picture(owner: Owner, side: PawnSide, size_px: int = PAWN_PX) -> Image:
    """BGRA of a cut-out pawn filling the square."""
    scale = size_px / (2 * DISC_R_MM)
    image = np.zeros((size_px, size_px, 3), np.uint8)
    for shape in pawn_shapes(owner, side):
        points = (shape.polygon + DISC_R_MM) * scale
        fill(image, points, bgr(shape.fill))
        if shape.stroke_mm:
            outline(image, points, bgr(shape.stroke), max(1, round(shape.stroke_mm * scale)))
    mask = np.zeros((size_px, size_px), np.uint8)
    fill(mask, (_ring(DISC_R_MM) + DISC_R_MM) * scale, 255)
    return np.dstack([image, mask])


def _truth(canvas: Canvas, placed: list[_Placed]) -> tuple[TruthItem, ...]:
    items = []
    for number, item in enumerate(placed, start=1):
        visible_px, shown_px = _visible(canvas, item.outline_px, number)
        corners_px = item.corners_px
        if item.kind is Kind.HAND:
            visible = 1.0 if shown_px > 0 else 0.0
            if shown_px > 0:
                corners_px = _from_short_side(cv2.boxPoints(cv2.minAreaRect(visible_px)))
        else:
            whole_px = abs(float(cv2.contourArea(item.outline_px)))
            visible = min(1.0, shown_px / max(whole_px, 1.0))
        items.append(
            TruthItem(
                kind=item.kind,
                index=item.index,
                carried=item.carried,
                label=item.label,
                corners_px=_clockwise(corners_px),
                visible_px=visible_px,
                visible=visible,
                owner=item.owner,
                side=item.side,
            )
        )
    return tuple(items)


def _visible(canvas: Canvas, outline_px: Points, number: int) -> tuple[Points, float]:
    """The largest visible part's contour, and the area of all visible parts in pixels."""
    nothing: Points = np.zeros((0, 2), np.float32)
    box = canvas.box(outline_px)
    if box is None:
        return nothing, 0.0
    mask = (canvas.owners[box[1] : box[3], box[0] : box[2]] == number).astype(np.uint8)
    shown = float(cv2.countNonZero(mask))
    contours, _ = cv2.findContours(mask, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_SIMPLE)
    if not contours:
        return nothing, 0.0
    largest = max(contours, key=cv2.contourArea)[:, 0].astype(np.float32)
    return largest + np.array(box[:2], np.float32), shown


def _clockwise(corners: Points) -> Points:
    """The same corners, turning clockwise in the picture (y down), first edge kept."""
    edges = np.roll(corners, -1, axis=0) - corners
    turn = float(edges[0, 0] * edges[1, 1] - edges[0, 1] * edges[1, 0])
    return corners if turn >= 0 else corners[[1, 0, 3, 2]]


def _from_short_side(corners: Points) -> Points:
    first, second = np.linalg.norm(corners[1] - corners[0]), np.linalg.norm(corners[2] - corners[1])
    ordered = corners if first <= second else np.roll(corners, -1, axis=0)
    return ordered.astype(np.float32)


def _turned(x_mm: float, y_mm: float, angle_deg: float) -> Matrix:
    """3x3: a thing's own millimetres to the cloth's."""
    turn = np.radians(angle_deg)
    cos, sin = np.cos(turn), np.sin(turn)
    return np.array([[cos, -sin, x_mm], [sin, cos, y_mm], [0, 0, 1]])


def _rounded(width: float, height: float, radius: float) -> npt.NDArray[np.float64]:
    """Outline of a card around its centre, clockwise from the top left."""
    corner = np.radians(np.arange(180, 271, 18))
    arc = np.stack([np.cos(corner), np.sin(corner)], axis=1) * radius
    inner = np.array([width / 2 - radius, height / 2 - radius])
    top_left = arc - inner
    right_arc = np.stack([-arc[:, 0], arc[:, 1]], axis=1)[::-1]
    top_right = right_arc + inner * (1, -1)
    return np.vstack([top_left, top_right, -top_left, -top_right])


def _ring(radius: float) -> npt.NDArray[np.float64]:
    turns = np.radians(np.arange(0, 360, 7.5))
    return np.stack([np.cos(turns), np.sin(turns)], axis=1) * radius


def _floor(
    view: View, size_px: tuple[int, int], px_per_mm: float, cloth: int, kit: SceneAssets
) -> Floats:
    """The unlit cloth (and the room beyond the table's edge), HxWx3."""
    tile = cloth_tile(cloth) if kit.surface is None else kit.surface
    tile_px_per_mm = tile.shape[1] / (TILE_MM if kit.surface is None else kit.surface_mm)
    while tile_px_per_mm > 1.6 * px_per_mm and min(tile.shape[:2]) > 16:
        tile = cv2.resize(tile, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA)
        tile_px_per_mm /= 2
    columns, rows = np.meshgrid(np.arange(size_px[0]), np.arange(size_px[1]))
    back = np.linalg.inv(view.plane())
    depth = back[2, 0] * columns + back[2, 1] * rows + back[2, 2]
    x = (back[0, 0] * columns + back[0, 1] * rows + back[0, 2]) / depth * tile_px_per_mm
    y = (back[1, 0] * columns + back[1, 1] * rows + back[1, 2]) / depth * tile_px_per_mm
    height, width = tile.shape[:2]
    if kit.surface is None:
        x, y = x % width, y % height
    else:
        x = np.abs((x + width / 2) % (2 * width) - width)
        y = np.abs((y + height / 2) % (2 * height) - height)
    flat = cv2.remap(
        tile, x.astype(np.float32), y.astype(np.float32), cv2.INTER_LINEAR,
        borderMode=cv2.BORDER_WRAP,
    ).astype(np.float32)  # fmt: skip
    if kit.table_mm is not None and kit.room is not None:
        mask = np.zeros(flat.shape[:2], np.uint8)
        fill(mask, np.clip(view.project(kit.table_mm), -20000, 20000), 255)
        room = cv2.resize(kit.room, size_px).astype(np.float32)
        flat += (room - flat) * (1 - mask[..., None].astype(np.float32) / 255)
    return flat
