"""Raw material of the training: free card decks, backs, cloths, fonts and clutter, as pictures.

``python -m models.train.assets`` fetches packages by name from the registries (Debian, npm, PyPI),
unpacks them without installing anything, and rasterises what the renderers need into the
git-ignored ``.cache/assets``. Nothing of it is committed. Only the stage decks are (see
``STAGE_DECKS``), written by ``--stage`` into ``vision/scene/decks`` as small webp files; they never
train nor validate a network, and neither does any deck that shares their drawings.

Every step is skipped when its result is there, so the command can be repeated at will.
"""

import argparse
import json
import shutil
import sys
from collections.abc import Callable, Iterator
from functools import partial

import cv2
import numpy as np

from models.train.packages import CACHE, ROOT, AssetError, Package, Pixels, bgra, fetch, raster
from rules.cards import DECK_52, Card, Rank, Suit

Cards = Callable[[], Iterator[tuple[str, Pixels]]]

ASSETS = CACHE / "assets"
FACE_WIDTH_PX = 320
STAGE_WIDTH_PX = 300


GNOME = Package("deb", "gnome-cards-data")
OPENCLIPART = Package("deb", "openclipart-svg")
MYPAINT = Package("deb", "mypaint-data-extras")
BILLARD = Package("deb", "billard-gl-data")
STAMPS = Package("deb", "tuxpaint-stamps-default")
CARDSJS = Package("npm", "cardsJS", "1.1.1")
HERUKA = Package("npm", "@heruka_urgyen/react-playing-cards", "0.5.0")
SVGCARDS = Package("npm", "svg-cards", "4.0.2")
METAWORLD = Package("pypi", "metaworld", "3.1.1")
FONTS = tuple(
    Package("deb", f"fonts-{name}")
    for name in (
        *("dejavu-core", "liberation", "freefont-ttf", "lato", "ebgaramond", "oldstandard"),
        *("linuxlibertine", "bebas-neue", "roboto-slab", "cantarell", "adf-baskervald"),
        *("crosextra-caladea", "dosis", "lobstertwo", "goudybookletter", "clear-sans"),
        "open-sans",
    )
)
PACKAGES = (
    *(GNOME, OPENCLIPART, MYPAINT, BILLARD, STAMPS, CARDSJS, HERUKA, SVGCARDS, METAWORLD),
    *FONTS,
)

GNOME_TRAIN = (
    *("anglo", "anglo_bitmap", "anglo_modern", "anglo_modern_4_color", "gnomangelo"),
    *("gnomangelo_bitmap", "paris", "bellot", "ancient_french", "atlasnye", "atlasnye_skat"),
    *("berlin", "lattmann", "rheinland", "orell", "tarocco", "slavic_costumes", "Атласные"),
    *("guyenne-classic", "neoclassical", "neoclassical_4_color", "plastic", "simplistic"),
    *("tango", "tango_nuevo"),
)
GNOME_VALIDATION = ("anglo_poker", "dondorf")
STAGE_DECKS = {
    "kennard": (
        HERUKA,
        "English pattern by Adrian Kennard (https://www.me.uk/cards/), CC0-1.0 (public domain),\n"
        "taken from the npm package @heruka_urgyen/react-playing-cards 0.5.0 (folder 2color).\n",
    ),
    "tigullio": (
        GNOME,
        "Deck 'tigullio' (Genoese courts) of GNOME Aisleriot, GPL-3.0-or-later,\n"
        "(c) Jonathan Blandford, Rosanna Yuen, Callum McKenzie, Christian Persch and the deck's\n"
        "artists; taken from the Debian package gnome-cards-data. The GPL is in COPYING beside\n"
        "this file; it may be combined with this AGPL-3 work.\n",
    ),
    "buculei": (
        OPENCLIPART,
        "Deck 'white' by Nicu Buculei, Open Clip Art Library, public domain, taken from the\n"
        "Debian package openclipart-svg.\n",
    ),
}
"""Shipped and never trained on. Kept out with them, because they share drawings: heruka's other
three variants, openclipart's simple, ornamental and bordered, and GNOME's ornamental."""


def trim(card: Pixels, width_px: int = FACE_WIDTH_PX) -> Pixels:
    """A card's face without its drawn outline: BGR, ``width_px`` wide, square corners of paper.

    The outline runs along the edge of the alpha channel; everything outside that edge moved inward
    by 1.4 % becomes paper, then 1.2 % is cut off on each side. Renderers round the corners.
    """
    height, width = card.shape[:2]
    solid = (card[..., 3] > 128).astype(np.uint8)
    solid[[0, -1], :] = 0
    solid[:, [0, -1]] = 0
    inset = max(2, round(width * 0.014))
    inner = cv2.erode(solid, np.ones((2 * inset + 1, 2 * inset + 1), np.uint8))
    ring = inner - cv2.erode(inner, np.ones((5, 5), np.uint8))
    face: Pixels = card[..., :3].copy()
    paper = np.median(face[ring > 0], axis=0)
    face[inner == 0] = paper
    cut = round(width * 0.012)
    face = face[cut : height - cut, cut : width - cut]
    size = (width_px, round(width_px * face.shape[0] / face.shape[1]))
    return np.asarray(cv2.resize(face, size, interpolation=cv2.INTER_AREA), dtype=np.uint8)


def gnome_cells(deck: str) -> Iterator[tuple[str, Pixels]]:
    """(name, BGRA) of a GNOME deck's grid: 52 cards and ``back``. Rows C D H S, columns A..K."""
    columns = (Rank.ACE, *(r for r in Rank if r is not Rank.ACE))
    rows = (Suit.CLUBS, Suit.DIAMONDS, Suit.HEARTS, Suit.SPADES)
    grid = raster(
        fetch(GNOME) / f"usr/share/aisleriot/cards/{deck}.svgz", 13 * round(FACE_WIDTH_PX * 1.1)
    )
    cell_h, cell_w = grid.shape[0] / 5, grid.shape[1] / 13

    def cell(row: int, column: int) -> Pixels:
        return grid[
            round(row * cell_h) : round((row + 1) * cell_h),
            round(column * cell_w) : round((column + 1) * cell_w),
        ]

    for i, suit in enumerate(rows):
        for j, rank in enumerate(columns):
            yield str(Card(rank, suit)), cell(i, j)
    yield "back", cell(4, 2)


def heruka_cards() -> Iterator[tuple[str, Pixels]]:
    for card in DECK_52:
        yield (
            str(card),
            raster(fetch(HERUKA) / f"package/src/images/2color/{card}.svg", FACE_WIDTH_PX + 20),
        )


def openclipart_cards() -> Iterator[tuple[str, Pixels]]:
    folder = fetch(OPENCLIPART) / "usr/share/openclipart/svg/recreation/games/cards/white"
    for card in DECK_52:
        rank = "10" if card.rank is Rank.TEN else card.rank.lower()
        yield (
            str(card),
            raster(folder / f"white_{card.suit.lower()}_{rank}.svg", FACE_WIDTH_PX + 20),
        )


def cardsjs_cards() -> Iterator[tuple[str, Pixels]]:
    folder = fetch(CARDSJS) / "package/dist/cards"
    for card in DECK_52:
        rank = "10" if card.rank is Rank.TEN else card.rank
        yield str(card), raster(folder / f"{rank}{card.suit}.svg", FACE_WIDTH_PX + 20)


def svgcards_cards() -> Iterator[tuple[str, Pixels]]:
    suits = {"S": "spade", "H": "heart", "D": "diamond", "C": "club"}
    ranks = {"A": "1", "T": "10", "J": "jack", "Q": "queen", "K": "king"}
    folder = fetch(SVGCARDS) / "package/png/2x"
    for card in DECK_52:
        path = folder / f"{suits[card.suit]}_{ranks.get(card.rank, card.rank)}.png"
        yield str(card), bgra(cv2.imread(str(path), cv2.IMREAD_UNCHANGED))


def decks() -> dict[str, Cards]:
    """Training and validation decks by name. ``heruka`` and openclipart stay out: the stage's."""
    gnome: dict[str, Cards] = {
        ("atlasnye_ru" if name == "Атласные" else name): partial(gnome_cells, name)
        for name in (*GNOME_TRAIN, *GNOME_VALIDATION)
    }
    return gnome | {"cardsjs": cardsjs_cards, "svgcards": svgcards_cards}


def write_decks() -> None:
    for name, cards in decks().items():
        folder = ASSETS / "decks" / name
        if (folder / ".complete").exists():
            continue
        print(f"  deck {name}", flush=True)
        folder.mkdir(parents=True, exist_ok=True)
        for label, picture in cards():
            target = folder / f"{label}.png"
            if label == "back":
                target = ASSETS / "backs" / f"{name}.png"
                target.parent.mkdir(parents=True, exist_ok=True)
            cv2.imwrite(str(target), trim(picture))
        (folder / ".complete").touch()


def write_backs() -> None:
    folder = ASSETS / "backs"
    folder.mkdir(parents=True, exist_ok=True)
    clip = fetch(OPENCLIPART) / "usr/share/openclipart/svg/recreation/games/cards/cardbacks"
    sources = {
        **{f"openclipart_{svg.stem}": svg for svg in sorted(clip.glob("*.svg"))},
        **{
            f"cardsjs_{colour}": fetch(CARDSJS) / f"package/dist/cards/{colour}_Back.svg"
            for colour in ("Blue", "Red")
        },
        **{
            f"svgcards_{png.stem}": png
            for png in sorted((fetch(SVGCARDS) / "package/png/2x").glob("back*.png"))
        },
    }
    for name, path in sources.items():
        target = folder / f"{name}.png"
        if target.exists():
            continue
        svg = path.suffix == ".svg"
        picture = (
            raster(path, FACE_WIDTH_PX + 20)
            if svg
            else bgra(cv2.imread(str(path), cv2.IMREAD_UNCHANGED))
        )
        cv2.imwrite(str(target), trim(picture))


def write_surfaces() -> None:
    """Table tops as JPEG, long side <= 1024, small repeating patterns tiled up first."""
    folder = ASSETS / "surfaces"
    folder.mkdir(parents=True, exist_ok=True)
    photos = [
        *fetch(METAWORLD).rglob("*.png"),
        *fetch(MYPAINT).rglob("backgrounds/**/*.png"),
        *fetch(BILLARD).rglob("filzkachel.bmp"),
        *fetch(BILLARD).rglob("holz.bmp"),
    ]
    patterns = fetch(OPENCLIPART) / "usr/share/openclipart/svg/special/patterns"
    for path in sorted([*photos, *patterns.glob("pattern-*.svg")]):
        target = folder / f"{path.parent.name}_{path.stem.replace(' ', '_')}.jpg"
        if target.exists():
            continue
        picture = bgra(
            raster(path, 256) if path.suffix == ".svg" else cv2.imread(str(path), cv2.IMREAD_COLOR)
        )
        alpha = picture[..., 3:].astype(np.float32) / 255
        flat: Pixels = (picture[..., :3] * alpha + 255 * (1 - alpha)).astype(np.uint8)
        repeat = max(1, min(4, 512 // max(1, min(flat.shape[:2]))))
        flat = np.tile(flat, (repeat, repeat, 1))
        scale = min(1.0, 1024 / max(flat.shape[:2]))
        flat = np.asarray(cv2.resize(flat, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA))
        cv2.imwrite(str(target), flat, [cv2.IMWRITE_JPEG_QUALITY, 92])


def write_props() -> None:
    """Cut-outs of things that lie on tables (coins foremost: round like a pawn), RGBA."""
    folder = ASSETS / "props"
    folder.mkdir(parents=True, exist_ok=True)
    stamps = fetch(STAMPS) / "usr/share/tuxpaint/stamps"
    wanted = (
        *("symbols/money/*/coins/*.png", "symbols/money/japanese/*.png", "food/fruit/*.png"),
        *("food/nuts/*.png", "household/arttools/*.png", "household/dishes/*.png"),
        *("household/*.png", "animals/shellfish/*.png", "household/tools/*.png"),
    )
    for path in (p for pattern in wanted for p in sorted(stamps.glob(pattern))):
        kind = "coin" if "money" in path.parts else path.parent.name
        target = folder / f"{kind}_{path.parent.parent.name}_{path.stem}.png"
        picture = cv2.imread(str(path), cv2.IMREAD_UNCHANGED)
        if target.exists() or picture is None or picture.ndim < 3 or picture.shape[2] != 4:
            continue
        y, x = np.nonzero(picture[..., 3] > 32)
        picture = picture[y.min() : y.max() + 1, x.min() : x.max() + 1]
        scale = min(1.0, 400 / max(picture.shape[:2]))
        size = (max(1, round(picture.shape[1] * scale)), max(1, round(picture.shape[0] * scale)))
        cv2.imwrite(str(target), cv2.resize(picture, size, interpolation=cv2.INTER_AREA))


def write_fonts() -> None:
    folder = ASSETS / "fonts"
    folder.mkdir(parents=True, exist_ok=True)
    for package in FONTS:
        for path in sorted(fetch(package).rglob("*.[ot]tf")):
            target = folder / path.name
            if not target.exists() and not any(
                word in path.stem.lower() for word in ("italic", "oblique", "mono", "initials")
            ):
                shutil.copyfile(path, target)


def write_splits() -> None:
    """Whole decks are kept out for validation, and every sixth cloth, back and prop."""

    def split(folder: str) -> dict[str, list[str]]:
        names = sorted(p.stem for p in (ASSETS / folder).glob("*") if p.suffix)
        return {
            "train": [n for i, n in enumerate(names) if i % 6 != 3],
            "val": [n for i, n in enumerate(names) if i % 6 == 3],
        }

    splits = {
        "decks": {
            "train": [n for n in decks() if n not in GNOME_VALIDATION],
            "val": list(GNOME_VALIDATION),
        },
        **{folder: split(folder) for folder in ("surfaces", "backs", "hands", "props")},
    }
    text = json.dumps(splits, ensure_ascii=False, indent=1)
    (ASSETS / "splits.json").write_text(text + "\n", encoding="utf-8")


def write_stage() -> None:
    """The shipped decks: 52 webp faces each, with a LICENSE that names their origin."""
    sources: dict[str, Cards] = {
        "kennard": heruka_cards,
        "tigullio": partial(gnome_cells, "tigullio"),
        "buculei": openclipart_cards,
    }
    for name, cards in sources.items():
        folder = ROOT / "vision" / "scene" / "decks" / name
        folder.mkdir(parents=True, exist_ok=True)
        for label, picture in cards():
            face = trim(picture, STAGE_WIDTH_PX)
            cv2.imwrite(str(folder / f"{label}.webp"), face, [cv2.IMWRITE_WEBP_QUALITY, 84])
        package, origin = STAGE_DECKS[name]
        text = f"{origin}Rasterised by models/train/assets.py from {package.name}.\n"
        (folder / "LICENSE").write_text(text, encoding="utf-8")
        print(f"  stage deck {name}", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("--stage", action="store_true", help="write the shipped stage decks too")
    arguments = parser.parse_args()
    try:
        for package in PACKAGES:
            fetch(package)
        for step in (write_decks, write_backs, write_surfaces, write_props, write_fonts):
            print(step.__name__.replace("_", " "), flush=True)
            step()
        (ASSETS / "hands").mkdir(exist_ok=True)
        write_splits()
        if arguments.stage:
            write_stage()
    except AssetError as error:
        sys.exit(f"assets: {error}")
    print(f"assets are in {ASSETS}")


if __name__ == "__main__":
    main()
