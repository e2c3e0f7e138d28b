"""``make gallery``: look at every page of the product, and keep what was seen.

Each page is one picture in this folder: a phone, a tablet and a wall beside one another, Turkish
and English, by night and by day. Name pages to take only these.
"""

import sys
from pathlib import Path

from PIL import Image
from playwright.sync_api import sync_playwright

from tests.gallery.shots import shots
from tests.web.browser import CHROMIUM, SWITCHES
from tests.web.every_page import SCENES

HERE = Path(__file__).parent
HIGH_PX = 580
GAP_PX = 6
GROUND = "#808080"
QUALITY = 50
MOST_BYTES = 6_000_000


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
