"""The screen stays on during a match: by the wake lock, on plain http by a silent clip."""

import io
from collections.abc import Iterator

import pytest
from PIL import Image, ImageChops
from playwright.sync_api import Browser, Page, expect

from tests.web.past import PLAYED
from tests.web.table import Evening

PLAYING = """() => {
  const clip = document.querySelector('video.awake');
  return Boolean(clip) && !clip.paused && clip.currentTime > 0;
}"""


@pytest.fixture
def phone(browser: Browser) -> Iterator[Page]:
    context = browser.new_context(
        viewport={"width": 360, "height": 740}, service_workers="block", reduced_motion="reduce"
    )
    yield context.new_page()
    context.close()


def plain(address: str) -> str:
    """The same server by a name that is no secure context."""
    return address.replace("127.0.0.1", "hakem.local")


def difference(one: bytes, other: bytes) -> int:
    """The most that any pixel differs in any colour."""
    pictures = [Image.open(io.BytesIO(png)).convert("RGB") for png in (one, other)]
    return max(high for _, high in ImageChops.difference(*pictures).getextrema())


def test_on_plain_http_a_clip_plays_after_the_first_tap(
    evening: Evening, address: str, phone: Page
) -> None:
    evening.begin(hedef=3)
    phone.goto(plain(address))
    assert phone.evaluate("isSecureContext") is False
    assert phone.locator("video").count() == 0
    phone.locator(".sentence").click()
    phone.wait_for_function(PLAYING)
    clip = phone.evaluate(
        """() => {
          const clip = document.querySelector('video.awake');
          const { width, height } = clip.getBoundingClientRect();
          return { muted: clip.muted, screen: width * height / innerWidth / innerHeight };
        }"""
    )
    assert clip == {"muted": True, "screen": 1}
    phone.wait_for_timeout(1200)
    assert phone.evaluate(PLAYING)  # it is not over after its one second
    evening.play_hand()
    expect(phone.locator(".sentence strong")).to_have_text("Kazanan: Ayşe")
    phone.wait_for_function("() => document.querySelector('video.awake').paused")


def test_the_clip_hides_nothing_and_is_in_nobodys_way(
    evening: Evening, address: str, phone: Page
) -> None:
    evening.begin()
    phone.goto(plain(address))
    before = phone.screenshot()
    phone.locator(".sentence").click()
    phone.wait_for_function(PLAYING)
    assert difference(before, phone.screenshot()) <= 3  # of 255: blending, nothing seen
    button = phone.get_by_role("button", name="Menü")
    assert button.evaluate(
        """(node) => {
          const { x, y } = node.getBoundingClientRect();
          return node.contains(document.elementFromPoint(x + 10, y + 10));
        }"""
    )


def test_without_a_match_under_way_the_screen_may_sleep(
    evening: Evening, address: str, phone: Page
) -> None:
    PLAYED["vale-avi"](evening)
    phone.goto(plain(address))
    phone.locator(".sentence").click()
    phone.goto(plain(address) + "/ayarlar")
    phone.locator("h2").first.click()
    assert phone.locator("video").count() == 0


def test_where_there_is_a_wake_lock_it_is_held_for_the_match(
    evening: Evening, address: str, phone: Page
) -> None:
    phone.add_init_script(
        """(() => {
          const ask = navigator.wakeLock.request.bind(navigator.wakeLock);
          navigator.wakeLock.request = async (kind) => (window.held = await ask(kind));
        })()"""
    )
    evening.begin(hedef=3)
    phone.goto(address)
    phone.wait_for_function("() => window.held && !window.held.released")
    phone.locator(".sentence").click()
    assert phone.locator("video").count() == 0
    evening.play_hand()
    phone.wait_for_function("() => window.held.released")
