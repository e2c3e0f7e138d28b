"""The whole product in a real browser: a staged match followed to its end, a question answered, a
past hand corrected. Eyes, rules, log and page are the shipped ones; the table is a simulation."""

import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect, sync_playwright

CHROMIUM = Path("/usr/bin/chromium")
SWITCHES = [
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
MATCH_MS = 300_000


@pytest.fixture
def hakem(tmp_path: Path) -> Iterator[dict[str, Any]]:
    process = subprocess.Popen(
        [sys.executable, str(Path(__file__).with_name("staged.py")), str(tmp_path)],
        stdout=subprocess.PIPE,
        text=True,
    )
    assert process.stdout is not None
    yield json.loads(process.stdout.readline())
    process.terminate()
    process.wait(15)


@pytest.fixture
def page(hakem: dict[str, Any]) -> Iterator[Page]:
    if not CHROMIUM.exists():
        pytest.skip("needs Debian's chromium: apt install chromium")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=SWITCHES)
        opened = browser.new_page(viewport={"width": 390, "height": 844})
        opened.goto(f"http://127.0.0.1:{hakem['port']}/ayarlar")
        opened.get_by_role("button", name="PIN gir").click()
        opened.get_by_label("PIN", exact=True).fill(hakem["pin"])
        with opened.expect_navigation():
            opened.keyboard.press("Enter")
        opened.goto(f"http://127.0.0.1:{hakem['port']}/")
        yield opened
        browser.close()


@pytest.mark.alone
def test_a_match_from_the_camera_to_the_phone(page: Page) -> None:
    expect(page.get_by_text("SİMÜLASYON").first).to_be_visible()
    answered = 0
    while True:
        over = page.locator(".sentence strong", has_text="Kazanan")
        question = page.get_by_role("dialog")
        over.or_(question).first.wait_for(timeout=MATCH_MS)
        if not question.count():
            break
        assert question.locator("img").count() == 1  # the picture it asks about
        question.get_by_role("button").filter(has_text="düz").first.click()
        expect(question).to_have_count(0)
        answered += 1
    assert answered >= 1
    before = [
        int(text.replace("−", "-")) for text in page.locator("[data-count]").all_inner_texts()
    ]
    assert max(before) >= 13
    page.goto(page.url + "eller")
    page.get_by_role("link", name="1. eli düzelt").click()
    page.locator('[data-facet="card:centre"]').click()
    correct = page.get_by_role("button", name="Düzelt", exact=True)
    for rank in "AKQJ":  # the first that the deck allows and that changes points
        page.locator(f".rank[data-key=centre][data-value={rank}]").click()
        page.wait_for_timeout(800)
        if page.locator(".preview li").count() and correct.is_enabled():
            break
    correct.click()
    expect(page.get_by_text("düzeltildi").first).to_be_visible()
