"""Names and totals are there before any script has run, where they will stay."""

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.web.every_page import belote as pairs
from tests.web.every_page import placing, remi
from tests.web.table import Evening

SIZES = ((320, 568), (360, 740), (820, 1180), (1920, 1080))


def shown(page: Page) -> object:
    """Where the tiles and their totals stand."""
    return page.evaluate(
        """() => [...document.querySelectorAll('.tile, .total span')].map((node) => {
          const { x, y, width, height } = node.getBoundingClientRect();
          return [x, y, width, height].map(Math.round);
        })"""
    )


@pytest.mark.parametrize("play", [placing, pairs, remi])
def test_the_first_paint_is_where_the_board_will_be(
    evening: Evening, address: str, browser: Browser, play: object
) -> None:
    assert callable(play)
    play(evening)
    names = [seat.name for seat in evening.score.seats]
    first = browser.new_context(service_workers="block").new_page()
    first.route("**/*.js", lambda route: route.abort())
    then = browser.new_context(service_workers="block", reduced_motion="reduce").new_page()
    for width, height in SIZES:
        for page in (first, then):
            page.set_viewport_size({"width": width, "height": height})
            page.goto(address)
        expect(then.locator(".sentence")).to_be_visible()
        for name in names:
            expect(first.locator(".tiles")).to_contain_text(name)
        assert totals(first) == totals(then)
        assert shown(first) == shown(then), (width, height)
    first.context.close()
    then.context.close()


def totals(page: Page) -> list[str]:
    return page.locator(".total").all_inner_texts()


def test_without_scripts_the_points_are_there(
    evening: Evening, address: str, browser: Browser
) -> None:
    pairs(evening)
    page = browser.new_context(java_script_enabled=False).new_page()
    page.goto(address)
    expect(page.locator(".tile").first).to_contain_text("Ayşe, İpek")
    assert totals(page) == [str(evening.score.seats[side].total) for side in (0, 1)]
    expect(page.locator(".plain")).to_contain_text("JavaScript")
    page.context.close()
