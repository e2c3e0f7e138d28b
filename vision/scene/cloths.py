"""Procedural table covers: felt, gingham, wood, lace, plain weave; chosen and coloured by a seed.

A cover is a seamless tile of ``TILE_PX`` pixels that spans ``TILE_MM`` millimetres.
"""

import cv2
import numpy as np

from vision.frame import Image
from vision.scene.texture import Floats, hsv, smooth_noise, to_image

TILE_PX = 1024
TILE_MM = 400.0
STYLES = ("felt", "gingham", "wood", "lace", "plain")


def cloth_tile(seed: int) -> Image:
    """The tile of a seed. The style cycles with the seed, so a few seeds show all of them."""
    rng = np.random.default_rng([17, seed])
    match STYLES[seed % len(STYLES)]:
        case "felt":
            return _felt(rng)
        case "gingham":
            return _gingham(rng)
        case "wood":
            return _wood(rng)
        case "lace":
            return _lace(rng)
        case _:
            return _plain(rng)


def _base(colour: tuple[int, int, int]) -> Floats:
    return np.full((TILE_PX, TILE_PX, 3), colour, np.float32)


def _weave(rng: np.random.Generator, strength: float) -> Floats:
    """Threads of about a millimetre, as a factor around 1."""
    threads = 2 * np.pi * np.arange(TILE_PX) * rng.integers(250, 400) / TILE_PX
    grid = np.sin(threads)[None, :] * np.sin(threads)[:, None]
    fuzz = smooth_noise(rng, TILE_PX, 512)
    return (1 + strength * (0.6 * grid + 0.8 * fuzz)).astype(np.float32)


def _felt(rng: np.random.Generator) -> Image:
    hue = rng.choice([0.40, 0.36, 0.60, 0.98, 0.48])
    tile = _base(hsv(hue + rng.normal(0, 0.02), rng.uniform(0.5, 0.85), rng.uniform(0.25, 0.55)))
    fibres = sum(smooth_noise(rng, TILE_PX, cells) for cells in (1024, 341, 128))
    clouds = smooth_noise(rng, TILE_PX, 6)
    return to_image(tile * (1 + 0.06 * fibres + 0.05 * clouds)[..., None])


def _gingham(rng: np.random.Generator) -> Image:
    checks = int(rng.integers(10, 26))
    stripe = (np.arange(TILE_PX) * checks * 2 // TILE_PX % 2).astype(np.float32)
    mix = (stripe[None, :] + stripe[:, None]) / 2
    colour = np.array(hsv(rng.uniform(), rng.uniform(0.5, 0.9), rng.uniform(0.45, 0.8)))
    paper = np.array((228.0, 236.0, 240.0))
    tile = paper + (colour - paper) * mix[..., None]
    return to_image(tile.astype(np.float32) * _weave(rng, 0.07)[..., None])


def _wood(rng: np.random.Generator) -> Image:
    rows, _ = np.mgrid[0:TILE_PX, 0:TILE_PX].astype(np.float32) / TILE_PX
    planks = int(rng.integers(3, 7))
    plank = np.floor(rows * planks).astype(int)
    shade = rng.normal(0, 0.08, planks)[plank]
    warp = 0.05 * smooth_noise(rng, TILE_PX, 4) + 0.01 * smooth_noise(rng, TILE_PX, 24)
    slow = cv2.resize(rng.uniform(-1, 1, (256, 8)).astype(np.float32), (TILE_PX, TILE_PX))
    grain = np.sin((rows + warp + plank * 0.37) * 2 * np.pi * rng.integers(18, 40))
    seam = (np.abs(rows * planks % 1.0 - 0.5) > 0.494) * 0.35
    tile = _base(hsv(rng.uniform(0.04, 0.09), rng.uniform(0.4, 0.7), rng.uniform(0.35, 0.75)))
    factor = 1 + 0.07 * grain + 0.09 * slow + shade - seam
    return to_image(tile * factor[..., None].astype(np.float32))


def _lace(rng: np.random.Generator) -> Image:
    """White crochet over a darker cover: rings and knots on a lattice."""
    cells = int(rng.integers(10, 18))
    mask = np.zeros((TILE_PX, TILE_PX), np.uint8)
    step = TILE_PX / cells
    petals = int(rng.integers(5, 9))
    for row in range(-1, cells + 1):
        for column in range(-1, cells + 1):
            x, y = ((column + 0.5 * (row % 2)) * step, row * step)
            centre = (round(x), round(y))
            cv2.circle(mask, centre, round(step * 0.45), 255, 3, cv2.LINE_AA)
            for petal in range(petals):
                turn = 2 * np.pi * petal / petals
                tip = (round(x + step * 0.27 * np.cos(turn)), round(y + step * 0.27 * np.sin(turn)))
                cv2.circle(mask, tip, round(step * 0.13), 255, 2, cv2.LINE_AA)
    under = np.array(hsv(rng.uniform(), rng.uniform(0.2, 0.6), rng.uniform(0.25, 0.5)))
    over = np.array((222.0, 230.0, 234.0))
    tile = under + (over - under) * (mask[..., None] / 255.0)
    return to_image(tile.astype(np.float32) * _weave(rng, 0.06)[..., None])


def _plain(rng: np.random.Generator) -> Image:
    tile = _base(hsv(rng.uniform(), rng.uniform(0.05, 0.5), rng.uniform(0.25, 0.9)))
    creases = np.abs(smooth_noise(rng, TILE_PX, 3))[..., None]
    return to_image(tile * _weave(rng, 0.08)[..., None] * (0.93 + 0.1 * creases))
