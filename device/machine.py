"""What the machine says about itself: heat, throttling, memory, clock. Read from ``/proc`` and
``/sys``; a value that this machine does not know is None.
"""

import os
import resource
import shutil
import time
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

THROTTLED = "sys/devices/platform/soc/soc:firmware/get_throttled"
UNDER_VOLTAGE, HOT = 0x1, 0x2 | 0x4 | 0x8
"""Bits of the firmware's answer; the same, 16 higher: it happened since the start."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Throttling:
    """``now`` and ``before`` (since the machine started) hold "voltage" and "heat"."""

    now: frozenset[str]
    before: frozenset[str]


class Machine:
    """``root``: where the system's files begin, for tests."""

    def __init__(self, root: Path = Path("/")) -> None:
        self._root = root

    def text(self, path: str) -> str | None:
        try:
            return (self._root / path).read_text(encoding="utf-8", errors="replace").strip("\0\n ")
        except OSError:
            return None

    @property
    def model(self) -> str | None:
        return self.text("proc/device-tree/model")

    @property
    def system(self) -> str:
        """Such as "Debian GNU/Linux 12 (bookworm)"."""
        for line in (self.text("etc/os-release") or "").splitlines():
            if line.startswith("PRETTY_NAME="):
                return line.partition("=")[2].strip('"')
        return "?"

    @property
    def temperature_c(self) -> float | None:
        """The hottest zone."""
        found = []
        for zone in sorted((self._root / "sys/class/thermal").glob("thermal_zone*/temp")):
            with suppress(OSError, ValueError):
                found.append(int(zone.read_text()) / 1000)
        return max(found, default=None)

    @property
    def throttling(self) -> Throttling | None:
        """The Pi's firmware; None elsewhere."""
        text = self.text(THROTTLED)
        try:
            bits = int(text or "", 16)
        except ValueError:
            return None
        return Throttling(now=_named(bits), before=_named(bits >> 16))

    @property
    def memory_free_mb(self) -> float | None:
        for line in (self.text("proc/meminfo") or "").splitlines():
            if line.startswith("MemAvailable:"):
                return int(line.split()[1]) / 1024
        return None

    @property
    def clock_synchronised(self) -> bool | None:
        """None where no time service says so (the Pi has no clock battery)."""
        if (self._root / "run/systemd/timesync/synchronized").exists():
            return True
        return False if (self._root / "run/systemd/timesync").is_dir() else None

    def disk_free_mb(self, folder: Path) -> float | None:
        there = next((each for each in (folder, *folder.parents) if each.exists()), None)
        try:
            return None if there is None else shutil.disk_usage(there).free / 2**20
        except OSError:
            return None


def _named(bits: int) -> frozenset[str]:
    found = {"voltage"} if bits & UNDER_VOLTAGE else set()
    return frozenset(found | ({"heat"} if bits & HOT else set()))


def process_memory_mb(pid: int | None = None) -> float | None:
    """Resident memory of a process, of this one without ``pid``."""
    with suppress(OSError, ValueError, IndexError):
        pages = int(Path(f"/proc/{pid or 'self'}/statm").read_text().split()[1])
        return pages * os.sysconf("SC_PAGE_SIZE") / 2**20
    if pid is not None:
        return None
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def wrong_clock(now_s: float | None = None) -> bool:
    """Whether the clock stands before this program was written: a Pi that just woke up."""
    return (time.time() if now_s is None else now_s) < 1_780_000_000
