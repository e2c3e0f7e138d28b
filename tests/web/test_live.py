"""The stream: whole snapshots, resumed by id, ended cleanly, counted."""

import http.client
import json
import socket
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from flask import Flask

from tests.web.serving import serving
from tests.web.table import Evening
from web.app import create_app
from web.config import WebConfig
from web.errors import PortInUse, PortRefused
from web.parts import parts_of
from web.serve import Server

WAIT_S = 5.0


@pytest.fixture
def served(evening: Evening) -> Iterator[tuple[Server, Flask]]:
    config = WebConfig(secret=b"s" * 32, max_streams=3, keep_alive_s=0.2)
    app = create_app(evening.referee, config=config)
    with serving(app) as server:
        yield server, app


class Stream:
    """One phone's event stream, read event by event."""

    def __init__(self, port: int, last: str | None = None) -> None:
        self._line = http.client.HTTPConnection("127.0.0.1", port, timeout=WAIT_S)
        self._line.request("GET", "/live", headers={"Last-Event-ID": last} if last else {})
        self._answer = self._line.getresponse()
        assert self._answer.headers["Content-Type"].startswith("text/event-stream")

    def event(self) -> dict[str, str]:
        """The next event's fields; {} at the end of the stream."""
        fields: dict[str, str] = {}
        while line := self._answer.readline():
            text = line.decode().rstrip("\n")
            if not text and fields:
                return fields
            name, _, value = text.partition(": ")
            fields[name] = value
        return {}

    def snapshot(self) -> tuple[str, dict[str, Any]]:
        """The next event that carries one."""
        while event := self.event():
            if "id" in event:
                return event["id"], json.loads(event["data"])
        raise AssertionError("the stream ended")

    def close(self) -> None:
        self._line.close()


@contextmanager
def streams(port: int, count: int) -> Iterator[list[Stream]]:
    opened = [Stream(port) for _ in range(count)]
    yield opened
    for stream in opened:
        stream.close()


def until(holds: Callable[[], bool]) -> None:
    end = time.monotonic() + WAIT_S
    while not holds():
        assert time.monotonic() < end, "not within the time"
        time.sleep(0.01)


def test_a_change_reaches_every_phone_at_once(
    evening: Evening, served: tuple[Server, Flask]
) -> None:
    with streams(served[0].port, 3) as phones:
        for phone in phones:
            assert phone.snapshot()[1]["score"] is None
        begun = time.monotonic()
        evening.begin()
        for phone in phones:
            assert phone.snapshot()[1]["score"]["seats"][0]["name"] == "Ayşe"
        assert time.monotonic() - begun < 0.25


def test_a_phone_that_slept_gets_the_newest_and_only_if_it_missed_something(
    evening: Evening, served: tuple[Server, Flask]
) -> None:
    port = served[0].port
    first = Stream(port)
    last, _ = first.snapshot()
    first.close()
    evening.begin()
    evening.ring(state="starting")
    again = Stream(port, last)
    newest, snapshot = again.snapshot()
    assert snapshot["camera"]["state"] == "starting"
    assert snapshot["score"]["hand"] == 1
    again.close()
    awake = Stream(port, newest)
    assert awake.event() == {"retry": "1500"}
    assert awake.event() == {"event": "here", "data": "1"}
    evening.ring(state="seeing")
    assert awake.snapshot()[1]["camera"]["state"] == "seeing"
    awake.close()


def test_an_id_of_an_earlier_life_counts_as_having_seen_nothing(
    evening: Evening, served: tuple[Server, Flask]
) -> None:
    stream = Stream(served[0].port, f"deadbeef.{evening.version}")
    assert stream.snapshot()[1]["version"] == evening.version
    stream.close()


def test_over_the_limit_a_phone_still_gets_the_score(
    evening: Evening, served: tuple[Server, Flask]
) -> None:
    evening.begin()
    server, app = served
    with streams(server.port, 3):
        until(lambda: parts_of(app).streams.open == 3)
        fourth = Stream(server.port)
        assert fourth.snapshot()[1]["score"]["hand"] == 1
        assert fourth.event() == {}
        page = http.client.HTTPConnection("127.0.0.1", server.port, timeout=WAIT_S)
        page.request("GET", "/durum")
        assert page.getresponse().status == 200
        page.close()


def test_a_phone_that_left_frees_its_place(served: tuple[Server, Flask]) -> None:
    server, app = served
    with streams(server.port, 3):
        until(lambda: parts_of(app).streams.open == 3)
    until(lambda: parts_of(app).streams.open == 0)


def test_thirty_two_phones_and_the_page_stays_quick(evening: Evening) -> None:
    app = create_app(evening.referee, config=WebConfig(secret=b"s" * 32))
    with serving(app) as server, streams(server.port, 32) as phones:
        for phone in phones:
            phone.snapshot()
        begun = time.monotonic()
        evening.begin()
        late = []
        for phone in phones:
            assert phone.snapshot()[1]["score"]["hand"] == 1
            late.append(time.monotonic() - begun)
        assert max(late) < 1.0
        page = http.client.HTTPConnection("127.0.0.1", server.port, timeout=WAIT_S)
        page.request("GET", "/")
        assert page.getresponse().status == 200
        page.close()


def test_a_port_in_use_is_a_typed_error(app: Flask) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        with pytest.raises(PortInUse) as told:
            Server(app, host="127.0.0.1", port=port)
    assert told.value.port == port


def test_an_address_that_is_not_ours_is_a_typed_error(app: Flask) -> None:
    with pytest.raises(PortRefused):
        Server(app, host="203.0.113.1", port=0)
