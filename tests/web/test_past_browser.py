"""The past in a real browser: charts of all five games, the picture to share, statistics."""

import io
import struct
from pathlib import Path

import pytest
from PIL import Image
from playwright.sync_api import Page, expect

from tests.web.browser import FITS, Open, settles
from tests.web.past import PLAYED
from tests.web.table import Evening
from web import port

PICTURE_PX = (1080, 1350)
LIGHT = (245, 239, 224)
EVIL = ('👑 şampiyon "q" <b>\'', "مرحبا بك يا صديقي العزيز")


def overflow(page: Page) -> object:
    return page.evaluate("document.documentElement.scrollWidth - innerWidth")


def beside(page: Page) -> dict[str, str]:
    """What stands beside the chart: name and total."""
    page.wait_for_selector("score-chart .end")
    return {
        end.locator(".name").inner_text(): end.locator(".digits").inner_text()
        for end in page.locator("score-chart .end").all()
    }


@pytest.mark.parametrize("game", [game for game in PLAYED if game != "alman-whisti"])
def test_the_chart_of_every_game_ends_in_its_totals(
    evening: Evening, opened: Open, game: str
) -> None:
    PLAYED[game](evening)
    totals = {str(seat.total).replace("-", "−") for seat in evening.score.seats}
    for path in ("/eller", "/gecmis/1"):
        page = opened(path)
        assert set(beside(page).values()) == totals
        ink = page.evaluate(
            """() => {
              const canvas = document.querySelector('score-chart canvas');
              const { width, height } = canvas;
              const { data } = canvas.getContext('2d').getImageData(0, 0, width, height);
              return data.filter((value, at) => at % 4 === 3 && value).length / width;
            }"""
        )
        assert ink > 10
        assert overflow(page) == 0


def test_the_chart_follows_the_match_and_the_pointer(evening: Evening, opened: Open) -> None:
    PLAYED["uc-on-uc"](evening)
    page = opened("/eller")
    assert beside(page) == {"Ayşe": "0", "Oğuz": "66", "İpek": "220"}
    box = page.locator("score-chart .u-over").bounding_box()
    assert box is not None
    page.mouse.move(box["x"] + box["width"] * 5 / 11, box["y"] + 30)
    assert beside(page) == {"Ayşe": "0", "Oğuz": "15", "İpek": "100"}
    page.mouse.move(2, 2)
    assert beside(page)["İpek"] == "220"


def test_a_correction_is_in_the_chart_at_once(evening: Evening, opened: Open) -> None:
    PLAYED["blof"](evening)
    page = opened("/eller")
    assert beside(page)["İpek"] == "27"
    done = evening.submit(port.SetFact(number=1, changes={"left:2": "20"}))
    assert done.ok
    expect(page.locator("score-chart .end .digits", has_text="30")).to_be_visible()


def test_only_pages_with_a_chart_load_the_library(evening: Evening, opened: Open) -> None:
    PLAYED["vale-avi"](evening)
    page = opened("/")
    named = page.evaluate("performance.getEntriesByType('resource').map((one) => one.name)")
    assert len(named) > 20
    assert not [name for name in named if "uplot" in name or "/archive" in name]


def drawn(page: Page) -> bytes:
    page.get_by_role("button", name="Sonucun resmi").click()
    expect(page.locator("#drawn img")).to_be_visible()
    with page.expect_download() as coming:
        page.get_by_role("link", name="Kaydet").click()
    name = coming.value.suggested_filename
    assert name.startswith("hakem-")
    assert name.endswith(".png")
    return Path(coming.value.path()).read_bytes()


def banner(picture: bytes) -> object:
    """What a corner of the picture is painted with: across the top of a staged one it says so."""
    with Image.open(io.BytesIO(picture)) as image:
        return image.convert("RGB").getpixel((8, 8))


def test_the_picture_to_share_is_a_png_of_the_result(evening: Evening, opened: Open) -> None:
    PLAYED["vale-avi"](evening)
    picture = drawn(opened("/gecmis/1"))
    assert picture.startswith(b"\x89PNG")
    assert struct.unpack(">II", picture[16:24]) == PICTURE_PX
    assert 20_000 < len(picture) < 400_000


def test_odd_names_are_shown_and_nothing_runs_or_overflows(evening: Evening, opened: Open) -> None:
    evening.begin(names=EVIL)
    evening.play_hand()
    for path in ("/gecmis", "/gecmis/1", "/eller"):
        page = opened(path, size=(320, 568))
        expect(page.locator("#app")).to_contain_text(EVIL[1] if path != "/eller" else "1")
        assert overflow(page) == 0, path
    page = opened("/gecmis/1", size=(320, 568))
    assert drawn(page).startswith(b"\x89PNG")
    assert page.locator("#app b", has_text="q").count() == 0


def test_the_statistics_lead_to_the_best_hand(evening: Evening, opened: Open) -> None:
    for play in PLAYED.values():
        play(evening)
    page = opened("/istatistik", size=(320, 568))
    first = page.locator(".season").first.locator("tbody tr").first
    expect(first).to_contain_text("Ayşe")
    expect(first).to_contain_text("%100")
    assert overflow(page) == 0
    page.locator("section", has=page.get_by_role("heading", name="13: Vale Avı")).get_by_role(
        "link"
    ).first.click()
    expect(page.get_by_role("heading", name="13: Vale Avı")).to_be_visible()


def test_staged_matches_say_so_and_stand_apart(
    tmp_path: Path, evening: Evening, opened: Open
) -> None:
    staged = Evening(tmp_path / "simulasyon", simulated=True)
    PLAYED["vale-avi"](staged)
    staged.close()
    PLAYED["blof"](evening)
    page = opened("/gecmis")
    expect(page.locator(".matchrow")).to_have_count(1)
    expect(page.locator(".matchrow")).to_contain_text("Blöf")
    page.get_by_role("link", name="Simülasyon").click()
    expect(page.locator(".matchrow")).to_contain_text("13: Vale Avı")
    expect(page.locator(".staged")).to_contain_text("SİMÜLASYON")
    page.get_by_role("link", name="İstatistik").click()
    expect(page.locator(".staged")).to_contain_text("SİMÜLASYON")
    page.goto(page.url.replace("/istatistik?masa=simulasyon", "/gecmis/s1"))
    expect(page.locator(".staged")).to_contain_text("SİMÜLASYON")
    assert banner(drawn(page)) == LIGHT
    page.goto(page.url.replace("/gecmis/s1", "/gecmis/1"))
    assert banner(drawn(page)) != LIGHT


def test_an_evening_without_a_past_is_told(opened: Open) -> None:
    for path in ("/gecmis", "/istatistik", "/sonuc"):
        expect(opened(path).locator(".empty")).to_contain_text("Henüz biten maç yok.")


def test_the_board_is_one_tap_from_the_result(evening: Evening, opened: Open) -> None:
    PLAYED["vale-avi"](evening)
    page = opened("/eller")
    expect(page.get_by_role("link", name="Sonuç ve resim")).to_be_visible()
    page = opened("/", pin=True, size=(320, 568))
    assert settles(page) == FITS
    page.get_by_role("link", name="Sonuç", exact=True).click()
    rows = page.locator(".standing")
    expect(rows).to_have_count(2)
    expect(rows.first).to_contain_text("kazandı")
    page.get_by_role("link", name="Geri").click()
    expect(page.locator(".matchrow")).to_have_count(1)
