"""Whose phone is whose. A phone goes by the *name* it took, so that it finds its seat again in the
next match of the same people.

Its signed cookie remembers the name and since when; what is kept here is only which phone came
last, so nothing is lost with a restart of the server.
"""

import threading
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class _Claim:
    phone: str
    since_s: float


class People:
    """The phone of each name. ``version`` grows with every change; any thread may ask."""

    def __init__(self, *, now_s: Callable[[], float] = time.time) -> None:
        self._now_s = now_s
        self._lock = threading.Lock()
        self._claims: dict[str, _Claim] = {}
        self._left_s: dict[str, float] = {}
        self.version = 0

    def claim(self, name: str, phone: str, *, take: bool) -> float | None:
        """``phone`` is the phone of ``name`` from now on: since when, or None where another phone
        is it already and ``take`` does not say that this one shall follow it."""
        with self._lock:
            held = self._claims.get(name)
            if held is not None and held.phone != phone and not take:
                return None
            now_s = self._now_s()
            self._forget(phone)
            self._claims[name] = _Claim(phone, now_s)
            self.version += 1
            return now_s

    def recall(self, name: str, phone: str, since_s: float) -> bool:
        """A cookie says what ``claim`` once answered; whether the name is this phone's now. Of two
        phones the one that came last has it."""
        with self._lock:
            held = self._claims.get(name)
            newer = held is None or held.since_s < since_s
            if newer and since_s > self._left_s.get(phone, 0.0):
                self._forget(phone)
                held = self._claims[name] = _Claim(phone, since_s)
                self.version += 1
            return held is not None and held.phone == phone

    def leave(self, phone: str) -> None:
        """The phone only looks on again; an older cookie of it does not bring it back."""
        with self._lock:
            self._forget(phone)
            self._left_s[phone] = self._now_s()
            self.version += 1

    def phones(self, names: Iterable[str]) -> dict[str, str]:
        with self._lock:
            return {name: self._claims[name].phone for name in names if name in self._claims}

    def _forget(self, phone: str) -> None:
        self._claims = {name: held for name, held in self._claims.items() if held.phone != phone}
