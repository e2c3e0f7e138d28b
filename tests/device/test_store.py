"""The log on disk: nothing half-written, a damaged or newer file left alone."""

import sqlite3
from pathlib import Path

import pytest

from device.store import Row, Store, StoreError


def row(seq: int, body: str = '{"body":"acted"}') -> Row:
    return Row(seq=seq, at_utc="2026-01-01T00:00:00+00:00", source="camera", body=body)


def begin(store: Store) -> int:
    return store.begin_match(game="vale-avi", started_at="2026", simulated=False, first=[row(1)])


def test_entries_come_back_as_written(tmp_path: Path) -> None:
    store = Store(tmp_path)
    match = begin(store)
    store.append(match, [row(2), row(3, "ğışİ")], [("m1-h-1", b"jpeg")])
    store.close()
    again = Store(tmp_path)
    latest = again.latest_match()
    assert latest is not None
    assert latest.id == match
    assert again.entries(match) == [row(1), row(2), row(3, "ğışİ")]
    assert again.picture("m1-h-1") == b"jpeg"
    assert again.picture_names(match) == ["m1-h-1"]
    again.close()


def test_a_written_entry_is_on_disk_before_it_is_shown(tmp_path: Path) -> None:
    store = Store(tmp_path)
    assert store.pragma("synchronous") == "2"  # FULL
    assert store.pragma("journal_mode") == "wal"
    store.close()


def test_all_rows_or_none(tmp_path: Path) -> None:
    store = Store(tmp_path)
    match = begin(store)
    with pytest.raises(StoreError):
        store.append(match, [row(2), row(1)])  # the second number is taken
    assert [r.seq for r in store.entries(match)] == [1]
    store.append(match, [row(2)])
    assert [r.seq for r in store.entries(match)] == [1, 2]
    store.close()


@pytest.mark.parametrize("damage", [b"not a database at all, but long enough " * 50, b"\0" * 4096])
def test_a_damaged_file_is_named_and_left_alone(tmp_path: Path, damage: bytes) -> None:
    path = tmp_path / "hakem.db"
    path.write_bytes(damage)
    with pytest.raises(StoreError) as caught:
        Store(tmp_path)
    assert caught.value.code == "CORRUPT"
    assert caught.value.path == path
    assert path.read_bytes() == damage


def test_pages_lost_in_the_middle_are_noticed(tmp_path: Path) -> None:
    store = Store(tmp_path)
    match = begin(store)
    store.append(match, [row(n, "x" * 500) for n in range(2, 200)])
    store.close()
    path = tmp_path / "hakem.db"
    content = bytearray(path.read_bytes())
    content[8192:24576] = b"\xa5" * 16384
    path.write_bytes(content)
    with pytest.raises(StoreError) as caught:
        Store(tmp_path)
    assert caught.value.code == "CORRUPT"


def test_a_newer_file_is_refused_and_left_alone(tmp_path: Path) -> None:
    Store(tmp_path).close()
    with sqlite3.connect(tmp_path / "hakem.db") as db:
        db.execute("PRAGMA user_version=99")
    with pytest.raises(StoreError) as caught:
        Store(tmp_path)
    assert caught.value.code == "NEWER"
    with sqlite3.connect(tmp_path / "hakem.db") as db:
        assert db.execute("PRAGMA user_version").fetchone() == (99,)


def test_two_writers_cannot_share_a_folder(tmp_path: Path) -> None:
    store = Store(tmp_path)
    with pytest.raises(StoreError) as caught:
        Store(tmp_path)
    assert caught.value.code == "LOCKED"
    store.close()
    Store(tmp_path).close()


def test_a_folder_that_cannot_be_written_says_so(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(StoreError) as caught:
        Store(tmp_path / "file" / "folder")
    assert caught.value.code == "UNWRITABLE"
