"""Pull the plug twenty times: no hand that was shown as written is lost or changed."""

import json
import os
import random
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

KILLS = 20
SCRIPT = Path(__file__).with_name("killable.py")


class Life:
    """One run of Hakem, from its start to its kill."""

    def __init__(self, folder: Path, seed: int) -> None:
        self._process = subprocess.Popen(
            [sys.executable, str(SCRIPT), str(folder), str(seed)],
            stdout=subprocess.PIPE,
            text=True,
            start_new_session=True,
        )
        self.first = self._line()
        self.last = self.first

    def _line(self) -> dict[str, Any]:
        assert self._process.stdout is not None
        line = self._process.stdout.readline()
        assert line, f"it ended by itself: {self._process.wait()}"
        shown: dict[str, Any] = json.loads(line)
        return shown

    def live(self, seconds: float) -> None:
        """Read what it shows; at least one line, then until the time is up."""
        until = time.monotonic() + seconds
        while time.monotonic() < until:
            self.last = self._line()

    def kill(self) -> None:
        os.kill(self._process.pid, signal.SIGKILL)
        self._process.wait()
        for line in self._process.stdout or ():
            if line.endswith("\n"):
                self.last = json.loads(line)


@pytest.mark.alone
def test_nothing_shown_is_lost_over_twenty_kills(tmp_path: Path) -> None:
    rng = random.Random(7)
    written: dict[tuple[int, int], Any] = {}
    for kill in range(KILLS):
        life = Life(tmp_path, seed=kill)
        for (match, number), hand in written.items():
            if match == life.first["match"]:
                assert hand in life.first["hands"], f"hand {number} was lost by kill {kill}"
        life.live(rng.uniform(0.2, 4.0))
        life.kill()
        written |= {(life.last["match"], hand[0]): hand for hand in life.last["hands"]}
    assert len(written) >= 5, "the match never went on"
