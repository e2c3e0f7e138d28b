"""The attack list: what a stranger on the home network may try, and that nothing comes of it."""

import http.client
import json
import socket
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing
from pathlib import Path
from typing import Any

import pytest
import schemathesis
from flask import Flask
from hypothesis import HealthCheck, Phase, given, settings

from device.archive import Archive
from tests.web.conftest import HOME, HandClock, Phone
from tests.web.serving import serving
from tests.web.table import PICTURE, PIN, Evening
from web.app import create_app
from web.config import WebConfig
from web.openapi import describe

Phones = Callable[..., Phone]
SECRETS = (PIN.encode(), PICTURE)
IDLE = 200
QUICK_S = 0.1


def state(evening: Evening) -> tuple[int, int]:
    """What must not change: the log's length and its score."""
    match = evening.store.latest_match()
    assert match is not None
    return match.id, len(evening.store.entries(match.id))


# --- what is described is what there is -----------------------------------------------------------


def test_every_route_is_described(app: Flask, phone: Phones) -> None:
    told = phone().get("/openapi.json").json
    assert told is not None
    assert told == describe(app)
    for path in ("/komut", "/onizleme", "/pin", "/koltuk"):
        assert "requestBody" in told["paths"][path]["post"]
    assert told["paths"]["/eller/{number}"]["get"]["parameters"][0]["schema"]["type"] == "integer"
    carried = told["paths"]["/foto"]["post"]["requestBody"]["content"]
    assert set(carried) == {"image/jpeg", "image/png", "image/webp"}
    json.dumps(told)


def controls(app: Flask) -> list[str]:
    return [path for path, told in describe(app)["paths"].items() if "post" in told]


def test_no_route_that_changes_anything_answers_a_get_but_with_a_page(
    app: Flask, evening: Evening, phone: Phones
) -> None:
    evening.begin()
    before, controller = state(evening), phone(control=True)
    paths = controls(app)
    assert len(paths) >= 8
    for path in paths:
        for method in ("get", "put", "delete", "patch"):
            answer = getattr(controller.client, method)(path, base_url=HOME)
            assert answer.status_code in (200, 405), (method, path)
            assert method == "get" or answer.status_code == 405, (method, path)
    assert state(evening) == before


@pytest.mark.parametrize("body", [b"x" * 70_000, b'{"do":"' + b"a" * 65_000 + b'"}'])
def test_a_body_that_is_too_large_is_refused(
    evening: Evening, phone: Phones, body: bytes, app: Flask
) -> None:
    evening.begin()
    before, controller = state(evening), phone(control=True)
    for path in ("/komut", "/onizleme", "/pin", "/koltuk"):
        assert controller.post(path, body).status_code in (400, 413), path
    assert state(evening) == before


# --- guessing, walking, splitting -----------------------------------------------------------------


def test_twenty_wrong_pins_open_nothing_and_take_hours(phone: Phones, clock: HandClock) -> None:
    guesser, refused = phone(address="192.168.1.66"), 0
    for number in range(20):
        answer = guesser.give_pin(f"{number:04d}")
        refused += answer.status_code == 429
        assert answer.status_code in (403, 429)
    assert refused == 15
    assert guesser.post("/komut", {"do": "undo"}).status_code == 403
    assert guesser.get("/resim/live").status_code == 403


@pytest.mark.parametrize(
    "name",
    [
        "../hakem.db",
        "..%2fhakem.db",
        "..%252fhakem.db",
        "%2e%2e%2f%2e%2e%2fetc%2fpasswd",
        "..\\..\\hakem.db",
        "....//....//etc/passwd",
        "live%00.jpg",
        "/etc/passwd",
        "m1-h-1/../../hakem.db",
    ],
)
@pytest.mark.parametrize("place", ["/resim/", "/static/", "/gecmis/", "/kurallar/"])
def test_no_path_leads_out_of_its_place(
    evening: Evening, phone: Phones, place: str, name: str
) -> None:
    evening.begin()
    evening.play_hand()
    answer = phone(control=True).get(place + name)
    assert answer.status_code in (308, 404)
    assert b"root:" not in answer.data
    assert b"SQLite format" not in answer.data


@pytest.mark.parametrize("evil", ["x\r\nSet-Cookie: control=1", "x%0d%0aSet-Cookie:%20control=1"])
def test_nothing_a_phone_sends_becomes_a_header(evening: Evening, phone: Phones, evil: str) -> None:
    evening.begin()
    viewer = phone()
    viewer.client.set_cookie("dil", evil, domain="192.168.1.20")
    viewer.client.set_cookie("tema", evil, domain="192.168.1.20")
    for path in ("/", "/katil", f"/gecmis/{evil}", f"/kurallar/{evil}", f"/?x={evil}"):
        answer = viewer.get(path)
        assert answer.status_code < 500
        assert "control=1" not in str(answer.headers)


# --- rubbish, by the description ------------------------------------------------------------------


@pytest.fixture(params=["viewer", "host"])
def fuzzed(
    request: pytest.FixtureRequest, evening: Evening, app: Flask, phone: Phones
) -> tuple[Any, dict[str, str], Evening, bool]:
    """The description, the headers of a phone, and whether that phone has shown the PIN."""
    evening.begin()
    evening.play_hand()
    control = request.param == "host"
    sender = phone(control=control)
    token = sender.token()
    cookie = sender.client.get_cookie("hakem", domain="192.168.1.20")
    assert cookie is not None
    headers = {"Origin": HOME, "X-Hakem-Token": token, "Cookie": f"hakem={cookie.value}"}
    schema = schemathesis.openapi.from_wsgi("/openapi.json", app)
    return schema, headers, evening, control


@schemathesis.serializer("image/jpeg", "image/png", "image/webp")
def as_picture(_: Any, value: Any) -> bytes:
    """Whatever comes to mind, sent as a picture's bytes."""
    return value if isinstance(value, bytes) else json.dumps(value).encode()


RUBBISH = settings(
    max_examples=6,  # of each operation
    deadline=None,
    derandomize=True,
    database=None,
    phases=[Phase.generate],
    suppress_health_check=list(HealthCheck),
)


@pytest.mark.long
def test_rubbish_never_breaks_anything(
    fuzzed: tuple[Any, dict[str, str], Evening, bool],
) -> None:
    schema, headers, evening, control = fuzzed
    before, seen = state(evening), list[int]()

    def throw(case: Any) -> None:
        answer = case.call(base_url=HOME, headers=headers)
        seen.append(answer.status_code)
        assert answer.status_code != 500, case.as_curl_command()
        if not control:
            assert all(secret not in answer.content for secret in SECRETS)

    for each in schema.get_all_operations():
        RUBBISH(given(case=each.ok().as_strategy())(throw))()
    assert len(seen) > 100
    if not control:
        assert state(evening) == before


# --- slow clients ---------------------------------------------------------------------------------


@pytest.fixture
def port(evening: Evening, tmp_path: Path) -> Iterator[int]:
    app = create_app(evening.referee, config=WebConfig(secret=b"s" * 32), archive=Archive(tmp_path))
    with serving(app) as server:
        yield server.port


@pytest.mark.alone
@pytest.mark.parametrize(
    "said", [b"", b"GET / HTTP/1.1\r\nHost: x\r\n", b"POST /komut HTTP/1.1\r\n"]
)
def test_slow_clients_hold_nobody_up(evening: Evening, port: int, said: bytes) -> None:
    evening.begin()
    evening.play_hand()
    with ExitStack() as stack:
        for _ in range(IDLE):
            idle = stack.enter_context(socket.create_connection(("127.0.0.1", port), timeout=5))
            idle.sendall(said)
        time.sleep(0.5)
        took = sorted(_press(evening) for _ in range(5))
        assert took[2] <= QUICK_S
        took = sorted(_look(port) for _ in range(5))
        assert took[2] <= QUICK_S


def _press(evening: Evening) -> float:
    """Seconds until a press of the button has its effect, one way or the other."""
    before, began_s = evening.version, time.monotonic()
    evening.referee.press()
    evening.referee.press_undo()
    evening.referee.wait(before, 5.0)
    return time.monotonic() - began_s


def _look(port: int) -> float:
    began_s = time.monotonic()
    with closing(http.client.HTTPConnection("127.0.0.1", port, timeout=10)) as line:
        line.request("GET", "/durum")
        assert line.getresponse().status == 200
    return time.monotonic() - began_s
