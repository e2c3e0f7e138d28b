"""Years of evenings: the history comes page by page, statistics count them all, both at once."""

import re
import time
from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import pytest

from device.archive import Archive
from tests.web.conftest import Phone
from tests.web.past import PLAYED
from tests.web.table import Evening
from web.app import create_app
from web.archive.pages import ON_A_PAGE
from web.archive.records import Kept, Shelf
from web.config import WebConfig

MANY = 600
LONGEST_S = 2.0  # of processor time, on a slow one


class Years:
    """An archive of ``MANY`` matches: five that were played, again and again."""

    def __init__(self, folder: Path) -> None:
        evening = Evening(folder)
        for play in PLAYED.values():
            play(evening)
        evening.close()
        played = Archive(folder).shelf().matches
        self.kept = tuple(
            replace(
                played[n % len(played)],
                key=str(MANY - n),
                began=played[0].began - timedelta(days=n),
            )
            for n in range(MANY)
        )

    def shelf(self) -> Shelf:
        return Shelf(matches=self.kept)

    def match(self, key: str) -> Kept | None:
        return next((kept for kept in self.kept if kept.key == key), None)


@pytest.fixture
def viewer(evening: Evening, tmp_path: Path) -> Phone:
    config = WebConfig(secret=b"s" * 32)
    app = create_app(evening.referee, config=config, archive=Years(tmp_path / "years"))
    return Phone(app.test_client())


def keys(page: str) -> list[int]:
    return [int(key) for key in re.findall(r'href="/gecmis/(\d+)"', page)]


def test_every_match_is_on_one_page_newest_first(viewer: Phone) -> None:
    found: list[int] = []
    address = "/gecmis"
    while address:
        page = viewer.get(address).text
        found += keys(page)
        older = re.search(r'rel="next" href="([^"]+)"', page)
        address = older.group(1).replace("&amp;", "&") if older else ""
    assert found == list(range(MANY, 0, -1))


@pytest.mark.parametrize(("asked", "first"), [("0", 1), ("9999", 20), ("-1", 1), ("x", 1)])
def test_a_page_that_is_not_there_is_the_nearest(viewer: Phone, asked: str, first: int) -> None:
    page = viewer.get(f"/gecmis?sayfa={asked}").text
    assert keys(page)[0] == MANY - (first - 1) * ON_A_PAGE


def test_history_and_statistics_stay_quick(viewer: Phone) -> None:
    for path in ("/gecmis", "/gecmis?sayfa=20", "/istatistik"):
        began_s = time.process_time()
        answer = viewer.get(path)
        assert answer.status_code == 200
        assert time.process_time() - began_s < LONGEST_S, path
    assert f"{MANY} ma" in viewer.get("/istatistik").text
