"""Names as people have them: shown right, run by nobody, within every screen."""

import pytest
from playwright.sync_api import Page, expect

from rules.tabletop import Owner
from tests.web.browser import FITS, SCREENS, Open, settles
from tests.web.table import Evening
from web.wire import tidy

NAMES = (
    "<img src=x onerror=alert(1)>",
    '"O\'Neill" & <b>oğlu</b>',
    "\U0001f469\u200d\U0001f469\u200d\U0001f467 \u0130pek \U0001f0cf",
    "Mihrimah Sultan Çağlayangil Öğütçüoğlu'n",
    "عائشة بنت أبي بكر",
    "Ğğışİçöüşsüzboşluksuzkırkharflikbiradı",
)
PATHS = ("/", "/eller", "/eller/1", "/basla", "/ayarlar", "/katil")


def wide(page: Page) -> object:
    """What runs out of the page's sides."""
    return page.evaluate(
        """() => [...document.querySelectorAll('#app *, dialog *')]
          .filter((node) => node.checkVisibility() && !node.closest('svg, .past, .chart, .games'))
          .filter((node) => {
            const box = node.getBoundingClientRect();
            return box.right > innerWidth + 1 || box.left < -1;
          })
          .map((node) => node.outerHTML.slice(0, 90))"""
    )


def test_a_name_keeps_what_holds_its_letters_together() -> None:
    assert [tidy(f" {name} ") for name in NAMES] == list(NAMES)
    assert tidy("\u200d\u200c") == ""
    assert tidy("می\u200cخواهم") == "می\u200cخواهم"


def test_every_page_shows_them_whole_and_runs_nothing(evening: Evening, opened: Open) -> None:
    evening.begin(players=6, names=NAMES)
    evening.play_hand(**{f"p{seat}": "KB D" for seat in range(6)})
    page = opened("/", size=(320, 568), pin=True)
    alarms: list[str] = []
    page.on("dialog", lambda dialog: alarms.append(dialog.message))
    home = page.url
    for path in PATHS:
        page.goto(home.rstrip("/") + path)
        page.wait_for_selector("#app > *")
        assert wide(page) == [], path
        assert page.locator("#app b:text-is('oğlu'), #app img:not([src^='/'])").count() == 0
    page.goto(home)
    expect(page.locator(".tile .name")).to_have_text(NAMES)
    page.get_by_role("button", name="Menü").click()
    page.get_by_role("button", name="Bu telefon kimin?").click()
    expect(page.get_by_role("dialog").locator(".person .name")).to_have_text(list(NAMES))
    assert wide(page) == []
    page.get_by_role("dialog").get_by_role("button", name=NAMES[1], exact=True).click()
    expect(page.get_by_role("dialog")).to_have_count(0)
    assert evening.score.seats[1].name == NAMES[1]
    assert alarms == []


@pytest.mark.parametrize(("game", "players"), [("vale-avi", 6), ("blof", 6), ("belote", 4)])
def test_boards_and_sheets_hold_them_on_every_screen(
    evening: Evening, opened: Open, game: str, players: int
) -> None:
    evening.begin(game=game, players=players, names=NAMES)
    page = opened("/", pin=True)
    for width, height in SCREENS:
        page.set_viewport_size({"width": width, "height": height})
        assert settles(page) == FITS, (width, height)
        assert wide(page) == [], (width, height)
    if game != "vale-avi":
        page.set_viewport_size({"width": 320, "height": 568})
        page.locator("[data-do=entry]").click()
        expect(page.get_by_role("dialog")).to_be_visible()
        assert wide(page) == []


def test_numbers_beside_a_name_from_right_to_left_stay_where_they_are(
    evening: Evening, opened: Open
) -> None:
    evening.begin(game="blof", players=3, names=("שרה 7", "Oğuz", "İpek"))
    for tap in evening.score.taps:
        assert tap.seat is not None
    evening.write(left_0="4", left_1="0", left_2="9")
    page = opened("/eller/1", pin=True)
    page.locator("[data-id='left:0']").click()
    page.locator("[data-digit='5']").click()
    line = page.locator(".preview li").first
    expect(line).to_contain_text("\u2068שרה 7\u2069, toplam")
    name, before, after = (
        line.locator(part).bounding_box()
        for part in (".name", ".digits >> nth=0", ".digits >> nth=1")
    )
    assert name
    assert before
    assert after
    assert name["x"] < before["x"] < after["x"]


def test_a_start_page_takes_them_as_typed(evening: Evening, opened: Open) -> None:
    page = opened("/basla", size=(320, 568), pin=True)
    chairs = page.locator(".people input")
    for at, name in enumerate(NAMES[:4]):
        chairs.nth(at).fill(name)
    page.get_by_role("button", name="Maçı başlat").click()
    expect(page.locator(".tile .name").first).to_have_text(NAMES[0])
    assert [seat.name for seat in evening.score.seats] == list(NAMES[:4])
    assert [seat.owner for seat in evening.score.seats] == [str(owner) for owner in Owner][:4]
