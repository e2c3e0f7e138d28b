"""From light to the file a camera saves: lens blur, sensor with its colour filter, noise, white
balance, tone, sharpening, JPEG."""

from dataclasses import dataclass

import cv2
import numpy as np

from models.evaluate.studio.easel import Grey
from models.evaluate.studio.lens import Pixels


@dataclass(frozen=True, slots=True)
class Film:
    """``stops``: exposure off what a meter would choose; ``electrons``: of a full pixel, fewer are
    noisier; ``balance``: (blue, red) gain left wrong; ``blur_px``: radius out of focus;
    ``shake_px``: (length, degrees); ``quality``: of the JPEG."""

    stops: float = 0.0
    electrons: float = 9000.0
    balance: tuple[float, float] = (1.0, 1.0)
    blur_px: float = 0.6
    shake_px: tuple[float, float] = (0.0, 0.0)
    contrast: float = 0.15
    sharpen: float = 0.4
    vignette: float = 0.2
    quality: int = 90


def film(rng: np.random.Generator, *, rough: bool) -> Film:
    """A fixed camera over a lit table, or one under worse light, out of focus or moved."""
    if not rough:
        return Film(
            stops=float(rng.normal(0.1, 0.25)),
            electrons=float(rng.uniform(5000, 14000)),
            balance=(float(np.exp(rng.normal(0, 0.06))), float(np.exp(rng.normal(0, 0.06)))),
            blur_px=float(rng.uniform(0.4, 0.9)),
            contrast=float(rng.uniform(0.05, 0.3)),
            sharpen=float(rng.uniform(0.1, 0.8)),
            vignette=float(rng.uniform(0.05, 0.35)),
            quality=int(rng.integers(82, 96)),
        )
    return Film(
        stops=float(rng.choice([rng.normal(-1.1, 0.4), rng.normal(0.9, 0.25), 0.0])),
        electrons=float(rng.uniform(900, 3500)),
        balance=(float(np.exp(rng.normal(-0.1, 0.2))), float(np.exp(rng.normal(0.1, 0.2)))),
        blur_px=float(rng.uniform(0.6, 1.7)),
        shake_px=(float(rng.choice([0.0, rng.uniform(1, 4)])), float(rng.uniform(0, 180))),
        contrast=float(rng.uniform(0.0, 0.4)),
        sharpen=float(rng.uniform(0.0, 1.2)),
        vignette=float(rng.uniform(0.1, 0.5)),
        quality=int(rng.integers(55, 88)),
    )


def developed(light: Grey, how: Film, rng: np.random.Generator) -> bytes:
    """The JPEG of H x W x 3 linear BGR light."""
    height, width = light.shape[:2]
    scene = _through_lens(light, how)
    cells = cv2.resize(scene, (64, 48), interpolation=cv2.INTER_AREA)
    meter = float(np.mean(np.maximum(cells, 0.0) ** 0.7))  # the bent lens rings below nought
    scene = scene * np.float32(0.27 / max(meter, 1e-4) * 2.0**how.stops)
    gains = np.array([1.7, 1.0, 1.9], np.float32)  # what the filter takes from blue and red
    raw = _mosaic(scene / gains, how, rng)
    colours = _demosaiced(raw) * (gains * np.array([how.balance[0], 1.0, how.balance[1]]))
    colours = np.asarray(colours[:height, :width], np.float32)
    grey = colours.mean(axis=2, keepdims=True)
    colours = np.clip(grey + (colours - grey) * np.float32(1.12), 0.0, None)
    picture = _toned(colours, how.contrast)
    if how.sharpen > 0:
        soft = cv2.GaussianBlur(picture, (0, 0), 1.1)
        picture = picture + np.float32(how.sharpen) * (picture - soft)
    bytes_ = np.clip(picture * 255 + 0.5, 0, 255).astype(np.uint8)
    done, file = cv2.imencode(".jpg", bytes_, [cv2.IMWRITE_JPEG_QUALITY, how.quality])
    assert done
    return bytes(file)


def opened(file: bytes) -> Pixels:
    picture = cv2.imdecode(np.frombuffer(file, np.uint8), cv2.IMREAD_COLOR)
    assert picture is not None
    return np.asarray(picture, np.uint8)


def _through_lens(light: Grey, how: Film) -> Grey:
    height, width = light.shape[:2]
    reach = int(np.ceil(how.blur_px)) + 1
    rows, columns = np.mgrid[-reach : reach + 1, -reach : reach + 1]
    disc = np.clip(how.blur_px + 0.5 - np.hypot(rows, columns), 0, 1).astype(np.float32)
    kernel = cv2.GaussianBlur(disc, (0, 0), 0.45)
    scene = cv2.filter2D(light, -1, kernel / kernel.sum())
    if how.shake_px[0] > 0:
        length, turn = how.shake_px
        size = 2 * int(np.ceil(length)) + 1
        path = np.zeros((size, size), np.float32)
        way = np.array([np.cos(np.radians(turn)), np.sin(np.radians(turn))]) * length / 2
        middle = size // 2
        ends = [(middle + s * way) * 16 for s in (-1, 1)]
        a, b = ((round(float(e[0])), round(float(e[1]))) for e in ends)
        cv2.line(path, a, b, 1.0, 1, cv2.LINE_8, 4)
        scene = cv2.filter2D(scene, -1, path / max(path.sum(), 1e-6))
    ys = (np.arange(height, dtype=np.float32) / height - 0.5)[:, None]
    xs = (np.arange(width, dtype=np.float32) / width - 0.5)[None]
    fall = 1 - np.float32(how.vignette) * 2 * (xs**2 + ys**2)
    return np.asarray(scene * fall[..., None], np.float32)


def _mosaic(scene: Grey, how: Film, rng: np.random.Generator) -> Grey:
    """One colour for each pixel (red first), in shares of a full one, with the noise of light and
    of reading."""
    raw = scene[..., 1].copy()
    raw[0::2, 0::2] = scene[0::2, 0::2, 2]
    raw[1::2, 1::2] = scene[1::2, 1::2, 0]
    raw = np.minimum(raw, 1.0)
    spread = np.sqrt(np.maximum(raw, 0) / how.electrons + (6.0 / how.electrons) ** 2)
    noisy = raw + spread * rng.standard_normal(raw.shape, np.float32)
    return np.asarray(np.clip(noisy, 0, 1), np.float32)


def _demosaiced(raw: Grey) -> Grey:
    levels = (raw * 65535).astype(np.uint16)
    colours = cv2.demosaicing(levels, cv2.COLOR_BayerBG2BGR_EA)
    return np.asarray(colours / np.float32(65535), np.float32)


def _toned(colours: Grey, contrast: float) -> Grey:
    """Bright things roll off before they clip; then the sRGB curve and an S."""
    rolled = np.where(colours < 0.7, colours, 0.7 + 0.3 * np.tanh((colours - 0.7) / 0.45))
    shown = np.clip(rolled, 0, 1) ** (1 / 2.2)
    curve = shown * shown * (3 - 2 * shown)
    return np.asarray(shown + contrast * (curve - shown), np.float32)
