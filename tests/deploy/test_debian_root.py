"""deploy/install.sh on a bare Debian made by debootstrap: install, run, upgrade, back, away.

Needs root and the internet, so it belongs to ``make soak``. HAKEM_DEBIAN_ROOT may name a root that
debootstrap made before.
"""

import json
import os
import random
import re
import shutil
import signal
import socket
import subprocess
import time
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import pytest

HOME = Path(__file__).parents[2]
MIRROR = "http://deb.debian.org/debian"
SHIPPED = ("pyproject.toml", "README.md", "LICENSE", "rules", "vision", "device", "web", "models")
PATH = "/usr/sbin:/usr/bin:/sbin:/bin"
KILLS = 5

pytestmark = pytest.mark.soak


class Debian:
    """A Debian in a folder, entered by chroot."""

    def __init__(self, root: Path) -> None:
        self.root = root

    def popen(self, *words: str, **more: str) -> subprocess.Popen[str]:
        return subprocess.Popen(
            ["chroot", str(self.root), *words],
            env={"PATH": PATH, "HOME": "/root", "LC_ALL": "C.UTF-8", **_pip_settings(), **more},
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            start_new_session=True,
        )

    def run(self, *words: str, status: int = 0) -> str:
        process = self.popen(*words)
        said, _ = process.communicate(timeout=1800)
        assert process.returncode == status, said
        return said

    @property
    def installer(self) -> tuple[str, ...]:
        wheels = ("--wheels", "/wheels") if (self.root / "wheels").is_dir() else ()
        return ("/src/deploy/install.sh", *wheels)

    def install(self, *words: str, status: int = 0) -> str:
        return self.run(*self.installer, *words, status=status)

    def path(self, inside: str) -> Path:
        return self.root / inside.lstrip("/")

    @property
    def current(self) -> str:
        return os.readlink(self.path("/opt/hakem/current")).removeprefix("releases/")

    def whole(self) -> None:
        """What ``current`` names is a complete release."""
        assert self.path(f"/opt/hakem/releases/{self.current}/complete").exists()

    def files(self) -> set[str]:
        found = set()
        for place in ("/opt", "/etc", "/var/lib/hakem", "/usr/local"):
            found |= {str(each) for each in self.path(place).rglob("*")}
        return found

    def in_python(self, code: str) -> str:
        """With the installed Hakem, as its user."""
        python = "/opt/hakem/current/venv/bin/python"
        return self.run("runuser", "-u", "hakem", "--", python, "-c", code)


def _pip_settings() -> dict[str, str]:
    """How this machine reaches the package index."""
    return {key: value for key, value in os.environ.items() if key in ("PIP_INDEX_URL", "PIP_CERT")}


@pytest.fixture(scope="module", params=["bookworm", "trixie"])
def debian(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Debian]:
    if os.geteuid() != 0 or shutil.which("debootstrap") is None:
        pytest.skip("needs root and debootstrap")
    given = os.environ.get("HAKEM_DEBIAN_ROOT")
    root = Path(given) if given else tmp_path_factory.mktemp("debian") / request.param
    if not given:
        with_ = "--include=python3,python3-venv,ca-certificates,systemd"
        subprocess.run(
            ["debootstrap", "--variant=minbase", with_, request.param, str(root), MIRROR],
            check=True,
        )
    shutil.copy("/etc/resolv.conf", root / "etc" / "resolv.conf")
    if certificates := os.environ.get("PIP_CERT"):
        shutil.copy(certificates, root / certificates.lstrip("/"))
    shutil.rmtree(root / "src", ignore_errors=True)
    (root / "src").mkdir()
    for each in (*SHIPPED, "deploy"):
        if (HOME / each).is_dir():
            ignore = shutil.ignore_patterns("__pycache__", "checkpoints")
            shutil.copytree(HOME / each, root / "src" / each, ignore=ignore)
        else:
            shutil.copy(HOME / each, root / "src" / each)
    if not os.path.ismount(root / "proc"):
        subprocess.run(["mount", "-t", "proc", "proc", str(root / "proc")], check=True)
    made = Debian(root)
    yield made
    made.install("--uninstall", "--purge")
    subprocess.run(["umount", str(root / "proc")], check=False)


ENTRY = """
from pathlib import Path
from device.store import Row, Store
store = Store(Path("/var/lib/hakem"))
match = store.latest_match()
if match is None:
    store.begin_match(game="blof", started_at="2026", simulated=False,
                      first=[Row(1, "2026", "phone", "{}")])
    match = store.latest_match()
rows = store.entries(match.id)
store.append(match.id, [Row(len(rows) + 1, "2026", "phone", "{}")])
print(len(store.entries(match.id)), store.pragma("integrity_check"))
"""


def test_a_dry_run_changes_nothing(debian: Debian) -> None:
    before = debian.files()
    assert "would: useradd" in debian.install("--dry-run")
    assert debian.files() == before


def test_it_installs_and_a_second_run_changes_nothing(debian: Debian) -> None:
    assert "hakem: installed: " in debian.install()
    debian.whole()
    state = debian.path("/var/lib/hakem").stat()
    assert state.st_mode & 0o777 == 0o700
    before = debian.files()
    again = debian.install()
    assert "this release runs already" in again
    assert debian.files() == before
    for unit in ("hakem.service", "hakem.socket"):
        assert debian.path(f"/etc/systemd/system/{unit}").exists()
    wants = debian.path("/etc/systemd/system/multi-user.target.wants/hakem.service")
    assert wants.is_symlink()


def test_systemd_of_that_system_accepts_the_units(debian: Debian) -> None:
    said = debian.run("systemd-analyze", "verify", "/etc/systemd/system/hakem.service")
    assert [line for line in said.splitlines() if "hakem" in line] == []


def test_the_units_command_runs_as_its_user_and_is_ready(debian: Debian) -> None:
    unit = debian.path("/etc/systemd/system/hakem.service").read_text()
    command = re.search(r"^ExecStart=(.+)$", unit, re.MULTILINE)
    assert command is not None
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    config = debian.path("/etc/hakem/hakem.toml")
    config.write_text(config.read_text().replace("port = 8013", f"port = {port}"))
    notify_path = debian.path("/run/hakem-notify")
    notify_path.unlink(missing_ok=True)
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as notify:
        notify.bind(str(notify_path))
        notify_path.chmod(0o777)
        notify.settimeout(120)
        process = debian.popen(
            *("runuser", "-u", "hakem", "--", *command[1].split()),
            NOTIFY_SOCKET="/run/hakem-notify",
            WATCHDOG_USEC="6000000",
            STATE_DIRECTORY="/var/lib/hakem",
        )
        assert notify.recv(999).startswith(b"READY=1")
        assert notify.recv(999) == b"WATCHDOG=1"
        assert notify.recv(999) == b"WATCHDOG=1"
        with urllib.request.urlopen(f"http://127.0.0.1:{port}/healthz", timeout=60) as answer:
            assert json.load(answer)["ok"] is True
        os.killpg(process.pid, signal.SIGTERM)
        assert process.wait(60) in (0, -signal.SIGTERM, 128 + signal.SIGTERM)
        said = process.communicate()[0]
        assert "maç saklandı" in said
    assert debian.path("/var/lib/hakem/hakem.db").stat().st_mode & 0o077 == 0
    assert re.fullmatch(r"\d{6}\n", debian.run("/usr/local/sbin/hakem-pin"))


def test_an_upgrade_killed_anywhere_leaves_a_whole_release_and_all_matches(debian: Debian) -> None:
    assert debian.in_python(ENTRY) == "2 ok\n"
    old = debian.current
    readme = debian.path("/src/README.md")
    readme.write_text(readme.read_text() + "\nnewer\n")
    rng = random.Random(3)
    for _ in range(KILLS):
        process = debian.popen(*debian.installer)
        time.sleep(rng.uniform(0.2, 20))
        os.killpg(process.pid, signal.SIGKILL)
        process.communicate()
        debian.whole()
    debian.install()
    debian.whole()
    assert debian.current != old
    assert debian.in_python(ENTRY).endswith("ok\n")
    assert debian.path(f"/var/lib/hakem/backup/{old}.db").exists()


def test_the_way_back_keeps_the_matches(debian: Debian) -> None:
    new = debian.current
    before = int(debian.in_python(ENTRY).split()[0])
    assert "hakem: back to " in debian.install("--rollback")
    assert debian.current != new
    debian.whole()
    assert int(debian.in_python(ENTRY).split()[0]) == before + 1


def test_the_way_back_from_a_log_that_is_too_new(debian: Debian) -> None:
    """The release before cannot read it: the copy made at the upgrade takes its place."""
    debian.install()  # forward again: a copy is made
    newer = "sqlite3.connect('/var/lib/hakem/hakem.db').execute('PRAGMA user_version=99')"
    debian.in_python(f"import sqlite3; {newer}")
    said = debian.install("--rollback")
    assert "the newer ones stay in" in said
    assert debian.in_python(ENTRY).endswith("ok\n")


def test_away_with_it_but_not_with_the_matches(debian: Debian) -> None:
    debian.install("--uninstall")
    assert not debian.path("/opt/hakem").exists()
    assert debian.path("/var/lib/hakem/hakem.db").exists()
    assert debian.path("/etc/hakem/hakem.toml").exists()
    debian.install("--uninstall", "--purge")
    assert not debian.path("/var/lib/hakem").exists()
    assert "hakem" not in debian.path("/etc/passwd").read_text()
