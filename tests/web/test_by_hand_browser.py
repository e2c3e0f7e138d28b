"""A short match of each game that is written by hand, in a real browser on a phone."""

from collections.abc import Callable
from typing import Any
from urllib.parse import urljoin

import pytest
from playwright.sync_api import Page, expect

from tests.web.browser import FITS, SCREENS, Open, settles, targets
from tests.web.table import Evening
from web import port


def seat_up(page: Page, game: str, *names: str) -> None:
    """Choose a game on the start page and say who plays."""
    page.locator(f"[data-game={game}]").click()
    expect(page.locator(f"[data-game={game}].chosen")).to_be_visible()
    chairs = page.locator(".people input")
    offered = chairs.count()
    for chair in range(offered, len(names), -1):
        page.get_by_role("button", name=f"Çıkar: {chair}").click()
        expect(chairs).to_have_count(chair - 1)
    for chair in range(offered, len(names)):
        page.get_by_role("button", name="Oyuncu ekle").click()
        expect(chairs).to_have_count(chair + 1)
    for number, name in enumerate(names, 1):
        page.get_by_label(f"{number}. oyuncunun adı").fill(name)


def begin(page: Page, heading: str = "1. el") -> None:
    page.get_by_role("button", name="Maçı başlat").click()
    expect(page.get_by_role("heading", name=heading)).to_be_visible()


def sheet(page: Page, name: str) -> None:
    """Open the sheet a hand is written on."""
    page.locator(".actions").get_by_role("button", name=name).click()
    expect(page.get_by_role("dialog")).to_be_visible()


def number(page: Page, key: str, value: int) -> None:
    """Tap a field, then the digits of the pad."""
    page.locator(f"[data-do=field][data-id='{key}']").click()
    for digit in str(value):
        page.locator(f"[data-digit='{digit}']").click()


def choose(page: Page, key: str, value: str) -> None:
    page.locator(f"[data-do=fact][data-key='{key}'][data-value='{value}']").click()


def write(page: Page) -> None:
    page.locator("[data-do=write]").click()
    expect(page.get_by_role("dialog")).to_have_count(0)


def tap(page: Page, name: str) -> None:
    """One of the referee's buttons on the board itself."""
    page.locator(".paper").get_by_role("button", name=name, exact=True).click()


def says(page: Page, sentence: str) -> None:
    expect(page.locator(".sentence strong")).to_have_text(sentence)


def totals(page: Page, *points: str) -> None:
    expect(page.locator(".total")).to_have_text(list(points))


def next_hand(page: Page, heading: str) -> None:
    page.get_by_role("button", name="Sonraki el").click()
    expect(page.get_by_role("heading", name=heading)).to_be_visible()


def mended(page: Page, hand: int, change: Callable[[], None]) -> None:
    """Correct a past hand: list, hand, value; what would change is shown before it is done."""
    page.goto(urljoin(page.url, "/eller"))
    page.get_by_role("link", name=f"{hand}. eli düzelt").click()
    change()
    expect(page.locator(".preview li")).not_to_have_count(0)
    page.get_by_role("button", name="Düzelt", exact=True).click()
    expect(page.get_by_text("düzeltildi")).to_be_visible()
    page.get_by_role("link", name="Tahta").click()


def test_a_match_of_blof(evening: Evening, opened: Open) -> None:
    page = opened("/basla", pin=True)
    seat_up(page, "blof", "Ayşe", "Oğuz", "İpek")
    page.locator("[data-word=kisa]").click()
    begin(page)
    viewer = opened("/", size=(1920, 1080))

    sheet(page, "Kalan kartlar")
    assert page.locator("[data-do=write]").get_attribute("aria-disabled") == "true"
    for seat, left in enumerate((5, 0, 17)):
        number(page, f"left:{seat}", left)
    write(page)
    totals(viewer, "5", "0", "17")
    assert viewer.locator(".paper .tap").count() == 0

    next_hand(page, "2. el")
    opener = evening.score.seats[[seat.turn for seat in evening.score.seats].index(True)]
    sheet(page, "Kalan kartlar")
    dialog = page.get_by_role("dialog")
    dialog.get_by_role("button", name="3 kart", exact=True).click()
    dialog.get_by_role("button", name="Kral", exact=True).click()
    expect(viewer.locator(".paper")).to_contain_text(f"{opener.name}: 3 × Kral")
    dialog.get_by_role("button", name="Geri al").click()
    says(viewer, f"Turu açan: {opener.name}")
    dialog.get_by_role("button", name="Kral", exact=True).click()
    dialog.get_by_role("button", name="Kapat").click()
    caller = evening.score.seats[(opener.seat + 1) % 3].name
    tap(page, f"Blöf! {caller}")
    page.get_by_role("button", name="Hayır, blöfmüş").click()
    says(page, f"Turu açan: {caller}")

    sheet(page, "Kalan kartlar")
    for seat, left in enumerate((0, 9, 8)):
        number(page, f"left:{seat}", left)
    write(page)
    totals(page, "5", "9", "25")
    next_hand(page, "3. el")
    sheet(page, "Kalan kartlar")
    for seat, left in enumerate((1, 0, 2)):
        number(page, f"left:{seat}", left)
    write(page)
    says(page, "Kazanan: Ayşe")
    mended(page, 1, lambda: number(page, "left:0", 4))
    totals(page, "5", "9", "27")


def test_a_match_of_alman_whisti_trick_by_trick(evening: Evening, opened: Open) -> None:
    page = opened("/basla", pin=True)
    seat_up(page, "alman-whisti", "Ayşe", "Oğuz")
    begin(page)
    sheet(page, "Löveler")
    dialog = page.get_by_role("dialog")
    turned = dialog.get_by_role("region", name="Açılan kart")
    turned.get_by_role("button", name="Kupa").click()
    turned.get_by_role("button", name="10♥").click()
    dialog.get_by_role("button", name="Kapat").click()
    expect(page.locator(".paper")).to_contain_text("Koz")
    for trick in range(26):
        tap(page, "Löve: Ayşe" if trick < 21 else "Löve: Oğuz")
        if trick == 0:
            expect(page.locator(".paper")).to_contain_text("2. löve, 1. aşama")
            page.get_by_role("button", name="Geri al").click()
            expect(page.locator(".paper")).to_contain_text("1. löve, 1. aşama")
            tap(page, "Löve: Ayşe")
        if trick < 25:
            expect(page.locator(".paper")).to_contain_text(f"{trick + 2}. löve")
    says(page, "Kazanan: Ayşe")
    totals(page, "8", "5")
    mended(page, 1, lambda: number(page, "tricks:0", 9))
    totals(page, "9", "4")


def test_a_deal_of_whist_is_written_as_eight_to_five(evening: Evening, opened: Open) -> None:
    evening.begin(game="alman-whisti", hedef=26)
    page = opened("/", pin=True)
    sheet(page, "Löveler")
    page.locator("[data-digit='8']").click()
    expect(page.locator("[data-id='tricks:1']")).to_contain_text("5")
    write(page)
    totals(page, "8", "5")
    next_hand(page, "2. el")
    sheet(page, "Löveler")
    page.keyboard.type("8-5")
    expect(page.locator("[data-id='tricks:0']")).to_contain_text("8")
    expect(page.locator("[data-id='tricks:1']")).to_contain_text("5")
    write(page)
    totals(page, "16", "10")


def test_a_match_of_belote(evening: Evening, opened: Open) -> None:
    evening.begin(game="belote", players=4, hedef=300)
    page = opened("/", pin=True)
    viewer = opened("/", size=(1920, 1080))
    sheet(page, "Eli say")
    choose(page, "alan", "3")
    choose(page, "koz", "S")
    number(page, "cards:0", 73)
    expect(page.locator("[data-id='cards:1']")).to_contain_text("103")
    choose(page, "last", "1")
    page.locator("[data-do=combo][data-value='0']").click()
    page.locator("[data-do=combo][data-value='brelan']").click()
    page.locator("[data-combo='brelan Q']").click()
    choose(page, "belote:1", "2")
    write(page)
    totals(viewer, "173", "133")
    expect(viewer.locator(".paper")).to_contain_text("İlanlar")

    next_hand(page, "2. el")
    sheet(page, "Eli say")
    dialog = page.get_by_role("dialog")
    dialog.get_by_role("button", name="9♠").click()
    dialog.get_by_role("button", name="Kapat").click()
    speaking = page.locator(".sentence strong").inner_text()
    tap(page, "Pas")
    expect(page.locator(".sentence strong")).not_to_have_text(speaking)
    page.get_by_role("button", name="Geri al").click()
    says(page, speaking)
    tap(page, "Al")
    expect(page.locator(".paper").get_by_role("button", name="Tamam")).to_be_visible()
    taker = next(str(show.args["seat"]) for show in evening.score.shows if show.code == "KOZ")
    sheet(page, "Eli say")
    alan = page.locator(f"[data-key=alan][data-value='{taker}']")
    expect(alan).to_have_attribute("aria-pressed", "true")
    number(page, "cards:0", 176)
    choose(page, "last", "0")
    choose(page, "capote", "1")
    write(page)
    says(page, "Kazananlar: Ayşe, İpek")
    mended(page, 1, lambda: number(page, "cards:0", 70))
    expect(page.locator(".total").nth(1)).to_have_text("136")


def test_a_match_of_uc_on_uc(evening: Evening, opened: Open) -> None:
    evening.begin(game="uc-on-uc", players=3)
    page = opened("/", pin=True)
    tap(page, "Oğuz çıktı")
    sheet(page, "Cezaları yaz")
    expect(page.locator("[data-id='el:1']")).to_contain_text("0")
    number(page, "el:0", 12)
    page.locator("[data-do=pick][data-value='2']").click()
    for suit, card in (("S", "KS"), ("H", "KH"), ("D", "4D")):
        page.locator(f"[data-do=pick][data-key=suit][data-value={suit}]").click()
        page.locator(f"[data-card='{card}']").click()
    write(page)
    totals(page, "12", "0", "24")
    next_hand(page, "2. tur")
    for _ in range(9):
        evening.write(cikan="0", el_0="=0", el_1="=1", el_2="=2")
        assert evening.submit(port.NextHand()).ok
    expect(page.get_by_role("heading", name="11. tur")).to_be_visible()
    sheet(page, "Cezaları yaz")
    choose(page, "bitti", "evet")
    for seat in range(3):
        number(page, f"el:{seat}", 10)
    write(page)
    says(page, "Kazanan: Oğuz")
    totals(page, "22", "19", "52")
    mended(page, 11, lambda: number(page, "el:2", 11))
    totals(page, "22", "19", "53")
    page.get_by_role("button", name="Geri al").click()
    totals(page, "22", "19", "52")


def test_a_hand_that_was_taken_back_is_written_anew(evening: Evening, opened: Open) -> None:
    evening.begin(game="uc-on-uc", players=2)
    evening.write(cikan="0", el_0="=0", el_1="=12")
    page = opened("/", pin=True)
    page.get_by_role("button", name="Geri al").click()
    expect(page.get_by_role("dialog")).to_contain_text("1. el yeniden yazılsın mı?")
    page.get_by_role("button", name="Yeniden yaz", exact=True).click()
    number(page, "el:1", 21)
    write(page)
    totals(page, "0", "21")
    says(page, "1. el yazıldı")


EVERYBODY: dict[str, Any] = {"itiraz": "herkes", "erken_kapat": True, "sure_sn": 10}
BOARDS: list[tuple[str, int, dict[str, Any]]] = [
    ("blof", 3, {}),
    ("blof", 6, {}),
    ("blof", 4, EVERYBODY),
    ("blof", 6, EVERYBODY),
    ("alman-whisti", 2, {}),
    ("belote", 2, {}),
    ("belote", 3, {}),
    ("belote", 4, {}),
    ("uc-on-uc", 4, {}),
    ("uc-on-uc", 6, {}),
]


@pytest.mark.parametrize(("game", "players", "options"), BOARDS)
def test_every_board_fits_every_screen(
    evening: Evening, opened: Open, game: str, players: int, options: dict[str, Any]
) -> None:
    evening.begin(game=game, players=players, **options)
    page = opened("/", pin=True)
    for under_way in (False, True):
        if under_way:
            action = dict(evening.score.taps[0].action)
            assert evening.submit(port.Tap(action=action)).ok
        expect(page.locator(".paper")).to_be_visible()
        for width, height in SCREENS:
            page.set_viewport_size({"width": width, "height": height})
            assert settles(page) == FITS, (under_way, width, height)


LARGE = {
    "belote": {"alan": "0", "koz": "S", "sayilan": "73 103 1", "ilan_0": "brelan J"},
    "uc-on-uc": {"cikan": "0", "el_0": "=0", "el_1": "=60", "el_2": "=60", "el_3": "=60"},
}


@pytest.mark.parametrize("game", LARGE)
def test_large_totals_stay_apart_from_what_was_won(
    evening: Evening, opened: Open, game: str
) -> None:
    evening.begin(game=game, players=4)
    for written in range(2):
        evening.write(**LARGE[game])
        assert written or evening.submit(port.NextHand()).ok
    page = opened("/")
    for width, height in SCREENS:
        page.set_viewport_size({"width": width, "height": height})
        assert settles(page) == FITS, (width, height)


@pytest.mark.parametrize("game", ["blof", "belote", "uc-on-uc"])
def test_every_key_is_large_enough_and_named(evening: Evening, opened: Open, game: str) -> None:
    evening.begin(game=game, players=4)
    page = opened("/", size=(320, 568), pin=True)
    page.locator("[data-do=entry]").click()
    expect(page.get_by_role("dialog")).to_be_visible()
    assert targets(page) == {"small": [], "unnamed": 0}
    page.keyboard.press("Escape")
    assert targets(page) == {"small": [], "unnamed": 0}


def test_a_card_of_a_past_trick_is_mended(evening: Evening, opened: Open) -> None:
    evening.begin(game="belote", players=2)
    evening.write(dagitan="1", acik="7D", alan="0", koz="S", ilan_0="", ilan_1="")
    first = ("AS KS", "QS JS", "TS 9S", "8S 7S", "AH KH", "QH JH", "TH 9H", "8H 7H", "AC KC")
    tricks = [f"0:{pair.split()[0]} 1:{pair.split()[1]}" for pair in first]
    evening.write(**{f"love_{number}": plays for number, plays in enumerate(tricks, 1)})
    while evening.score.questions:  # somebody did not overtrump: the table lets it pass
        asked = evening.score.questions[0].id
        assert evening.submit(port.Answer(question=asked, answer="CEZA_YOK")).ok
    before = evening.score.hands[0].deltas
    page = opened("/eller/1", pin=True)
    page.locator("[data-do=more][data-value=love]").click()
    page.locator("[data-do=trick][data-key=number][data-value='9']").click()
    page.locator("[data-do=trick][data-key=seat][data-value='1']").click()
    page.locator("[data-do=pick][data-value=C]").click()
    page.locator("[data-do=addplay][data-card=QC]").click()
    expect(page.locator(".preview li")).not_to_have_count(0)
    assert evening.score.hands[0].deltas == before
    page.get_by_role("button", name="Düzelt", exact=True).click()
    expect(page.get_by_text("düzeltildi")).to_be_visible()
    assert sum(map(int, evening.score.hands[0].deltas)) == sum(map(int, before)) - 7  # Q for K
