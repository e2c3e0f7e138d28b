"""A match begins in under a minute: names, seats, pawns, what is played, the same people again."""

import time

import pytest
from playwright.sync_api import Page, expect

from rules.games import GAMES
from tests.web.browser import Open
from tests.web.table import Evening

TURKISH = ("Çağrı", "Iğıl", "İbrahim", "Öğüt")


def expect_names(page: Page, *names: str) -> None:
    people = page.locator(".people input")
    expect(people).to_have_count(len(names))
    for chair, name in enumerate(names):
        expect(people.nth(chair)).to_have_value(name)


def fill(page: Page, *people: str) -> None:
    for number, name in enumerate(people, 1):
        page.get_by_label(f"{number}. oyuncunun adı").fill(name)


def seats(evening: Evening) -> list[tuple[str, str]]:
    return [(seat.name, seat.owner) for seat in evening.score.seats]


def middle(page: Page, number: int) -> tuple[float, float]:
    box = page.locator(".grip").nth(number).bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def test_four_people_begin_with_four_names_and_one_button(evening: Evening, opened: Open) -> None:
    page = opened("/basla", pin=True)
    began_s = time.monotonic()
    for number, name in enumerate(TURKISH, 1):
        page.get_by_label(f"{number}. oyuncunun adı").click()
        page.keyboard.type(name, delay=60)
    page.get_by_role("button", name="Maçı başlat").click()
    expect(page.get_by_role("heading", name="1. el")).to_be_visible()
    assert time.monotonic() - began_s < 60
    assert [name for name, _ in seats(evening)] == list(TURKISH)


def test_seats_are_dragged_and_moved_by_keys(evening: Evening, opened: Open) -> None:
    page = opened("/basla", pin=True)
    fill(page, *TURKISH)
    page.mouse.move(*middle(page, 0))
    page.mouse.down()
    page.mouse.move(*middle(page, 1), steps=4)
    page.mouse.move(*middle(page, 2), steps=4)
    page.mouse.up()
    expect(page.locator(".people input").nth(2)).to_have_value("Çağrı")
    expect_names(page, "Iğıl", "İbrahim", "Çağrı", "Öğüt")
    grip = page.get_by_role("button", name="Öğüt: Yukarı taşı, Aşağı taşı")
    grip.focus()
    page.keyboard.press("ArrowUp")
    expect(page.locator(".people input").nth(2)).to_have_value("Öğüt")
    expect(grip).to_be_focused()
    page.keyboard.press("ArrowUp")
    expect(page.locator(".people input").nth(1)).to_have_value("Öğüt")
    page.get_by_role("button", name="Maçı başlat").click()
    expect(page.get_by_role("heading", name="1. el")).to_be_visible()
    assert [name for name, _ in seats(evening)] == ["Iğıl", "Öğüt", "İbrahim", "Çağrı"]


def test_a_finger_drags_too(evening: Evening, opened: Open) -> None:
    page = opened("/basla", pin=True)
    fill(page, *TURKISH)
    line = page.context.new_cdp_session(page)

    def touch(kind: str, *at: float) -> None:
        points = [{"x": at[0], "y": at[1]}] if at else []
        line.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

    top = page.evaluate("scrollY")
    touch("touchStart", *middle(page, 3))
    for number in (2, 1, 0):
        touch("touchMove", *middle(page, number))
    touch("touchEnd")
    expect(page.locator(".people input").nth(0)).to_have_value("Öğüt")
    assert page.evaluate("scrollY") == top, "the page did not scroll away under the finger"


def test_taking_a_pawn_somebody_has_means_changing(evening: Evening, opened: Open) -> None:
    page = opened("/basla", pin=True)
    fill(page, *TURKISH)
    page.get_by_role("button", name="Piyon seç: Kırmızı daire").click()
    page.get_by_role("dialog").get_by_role("button", name="Mavi yıldız").click()
    page.get_by_role("button", name="Maçı başlat").click()
    expect(page.get_by_role("heading", name="1. el")).to_be_visible()
    assert seats(evening)[:2] == [("Çağrı", "blue"), ("Iğıl", "red")]


def test_the_same_people_again_from_the_match_and_from_the_phone(
    evening: Evening, opened: Open
) -> None:
    page = opened("/basla", pin=True)
    fill(page, *TURKISH)
    page.get_by_role("button", name="Maçı başlat").click()
    expect(page.get_by_role("heading", name="1. el")).to_be_visible()
    page.goto(page.url + "basla")
    page.get_by_role("button", name="Aynı ekip").click()
    expect(page.locator(".people input").nth(2)).to_have_value("İbrahim")
    page.locator("[data-game=belote]").click()
    page.get_by_role("button", name="Maçı başlat").click()
    expect(page.locator(".bar .game")).to_contain_text("Belote")
    assert [name for name, _ in seats(evening)] == list(TURKISH)


def test_who_finds_no_chair_in_a_game_is_named_and_comes_back(
    evening: Evening, opened: Open
) -> None:
    page = opened("/basla", pin=True)
    page.get_by_role("button", name="Oyuncu ekle").click()
    fill(page, *TURKISH, "Ümit")
    page.locator("[data-game=belote]").click()
    expect(page.locator(".people input")).to_have_count(4)
    expect(page.get_by_text("Bu maçta bekleyen: Ümit.")).to_be_visible()
    page.locator("[data-game=vale-avi]").click()
    expect(page.locator(".people input")).to_have_count(5)
    expect(page.get_by_text("bekleyen")).to_have_count(0)
    expect_names(page, *TURKISH, "Ümit")


@pytest.mark.parametrize("wrong", [("Ali", "", "Can", "Efe"), ("İnci", "inci", "Can", "Efe")])
def test_a_missing_or_a_double_name_is_said_at_once(
    evening: Evening, opened: Open, wrong: tuple[str, ...]
) -> None:
    page = opened("/basla", pin=True)
    fill(page, *wrong)
    page.get_by_role("button", name="Maçı başlat").click()
    expect(page.get_by_role("alert").filter(has_text=".")).to_have_count(1)
    assert evening.referee.snapshot().score is None


@pytest.mark.parametrize("game", list(GAMES))
def test_every_option_is_explained_in_one_line_and_presets_choose(
    evening: Evening, opened: Open, game: str
) -> None:
    page = opened("/basla", size=(360, 740), pin=True)
    page.locator(f"[data-game={game}]").click()
    presets = page.locator(".preset[data-word]")
    expect(presets.nth(1)).to_be_visible()
    presets.nth(1).click()
    expect(presets.nth(1)).to_have_attribute("aria-pressed", "true")
    expect(page.locator(".explain dd").first).to_be_visible()
    page.get_by_role("button", name="Özel").click()
    options = GAMES[game].option_values(GAMES[game].options({}))
    words = page.locator(".option p")
    expect(words).to_have_count(len([key for key in options if key != "kisi"]))
    assert all(text.strip() and "{" not in text for text in words.all_inner_texts())
