"""Light on the table: colour, falloff from one side, a glare patch; chosen by a seed."""

from dataclasses import dataclass

import cv2
import numpy as np

from vision.scene.texture import Floats


@dataclass(frozen=True, slots=True, kw_only=True)
class Lamp:
    """Positions in fractions of the picture; may lie outside it."""

    colour: tuple[float, float, float] = (1.0, 1.0, 1.0)  # gains, BGR
    strength: float = 1.0
    centre: tuple[float, float] = (0.5, 0.5)
    reach: float = 2.0  # distance, in picture widths, at which the light has halved
    ambient: float = 0.5  # share of the light that comes evenly from everywhere
    glare_centre: tuple[float, float] = (0.5, 0.5)
    glare_radius: float = 0.1  # picture widths
    glare: float = 0.0  # grey levels added on glossy paper at the centre of the patch
    shadow_deg: float = 45.0  # where shadows fall
    shadow: float = 0.5  # how dark a contact shadow is, 0..1
    rim: int = 168  # grey level of a card's cut edge, before the light
    shadow_mm: float = 1.5  # how far a card's shadow reaches


def lamp_of(seed: int) -> Lamp:
    """A living-room lamp: warm to cold, one side brighter, never too dark to play under."""
    rng = np.random.default_rng([31, seed])
    warmth = rng.uniform(-0.10, 0.22)
    return Lamp(
        colour=(1 - warmth, 1.0, 1 + warmth * 0.6),
        strength=rng.uniform(0.75, 1.05),
        centre=(rng.uniform(-0.3, 1.3), rng.uniform(-0.4, 1.2)),
        reach=rng.uniform(0.8, 2.5),
        ambient=rng.uniform(0.4, 0.8),
        glare_centre=(rng.uniform(0, 1), rng.uniform(0, 1)),
        glare_radius=rng.uniform(0.05, 0.12),
        glare=rng.choice([0.0, rng.uniform(15, 60)]),
        shadow_deg=rng.uniform(0, 360),
        shadow=rng.uniform(0.25, 0.6),
        shadow_mm=rng.uniform(0.8, 2.2),
    )


def light_map(lamp: Lamp, size_px: tuple[int, int]) -> Floats:
    """HxWx3 gains."""
    x, y = _grid(size_px)
    distance = np.hypot(x - lamp.centre[0], y - lamp.centre[1] * size_px[1] / size_px[0])
    beam = 1 / (1 + (distance / lamp.reach) ** 2)
    level = lamp.strength * (lamp.ambient + (1 - lamp.ambient) * beam)
    return _enlarge(level[..., None] * np.array(lamp.colour, np.float32), size_px)


def glare_map(lamp: Lamp, size_px: tuple[int, int]) -> Floats:
    """HxW grey levels to add where glossy paper lies."""
    x, y = _grid(size_px)
    down = lamp.glare_centre[1] * size_px[1] / size_px[0]
    distance = np.hypot(x - lamp.glare_centre[0], y - down)
    return _enlarge(lamp.glare * np.exp(-((distance / lamp.glare_radius) ** 2)), size_px)


def _grid(size_px: tuple[int, int]) -> tuple[Floats, Floats]:
    """A sixteenth of the picture is enough for something so smooth. Units: picture widths."""
    columns, rows = max(2, size_px[0] // 16), max(2, size_px[1] // 16)
    y, x = np.mgrid[0:rows, 0:columns].astype(np.float32)
    return (x + 0.5) / columns, (y + 0.5) / columns


def _enlarge(values: Floats, size_px: tuple[int, int]) -> Floats:
    large = cv2.resize(values.astype(np.float32), size_px, interpolation=cv2.INTER_LINEAR)
    return np.asarray(large, np.float32)
