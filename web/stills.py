"""The camera's newest picture, asked for at a bounded rate."""

import threading
from collections.abc import Callable


class Stills:
    """The newest picture at a bounded rate for the whole house: in between, the last one again."""

    def __init__(
        self, *, take: Callable[[], bytes | None], every_s: float, now_s: Callable[[], float]
    ) -> None:
        self._take = take
        self._every_s = every_s
        self._now_s = now_s
        self._lock = threading.Lock()
        self._jpeg: bytes | None = None
        self._taken_s = float("-inf")

    def newest(self) -> bytes | None:
        with self._lock:
            now_s = self._now_s()
            if now_s - self._taken_s >= self._every_s:
                self._jpeg, self._taken_s = self._take(), now_s
            return self._jpeg
