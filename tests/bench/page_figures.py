"""The page in a real browser, and its updates to a room full of phones."""

import http.client
import json
import statistics
import tempfile
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from figure import NotMeasured, figure
from playwright.sync_api import Browser, sync_playwright

from tests.web.browser import CHROMIUM, SWITCHES
from tests.web.serving import serving
from tests.web.table import Evening
from web.app import create_app
from web.config import WebConfig

PHONES = 32
UPDATES = 60
PRESSES = 10
LOADS = 5
SLOWER = 4
WAIT_S = 20.0
SETTLED_MS = 1500
PHONE = {"width": 360, "height": 740}
PAINT = "() => performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? null"
WATCH_SHIFTS = """
window.shifts = 0;
new PerformanceObserver((list) => {
  for (const entry of list.getEntries()) window.shifts += entry.value;
}).observe({ type: 'layout-shift', buffered: true });
"""
WATCH_HEAD = """
new MutationObserver(() => {
  const text = document.querySelector('.handno')?.textContent;
  if (text !== window.said) {
    window.said = text;
    requestAnimationFrame(() => (window.changed = performance.timeOrigin + performance.now()));
  }
}).observe(document, { subtree: true, childList: true, characterData: true });
"""


@figure(unit="ms", at_most=250)
def update_to_32_phones() -> float:
    """From the referee's word to the last byte of it on each of 32 phones, p95."""
    with _evening() as evening, _served(evening) as port_, ExitStack() as stack:
        evening.begin()
        phones = [stack.enter_context(_phone(port_)) for _ in range(PHONES)]
        late_ms: list[float] = []
        for update in range(UPDATES):
            began_s = time.monotonic()
            evening.ring(state=("seeing", "covered")[update % 2])
            for phone in phones:
                phone.hear(evening.version)
                late_ms.append(1000 * (time.monotonic() - began_s))
        return statistics.quantiles(late_ms, n=20)[-1]


@figure(unit="ms", at_most=100)
def button_to_page() -> float:
    """From the button on the table to the changed page of a phone, painted: the slowest of ten."""
    with _evening() as evening, _served(evening) as port_, _browser() as browser:
        evening.begin(game="uc-on-uc")
        page = browser.new_context(viewport=PHONE).new_page()
        page.add_init_script(WATCH_HEAD)
        page.goto(f"http://127.0.0.1:{port_}/")
        late_ms = []
        for number in range(1, PRESSES + 1):
            evening.write(cikan="0", el_0="=0", el_1=f"={number}")
            page.wait_for_function("(n) => window.said === `${n}. tur`", arg=number)
            page.evaluate("window.changed = 0")
            pressed_ms = 1000 * time.time()
            evening.referee.press()
            page.wait_for_function("() => window.changed")
            late_ms.append(float(page.evaluate("window.changed")) - pressed_ms)
        return max(late_ms)


@figure(unit="ms", at_most=1000)
def first_paint() -> float:
    """First contentful paint of the board on a phone with a processor four times slower."""
    return statistics.median(load.paint_ms for load in _loads())


@figure(unit="kB", at_most=150)
def first_load() -> float:
    """Everything that travels for the first board, headers included."""
    return max(load.bytes_ for load in _loads()) / 1000


@figure(unit="", at_most=0.02)
def layout_shift() -> float:
    """What moves while the board loads and a hand is played (cumulative layout shift)."""
    return max(load.shift for load in _loads())


@dataclass(frozen=True, slots=True, kw_only=True)
class _Load:
    paint_ms: float
    bytes_: float
    shift: float


@cache
def _loads() -> tuple[_Load, ...]:
    """The board loaded anew by phones that know nothing, each with a slow processor."""
    with _evening() as evening, _served(evening) as port_, _browser() as browser:
        return tuple(_load(evening, browser, f"http://127.0.0.1:{port_}/") for _ in range(LOADS))


def _load(evening: Evening, browser: Browser, address: str) -> _Load:
    evening.begin(players=4)
    context = browser.new_context(viewport=PHONE, is_mobile=True, service_workers="block")
    page = context.new_page()
    page.add_init_script(WATCH_SHIFTS)
    line = context.new_cdp_session(page)
    line.send("Network.enable")
    line.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
    sizes: list[float] = []
    line.on("Network.loadingFinished", lambda done: sizes.append(done["encodedDataLength"]))
    page.goto(address)
    page.wait_for_timeout(SETTLED_MS)
    bytes_ = sum(sizes)
    paint_ms = page.evaluate(PAINT)
    evening.play_hand(p0="KB D", p1="KD T", p2="KB D", p3="KD D")
    page.wait_for_timeout(SETTLED_MS)
    shift = float(page.evaluate("window.shifts"))
    context.close()
    if paint_ms is None:
        raise NotMeasured("the browser told no first paint")
    return _Load(paint_ms=float(paint_ms), bytes_=bytes_, shift=shift)


@contextmanager
def _evening() -> Iterator[Evening]:
    with tempfile.TemporaryDirectory() as folder:
        made = Evening(Path(folder))
        try:
            yield made
        finally:
            made.close()


@contextmanager
def _served(evening: Evening) -> Iterator[int]:
    app = create_app(evening.referee, config=WebConfig(secret=b"s" * 32))
    with serving(app) as server:
        yield server.port


@contextmanager
def _browser() -> Iterator[Browser]:
    if not CHROMIUM.exists():
        raise NotMeasured("Debian's chromium is not here")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=SWITCHES)
        try:
            yield browser
        finally:
            browser.close()


class _Phone:
    """One event stream, read to the version it has to bring."""

    def __init__(self, port: int) -> None:
        self._line = http.client.HTTPConnection("127.0.0.1", port, timeout=WAIT_S)
        self._line.request("GET", "/live")
        self._answer = self._line.getresponse()
        self._heard = -1

    def hear(self, version: int) -> None:
        """Until this version, or a newer one, has come."""
        while self._heard < version:
            line = self._answer.readline()
            if not line:
                raise NotMeasured("a stream ended")
            name, _, value = line.decode().rstrip("\n").partition(": ")
            if name == "data":
                self._heard = max(self._heard, _version(value))

    def close(self) -> None:
        self._line.close()


def _version(data: str) -> int:
    """Of a snapshot; a sign of life has none."""
    read = json.loads(data)
    return int(read["version"]) if isinstance(read, dict) else -1


@contextmanager
def _phone(port: int) -> Iterator[_Phone]:
    phone = _Phone(port)
    try:
        yield phone
    finally:
        phone.close()
