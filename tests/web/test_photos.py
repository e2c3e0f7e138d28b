"""Photos at the door: who may send one, what is refused and how, what comes back."""

from collections.abc import Callable
from typing import Any

import pytest

from tests.web.conftest import HOME, Phone
from tests.web.table import Evening
from web.app import create_app
from web.config import WebConfig
from web.photo import MOST_BYTES, Seen, SeenCard, SeenPawn, Unreadable

SEEN = Seen(
    cards=(SeenCard(at=(0.5, 0.5), card="KD", rank="K", place="M"),),
    pawns=(SeenPawn(at=(0.2, 0.9), owner="red", side="D"),),
    round=("red",),
    advice=("PARLAMA",),
)
Make = Callable[..., Phone]


@pytest.fixture
def asked() -> list[tuple[bytes, bool]]:
    return []


@pytest.fixture
def phone(evening: Evening, asked: list[tuple[bytes, bool]]) -> Make:
    def read(photo: bytes, *, fanned: bool) -> Seen:
        asked.append((photo, fanned))
        if photo == b"bad":
            raise Unreadable("FOTO_OKUNAMADI")
        return SEEN

    def make(*, control: bool = True, reads: bool = True) -> Phone:
        config = WebConfig(secret=b"s" * 32, read_photo=read if reads else None)
        made = Phone(create_app(evening.referee, config=config).test_client())
        if control:
            assert made.give_pin().status_code == 204
        return made

    return make


def send(
    phone: Phone,
    data: bytes,
    *,
    kind: str = "image/jpeg",
    path: str = "/foto",
    origin: str = HOME,
) -> tuple[int, Any]:
    """As the page sends a file: its bytes, its kind."""
    answer = phone.client.post(
        path,
        data=data,
        content_type=kind,
        headers={"Origin": origin, "X-Hakem-Token": phone.token()},
        base_url=HOME,
        environ_base={"REMOTE_ADDR": phone.address},
    )
    return answer.status_code, answer.json


def test_what_was_seen_comes_back_as_data(phone: Make, asked: list[tuple[bytes, bool]]) -> None:
    status, told = send(phone(), b"jpeg")
    assert status == 200
    assert told["cards"][0] == {
        "at": [0.5, 0.5],
        "card": "KD",
        "rank": "K",
        "back": False,
        "place": "M",
    }
    assert told["round"] == ["red"]
    assert told["advice"] == ["PARLAMA"]
    send(phone(), b"jpeg", path="/foto?yelpaze")
    assert asked == [(b"jpeg", False), (b"jpeg", True)]


def test_only_who_runs_or_plays_may_send_one(evening: Evening, phone: Make) -> None:
    evening.begin(game="uc-on-uc", players=3)
    viewer = phone(control=False)
    assert send(viewer, b"jpeg")[0] == 403
    assert viewer.post("/koltuk", {"name": "Ayşe"}).status_code == 204
    assert send(viewer, b"jpeg")[0] == 200


@pytest.mark.parametrize(
    ("data", "kind", "status", "word"),
    [
        (b"GIF89a", "image/gif", 422, "fotoğraf değil"),
        (b"bad", "image/png", 503, "okunamadı"),
        (b"x" * (MOST_BYTES + 1), "image/jpeg", 413, "çok büyük"),
    ],
)
def test_a_bad_picture_is_refused_with_a_sentence(
    phone: Make, data: bytes, kind: str, status: int, word: str
) -> None:
    got, told = send(phone(), data, kind=kind)
    assert got == status
    assert word in told["sentence"]


def test_where_no_photo_can_be_read_none_is_asked_for(phone: Make, evening: Evening) -> None:
    deaf = phone(reads=False)
    assert send(deaf, b"jpeg")[0] == 404
    evening.begin()
    assert "data-photos" not in deaf.get("/").text
    assert "data-photos" in phone().get("/").text


def test_all_else_still_has_to_be_small(phone: Make) -> None:
    answer = phone().post("/komut", b'{"do": "next", "x": "' + b"y" * 70_000 + b'"}')
    assert answer.status_code in (400, 413)
    assert answer.json is not None


def test_strangers_pages_send_nothing(phone: Make) -> None:
    assert send(phone(), b"jpeg", origin="http://evil.example")[0] == 403
