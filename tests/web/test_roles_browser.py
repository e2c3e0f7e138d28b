"""Phones of players in a real browser: they take a seat, speak for it, and lose it kindly."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.web.browser import FITS, SCREENS, Open, settles, targets
from tests.web.table import PIN, Evening
from web import port

EVERYBODY = {"itiraz": "herkes", "erken_kapat": True, "sure_sn": 10}


def sit(page: Page, name: str) -> None:
    """This phone is that player's."""
    page.get_by_role("button", name="Bu telefon kimin?").click()
    page.get_by_role("dialog").get_by_role("button", name=name).click()
    expect(page.get_by_role("button", name=f"Bu telefon: {name}")).to_be_visible()


def open_round(evening: Evening) -> int:
    """The one whose turn it is throws two kings; the window stands open."""
    throw = next(tap for tap in evening.score.taps if tap.label.args == {"rank": "K", "count": 2})
    assert evening.submit(port.Tap(action=dict(throw.action))).ok
    return int(throw.seat or 0)


def test_a_players_phone_calls_and_remembers_whose_it_is(evening: Evening, opened: Open) -> None:
    evening.begin(game="blof", players=3, **EVERYBODY)
    opener = open_round(evening)
    caller = evening.score.seats[(opener + 1) % 3]
    page = opened("/")
    sit(page, caller.name)
    expect(page.locator(".paper .tap")).to_have_text(["Geç"])  # of this seat alone
    assert page.get_by_role("button", name="Geri al").count() == 0
    page.reload()
    expect(page.get_by_role("button", name=f"Bu telefon: {caller.name}")).to_be_visible()
    page.locator(".actions").get_by_role("button", name="Blöf!").click()
    expect(page.locator(".sentence strong")).to_contain_text("Kral")
    assert evening.score.questions[0].ask.code == "ACILAN_DOGRU"
    assert page.get_by_role("dialog").count() == 0, "questions are for those who run the match"


def test_a_player_opens_a_round_from_the_own_sheet(evening: Evening, opened: Open) -> None:
    evening.begin(game="blof", players=3)
    opener = next(seat for seat in evening.score.seats if seat.turn)
    page = opened("/")
    sit(page, opener.name)
    page.get_by_role("button", name="Söyle").click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_role("button", name="3 kart", exact=True).click()
    dialog.get_by_role("button", name="Kral", exact=True).click()
    expect(page.locator(".paper")).to_contain_text(f"{opener.name}: 3 × Kral")
    expect(dialog).to_have_count(0)  # nothing more to say
    expect(page.get_by_text("Sıranız gelince buradan söylersiniz.")).to_be_visible()


def test_in_belote_a_player_bids_and_announces(evening: Evening, opened: Open) -> None:
    evening.begin(game="belote", players=4)
    turn = next(tap for tap in evening.score.taps if tap.label.code == "KART_ADI")
    assert evening.submit(port.Tap(action=dict(turn.action))).ok
    bidder = next(seat for seat in evening.score.seats if seat.turn)
    page = opened("/")
    sit(page, bidder.name)
    page.locator(".paper").get_by_role("button", name="Al", exact=True).click()
    page.get_by_role("button", name="Söyle").click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_role("button", name=re.compile("Dört Kız")).click()
    expect(page.locator(".paper")).to_contain_text(f"{bidder.name}: Dört Kız")
    assert dialog.get_by_role("heading", name="Ceza").count() == 0
    assert all(show.args.get("seat") == bidder.seat for show in evening.score.shows[1:])


def test_in_uc_on_uc_everybody_writes_the_own_hand(evening: Evening, opened: Open) -> None:
    evening.begin(game="uc-on-uc", players=3)
    host = opened("/", pin=True)
    host.locator(".paper").get_by_role("button", name="Oğuz çıktı").click()
    summed, shown = opened("/"), opened("/")
    sit(summed, "Ayşe")
    summed.get_by_role("button", name="Kartlarımı yaz").click()
    for digit in "12":
        summed.locator(f"[data-digit='{digit}']").click()
    summed.get_by_role("dialog").get_by_role("button", name="Kartlarımı yaz").click()
    expect(summed.get_by_role("dialog")).to_have_count(0)
    sit(shown, "İpek")
    shown.get_by_role("button", name="Kartlarımı yaz").click()
    write = shown.get_by_role("dialog").get_by_role("button", name="Kartlarımı yaz")
    for suit, card in (("S", "KS"), ("H", "KH"), ("D", "4D")):
        expect(write).to_have_attribute("aria-disabled", "true")
        shown.locator(f"[data-do=pick][data-key=suit][data-value={suit}]").click()
        shown.locator(f"[data-card='{card}']").click()
    write.click()
    expect(shown.get_by_role("dialog")).to_have_count(0)
    costs = [show.args["cost"] for show in evening.score.shows if show.code == "EL_ACIK"]
    assert costs == [12, 24]


def test_in_vale_avi_a_player_sets_the_own_pawn(evening: Evening, opened: Open) -> None:
    evening.begin()
    evening.say(centre="K")
    page = opened("/")
    sit(page, "Oğuz")
    page.locator("[data-place=KB]").click()
    dialog = page.get_by_role("dialog")
    expect(dialog.locator(".seats li")).to_have_count(1)
    assert dialog.locator(".rank").count() == 0
    dialog.get_by_role("button", name="Ters").click()
    expect(dialog).to_have_count(0)
    assert evening.score.seats[1].side == "T"
    assert page.locator("button.place").count() == 0


def test_a_seat_that_another_phone_has_is_asked_for_and_its_loss_is_told(
    evening: Evening, opened: Open
) -> None:
    evening.begin(game="blof", players=3)
    first, second = opened("/"), opened("/")
    sit(first, "Ayşe")
    second.get_by_role("button", name="Bu telefon kimin?").click()
    dialog = second.get_by_role("dialog")
    expect(dialog.get_by_role("button", name="Ayşe")).to_contain_text("başka telefonda")
    dialog.get_by_role("button", name="Ayşe").click()
    expect(dialog).to_contain_text("Ayşe için başka bir telefon var. Bu telefona geçsin mi?")
    assert first.get_by_role("button", name="Bu telefon: Ayşe").count() == 1
    dialog.get_by_role("button", name="Bu telefona geçsin").click()
    expect(second.get_by_role("button", name="Bu telefon: Ayşe")).to_be_visible()
    expect(first.get_by_role("alert")).to_contain_text("Ayşe artık başka bir telefonda.")
    expect(first.get_by_role("button", name="Bu telefon kimin?")).to_be_visible()
    second.get_by_role("button", name="Bu telefon: Ayşe").click()
    second.get_by_role("button", name="Bırak, yalnız izle").click()
    expect(second.get_by_role("button", name="Bu telefon kimin?")).to_be_visible()


def test_the_code_of_hosts_lets_a_phone_run_the_match(evening: Evening, opened: Open) -> None:
    evening.begin(game="blof", players=3)
    host = opened("/katil", pin=True)
    assert host.locator("img[src='/yoneten.svg']").count() == 0, "nobody photographs it by chance"
    host.get_by_role("button", name="Kodu göster").click()
    expect(host.locator("img[src='/yoneten.svg']")).to_be_visible()
    viewer = opened("/katil")
    assert viewer.get_by_role("button", name="Kodu göster").count() == 0
    guest = opened(f"/#pin={PIN}")
    expect(guest.get_by_role("button", name="Geri al")).to_be_visible()
    assert "pin" not in guest.url
    wrong = opened("/#pin=0000")
    expect(wrong.get_by_role("alert")).to_contain_text("PIN tutmadı")


def test_the_window_runs_out_by_the_servers_clock(evening: Evening, opened: Open) -> None:
    evening.begin(game="blof", players=3, **EVERYBODY)
    page, still = opened("/", still=False), opened("/")
    page.add_init_script("const real = Date.now; Date.now = () => real() + 3600e3;")
    page.reload()
    open_round(evening)
    for screen in (page, still):
        ring = screen.get_by_role("timer")
        expect(ring).to_be_visible()
        first = int(ring.inner_text())
        assert 1 <= first <= 10
        expect(ring).not_to_have_text(str(first))
        assert int(ring.inner_text()) < first
    moving = "getComputedStyle(document.querySelector('.ring .left')).transitionDuration"
    assert page.evaluate(moving) == "0.25s"
    assert still.evaluate(moving) == "0.001s"
    expect(page.get_by_role("timer")).to_have_count(0, timeout=12_000)


@pytest.mark.parametrize(("game", "options"), [("blof", EVERYBODY), ("vale-avi", {})])
def test_a_players_board_fits_every_screen(
    evening: Evening, opened: Open, game: str, options: dict[str, object]
) -> None:
    names = ("Ayşe", "Mehmet Ali Can", "İpek")
    evening.begin(game=game, players=3, names=names, **options)
    page = opened("/")
    for width, height in SCREENS:
        page.set_viewport_size({"width": width, "height": height})
        assert settles(page) == FITS, (width, height)
    page.set_viewport_size({"width": 320, "height": 568})
    sit(page, "Mehmet Ali Can")
    if game == "blof":
        open_round(evening)
    for width, height in SCREENS:
        page.set_viewport_size({"width": width, "height": height})
        assert settles(page) == FITS, (width, height)
        assert targets(page) == {"small": [], "unnamed": 0}, (width, height)


def test_somebody_else_takes_a_seat_or_leaves(evening: Evening, opened: Open) -> None:
    evening.begin(players=3)
    page = opened("/", pin=True)

    def chair(name: str) -> None:
        page.get_by_role("button", name="Menü").click()
        page.get_by_role("button", name="Bu telefon kimin?").click()
        page.get_by_role("button", name=f"{name}: yerine başkası").click()

    chair("Oğuz")
    page.get_by_label("Yeni oturanın adı").fill("  Kâan \u200b ")
    page.get_by_role("button", name="Yerine otursun").click()
    expect(page.get_by_role("dialog")).to_have_count(0)
    assert [seat.name for seat in evening.score.seats] == ["Ayşe", "Kâan", "İpek"]
    chair("İpek")
    page.get_by_role("button", name="Bu elden sonra kalkıyor").hover()
    page.mouse.down()
    expect(page.get_by_role("dialog")).to_have_count(0)
    page.mouse.up()
    assert evening.score.notices[-1].code == "OYUNDAN_CIKTI"
    assert evening.undo().ok
    assert not evening.score.notices


def test_three_phones_play_a_round_and_the_host_answers(evening: Evening, opened: Open) -> None:
    evening.begin(game="blof", players=3)
    order = [(opener_of(evening) + step) % 3 for step in range(3)]
    names = [evening.score.seats[seat].name for seat in order]
    phones, host = [opened("/") for _ in names], opened("/", pin=True)
    for page, name in zip(phones, names, strict=True):
        sit(page, name)
    phones[0].get_by_role("button", name="Söyle").click()
    phones[0].get_by_role("dialog").get_by_role("button", name="As", exact=True).click()
    phones[1].locator(".paper").get_by_role("button", name="1 kart", exact=True).click()
    expect(phones[2].locator(".sentence strong")).to_contain_text(names[2])
    phones[2].locator(".actions").get_by_role("button", name="Blöf!").click()
    host.get_by_role("button", name="Hayır, blöfmüş").click()
    expect(phones[2].get_by_role("button", name="Söyle")).to_be_visible()
    expect(phones[0].get_by_text("Sıranız gelince buradan söylersiniz.")).to_be_visible()
    assert [seat.cards for seat in evening.score.seats] != [18, 17, 17]


def opener_of(evening: Evening) -> int:
    return next(seat.seat for seat in evening.score.seats if seat.turn)
