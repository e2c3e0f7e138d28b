"""axe-core finds no serious fault on the sheets, the panels of players, and the log of a hand."""

import pytest
from playwright.sync_api import Page, expect

from tests.web.browser import Open
from tests.web.table import Evening
from tests.web.test_axe import SCHEMES, faults
from web import port


def both(page: Page, what: str) -> None:
    for scheme in SCHEMES:
        page.emulate_media(color_scheme=scheme)
        assert faults(page) == [], (what, scheme)


@pytest.mark.parametrize("game", ["belote", "uc-on-uc"])
def test_sheets_with_every_group_open(evening: Evening, opened: Open, game: str) -> None:
    evening.begin(game=game, players=3)
    if game == "belote":
        evening.write(alan="1", koz="S", love_1="1:AS 2:KS 0:QS", ceza_2="RENONS")
    page = opened("/", pin=True)
    page.locator("[data-do=entry]").click()
    groups = page.locator("[data-do=more][data-key=more]")
    for at in range(groups.count()):
        groups.nth(at).click()
        expect(groups.nth(at)).to_have_attribute("aria-pressed", "true")
        both(page, groups.nth(at).inner_text())


def test_the_panels_of_players(evening: Evening, opened: Open) -> None:
    evening.begin(game="blof", players=3, itiraz="herkes", erken_kapat=True, sure_sn=10)
    host, player = opened("/", pin=True), opened("/")
    player.get_by_role("button", name="Bu telefon kimin?").click()
    both(player, "whose")
    player.get_by_role("dialog").get_by_role("button", name="Ayşe").click()
    expect(player.get_by_role("dialog")).to_have_count(0)
    both(player, "a player's board")
    host.get_by_role("button", name="Menü").click()
    host.get_by_role("button", name="Bu telefon kimin?").click()
    both(host, "whose, for a host")
    host.locator("[data-do=be][data-name=Ayşe]").click()
    both(host, "taken by another phone")
    host.get_by_role("button", name="Vazgeç").click()
    host.get_by_role("button", name="Oğuz: yerine başkası").click()
    both(host, "chair")
    host.goto(host.url + "katil")
    host.get_by_role("button", name="Kodu göster").click()
    both(host, "codes")
    throw = next(tap for tap in evening.score.taps if tap.label.code == "AC")
    assert evening.submit(port.Tap(action=dict(throw.action))).ok
    expect(player.get_by_role("timer")).to_be_visible()
    assert faults(player) == []


def test_the_log_of_a_hand(evening: Evening, opened: Open) -> None:
    evening.begin()
    evening.play_hand()
    assert evening.submit(port.SetFact(number=1, changes={"KD": "K"})).ok
    page = opened("/eller/1", pin=True)
    expect(page.get_by_role("region", name="Kim neyi değiştirdi?")).to_be_visible()
    both(page, "log")
    page.get_by_role("button", name="Oğuz: Ters").click()
    expect(page.locator(".preview li")).to_have_count(1)
    both(page, "preview")
