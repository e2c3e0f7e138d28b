"""The plug pulled at any moment: every entry that was acknowledged is there, the log is whole."""

import json
import os
import random
import shutil
import signal
import subprocess
import sys
import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

from device.store import Row, Store
from tests.device.log_digest import digest

KILLABLE = Path(__file__).with_name("killable_by_hand.py")
HOME = Path(__file__).parents[2]
SOAK = pytest.mark.soak
ALONE = pytest.mark.alone


# --- the process killed ----------------------------------------------------------------------


def live_and_die(folder: Path, *, seed: int, for_s: float) -> dict[str, Any] | None:
    """One life of the killable referee; what it said last, None when it died before it spoke."""
    process = subprocess.Popen(
        [sys.executable, str(KILLABLE), str(folder), str(seed)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        start_new_session=True,
        env={**os.environ, "PYTHONPATH": str(HOME)},
    )
    time.sleep(for_s)
    assert process.poll() is None, process.communicate()[1].decode()
    os.killpg(process.pid, signal.SIGKILL)
    said, _ = process.communicate()
    whole = said[: said.rfind(b"\n") + 1].splitlines()  # the last line may be half written
    last: dict[str, Any] | None = json.loads(whole[-1]) if whole else None
    return last


@pytest.mark.parametrize(
    "kills", [pytest.param(12, marks=ALONE), pytest.param(200, marks=[SOAK, ALONE])]
)
def test_nothing_acknowledged_is_lost_when_killed(tmp_path: Path, kills: int) -> None:
    rng = random.Random(kills)
    spoke = 0
    for seed in range(kills):
        # a fifth of the lives end while they start: opening, creating, recovering the log
        starting = rng.random() < 0.2
        for_s = rng.uniform(0.05, 0.9) if starting else rng.uniform(0.9, 2.4)
        last = live_and_die(tmp_path, seed=seed, for_s=for_s)
        store = Store(tmp_path)
        assert store.pragma("integrity_check") == "ok"
        if last is not None:
            spoke += 1
            rows = store.entries(last["match"])
            assert len(rows) >= last["entries"]
            assert digest(rows[: last["entries"]]) == last["digest"]
        store.close()
    assert spoke >= kills // 3, "it hardly ever came to play"


# --- files cut ------------------------------------------------------------------------------


@dataclass
class Written:
    """A log as it lay on disk, and what was acknowledged when its WAL had which length."""

    folder: Path
    match: int = 0
    rows: list[Row] = field(default_factory=list)
    acknowledged: list[tuple[int, int]] = field(default_factory=list)  # WAL length, rows
    before: bytes = b""  # hakem.db before the last checkpoint
    wal: bytes = b""
    after: bytes = b""  # hakem.db after it

    def due(self, length: int) -> int:
        """Rows that had been acknowledged when the WAL was not longer than this."""
        return max((rows for wal, rows in self.acknowledged if wal <= length), default=0)


@pytest.fixture(scope="module")
def written(tmp_path_factory: pytest.TempPathFactory) -> Written:
    """300 entries in bundles, some with a picture; the first hundred lie in hakem.db itself."""
    rng = random.Random(5)
    made = Written(tmp_path_factory.mktemp("log"))
    store = Store(made.folder)
    made.match = store.begin_match(game="blof", started_at="2026", simulated=False, first=[row(1)])
    made.rows.append(row(1))
    while len(made.rows) < 300:
        if len(made.rows) < 100:
            made.acknowledged.clear()
            store.pragma("wal_checkpoint(TRUNCATE)")
        bundle = [
            row(len(made.rows) + n, "x" * rng.randrange(400)) for n in range(1, rng.randrange(2, 5))
        ]
        names = [(f"p{bundle[0].seq}", rng.randbytes(rng.randrange(20_000)))]
        store.append(made.match, bundle, names if rng.random() < 0.3 else ())
        made.rows += bundle
        wal = made.folder / "hakem.db-wal"
        made.acknowledged.append((wal.stat().st_size, len(made.rows)))
    made.before = (made.folder / "hakem.db").read_bytes()
    made.wal = wal.read_bytes()
    assert len(made.wal) == made.acknowledged[-1][0]
    store.pragma("wal_checkpoint(PASSIVE)")
    made.after = (made.folder / "hakem.db").read_bytes()
    store.close()
    assert made.after != made.before
    return made


def row(seq: int, body: str = "{}") -> Row:
    return Row(seq=seq, at_utc="2026", source="phone", body=body)


def check(folder: Path, written: Written, due: int) -> None:
    """The log in ``folder`` opens, holds the first ``due`` rows and nothing false, and goes on."""
    store = Store(folder)
    assert store.pragma("integrity_check") == "ok"
    found = store.entries(written.match)
    assert len(found) >= due
    assert found == written.rows[: len(found)]
    counts = {1} | {rows for _, rows in written.acknowledged}
    assert len(found) in counts or len(found) < min(counts - {1}), "half a bundle"
    store.append(written.match, [row(1000)])
    assert store.entries(written.match)[-1] == row(1000)
    store.close()
    shutil.rmtree(folder)


CUTS = [pytest.param(60), pytest.param(500, marks=SOAK)]


@pytest.mark.parametrize("cuts", CUTS)
def test_the_newest_file_cut_anywhere(tmp_path: Path, written: Written, cuts: int) -> None:
    """What the disk had when power went: a part of the WAL; behind it nothing, zeros or rubbish."""
    rng = random.Random(cuts)
    for n in range(cuts):
        at = rng.randrange(len(written.wal) + 1)
        lost = min(len(written.wal) - at, 9000)
        tail = (b"", bytes(lost), rng.randbytes(lost))[n % 3]
        folder = tmp_path / str(n)
        folder.mkdir()
        (folder / "hakem.db").write_bytes(written.before)
        (folder / "hakem.db-wal").write_bytes(written.wal[:at] + tail)
        check(folder, written, written.due(at))


@pytest.mark.parametrize("cuts", CUTS)
def test_the_log_cut_while_it_is_brought_up_to_date(
    tmp_path: Path, written: Written, cuts: int
) -> None:
    """A checkpoint copies pages of the WAL into hakem.db; cut there, the WAL still has them all."""
    rng = random.Random(cuts)
    size = max(len(written.before), len(written.after))
    old, new = written.before.ljust(size, b"\0"), written.after.ljust(size, b"\0")
    for n in range(cuts):
        at = rng.randrange(size + 1)
        folder = tmp_path / str(n)
        folder.mkdir()
        torn = new[:at] + old[at:] if n % 2 else old[:at] + new[at:]
        (folder / "hakem.db").write_bytes(torn)
        (folder / "hakem.db-wal").write_bytes(written.wal)
        check(folder, written, len(written.rows))
