"""``make gallery``: look at every page of the product, and keep what was seen.

Each page is one picture in this folder: a phone, a tablet and a wall beside one another, Turkish
and English, by night and by day. Name pages to take only these.
"""

import io
import sys
import tempfile
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Literal

from PIL import Image
from playwright.sync_api import Browser, Page, sync_playwright

from device.archive import Archive
from tests.web.browser import CHROMIUM, SWITCHES
from tests.web.every_page import SCENES, Scene
from tests.web.table import PIN, Evening
from web.app import create_app
from web.config import WebConfig
from web.serve import Server

HERE = Path(__file__).parent
SIZES = ((360, 740), (820, 1180), (1920, 1080))
SCHEMES: tuple[Literal["dark", "light"], ...] = ("dark", "light")
LOOKS = tuple((language, scheme) for language in ("tr", "en") for scheme in SCHEMES)
HIGH_PX = 580
GAP_PX = 6
GROUND = "#808080"
QUALITY = 50
MOST_BYTES = 6_000_000
SETTLES_MS = 250
ADDRESS = "http://192.168.1.20:8013"


def main(names: list[str]) -> int:
    unknown = set(names) - {scene.name for scene in SCENES}
    if unknown:
        print(f"no such page: {', '.join(sorted(unknown))}", file=sys.stderr)
        return 2
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=SWITCHES)
        for scene in SCENES:
            if not names or scene.name in names:
                path = HERE / f"{scene.name}.webp"
                together(shots(browser, scene)).save(path, quality=QUALITY, method=6)
                print(f"{path.name:<24}{path.stat().st_size / 1000:>8.0f} kB", flush=True)
        browser.close()
    total = sum(path.stat().st_size for path in HERE.glob("*.webp"))
    print(f"{total / 1e6:.1f} MB of {MOST_BYTES / 1e6:.0f}")
    return int(total > MOST_BYTES)


def shots(browser: Browser, scene: Scene) -> list[list[Image.Image]]:
    """A row for each language and scheme, in it a picture for each size."""
    with tempfile.TemporaryDirectory() as folder, serving(Path(folder), scene) as address:
        return [row(browser, scene, address, *look) for look in LOOKS]


def row(
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
def serving(folder: Path, scene: Scene) -> Iterator[str]:
    evening = Evening(folder)
    config = WebConfig(secret=b"s" * 32, addresses=lambda: (ADDRESS, "http://hakem.local:8013"))
    app = create_app(evening.referee, config=config, archive=Archive(folder))
    server = Server(app, host="127.0.0.1", port=0)
    thread = threading.Thread(target=server.run)
    thread.start()
    try:
        scene.play(evening)
        yield f"http://127.0.0.1:{server.port}"
    finally:
        server.stop()
        thread.join(5)
        evening.close()


def together(rows: list[list[Image.Image]]) -> Image.Image:
    """All on one sheet, each as high as the others."""
    small = [[_scaled(picture) for picture in row] for row in rows]
    wide = sum(picture.width + GAP_PX for picture in small[0]) - GAP_PX
    sheet = Image.new("RGB", (wide, len(small) * (HIGH_PX + GAP_PX) - GAP_PX), GROUND)
    for nth, row in enumerate(small):
        left = 0
        for picture in row:
            sheet.paste(picture, (left, nth * (HIGH_PX + GAP_PX)))
            left += picture.width + GAP_PX
    return sheet


def _scaled(picture: Image.Image) -> Image.Image:
    wide = round(picture.width * HIGH_PX / picture.height)
    return picture.resize((wide, HIGH_PX), Image.Resampling.LANCZOS)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
