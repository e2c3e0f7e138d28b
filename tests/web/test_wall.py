"""The board across the room: totals largest, and at rest in one place while a hand is played."""

import pytest
from playwright.sync_api import Page, expect

from tests.web.browser import SCREENS, Open, settles
from tests.web.table import Evening
from web import port

WALLS = ((1920, 1080), (3840, 2160))
SHIFTED = """() => new Promise((done) => {
  let sum = 0;
  const watcher = new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) sum += entry.value;
  });
  watcher.observe({ type: 'layout-shift', buffered: true });
  requestAnimationFrame(() => setTimeout(() => done(sum), 50));
})"""
SIZES = """() => {
  const size = (node) => parseFloat(getComputedStyle(node).fontSize);
  const texts = [...document.querySelectorAll('#app *')].filter((node) =>
    node.checkVisibility() && !node.closest('svg, .total, .hear') &&
    [...node.childNodes].some((one) => one.nodeType === 3 && one.data.trim()));
  return [
    Math.min(...[...document.querySelectorAll('.total')].map(size)),
    Math.max(...texts.map(size)),
  ];
}"""


@pytest.mark.parametrize("players", [2, 3, 4, 6])
def test_totals_are_the_largest_text_on_every_screen(
    evening: Evening, opened: Open, players: int
) -> None:
    evening.begin(players=players)
    page = opened("/")
    for width, height in SCREENS:
        page.set_viewport_size({"width": width, "height": height})
        settles(page)
        total, other = page.evaluate(SIZES)
        assert total > 1.5 * other, (width, height)


@pytest.mark.parametrize(("game", "players", "part"), [("vale-avi", 4, 0.16), ("belote", 4, 0.2)])
def test_a_total_is_read_from_the_far_wall(
    evening: Evening, opened: Open, game: str, players: int, part: float
) -> None:
    """A television of 43 inches, 4 m away: a total must have 1/200 of that; design/ui.md."""
    evening.begin(game=game, players=players)
    if game == "belote":
        evening.write(alan="0", koz="S", sayilan="73 103 1", ilan_0="brelan J")
    for width, height in WALLS:
        page = opened("/", size=(width, height))
        total, _ = page.evaluate(SIZES)
        assert total >= part * width


def hand(evening: Evening) -> None:
    evening.say(centre="J")
    for seat, pick in enumerate(("KB D", "KD T", "KB T", "GD D")):
        evening.say(**{f"p{seat}": pick})
    evening.say(KB="A", KD="Q", GD="K")
    evening.submit(port.Lock())


def places(page: Page) -> object:
    return page.evaluate(
        """() => [...document.querySelectorAll('.tile, .total, .bar, .cloth')].map((node) => {
          const { x, y, width, height } = node.getBoundingClientRect();
          return [x, y, node.matches('.total') || width, height];
        })"""
    )


@pytest.mark.parametrize("size", [(320, 568), (360, 740), (820, 1180), *WALLS])
def test_nothing_moves_while_a_hand_is_played(
    evening: Evening, opened: Open, size: tuple[int, int]
) -> None:
    evening.begin(players=4)
    page = opened("/", size=size)
    before = places(page)
    hand(evening)
    expect(page.locator(".sentence strong")).to_have_text("1. el yazıldı")
    assert places(page) == before
    assert page.evaluate(SHIFTED) < 0.02
