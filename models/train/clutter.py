"""Grounds and clutter that only the training sees: carpets, tiles, prints, keyboards, papers.

Grounds are BGR tiles (mirrored endlessly by the renderer), clutter is BGRA on transparency. Most of
them exist to be mistaken for a card or a pawn: rectangles of print, rings of colour, white sheets.
"""

from collections.abc import Callable

import cv2
import numpy as np
import numpy.typing as npt

from vision.frame import Image
from vision.scene.texture import Floats, hsv, smooth_noise, to_image

SIZE = 512
WORDS = (
    *("ve", "bir", "bu", "da", "ne", "için", "çok", "gibi", "daha", "the", "of", "and", "to", "in"),
    *("that", "with", "evening", "table", "score", "haber", "gazete", "spor", "hava", "masa"),
    *("oyun", "akşam", "para", "saat", "yol", "deniz", "kapı"),
)


def any_ground(rng: np.random.Generator) -> tuple[Image, float]:
    """A ground and how many millimetres its width spans."""
    kinds: tuple[tuple[Callable[[np.random.Generator], Image], float, float], ...] = (
        (carpet, 120, 500),
        (tiles, 300, 900),
        (star_lattice, 200, 700),
        (leaf_print, 250, 800),
        (quilt, 250, 700),
        (stripes, 100, 400),
        (keyboard, 280, 420),
        (smooth, 300, 900),
        (print_sheet, 180, 420),
        (boards, 300, 900),
        (terrazzo, 150, 600),
        (smooth, 300, 900),
    )
    make, low, high = kinds[int(rng.integers(len(kinds)))]
    return make(rng), float(rng.uniform(low, high))


def _colour(rng: np.random.Generator, dull: float = 0.6) -> npt.NDArray[np.float64]:
    return np.array(hsv(rng.uniform(), rng.uniform(0, dull), rng.uniform(0.05, 0.95)), dtype=float)


def _mix(mask: npt.NDArray[np.generic], low: npt.ArrayLike, high: npt.ArrayLike) -> Floats:
    below, above = np.asarray(low, np.float32), np.asarray(high, np.float32)
    return below + (above - below) * np.asarray(mask, np.float32)[..., None]


def _blend(image: Floats, colour: npt.ArrayLike, share: npt.NDArray[np.generic]) -> Floats:
    over = np.asarray(share, np.float32)[..., None]
    return image + (np.asarray(colour, np.float32) - image) * over


def _fuzz(rng: np.random.Generator, image: Floats, strength: float) -> Image:
    grain = smooth_noise(rng, SIZE, int(rng.choice([64, 128, 256])))
    clouds = smooth_noise(rng, SIZE, 5)
    return to_image(image * (1 + strength * grain + 0.06 * clouds)[..., None])


def carpet(rng: np.random.Generator) -> Image:
    """Loops and knots of a carpet: coarse grain in two tones."""
    cells = int(rng.choice([48, 96, 170, 256]))
    grain = smooth_noise(rng, SIZE, cells) + 0.6 * smooth_noise(rng, SIZE, cells * 2)
    base = _colour(rng)
    return _fuzz(rng, _mix(0.5 + 0.5 * grain, base * 0.65, np.minimum(base * 1.25 + 8, 255)), 0.05)


def smooth(rng: np.random.Generator) -> Image:
    """A desk, a mat, a laptop's lid: nearly even."""
    base = _colour(rng, dull=rng.choice([0.1, 0.6]))
    return _fuzz(rng, np.full((SIZE, SIZE, 3), base, np.float32), rng.uniform(0.0, 0.05))


def pale(rng: np.random.Generator) -> Image:
    """A white or light table, on which a card's edge hardly shows."""
    shade = np.full(3, rng.uniform(150, 250)) + rng.normal(0, 6, 3)
    return _fuzz(rng, np.full((SIZE, SIZE, 3), shade, np.float32), rng.uniform(0.0, 0.02))


def tiles(rng: np.random.Generator) -> Image:
    """Stone or bathroom tiles with joints."""
    count = int(rng.integers(2, 6))
    step = SIZE // count
    rows, columns = np.mgrid[0:SIZE, 0:SIZE]
    shift = (rows // step % 2) * (step // 2) * int(rng.integers(2))
    joint = int(rng.integers(2, 9))
    joints = ((rows % step < joint) | ((columns + shift) % step < joint)).astype(np.float32)
    tone = rng.normal(0, 0.06, (count + 1, count + 2))[rows // step, (columns + shift) // step]
    base = _colour(rng, dull=0.4)
    image = _mix(joints, base, base * rng.uniform(0.4, 1.5)) * (1 + tone[..., None])
    veins = np.abs(smooth_noise(rng, SIZE, 9)) ** 0.5
    return _fuzz(rng, image * (0.85 + 0.2 * veins[..., None]), 0.04)


def star_lattice(rng: np.random.Generator) -> Image:
    """Straight lines crossing in stars, as on oilcloth."""
    mask = np.zeros((SIZE, SIZE), np.uint8)
    step = SIZE // int(rng.integers(3, 9))
    spokes = int(rng.choice([4, 6, 8]))
    width = int(rng.integers(1, 6))
    for row in range(-1, SIZE // step + 2):
        for column in range(-1, SIZE // step + 2):
            x, y = column * step + (row % 2) * step // 2, row * step
            for spoke in range(spokes):
                turn = 2 * np.pi * spoke / spokes + 0.3
                end = (round(x + step * 0.62 * np.cos(turn)), round(y + step * 0.62 * np.sin(turn)))
                cv2.line(mask, (x, y), end, 255, width, cv2.LINE_AA)
    return _fuzz(rng, _mix(mask / 255, _colour(rng, 0.9), _colour(rng, 0.3)), 0.05)


def leaf_print(rng: np.random.Generator) -> Image:
    """Big leaves and zigzags of a dark print on a warm cloth, or flowers."""
    mask = np.zeros((SIZE, SIZE), np.uint8)
    for _ in range(int(rng.integers(6, 22))):
        centre = rng.uniform(0, SIZE, 2)
        size, lobes = rng.uniform(25, 130), int(rng.integers(3, 10))
        turns = np.linspace(0, 2 * np.pi, 90)
        spike = np.abs(np.cos(lobes * turns / 2 + rng.uniform(0, 3))) ** rng.uniform(0.5, 6)
        radius = size * (0.25 + 0.75 * spike)
        points = centre + np.stack([np.cos(turns), np.sin(turns)], axis=1) * radius[:, None]
        tone = int(rng.choice([255, 160, 210]))
        cv2.fillPoly(mask, [np.round(points * 8).astype(np.int32)], (tone,), cv2.LINE_AA, 3)
    return _fuzz(rng, _mix(mask / 255, _colour(rng, 0.9), _colour(rng, 0.7)), 0.08)


def quilt(rng: np.random.Generator) -> Image:
    """Stitched diamonds that bulge, with blossoms."""
    rows, columns = np.mgrid[0:SIZE, 0:SIZE].astype(np.float32) / SIZE
    count = int(rng.integers(3, 8))
    warp = 0.03 * smooth_noise(rng, SIZE, 5)
    first = np.abs(((columns + rows + warp) * count) % 1 - 0.5)
    second = np.abs(((columns - rows + warp) * count) % 1 - 0.5)
    bulge = np.clip(np.minimum(0.5 - first, 0.5 - second) * 5, 0, 1)
    image = _mix(0.7 + 0.3 * bulge, np.zeros(3), _colour(rng, 0.35))
    spots = smooth_noise(rng, SIZE, int(rng.integers(8, 30))) > rng.uniform(0.45, 0.8)
    return _fuzz(rng, _blend(image, _colour(rng, 0.8), spots * 0.7), 0.06)


def stripes(rng: np.random.Generator) -> Image:
    rows, _ = np.mgrid[0:SIZE, 0:SIZE].astype(np.float32) / SIZE
    warp = rng.uniform(0, 0.02) * smooth_noise(rng, SIZE, 12)
    wave = np.sin((rows + warp) * 2 * np.pi * int(rng.integers(6, 70)))
    sharp = np.clip(0.5 + wave * rng.uniform(0.5, 4), 0, 1)
    base = _colour(rng)
    return _fuzz(rng, _mix(sharp, base, base * rng.uniform(0.4, 0.9)), 0.06)


def boards(rng: np.random.Generator) -> Image:
    """Decking or parquet with strong grain and gaps."""
    rows, _ = np.mgrid[0:SIZE, 0:SIZE].astype(np.float32) / SIZE
    count = int(rng.integers(2, 9))
    board = (rows * count).astype(int)
    warp = 0.06 * smooth_noise(rng, SIZE, 3)
    grain = np.sin((rows + warp + board * 0.3) * 2 * np.pi * rng.uniform(20, 70))
    gap = (rows * count % 1 < rng.uniform(0.01, 0.06)) * 0.6
    base = np.array(hsv(rng.uniform(0.03, 0.11), rng.uniform(0.1, 0.8), rng.uniform(0.15, 0.85)))
    shade = 1 + rng.uniform(0.03, 0.25) * grain + rng.normal(0, 0.06, count + 1)[board] - gap
    return _fuzz(rng, (base * shade[..., None]).astype(np.float32), 0.08)


def terrazzo(rng: np.random.Generator) -> Image:
    mask = smooth_noise(rng, SIZE, int(rng.integers(20, 90))) > rng.uniform(0.1, 0.6)
    other = smooth_noise(rng, SIZE, int(rng.integers(20, 90))) > 0.5
    image = _mix(mask, _colour(rng), _colour(rng))
    return _fuzz(rng, _blend(image, _colour(rng), other * 0.6), 0.04)


def keyboard(rng: np.random.Generator) -> Image:
    """Rows of keys with letters, on a light or dark deck."""
    dark = rng.random() < 0.7
    deck = _colour(rng, 0.1) * (0.8 if dark else 1)
    image = np.full((SIZE, SIZE, 3), deck, np.uint8)
    key = np.full(3, rng.uniform(10, 60) if dark else rng.uniform(180, 245))
    letter = (255 - key).tolist()
    step = SIZE // 12
    for row in range(11):
        for column in range(13):
            x, y = column * step + (row % 3) * 9 - 20, row * step + 4
            cv2.rectangle(image, (x + 3, y + 3), (x + step - 4, y + step - 4), key.tolist(), -1)
            glyph = chr(int(rng.integers(65, 91)))
            place = (x + 9, y + step - 14)
            cv2.putText(image, glyph, place, cv2.FONT_HERSHEY_SIMPLEX, 0.5, letter, 1, cv2.LINE_AA)
    return _fuzz(rng, image.astype(np.float32), 0.02)


def print_sheet(rng: np.random.Generator) -> Image:
    """A page of print: headlines, columns of text, framed pictures."""
    paper = np.array((225.0, 236.0, 240.0)) * rng.uniform(0.75, 1.05)
    image = np.ascontiguousarray(np.full((SIZE, SIZE, 3), paper, np.float32))
    ink = (rng.uniform(0, 90, 3) if rng.random() < 0.8 else _colour(rng, 0.9)).tolist()
    fonts = (cv2.FONT_HERSHEY_SIMPLEX, cv2.FONT_HERSHEY_COMPLEX, cv2.FONT_HERSHEY_DUPLEX)
    page = to_image(image)
    y = int(rng.integers(15, 50))
    columns = int(rng.integers(1, 4))
    while y < SIZE:
        font = fonts[int(rng.integers(3))]
        if rng.random() < 0.12:
            scale, step = rng.uniform(0.9, 2.2), 52
            _text(page, (10, y), 3, font, scale, ink, rng)
        elif rng.random() < 0.12:
            step = int(rng.integers(60, 160))
            left, right = int(rng.integers(0, 250)), int(rng.integers(260, SIZE))
            box = page[y : y + step - 14, left:right]
            box[:] = (box * 0 + _colour(rng, 0.9)).astype(np.uint8)
            cv2.circle(page, ((left + right) // 2, y + step // 2), step // 3, ink, -1, cv2.LINE_AA)
        else:
            step = int(rng.integers(12, 20))
            for column in range(columns):
                _text(page, (10 + column * SIZE // columns, y), 9 // columns, font, 0.36, ink, rng)
        y += step
    return page


def _text(
    page: Image,
    at: tuple[int, int],
    words: int,
    font: int,
    scale: float,
    ink: list[float],
    rng: np.random.Generator,
) -> None:
    text = " ".join(rng.choice(WORDS, max(1, words)))
    plain = text.translate(str.maketrans("çışöüğı", "cisougi"))
    cv2.putText(page, plain, at, font, scale, ink, 1 + (scale > 0.9), cv2.LINE_AA)


def any_clutter(rng: np.random.Generator) -> tuple[Image, float]:
    """A BGRA thing and its width in millimetres."""
    kinds: tuple[tuple[Callable[[np.random.Generator], Image], float, float], ...] = (
        (sheet, 60, 320),
        (sheet, 40, 120),
        (box_lid, 50, 220),
        (disc, 18, 45),
        (disc, 24, 40),
        (plate, 70, 230),
        (cable, 200, 600),
        (stick, 100, 250),
        (keyboard_piece, 200, 350),
    )
    make, low, high = kinds[int(rng.integers(len(kinds)))]
    return make(rng), float(rng.uniform(low, high))


def _opaque(image: Image) -> Image:
    return np.dstack([image, np.full(image.shape[:2], 255, np.uint8)])


def sheet(rng: np.random.Generator) -> Image:
    """A piece of paper: printed, lined or blank, of any proportion."""
    page = print_sheet(rng) if rng.random() < 0.7 else smooth(rng)
    width, height = rng.integers(180, SIZE, 2)
    return _opaque(page[:height, :width])


def keyboard_piece(rng: np.random.Generator) -> Image:
    return _opaque(keyboard(rng)[:220])


def box_lid(rng: np.random.Generator) -> Image:
    """A book, a phone, a box: a rectangle with a frame and something in it."""
    width, height = int(rng.integers(120, 300)), int(rng.integers(120, 420))
    image = np.full((height, width, 3), _colour(rng, 0.9), np.uint8)
    for inset in sorted(rng.integers(4, 50, int(rng.integers(0, 3)))):
        corner = (width - int(inset), height - int(inset))
        tone = _colour(rng, 0.9).tolist()
        fill = -1 if rng.random() < 0.5 else int(rng.integers(1, 6))
        cv2.rectangle(image, (int(inset), int(inset)), corner, tone, fill, cv2.LINE_AA)
    if rng.random() < 0.5:
        word = str(rng.choice(WORDS)).upper().encode("ascii", "ignore").decode()
        place, scale = (width // 6, height // 3), rng.uniform(0.7, 1.6)
        cv2.putText(image, word, place, 0, scale, _colour(rng).tolist(), 2, cv2.LINE_AA)
    return _opaque(image)


def disc(rng: np.random.Generator) -> Image:
    """Draughts pieces, buttons, bottle tops, stickers: rings, but none of ours."""
    image = np.zeros((128, 128, 4), np.uint8)
    base = _colour(rng, 0.9)
    cv2.circle(image, (64, 64), 61, [*base.tolist(), 255], -1, cv2.LINE_AA)
    for radius in sorted(rng.integers(6, 58, int(rng.integers(0, 5))), reverse=True):
        tone = base * rng.uniform(0.4, 1.5) if rng.random() < 0.7 else _colour(rng, 0.9)
        paint = [*np.clip(tone, 0, 255).tolist(), 255]
        width = -1 if rng.random() < 0.4 else int(rng.integers(1, 7))
        cv2.circle(image, (64, 64), int(radius), paint, width, cv2.LINE_AA)
    if rng.random() < 0.3:
        paint = [*(255 - base).tolist(), 255]
        cv2.putText(image, str(rng.integers(1, 99)), (36, 82), 0, 1.4, paint, 3, cv2.LINE_AA)
    return image


def plate(rng: np.random.Generator) -> Image:
    """A plate, saucer or ashtray, empty or with something round in it."""
    image = np.zeros((192, 192, 4), np.uint8)
    china = np.full(3, rng.uniform(170, 250)) + rng.normal(0, 8, 3)
    for radius in sorted(rng.uniform(20, 94, int(rng.integers(2, 6))), reverse=True):
        tone = np.clip(china * rng.uniform(0.75, 1.1), 0, 255)
        if rng.random() < 0.25:
            tone = _colour(rng, 0.9)
        width = -1 if rng.random() < 0.6 else int(rng.integers(2, 9))
        cv2.circle(image, (96, 96), int(radius), [*tone.tolist(), 255], width, cv2.LINE_AA)
    solid = cv2.circle(np.zeros((192, 192), np.uint8), (96, 96), 94, 255, -1, cv2.LINE_AA)
    bare = (image[..., 3] == 0) & (solid > 127)
    image[bare] = [*np.clip(china, 0, 255).astype(np.uint8).tolist(), 255]
    return image


def cable(rng: np.random.Generator) -> Image:
    image = np.zeros((SIZE, SIZE, 4), np.uint8)
    points = np.cumsum(rng.normal(0, 40, (30, 2)), axis=0)
    spread = max(float(np.ptp(points)), 1.0)
    path = (points - points.min(axis=0)) / spread * (SIZE - 20) + 10
    paint = [*_colour(rng, 0.3).tolist(), 255]
    width = int(rng.integers(3, 12))
    cv2.polylines(image, [np.round(path).astype(np.int32)], False, paint, width, cv2.LINE_AA)
    return image


def stick(rng: np.random.Generator) -> Image:
    """A pen, a ruler, a brush, a twig."""
    image = np.zeros((int(rng.integers(16, 60)), 400, 4), np.uint8)
    base = _colour(rng, 0.9)
    middle = np.abs(np.linspace(-1, 1, image.shape[0]))[:, None, None]
    image[..., :3] = np.clip(base * (1.15 - 0.6 * middle**2), 0, 255).astype(np.uint8)
    image[..., 3] = 255
    cut = int(rng.integers(60, 340))
    image[:, cut:, :3] = np.clip(_colour(rng, 0.9) * (1.15 - 0.6 * middle**2), 0, 255)
    return image
