"""One injected clock for votes, windows, supervisors and the staged table."""

import threading
import time
from typing import Protocol


class Clock(Protocol):
    def now_s(self) -> float:
        """Monotonic seconds."""
        ...

    def sleep(self, seconds: float) -> None: ...


class RealClock:
    def now_s(self) -> float:
        return time.monotonic()

    def sleep(self, seconds: float) -> None:
        time.sleep(seconds)


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
