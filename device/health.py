"""How the running Hakem feels: pictures a second, time of each stage, memory, last error.

For ``/healthz`` and the health page; holds no name, no picture, no address.
"""

import logging
import threading
import time
from collections import deque
from collections.abc import Callable
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from statistics import median
from typing import Any

from device.eyes import Message, Opened, Report, Trouble
from device.machine import Machine, process_memory_mb

WINDOW_S = 10.0
LOW_DISK_MB = 200.0
ANSWER_S = 2.0


class LastWords(logging.Handler):
    """Remembers the last warning; ``text`` is None while there was none."""

    def __init__(self) -> None:
        super().__init__(logging.WARNING)
        self.text: str | None = None

    def emit(self, record: logging.LogRecord) -> None:
        self.text = f"{record.levelname} {record.name}: {record.getMessage()}"[:300]


class Health:
    """Told of every message of the eyes; asked by the page. Any thread may do either."""

    def __init__(
        self,
        *,
        folder: Path,
        answers: Callable[[float], bool],
        eyes_pid: Callable[[], int | None],
        queue: Callable[[], int],
        unsaved: Callable[[], int],
        machine: Machine | None = None,
        now_s: Callable[[], float] = time.monotonic,
    ) -> None:
        self._folder, self._answers, self._eyes_pid = folder, answers, eyes_pid
        self._queue, self._unsaved = queue, unsaved
        self._machine = machine or Machine()
        self._now_s = now_s
        self._began_s = now_s()
        self._lock = threading.Lock()
        self._looks: deque[tuple[float, dict[str, float]]] = deque(maxlen=600)
        self._camera: str | None = None
        self._state = "starting"
        self.last_words = LastWords()

    def saw(self, message: Message) -> None:
        with self._lock:
            match message:
                case Report(state=state, stage_ms=stage_ms):
                    self._looks.append((self._now_s(), stage_ms))
                    self._state = state
                case Opened(name=name):
                    self._camera, self._state = name, "searching"
                case Trouble(code=code):
                    self._state = code
                    self._looks.clear()

    def report(self) -> dict[str, Any]:
        """Plain values; ``ok`` is what a watching program wants to know."""
        machine = self._machine
        answers = self._answers(ANSWER_S)
        disk_mb = machine.disk_free_mb(self._folder)
        throttling = machine.throttling
        return {
            "ok": answers and not self._unsaved(),
            "version": installed_version(),
            "uptime_s": round(self._now_s() - self._began_s),
            "referee": "answers" if answers else "silent",
            "queue": self._queue(),
            "unsaved_hands": self._unsaved(),
            "last_error": self.last_words.text,
            **self._sight(),
            "temperature_c": _rounded(machine.temperature_c),
            "throttled": sorted(throttling.now) if throttling else None,
            "memory_mb": _rounded(process_memory_mb()),
            "eyes_memory_mb": _rounded(self._eyes_memory_mb()),
            "memory_free_mb": _rounded(machine.memory_free_mb),
            "disk_free_mb": _rounded(disk_mb),
            "disk_low": disk_mb is not None and disk_mb < LOW_DISK_MB,
            "clock_synchronised": machine.clock_synchronised,
        }

    def _sight(self) -> dict[str, Any]:
        with self._lock:
            now_s = self._now_s()
            recent = [(at, ms) for at, ms in self._looks if now_s - at <= WINDOW_S]
            camera, state = self._camera, self._state
        stages: dict[str, list[float]] = {}
        for _, took in recent:
            for stage, ms in took.items():
                stages.setdefault(stage, []).append(ms)
        spans_s = recent[-1][0] - recent[0][0] if len(recent) > 1 else 0.0
        return {
            "camera": camera,
            "camera_state": state,
            "pictures_per_s": _rounded((len(recent) - 1) / spans_s) if spans_s > 0 else 0.0,
            "stage_ms": {stage: round(median(all_ms), 1) for stage, all_ms in stages.items()},
        }

    def _eyes_memory_mb(self) -> float | None:
        pid = self._eyes_pid()
        return None if pid is None else process_memory_mb(pid)


def installed_version() -> str:
    try:
        return version("hakem")
    except PackageNotFoundError:
        return "?"


def _rounded(value: float | None) -> float | None:
    return None if value is None else round(value, 1)
