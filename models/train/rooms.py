"""Where a training scene is seen: the camera, the cloth, the lamp, clutter, and the room beyond."""

import cv2
import numpy as np

from models.train.damage import any_lamp
from models.train.kit import Kit
from vision.frame import Image, Points
from vision.scene.render import SceneAssets
from vision.scene.scene import Look, SceneHand, SceneProp
from vision.scene.texture import as_image


def a_look(
    rng: np.random.Generator, deck: str, width_mm: float, tilt: float, *, any_roll: bool
) -> Look:
    roll = rng.uniform(0, 360) if any_roll and rng.random() < 0.5 else rng.normal(0, 10)
    return Look(
        deck=deck,
        width_mm=float(width_mm),
        tilt_deg=min(tilt, 62.0),
        tilt_towards_deg=float(rng.normal(90, 35) if rng.random() < 0.8 else rng.uniform(0, 360)),
        roll_deg=float(roll),
        blur_px=float(rng.choice([0.0, 0.4, 0.6, 0.9, 1.4])),
        noise=float(rng.choice([0.5, 2.0, 4.0, 9.0])),
    )


def litter(
    kit: Kit, rng: np.random.Generator, width_mm: float, share: float, *, near: bool = True
) -> tuple[tuple[SceneProp, ...], tuple[SceneProp, ...], dict[str, Image]]:
    """Clutter under the cards, clutter on them, and its pictures."""
    pictures: dict[str, Image] = {}
    under: list[SceneProp] = []
    over: list[SceneProp] = []
    if rng.random() < share:
        for index in range(int(rng.integers(1, 6))):
            image, size_mm = kit.thing(rng)
            name = f"thing-{index}"
            pictures[name] = image
            x, y = rng.uniform(-0.6, 0.6, 2) * (width_mm, width_mm * 0.75)
            upon = near and rng.random() < 0.25
            if not near and np.hypot(x, y) < 160:
                continue
            prop = SceneProp(
                kind=name,
                x_mm=float(x),
                y_mm=float(y),
                angle_deg=float(rng.uniform(0, 360)),
                size_mm=float(min(size_mm, width_mm * 0.8)),
            )
            (over if upon else under).append(prop)
    return tuple(under), tuple(over), pictures


def scene_assets(
    kit: Kit,
    rng: np.random.Generator,
    width_mm: float,
    *,
    over: tuple[SceneProp, ...],
    props: dict[str, Image],
    hands: tuple[SceneHand, ...] = (),
) -> SceneAssets:
    surface, surface_mm = kit.surface(rng)
    table, room = (None, None)
    if rng.random() < 0.35:
        table, room = _edge(rng, width_mm), _room(kit, rng)
    return SceneAssets(
        surface=surface,
        surface_mm=surface_mm,
        table_mm=table,
        room=room,
        back=kit.back(rng),
        lamp=any_lamp(rng),
        fov_deg=float(rng.uniform(45, 75)),
        props=props,
        over=over,
        hands=kit.hands(hand.kind for hand in hands),
    )


def _edge(rng: np.random.Generator, width_mm: float) -> Points:
    """A table's top that ends somewhere in the picture."""
    turn = np.radians(rng.uniform(0, 360))
    ahead = np.array([np.cos(turn), np.sin(turn)])
    side = np.array([-ahead[1], ahead[0]])
    reach, far = width_mm * rng.uniform(0.15, 0.55), width_mm * 3.0
    right = width_mm * rng.uniform(0.3, 3.0)
    points = [
        ahead * reach + side * right,
        ahead * reach - side * far,
        -ahead * far - side * far,
        -ahead * far + side * right,
    ]
    return np.array(points, np.float32)


def _room(kit: Kit, rng: np.random.Generator) -> Image:
    """What lies beyond the table: another surface, out of focus, often dark."""
    image, _ = kit.surface(rng)
    small = cv2.resize(image, (240, 180))
    blurred = cv2.GaussianBlur(small, (0, 0), float(rng.uniform(0.5, 6)))
    return as_image(cv2.convertScaleAbs(blurred, alpha=float(rng.uniform(0.1, 1.1))))
