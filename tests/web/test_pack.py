"""What travels: text packed for whoever takes it, and a first load that fits a slow phone."""

import gzip
import re
from collections.abc import Callable

import pytest

from tests.web.conftest import Phone
from tests.web.table import Evening

Phones = Callable[..., Phone]
PACKED = {"Accept": "text/html", "Accept-Encoding": "gzip"}
FIRST_LOAD_BYTES = 150_000


def assets(page: str) -> set[str]:
    return set(re.findall(r'(?:src|href)="(/static/[^"]+)"', page))


def test_a_packed_answer_holds_the_same_text(phone: Phones) -> None:
    viewer = phone()
    page = viewer.get("/katil")
    assert "Content-Encoding" not in page.headers
    packed = viewer.get("/katil", headers=PACKED)
    assert packed.headers["Content-Encoding"] == "gzip"
    assert "Accept-Encoding" in packed.headers["Vary"]
    assert gzip.decompress(packed.data).decode() == page.text
    for path in assets(page.text):
        for _ in range(2):  # packed anew, then as it was kept
            asset = viewer.get(path, headers=PACKED)
            if "Content-Encoding" in asset.headers:
                assert gzip.decompress(asset.data) == viewer.get(path).data
                assert int(asset.headers["Content-Length"]) == len(asset.data)
            else:
                assert path.endswith((".woff2", ".png")) or len(asset.data) < 1024


def test_an_event_stream_is_never_packed(evening: Evening, phone: Phones) -> None:
    stream = phone().get("/live", headers=PACKED)
    assert "Content-Encoding" not in stream.headers
    stream.close()


@pytest.mark.parametrize("game", ["vale-avi", "blof", "belote", "uc-on-uc"])
def test_the_first_load_is_small(evening: Evening, phone: Phones, game: str) -> None:
    evening.begin(game=game, players=4)
    viewer = phone()
    page = viewer.get("/", headers=PACKED)
    named = assets(gzip.decompress(page.data).decode())
    total = len(page.data) + sum(len(viewer.get(path, headers=PACKED).data) for path in named)
    assert total <= FIRST_LOAD_BYTES
