"""A page that slept, flew or lost its server is right within a second of waking."""

import re
import signal
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, Route, expect

from tests.web.browser import Open
from tests.web.serving import address_of, serving
from tests.web.table import Evening
from web.app import create_app
from web.config import WebConfig

AWAKE_MS = 1_000
PATIENCE_S = 30.0
LOST = "Bağlantı koptu, yeniden deneniyor."


def total(page: Page, seat: int, points: str, *, within_ms: float = AWAKE_MS) -> None:
    expect(page.locator(f"[data-count='{seat}']")).to_have_text(points, timeout=within_ms)


def hide(page: Page, hidden: bool) -> None:
    """What a browser says of a phone whose screen goes dark, and comes back."""
    page.evaluate(
        """(hidden) => {
          Object.defineProperty(document, 'hidden', { value: hidden, configurable: true });
          document.dispatchEvent(new Event('visibilitychange'));
        }""",
        hidden,
    )


def test_a_phone_that_slept_is_right_at_once(evening: Evening, opened: Open) -> None:
    evening.begin()
    page = opened("/")
    total(page, 0, "0")
    hide(page, True)
    evening.play_hand()
    page.wait_for_timeout(300)
    total(page, 0, "0")
    hide(page, False)
    total(page, 0, "3")
    assert page.locator("#lost").is_hidden()


def test_a_frozen_page_is_right_when_it_thaws(evening: Evening, opened: Open) -> None:
    evening.begin()
    page = opened("/")
    total(page, 0, "0")
    line = page.context.new_cdp_session(page)
    line.send("Page.setWebLifecycleState", {"state": "frozen"})
    evening.play_hand()
    line.send("Page.setWebLifecycleState", {"state": "active"})
    total(page, 0, "3")


def test_flight_mode_is_told_at_once_and_mended_at_once(evening: Evening, opened: Open) -> None:
    evening.begin()
    page = opened("/")
    total(page, 0, "0")
    page.context.set_offline(True)
    expect(page.get_by_text(LOST)).to_be_visible(timeout=AWAKE_MS)
    evening.play_hand()
    page.context.set_offline(False)
    total(page, 0, "3")
    expect(page.get_by_text(LOST)).to_be_hidden(timeout=AWAKE_MS)


def test_a_line_that_hangs_is_given_up(evening: Evening, opened: Open) -> None:
    evening.begin()
    page = opened("/")
    total(page, 0, "0")
    hanging: list[Route] = []

    def hang_once(route: Route) -> None:
        if hanging:
            route.continue_()
        else:
            hanging.append(route)

    page.route("**/live?seen=*", hang_once)
    hide(page, True)
    evening.play_hand()
    hide(page, False)
    total(page, 0, "3", within_ms=6_000)
    assert len(hanging) == 1


def test_the_last_board_is_kept_for_when_nobody_answers(browser: Browser, evening: Evening) -> None:
    evening.begin()
    context = browser.new_context(viewport={"width": 360, "height": 740})
    page = context.new_page()
    app = create_app(evening.referee, config=WebConfig(secret=b"s" * 32))
    with serving(app) as server:
        page.goto(address_of(server))
        page.evaluate("navigator.serviceWorker.ready")
        page.reload()
        total(page, 0, "0")
    page.reload()
    total(page, 0, "0")
    expect(page.get_by_text(LOST)).to_be_visible(timeout=AWAKE_MS)
    evening.play_hand()
    again = create_app(evening.referee, config=WebConfig(secret=b"s" * 32))
    with serving(again, port=server.port):
        total(page, 0, "3", within_ms=2_000)
        expect(page.get_by_text(LOST)).to_be_hidden(timeout=AWAKE_MS)
    context.close()


class Hakem:
    """The product in a process of its own, with no camera, on a port that stays."""

    def __init__(self, folder: Path) -> None:
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self.port = probe.getsockname()[1]
        self._folder = folder
        self._process: subprocess.Popen[bytes] | None = None

    def start(self) -> float:
        """Returns the moment of the first answer."""
        hakem = str(Path(sys.executable).with_name("hakem"))
        words = ["play", "--camera", "usb:97", "--pins", "none", "--port", str(self.port)]
        self._process = subprocess.Popen(
            [hakem, *words, "--data", str(self._folder)], stdout=subprocess.DEVNULL
        )
        until_s = time.monotonic() + PATIENCE_S
        while time.monotonic() < until_s:
            try:
                with urllib.request.urlopen(f"http://127.0.0.1:{self.port}/durum", timeout=5):
                    return time.monotonic()
            except (urllib.error.URLError, OSError):
                time.sleep(0.02)
        raise AssertionError("no answer")

    def end(self, how: signal.Signals) -> None:
        assert self._process is not None
        self._process.send_signal(how)
        self._process.wait(20)


@pytest.fixture
def hakem(tmp_path: Path) -> Iterator[Hakem]:
    made = Hakem(tmp_path)
    yield made
    made.end(signal.SIGTERM)


@pytest.mark.alone
def test_a_server_killed_under_an_open_page(tmp_path: Path, hakem: Hakem, browser: Browser) -> None:
    evening = Evening(tmp_path)
    evening.begin()
    evening.close()
    hakem.start()
    page = browser.new_context(service_workers="block").new_page()
    loads: list[str] = []
    page.on("domcontentloaded", lambda frame: loads.append(frame.url))
    page.goto(f"http://127.0.0.1:{hakem.port}/")
    total(page, 0, "0")

    hakem.end(signal.SIGKILL)
    expect(page.get_by_text(LOST)).to_be_visible(timeout=5_000)
    evening = Evening(tmp_path)
    evening.play_hand()
    evening.close()
    back_s = hakem.start()
    total(page, 0, "3", within_ms=2_000)
    assert time.monotonic() - back_s < AWAKE_MS / 1000 + 0.5
    expect(page.get_by_text(LOST)).to_be_hidden()
    assert len(loads) == 1
    assert re.match(r"\d+", page.locator("h1").inner_text())
    page.context.close()
