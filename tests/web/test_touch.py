"""Control by touch: a press within a minute allows the phone that asked, once, and nobody else."""

from collections.abc import Callable

import pytest
from flask import Flask

from tests.web.conftest import HandClock, Phone
from tests.web.table import Evening
from web.app import create_app
from web.config import WebConfig
from web.touch import WINDOW_S, Touch

Phones = Callable[..., Phone]


@pytest.fixture
def invited() -> list[str]:
    return []


@pytest.fixture
def touch(clock: HandClock, invited: list[str]) -> Touch:
    return Touch(present=True, on_ask=lambda: invited.append("light"), now_s=clock)


@pytest.fixture
def app(evening: Evening, clock: HandClock, touch: Touch) -> Flask:
    return create_app(evening.referee, config=WebConfig(secret=b"s" * 32, now_s=clock, touch=touch))


def may_run(phone: Phone) -> bool:
    return phone.post("/komut", {"do": "next"}).status_code != 403


def test_the_page_offers_the_button_only_where_there_is_one(
    phone: Phones, touch: Touch, evening: Evening
) -> None:
    evening.begin()
    assert "data-button" in phone().get("/").text
    touch.present = False
    assert "data-button" not in phone().get("/").text


def test_a_press_allows_the_phone_that_asked_and_only_that(
    phone: Phones, touch: Touch, invited: list[str]
) -> None:
    asker, other = phone(address="192.168.1.50"), phone(address="192.168.1.51")
    answer = asker.post("/dokun", {})
    assert answer.json == {"seconds": 60}
    assert invited == ["light"]
    assert asker.post("/dokun/bak", {}).json == {"granted": False, "seconds": 60}
    assert touch.pressed()
    assert other.post("/dokun/bak", {}).json == {"granted": False, "seconds": 0}
    assert asker.post("/dokun/bak", {}).json == {"granted": True, "seconds": 0}
    assert may_run(asker)
    assert not may_run(other)
    assert asker.post("/dokun/bak", {}).json == {"granted": False, "seconds": 0}  # once


def test_a_press_that_nobody_waits_for_is_the_tables(touch: Touch) -> None:
    assert not touch.pressed()
    assert touch.ask("a") == 60
    assert touch.pressed()
    assert not touch.pressed()  # the second press is a "next hand" again
    assert touch.take("a")
    assert not touch.pressed()


def test_a_minute_later_it_is_too_late(phone: Phones, touch: Touch, clock: HandClock) -> None:
    asker = phone()
    asker.post("/dokun", {})
    clock.at_s += WINDOW_S - 1
    assert asker.post("/dokun/bak", {}).json == {"granted": False, "seconds": 1}
    clock.at_s += 1
    assert not touch.pressed()
    assert asker.post("/dokun/bak", {}).json == {"granted": False, "seconds": 0}
    assert not may_run(asker)


def test_one_phone_at_a_time_may_ask(phone: Phones, touch: Touch, clock: HandClock) -> None:
    first, second = phone(), phone(address="192.168.1.51")
    assert first.post("/dokun", {}).status_code == 200
    assert second.post("/dokun", {}).status_code == 409
    touch.pressed()
    assert second.post("/dokun/bak", {}).json == {"granted": False, "seconds": 0}
    clock.at_s += WINDOW_S
    assert second.post("/dokun", {}).status_code == 200


def test_without_a_button_the_pin_serves(phone: Phones, touch: Touch) -> None:
    touch.present = False
    answer = phone().post("/dokun", {})
    assert answer.status_code == 404
    assert answer.json is not None
    assert "PIN" in answer.json["sentence"]
    assert "PIN" in phone().get("/dokun").get_data(as_text=True)


@pytest.mark.parametrize("path", ["/dokun", "/dokun/bak"])
@pytest.mark.parametrize(
    "headers", [{"Origin": "http://evil.example"}, {"X-Hakem-Token": None}, {"X-Hakem-Token": "x"}]
)
def test_another_page_cannot_ask(
    phone: Phones, touch: Touch, path: str, headers: dict[str, str | None]
) -> None:
    asker = phone()
    assert asker.post(path, {}, headers=headers).status_code == 403  # type: ignore[arg-type]
    assert not touch.pressed()


def test_looking_changes_nothing(phone: Phones, touch: Touch) -> None:
    asker = phone()
    assert asker.get("/dokun").status_code == 200
    assert asker.get("/dokun/bak").status_code == 405
    assert not touch.pressed()


def test_it_works_without_scripts(phone: Phones, touch: Touch) -> None:
    asker = phone()
    page = asker.get("/dokun").get_data(as_text=True)
    assert "<script" not in page
    token = page.partition('name="token" value="')[2].partition('"')[0]
    form = {"token": token}
    told = asker.client.post("/dokun", data=form, **from_home())
    assert told.status_code == 303
    assert "Bastım" in asker.get("/dokun").get_data(as_text=True)
    touch.pressed()
    told = asker.client.post("/dokun/bak", data=form, **from_home())
    assert told.headers["Location"] == "/"
    assert "Bu telefon yönetiyor" in asker.get("/dokun").get_data(as_text=True)


def from_home() -> dict[str, object]:
    home = "http://192.168.1.20:8013"
    return {"base_url": home, "headers": {"Origin": home}}
