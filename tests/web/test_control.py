"""Who may do what, and what every refusal looks like."""

from collections.abc import Callable
from http import HTTPStatus

import pytest
from flask import Flask

from tests.web.conftest import HandClock, Phone
from tests.web.table import PICTURE, Evening
from web.answers import receipt_answer
from web.guard import FIRST_WAIT_S, FREE_TRIES, LONGEST_WAIT_S
from web.port import Receipt

Phones = Callable[..., Phone]
PAGES = ("/", "/basla", "/eller", "/eller/1", "/katil", "/ayarlar", "/kamera")


def test_anyone_may_look_and_nobody_may_touch_without_the_pin(
    evening: Evening, phone: Phones
) -> None:
    evening.begin()
    viewer = phone()
    for page in PAGES:
        assert viewer.get(page).status_code == 200
    seq = evening.score.seq
    for body in ({"do": "next"}, {"do": "undo"}, {"do": "set", "changes": {"centre": "K"}}):
        answer = viewer.post("/komut", body)
        assert answer.status_code == HTTPStatus.FORBIDDEN
        assert answer.json == {
            "ok": False,
            "code": "PIN_GEREKLI",
            "sentence": "Yalnız izliyorsunuz. Yönetmek için PIN girin.",
            "version": 0,
        }
    assert viewer.post("/onizleme", {"do": "void", "number": 1}).status_code == 403
    assert viewer.get("/resim/live").status_code == 403
    assert evening.score.seq == seq


def test_with_the_pin_a_phone_runs_the_match_and_is_remembered(
    evening: Evening, phone: Phones
) -> None:
    evening.begin()
    answer = phone().give_pin()
    cookie = answer.headers["Set-Cookie"]
    assert "HttpOnly" in cookie
    assert "SameSite=Lax" in cookie
    assert "Expires" in cookie
    controller = phone(control=True)
    body = {"do": "set", "seen": evening.score.seq, "changes": {"centre": "K"}}
    answer = controller.post("/komut", body)
    assert answer.json == {"ok": True, "version": evening.version}
    assert evening.score.places[0].rank == "K"
    controller.post("/pin/birak", {})
    assert controller.post("/komut", {"do": "undo"}).status_code == 403


@pytest.mark.parametrize(
    "headers",
    [
        {"X-Hakem-Token": ""},
        {"X-Hakem-Token": "guessed"},
        {"Origin": "http://evil.example"},
        {"Origin": ""},
        {"Origin": "null"},
        {"Origin": "", "Sec-Fetch-Site": "cross-site"},
    ],
)
def test_a_strangers_page_cannot_send_commands(
    evening: Evening, phone: Phones, headers: dict[str, str]
) -> None:
    evening.begin()
    answer = phone(control=True).post("/komut", {"do": "undo"}, headers)
    assert answer.status_code == 403
    assert answer.json is not None
    assert answer.json["code"] == "YABANCI_SAYFA"


def test_a_name_of_the_internet_that_points_here_is_refused(app: object, phone: Phones) -> None:
    controller = phone(control=True)
    answer = controller.client.post(
        "/komut",
        data=b'{"do":"undo"}',
        content_type="application/json",
        base_url="http://rebound.example.com",
        headers={"Origin": "http://rebound.example.com", "X-Hakem-Token": controller.token()},
    )
    assert answer.status_code == 403
    assert answer.json is not None
    assert answer.json["code"] == "YABANCI_AD"


def test_an_old_browser_without_origin_may_say_same_origin(evening: Evening, phone: Phones) -> None:
    evening.begin()
    headers = {"Origin": "", "Sec-Fetch-Site": "same-origin"}
    answer = phone(control=True).post("/komut", {"do": "set", "changes": {"centre": "A"}}, headers)
    assert answer.status_code == 200


def test_a_command_never_comes_by_get(phone: Phones) -> None:
    for path in ("/komut", "/onizleme", "/pin", "/pin/birak"):
        assert phone(control=True).get(path).status_code == 405


def test_guessing_the_pin_slows_down_for_one_address_only(phone: Phones, clock: HandClock) -> None:
    guesser = phone(address="192.168.1.66")
    for _ in range(FREE_TRIES):
        assert guesser.give_pin("0000").status_code == 403
    answer = guesser.give_pin("0000")
    assert answer.status_code == 429
    assert answer.json is not None
    assert answer.json["sentence"] == "Çok deneme oldu. 15 saniye sonra yeniden deneyin."
    assert guesser.give_pin().status_code == 429  # even the right one has to wait
    assert phone(address="192.168.1.67").give_pin().status_code == 204
    clock.at_s += FIRST_WAIT_S
    assert guesser.give_pin("0000").status_code == 403
    clock.at_s += FIRST_WAIT_S
    assert guesser.give_pin().status_code == 429  # the second wait is twice as long
    clock.at_s += FIRST_WAIT_S
    assert guesser.give_pin().status_code == 204


def test_many_addresses_together_slow_down_too(phone: Phones, clock: HandClock) -> None:
    for number in range(30):
        phone(address=f"10.0.0.{number}").give_pin("0000")
    assert phone(address="10.0.1.1").give_pin().status_code == 429
    clock.at_s += LONGEST_WAIT_S
    assert phone(address="10.0.1.1").give_pin().status_code == 204


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"not json",
        b"[]",
        b'{"do":"fly"}',
        b'{"do":"next","extra":1}',
        b'{"do":"set","changes":{}}',
        b'{"do":"set","changes":{"KB":7}}',
        b'{"do":"set","number":0,"changes":{"KB":"A"}}',
        b'{"do":"next","seen":-1}',
        b'{"do":"start","game":"vale-avi","players":[]}',
        b'{"do":"start","game":"vale-avi","players":[{"name":"A","owner":"green"}]}',
        b'{"do":"answer","question":"q"}',
        "\ud800".encode("utf-8", "surrogatepass"),
    ],
)
def test_a_malformed_request_is_400_with_one_sentence(phone: Phones, body: bytes) -> None:
    answer = phone(control=True).post("/komut", body)
    assert answer.status_code == 400
    assert answer.json is not None
    assert answer.json["sentence"] == "İstek anlaşılamadı. Sayfayı yenileyip yeniden deneyin."


def test_a_stale_phone_is_told_so_and_nothing_happens(evening: Evening, phone: Phones) -> None:
    evening.begin()
    old = evening.score.seq
    evening.play_hand()
    now = evening.score.seq
    answer = phone(control=True).post("/komut", {"do": "undo", "seen": old})
    assert answer.status_code == 409
    assert answer.json is not None
    assert answer.json["code"] == "STALE"
    assert answer.json["sentence"] == "Bu el az önce yazıldı, ekranınız yenilendi."
    assert evening.score.seq == now


@pytest.mark.parametrize(
    ("code", "status"),
    [("STORAGE_FULL", 503), ("STORAGE_UNWRITABLE", 503), ("BUSY", 503), ("INTERNAL", 500)],
)
def test_what_the_referee_cannot_do_has_a_status_and_words(
    app: Flask, code: str, status: int
) -> None:
    with app.test_request_context("/"):
        answer = receipt_answer(Receipt(ok=False, code=code))
    assert answer.status_code == status
    assert answer.json is not None
    assert answer.json["sentence"] not in ("", code)


def test_a_full_disk_is_said_kindly_and_the_match_goes_on(evening: Evening, phone: Phones) -> None:
    evening.begin()
    evening.say(centre="K")
    evening.store.pragma(f"max_page_count={evening.store.pragma('page_count')}")
    controller = phone(control=True)
    for n in range(200):  # until the last free page is used up
        rank = "AKQJ"[n % 4]
        answer = controller.post("/komut", {"do": "set", "changes": {"centre": rank}})
        assert answer.status_code == 200
        assert evening.score.places[0].rank == rank
        if evening.referee.snapshot().unsaved:
            break
    assert evening.referee.snapshot().unsaved == (1,)
    assert "STORAGE_FULL" in phone().get("/").get_data(as_text=True)  # a viewer is told too


def test_the_rules_refusals_come_in_words_and_in_the_phones_language(
    evening: Evening, phone: Phones
) -> None:
    controller = phone(control=True)
    assert controller.post("/komut", {"do": "next"}).status_code == 409
    evening.begin()
    answer = controller.post("/komut", {"do": "set", "changes": {"KB": "Z"}})
    assert answer.status_code == 422
    controller.client.set_cookie("dil", "en", domain="192.168.1.20")
    answer = controller.post("/komut", {"do": "next"})
    assert answer.status_code == 409
    assert answer.json is not None
    assert answer.json["sentence"].startswith("Card not read: centre.")


def test_pictures_need_the_pin_and_a_harmless_name(evening: Evening, phone: Phones) -> None:
    evening.begin()
    evening.play_hand()
    controller = phone(control=True)
    answer = controller.get("/resim/m1-h-1")
    assert answer.data == PICTURE
    assert answer.headers["Cache-Control"].startswith("private")
    for name in ("..%2f..%2fetc%2fpasswd", "no-such", ".hidden", "a..b"):
        assert controller.get(f"/resim/{name}").status_code == 404


def test_the_newest_picture_is_taken_at_a_bounded_rate(
    evening: Evening, phone: Phones, clock: HandClock
) -> None:
    controller = phone(control=True)
    for _ in range(20):
        answer = controller.get("/resim/live")
        assert answer.data == PICTURE
    assert answer.headers["Cache-Control"] == "no-store"
    assert evening.live_pictures == 1
    clock.at_s += 1.0
    controller.get("/resim/live")
    assert evening.live_pictures == 2
