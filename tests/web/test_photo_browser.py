"""A photo, or the camera's own picture, where people would otherwise tap: seats before a match, a
table of Vale Avı, a hand of Üç On Üç. Looked over before anything is written."""

import io
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from PIL import Image
from playwright.sync_api import Page, Route, expect

from device.eyes import EyesSpec
from device.glance import PhotoReader
from rules.games import GAMES
from tests.web.browser import Open, targets
from tests.web.serving import address_of, serving
from tests.web.staged import seats_jpeg
from tests.web.table import Evening
from web.app import create_app
from web.config import WebConfig
from web.photo import Seen, SeenCard, SeenPawn, Unreadable


class Reader:
    """Tells what the test laid down; the networks have tests of their own."""

    def __init__(self) -> None:
        self.seen: Seen | str = Seen()
        self.photos: list[bytes] = []

    def __call__(self, photo: bytes, *, fanned: bool) -> Seen:
        self.photos.append(photo)
        if isinstance(self.seen, str):
            raise Unreadable(self.seen)
        return self.seen


@pytest.fixture
def reader() -> Reader:
    return Reader()


@pytest.fixture
def address(evening: Evening, reader: Reader) -> Iterator[str]:
    app = create_app(evening.referee, config=WebConfig(secret=b"s" * 32, read_photo=reader))
    with serving(app) as server:
        yield address_of(server)


def picture(folder: Path, size: tuple[int, int] = (640, 480), *, turned: bool = False) -> Path:
    """A file as a phone keeps it."""
    made = Image.new("RGB", size, "#2a6b58")
    exif = made.getexif()
    if turned:
        exif[0x0112] = 6
    path = folder / "foto.jpg"
    made.save(path, "JPEG", exif=exif)
    return path


def send(page: Page, purpose: str, path: Path) -> None:
    page.locator(f"input[data-photo={purpose}]").first.set_input_files(path)


def expect_owners(page: Page, *owners: str) -> None:
    pawns = page.locator(".people [data-do=pawns]")
    expect(pawns).to_have_count(len(owners))
    for chair, owner in enumerate(owners):
        expect(pawns.nth(chair)).to_have_accessible_name(re.compile(f": {owner}$"))


FOUR = Seen(
    pawns=(
        SeenPawn(at=(0.5, 0.9), owner="purple", side="D"),
        SeenPawn(at=(0.1, 0.5), owner="blue", side="D"),
        SeenPawn(at=(0.5, 0.1), owner="yellow", side="T"),
        SeenPawn(at=(0.9, 0.5), owner="red", side="D"),
        SeenPawn(at=(0.7, 0.7)),
    ),
    round=("purple", "blue", "yellow", "red"),
)


def test_seats_are_read_from_pawns_turned_round_and_dragged_right(
    opened: Open, reader: Reader, tmp_path: Path, evening: Evening
) -> None:
    reader.seen = FOUR
    page = opened("/basla", pin=True)
    page.get_by_label("1. oyuncunun adı").fill("Ayşe")  # red
    page.get_by_label("2. oyuncunun adı").fill("Oğuz")  # blue
    send(page, "seats", picture(tmp_path))
    dialog = page.get_by_role("dialog")
    expect(dialog.locator(".seats li")).to_have_count(4)
    assert [text.split("\n")[-1] for text in dialog.locator(".seats li").all_inner_texts()] == [
        "Mor hilal",
        "Oğuz",
        "Sarı kare",
        "Ayşe",
    ]
    expect(dialog).to_contain_text("Okunamayan piyon: 1")
    assert targets(page) == {"small": [], "unnamed": 0}
    dialog.get_by_role("button", name="Öbür yöne").click()
    expect(dialog.locator(".seats li").nth(1)).to_contain_text("Ayşe")
    dialog.get_by_role("button", name="Böyle otursunlar").click()
    expect(dialog).to_have_count(0)
    expect_owners(page, "Mor hilal", "Kırmızı daire", "Sarı kare", "Mavi yıldız")
    expect(page.locator(".people input").nth(1)).to_have_value("Ayşe")
    for number, name in ((1, "Mor"), (3, "Sarı")):
        page.get_by_label(f"{number}. oyuncunun adı").fill(name)
    page.locator(".grip").nth(3).press("ArrowUp")
    expect(page.locator(".people input").nth(2)).to_have_value("Oğuz")
    page.get_by_role("button", name="Maçı başlat").click()
    expect(page.get_by_role("heading", name="1. el")).to_be_visible()
    assert [seat.owner for seat in evening.score.seats] == ["purple", "red", "blue", "yellow"]


def test_belote_sits_the_other_way_round_by_itself(
    opened: Open, reader: Reader, tmp_path: Path
) -> None:
    reader.seen = FOUR
    page = opened("/basla", pin=True)
    page.locator("[data-game=belote]").click()
    send(page, "seats", picture(tmp_path))
    rows = page.get_by_role("dialog").locator(".seats .name")
    expect(rows).to_have_text(["Mor hilal", "Kırmızı daire", "Sarı kare", "Mavi yıldız"])


def test_a_table_of_vale_avi_is_written_as_the_photo_shows_it(
    opened: Open, reader: Reader, tmp_path: Path, evening: Evening
) -> None:
    evening.begin(players=2)
    reader.seen = Seen(
        cards=(
            SeenCard(at=(0.5, 0.5), card="KD", rank="K", place="M"),
            SeenCard(at=(0.2, 0.2), card="AS", rank="A", place="KB"),
            SeenCard(at=(0.8, 0.2), back=True, place="KD"),
            SeenCard(at=(0.2, 0.8), card="7C", rank="7", place="GB"),
            SeenCard(at=(0.8, 0.8), place="GD"),
        ),
        pawns=(
            SeenPawn(at=(0.2, 0.25), owner="red", side="D", place="KB"),
            SeenPawn(at=(0.8, 0.25), owner="blue", side="T", place="KD"),
            SeenPawn(at=(0.9, 0.5), owner="pink", side="T", place="KD"),  # nobody's here
        ),
    )
    page = opened("/", pin=True)
    page.locator("[data-do=place]").first.click()
    send(page, "table", picture(tmp_path))
    dialog = page.get_by_role("dialog")
    rows = dialog.locator("dl.read dd")
    expect(rows).to_have_text(
        ["Kral", "As", "kapalı", "okunmadı", "okunmadı", "sol üst köşe, düz", "sağ üst köşe, ters"]
    )
    dialog.get_by_role("button", name="Resmi çevir").click()
    expect(rows.nth(2)).to_have_text("As")  # a quarter to the right
    for place in (4, 3, 1):
        dialog.get_by_role("button", name="Resmi çevir").click()
        expect(rows.nth(place)).to_have_text("As")
    dialog.get_by_role("button", name="Böyle yaz").click()
    expect(dialog).to_have_count(0)
    assert [(seat.pick, seat.side) for seat in evening.score.seats] == [("KB", "D"), ("KD", "T")]
    places = {place.name: place.rank for place in evening.score.places}
    assert (places["M"], places["KB"]) == ("K", "A")


def test_a_hand_of_remi_fills_its_sheet_and_the_rest_is_tapped(
    opened: Open, reader: Reader, tmp_path: Path, evening: Evening
) -> None:
    evening.begin(game="uc-on-uc", players=3)
    reader.seen = Seen(
        cards=(
            SeenCard(at=(0.2, 0.5), card="5H", rank="5"),
            SeenCard(at=(0.5, 0.5), card="TS", rank="T"),
            SeenCard(at=(0.8, 0.5), rank="9"),
        )
    )
    page = opened("/", pin=True)
    page.locator("[data-do=entry]").first.click()
    dialog = page.get_by_role("dialog")
    dialog.locator("[data-do=pick][data-key=seat][data-value='1']").click()
    send(page, "hand", picture(tmp_path))
    expect(dialog).to_contain_text("2 kart okundu. 1 kart okunamadı, dokunup ekleyin.")
    expect(dialog.locator(".picked strong")).to_have_text("5♥︎ 10♠︎")
    dialog.get_by_role("button", name="9♠").click()
    expect(dialog.locator(".picked")).to_contain_text("3 / 3")


def test_a_players_phone_reads_its_own_hand(
    opened: Open, reader: Reader, tmp_path: Path, evening: Evening
) -> None:
    evening.begin(game="uc-on-uc", players=3)
    cards = ("4H", "5S", "6D")
    reader.seen = Seen(cards=tuple(SeenCard(at=(0.5, 0.5), card=card) for card in cards))
    page = opened("/")
    page.get_by_role("button", name="Bu telefon kimin?").click()
    page.get_by_role("dialog").get_by_role("button", name="Oğuz").click()
    page.get_by_role("button", name="Kartlarımı yaz").click()
    send(page, "hand", picture(tmp_path))
    expect(page.get_by_role("dialog").locator(".picked")).to_contain_text("3 / 3")


@pytest.mark.parametrize(
    ("seen", "told"),
    [
        (Seen(), "Kart görünmüyor"),
        (Seen(advice=("MASA_KARANLIK",)), "Masa karanlık"),
        (Seen(cards=(SeenCard(at=(0.5, 0.5), card="KD"),)), "dört köşe"),
        ("FOTO_MESGUL", "Başka bir fotoğraf okunuyor"),
        ("FOTO_OKUNAMADI", "okunamadı"),
    ],
)
def test_a_bad_photo_says_what_to_do_and_writes_nothing(
    opened: Open,
    reader: Reader,
    tmp_path: Path,
    evening: Evening,
    seen: Seen | str,
    told: str,
) -> None:
    evening.begin()
    before = evening.version
    reader.seen = seen
    page = opened("/", pin=True)
    page.locator("[data-do=place]").first.click()
    send(page, "table", picture(tmp_path))
    expect(page.get_by_role("dialog")).to_contain_text(told)
    expect(page.get_by_role("button", name="Böyle yaz")).to_have_count(0)
    assert evening.version == before


def test_what_is_no_photo_never_leaves_the_phone(
    opened: Open, reader: Reader, tmp_path: Path, evening: Evening
) -> None:
    evening.begin()
    page = opened("/", pin=True)
    page.locator("[data-do=place]").first.click()
    text = tmp_path / "liste.jpg"
    text.write_text("ekmek, süt")
    send(page, "table", text)
    expect(page.get_by_role("alert").filter(has_text="açılamadı")).to_be_visible()
    assert reader.photos == []


def test_a_large_photo_travels_small_and_upright(
    opened: Open, reader: Reader, tmp_path: Path, evening: Evening
) -> None:
    evening.begin()
    page = opened("/", pin=True)
    page.locator("[data-do=place]").first.click()
    send(page, "table", picture(tmp_path, (6000, 4000), turned=True))  # 24 megapixels
    expect(page.get_by_role("dialog")).to_contain_text("Kart görünmüyor", timeout=20_000)
    (sent,) = reader.photos
    assert len(sent) < 1_500_000
    with Image.open(io.BytesIO(sent)) as arrived:
        assert max(arrived.size) == 2000
        assert arrived.width < arrived.height
        assert not arrived.getexif()


def test_closed_while_it_is_read_nothing_comes_of_it(
    opened: Open, tmp_path: Path, evening: Evening
) -> None:
    evening.begin()
    page = opened("/", pin=True)
    held: list[Route] = []
    page.route("**/foto", lambda route: held.append(route))
    page.locator("[data-do=place]").first.click()
    with page.expect_request("**/foto"):
        send(page, "table", picture(tmp_path))
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_have_count(0)
    with page.expect_response("**/foto"):
        held[0].continue_()
    page.locator("[data-do=menu]").click()
    expect(page.get_by_role("dialog", name="Menü")).to_be_visible()


class TestStaged:
    """A simulation: the camera's picture is rendered, the shipped networks read it."""

    @pytest.fixture
    def reader(self) -> Iterator[PhotoReader]:
        game = GAMES["vale-avi"]
        made = PhotoReader(EyesSpec(cameras=(), layout=game.layout(game.options({})), threads=1))
        yield made
        made.close()

    def test_the_camera_reads_who_sits_where(self, opened: Open, evening: Evening) -> None:
        evening.ring(state="searching", jpeg=seats_jpeg(tilt_deg=8.0))
        page = opened("/basla", pin=True)
        page.get_by_role("button", name="Kameradan").click()
        dialog = page.get_by_role("dialog")
        rows = dialog.locator(".seats .name")
        expect(rows).to_have_text(["Sarı kare", "Kırmızı daire", "Turkuaz üçgen"], timeout=90_000)
        dialog.get_by_role("button", name="Böyle otursunlar").click()
        expect_owners(page, "Sarı kare", "Kırmızı daire", "Turkuaz üçgen")
