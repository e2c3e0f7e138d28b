"""Whose phone is whose, and what the server lets each of them say."""

from collections.abc import Callable
from dataclasses import fields, is_dataclass
from http import HTTPStatus
from typing import Any

import pytest
from flask import Flask

from rules.games import GAMES
from rules.moves import MOVES
from tests.web.conftest import HOME, Phone
from tests.web.table import PIN, Evening
from web import port
from web.app import create_app
from web.config import WebConfig
from web.people import People
from web.roles import SPOKEN

Phones = Callable[..., Phone]


@pytest.fixture
def blof(evening: Evening) -> Evening:
    """Everybody may call within the window, which stays open."""
    evening.begin(game="blof", players=3, itiraz="herkes", sure_sn=10, erken_kapat=True)
    return evening


def be(phone: Phone, name: str, *, take: bool = False) -> int:
    return phone.post("/koltuk", {"name": name, "take": take}).status_code


def code(answer: Any) -> str:
    assert answer.json is not None
    return str(answer.json["code"])


def tap(evening: Evening, label: str, seat: int) -> dict[str, Any]:
    """The button of that kind that speaks for a seat, as a phone sends it."""
    found = (t for t in evening.score.taps if (t.label.code, t.seat) == (label, seat))
    action = dict(next(found).action)
    return {"do": "tap", "seen": evening.score.seq, "action": action}


def opener(evening: Evening) -> int:
    return next(seat.seat for seat in evening.score.seats if seat.turn)


def phones(evening: Evening, phone: Phone) -> dict[str, str]:
    answer = phone.get("/durum").json
    assert answer is not None
    return dict(answer["phones"])


def test_a_players_phone_speaks_for_its_seat_alone(blof: Evening, phone: Phones) -> None:
    seat = opener(blof)
    names = [one.name for one in blof.score.seats]
    mine, other = phone(), phone()
    assert be(mine, names[seat]) == be(other, names[(seat + 1) % 3]) == HTTPStatus.NO_CONTENT
    opening = tap(blof, "AC", seat)
    refused = other.post("/komut", opening)
    assert refused.status_code == HTTPStatus.FORBIDDEN
    assert code(refused) == "YALNIZ_KENDI"
    assert names[(seat + 1) % 3] in refused.json["sentence"]
    assert mine.post("/komut", opening).status_code == HTTPStatus.OK
    call = tap(blof, "BLOF", (seat + 1) % 3)
    assert mine.post("/komut", call).status_code == HTTPStatus.FORBIDDEN
    assert other.post("/komut", call).status_code == HTTPStatus.OK
    assert blof.score.questions[0].ask.code == "ACILAN_DOGRU"


@pytest.mark.parametrize(
    "body",
    [
        {"do": "next"},
        {"do": "undo"},
        {"do": "lock"},
        {"do": "void"},
        {"do": "set", "number": None, "changes": {"left:0": "3"}},
        {"do": "set", "number": 1, "changes": {"left:0": "3"}},
        {"do": "answer", "question": "ACILAN_DOGRU:1:1", "answer": "YALAN"},
        {"do": "start", "game": "blof", "players": [{"name": "A", "owner": "red"}]},
        {"do": "tap", "action": {"do": "Next"}},
        {"do": "tap", "action": {"do": "Shown", "cards": ["?"]}},
        {"do": "tap", "action": {"do": "TakeOver", "seat": 0, "name": "Kaan"}},
        {"do": "tap", "action": {"do": "Leave", "seat": 0}},
        {"do": "tap", "action": {"do": "Penalise", "seat": 0, "fault": "RENONS"}},
        {"do": "tap", "action": {"do": "Fix", "facts": []}},
        {"do": "tap", "action": {"do": "Pass", "seat": True}},
        {"do": "tap", "action": {"do": ["Pass"], "seat": 0}},
        {"do": "tap", "action": {"do": "Pass"}},
    ],
)
def test_a_player_neither_corrects_nor_goes_on(
    blof: Evening, phone: Phones, body: dict[str, Any]
) -> None:
    player, seq = phone(), blof.score.seq
    be(player, "Oğuz" if body["do"] == "tap" and body["action"].get("seat") is True else "Ayşe")
    answer = player.post("/komut", body)
    assert answer.status_code == HTTPStatus.FORBIDDEN
    assert code(answer) in ("YONETEN_YAPAR", "YALNIZ_KENDI")
    assert player.post("/onizleme", {"do": "void", "number": 1}).status_code == HTTPStatus.FORBIDDEN
    assert player.get("/resim/live").status_code == HTTPStatus.FORBIDDEN
    assert blof.score.seq == seq


def test_every_seated_action_is_either_a_players_or_a_hosts() -> None:
    hosts = {"Penalise", *(move.__name__ for move in MOVES)}
    camera = {"Place", "Lift", "See", "Doubt", "Moved", "Draw"}  # or a table that sees all
    for game in (GAMES[name] for name in GAMES):
        for name, kind in game.actions.items():
            assert is_dataclass(kind)
            seated = "seat" in {field.name for field in fields(kind)}
            assert not seated or name in SPOKEN | hosts | camera, (game.info.name, name)
            assert seated or name not in SPOKEN, (game.info.name, name)
    assert not SPOKEN & hosts


def test_two_phones_of_one_seat_are_asked_and_told(blof: Evening, phone: Phones) -> None:
    first, second = phone(), phone()
    assert be(first, "Ayşe") == HTTPStatus.NO_CONTENT
    assert be(second, "Ayşe") == HTTPStatus.CONFLICT
    assert phones(blof, second)["Ayşe"] == phones(blof, first)["Ayşe"]
    assert be(second, "Ayşe", take=True) == HTTPStatus.NO_CONTENT
    body = {"do": "tap", "action": {"do": "Pass", "seat": 0}}
    told = first.post("/komut", body)
    assert told.status_code == HTTPStatus.FORBIDDEN
    assert code(told) == "TELEFON_GECTI"
    assert told.json["sentence"] == "Ayşe artık başka bir telefonda."
    assert second.post("/koltuk/birak", {}).status_code == HTTPStatus.NO_CONTENT
    assert code(second.post("/komut", body)) == "PIN_GEREKLI"
    assert list(phones(blof, first)) == ["Ayşe"]  # back with the phone that had it before
    assert be(second, "Ayşe") == HTTPStatus.CONFLICT


def test_a_seat_is_changed_given_back_and_must_exist(blof: Evening, phone: Phones) -> None:
    player = phone()
    assert be(player, "Ayşe") == be(player, "Oğuz") == HTTPStatus.NO_CONTENT
    assert list(phones(blof, player)) == ["Oğuz"]
    assert be(player, "Kaan") == HTTPStatus.NOT_FOUND
    player.post("/koltuk/birak", {})
    assert phones(blof, player) == {}


def test_the_seat_outlives_a_match_and_a_restart(blof: Evening, phone: Phones) -> None:
    mine = phone()
    be(mine, "İpek")
    names = ("İpek", "Ayşe", "Oğuz")
    blof.begin(game="blof", players=3, names=names)
    assert list(phones(blof, mine)) == ["İpek"]
    again = create_app(blof.referee, config=WebConfig(secret=b"s" * 32))
    back = Phone(again.test_client(), mine.address)
    cookie = mine.client.get_cookie("hakem", domain="192.168.1.20")
    assert cookie is not None
    back.client.set_cookie("hakem", cookie.value, domain="192.168.1.20")
    assert list(phones(blof, back)) == ["İpek"]
    taken = Phone(again.test_client())
    assert be(taken, "İpek") == HTTPStatus.CONFLICT


def test_of_two_remembered_phones_the_one_that_came_last_has_the_seat() -> None:
    at_s = iter((10.0, 20.0, 30.0))
    before = People(now_s=lambda: next(at_s))
    old = before.claim("Ayşe", "a", take=False)
    new = before.claim("Ayşe", "b", take=True)
    assert (old, new) == (10.0, 20.0)
    after = People(now_s=lambda: next(at_s))
    assert after.recall("Ayşe", "a", 10.0)
    assert after.recall("Ayşe", "b", 20.0)
    assert not after.recall("Ayşe", "a", 10.0)
    after.leave("b")
    assert not after.recall("Ayşe", "b", 20.0), "an old cookie does not undo giving it back"


def test_in_vale_avi_a_player_says_where_the_own_pawn_stands_once(
    evening: Evening, phone: Phones
) -> None:
    evening.begin()
    evening.say(centre="K")
    player = phone()
    be(player, "Ayşe")

    def put(**changes: str) -> int:
        facts = {key.replace("_", ":"): value for key, value in changes.items()}
        return player.post("/komut", {"do": "set", "changes": facts}).status_code

    assert put(pick_1="KB D") == put(KB="A") == put(pick_0="KB D", KB="A") == HTTPStatus.FORBIDDEN
    assert put(pick_0="KB D") == HTTPStatus.OK
    assert put(pick_0="KD D") == HTTPStatus.FORBIDDEN
    assert evening.score.seats[0].pick == "KB"


def test_the_code_of_hosts_carries_the_pin_and_that_of_viewers_does_not(
    blof: Evening, phone: Phones, app: Flask, monkeypatch: pytest.MonkeyPatch
) -> None:
    drawn: list[str] = []
    import segno

    make = segno.make

    def noted(text: str, **more: Any) -> Any:
        drawn.append(text)
        return make(text, **more)

    monkeypatch.setattr(segno, "make", noted)
    viewer, host = phone(), phone(control=True)
    assert viewer.get("/yoneten.svg").status_code == HTTPStatus.FORBIDDEN
    be(viewer, "Ayşe")
    assert viewer.get("/yoneten.svg").status_code == HTTPStatus.FORBIDDEN
    assert viewer.get("/qr.svg").status_code == HTTPStatus.OK
    answer = host.get("/yoneten.svg")
    assert answer.headers["Cache-Control"] == "no-store"
    assert drawn == [HOME, f"{HOME}/#pin={PIN}"]


def test_a_stranger_cannot_take_a_seat(blof: Evening, phone: Phones) -> None:
    player = phone()
    headers = {"Origin": "http://evil.example"}
    for path, body in (("/koltuk", {"name": "Ayşe"}), ("/koltuk/birak", {})):
        assert player.post(path, body, headers).status_code == HTTPStatus.FORBIDDEN
    assert phones(blof, player) == {}


def test_a_phone_in_control_that_is_a_players_keeps_all_its_rights(
    blof: Evening, phone: Phones
) -> None:
    host = phone(control=True)
    be(host, "Ayşe")
    assert host.post("/komut", tap(blof, "AC", opener(blof))).status_code == HTTPStatus.OK
    assert host.post("/komut", {"do": "undo"}).status_code == HTTPStatus.OK
    assert blof.submit(port.Undo()).ok is False
