"""Crops of cards as the reader meets them, rendered in a few milliseconds each.

The geometry follows the run-time: a card under a tilted camera, the oriented box a detector would
draw round it (jittered), and the crop warped by that box. A third of the crops are second-pass
ones, warped by nearly right corners with a narrow margin. Everything else is weather: neighbours,
cards and hands and pawns on top, glare, shadow, exposure, colour casts, blur, noise, JPEG.
"""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import cv2
import numpy as np
import numpy.typing as npt

from models.train.assets import ASSETS
from models.train.back_art import procedural_back
from models.train.deck_art import CACHE_FILE, FACE_H, FACE_W
from models.train.motif_backs import motif_back
from models.train.pale_backs import pale_back
from models.train.weather import Pixels, lens, light, pixels
from rules.cards import DECK_52, Rank, Suit
from rules.tabletop import Owner, PawnSide
from vision.readers.geometry import CROP_H, CROP_W, FIRST_MARGIN, SECOND_MARGIN, UNIT
from vision.scene.backs import card_back
from vision.scene.pawn_picture import pawn_picture

Floats = npt.NDArray[np.float32]

FACE, BACK, NEITHER = 0, 1, 2
RANK_WEIGHT: Final = {Rank.ACE: 2.0, Rank.JACK: 2.4, Rank.QUEEN: 2.4, Rank.KING: 2.4}
UNLETTERED: Final = ("bellot", "guyenne-classic")  # decks whose courts bear no index letter
COURTS: Final = (10, 11, 12)  # places of J, Q, K in a suit
PAWN_ART_PX: Final = 96
BACK_SEEDS: Final = {"train": range(5000, 5120), "val": range(6000, 6030)}
"""Of the staged table's procedural backs; the stage itself uses small seeds."""


@dataclass(frozen=True, slots=True, eq=False)
class Crop:
    """``image`` CROP_H x CROP_W BGR; ``corners`` 4x2 in units of the crop, clockwise from the one
    nearest the upper left; ``sideways``: the card's short sides lie along the crop's long ones."""

    image: Pixels
    kind: int
    rank: int
    suit: int
    corners: Floats
    sideways: bool


def card_mask(radius: float = 0.06) -> Pixels:
    """Coverage of a card with round corners, FACE_H x FACE_W."""
    mask = np.zeros((FACE_H, FACE_W), np.uint8)
    r = max(1, round(radius * FACE_W))
    cv2.rectangle(mask, (r, 0), (FACE_W - r - 1, FACE_H - 1), 255, -1)
    cv2.rectangle(mask, (0, r), (FACE_W - 1, FACE_H - r - 1), 255, -1)
    for x in (r, FACE_W - r - 1):
        for y in (r, FACE_H - r - 1):
            cv2.circle(mask, (x, y), r, 255, -1, cv2.LINE_AA)
    return mask


def _face_sized(path: Path) -> Pixels:
    picture = pixels(cv2.imread(str(path)))
    return pixels(cv2.resize(picture, (FACE_W, FACE_H), interpolation=cv2.INTER_AREA))


def _shrunk(picture: Pixels, longest_px: int) -> Pixels:
    scale = min(1.0, longest_px / max(picture.shape[:2]))
    return pixels(cv2.resize(picture, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA))


class CropRenderer:
    """Draws crops from one split of the assets. One for each worker process."""

    def __init__(self, *, split: str, seed: int) -> None:
        self.rng = np.random.default_rng(seed)
        self.faces = np.load(CACHE_FILE, mmap_mode="r")
        entries = json.loads(CACHE_FILE.with_suffix(".json").read_text(encoding="utf-8"))
        self.decks = [i for i, e in enumerate(entries) if e["split"] == split]
        self.unlettered = {i for i in self.decks if entries[i]["name"] in UNLETTERED}
        weight = np.array([float(entries[i]["weight"]) for i in self.decks])
        self.deck_p = weight / weight.sum()
        rank_weight = np.array([RANK_WEIGHT.get(c.rank, 1.0) for c in DECK_52])
        self.card_p = rank_weight / rank_weight.sum()
        splits = json.loads((ASSETS / "splits.json").read_text(encoding="utf-8"))
        self.backs = [_face_sized(ASSETS / "backs" / f"{n}.png") for n in splits["backs"][split]]
        self.backs += [procedural_back(self.rng) for _ in range(120)]
        self.backs += [pale_back(self.rng) for _ in range(80)]
        size = (FACE_W, FACE_H)
        self.backs += [pixels(cv2.resize(card_back(n), size)) for n in BACK_SEEDS[split]]
        self.surfaces = [
            _shrunk(pixels(cv2.imread(str(ASSETS / "surfaces" / f"{n}.jpg"))), 640)
            for n in splits["surfaces"][split]
        ]
        self.backs += [motif_back(self.rng, self.surfaces) for _ in range(240)]
        self.props = [
            _shrunk(pixels(cv2.imread(str(ASSETS / "props" / f"{n}.png"), -1)), 200)
            for n in splits["props"][split]
        ]
        self.pawns = [pawn_picture(o, s, PAWN_ART_PX) for o in Owner for s in PawnSide]
        self.masks = [card_mask(r) for r in (0.03, 0.05, 0.065, 0.08)]

    # --- one crop ---------------------------------------------------------------------------

    def render(self) -> Crop:
        """One random crop with its truth."""
        rng = self.rng
        roll = rng.random()
        kind = FACE if roll < 0.74 else BACK if roll < 0.88 else NEITHER
        scale = float(np.clip(np.exp(rng.normal(-0.05, 0.34)), 0.42, 1.4))
        if rng.random() < 0.5:
            scale = max(scale, 0.85)
        width, height = round(CROP_W * scale), round(CROP_H * scale)
        quad, first = self.pose()
        sideways = first % 2 == 1
        card = int(rng.choice(52, p=self.card_p))
        canvas = self.ground(width, height)
        self._neighbours(canvas, quad, beneath=True, target=kind != NEITHER)
        if kind == NEITHER:
            self._nothing(canvas)
        else:
            picture = self.face(card) if kind == FACE else self.back()
            self.lay(canvas, picture, quad, shadow=True)
        if rng.random() < 0.5:
            self._cover(canvas, quad)
        canvas = light(canvas, rng)
        canvas = lens(canvas, scale, rng)
        image = pixels(cv2.resize(canvas, (CROP_W, CROP_H), interpolation=cv2.INTER_LINEAR))
        corners = np.roll(quad, -first, axis=0)
        if rng.random() < 0.5:  # the other way up
            image = np.ascontiguousarray(image[::-1, ::-1])
            corners = np.roll(1 - corners, 2, axis=0)
        found = DECK_52[card]
        return Crop(
            image=image,
            kind=kind,
            rank=list(Rank).index(found.rank) if kind == FACE else -1,
            suit=list(Suit).index(found.suit) if kind == FACE else -1,
            corners=corners.astype(np.float32),
            sideways=sideways,
        )

    def pose(self, points: Floats | None = None) -> tuple[Floats, int]:
        """The card's corners in crop units, clockwise from its own upper left, and which of them
        comes to lie at the crop's upper left (odd: the card lies sideways in the crop). ``points``:
        the corners where it lies in a picture, instead of a random view."""
        rng = self.rng
        if rng.random() < 0.36:  # second pass: nearly right corners, narrow margin
            margin = SECOND_MARGIN * rng.uniform(0.5, 2.2)
            inset = np.array([margin, margin], np.float32) / (1 + 2 * margin)
            quad = inset + UNIT * (1 - 2 * inset)
            return quad + rng.normal(0, rng.uniform(0.004, 0.03), (4, 2)).astype(np.float32), 0
        if points is not None:
            return self._boxed(points)
        aspect = rng.uniform(1.36, 1.56)
        points = (UNIT - 0.5) * np.array([1, aspect])
        turn = rng.uniform(0, 2 * np.pi)
        tilt = np.deg2rad(min(62.0, abs(rng.normal(0, 28))))
        c, s = np.cos(turn), np.sin(turn)
        points = points @ np.array([[c, s], [-s, c]])
        distance = rng.uniform(3.0, 12.0)
        depth = distance + points[:, 1] * np.sin(tilt)
        points = (
            np.stack([points[:, 0], points[:, 1] * np.cos(tilt)], 1) * (distance / depth)[:, None]
        )
        return self._boxed(points.astype(np.float32))

    def _boxed(self, points: Floats) -> tuple[Floats, int]:
        """Corners seen from a jittered oriented box round them, as a detector would give it."""
        rng = self.rng
        (cx, cy), (w, h), angle = cv2.minAreaRect(points)
        angle = np.deg2rad(angle)
        if w > h:
            w, h, angle = h, w, angle + np.pi / 2
        loose = float(
            rng.choice([0.8, 1.6, 5.0], p=[0.66, 0.18, 0.16])
        )  # 5: off by 10 to 30 degrees
        angle += np.deg2rad(rng.normal(0, 2.2 * loose))
        w, h = w * np.exp(rng.normal(0, 0.04 * loose)), h * np.exp(rng.normal(0, 0.03 * loose))
        cx, cy = cx + w * rng.normal(0, 0.022 * loose), cy + h * rng.normal(0, 0.02 * loose)
        if rng.random() < 0.05:  # a box right across: the detector took the sides the other way
            w, h, angle = h, w, angle + np.pi / 2
        margin = FIRST_MARGIN * rng.uniform(0.8, 1.2)
        c, s = np.cos(angle), np.sin(angle)
        local = (points - (cx, cy)) @ np.array([[c, -s], [s, c]])
        quad = local / (np.array([w, h]) * (1 + 2 * margin)) + 0.5
        return quad.astype(np.float32), int(np.argmin(quad.sum(axis=1)))

    # --- material ---------------------------------------------------------------------------

    def face(self, card: int | None = None) -> Pixels:
        rng = self.rng
        deck = self.decks[int(rng.choice(len(self.decks), p=self.deck_p))]
        number = int(rng.integers(52)) if card is None else card
        face: Pixels = np.array(self.faces[deck, number], np.uint8)
        if number % 13 in COURTS and deck not in self.unlettered and rng.random() < 0.3:
            self._blind(face)
        if rng.random() < 0.25:  # white border: print shrunk on its paper
            paper = face[FACE_H // 2, 1].tolist()
            b = int(rng.integers(2, 9))
            inner = cv2.resize(face, (FACE_W - 2 * b, FACE_H - 2 * b), interpolation=cv2.INTER_AREA)
            face = np.asarray(
                cv2.copyMakeBorder(inner, b, b, b, b, cv2.BORDER_CONSTANT, value=paper), np.uint8
            )
        if rng.random() < 0.12:
            face = self._worn(face)
        if rng.random() < 0.3:
            hsv = cv2.cvtColor(face, cv2.COLOR_BGR2HSV).astype(np.int16)
            hsv[..., 0] = (hsv[..., 0] + rng.integers(-7, 8)) % 180
            hsv[..., 1] = np.clip(hsv[..., 1] * rng.uniform(0.5, 1.2), 0, 255)
            face = np.asarray(cv2.cvtColor(hsv.astype(np.uint8), cv2.COLOR_HSV2BGR), np.uint8)
        return face

    def _blind(self, face: Pixels) -> None:
        """Put art into a court that tells nothing of its rank: only the index letter is left."""
        rng = self.rng
        x, y = round(FACE_W * rng.uniform(0.15, 0.22)), round(FACE_H * rng.uniform(0.03, 0.12))
        art = face[y : FACE_H - y, x : FACE_W - x]
        height, width = art.shape[:2]
        roll = rng.random()
        if roll < 0.3:
            art[:] = cv2.GaussianBlur(art, (0, 0), float(rng.uniform(9, 25)))
        elif roll < 0.5:
            art[:] = self.ground(width, height)
        else:
            art[:] = face[FACE_H // 2, 2] if rng.random() < 0.6 else self.table_colour()
            half = np.ascontiguousarray(art[: height // 2])
            for _ in range(int(rng.integers(1, 4))):
                self.prop(half, rng.uniform(0.6, 1.3))
            art[: height // 2] = half
            art[height - height // 2 :] = half[::-1, ::-1]

    def _worn(self, face: Pixels) -> Pixels:
        rng = self.rng
        rim = np.zeros((FACE_H, FACE_W), np.uint8)
        cv2.rectangle(rim, (0, 0), (FACE_W - 1, FACE_H - 1), 255, int(rng.integers(2, 8)))
        dirt = cv2.resize(rng.random((28, 20)).astype(np.float32), (FACE_W, FACE_H))
        alpha = (rim.astype(np.float32) / 255 * dirt * 0.8)[..., None]
        colour = np.array(rng.integers(60, 200), np.float32)
        return np.asarray(face * (1 - alpha) + colour * alpha, np.uint8)

    def back(self) -> Pixels:
        if self.rng.random() < 0.1:
            return self._plain_back()
        back = self.backs[int(self.rng.integers(len(self.backs)))]
        if self.rng.random() < 0.5:
            hsv = cv2.cvtColor(back, cv2.COLOR_BGR2HSV)
            hsv[..., 0] = (hsv[..., 0].astype(int) + int(self.rng.integers(180))) % 180
            back = np.asarray(cv2.cvtColor(hsv, cv2.COLOR_HSV2BGR), np.uint8)
        return back

    def _plain_back(self) -> Pixels:
        """One colour, perhaps in a frame: only the card's outline tells it from the cloth."""
        rng = self.rng
        grain = rng.normal(0, rng.uniform(0, 6), (FACE_H, FACE_W, 1))
        back = np.clip(np.array(self.table_colour()) + grain, 0, 255).astype(np.uint8)
        if rng.random() < 0.5:
            rim, colour = int(rng.integers(3, 14)), (245, 248, 248)
            if rng.random() < 0.3:
                colour = self.table_colour()
            cv2.rectangle(back, (0, 0), (FACE_W - 1, FACE_H - 1), colour, 2 * rim)
        return back

    def ground(self, width: int, height: int) -> Pixels:
        rng = self.rng
        if rng.random() < 0.25:
            colour = self.table_colour()
            canvas = np.full((height, width, 3), colour, np.float32)
            grain = rng.normal(0, rng.uniform(0, 10), (height, width, 1))
            return np.clip(canvas + grain, 0, 255).astype(np.uint8)
        surface = self.surfaces[int(rng.integers(len(self.surfaces)))]
        sh, sw = surface.shape[:2]
        zoom = width / (min(sh, sw) * rng.uniform(0.25, 0.95))
        matrix = cv2.getRotationMatrix2D(
            (rng.uniform(0, sw), rng.uniform(0, sh)), rng.uniform(0, 360), zoom
        )
        matrix[:, 2] += (width / 2 - sw / 2, height / 2 - sh / 2)
        size = (width, height)
        ground = pixels(cv2.warpAffine(surface, matrix, size, borderMode=cv2.BORDER_REFLECT))
        if rng.random() < 0.5:
            tint = rng.uniform(0.25, 1.3) * rng.uniform(0.6, 1.4, 3)
            ground = np.clip(ground * tint, 0, 255).astype(np.uint8)
        return ground

    def table_colour(self) -> tuple[int, int, int]:
        rng = self.rng
        hsv = np.array(
            [[[rng.integers(180), rng.integers(0, 200), rng.integers(8, 250)]]], np.uint8
        )
        b, g, r = cv2.cvtColor(hsv, cv2.COLOR_HSV2BGR)[0, 0]
        return int(b), int(g), int(r)

    # --- laying things ----------------------------------------------------------------------

    def lay(self, canvas: Pixels, picture: Pixels, quad: Floats, *, shadow: bool) -> None:
        """Warp a card picture onto ``quad`` (crop units), with a soft shadow and a rim of light."""
        rng = self.rng
        height, width = canvas.shape[:2]
        target = quad * np.array([width, height], np.float32)
        across = float(
            np.linalg.norm(target[1] - target[0]) + np.linalg.norm(target[2] - target[3])
        )
        ratio = across / 2 / FACE_W
        mask = self.masks[int(rng.integers(len(self.masks)))]
        if ratio < 0.8:
            size = (max(8, round(FACE_W * ratio * 1.15)), max(8, round(FACE_H * ratio * 1.15)))
            picture = pixels(cv2.resize(picture, size, interpolation=cv2.INTER_AREA))
            mask = pixels(cv2.resize(mask, size, interpolation=cv2.INTER_AREA))
        source = UNIT * np.array([picture.shape[1], picture.shape[0]], np.float32)
        matrix = cv2.getPerspectiveTransform(source, target.astype(np.float32))
        size = (width, height)
        warped = cv2.warpPerspective(picture, matrix, size, borderMode=cv2.BORDER_REPLICATE)
        alpha = cv2.warpPerspective(mask, matrix, size).astype(np.float32)[..., None] / 255
        if shadow and rng.random() < 0.7:
            dx, dy = rng.normal(0, 0.02 * width, 2)
            move = np.array([[1, 0, dx], [0, 1, dy]], np.float32)
            dark = cv2.warpAffine(alpha[..., 0], move, size)
            dark = cv2.GaussianBlur(dark, (0, 0), float(rng.uniform(0.5, 0.04 * width)))
            canvas[:] = canvas * (1 - rng.uniform(0.1, 0.6) * dark[..., None])
        canvas[:] = canvas * (1 - alpha) + warped * alpha

    def _beside(self, quad: Floats, reach: tuple[float, float]) -> Floats:
        """A card's corners near ``quad``: same size, other angle, ``reach`` card widths away."""
        rng = self.rng
        centre = quad.mean(axis=0)
        angle = rng.normal(0, 0.25) if rng.random() < 0.5 else rng.uniform(0, 2 * np.pi)
        c, s = np.cos(angle), np.sin(angle)
        flat = (quad - centre) * np.array([CROP_W, CROP_H])
        turned = flat @ np.array([[c, s], [-s, c]])
        direction = rng.uniform(0, 2 * np.pi)
        far = rng.uniform(*reach) * np.linalg.norm(flat[1] - flat[0])
        turned += far * np.array([np.cos(direction), 1.3 * np.sin(direction)])
        return np.asarray(turned / np.array([CROP_W, CROP_H]) + centre, np.float32)

    def _neighbours(self, canvas: Pixels, quad: Floats, *, beneath: bool, target: bool) -> None:
        rng = self.rng
        count = int(rng.choice([0, 1, 2, 3], p=[0.5, 0.28, 0.14, 0.08]))
        for _ in range(count):
            reach = (0.25, 1.2) if target else (0.85, 1.3)
            picture = self.face() if rng.random() < 0.75 else self.back()
            self.lay(canvas, picture, self._beside(quad, reach), shadow=rng.random() < 0.5)

    def _cover(self, canvas: Pixels, quad: Floats) -> None:
        """Things lying on the card: another card, a hand, pawns, a prop."""
        rng = self.rng
        roll = rng.random()
        if roll < 0.52:
            picture = self.face() if rng.random() < 0.75 else self.back()
            self.lay(canvas, picture, self._beside(quad, (0.42, 1.05)), shadow=True)
        elif roll < 0.66:
            self.fingers(canvas)
        elif roll < 0.92:
            for _ in range(int(rng.choice([1, 1, 1, 2, 3]))):
                self._pawn(canvas, quad)
        else:
            self.prop(canvas, rng.uniform(0.2, 0.5))

    def _pawn(self, canvas: Pixels, quad: Floats) -> None:
        """One of our pawns, printed or flipped, somewhere on the card."""
        rng = self.rng
        height, width = canvas.shape[:2]
        a, b = rng.uniform(0.0, 1.0, 2)
        top, bottom = quad[0] * (1 - a) + quad[1] * a, quad[3] * (1 - a) + quad[2] * a
        x, y = (top * (1 - b) + bottom * b) * np.array([width, height])
        across = rng.uniform(0.34, 0.55) * width * float(np.linalg.norm(quad[1] - quad[0]))
        pawn = self.pawns[int(rng.integers(len(self.pawns)))]
        self._paste(canvas, pawn, (x, y), across / PAWN_ART_PX, shadow=True)

    def fingers(self, canvas: Pixels) -> None:
        rng = self.rng
        height, width = canvas.shape[:2]
        skin = np.array([120.0, 150.0, 205.0]) * rng.uniform(0.3, 1.2) + rng.normal(0, 12, 3)
        edge = rng.uniform(0, 2 * np.pi)
        out = np.array([np.cos(edge), np.sin(edge)])
        middle = np.array([width, height]) * (0.5 + rng.normal(0, 0.08, 2))
        thick = width * rng.uniform(0.1, 0.24)
        layer = canvas.copy()
        tip = middle + out * rng.uniform(0.15, 0.5) * height
        side = np.array([-out[1], out[0]])
        for k in range(int(rng.integers(1, 5))):
            start = tip + side * thick * (k * 1.02 - 1) + out * rng.normal(0, 0.06) * height
            end = start + out * height + side * rng.normal(0, 0.1) * width
            for inset, gain in ((1.0, 0.72), (0.8, 1.0), (0.4, 1.08)):
                colour = np.clip(skin * gain, 0, 255).tolist()
                points = [tuple(int(v) for v in p) for p in (start, end)]
                cv2.line(
                    layer, points[0], points[1], colour, max(1, int(thick * inset)), cv2.LINE_AA
                )
        canvas[:] = cv2.GaussianBlur(layer, (3, 3), 0)

    def prop(self, canvas: Pixels, share: float) -> None:
        rng = self.rng
        height, width = canvas.shape[:2]
        prop = self.props[int(rng.integers(len(self.props)))]
        centre = (rng.uniform(0, width), rng.uniform(0, height))
        zoom = share * height / max(prop.shape[:2])
        self._paste(canvas, prop, centre, zoom, shadow=rng.random() < 0.5)

    def _paste(
        self,
        canvas: Pixels,
        picture: Pixels,
        centre: tuple[float, float],
        zoom: float,
        *,
        shadow: bool,
    ) -> None:
        """A BGRA cut-out at pixel ``centre``, turned at random, scaled by ``zoom``."""
        rng = self.rng
        height, width = canvas.shape[:2]
        if zoom < 0.7:
            small = (max(4, round(picture.shape[1] * zoom)), max(4, round(picture.shape[0] * zoom)))
            zoom *= picture.shape[1] / small[0]
            picture = pixels(cv2.resize(picture, small, interpolation=cv2.INTER_AREA))
        ph, pw = picture.shape[:2]
        matrix = cv2.getRotationMatrix2D((pw / 2, ph / 2), rng.uniform(0, 360), zoom)
        matrix[:, 2] += (centre[0] - pw / 2, centre[1] - ph / 2)
        warped = cv2.warpAffine(picture, matrix, (width, height), flags=cv2.INTER_LINEAR)
        alpha = warped[..., 3:].astype(np.float32) / 255
        if shadow:
            dx, dy = rng.normal(0, 0.025 * width, 2)
            move = np.array([[1, 0, dx], [0, 1, dy]], np.float32)
            shade = cv2.GaussianBlur(cv2.warpAffine(alpha, move, (width, height)), (0, 0), 1.2)
            canvas[:] = canvas * (1 - rng.uniform(0.2, 0.6) * shade[..., None])
        canvas[:] = canvas * (1 - alpha) + warped[..., :3] * alpha

    def _nothing(self, canvas: Pixels) -> None:
        """What a detector may take for a card: print, tiles, phones, half cards, things."""
        rng = self.rng
        roll = rng.random()
        if roll < 0.25:
            return
        if roll < 0.45:  # a printed sheet or a box with lettering
            quad = self.pose()[0] + rng.normal(0, 0.08, (4, 2)).astype(np.float32)
            self.lay(canvas, self._print(), quad, shadow=True)
        elif roll < 0.58:  # a phone, a tile, a plain paper
            plain = np.full((FACE_H, FACE_W, 3), self.table_colour(), np.uint8)
            if rng.random() < 0.5:
                inset = int(rng.integers(4, 26))
                plain[inset:-inset, inset // 2 : -inset // 2] = self.table_colour()
            self.lay(canvas, plain, self.pose()[0], shadow=True)
        elif roll < 0.8:  # cards that are not where the box says
            base = self.pose()[0]
            for _ in range(int(rng.integers(1, 4))):
                picture = self.face() if rng.random() < 0.7 else self.back()
                self.lay(canvas, picture, self._beside(base, (0.85, 1.2)), shadow=True)
        elif roll < 0.9:
            self.fingers(canvas)
        else:
            for _ in range(int(rng.integers(1, 3))):
                self.prop(canvas, rng.uniform(0.5, 1.2))

    def _print(self) -> Pixels:
        rng = self.rng
        sheet: Pixels = np.full((FACE_H, FACE_W, 3), self.table_colour(), np.uint8)
        ink = self.table_colour()
        for _ in range(int(rng.integers(2, 14))):
            word = "".join(chr(int(c)) for c in rng.integers(48, 91, int(rng.integers(1, 9))))
            spot = (int(rng.integers(-20, FACE_W - 20)), int(rng.integers(10, FACE_H)))
            size = float(rng.uniform(0.3, 3.5))
            font = int(rng.choice([0, 2, 3, 4, 6]))
            cv2.putText(sheet, word, spot, font, size, ink, max(1, int(size * 1.5)), cv2.LINE_AA)
        if rng.random() < 0.5:
            for x in range(10, FACE_W - 10, int(rng.integers(3, 9))):
                cv2.line(sheet, (x, 20), (x, 60), (10, 10, 10), int(rng.integers(1, 4)))
        if rng.random() < 0.5:
            corner = (int(rng.integers(0, FACE_W)), int(rng.integers(0, FACE_H)))
            cv2.rectangle(sheet, (10, 10), corner, self.table_colour(), int(rng.integers(-1, 6)))
        return sheet


def batch(renderer: CropRenderer, count: int) -> tuple[Pixels, npt.NDArray[np.int64], Floats]:
    """``count`` crops: images, labels (kind, rank, suit, sideways; -1: none), corners (N,4,2)."""
    crops: Sequence[Crop] = [renderer.render() for _ in range(count)]
    labels = [(c.kind, c.rank, c.suit, int(c.sideways)) for c in crops]
    return (
        np.stack([c.image for c in crops]),
        np.array(labels, np.int64),
        np.stack([c.corners for c in crops]),
    )
