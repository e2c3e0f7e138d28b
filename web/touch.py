"""Control by touch: a phone asks, somebody presses the button on the table, that phone may run it.

Who can touch the table may run it. One phone at a time may ask, so that a press means that phone
and no other; the press is used up by it and advances no hand.
"""

import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from math import ceil

WINDOW_S = 60.0


@dataclass(slots=True)
class _Asking:
    phone: str
    until_s: float
    granted: bool = False


class Touch:
    """Which phone waits for a press. ``on_ask`` is told when one begins to wait (light, buzzer),
    ``present`` whether there is a button at all. Any thread may call."""

    def __init__(
        self,
        *,
        present: bool = False,
        on_ask: Callable[[], None] = lambda: None,
        now_s: Callable[[], float] = time.monotonic,
    ) -> None:
        self.present = present
        self._on_ask, self._now_s = on_ask, now_s
        self._lock = threading.Lock()
        self._asking: _Asking | None = None

    def ask(self, phone: str) -> int | None:
        """``phone`` waits from now on: the seconds it has; None while another one waits."""
        with self._lock:
            asking = self._open()
            if asking is not None and asking.phone != phone:
                return None
            self._asking = _Asking(phone, self._now_s() + WINDOW_S)
        self._on_ask()
        return ceil(WINDOW_S)

    def pressed(self) -> bool:
        """The button was pressed; whether that was for the phone that waits."""
        with self._lock:
            asking = self._open()
            if asking is None or asking.granted:
                return False
            asking.granted = True
            return True

    def take(self, phone: str) -> bool:
        """Whether ``phone`` was granted control; true once."""
        with self._lock:
            asking = self._open()
            if asking is None or asking.phone != phone or not asking.granted:
                return False
            self._asking = None
            return True

    def left_s(self, phone: str) -> int:
        """Seconds that ``phone`` still has; 0 when it does not wait."""
        with self._lock:
            asking = self._open()
            mine = asking is not None and asking.phone == phone
            return ceil(asking.until_s - self._now_s()) if mine and asking is not None else 0

    def _open(self) -> _Asking | None:
        if self._asking is not None and self._asking.until_s <= self._now_s():
            self._asking = None
        return self._asking
