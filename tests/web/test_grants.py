"""Control can be taken back: from every other phone at once, for good, by whoever has it."""

from collections.abc import Callable

import pytest
from flask import Flask

from tests.web.conftest import HOME, HandClock, Phone
from tests.web.table import Evening
from web.app import create_app
from web.config import WebConfig
from web.grants import Grants

Phones = Callable[..., Phone]


@pytest.fixture
def kept() -> list[int]:
    return []


@pytest.fixture
def grants(kept: list[int]) -> Grants:
    return Grants(keep=kept.append)


@pytest.fixture
def app(evening: Evening, clock: HandClock, grants: Grants) -> Flask:
    config = WebConfig(secret=b"s" * 32, now_s=clock, grants=grants)
    return create_app(evening.referee, config=config)


def runs(phone: Phone) -> bool:
    return phone.post("/komut", {"do": "next"}).status_code != 403


def test_a_host_takes_control_from_the_other_phones_and_keeps_it(
    phone: Phones, kept: list[int]
) -> None:
    host, lent = phone(control=True), phone(control=True)
    assert runs(lent)
    assert host.post("/dokun/geri", {}).json == {"ok": True}
    assert runs(host)
    assert not runs(lent)
    assert lent.get("/resim/live").status_code == 403
    assert kept == [2]
    assert lent.give_pin().status_code == 204  # it still knows the PIN
    assert runs(lent)


def test_a_viewer_takes_nothing_back(phone: Phones, grants: Grants) -> None:
    host = phone(control=True)
    assert phone().post("/dokun/geri", {}).status_code == 403
    assert host.post("/dokun/geri", {}, {"Origin": "http://evil.example"}).status_code == 403
    assert grants.number == 1
    assert runs(host)


def test_a_restart_brings_no_old_right_back(
    evening: Evening, phone: Phones, kept: list[int]
) -> None:
    host, lent = phone(control=True), phone(control=True)
    host.post("/dokun/geri", {})
    again = create_app(
        evening.referee, config=WebConfig(secret=b"s" * 32, grants=Grants(number=kept[-1]))
    )
    assert runs(moved(host, again))
    assert not runs(moved(lent, again))


def moved(phone: Phone, app: Flask) -> Phone:
    """The same phone, its cookie with it, at a server that was started again."""
    cookie = phone.client.get_cookie("hakem", domain="192.168.1.20")
    assert cookie is not None
    client = app.test_client()
    client.set_cookie("hakem", cookie.value, domain="192.168.1.20")
    return Phone(client)


def test_the_page_offers_it_to_whoever_has_control_without_a_script(phone: Phones) -> None:
    host = phone(control=True)
    assert 'action="/dokun/geri"' in host.get("/dokun").text
    assert 'action="/dokun/geri"' not in phone().get("/dokun").text
    answer = host.client.post(
        "/dokun/geri", data={"token": host.token()}, headers={"Origin": HOME}, base_url=HOME
    )
    assert answer.status_code == 303
    assert answer.location == "/dokun"
