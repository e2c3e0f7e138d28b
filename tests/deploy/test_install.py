"""deploy/install.sh without a machine to install on: it says what it would do, and does nothing."""

import os
import re
import shutil
import sqlite3
import subprocess
from pathlib import Path

import pytest

HOME = Path(__file__).parents[2]
SCRIPT = HOME / "deploy" / "install.sh"
MOST_EXPOSED = 2.0
"""systemd's own figure, 0 (shut) to 10 (open); a web server nobody locked up has 9.2."""


def run(*words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        ["bash", str(SCRIPT), *words], capture_output=True, text=True, check=False, timeout=120
    )


def changed() -> dict[str, float]:
    """What an installation would touch on this machine."""
    places = ("/opt/hakem", "/etc/hakem", "/var/lib/hakem", "/etc/systemd/system", "/usr/local/bin")
    return {each: Path(each).stat().st_mtime for each in places if Path(each).exists()}


def test_a_dry_run_says_everything_and_changes_nothing() -> None:
    before = changed()
    done = run("--dry-run")
    assert done.returncode == 0, done.stderr
    for step in ("useradd", "venv", "hakem.toml", "hakem.service", "systemctl", "current"):
        assert re.search(rf"would: .*{step}", done.stdout), step
    assert changed() == before
    assert not Path("/opt/hakem").exists()


@pytest.mark.parametrize("words", [("--uninstall",), ("--uninstall", "--purge")])
def test_taking_away_can_be_tried_dry_too(words: tuple[str, ...]) -> None:
    done = run("--dry-run", *words)
    assert done.returncode == 0, done.stderr
    assert "would: rm -rf /opt/hakem" in done.stdout
    assert ("would: rm -rf /var/lib/hakem" in done.stdout) == ("--purge" in words)


def test_a_wrong_word_is_answered_with_the_right_ones() -> None:
    done = run("--unistall")
    assert done.returncode == 1
    assert "unknown: --unistall" in done.stderr
    assert "--rollback" in done.stderr


def test_help_tells_every_word_the_script_knows() -> None:
    told = run("--help").stdout
    known = re.findall(r"^ +(--[a-z-]+)\)", SCRIPT.read_text(), re.MULTILINE)
    assert len(known) == 8
    assert [word for word in known if word not in told] == []


def test_nothing_is_fetched_and_run() -> None:
    text = SCRIPT.read_text()
    assert not re.search(r"\b(curl|wget)\b", text)
    assert "set -euo pipefail" in text


def test_the_same_files_are_the_same_release() -> None:
    name = re.compile(r"release ([\w.-]+):")
    first, second = name.search(run("--dry-run").stdout), name.search(run("--dry-run").stdout)
    assert first is not None
    assert second is not None
    assert first[1] == second[1]


# --- units ---------------------------------------------------------------------------------------


@pytest.fixture
def units(tmp_path: Path) -> Path:
    """The units as installed, but with a program that this machine has."""
    if shutil.which("systemd-analyze") is None:
        pytest.skip("needs systemd-analyze")
    for unit in ("hakem.service", "hakem.socket"):
        text = (HOME / "deploy" / unit).read_text()
        (tmp_path / unit).write_text(
            re.sub(r"^ExecStart=\S+", "ExecStart=/bin/true", text, flags=re.M)
        )
    return tmp_path


def test_systemd_finds_nothing_wrong_with_the_units(units: Path) -> None:
    done = subprocess.run(
        ["systemd-analyze", "verify", str(units / "hakem.service"), str(units / "hakem.socket")],
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, "SYSTEMD_LOG_LEVEL": "warning"},
    )
    ours = [line for line in done.stderr.splitlines() if "hakem" in line]
    assert ours == []


def test_the_service_is_locked_up_and_the_camera_is_not(units: Path) -> None:
    done = subprocess.run(
        [
            "systemd-analyze",
            "security",
            "--offline=true",
            "--no-pager",
            str(units / "hakem.service"),
        ],
        capture_output=True,
        text=True,
        check=False,
    )
    found = re.search(r"exposure level for hakem.service: ([\d.]+)", done.stdout)
    assert found is not None, done.stdout + done.stderr
    readme = (HOME / "deploy" / "README.md").read_text(encoding="utf-8")
    told = re.search(r"its exposure level is ([\d.]+)", readme)
    assert told is not None
    assert f"puanı {told[1].replace('.', ',')} " in readme
    assert float(found[1]) <= float(told[1]) <= MOST_EXPOSED
    text = (HOME / "deploy" / "hakem.service").read_text()
    for device in ("video4linux", "media", "dma_heap", "gpiochip"):
        assert f"DeviceAllow=char-{device} rw" in text
    assert "PrivateDevices=true" not in text


# --- copies of the matches -----------------------------------------------------------------------


def backup(*words: str) -> int:
    return subprocess.run(["python3", str(HOME / "deploy" / "backup.py"), *words]).returncode


def test_a_copy_brings_the_newest_entries_along(tmp_path: Path) -> None:
    source, target = tmp_path / "a.db", tmp_path / "b.db"
    with sqlite3.connect(source, isolation_level=None) as db:
        db.execute("PRAGMA journal_mode=WAL")
        db.execute("CREATE TABLE entry (n)")
        db.execute("INSERT INTO entry VALUES (7)")  # lies in a.db-wal only
        (tmp_path / "b.db-wal").write_bytes(b"of another file")
        assert backup(str(source), str(target)) == 0
    with sqlite3.connect(target) as copy:
        assert copy.execute("SELECT n FROM entry").fetchall() == [(7,)]
    assert sorted(each.name for each in tmp_path.glob("b*")) == ["b.db"]


def test_a_copy_of_nothing_is_refused_and_leaves_the_target(tmp_path: Path) -> None:
    (tmp_path / "b.db").write_bytes(b"matches")
    assert backup(str(tmp_path / "none.db"), str(tmp_path / "b.db")) != 0
    assert (tmp_path / "b.db").read_bytes() == b"matches"
