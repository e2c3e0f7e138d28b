"""Scenes on film with a phone beside them: the film on the README, and a question.

The film of a scene is replayed through the shipped eyes and the real referee, and the phone is a
real browser on the real page: what is seen is what the product does with these pictures.
"""

import io
import tempfile
from collections.abc import Callable
from pathlib import Path

import cv2
from PIL import Image
from playwright.sync_api import Page, sync_playwright

from device.archive import Archive
from tests.gallery.shots import show_pin
from tests.scenes.film import read_film
from tests.scenes.replay import Replay
from tests.web.browser import CHROMIUM, SWITCHES
from tests.web.serving import address_of, serving
from tests.web.table import PIN
from vision.frame import Frame
from web.app import create_app
from web.config import WebConfig

HIGH_PX = 540
PHONE = (360, 640)
SETTLES_MS = 350
FRAME_MS, LAST_MS = 300, 4000
QUALITY = 55


def played(scene: str, seen: Callable[[Frame, Page], None], *, control: bool = False) -> None:
    """Replay a scene; ``seen`` after each picture, with the page as it is then. ``control``: the
    phone has shown the PIN. Raises RuntimeError where the scene does not come out right."""
    film = read_film(scene)
    with tempfile.TemporaryDirectory() as name, sync_playwright() as playwright:
        folder = Path(name)
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=SWITCHES)
        size = {"width": PHONE[0], "height": PHONE[1]}
        page = browser.new_page(viewport=size, locale="tr", color_scheme="dark")
        replay = Replay(film, folder, pin=PIN, seen=lambda frame: seen(frame, page))
        config = WebConfig(secret=b"s" * 32)
        app = create_app(replay.referee, config=config, archive=Archive(folder))
        with serving(app) as server:
            if control:
                show_pin(page, address_of(server))
            page.goto(address_of(server))
            outcome = replay.run()
            browser.close()
    if faults := outcome.faults(film):
        raise RuntimeError(f"{scene} went wrong: " + "; ".join(faults))


def film(out: Path) -> None:
    """A whole match of two hands: the table on the left, a phone on the right."""
    pictures: list[Image.Image] = []
    played("whole_match", lambda frame, page: pictures.append(_together(frame, page)))
    first, *rest = pictures
    times = [*[FRAME_MS] * len(rest), LAST_MS]
    first.save(
        out, save_all=True, append_images=rest, duration=times, loop=0,
        quality=QUALITY, method=6, minimize_size=True,
    )  # fmt: skip


def question(out: Path) -> None:
    """What a phone shows when a card is none of the game's."""
    shots: list[Image.Image] = []

    def seen(frame: Frame, page: Page) -> None:
        page.wait_for_timeout(SETTLES_MS)
        if not shots and page.locator("[data-do=answer]").count():
            shots.append(_phone(page))

    played("strangers_card", seen, control=True)
    shots[0].save(out, quality=80, method=6)


def _together(frame: Frame, page: Page) -> Image.Image:
    page.wait_for_timeout(SETTLES_MS)
    phone = _scaled(_phone(page))
    table = _scaled(Image.fromarray(cv2.cvtColor(frame.image, cv2.COLOR_BGR2RGB)))
    whole = Image.new("RGB", (table.width + phone.width, HIGH_PX))
    whole.paste(table, (0, 0))
    whole.paste(phone, (table.width, 0))
    return whole


def _phone(page: Page) -> Image.Image:
    return Image.open(io.BytesIO(page.screenshot())).convert("RGB")


def _scaled(picture: Image.Image) -> Image.Image:
    width = round(picture.width * HIGH_PX / picture.height)
    return picture.resize((width, HIGH_PX), Image.Resampling.LANCZOS)
