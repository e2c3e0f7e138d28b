"""A disk that takes nothing: the match goes on, says which hands are not saved, and saves them.

SQLite's own limits stand for the full and the read-only disk; the last tests use real file systems
in a mount namespace of their own.
"""

import json
import os
import shutil
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from device.app import App, Settings
from device.spool import KEPT_PICTURES, Spool
from device.store import Row, Store, StoreError
from tests.web.table import Evening
from web import port
from web.words import words

SCRIPT = Path(__file__).with_name("small_disk.py")


def fill(store: Store) -> None:
    """No page more than there is now, and not one free one."""
    with pytest.raises(StoreError, match="FULL"):  # noqa: PT012
        store.pragma(f"max_page_count={store.pragma('page_count')}")
        for n in range(1000):
            store.set_setting(f"filler-{n}", "x" * 200)


def free(store: Store) -> None:
    store.pragma("max_page_count=1000000")


def write_protect(store: Store) -> None:
    store.pragma("query_only=ON")


def write_enable(store: Store) -> None:
    store.pragma("query_only=OFF")


FULL = (fill, free, "STORAGE_FULL")
READ_ONLY = (write_protect, write_enable, "STORAGE_UNWRITABLE")
Trouble = tuple[Callable[[Store], None], Callable[[Store], None], str]


@pytest.fixture(params=[FULL, READ_ONLY], ids=["full", "read-only"])
def trouble(request: pytest.FixtureRequest) -> Trouble:
    return request.param  # type: ignore[no-any-return]


@pytest.fixture
def evening(tmp_path: Path) -> Iterator[Evening]:
    made = Evening(tmp_path)
    yield made
    made.close()


def until(holds: Callable[[], Any], within_s: float = 6.0) -> None:
    end_s = time.monotonic() + within_s
    while not holds():
        assert time.monotonic() < end_s, "it never came"
        time.sleep(0.02)


def say_until_unsaved(evening: Evening, number: int | None) -> None:
    """Change a hand again and again: the last page may have room for a few entries more."""
    place = "centre" if number is None else "KD"
    for n in range(80):
        if evening.referee.snapshot().unsaved:
            return
        change = port.SetFact(number=number, changes={place: "QJ"[n % 2]})
        assert evening.submit(change).ok
    raise AssertionError("everything was saved")


def hands(evening: Evening) -> list[tuple[int, tuple[int, ...]]]:
    return [(hand.number, tuple(hand.totals)) for hand in evening.score.hands]


def play(evening: Evening) -> None:
    """A hand; by turns upright and flipped, so that nobody is ever forced and it never ends."""
    first, second = "TD" if len(evening.score.hands) % 2 else "DT"
    evening.play_hand(p0=f"KB {first}", p1=f"KD {second}")
    assert evening.submit(port.NextHand()).ok


def reopened(folder: Path) -> list[tuple[int, tuple[int, ...]]]:
    again = Evening(folder)
    found = hands(again)
    again.close()
    return found


def test_the_match_goes_on_and_says_what_is_not_saved(evening: Evening, trouble: Trouble) -> None:
    begin, end, code = trouble
    evening.begin()
    play(evening)
    assert evening.referee.snapshot().unsaved == ()
    begin(evening.store)
    say_until_unsaved(evening, None)
    play(evening)
    play(evening)
    snapshot = evening.referee.snapshot()
    assert [hand.number for hand in evening.score.hands] == [1, 2, 3]
    assert snapshot.unsaved in ((2, 3), (2, 3, 4))
    assert snapshot.problem is not None
    assert snapshot.problem[0] == code
    sentence = words("tr").say(*snapshot.problem, section="problem")
    assert "Kaydedilmedi: el " in sentence
    assert "2, 3" in sentence
    end(evening.store)
    until(lambda: evening.referee.snapshot().problem is None)
    assert evening.referee.snapshot().unsaved == ()


def test_what_was_kept_in_memory_is_on_disk_afterwards(
    evening: Evening, trouble: Trouble, tmp_path: Path
) -> None:
    begin, end, _ = trouble
    evening.begin()
    begin(evening.store)
    for _ in range(3):
        play(evening)
    before = hands(evening)
    evening.store.pragma("wal_checkpoint")
    end(evening.store)
    until(lambda: evening.referee.snapshot().problem is None)
    shutil.copytree(tmp_path, tmp_path / "copy", ignore=lambda *_: ["copy"])  # as a kill leaves it
    assert reopened(tmp_path / "copy") == before


def test_a_correction_of_a_saved_hand_makes_that_hand_unsaved(
    evening: Evening, trouble: Trouble
) -> None:
    begin, end, _ = trouble
    evening.begin()
    play(evening)
    play(evening)
    begin(evening.store)
    say_until_unsaved(evening, 1)
    assert evening.referee.snapshot().unsaved == (1,)
    end(evening.store)
    until(lambda: evening.referee.snapshot().unsaved == ())


def test_a_match_begun_on_a_full_disk_is_kept_too(
    evening: Evening, trouble: Trouble, tmp_path: Path
) -> None:
    begin, end, _ = trouble
    evening.begin()
    play(evening)
    begin(evening.store)
    play(evening)
    evening.begin(players=3)
    assert evening.referee.snapshot().match_id == 2
    evening.say(centre="K")
    assert evening.score.hands == ()
    end(evening.store)
    until(lambda: evening.referee.snapshot().problem is None)
    evening.close()
    with_both = Store(tmp_path)
    latest = with_both.latest_match()
    assert latest is not None
    assert latest.id == 2
    assert len(with_both.entries(1)) > 10
    assert json.loads(with_both.entries(2)[0].body)["body"] == "started"
    with_both.close()


def test_a_damaged_log_still_refuses(evening: Evening) -> None:
    evening.begin()
    before = hands(evening)
    evening.store.pragma("writable_schema=ON")
    with evening.store._writing() as db:
        db.execute("DELETE FROM sqlite_schema WHERE name = 'entry'")
    evening.store.pragma("writable_schema=RESET")
    receipt = evening.submit(port.SetFact(number=None, changes={"centre": "K"}))
    assert receipt.code == "STORAGE_CORRUPT"
    assert hands(evening) == before


# --- the spool alone -----------------------------------------------------------------------------


def row(seq: int) -> Row:
    return Row(seq=seq, at_utc="2026", source="camera", body="{}")


def test_pictures_in_memory_are_bounded_and_entries_are_not(tmp_path: Path) -> None:
    store = Store(tmp_path)
    spool = Spool(store)
    match = spool.begin_match(game="blof", started_at="2026", simulated=False, first=[row(1)])
    store.pragma("query_only=ON")
    count = KEPT_PICTURES + 30
    for n in range(2, count + 2):
        spool.append(match, [row(n)], [(f"p{n}", b"x")])
    assert [r.seq for r in spool.entries(match)] == list(range(1, count + 2))
    assert len(spool.picture_names(match)) == KEPT_PICTURES
    assert spool.picture("p2") is None
    assert spool.picture(f"p{count + 1}") == b"x"
    store.pragma("query_only=OFF")
    assert spool.flush()
    assert [r.seq for r in store.entries(match)] == list(range(1, count + 2))
    spool.close()


def test_a_setting_waits_too(tmp_path: Path) -> None:
    store = Store(tmp_path)
    spool = Spool(store)
    store.pragma("query_only=ON")
    spool.set_setting("pin", "1234")
    assert spool.setting("pin") == "1234"
    assert store.setting("pin") is None
    assert spool.waiting
    store.pragma("query_only=OFF")
    assert spool.flush()
    assert store.setting("pin") == "1234"
    spool.close()


def test_settings_and_hands_written_at_once_are_all_there(tmp_path: Path) -> None:
    spool = Spool(Store(tmp_path))
    match = spool.begin_match(game="vale-avi", started_at="now", simulated=False, first=[])
    with ThreadPoolExecutor(4) as pool:
        jobs: list[Future[Any]] = [
            pool.submit(spool.set_setting, f"key {n}", str(n)) for n in range(60)
        ]
        jobs += [pool.submit(spool.flush) for _ in range(60)]
        for job in jobs:
            job.result()
    spool.close()
    again = Store(tmp_path)
    assert again.latest_match() is not None
    assert again.entries(match) == []
    assert [again.setting(f"key {n}") for n in range(60)] == [str(n) for n in range(60)]


class Slow(Store):
    """Its first reader stands still halfway, for as long as another thread may need to write."""

    def __init__(self, folder: Path) -> None:
        super().__init__(folder)
        self.halfway = threading.Event()

    def _stand(self) -> None:
        if not self.halfway.is_set():
            self.halfway.set()
            time.sleep(0.3)

    def entries(self, match_id: int) -> list[Row]:
        found = super().entries(match_id)
        self._stand()
        return found

    def picture(self, name: str) -> bytes | None:
        self._stand()
        return super().picture(name)


def test_what_moves_from_memory_to_disk_is_not_missed_by_a_reader(tmp_path: Path) -> None:
    store = Slow(tmp_path)
    spool = Spool(store)
    match = spool.begin_match(game="blof", started_at="now", simulated=False, first=[row(1)])
    store.pragma("query_only=ON")
    spool.append(match, [row(2)])
    store.pragma("query_only=OFF")
    with ThreadPoolExecutor(1) as pool:
        read = pool.submit(spool.entries, match)
        assert store.halfway.wait(5)
        assert spool.flush()
        assert read.result() == [row(1), row(2)]
    spool.close()


def test_a_copy_is_not_given_up_under_a_reader(tmp_path: Path) -> None:
    Store(tmp_path / "home").close()
    copy = Slow(tmp_path / "copy")
    spool = Spool(copy, home=tmp_path / "home")
    with ThreadPoolExecutor(1) as pool:
        read = pool.submit(spool.picture, "p")
        assert copy.halfway.wait(5)
        spool.set_setting("key", "value")
        assert read.result() is None
    assert not (tmp_path / "copy").exists()
    assert spool.setting("key") == "value"
    spool.close()


def test_a_log_that_is_locked_by_another_is_not_copied(tmp_path: Path) -> None:
    store = Store(tmp_path)
    settings = Settings(data_dir=tmp_path, cameras=("photo:none",), pins="none", say=lambda _: None)
    with App(settings) as app, pytest.raises(Exception, match="zaten çalışıyor"):
        app.start()
    store.close()


# --- real file systems ---------------------------------------------------------------------------


def in_a_small_world(tmp_path: Path, what: str) -> dict[str, Any]:
    """Run small_disk.py where it may mount things without touching this machine."""
    able = shutil.which("unshare") and not subprocess.run(
        ["unshare", "-rm", "true"], capture_output=True, check=False
    ).returncode  # fmt: skip
    if not able:
        pytest.skip("needs a mount namespace: unshare -rm")
    done = subprocess.run(
        ["unshare", "-rm", sys.executable, str(SCRIPT), str(tmp_path), what],
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
        env={**os.environ, "PYTHONPATH": str(SCRIPT.parents[2])},
    )
    assert done.returncode == 0, done.stderr
    told: dict[str, Any] = json.loads(done.stdout.splitlines()[-1])
    return told


@pytest.mark.parametrize("what", ["full", "read-only-at-start"])
def test_on_a_real_disk(tmp_path: Path, what: str) -> None:
    told = in_a_small_world(tmp_path, what)
    assert told["problem"] == {"full": "STORAGE_FULL"}.get(what, "STORAGE_UNWRITABLE")
    assert told["hands_without_disk"] == told["hands_before"] + 2
    assert told["unsaved"]
    assert told["unsaved_after"] == []
    assert told["problem_after"] is None
    assert told["hands_reopened"] == told["hands_before"] + 2
