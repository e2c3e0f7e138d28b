"""What a page carries: the first paint, safe names, strict headers, addresses that work."""

import json
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from flask import Flask

from tests.web.conftest import HOME, Phone
from tests.web.table import Evening
from web.app import create_app
from web.config import WebConfig
from web.wire import NAME_LETTERS, tidy

Phones = Callable[..., Phone]
EVIL = ("</script><b>", '"><img src=x onerror=alert(1)>')


def block(page: str, name: str) -> dict[str, object]:
    found = re.search(rf'<script type="application/json" id="{name}">(.*?)</script>', page, re.S)
    assert found, name
    read = json.loads(found.group(1))
    assert isinstance(read, dict)
    return read


def test_without_a_match_the_board_leads_to_the_start(phone: Phones) -> None:
    answer = phone().get("/")
    assert answer.status_code == 302
    assert answer.location == "/basla"


def test_the_page_carries_the_snapshot_of_its_first_paint(evening: Evening, phone: Phones) -> None:
    evening.begin(players=3)
    evening.say(centre="K", p0="KB D")
    snapshot = block(phone().get("/").text, "snapshot")
    score = snapshot["score"]
    assert isinstance(score, dict)
    assert [seat["name"] for seat in score["seats"]] == ["Ayşe", "Oğuz", "İpek"]
    assert score["seats"][0]["pick"] == "KB"
    assert snapshot["version"] == evening.version
    assert json.loads(phone().get("/durum").data) == snapshot


def test_names_cannot_leave_their_place(evening: Evening, phone: Phones) -> None:
    evening.begin(names=EVIL)
    for path in ("/", "/eller", "/eller/1", "/basla", "/katil"):
        page = phone().get(path).text
        assert "<b>" not in page
        assert "<img src=x" not in page
        score = block(page, "snapshot")["score"]
        assert isinstance(score, dict)
        assert [seat["name"] for seat in score["seats"]] == list(EVIL)


def test_every_answer_is_strict_about_scripts(phone: Phones) -> None:
    answer = phone().get("/katil")
    policy = answer.headers["Content-Security-Policy"]
    assert "default-src 'none'" in policy
    assert "unsafe-inline" not in policy
    assert answer.headers["X-Content-Type-Options"] == "nosniff"
    assert answer.headers["Cache-Control"] == "no-store"
    page = answer.text
    for script in re.findall(r"<script[^>]*>", page):
        assert 'type="application/json"' in script or 'src="/static/' in script
    assert not re.search(r"\son\w+=|style=|javascript:", page)
    assert not re.search(r'(?:src|href)="(?:https?:)?//', page)


def test_everything_the_page_names_is_there_and_kept_for_ever(phone: Phones) -> None:
    viewer = phone()
    page = viewer.get("/katil").text
    named = set(re.findall(r'(?:src|href)="(/static/[^"]+)"', page))
    assert len(named) > 15
    for path in named:
        answer = viewer.get(path)
        assert answer.status_code == 200
        assert "max-age=31536000" in answer.headers["Cache-Control"]


@pytest.mark.parametrize(
    ("cookie", "lang", "said"), [("", "tr", "SİMÜLASYON"), ("en", "en", "SIM")]
)
def test_language_is_the_phones_choice(
    evening: Evening, phone: Phones, cookie: str, lang: str, said: str
) -> None:
    viewer = phone()
    viewer.client.set_cookie("dil", cookie, domain="192.168.1.20")
    page = viewer.get("/katil").text
    assert f'<html lang="{lang}"' in page
    assert said in page


def test_a_simulation_says_so_on_every_page(tmp_path: Path) -> None:
    evening = Evening(tmp_path / "staged", simulated=True)
    evening.begin()
    viewer = Phone(create_app(evening.referee, config=WebConfig(secret=b"s" * 32)).test_client())
    for path in ("/", "/basla", "/eller", "/eller/1", "/katil", "/ayarlar", "/kamera", "/nowhere"):
        assert '<p class="sim" id="sim">SİMÜLASYON' in viewer.get(path).text
    evening.close()


def test_the_qr_holds_the_numeric_address(evening: Evening) -> None:
    addresses = ("http://10.0.0.7:8013", "http://hakem.local:8013")
    config = WebConfig(secret=b"s" * 32, addresses=lambda: addresses)
    viewer = Phone(create_app(evening.referee, config=config).test_client())
    page = viewer.get("/katil").text
    assert json.dumps(list(addresses)) in page
    answer = viewer.get("/qr.svg")
    assert answer.mimetype == "image/svg+xml"
    assert b"<path" in answer.data


def test_a_missing_page_is_a_page_and_a_missing_thing_is_json(phone: Phones) -> None:
    page = phone().get("/nowhere")
    assert page.status_code == 404
    assert "Böyle bir sayfa yok." in page.text
    thing = phone().get("/nowhere", headers={"Accept": "application/json"})
    assert thing.json is not None
    assert thing.json["code"] == "SAYFA_YOK"


def test_a_defect_is_one_sentence_and_no_traceback(app: Flask, phone: Phones) -> None:
    def broken() -> str:
        raise RuntimeError("secret detail")

    app.add_url_rule("/broken", "broken", broken)
    app.testing = False
    answer = phone().get("/broken")
    assert answer.status_code == 500
    assert "Beklenmedik bir hata oldu" in answer.text
    assert "secret detail" not in answer.text


def test_a_hand_is_corrected_in_the_end_by_what_the_preview_said(
    evening: Evening, phone: Phones
) -> None:
    evening.begin()
    evening.play_hand()
    assert evening.score.hands[0].deltas == (3, -1)
    controller = phone(control=True)
    change = {"do": "set", "number": 1, "changes": {"KD": "K"}}
    seen = controller.post("/onizleme", change)
    assert seen.json is not None
    assert seen.json["changes"] == [
        {
            "seat": 1,
            "hand": 1,
            "delta_before": -1,
            "delta_after": -2,
            "total_before": -1,
            "total_after": -2,
        }
    ]
    assert evening.score.hands[0].deltas == (3, -1)
    assert controller.post("/komut", change).status_code == 200
    assert evening.score.hands[0].deltas == (3, -2)
    assert controller.post("/komut", {"do": "void", "number": 1}).status_code == 200
    assert evening.score.hands[0].void


def test_a_preview_of_no_hand_is_refused(evening: Evening, phone: Phones) -> None:
    evening.begin()
    answer = phone(control=True).post(
        "/onizleme", {"do": "set", "number": 9, "changes": {"KD": "K"}}
    )
    assert answer.status_code == 404
    assert answer.json is not None
    assert answer.json["sentence"] == "9. el yok. El listesine dönün."


def test_a_match_is_started_with_turkish_names_and_options(evening: Evening, phone: Phones) -> None:
    people = [
        {"name": "  Çağla\u202e \n Işıl ", "owner": "purple"},
        {"name": "İbrahim", "owner": "red"},
    ]
    body = {"do": "start", "game": "vale-avi", "players": people, "options": {"hedef": 21}}
    assert phone(control=True).post("/komut", body).status_code == 200
    assert [seat.name for seat in evening.score.seats] == ["Çağla Işıl", "İbrahim"]
    assert [seat.owner for seat in evening.score.seats] == ["purple", "red"]
    assert evening.score.target == 21
    wrong = {**body, "options": {"hedef": 0}}
    answer = phone(control=True).post("/komut", wrong)
    assert answer.status_code == 422
    assert evening.score.target == 21


def test_names_are_one_tidy_line() -> None:
    assert tidy("a\tb\x00c") == "a b c"
    assert len(tidy("ğ" * 200)) == NAME_LETTERS
    assert tidy(" \u200b ") == ""


def test_the_cookie_cannot_be_forged(evening: Evening, phone: Phones) -> None:
    other = create_app(evening.referee, config=WebConfig(secret=b"t" * 32))
    stranger = Phone(other.test_client())
    stranger.give_pin()
    cookie = stranger.client.get_cookie("hakem", domain="192.168.1.20")
    assert cookie is not None
    victim = phone()
    victim.client.set_cookie("hakem", cookie.value, domain="192.168.1.20")
    assert victim.get("/resim/live").status_code == 403
    assert HOME.startswith("http://192.168.1.20")


def test_the_game_named_at_the_start_is_offered_first(evening: Evening) -> None:
    config = WebConfig(secret=b"s" * 32, game="belote")
    page = Phone(create_app(evening.referee, config=config).test_client()).get("/basla").text
    assert page.index('"name": "belote"') < page.index('"name": "vale-avi"')
