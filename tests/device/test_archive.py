"""Past matches are read beside the running store: it is not asked, and nothing is hidden."""

import sqlite3
from pathlib import Path

from device.archive import Archive
from tests.web.past import PLAYED
from tests.web.table import Evening


def test_a_match_under_way_grows_as_it_is_played(tmp_path: Path) -> None:
    archive = Archive(tmp_path)
    assert archive.shelf().matches == ()
    evening = Evening(tmp_path)
    evening.begin()
    first = archive.match("1")
    assert first is not None
    assert (first.finished, len(first.score.hands)) == (False, 0)
    evening.play_hand()
    then = archive.match("1")
    assert then is not None
    assert then.score.hands[0].deltas == (3, -1)
    assert then.ended >= then.began
    assert then.score.seats == evening.score.seats
    assert archive.match("2") is None
    evening.close()


def test_what_has_not_grown_is_folded_once(tmp_path: Path) -> None:
    evening = Evening(tmp_path)
    PLAYED["vale-avi"](evening)
    archive = Archive(tmp_path)
    assert archive.match("1") is archive.match("1")
    evening.close()


def test_a_log_nobody_can_fold_is_counted_and_the_others_stay(tmp_path: Path) -> None:
    evening = Evening(tmp_path)
    PLAYED["vale-avi"](evening)
    PLAYED["blof"](evening)
    evening.close()
    with sqlite3.connect(tmp_path / "hakem.db") as db:
        db.execute(
            """UPDATE entry SET body = '{"body":"nothing"}' WHERE match_id = 1 AND seq = 2"""
        )
    shelf = Archive(tmp_path).shelf()
    assert [kept.key for kept in shelf.matches] == ["2"]
    assert shelf.unreadable == 1


def test_a_file_that_is_no_log_is_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "hakem.db"
    path.write_bytes(b"not a database" * 100)
    shelf = Archive(tmp_path).shelf()
    assert (shelf.matches, shelf.unreadable) == ((), 1)
    assert path.read_bytes() == b"not a database" * 100


def test_staged_matches_have_keys_of_their_own(tmp_path: Path) -> None:
    for folder, simulated in ((tmp_path, False), (tmp_path / "simulasyon", True)):
        evening = Evening(folder, simulated=simulated)
        PLAYED["vale-avi"](evening)
        evening.close()
    kept = {one.key: one.simulated for one in Archive(tmp_path).shelf().matches}
    assert kept == {"1": False, "s1": True}
