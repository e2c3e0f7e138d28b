"""axe-core finds no serious fault on any page, by night or by day."""

from collections.abc import Iterator
from pathlib import Path
from typing import Literal

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page

from device.archive import Archive
from tests.web.browser import Open, still
from tests.web.every_page import SCENES, Scene
from tests.web.serving import address_of, serving
from tests.web.table import Evening
from web.app import create_app
from web.config import WebConfig
from web.touch import Touch

GRAVE = ("serious", "critical")
SCHEMES: tuple[Literal["dark", "light"], ...] = ("dark", "light")


@pytest.fixture
def address(evening: Evening, tmp_path: Path) -> Iterator[str]:
    """As a box with a button and eyes has it."""
    config = WebConfig(secret=b"s" * 32, touch=Touch(present=True), read_photo=evening.read_photo)
    with serving(create_app(evening.referee, config=config, archive=Archive(tmp_path))) as server:
        yield address_of(server)


def faults(page: Page) -> list[str]:
    """What axe calls serious once nothing moves any more (a colour halfway is nobody's fault),
    with the first place of each."""
    still(page)
    found = Axe().run(page).response["violations"]
    return [
        f"{one['id']}: {one['help']}: {one['nodes'][0]['html']}"
        for one in found
        if one["impact"] in GRAVE
    ]


@pytest.mark.parametrize("scene", SCENES, ids=lambda scene: str(scene.name))
def test_no_page_has_a_serious_fault(evening: Evening, opened: Open, scene: Scene) -> None:
    scene.play(evening)
    page = opened(scene.path, pin=scene.control)
    for scheme in SCHEMES:
        page.emulate_media(color_scheme=scheme)
        page.reload()
        page.wait_for_selector("#app > *")
        scene.then(page)
        assert faults(page) == [], scheme


def test_axe_does_find_faults(opened: Open) -> None:
    page = opened("/katil")
    page.locator("img").first.evaluate("image => image.removeAttribute('alt')")
    assert any(one.startswith("image-alt") for one in faults(page))
