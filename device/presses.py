"""From the edges of a pin to presses: contacts bounce, thumbs double, children hold. Pure but for
the one thread of ``Reader``, which waits until a contact lies still.
"""

import queue
import threading
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass

BOUNCE_S = 0.02
"""A contact that lay still for so long has made up its mind; a thumb needs twice that."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Press:
    """A button that was let go again. ``held_s``: from the first contact to the last."""

    button: str
    held_s: float


class Contact:
    """One button. ``feed`` every edge with its time, ``settle`` when time passed without one."""

    def __init__(self, button: str) -> None:
        self._button = button
        self._down = False  # as it was believed last
        self._level = False  # as the last edge left it
        self._moved_s: float | None = None  # first edge since it lay still
        self._edge_s = 0.0
        self._since_s = 0.0  # when the present press began

    def feed(self, *, down: bool, at_s: float) -> Press | None:
        """May complete the press that lay still before this edge."""
        before = self.settle(at_s)
        if self._moved_s is None:
            self._moved_s = at_s
        self._level, self._edge_s = down, at_s
        return before

    def settle(self, now_s: float) -> Press | None:
        if self._moved_s is None or now_s - self._edge_s < BOUNCE_S:
            return None
        moved_s, self._moved_s = self._moved_s, None
        if self._level == self._down:
            return None  # it only shook
        self._down = self._level
        if self._down:
            self._since_s = moved_s
            return None
        return Press(button=self._button, held_s=self._edge_s - self._since_s)

    def held_s(self, now_s: float) -> float:
        """How long it has been down; 0 when it is not."""
        return now_s - self._since_s if self._down else 0.0

    @property
    def restless(self) -> bool:
        return self._moved_s is not None


@dataclass(frozen=True, slots=True)
class _Edge:
    button: str
    down: bool
    at_s: float


class Reader:
    """Takes edges from any thread and tells presses one after the other, from a thread of its own.

    ``on_held`` is told once while a button is still down and has been for ``hold_s``: a sign that
    letting go now does the long thing.
    """

    def __init__(
        self,
        buttons: Iterable[str],
        *,
        hold_s: float,
        on_press: Callable[[Press], None],
        on_held: Callable[[str], None],
        now_s: Callable[[], float] = time.monotonic,
    ) -> None:
        self._contacts = {name: Contact(name) for name in buttons}
        self._hold_s, self._on_press, self._on_held = hold_s, on_press, on_held
        self._now_s = now_s
        self._signalled: set[str] = set()
        self._edges: queue.SimpleQueue[_Edge | None] = queue.SimpleQueue()
        self._thread = threading.Thread(target=self._run, name="buttons", daemon=True)
        self._thread.start()

    def edge(self, button: str, *, down: bool) -> None:
        self._edges.put(_Edge(button, down, self._now_s()))

    def close(self) -> None:
        self._edges.put(None)
        self._thread.join(timeout=2)

    def _run(self) -> None:
        while True:
            try:
                edge = self._edges.get(timeout=self._patience_s())
            except queue.Empty:
                self._look()
                continue
            if edge is None:
                return
            contact = self._contacts[edge.button]
            self._tell(contact.feed(down=edge.down, at_s=edge.at_s))

    def _look(self) -> None:
        now_s = self._now_s()
        for name, contact in self._contacts.items():
            self._tell(contact.settle(now_s))
            if contact.held_s(now_s) >= self._hold_s and name not in self._signalled:
                self._signalled.add(name)
                self._on_held(name)

    def _tell(self, press: Press | None) -> None:
        if press is not None:
            self._signalled.discard(press.button)
            self._on_press(press)

    def _patience_s(self) -> float | None:
        """Awake only while a contact is restless or a button is down."""
        now_s = self._now_s()
        waits = [BOUNCE_S for contact in self._contacts.values() if contact.restless]
        waits += [
            max(BOUNCE_S, self._hold_s - contact.held_s(now_s))
            for name, contact in self._contacts.items()
            if contact.held_s(now_s) > 0 and name not in self._signalled
        ]
        return min(waits, default=None)
