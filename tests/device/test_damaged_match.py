"""A log that SQLite finds whole and no rule can play: told with its entry, left alone, no end."""

import sqlite3
import threading
from pathlib import Path

import pytest

from device.app import App, Settings
from tests.web.table import Evening


def damage(folder: Path, body: str) -> None:
    with sqlite3.connect(folder / "hakem.db") as db:
        db.execute("UPDATE entry SET body = ? WHERE match_id = 1 AND seq = 3", (body,))


def bodies(folder: Path) -> list[tuple[str]]:
    with sqlite3.connect(folder / "hakem.db") as db:
        return db.execute("SELECT body FROM entry WHERE match_id = 1 ORDER BY seq").fetchall()


@pytest.fixture(
    params=[
        "{",
        '{"body":"of a newer Hakem"}',
        '{"body":"acted","action":{"do":"Leave","seat":9}}',
    ],
    ids=["torn", "unknown", "impossible"],
)
def folder(tmp_path: Path, request: pytest.FixtureRequest) -> Path:
    evening = Evening(tmp_path)
    evening.begin()
    evening.play_hand()
    evening.close()
    damage(tmp_path, request.param)
    return tmp_path


def test_a_new_match_begins_after_a_damaged_one(folder: Path) -> None:
    before = bodies(folder)
    evening = Evening(folder)
    snapshot = evening.referee.snapshot()
    assert (snapshot.score, snapshot.match_id) == (None, None)
    assert snapshot.problem == ("STORAGE_CORRUPT", {"entry": 3})
    evening.begin()
    snapshot = evening.referee.snapshot()
    assert (snapshot.match_id, snapshot.problem) == (2, None)
    evening.play_hand()
    score = evening.score
    evening.close()
    assert bodies(folder) == before
    again = Evening(folder)
    assert again.score == score
    again.close()


def test_play_names_the_entry_and_starts(folder: Path) -> None:
    said: list[str] = []
    settings = Settings(data_dir=folder, cameras=("photo:none",), pins="none", say=said.append)
    with App(settings) as app:
        app.start()
        assert app.referee.answers(10)
    (told,) = (text for text in said if "okunamıyor" in text)
    assert "3. kayıt" in told
    assert "entry 3 of the log" in told
    assert not any(thread.name == "referee" for thread in threading.enumerate())
