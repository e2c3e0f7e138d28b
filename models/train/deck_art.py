"""Procedural decks: index letters, pips, aces and courts drawn anew over the art of free decks.

Two dozen real decks teach a network their courts by heart; an unseen deck then fails on Q against
J. These decks keep the art of a court and change everything else (letters of the index, their font,
size and number of corners, colours, frame, mirrored, faded or abstract art), so that only the
index letter remains to be trusted. Aces of spades get ornate pips, the known trap.

``build`` writes every face of every training and validation deck, real and procedural, into one
array that the crop renderer maps into memory.
"""

import json
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

import cv2
import numpy as np

from models.train.assets import ASSETS
from models.train.glyphs import Pixels, flat_three, glyph, scaled
from models.train.packages import CACHE
from rules.cards import DECK_52, Rank, Suit

FACE_W, FACE_H = 200, 280
CACHE_FILE = CACHE / "train" / "faces.npy"
PROCEDURAL_TRAIN, PROCEDURAL_VALIDATION, MODERN_TRAIN = 96, 8, 28
LETTERS = (
    *({"A": "A", "J": "J", "Q": "Q", "K": "K"},) * 6,
    {"A": "A", "J": "V", "Q": "D", "K": "R"},
    {"A": "A", "J": "B", "Q": "D", "K": "K"},
)
REALISTIC = {
    **{"anglo_modern": 3.0, "cardsjs": 4.0, "anglo_bitmap": 3.0, "gnomangelo_bitmap": 2.0},
    **{"anglo": 2.0, "atlasnye": 3.0, "orell": 2.5, "paris": 2.0, "svgcards": 2.0, "berlin": 2.0},
    **{"lattmann": 2.0, "rheinland": 2.0, "tarocco": 1.0, "tango_nuevo": 0.4, "tango": 0.4},
    **{"bellot": 0.7, "atlasnye_ru": 0.5, "slavic_costumes": 0.6, "guyenne-classic": 0.6},
    **{"neoclassical": 1.0, "neoclassical_4_color": 0.6, "anglo_modern_4_color": 0.8},
    **{"plastic": 1.0, "simplistic": 1.0, "ancient_french": 1.0, "atlasnye_skat": 0.7},
    **{"gnomangelo": 1.0},
}
PIP_FONTS = ("DejaVuSans", "FreeSerif", "FreeSans", "LinLibertine_R", "DejaVuSans-Bold")
SYMBOLS = {Suit.SPADES: "♠", Suit.HEARTS: "♥", Suit.DIAMONDS: "♦", Suit.CLUBS: "♣"}
COLUMNS: dict[int, list[tuple[float, float]]] = {
    2: [(0.5, 0.0), (0.5, 1.0)],
    3: [(0.5, 0.0), (0.5, 0.5), (0.5, 1.0)],
    4: [(0, 0), (1, 0), (0, 1), (1, 1)],
    5: [(0, 0), (1, 0), (0.5, 0.5), (0, 1), (1, 1)],
    6: [(0, 0), (1, 0), (0, 0.5), (1, 0.5), (0, 1), (1, 1)],
    7: [(0, 0), (1, 0), (0.5, 0.25), (0, 0.5), (1, 0.5), (0, 1), (1, 1)],
    8: [(0, 0), (1, 0), (0.5, 0.25), (0, 0.5), (1, 0.5), (0.5, 0.75), (0, 1), (1, 1)],
    9: [
        *((0, 0), (1, 0), (0, 1 / 3), (1, 1 / 3), (0.5, 0.5)),
        *((0, 2 / 3), (1, 2 / 3), (0, 1), (1, 1)),
    ],
    10: [
        *((0, 0), (1, 0), (0.5, 1 / 6), (0, 1 / 3), (1, 1 / 3)),
        *((0, 2 / 3), (1, 2 / 3), (0.5, 5 / 6), (0, 1), (1, 1)),
    ],
}


@dataclass(frozen=True, slots=True)
class Style:
    """The look of one procedural deck, drawn once from a seeded generator."""

    letters: dict[str, str]
    font: Path
    letter_h: float  # of the card's height
    letter_w: float  # stretch of the letter
    pip_font: Path | str  # a font, or the name of a deck whose pips are cut out
    pip_w: float  # stretch: slim European pips are below one
    pip_h: float  # size of a large pip, of the card's height
    small_pip: float  # size of the index pip, of the letter's height
    four_corners: bool
    jumbo: bool  # the index pip stands beside or below a very large letter, pips shrink
    margin: tuple[float, float]  # centre of the index from the corner, of the card's width
    black: tuple[int, int, int]
    red: tuple[int, int, int]
    four_colours: bool
    paper: tuple[int, int, int]
    art: Sequence[str]  # a deck for the courts of each suit
    art_scale: float
    framed: bool
    mirrored: bool
    hue_shift: int
    blank_art: float  # probability of abstract court art
    ace_ornate: int  # 0 plain, 1..3 kinds of ornate ace of spades
    pip_jitter: float = 0.0  # pips off their usual places, of the card's width
    seed: int = field(default=0)

    @property
    def flat_three(self) -> bool:
        """Every third deck writes its 3 with a flat top, as card makers do and few fonts; it was
        read as a 5."""
        return self.seed % 3 == 0


def _rgb(
    rng: np.random.Generator, centre: tuple[int, int, int], spread: int
) -> tuple[int, int, int]:
    b, g, r = (int(np.clip(c + rng.integers(-spread, spread + 1), 0, 255)) for c in centre)
    return b, g, r


def draw_style(rng: np.random.Generator, fonts: Sequence[Path], art: Sequence[str]) -> Style:
    jumbo = rng.random() < 0.2
    small = rng.random() < 0.35
    letter_h = rng.uniform(0.17, 0.24) if jumbo else rng.uniform(0.055, 0.085) if small else 0.0
    letter_h = letter_h or rng.uniform(0.085, 0.13)
    pip_fonts: list[Path | str] = [ASSETS / "fonts" / f"{name}.ttf" for name in PIP_FONTS[:3]]
    pip_decks: list[Path | str] = ["atlasnye", "orell", "anglo", "paris", "plastic", "lattmann"]
    pip_decks += ["guyenne-classic", "tarocco", "cardsjs", "anglo_modern"]
    pip = (pip_fonts + pip_decks * 2)[int(rng.integers(len(pip_fonts) + 2 * len(pip_decks)))]
    same_art = rng.random() < 0.8
    first = art[int(rng.integers(len(art)))]
    return Style(
        letters=LETTERS[int(rng.integers(len(LETTERS)))],
        font=fonts[int(rng.integers(len(fonts)))],
        letter_h=letter_h,
        letter_w=rng.uniform(0.75, 1.1),
        pip_font=pip,
        pip_w=rng.uniform(0.72, 1.12),
        pip_h=rng.uniform(0.08, 0.115) if jumbo else rng.uniform(0.11, 0.18),
        small_pip=rng.uniform(0.6, 1.0),
        four_corners=bool(rng.random() < (0.6 if small else 0.25)) and not jumbo,
        jumbo=jumbo,
        margin=(rng.uniform(0.065, 0.10), rng.uniform(0.06, 0.12)),
        black=_rgb(rng, (28, 26, 26), 26),
        red=_rgb(rng, (38, 30, 200), 36),
        four_colours=bool(rng.random() < 0.12),
        paper=(
            _rgb(rng, (250, 251, 252), 3) if rng.random() < 0.7 else _rgb(rng, (228, 240, 246), 9)
        ),
        art=[first if same_art else art[int(rng.integers(len(art)))] for _ in range(4)],
        art_scale=rng.uniform(0.74, 1.0),
        framed=bool(rng.random() < 0.6),
        mirrored=bool(rng.random() < 0.5),
        hue_shift=int(rng.choice([0, 0, 0, *range(10, 170, 20)])),
        blank_art=float(rng.choice([0.0, 0.15, 0.6, 1.0], p=[0.45, 0.3, 0.15, 0.1])),
        ace_ornate=int(rng.integers(0, 4)),
        seed=int(rng.integers(1 << 31)),
    )


def modern(style: Style, rng: np.random.Generator) -> Style:
    """A web designer's deck: large letter and index pip, small figures, pips in odd places."""
    return replace(
        style,
        letters=LETTERS[0],
        letter_h=rng.uniform(0.115, 0.18),
        letter_w=rng.uniform(0.85, 1.15),
        pip_h=rng.uniform(0.06, 0.11),
        small_pip=rng.uniform(0.8, 1.25),
        four_corners=False,
        art_scale=rng.uniform(0.4, 0.7),
        framed=bool(rng.random() < 0.3),
        blank_art=float(rng.uniform(0, 0.6)),
        pip_jitter=float(rng.choice([0.0, 0.03, 0.07])),
    )


def cut_pip(deck: str, suit: Suit) -> Pixels:
    """Coverage mask of the centre pip of a deck's three, upright."""
    face = cv2.imread(str(ASSETS / "decks" / deck / f"3{suit}.png"))
    assert face is not None
    height, width = face.shape[:2]
    part = face[int(height * 0.36) : int(height * 0.64), int(width * 0.25) : int(width * 0.75)]
    ink = (255 - part.min(axis=2)).astype(np.int32)
    ink = np.clip((ink - 40) * 255 // max(1, int(ink.max()) - 40), 0, 255).astype(np.uint8)
    _, labels, stats, _ = cv2.connectedComponentsWithStats((ink > 100).astype(np.uint8))
    best = 1 + int(np.argmax(stats[1:, cv2.CC_STAT_AREA]))
    x, y, w, h = (int(v) for v in stats[best, :4])
    return np.asarray(np.where(labels == best, ink, 0)[y : y + h, x : x + w].astype(np.uint8))


def pip_mask(style: Style, suit: Suit, height_px: float) -> Pixels:
    if isinstance(style.pip_font, Path):
        return glyph(SYMBOLS[suit], style.pip_font, height_px, style.pip_w)
    return scaled(cut_pip(style.pip_font, suit), height_px, style.pip_w)


def stamp(
    face: Pixels,
    mask: Pixels,
    centre: tuple[float, float],
    colour: tuple[int, int, int],
    *,
    turned: bool = False,
) -> None:
    """Paint ``mask`` in ``colour`` centred at pixel ``centre``; parts outside are cut."""
    if turned:
        mask = mask[::-1, ::-1]
    x, y = round(centre[0] - mask.shape[1] / 2), round(centre[1] - mask.shape[0] / 2)
    x0, y0 = max(0, x), max(0, y)
    x1, y1 = min(face.shape[1], x + mask.shape[1]), min(face.shape[0], y + mask.shape[0])
    if x0 >= x1 or y0 >= y1:
        return
    alpha = mask[y0 - y : y1 - y, x0 - x : x1 - x, None].astype(np.float32) / 255
    part = face[y0:y1, x0:x1]
    part[:] = (part * (1 - alpha) + np.array(colour, np.float32) * alpha).astype(np.uint8)


def suit_colour(style: Style, suit: Suit) -> tuple[int, int, int]:
    if style.four_colours:
        return {
            Suit.SPADES: style.black,
            Suit.HEARTS: style.red,
            Suit.DIAMONDS: (190, 90, 20),
            Suit.CLUBS: (50, 120, 20),
        }[suit]
    return style.red if suit in (Suit.HEARTS, Suit.DIAMONDS) else style.black


def draw_index(face: Pixels, style: Style, rank: Rank, suit: Suit, *, blank: bool) -> None:
    """The rank letter and small pip in two or four corners, on paper when ``blank``."""
    text = "10" if rank is Rank.TEN else style.letters.get(rank, str(rank))
    letter_px = style.letter_h * FACE_H
    stretch = style.letter_w * (0.72 if text == "10" else 1.0)
    if rank is Rank.THREE and style.flat_three:
        letter = flat_three(letter_px, stretch, style.seed)
    else:
        letter = glyph(text, style.font, letter_px, stretch)
    if letter.shape[1] > FACE_W * 0.3:
        letter = np.asarray(cv2.resize(letter, (int(FACE_W * 0.3), letter.shape[0])))
    small = pip_mask(style, suit, letter_px * style.small_pip * (0.8 if style.jumbo else 1.0))
    colour = suit_colour(style, suit)
    half = max(letter.shape[1], small.shape[1]) / 2
    x = max(style.margin[0] * FACE_W, half + 0.02 * FACE_W)
    y = style.margin[1] * FACE_W * 0.6 + letter.shape[0] / 2
    y_small = y + letter.shape[0] / 2 + small.shape[0] / 2 + 0.012 * FACE_H
    corners = [(False, False), (True, True)]
    if style.four_corners:
        corners += [(True, False), (False, True)]
    for right, turned in corners:
        cx = FACE_W - x if right else x
        if blank:
            edge_x, edge_y = round(x + half + 3), round(y_small + small.shape[0] / 2 + 2)
            ys = slice(FACE_H - edge_y, FACE_H) if turned else slice(0, edge_y)
            xs = slice(FACE_W - edge_x, FACE_W) if right else slice(0, edge_x)
            face[ys, xs] = style.paper
        for mask, cy in ((letter, y), (small, y_small)):
            stamp(face, mask, (cx, FACE_H - cy if turned else cy), colour, turned=turned)


def draw_pips(face: Pixels, style: Style, rank: Rank, suit: Suit, rng: np.random.Generator) -> None:
    count = 10 if rank is Rank.TEN else int(rank)
    mask = pip_mask(style, suit, style.pip_h * FACE_H * (0.85 if count > 8 else 1.0))
    inset = style.margin[0] * FACE_W + max(style.letter_h * FACE_H * 0.4, 8) + mask.shape[1] * 0.6
    left = min(max(inset, FACE_W * 0.26), FACE_W * 0.36)
    top = FACE_H * (0.24 if style.jumbo else 0.16)
    for x, y in COLUMNS[count]:
        centre = (left + x * (FACE_W - 2 * left), top + y * (FACE_H - 2 * top))
        if style.pip_jitter > 0:
            dx, dy = rng.normal(0, style.pip_jitter * FACE_W, 2)
            centre = (centre[0] + dx, centre[1] + dy)
        stamp(face, mask, centre, suit_colour(style, suit), turned=y > 0.5)


def draw_ace(face: Pixels, style: Style, suit: Suit, rng: np.random.Generator) -> None:
    ornate = style.ace_ornate if suit is Suit.SPADES else 0
    size = FACE_H * (rng.uniform(0.3, 0.55) if ornate else rng.uniform(0.13, 0.34))
    mask = pip_mask(style, suit, size)
    colour, centre = suit_colour(style, suit), (FACE_W / 2, FACE_H / 2)
    stamp(face, mask, centre, colour)
    if ornate == 0:
        return
    ornament = np.zeros((FACE_H, FACE_W), np.uint8)
    cx, cy, reach = FACE_W // 2, FACE_H // 2, int(size * 0.7)
    if ornate == 1:  # rings of ever smaller pips, light and dark
        for step, scale in enumerate((0.82, 0.66, 0.4, 0.26)):
            inner = pip_mask(style, suit, size * scale)
            stamp(face, inner, (cx, cy + size * 0.03), style.paper if step % 2 == 0 else colour)
    elif ornate == 2:  # engraved lines
        for angle in np.linspace(0, np.pi, int(rng.integers(10, 26)), endpoint=False):
            dx, dy = int(reach * np.cos(angle)), int(reach * np.sin(angle))
            cv2.line(ornament, (cx - dx, cy - dy), (cx + dx, cy + dy), 255, 1, cv2.LINE_AA)
        for radius in range(6, reach, int(rng.integers(7, 14))):
            cv2.circle(ornament, (cx, cy), radius, 255, 1, cv2.LINE_AA)
    else:  # flowers and scrolls
        for _ in range(int(rng.integers(14, 40))):
            spot = (int(cx + rng.normal() * size * 0.2), int(cy + rng.normal() * size * 0.22))
            axes = (int(rng.integers(2, 12)), int(rng.integers(2, 9)))
            turn = float(rng.uniform(0, 360))
            cv2.ellipse(ornament, spot, axes, turn, 0, rng.uniform(120, 360), 255, 1, cv2.LINE_AA)
    if ornate > 1:
        full = np.zeros_like(ornament)
        body = pip_mask(style, suit, size * 0.9)
        y, x = cy - body.shape[0] // 2, cx - body.shape[1] // 2
        full[y : y + body.shape[0], x : x + body.shape[1]] = body[:, : FACE_W - x]
        stamp(face, np.minimum(ornament, full), centre, style.paper)
        if rng.random() < 0.5:
            outside = np.minimum(ornament, 255 - full)
            stamp(face, np.asarray(outside // 2, np.uint8), centre, colour)
    if rng.random() < 0.6:
        for below in (0.56, 0.66):
            words = glyph(_words(rng), style.font, FACE_H * rng.uniform(0.02, 0.04), 0.8)
            stamp(face, words[:, : FACE_W - 40], (cx, cy + size * below), colour)


def _words(rng: np.random.Generator) -> str:
    letters = "ABCDEFGHIKLMNOPRSTUVY0123456789."
    return "".join(letters[int(i)] for i in rng.integers(0, len(letters), rng.integers(6, 16)))


def draw_court(
    face: Pixels, style: Style, rank: Rank, suit: Suit, rng: np.random.Generator
) -> None:
    index = list(Suit).index(suit)
    art = cv2.imread(str(ASSETS / "decks" / style.art[index] / f"{rank}{suit}.png"))
    assert art is not None
    crop = 0.02 if rng.random() < 0.3 else 0.11
    height, width = art.shape[:2]
    art = art[int(height * crop * 0.6) :, int(width * crop) :]
    art = art[: int(art.shape[0] - height * crop * 0.6), : int(art.shape[1] - width * crop)]
    scale = style.art_scale * (1 - 1.6 * crop)
    size = (round(FACE_W * min(scale, 1)), round(FACE_H * min(scale * 1.06, 1)))
    picture: Pixels = np.asarray(cv2.resize(art, size, interpolation=cv2.INTER_AREA), np.uint8)
    if style.mirrored:
        picture = np.ascontiguousarray(picture[:, ::-1])
    if style.hue_shift:
        hsv = cv2.cvtColor(picture, cv2.COLOR_BGR2HSV)
        hsv[..., 0] = (hsv[..., 0].astype(int) + style.hue_shift) % 180
        picture = np.asarray(cv2.cvtColor(hsv, cv2.COLOR_HSV2BGR), np.uint8)
    if rng.random() < style.blank_art:
        picture = _abstract(picture, style, rng)
    x, y = (FACE_W - size[0]) // 2, (FACE_H - size[1]) // 2
    face[y : y + size[1], x : x + size[0]] = picture
    if style.framed:
        thickness = int(rng.integers(1, 3))
        colour = suit_colour(style, suit) if rng.random() < 0.5 else (150, 90, 40)
        cv2.rectangle(face, (x, y), (x + size[0] - 1, y + size[1] - 1), colour, thickness)


def _abstract(picture: Pixels, style: Style, rng: np.random.Generator) -> Pixels:
    """Art that tells nothing of the rank: shuffled, smeared or empty."""
    choice = rng.random()
    if choice < 0.3:
        return np.full_like(picture, style.paper)
    if choice < 0.6:
        blurred = cv2.GaussianBlur(picture, (0, 0), float(rng.uniform(8, 20)))
        return np.asarray(blurred, np.uint8)
    tiles, size = 6, (picture.shape[1] // 6, picture.shape[0] // 6)
    out = picture.copy()
    order = rng.permutation(tiles * tiles)
    for target, source in enumerate(order):
        ty, tx = divmod(target, tiles)
        sy, sx = divmod(int(source), tiles)
        patch = picture[sy * size[1] : (sy + 1) * size[1], sx * size[0] : (sx + 1) * size[0]]
        out[ty * size[1] : (ty + 1) * size[1], tx * size[0] : (tx + 1) * size[0]] = patch[::-1]
    return out


def draw_face(style: Style, rank: Rank, suit: Suit) -> Pixels:
    """One face of a procedural deck, BGR, FACE_H x FACE_W."""
    rng = np.random.default_rng([style.seed, list(Suit).index(suit), list(Rank).index(rank)])
    face: Pixels = np.full((FACE_H, FACE_W, 3), style.paper, np.uint8)
    if rank in (Rank.JACK, Rank.QUEEN, Rank.KING):
        draw_court(face, style, rank, suit, rng)
        draw_index(face, style, rank, suit, blank=True)
    else:
        if rank is Rank.ACE:
            draw_ace(face, style, suit, rng)
        else:
            draw_pips(face, style, rank, suit, rng)
        draw_index(face, style, rank, suit, blank=False)
    return face


def usable_fonts() -> list[Path]:
    """Fonts that draw every index letter; thin hairlines left out."""
    thin = ("thin", "hairline", "light", "lobster", "_k", "extralight", "book")
    paths = [p for p in sorted((ASSETS / "fonts").iterdir()) if p.suffix in (".ttf", ".otf")]
    usable = []
    for path in paths:
        if any(word in path.stem.lower() for word in thin):
            continue
        try:
            shapes = {glyph(letter, path, 24).tobytes() for letter in "AKQJ23456789"}
        except (ValueError, OSError):
            continue
        if len(shapes) == 12:
            usable.append(path)
    return usable


def build() -> None:
    """Write ``faces.npy`` (decks, 52, H, W, 3) and ``faces.json`` (name, split, weight of each)."""
    splits = json.loads((ASSETS / "splits.json").read_text(encoding="utf-8"))["decks"]
    real = [(n, "train") for n in splits["train"]] + [(n, "val") for n in splits["val"]]
    fonts = usable_fonts()
    art = [n for n in splits["train"] if n not in ("simplistic", "tango", "tango_nuevo")]
    rng = np.random.default_rng(7)
    total = len(real) + PROCEDURAL_TRAIN + PROCEDURAL_VALIDATION + MODERN_TRAIN
    CACHE_FILE.parent.mkdir(parents=True, exist_ok=True)
    partial = CACHE_FILE.with_suffix(".partial.npy")
    shape = (total, 52, FACE_H, FACE_W, 3)
    faces = np.lib.format.open_memmap(str(partial), mode="w+", dtype=np.uint8, shape=shape)
    entries: list[dict[str, str | float]] = []
    for deck, split in real:
        for i, card in enumerate(DECK_52):
            picture = cv2.imread(str(ASSETS / "decks" / deck / f"{card}.png"))
            assert picture is not None, f"{deck} lacks {card}"
            size = (FACE_W, FACE_H)
            faces[len(entries), i] = cv2.resize(picture, size, interpolation=cv2.INTER_AREA)
        entries.append({"name": deck, "split": split, "weight": REALISTIC.get(deck, 1.0)})
    first_modern = PROCEDURAL_TRAIN + PROCEDURAL_VALIDATION
    for number in range(first_modern + MODERN_TRAIN):
        split = "val" if PROCEDURAL_TRAIN <= number < first_modern else "train"
        style = draw_style(rng, fonts, art if split == "train" else splits["val"])
        if number >= first_modern:
            style = modern(style, rng)
        for i, card in enumerate(DECK_52):
            faces[len(entries), i] = draw_face(style, card.rank, card.suit)
        entries.append({"name": f"procedural_{number}", "split": split, "weight": 0.6})
        if number % 16 == 0:
            print(f"  procedural deck {number}", flush=True)
    faces.flush()
    partial.rename(CACHE_FILE)
    CACHE_FILE.with_suffix(".json").write_text(json.dumps(entries, indent=1), encoding="utf-8")


if __name__ == "__main__":
    build()
