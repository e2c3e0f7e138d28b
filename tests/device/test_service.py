"""Hakem as systemd starts it: ready, watched, given port 80, stopped; without it, silent."""

import json
import os
import signal
import socket
import sqlite3
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

import psutil
import pytest

from device.systemd import Notifier, listening_sockets

HOME = Path(__file__).parents[2]
HAND_OVER = """
import os, sys
os.dup2(int(sys.argv[1]), 3)
os.environ["LISTEN_PID"] = str(os.getpid())
os.execv(sys.argv[2], sys.argv[2:])
"""


class Manager:
    """What systemd does for one service: a notify socket, a watchdog, a listening socket."""

    def __init__(self, folder: Path, *, watchdog_s: float = 6.0) -> None:
        self.folder = folder
        self.notify = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self.notify.bind(str(folder / "notify"))
        self.notify.settimeout(60)  # two busy cores may serve a dozen other processes
        self.listening = socket.create_server(("127.0.0.1", 0))
        self.port = self.listening.getsockname()[1]
        self.environment = {
            **os.environ,
            "PYTHONPATH": str(HOME),
            "NOTIFY_SOCKET": str(folder / "notify"),
            "WATCHDOG_USEC": str(int(watchdog_s * 1e6)),
            "STATE_DIRECTORY": str(folder / "state"),
            "LISTEN_FDS": "1",
        }
        (folder / "state").mkdir()
        self.process: subprocess.Popen[str] | None = None

    def start(self, *more: str, config: str = '[panel]\npins = "none"\n') -> float:
        """Processor seconds until READY=1; the clock would measure the machine's other guests."""
        file = self.folder / "hakem.toml"
        file.write_text('[camera]\nsources = ["photo:none"]\n[page]\nport = 0\n' + config)
        play = [sys.executable, "-m", "device.cli", "play", "--config", str(file), *more]
        fd = self.listening.fileno()
        self.process = subprocess.Popen(
            [sys.executable, "-c", HAND_OVER, str(fd), *play],
            env=self.environment,
            pass_fds=(fd,),
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            cwd=self.folder,
        )
        while "READY=1" not in self.told():
            assert self.process.poll() is None, self.process.communicate()[0]
        used = psutil.Process(self.process.pid).cpu_times()
        return float(used.user + used.system)

    def told(self) -> str:
        return self.notify.recv(4096).decode()

    def get(self, path: str = "/") -> str:
        with urllib.request.urlopen(f"http://127.0.0.1:{self.port}{path}", timeout=60) as answer:
            text: str = answer.read().decode()
        return text

    def end(self) -> str:
        assert self.process is not None
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGTERM)
        said, _ = self.process.communicate(timeout=120)
        return said


@pytest.fixture
def manager(tmp_path: Path) -> Iterator[Manager]:
    made = Manager(tmp_path)
    yield made
    if made.process is not None and made.process.poll() is None:
        made.process.kill()
        made.process.communicate()
    made.notify.close()
    made.listening.close()


@pytest.mark.alone
def test_it_becomes_ready_stays_watched_and_stops_cleanly(manager: Manager) -> None:
    ready_s = manager.start()
    assert ready_s <= 3.0, "the page shall answer three seconds after the start"
    assert "Hakem" in manager.get()  # through the socket that was handed over
    fed = []
    for _ in range(4):
        assert manager.told() == "WATCHDOG=1"
        fed.append(time.monotonic())
    assert max(after - before for before, after in pairwise(fed)) < 6.0
    said = manager.end()
    assert manager.process is not None
    assert manager.process.returncode == 0
    assert "STOPPING=1" in iter(manager.told, "")
    assert "PIN" not in said.replace("PİN", ""), "a journal must not keep the PIN"
    with sqlite3.connect(manager.folder / "state" / "hakem.db") as db:
        assert db.execute("PRAGMA integrity_check").fetchone() == ("ok",)


def test_a_damaged_log_still_brings_the_page_and_is_left_alone(manager: Manager) -> None:
    damaged = manager.folder / "state" / "hakem.db"
    damaged.write_bytes(b"crumbs" * 2000)
    manager.start()
    assert '"problem":["STORAGE_CORRUPT"' in manager.get()
    manager.end()
    assert damaged.read_bytes() == b"crumbs" * 2000


def test_a_broken_configuration_becomes_ready_too(manager: Manager) -> None:
    manager.start(config="[wiring]\nnext = 99\n")
    page = manager.get()
    assert "wiring.next" in page
    assert "hakem.toml:6" in page
    manager.end()
    assert manager.process is not None
    assert manager.process.returncode == 0


def test_a_referee_that_hangs_is_not_fed_for(tmp_path: Path) -> None:
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as notify:
        notify.bind(str(tmp_path / "n"))
        notify.settimeout(0.5)
        notifier = Notifier(
            {"NOTIFY_SOCKET": str(tmp_path / "n"), "WATCHDOG_USEC": "90000", "WATCHDOG_PID": me()}
        )
        answers = iter([True, True, False, False, False, False, False, False, False, False])
        notifier.feed_while(lambda _: next(answers, False))
        assert notify.recv(99) == b"WATCHDOG=1"
        assert notify.recv(99) == b"WATCHDOG=1"
        with pytest.raises(TimeoutError):
            notify.recv(99)
        notifier.stopping()


def me() -> str:
    return str(os.getpid())


def test_an_abstract_socket_is_understood() -> None:
    name = f"hakem-test-{me()}"
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as notify:
        notify.bind("\0" + name)
        notify.settimeout(2)
        Notifier({"NOTIFY_SOCKET": "@" + name}).ready("here")
        assert notify.recv(99) == b"READY=1\nSTATUS=here"


@pytest.mark.parametrize(
    "environment",
    [
        {},
        {"NOTIFY_SOCKET": "/nowhere"},
        {"NOTIFY_SOCKET": "/nowhere", "WATCHDOG_USEC": "30000000", "WATCHDOG_PID": "1"},
        {"WATCHDOG_USEC": "30000000"},
        {"NOTIFY_SOCKET": "/nowhere", "WATCHDOG_USEC": "soon"},
    ],
)
def test_without_a_manager_nothing_happens(environment: dict[str, str]) -> None:
    notifier = Notifier(environment)
    notifier.ready("here")
    assert not notifier.watched
    notifier.feed_while(lambda _: True)
    notifier.stopping()


def test_sockets_of_another_process_are_not_taken() -> None:
    assert listening_sockets({}) == []
    assert listening_sockets({"LISTEN_PID": "1", "LISTEN_FDS": "1"}) == []


def test_json_is_what_the_page_says_of_the_camera(manager: Manager) -> None:
    manager.start()
    page = manager.get()
    snapshot = page.partition('id="snapshot">')[2].partition("</script>")[0]
    assert json.loads(snapshot)["camera"]["state"] in ("starting", "none")
    manager.end()
