"""Hours at the table: memory, threads, processes and open files stay what they were."""

import json
import os
import re
import subprocess
import sys
import time
import urllib.request
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import psutil
import pytest

Found = Callable[[str, object], None]
pytestmark = pytest.mark.soak
HOME = Path(__file__).parents[2]
ENDURING = Path(__file__).with_name("enduring.py")
OBSERVATIONS = 100_000
GROWS_MB = 20.0
KEPT = ("threads", "processes", "files")
EVERY_S, MINUTES, WARM_S = 10.0, 30, 120.0


def check(taken: Sequence[dict[str, Any]], record_property: Found) -> None:
    """The last tenth against the first tenth after a warm start."""
    tenth = max(2, len(taken) // 10)
    first, last = taken[:tenth], taken[-tenth:]
    grown = max(t["memory_mb"] for t in last) - max(t["memory_mb"] for t in first)
    counts = ", ".join(f"{last[-1][kept]} {kept}" for kept in KEPT)
    record_property("found", f"{last[-1]['memory_mb']:.0f} MB ({grown:+.1f}), {counts}")
    assert grown <= GROWS_MB, [round(t["memory_mb"]) for t in taken]
    for kept in KEPT:
        assert max(t[kept] for t in last) <= max(t[kept] for t in first), (kept, taken)


def test_nothing_grows_over_many_observations(tmp_path: Path, record_property: Found) -> None:
    done = subprocess.run(
        [sys.executable, str(ENDURING), str(tmp_path), str(OBSERVATIONS)],
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, "PYTHONPATH": str(HOME)},
    )
    assert done.returncode == 0, done.stderr
    taken = [json.loads(line) for line in done.stdout.splitlines()]
    assert taken[-1]["observations"] >= OBSERVATIONS
    check(taken[1:], record_property)


def test_nothing_grows_over_half_an_hour_with_the_networks(
    tmp_path: Path, record_property: Found
) -> None:
    """The whole product with its page: a staged match, and a phone that looks in now and then."""
    with open(tmp_path / "said", "w+", encoding="utf-8") as said:
        words = ["play", "--camera", "staged", "--port", "0", "--pins", "none", "--seed", "1"]
        process = subprocess.Popen(
            [Path(sys.executable).with_name("hakem"), *words, "--data", tmp_path / "data"],
            stdout=said,
            stderr=subprocess.STDOUT,
            env={**os.environ, "PYTHONUNBUFFERED": "1"},
        )
        try:
            taken = _watched(psutil.Process(process.pid), tmp_path / "said")
            assert process.poll() is None, (tmp_path / "said").read_text()
        finally:
            process.terminate()
            process.wait(timeout=30)
    check(taken, record_property)


def _watched(hakem: psutil.Process, said: Path) -> list[dict[str, Any]]:
    time.sleep(WARM_S)
    ready = re.search(r"http://[^\s:]+:(\d+)", said.read_text())
    assert ready, said.read_text()
    taken = []
    end_s = time.monotonic() + MINUTES * 60
    while time.monotonic() < end_s:
        time.sleep(EVERY_S)
        with urllib.request.urlopen(f"http://127.0.0.1:{ready[1]}/", timeout=10) as answer:
            assert answer.status == 200
        family = [hakem, *hakem.children(recursive=True)]
        taken.append(
            {
                "memory_mb": sum(p.memory_full_info().uss for p in family) / 1e6,
                "threads": sum(p.num_threads() for p in family),
                "processes": len(family),
                "files": sum(p.num_fds() for p in family),
            }
        )
    return taken
