"""A page of the product as a phone, a tablet and a wall show it."""

import io
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Literal

from PIL import Image
from playwright.sync_api import Browser, Page

from device.archive import Archive
from tests.web.browser import still
from tests.web.every_page import Scene
from tests.web.serving import address_of, serving
from tests.web.table import PIN, Evening
from web.app import create_app
from web.config import WebConfig
from web.touch import Touch

SIZES = ((360, 740), (820, 1180), (1920, 1080))
SCHEMES: tuple[Literal["dark", "light"], ...] = ("dark", "light")
LOOKS = tuple((language, scheme) for language in ("tr", "en") for scheme in SCHEMES)
SETTLES_MS = 250
ADDRESS = "http://192.168.1.20:8013"
WELL = {
    "ok": True,
    "camera": "pi",
    "camera_state": "seeing",
    "pictures_per_s": 4.2,
    "stage_ms": {"detect": 92.0, "read_cards": 61.0},
    "temperature_c": 58.3,
    "throttled": [],
    "memory_mb": 74,
    "eyes_memory_mb": 412,
    "memory_free_mb": 3100,
    "disk_free_mb": 21400,
    "clock_synchronised": True,
    "queue": 0,
    "unsaved_hands": 0,
    "last_error": None,
    "version": "1.0",
    "uptime_s": 5040,
}
"""What a box tells that is well, as ``device.health`` does."""


def shots(browser: Browser, scene: Scene) -> list[list[Image.Image]]:
    """A row for each language and scheme, in it a picture for each size."""
    with tempfile.TemporaryDirectory() as folder, _played(Path(folder), scene) as address:
        return [_row(browser, scene, address, *look) for look in LOOKS]


def _row(
    browser: Browser, scene: Scene, address: str, language: str, scheme: Literal["dark", "light"]
) -> list[Image.Image]:
    """One phone's owner takes the page to every screen."""
    context = browser.new_context(
        color_scheme=scheme, reduced_motion="reduce", service_workers="block"
    )
    context.add_cookies([{"name": "dil", "value": language, "url": address}])
    page = context.new_page()
    if scene.control:
        show_pin(page, address)
    taken = []
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        page.goto(address + scene.path)
        page.wait_for_selector("#app > *")
        scene.then(page)
        page.mouse.move(0, 0)
        still(page)
        page.wait_for_timeout(SETTLES_MS)
        taken.append(Image.open(io.BytesIO(page.screenshot())).convert("RGB"))
    context.close()
    return taken


def show_pin(page: Page, address: str) -> None:
    """As the page itself does it."""
    page.goto(address + "/katil")
    page.evaluate(
        """(pin) => fetch('/pin', {
          method: 'POST',
          headers: {
            'Content-Type': 'application/json',
            'X-Hakem-Token': document.querySelector('meta[name="hakem-token"]').content,
          },
          body: JSON.stringify({ pin }),
        })""",
        PIN,
    )


@contextmanager
def _played(folder: Path, scene: Scene) -> Iterator[str]:
    evening = Evening(folder)
    config = WebConfig(
        secret=b"s" * 32,
        addresses=lambda: (ADDRESS, "http://hakem.local:8013"),
        health=lambda: WELL,
        touch=Touch(present=True),
        read_photo=evening.read_photo,
    )
    app = create_app(evening.referee, config=config, archive=Archive(folder))
    try:
        with serving(app) as server:
            scene.play(evening)
            yield address_of(server)
    finally:
        evening.close()
