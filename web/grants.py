"""Which phones run the match: those whose right is no older than the last taking back.

The right itself stands in a phone's signed cookie, as the number that held when it was granted.
"""

import threading
from collections.abc import Callable

FIRST = 1


class Grants:
    """``keep`` stores a new number, so that a restart brings no old right back. Any thread may
    call."""

    def __init__(
        self, *, number: int = FIRST, keep: Callable[[int], None] = lambda number: None
    ) -> None:
        self._number, self._keep = number, keep
        self._lock = threading.Lock()

    @property
    def number(self) -> int:
        return self._number

    def take_back(self) -> int:
        """From now on nobody has control but who is given the number that is returned."""
        with self._lock:
            self._keep(self._number + 1)
            self._number += 1
            return self._number
