"""Scenes for the index finder: cards of which little more than the corner shows, and what is none.

Hands held before a room, thumb on the cards; fans, ribbons and columns spread on cloth; melds in
rows as they lie at the end of a hand of rummy; heaps. Each scene knows of every index where it is,
which way up, which card it belongs to, and how much of its ink shows.
"""

from dataclasses import dataclass, replace
from itertools import pairwise

import cv2
import numpy as np
import numpy.typing as npt

from models.train.damage import any_lamp, spoil
from models.train.index_art import IndexDecks
from models.train.index_layouts import Floats, Spots, fan, ribbon, some_spots, towards
from models.train.kit import FLAT_HANDS, TRAIN_SEEDS_FROM, Kit
from models.train.pieces import a_hand
from models.train.rooms import a_look
from rules.cards import DECK_52
from vision.calibrate import CARD_MM
from vision.detectors.base import Kind
from vision.detectors.indices import ANCHOR
from vision.frame import Image
from vision.readers.base import RANKS, SUITS
from vision.scene.hands import LENGTH_MM, SKINS, hand_texture
from vision.scene.lamps import lamp_of
from vision.scene.render import Rendered, Renderer, SceneAssets
from vision.scene.scene import Scene, SceneCard, SceneProp
from vision.scene.texture import as_image
from vision.scene.truth import TruthItem

SEEDS_APART = 83
SIZES_PX = ((800, 600), (800, 600), (720, 720), (600, 800))
CARD_LONG_MM = CARD_MM[1]
CLEAR, HIDDEN = 0.8, 0.3
"""An index that shows this much is to be found; one that shows less than the second is not there;
in between, and where it is not known, nothing is asked."""
DARK_SPREAD = 6.0
"""Grey levels of standard deviation over an index; where there are fewer nobody reads it."""
SAMPLES = np.stack(np.meshgrid(np.linspace(0.06, 0.94, 6), np.linspace(0.04, 0.96, 9)), axis=-1)


@dataclass(frozen=True, slots=True)
class TrueIndex:
    """``x``, ``y``: the anchor (``vision.detectors.indices.ANCHOR``) in pixels; ``up_x``, ``up_y``:
    unit vector the letter points up along; ``rank`` and ``suit``: places in RANKS and SUITS;
    ``shows``: share of its ink in view, -1 where nobody can say; ``card``: numbered in the scene.
    """

    x: float
    y: float
    up_x: float
    up_y: float
    px_per_mm: float
    rank: int
    suit: int
    shows: float
    card: int


@dataclass(frozen=True, slots=True, eq=False)
class IndexPicture:
    image: Image
    indices: tuple[TrueIndex, ...]


class IndexScenes:
    """Draws and renders such scenes of one split. One per worker process."""

    def __init__(self, kit: Kit, decks: IndexDecks) -> None:
        self._kit, self._decks = kit, decks
        self._renderers: dict[tuple[int, int], Renderer] = {}
        self._palms: dict[int, Image] = {}

    def picture(self, seed: int) -> IndexPicture:
        """The scene of a seed as the camera saves it, and its truth."""
        rng = np.random.default_rng([SEEDS_APART, seed])
        spots, held = some_spots(rng)
        return self._render(rng, seed, self._decks.draw(rng), spots, held=held)

    def fan(self, seed: int, *, count: int = 13, clear: bool = False) -> IndexPicture:
        """A hand of ``count`` different cards of one deck, held or spread, filling the picture;
        ``clear``: under a living-room lamp, by a camera held still."""
        rng = np.random.default_rng([SEEDS_APART + 1, seed])
        held = bool(rng.random() < 0.5)
        deck = self._decks.draw(rng)
        open_mm = 63.0 * self._decks.art[deck].box_of("T")[2] + 2.0
        lay = fan if held or rng.random() < 0.6 else ribbon
        spots = lay(rng, count, open_mm=open_mm)
        return self._render(rng, seed, deck, spots, held=held, alone=True, clear=clear)

    def _render(
        self,
        rng: np.random.Generator,
        seed: int,
        deck: str,
        spots: Spots,
        *,
        held: bool,
        alone: bool = False,
        clear: bool = False,
    ) -> IndexPicture:
        cards = self._named(rng, deck, spots, alone=alone)
        size = SIZES_PX[int(rng.integers(len(SIZES_PX)))]
        places = spots[:, :2]
        reach = np.abs(places).max(axis=0) + 50
        width_mm = 2 * max(reach[0], reach[1] * size[0] / size[1]) * rng.uniform(0.9, 1.45)
        tilt = min(abs(rng.normal(0, 20)), 50.0)
        look = a_look(rng, deck, float(width_mm), tilt, any_roll=not held)
        look = replace(look, card_mm=self._card_mm(rng))
        lamp = any_lamp(rng)
        if clear:
            look, lamp = replace(look, blur_px=min(look.blur_px, 0.6), noise=2.0), lamp_of(seed)
        under, over, props = self._things(rng, spots, width_mm, held=held)
        hands = (a_hand(rng, 140),) if not held and rng.random() < 0.15 else ()
        surface, surface_mm = self._kit.surface(rng)
        if held and rng.random() < 0.7:
            surface = _out_of_focus(surface, float(rng.uniform(0.5, 3.5)))
        shift = rng.normal(0, 0.04, 2) * width_mm
        scene = Scene(
            look=look, cards=cards, hands=hands, props=under,
            offset_mm=(float(shift[0]), float(shift[1])),
        )  # fmt: skip
        assets = SceneAssets(
            surface=surface,
            surface_mm=surface_mm,
            back=self._kit.back(rng),
            lamp=lamp,
            fov_deg=float(rng.uniform(40, 75)),
            props=props,
            over=over,
            hands=self._kit.hands(hand.kind for hand in hands),
        )
        if size not in self._renderers:
            self._renderers[size] = Renderer(self._decks.faces, size_px=size)
        rendered = self._renderers[size].render(scene, seed=seed, assets=assets)
        if not clear:
            rendered = replace(rendered, image=spoil(rendered.image, rng))
        bent = a_bend(rng, size[0]) if rng.random() < 0.6 else None
        return self._told(rendered, cards, deck, bent)

    def _named(
        self, rng: np.random.Generator, deck: str, spots: Spots, *, alone: bool
    ) -> tuple[SceneCard, ...]:
        """Cards for the spots: sorted, in runs or at random; of two decks a card may come twice."""
        count, copies = len(spots), 1 if alone or rng.random() < 0.75 else 2
        order = rng.permutation(52 * copies)[:count] % 52
        if rng.random() < 0.5:
            order = np.sort(order)
        closed = 0.0 if alone or rng.random() < 0.85 else rng.uniform(0.05, 0.5)
        turned = 0.5 if not alone and rng.random() < 0.15 else 0.0
        return tuple(
            SceneCard(
                face=None if rng.random() < closed else str(DECK_52[card]),
                x_mm=float(x),
                y_mm=float(y),
                angle_deg=float(angle + 180 * (rng.random() < turned)),
            )
            for card, (x, y, angle) in zip(order, spots, strict=True)
        )

    def _card_mm(self, rng: np.random.Generator) -> tuple[float, float]:
        height = CARD_LONG_MM * float(rng.uniform(0.97, 1.03))
        return float(rng.choice([63.0, 63.0, 58.0])), height

    def _things(
        self, rng: np.random.Generator, spots: Spots, width_mm: float, *, held: bool
    ) -> tuple[tuple[SceneProp, ...], tuple[SceneProp, ...], dict[str, Image]]:
        """Hand behind and thumb before a held fan; clutter beside, seldom upon, what lies."""
        pictures: dict[str, Image] = {}
        under: list[SceneProp] = []
        over: list[SceneProp] = []
        low = float(spots[:, 1].max())
        if held:
            kind = TRAIN_SEEDS_FROM + int(rng.integers(FLAT_HANDS))
            if kind not in self._palms:
                self._palms[kind] = hand_texture(kind)
            pictures["palm"], pictures["thumb"] = self._palms[kind], thumb(rng, kind)
            down, x = 90 + rng.normal(0, 22), float(rng.normal(0, 18))
            at = np.array([x, low + rng.uniform(2, 38)])
            middle = at + (LENGTH_MM / 2 - 30) * towards(down)
            under.append(_prop("palm", middle, down, LENGTH_MM))
            lean = -90 + rng.normal(0, 30)
            size = float(rng.uniform(100, 145))
            over.append(_prop("thumb", at - size * 0.2 * towards(lean), lean, size))
            if rng.random() < 0.3:  # the other hand, about to draw
                side = rng.choice([-1, 1])
                pictures["finger"] = thumb(rng, kind)
                at = np.array([side * rng.uniform(30, 110), low + rng.uniform(-20, 50)])
                over.append(_prop("finger", at, -90 + side * rng.uniform(-70, 20), size))
        for number in range(int(rng.choice([0, 0, 1, 2, 4])) if not held else 0):
            name = f"thing-{number}"
            pictures[name], size = self._kit.thing(rng)
            at = rng.uniform(-0.55, 0.55, 2) * (width_mm, width_mm * 0.75)
            prop = _prop(name, at, rng.uniform(0, 360), min(size, width_mm * 0.5))
            (over if rng.random() < 0.2 else under).append(prop)
        return tuple(under), tuple(over), pictures

    def _told(
        self, rendered: Rendered, cards: tuple[SceneCard, ...], deck: str, bent: "Bend | None"
    ) -> IndexPicture:
        found = [
            index
            for item in rendered.truth
            if item.kind is Kind.FACE and item.label is not None and not item.carried
            for index in self._indices(rendered, item, deck)
        ]
        if bent is None:
            return IndexPicture(rendered.image, tuple(found))
        return IndexPicture(bent.picture(rendered.image), tuple(bent.index(one) for one in found))

    def _indices(self, rendered: Rendered, item: TruthItem, deck: str) -> list[TrueIndex]:
        art, label = self._decks.art[deck], str(item.label)
        unit = np.array([[0, 0], [1, 0], [1, 1], [0, 1]], np.float32)
        to_px = np.asarray(
            cv2.getPerspectiveTransform(unit, item.corners_px.astype(np.float32)), np.float64
        )
        whole = abs(float(cv2.contourArea(item.corners_px.astype(np.float32))))
        pieces = len(item.visible_px) < 3 or (
            cv2.contourArea(item.visible_px) < 0.85 * item.visible * whole
        )
        left, top, right, bottom = art.box_of(label)
        ink = SAMPLES.reshape(-1, 2) * (right - left, bottom - top) + (left, top)
        corners = [(False, False), (True, True)]
        corners += [(True, False), (False, True)] if art.four else []
        found = []
        for flip_x, flip_y in corners:
            places = np.where((flip_x, flip_y), 1 - ink, ink)
            anchor = np.where((flip_x, flip_y), 1 - np.array(ANCHOR), ANCHOR)
            up = np.array([0.0, 0.02 if flip_y else -0.02])
            side = np.array([0.03, 0.0])
            cross = anchor + np.stack([-up, up, -side, side])
            probe = _project(to_px, np.concatenate([cross, places]))
            along, across = probe[1] - probe[0], probe[3] - probe[2]
            wide = float(np.linalg.norm(across)) / (0.06 * 63.0)
            high = float(np.linalg.norm(along)) / (0.04 * CARD_LONG_MM)
            shows = _share_inside(probe[4:], item.visible_px, rendered.image)
            if 0.0 < shows < 1.0 and pieces:
                shows = -1.0
            x, y = (probe[0] + probe[1]) / 2
            unit_up = along / max(1e-6, float(np.linalg.norm(along)))
            found.append(
                TrueIndex(
                    x=float(x),
                    y=float(y),
                    up_x=float(unit_up[0]),
                    up_y=float(unit_up[1]),
                    px_per_mm=float(np.sqrt(wide * high)),
                    rank=list(RANKS).index(label[0]),  # type: ignore[arg-type]
                    suit=list(SUITS).index(label[1]),  # type: ignore[arg-type]
                    shows=shows,
                    card=item.index,
                )
            )
        return found


def _out_of_focus(surface: Image, sigma_px: float) -> Image:
    """A surface at a quarter of its size, blurred: what lies behind a hand that is held up."""
    small = cv2.resize(surface, None, fx=0.25, fy=0.25, interpolation=cv2.INTER_AREA)
    return as_image(cv2.GaussianBlur(small, (0, 0), sigma_px))


def _share_inside(points: Floats, visible_px: npt.NDArray[np.float32], image: Image) -> float:
    """Of an index's sample points, those the largest visible part of its card holds; -1 where the
    picture is too even there to read anything."""
    if len(visible_px) < 3:
        return 0.0
    outline = visible_px.reshape(-1, 1, 2).astype(np.float32)
    inside = [cv2.pointPolygonTest(outline, (float(x), float(y)), False) >= 0 for x, y in points]
    share = float(np.mean(inside))
    if share > HIDDEN:
        (x0, y0), (x1, y1) = np.maximum(points.min(axis=0), 0), points.max(axis=0)
        part = image[int(y0) : max(0, int(y1)), int(x0) : max(0, int(x1))]
        if part.size and float(part.std(axis=(0, 1)).max()) < DARK_SPREAD:
            return -1.0
    return share


def _project(matrix: npt.NDArray[np.float64], points: Floats) -> Floats:
    moved = np.column_stack([points, np.ones(len(points))]) @ matrix.T
    return np.asarray(moved[:, :2] / moved[:, 2:])


def _prop(kind: str, at: Floats, angle_deg: float, size_mm: float) -> SceneProp:
    return SceneProp(
        kind=kind,
        x_mm=float(at[0]),
        y_mm=float(at[1]),
        angle_deg=float(angle_deg),
        size_mm=float(size_mm),
    )


def thumb(rng: np.random.Generator, kind: int) -> Image:
    """BGRA, the tip at the right: two joints with a nail, rounded by shading."""
    code = SKINS[kind % len(SKINS)]
    skin = np.array([int(code[i : i + 2], 16) for i in (5, 3, 1)], np.float32)
    high, long = 96, 300
    mask = np.zeros((high, long), np.uint8)
    knee = (int(rng.uniform(110, 150)), high // 2 + int(rng.normal(0, 7)))
    joints = [(0, high // 2 + int(rng.normal(0, 8))), knee, (long - 45, high // 2)]
    radii = [44, int(rng.uniform(33, 38)), int(rng.uniform(28, 33))]
    for (a, r), (b, s) in pairwise(zip(joints, radii, strict=True)):
        for share in np.linspace(0, 1, 14):
            spot = np.array(a) + (np.array(b) - a) * share
            radius = round(r + (s - r) * share)
            cv2.circle(mask, (round(spot[0]), round(spot[1])), radius, 255, -1, cv2.LINE_AA)
    depth = cv2.distanceTransform(cv2.copyMakeBorder(mask, 1, 1, 0, 0, 0), cv2.DIST_L2, 3)[1:-1]
    shade = 0.6 + 0.42 * np.sqrt(1 - (1 - np.clip(depth / 34, 0, 1)) ** 2)
    image = np.clip(skin * shade[..., None], 0, 255)
    if rng.random() < 0.8:
        nail = np.zeros((high, long), np.uint8)
        cv2.ellipse(nail, (long - 45, high // 2), (24, 19), 0, 0, 360, 255, -1, cv2.LINE_AA)
        share = nail[..., None] / 255 * 0.6
        image = image * (1 - share) + np.clip(skin * 1.12 + 12, 0, 255) * share
    return np.dstack([image, mask]).astype(np.uint8)


@dataclass(frozen=True, slots=True)
class Bend:
    """Paper that is not flat and lenses that are not straight: what is seen at a point lies a
    little beside it. ``waves``: (amplitude and length as shares of ``width_px``, phase, direction
    it runs in, direction it moves in)."""

    width_px: int
    waves: tuple[tuple[float, float, float, float, float], ...]

    def source(self, points: Floats) -> Floats:
        """Where in the flat picture (..., 2) lies what the bent one shows at ``points``."""
        moved = points.copy()
        for amplitude, length, phase, along, move in self.waves:
            wave = np.sin(2 * np.pi * (points @ towards(along)) / (length * self.width_px) + phase)
            moved += amplitude * self.width_px * wave[..., None] * towards(move)
        return moved

    def seen(self, points: Floats) -> Floats:
        """The reverse, by iteration: the waves are shallow."""
        at = points.copy()
        for _ in range(5):
            at += points - self.source(at)
        return at

    def picture(self, image: Image) -> Image:
        height, width = image.shape[:2]
        rows, columns = np.mgrid[0 : height + 16 : 16, 0 : width + 16 : 16].astype(float)
        source = self.source(np.stack([columns, rows], axis=-1)).astype(np.float32)
        y, x = np.mgrid[0:height, 0:width].astype(np.float32) / 16
        left, top = (cv2.remap(source[..., i], x, y, cv2.INTER_LINEAR) for i in range(2))
        bent = cv2.remap(image, left, top, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REFLECT)
        return np.asarray(bent, np.uint8)

    def index(self, index: TrueIndex) -> TrueIndex:
        at, up = np.array([index.x, index.y]), np.array([index.up_x, index.up_y])
        side = np.array([-up[1], up[0]])
        step = 6.0
        tail, tip, left, right = self.seen(
            np.array([at - step * up, at + step * up, at - step * side, at + step * side])
        )
        middle, along = (tail + tip) / 2, tip - tail
        long, wide = float(np.linalg.norm(along)), float(np.linalg.norm(right - left))
        return replace(
            index,
            x=float(middle[0]),
            y=float(middle[1]),
            up_x=float(along[0] / long),
            up_y=float(along[1] / long),
            px_per_mm=index.px_per_mm * float(np.sqrt(long * wide)) / (2 * step),
        )


def a_bend(rng: np.random.Generator, width_px: int) -> Bend:
    return Bend(
        width_px,
        tuple(
            (
                rng.normal(0, 0.005),
                rng.uniform(0.5, 1.6),
                rng.uniform(0, 6.3),
                rng.uniform(0, 360),
                rng.uniform(0, 360),
            )
            for _ in range(3)
        ),
    )
