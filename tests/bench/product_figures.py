"""The running product, started as a person starts it: ``make play`` with a staged match."""

import json
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import psutil
from figure import NotMeasured, figure

HOME = Path(__file__).parents[2]
PATIENCE_S = 60.0
WATCHED_S = 45.0
HANDS = 10
PAGE = re.compile(r"http://[^\s:]+:(\d+)")


@figure(unit="s", at_most=5)
def second_start() -> float:
    """From typing make play (installed before) to the page's first answer."""
    began_s = time.monotonic()
    with _playing() as (_, port):
        await_page(port)
        return time.monotonic() - began_s


@figure(unit="MB", at_most=400)
def memory() -> float:
    """Every process of a running staged match, its renderer included: the most seen (PSS)."""
    most_mb, until_s = 0.0, time.monotonic() + WATCHED_S
    with _playing() as (make, port):
        await_page(port)
        while time.monotonic() < until_s:
            most_mb = max(most_mb, _tree_mb(make))
            time.sleep(1.0)
    return most_mb


@figure(unit="s/hand", at_most=3)
def staged_hand() -> float:
    """One hand of a staged match played headless, as in the soak test."""
    with tempfile.TemporaryDirectory() as folder:
        report = Path(folder) / "report.json"
        command = [hakem(), "play", "--camera", "staged", "--headless", "--seed", "1"]
        command += ["--hands", str(HANDS), "--report", str(report), "--data", folder]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        if not report.exists():
            raise NotMeasured(_last_line(done.stdout + done.stderr))
        return float(json.loads(report.read_text())["summary"]["seconds_a_hand"])


@contextmanager
def _playing() -> Iterator[tuple[psutil.Process, int]]:
    """``make play`` on a free port with data of its own; yields make's process and the port."""
    if shutil.which("make") is None:
        raise NotMeasured("make is not here")
    with tempfile.TemporaryDirectory() as folder, open(f"{folder}/said", "w+") as said:
        words = f"--camera staged --port 0 --pins none --seed 1 --data {folder}/data"
        make = subprocess.Popen(
            ["make", "-s", "play", f"ARGS={words}"],
            cwd=HOME,
            stdout=said,
            stderr=subprocess.STDOUT,
            env={**os.environ, "PYTHONUNBUFFERED": "1"},
            start_new_session=True,
        )
        try:
            yield psutil.Process(make.pid), said_port(make, Path(said.name))
        finally:
            os.killpg(make.pid, signal.SIGTERM)
            make.wait(timeout=20)


def said_port(make: "subprocess.Popen[bytes]", said: Path) -> int:
    """The port in the line that says Hakem is ready."""
    until_s = time.monotonic() + PATIENCE_S
    while make.poll() is None and time.monotonic() < until_s:
        ready = [line for line in said.read_text().splitlines() if "ready" in line]
        if ready and (found := PAGE.search(ready[0])):
            return int(found[1])
        time.sleep(0.02)
    raise NotMeasured(_last_line(said.read_text()))


def await_page(port: int) -> None:
    until_s = time.monotonic() + PATIENCE_S
    while time.monotonic() < until_s:
        try:
            with urllib.request.urlopen(f"http://127.0.0.1:{port}/", timeout=5) as answer:
                if answer.status == 200 and answer.read():
                    return
        except OSError:
            time.sleep(0.02)
    raise NotMeasured(f"the page did not answer within {PATIENCE_S:g} s")


def _tree_mb(make: psutil.Process) -> float:
    """Memory of the processes under ``make``; shared pages are counted once (PSS)."""
    total = 0
    for process in make.children(recursive=True):
        try:
            total += process.memory_full_info().pss
        except psutil.NoSuchProcess:
            continue
    return total / 1e6


def hakem() -> str:
    return str(Path(sys.executable).with_name("hakem"))


def _last_line(text: str) -> str:
    return (text.strip().splitlines() or ["it said nothing"])[-1]
