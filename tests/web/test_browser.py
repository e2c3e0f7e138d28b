"""A real browser on the real page over the real rules: played by hand, watched from elsewhere."""

import pytest
from playwright.sync_api import Page, expect

from tests.web.browser import FITS, SCREENS, Open, settles, targets
from tests.web.table import Evening
from web import port


def put(page: Page, place: str, *choices: tuple[str, str]) -> None:
    """Tap a place of the cloth and say what lies and stands there."""
    page.locator(f"[data-place={place}]").click()
    panel = page.get_by_role("dialog")
    for key, value in choices:
        button = panel.locator(f'[data-key="{key}"][data-value="{value}"]')
        button.click()
        expect(button).to_have_attribute("aria-pressed", "true")
    panel.get_by_role("button", name="Kapat").click()
    expect(panel).to_have_count(0)


def test_an_evening_without_a_camera(evening: Evening, opened: Open) -> None:
    page = opened("/", pin=True)
    page.get_by_label("1. oyuncunun adı").fill("Ayşe")
    page.get_by_label("2. oyuncunun adı").fill("Oğuz")
    page.get_by_role("button", name="Çıkar: 4").click()
    page.get_by_role("button", name="Çıkar: 3").click()
    page.get_by_role("button", name="Özel").click()
    page.get_by_role("button", name="Sırayla").click()
    page.get_by_role("button", name="Maçı başlat").click()
    expect(page.get_by_role("heading", name="1. el")).to_be_visible()
    viewer = opened("/", size=(1920, 1080), still=False)

    put(page, "M", ("centre", "K"))
    expect(viewer.locator(".sentence strong")).to_have_text("Sıra: Ayşe")
    put(page, "KB", ("pick:0", "KB D"), ("KB", "A"))
    put(page, "KD", ("pick:1", "KD T"), ("KD", "Q"))
    page.get_by_role("button", name="Kilitle").click()
    for screen in (page, viewer):
        expect(screen.locator("[data-count='0']")).to_have_text("3")
        expect(screen.locator("[data-count='1']")).to_have_text("−1")
        expect(screen.locator(".sentence strong")).to_have_text("1. el yazıldı")
    assert viewer.get_by_role("button", name="Sonraki el").count() == 0
    page.get_by_role("button", name="Sonraki el").click()
    expect(viewer.get_by_role("heading", name="2. el")).to_be_visible()


def test_the_menu_leads_hosts_to_how_the_box_is(evening: Evening, opened: Open) -> None:
    evening.begin()
    host, viewer = opened("/", pin=True), opened("/")
    for page in (host, viewer):
        page.get_by_role("button", name="Menü").click()
        expect(page.get_by_role("link", name="Ayarlar")).to_be_visible()
    assert viewer.get_by_role("link", name="Kutunun durumu").count() == 0
    host.get_by_role("link", name="Kutunun durumu").click()
    expect(host.get_by_role("heading", name="Kutu iyi")).to_be_visible()
    host.get_by_role("link", name="Tahtaya dön").click()
    expect(host.get_by_role("heading", name="1. el")).to_be_visible()


def test_a_hand_that_is_not_saved_is_marked_until_it_is(evening: Evening, opened: Open) -> None:
    evening.begin()
    evening.play_hand()
    page = opened("/eller")
    first = page.get_by_role("link", name="1. eli düzelt")
    second = page.get_by_role("link", name="2. eli düzelt, kaydedilmedi")
    evening.store.pragma("query_only=ON")
    evening.submit(port.NextHand())
    evening.play_hand()
    expect(second).to_contain_text("kaydedilmedi")
    expect(first).not_to_contain_text("kaydedilmedi")
    evening.store.pragma("query_only=OFF")
    expect(page.get_by_text("kaydedilmedi")).to_have_count(0, timeout=10_000)
    expect(page.get_by_role("link", name="2. eli düzelt")).to_be_visible()


def test_any_hand_is_corrected_in_three_taps(evening: Evening, opened: Open) -> None:
    evening.begin()
    evening.play_hand()
    page = opened("/eller", pin=True)
    page.get_by_role("link", name="1. eli düzelt").click()
    page.get_by_role("button", name="Oğuz, sağ üst köşe: Kız").click()
    page.locator("[data-key=KD][data-value=K]").click()
    expect(page.locator(".preview")).to_contain_text("Oğuz, toplam")
    expect(page.locator(".preview li .digits").last).to_have_text("−2")
    assert evening.score.seats[1].total == -1
    page.get_by_role("button", name="Düzelt", exact=True).click()
    expect(page.get_by_text("düzeltildi")).to_be_visible()
    assert evening.score.seats[1].total == -2


def test_a_hand_is_dropped_only_by_holding(evening: Evening, opened: Open) -> None:
    evening.begin()
    evening.play_hand()
    page = opened("/eller/1", pin=True)
    button = page.get_by_role("button", name="Bu el sayılmasın")
    button.click()
    page.wait_for_timeout(100)
    assert not evening.score.hands[0].void
    button.hover()
    page.mouse.down()
    page.wait_for_url("**/eller")
    page.mouse.up()
    assert evening.score.hands[0].void


def test_a_question_comes_over_any_page_and_is_answered(evening: Evening, opened: Open) -> None:
    evening.begin()
    evening.play_hand()
    page = opened("/ayarlar", pin=True)
    viewer = opened("/")
    assert evening.undo().ok
    expect(page.get_by_role("dialog")).to_contain_text("1. el yeniden yazılsın mı?")
    expect(viewer.locator(".sentence strong")).to_have_text("1. el yeniden yazılsın mı?")
    assert viewer.get_by_role("dialog").count() == 0
    answer = page.get_by_role("button", name="Bu haliyle yaz")
    box = answer.bounding_box()
    assert box is not None
    assert box["width"] > 300  # words get the whole width
    answer.click()
    expect(page.get_by_role("dialog")).to_have_count(0)
    expect(viewer.locator(".sentence strong")).to_have_text("1. el yazıldı")


def test_a_stale_tap_is_told_and_stays_until_read(evening: Evening, opened: Open) -> None:
    evening.begin()
    page = opened("/ayarlar", pin=True)
    page.route("**/live?seen=*", lambda route: route.abort())
    page.goto(page.url.replace("/ayarlar", "/"))
    expect(page.get_by_text("Bağlantı koptu, yeniden deneniyor.")).to_be_visible()
    evening.play_hand()
    page.locator("[data-place=M]").click()
    page.get_by_role("dialog").get_by_role("button", name="As").click()
    told = page.get_by_role("alert")
    expect(told).to_contain_text("Bu el az önce yazıldı, ekranınız yenilendi.")
    expect(page.locator(".sentence strong")).to_have_text("1. el yazıldı")
    page.wait_for_timeout(1500)
    expect(told).to_be_visible()


@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_the_board_fits_every_screen(evening: Evening, opened: Open, players: int) -> None:
    evening.begin(players=players)
    evening.say(centre="J", p0="KB D")
    page = opened("/")
    expect(page.locator(".sentence strong")).to_have_text("Sıra: Oğuz")
    for width, height in SCREENS:
        page.set_viewport_size({"width": width, "height": height})
        assert settles(page) == FITS, (width, height)


def test_every_target_is_large_enough_and_named(evening: Evening, opened: Open) -> None:
    evening.begin()
    evening.play_hand()
    page = opened("/", size=(320, 568), pin=True)
    home = page.url
    for path in ("", "eller", "eller/1", "basla", "ayarlar", "katil", "kurallar"):
        page.goto(home + path)
        page.wait_for_selector("#app > *")
        assert targets(page) == {"small": [], "unnamed": 0}, path


def test_a_correction_of_a_match_that_went_on_is_shown_anew_before_it_counts(
    evening: Evening, opened: Open
) -> None:
    evening.begin()
    evening.play_hand()
    page = opened("/eller/1", pin=True)
    page.get_by_role("button", name="Oğuz, sağ üst köşe: Kız").click()
    page.locator("[data-key=KD][data-value=K]").click()
    expect(page.locator(".preview li .digits").last).to_have_text("−2")
    assert evening.submit(port.NextHand(), source="button").ok
    confirm = page.get_by_role("button", name="Düzelt", exact=True)
    confirm.click()
    expect(page.get_by_role("alert")).to_contain_text("ekranınız yenilendi")
    assert evening.score.seats[1].total == -1
    page.get_by_role("button", name="Tamam").click()
    confirm.click()
    expect(page.get_by_text("düzeltildi")).to_be_visible()
    assert evening.score.seats[1].total == -2
