"""The eyes' own loop behind a camera whose driver a test holds."""

import threading
import time
from collections.abc import Callable
from multiprocessing import Pipe
from typing import Any

from device.eyes import EyesSpec, Message, StillHere, run_eyes
from tests.vision.faulty import Driver


class Loop:
    """``run_eyes`` in a thread, its messages in a list and handed to ``hear``."""

    def __init__(
        self, driver: Driver, *, spec: EyesSpec, hear: Callable[[Message], None] | None = None
    ) -> None:
        self._hear_too = hear
        self._closing = threading.Event()
        self.heard: list[Message | StillHere] = []
        self._reports, reports = Pipe(duplex=False)
        control, self.control = Pipe(duplex=False)
        self._eyes = threading.Thread(
            target=run_eyes,
            args=(spec, reports, control, None),
            kwargs={"open_one": lambda name: driver.open()},
            daemon=True,
        )
        self._ear = threading.Thread(target=self._hear, daemon=True)
        self._eyes.start()
        self._ear.start()

    def _hear(self) -> None:
        while not self._closing.is_set():
            try:
                if self._reports.poll(0.05):
                    message = self._reports.recv()
                    self.heard.append(message)
                    if self._hear_too is not None and not isinstance(message, StillHere):
                        self._hear_too(message)
            except EOFError:
                return

    def until(self, holds: Callable[[Any], bool], within_s: float = 60.0) -> Any:
        """The first new message of which it holds."""
        at, end_s = len(self.heard), time.monotonic() + within_s
        while time.monotonic() < end_s:
            while at < len(self.heard):
                if holds(self.heard[at]):
                    return self.heard[at]
                at += 1
            time.sleep(0.01)
        raise AssertionError(f"it never came; last: {self.heard[-3:]}")

    @property
    def alive(self) -> bool:
        return self._eyes.is_alive()

    def close(self) -> None:
        self._closing.set()
        self._ear.join(10)
        self._reports.close()
        self._eyes.join(10)
