"""Pull the plug twenty times: no hand that was shown as written is lost or changed."""

import json
import os
import random
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

KILLS = 20
SCRIPT = Path(__file__).with_name("killable.py")


class Life:
    """One run of Hakem, from its start to its kill; it tells a line with each publication."""

    def __init__(self, folder: Path, seed: int) -> None:
        self._process = subprocess.Popen(
            [sys.executable, str(SCRIPT), str(folder), str(seed)],
            stdout=subprocess.PIPE,
            text=True,
        )
        self.first = self._line()
        self.last = self.first

    def _line(self) -> dict[str, Any]:
        assert self._process.stdout is not None
        line = self._process.stdout.readline()
        assert line, f"it ended by itself: {self._process.wait()}"
        shown: dict[str, Any] = json.loads(line)
        return shown

    def live(self, publications: int, moment_s: float) -> None:
        """Let it show so much, and then a moment more."""
        for _ in range(publications):
            self.last = self._line()
        try:
            self._process.wait(moment_s)
        except subprocess.TimeoutExpired:
            return
        raise AssertionError("it ended by itself")

    def kill(self) -> None:
        """``kill -9``; what it had still said before counts as shown."""
        os.kill(self._process.pid, signal.SIGKILL)
        assert self._process.stdout is not None
        for line in self._process.stdout:
            if line.endswith("\n"):
                self.last = json.loads(line)
        self._process.wait()


@pytest.mark.long
def test_nothing_shown_is_lost_over_twenty_kills(tmp_path: Path) -> None:
    rng = random.Random(7)
    written: dict[tuple[int, int], Any] = {}
    for kill in range(KILLS):
        life = Life(tmp_path, seed=kill)
        for (match, number), hand in written.items():
            if match == life.first["match"]:
                assert hand in life.first["hands"], f"hand {number} was lost by kill {kill}"
        life.live(rng.randrange(1, 80), rng.uniform(0, 0.3))
        life.kill()
        for hand in life.last["hands"]:
            assert written.setdefault((life.last["match"], hand[0]), hand) == hand
    assert len(written) >= 5, "the match never went on"
