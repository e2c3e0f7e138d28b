"""Procedural hands with a forearm, seen from above; skin, sleeve and pose come with the kind.

Drawn in millimetres with the fingertips at the origin and the arm leaving along +x, at
``PX_PER_MM`` pixels a millimetre.
"""

from dataclasses import dataclass

import cv2
import numpy as np

from vision.frame import Image
from vision.scene.texture import fill, hsv

PX_PER_MM = 2.0
LEFT_MM, TOP_MM = -30.0, -110.0  # the texture's corner, relative to the fingertips
LENGTH_MM, WIDTH_MM = 760.0, 220.0
PICTURE_MM = 730.0
"""How much of hand and arm a picture given for a kind shows, from the fingertips on."""
HAND_HEIGHT_MM = 35.0
SKINS = ("#F1CDB3", "#E3B08C", "#C98F66", "#A66B45", "#7C4A2E", "#4E2F20")
POSES = ("pinch", "spread", "point", "loose")


@dataclass(frozen=True, slots=True)
class _Limb:
    """A tapered capsule."""

    start: tuple[float, float]
    end: tuple[float, float]
    start_r: float
    end_r: float


def hand_texture(kind: int) -> Image:
    """BGRA of a kind: pose by ``kind % 4``, the rest by the kind as a seed."""
    rng = np.random.default_rng([41, kind])
    pixel = np.array([[_bgr(SKINS[kind % len(SKINS)])]], np.float32)
    skin = np.clip(pixel[0, 0] * rng.uniform(0.92, 1.06), 0, 255)
    image = np.zeros((round(WIDTH_MM * PX_PER_MM), round(LENGTH_MM * PX_PER_MM), 4), np.uint8)
    bare = rng.random() < 0.3
    cuff_mm = rng.uniform(185, 290)
    _paint(image, _Limb((165, 0), (740, rng.uniform(-60, 60)), 29, 46), skin)
    for limb in _palm():
        _paint(image, limb, skin)
    for finger in _fingers(POSES[kind % len(POSES)], rng):
        for limb in finger:
            _paint(image, limb, skin * rng.uniform(0.97, 1.02))
        _nail(image, finger[-1], skin)
    if not bare:
        _sleeve(image, cuff_mm, rng)
    if kind // 4 % 2:
        image = np.ascontiguousarray(image[::-1])
    return image


def _bgr(hex_colour: str) -> tuple[int, int, int]:
    return int(hex_colour[5:7], 16), int(hex_colour[3:5], 16), int(hex_colour[1:3], 16)


def _palm() -> tuple[_Limb, ...]:
    return (
        _Limb((165, 2), (118, -2), 31, 38),
        _Limb((150, -14), (98, -26), 24, 18),
        _Limb((150, 14), (104, 26), 24, 17),
        _Limb((120, 0), (98, 0), 36, 26),
    )


def _fingers(pose: str, rng: np.random.Generator) -> tuple[tuple[_Limb, _Limb], ...]:
    """Thumb first, little finger last; each a near and a far limb."""
    knuckles = ((138, -34), (92, -30), (86, -9), (92, 12), (101, 31))
    tips = {
        "pinch": ((10, -14), (1, -3), (3, 12), (34, 26), (52, 36)),
        "spread": ((74, -78), (8, -46), (0, -10), (9, 26), (34, 58)),
        "point": ((64, -30), (0, -18), (58, -4), (64, 14), (72, 30)),
        "loose": ((52, -46), (14, -30), (3, -9), (10, 13), (28, 33)),
    }[pose]
    radii = (11.0, 8.8, 9.2, 8.6, 7.4)
    fingers = []
    for knuckle, tip, radius in zip(knuckles, tips, radii, strict=True):
        end = (tip[0] + rng.normal(0, 2.5), tip[1] + rng.normal(0, 2.5))
        bow = rng.normal(0, 3)
        middle = ((knuckle[0] + end[0]) / 2, (knuckle[1] + end[1]) / 2 + bow)
        near = _Limb(knuckle, middle, radius * 1.15, radius * 1.02)
        fingers.append((near, _Limb(middle, end, radius * 1.02, radius * 0.82)))
    order = (4, 3, 2, 1, 0) if pose == "pinch" else (0, 4, 3, 2, 1)
    return tuple(fingers[place] for place in order)


def _to_px(point: tuple[float, float]) -> np.ndarray:
    return (np.array(point) - (LEFT_MM, TOP_MM)) * PX_PER_MM


def _paint(image: Image, limb: _Limb, colour: np.ndarray) -> None:
    """One limb with rounded shading and a soft dark rim, so that fingers stay apart."""
    mask = np.zeros(image.shape[:2], np.uint8)
    turns = np.radians(np.arange(0, 360, 12))
    ring = np.stack([np.cos(turns), np.sin(turns)], axis=1) * PX_PER_MM
    rings = [_to_px(limb.start) + ring * limb.start_r, _to_px(limb.end) + ring * limb.end_r]
    hull = cv2.convexHull(np.vstack(rings).astype(np.float32))[:, 0]
    fill(mask, hull, 255)
    box = cv2.boundingRect(mask)
    part = np.s_[box[1] : box[1] + box[3], box[0] : box[0] + box[2]]
    alpha = mask[part].astype(np.float32)[..., None] / 255
    inside = cv2.copyMakeBorder(mask[part], 1, 1, 1, 1, cv2.BORDER_CONSTANT, value=0)
    depth = cv2.distanceTransform(inside, cv2.DIST_L2, 3)[1:-1, 1:-1]
    round_off = np.clip(depth / (PX_PER_MM * max(limb.start_r, limb.end_r)), 0, 1)
    shade = 0.62 + 0.40 * np.sqrt(1 - (1 - round_off) ** 2)
    target = image[part].astype(np.float32)
    target[..., :3] += alpha * (colour * shade[..., None] - target[..., :3])
    target[..., 3:] = np.maximum(target[..., 3:], alpha * 255)
    image[part] = np.clip(target, 0, 255).astype(np.uint8)


def _nail(image: Image, tip: _Limb, skin: np.ndarray) -> None:
    along = np.array(tip.end) - tip.start
    turn = float(np.degrees(np.arctan2(along[1], along[0])))
    centre = np.round(_to_px(tip.end)).astype(int).tolist()
    axes = (round(tip.end_r * 0.85 * PX_PER_MM), round(tip.end_r * 0.6 * PX_PER_MM))
    colour = [*np.clip(skin * 1.08 + 8, 0, 255).tolist(), 255]
    cv2.ellipse(image, centre, axes, turn, 0, 360, colour, -1, cv2.LINE_AA)


def _sleeve(image: Image, cuff_mm: float, rng: np.random.Generator) -> None:
    colour = np.array(hsv(rng.uniform(), rng.uniform(0.05, 0.8), rng.uniform(0.12, 0.85)), float)
    far = (740, rng.uniform(-20, 20))
    _paint(image, _Limb((cuff_mm + 40, 0), far, 42, 58), colour)
    start = round((cuff_mm + 4 - LEFT_MM) * PX_PER_MM)
    cuff = image[:, start : start + 18]
    cuff[..., :3] = (cuff[..., :3] * 0.75).astype(np.uint8)
    if rng.random() < 0.5:
        stripes = (np.arange(image.shape[1]) // int(rng.integers(10, 40)) % 2).astype(np.float32)
        tint = 1 - rng.uniform(0.1, 0.5) * stripes[None, start + 18 :, None]
        image[:, start + 18 :, :3] = (image[:, start + 18 :, :3] * tint).astype(np.uint8)
