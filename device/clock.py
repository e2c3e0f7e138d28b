"""One injected clock for votes, windows, supervisors and the staged table."""

import threading
import time
from typing import Protocol


class Clock(Protocol):
    def now_s(self) -> float:
        """Monotonic seconds."""
        ...

    def sleep(self, seconds: float) -> None: ...


class PacedClock:
    """Real time at another pace: with 4, a staged minute takes fifteen seconds."""

    def __init__(self, pace: float) -> None:
        self._pace = pace

    def now_s(self) -> float:
        return time.monotonic() * self._pace

    def sleep(self, seconds: float) -> None:
        time.sleep(seconds / self._pace)


class VirtualClock:
    """A clock that only moves when somebody sleeps on it: a staged hour takes seconds."""

    def __init__(self, start_s: float = 0.0) -> None:
        self._now_s = start_s
        self._lock = threading.Lock()

    def now_s(self) -> float:
        with self._lock:
            return self._now_s

    def sleep(self, seconds: float) -> None:
        with self._lock:
            self._now_s += max(0.0, seconds)
