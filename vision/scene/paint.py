"""The canvas: paints one thing after another into the picture and remembers what hides what."""

import copy
from typing import Any

import cv2
import numpy as np
import numpy.typing as npt

from vision.frame import Image, Points
from vision.scene.camera import Matrix, apply
from vision.scene.faces import Pyramid
from vision.scene.lamps import Lamp
from vision.scene.texture import as_image, fill, outline

Box = tuple[int, int, int, int]
GAIN_STEP = 100.0
"""Grey levels of a light map kept as bytes: gains up to 2.55 in hundredths."""


class Canvas:
    """A picture being painted. Everything is drawn within its own box only, to be fast.

    ``gains``: HxWx3 bytes, light in steps of 1/GAIN_STEP; ``glare``: HxW grey levels of shine.
    ``owners`` holds for each pixel the number of the topmost item there (0: the cloth).
    """

    def __init__(
        self, *, ground: Image, gains: Image, glare: Image, lamp: Lamp, px_per_mm: float
    ) -> None:
        self.image = ground.copy()
        self.owners: npt.NDArray[np.int16] = np.zeros(ground.shape[:2], np.int16)
        self._gains = gains
        self._glare = glare
        self._lamp = lamp
        self._px_per_mm = px_per_mm

    def copy(self) -> "Canvas":
        """The same picture, to be painted on by itself."""
        twin = copy.copy(self)
        twin.image, twin.owners = self.image.copy(), self.owners.copy()
        return twin

    def box(self, points: Points, margin: int = 1) -> Box | None:
        """The picture's part around the points; None when it is all outside."""
        height, width = self.owners.shape
        left, top = np.floor(points.min(axis=0)).astype(int) - margin
        right, bottom = np.ceil(points.max(axis=0)).astype(int) + margin + 1
        left, top = max(left, 0), max(top, 0)
        right, bottom = min(right, width), min(bottom, height)
        return (left, top, right, bottom) if right > left and bottom > top else None

    def shadow(self, outline_px: Points, reach_mm: float) -> None:
        """Darken beside a thing that stands ``reach_mm`` over what lies under it."""
        reach = max(reach_mm * self._px_per_mm, 0.6)
        turn = np.radians(self._lamp.shadow_deg)
        moved = outline_px + np.array([np.cos(turn), np.sin(turn)], np.float32) * reach
        box = self.box(moved, margin=round(2 * reach) + 1)
        if box is None:
            return
        mask = self._mask(moved, box)
        soft = cv2.GaussianBlur(mask, (0, 0), max(reach * 0.7, 0.5))
        self._darken(as_image(soft), box)

    def picture(
        self, pyramid: Pyramid, to_px: Matrix, outline_px: Points, *, owner: int, gloss: float
    ) -> None:
        """Lay a picture (unit square mapped by ``to_px``) into an outline."""
        box = self.box(outline_px)
        if box is None:
            return
        edges = apply(to_px, [(0, 0), (1, 0), (0, 1)])
        wide = float(np.linalg.norm(edges[1] - edges[0]))
        texture = pyramid.level(wide)
        patch = self._warp(texture, to_px, box)
        corner = np.array(box[:2], np.float32)
        rim = self._lamp.rim
        outline(patch, outline_px - corner, (rim, rim + 4, rim + 7), 1)
        self._blend(patch, self._mask(outline_px, box), box, owner=owner, gloss=gloss)

    def cutout(
        self, texture: Image, to_px: Matrix, outline_px: Points, *, owner: int, gloss: float = 0.0
    ) -> None:
        """Lay a BGRA texture (unit square mapped by ``to_px``); its alpha is the outline."""
        box = self.box(outline_px)
        if box is None:
            return
        patch = self._warp(texture, to_px, box, border=cv2.BORDER_CONSTANT)
        alpha = np.ascontiguousarray(patch[..., 3])
        self._blend(patch[..., :3], alpha, box, owner=owner, gloss=gloss)

    def shade_cutout(
        self, texture: Image, to_px: Matrix, outline_px: Points, *, reach_mm: float
    ) -> None:
        """The soft shadow of a BGRA texture."""
        reach = reach_mm * self._px_per_mm
        turn = np.radians(self._lamp.shadow_deg)
        moved = np.eye(3)
        moved[:2, 2] = (np.cos(turn) * reach, np.sin(turn) * reach)
        box = self.box(apply(moved, outline_px), margin=round(reach) + 1)
        if box is None:
            return
        alpha = np.ascontiguousarray(texture[..., 3:])
        coarse = cv2.resize(alpha, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA)
        mask = self._warp(
            as_image(coarse)[..., None], moved @ to_px, box, border=cv2.BORDER_CONSTANT
        )
        reach_px = 2 * round(reach / 2) + 1
        self._darken(as_image(cv2.blur(mask, (reach_px, reach_px))), box)

    def solid(self, outline_px: Points, colour: tuple[int, int, int], *, owner: int) -> None:
        """Fill an outline with one colour, lit like everything."""
        box = self.box(outline_px)
        if box is None:
            return
        patch = np.full((box[3] - box[1], box[2] - box[0], 3), colour, np.uint8)
        self._blend(patch, self._mask(outline_px, box), box, owner=owner, gloss=0.0)

    def _darken(self, mask: npt.NDArray[np.uint8], box: Box) -> None:
        part = self._part(self.image, box)
        factor = cv2.convertScaleAbs(mask, alpha=-self._lamp.shadow, beta=255)
        cv2.multiply(part, cv2.merge((factor,) * 3), dst=part, scale=1 / 255)

    def _mask(self, outline_px: Points, box: Box) -> npt.NDArray[np.uint8]:
        mask = np.zeros((box[3] - box[1], box[2] - box[0]), np.uint8)
        fill(mask, outline_px - np.array(box[:2], np.float32), 255)
        return mask

    def _warp(
        self, texture: Image, to_px: Matrix, box: Box, *, border: int = cv2.BORDER_REPLICATE
    ) -> Image:
        height, width = texture.shape[:2]
        unit = np.diag([1 / width, 1 / height, 1.0])
        unit[:2, 2] = (0.5 / width, 0.5 / height)
        shift = np.array([[1, 0, -box[0]], [0, 1, -box[1]], [0, 0, 1]], dtype=float)
        size = (box[2] - box[0], box[3] - box[1])
        warped = cv2.warpPerspective(
            texture, shift @ to_px @ unit, size, flags=cv2.INTER_LINEAR, borderMode=border
        )
        return as_image(warped)

    def _blend(
        self, patch: Image, mask: npt.NDArray[np.uint8], box: Box, *, owner: int, gloss: float
    ) -> None:
        lit = cv2.multiply(patch, self._part(self._gains, box), scale=1 / GAIN_STEP)
        if gloss and self._lamp.glare:
            shine = cv2.convertScaleAbs(self._part(self._glare, box), alpha=gloss)
            lit = cv2.add(lit, cv2.merge((shine,) * 3))
        target = self._part(self.image, box)
        cover = mask.astype(np.float32)
        target[:] = cv2.blendLinear(lit, target, cover, 255 - cover)
        self._part(self.owners, box)[mask > 127] = owner

    @staticmethod
    def _part(whole: npt.NDArray[Any], box: Box) -> npt.NDArray[Any]:
        return whole[box[1] : box[3], box[0] : box[2]]
