"""The empty table under one camera and lamp: the part of a picture that stays for an evening."""

from collections.abc import Mapping
from dataclasses import dataclass, field

import cv2
import numpy as np

from vision.frame import Image, Points
from vision.scene.camera import FIELD_OF_VIEW_DEG, View
from vision.scene.cloths import TILE_MM, cloth_tile
from vision.scene.faces import Pyramid
from vision.scene.lamps import Lamp, glare_map, lamp_of, light_map
from vision.scene.paint import GAIN_STEP, Canvas
from vision.scene.scene import Scene, SceneProp
from vision.scene.texture import Floats, as_image, fill


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
class Ground:
    """The table without cards, under one camera and lamp."""

    view: View
    lamp: Lamp
    image: Image
    gains: Image
    glare: Image
    px_per_mm: float

    @classmethod
    def of(cls, scene: Scene, assets: SceneAssets, size_px: tuple[int, int]) -> "Ground":
        look = scene.look
        view = View.of(scene, size_px, fov_deg=assets.fov_deg)
        lamp = assets.lamp or lamp_of(look.lamp)
        light, glare = light_map(lamp, size_px), glare_map(lamp, size_px)
        px_per_mm = size_px[0] / look.width_mm
        flat = _floor(view, size_px, px_per_mm, look.cloth, assets)
        return cls(
            view=view,
            lamp=lamp,
            image=np.clip(flat * light + 0.3 * glare[..., None], 0, 255).astype(np.uint8),
            gains=as_image(cv2.convertScaleAbs(light, alpha=GAIN_STEP)),
            glare=as_image(cv2.convertScaleAbs(glare)),
            px_per_mm=px_per_mm,
        )

    def canvas(self) -> Canvas:
        return Canvas(
            ground=self.image,
            gains=self.gains,
            glare=self.glare,
            lamp=self.lamp,
            px_per_mm=self.px_per_mm,
        )


def _floor(
    view: View, size_px: tuple[int, int], px_per_mm: float, cloth: int, assets: SceneAssets
) -> Floats:
    """The unlit cloth (and the room beyond the table's edge), HxWx3."""
    tile = cloth_tile(cloth) if assets.surface is None else assets.surface
    tile_px_per_mm = tile.shape[1] / (TILE_MM if assets.surface is None else assets.surface_mm)
    while tile_px_per_mm > 1.6 * px_per_mm and min(tile.shape[:2]) > 16:
        tile = as_image(cv2.resize(tile, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA))
        tile_px_per_mm /= 2
    columns, rows = np.meshgrid(np.arange(size_px[0]), np.arange(size_px[1]))
    back = np.linalg.inv(view.plane())
    depth = back[2, 0] * columns + back[2, 1] * rows + back[2, 2]
    x = (back[0, 0] * columns + back[0, 1] * rows + back[0, 2]) / depth * tile_px_per_mm
    y = (back[1, 0] * columns + back[1, 1] * rows + back[1, 2]) / depth * tile_px_per_mm
    height, width = tile.shape[:2]
    if assets.surface is None:
        x, y = x % width, y % height
    else:
        x = np.abs((x + width / 2) % (2 * width) - width)
        y = np.abs((y + height / 2) % (2 * height) - height)
    flat = cv2.remap(
        tile, x.astype(np.float32), y.astype(np.float32), cv2.INTER_LINEAR,
        borderMode=cv2.BORDER_WRAP,
    ).astype(np.float32)  # fmt: skip
    if assets.table_mm is not None and assets.room is not None:
        mask = np.zeros(flat.shape[:2], np.uint8)
        fill(mask, np.clip(view.project(assets.table_mm), -20000, 20000), 255)
        room = cv2.resize(assets.room, size_px).astype(np.float32)
        flat += (room - flat) * (1 - mask[..., None].astype(np.float32) / 255)
    return flat
