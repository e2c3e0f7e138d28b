"""Phones for the page's tests: Flask's own client, with the PIN given or not."""

import json
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from playwright.sync_api import Browser, Page, expect, sync_playwright
from werkzeug.test import TestResponse

from device.archive import Archive
from tests.web.browser import CHROMIUM, SWITCHES, Open, is_defect
from tests.web.serving import address_of, serving
from tests.web.table import PIN, Evening
from web.app import create_app
from web.config import WebConfig

HOME = "http://192.168.1.20:8013"
PATIENCE_MS = 20_000
"""On a machine that does much else a page may take seconds to show what is right."""

expect.set_options(timeout=PATIENCE_MS)


class HandClock:
    """Seconds that only a test moves."""

    def __init__(self) -> None:
        self.at_s = 1000.0

    def __call__(self) -> float:
        return self.at_s


@dataclass
class Phone:
    """One browser: its cookies, and the token of the page it has open."""

    client: FlaskClient
    address: str = "192.168.1.50"

    def get(self, path: str, **more: Any) -> TestResponse:
        more.setdefault("headers", {"Accept": "text/html"})
        return self.client.get(path, base_url=HOME, environ_base=self._from(), **more)

    def token(self) -> str:
        page = self.get("/katil").get_data(as_text=True)
        found = re.search(r'name="hakem-token" content="([^"]+)"', page)
        assert found
        return found.group(1)

    def post(self, path: str, body: Any, headers: dict[str, str] | None = None) -> TestResponse:
        """As our own page sends it, unless ``headers`` say otherwise (None values are left out)."""
        sent = {"Origin": HOME, "X-Hakem-Token": self.token(), **(headers or {})}
        return self.client.post(
            path,
            data=body if isinstance(body, bytes) else json.dumps(body).encode(),
            content_type="application/json",
            headers={key: value for key, value in sent.items() if value},
            base_url=HOME,
            environ_base=self._from(),
        )

    def give_pin(self, pin: str = PIN) -> TestResponse:
        return self.post("/pin", {"pin": pin})

    def _from(self) -> dict[str, str]:
        return {"REMOTE_ADDR": self.address}


@pytest.fixture
def clock() -> HandClock:
    return HandClock()


@pytest.fixture
def evening(tmp_path: Path) -> Iterator[Evening]:
    made = Evening(tmp_path)
    yield made
    made.close()


@pytest.fixture
def app(evening: Evening, clock: HandClock, tmp_path: Path) -> Flask:
    config = WebConfig(secret=b"s" * 32, now_s=clock)
    return create_app(evening.referee, config=config, archive=Archive(tmp_path))


@pytest.fixture
def phone(app: Flask) -> Callable[..., Phone]:
    """A new phone; ``control=True`` has shown the PIN."""

    def make(*, control: bool = False, address: str = "192.168.1.50") -> Phone:
        made = Phone(app.test_client(), address)
        if control:
            assert made.give_pin().status_code == 204
        return made

    return make


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    if not CHROMIUM.exists():
        pytest.skip("needs Debian's chromium: apt install chromium")
    with sync_playwright() as playwright:
        started = playwright.chromium.launch(executable_path=CHROMIUM, args=SWITCHES)
        yield started
        started.close()


@pytest.fixture
def address(evening: Evening, tmp_path: Path) -> Iterator[str]:
    config = WebConfig(secret=b"s" * 32)
    app = create_app(evening.referee, config=config, archive=Archive(tmp_path))
    with serving(app) as server:
        yield address_of(server)


@pytest.fixture
def opened(browser: Browser, address: str) -> Iterator[Open]:
    """Opens a page on a phone of its own; a script error or a breach of policy fails the test."""
    wrong: list[str] = []
    contexts = []

    def open_page(
        path: str, *, size: tuple[int, int] = (360, 740), pin: bool = False, still: bool = True
    ) -> Page:
        context = browser.new_context(
            viewport={"width": size[0], "height": size[1]},
            reduced_motion="reduce" if still else "no-preference",
            service_workers="block",
        )
        contexts.append(context)
        page = context.new_page()
        page.on("pageerror", lambda error: wrong.append(str(error)))
        page.on("console", lambda line: wrong.append(line.text) if is_defect(line) else None)
        page.goto(address + ("/ayarlar" if pin else path))
        if pin:
            page.get_by_role("button", name="PIN gir").click()
            page.get_by_label("PIN", exact=True).fill(PIN)
            with page.expect_navigation():
                page.keyboard.press("Enter")
            page.goto(address + path)
        page.wait_for_selector("#app > *")  # drawn, so that what is not there is really not there
        return page

    yield open_page
    for context in contexts:
        context.close()
    assert wrong == []
