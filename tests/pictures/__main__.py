"""``make pictures``: the README's pictures, each made by the product itself. Name some to make only
these."""

import shutil
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

import cv2
import pypdfium2
from click.testing import CliRunner
from PIL import Image
from playwright.sync_api import sync_playwright

from device.cli import main as hakem
from tests.gallery.shots import shots
from tests.pictures.film import film, question
from tests.scenes.film import read_film
from tests.web.browser import CHROMIUM, SWITCHES
from tests.web.every_page import SCENES

OUT = Path(__file__).parents[2] / "deploy" / "pictures"
TABLE = "whole_match"
WIDE_PX = 900


def run(*words: str) -> None:
    CliRunner().invoke(hakem, words, catch_exceptions=False)


def table(out: Path) -> None:
    """``hakem read --annotate``, a table where everybody has laid the pawn."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        scene = read_film(TABLE)
        laid = [int(move.split()[0]) for move in scene.moves if " lays " in move]
        frame = list(scene.frames())[laid[len(scene.seats) - 1] - 1]
        cv2.imwrite(str(folder / "masa.png"), frame.image)
        run("read", str(folder / "masa.png"), "--annotate", str(folder / "seen"))
        (drawn,) = (folder / "seen").iterdir()
        save(Image.open(drawn), out)


def sheet(*words: str) -> Callable[[Path], None]:
    """The first page of something to print."""

    def printed(out: Path) -> None:
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "sheet.pdf"
            run(*words, "--out", str(path))
            save(pypdfium2.PdfDocument(path)[0].render(scale=1.5).to_pil(), out)

    return printed


def phone(name: str) -> Callable[[Path], None]:
    """A page of the gallery as a phone shows it, in Turkish and by night."""

    def shot(out: Path) -> None:
        (scene,) = (each for each in SCENES if each.name == name)
        with sync_playwright() as playwright:
            browser = playwright.chromium.launch(executable_path=CHROMIUM, args=SWITCHES)
            save(shots(browser, scene)[0][0], out)
            browser.close()

    return shot


def save(picture: Image.Image, out: Path) -> None:
    picture = picture.convert("RGB")
    picture.thumbnail((WIDE_PX, WIDE_PX), Image.Resampling.LANCZOS)
    picture.save(out, quality=70, method=6)


PICTURES: dict[str, Callable[[Path], None]] = {
    "film": film,
    "masa": table,
    "piyonlar": sheet("pawns"),
    "masa-karti": sheet("card", "--network", "Hakem-3F", "kozmaca-paylas", "--pin"),
    "soru": question,
    "basla": phone("start"),
    "elle": phone("belote-entry"),
}


def main(names: list[str]) -> int:
    if unknown := sorted(set(names) - set(PICTURES)):
        print(f"no picture {', '.join(unknown)}: there are {', '.join(PICTURES)}", file=sys.stderr)
        return 2
    for name in names or PICTURES:
        with tempfile.TemporaryDirectory() as folder:
            made = Path(folder) / f"{name}.webp"
            PICTURES[name](made)
            shutil.move(made, OUT / made.name)
        print(f"{made.name:20}{(OUT / made.name).stat().st_size / 1000:8.0f} kB", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
