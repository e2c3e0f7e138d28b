"""The pictures kept of the pages: one of every page, none of a page that is gone, and not heavy."""

from pathlib import Path

from PIL import Image

from tests.web.every_page import SCENES

GALLERY = Path(__file__).parents[1] / "gallery"
MOST_BYTES = 6_000_000


def test_every_page_has_its_picture_and_every_picture_its_page() -> None:
    assert {path.stem for path in GALLERY.glob("*.webp")} == {scene.name for scene in SCENES}


def test_the_gallery_is_light_enough_to_keep() -> None:
    assert sum(path.stat().st_size for path in GALLERY.glob("*.webp")) < MOST_BYTES


def test_a_picture_shows_twelve_screens() -> None:
    with Image.open(GALLERY / "board.webp") as board:
        assert board.width > 1500
        assert board.height > 4 * 500
