"""The little of systemd's protocol that a service needs: say ready, stay watched, take sockets.

Datagrams to ``NOTIFY_SOCKET`` and inherited file descriptors (sd_notify(3), sd_listen_fds(3));
without systemd everything here does nothing.
"""

import logging
import os
import socket
import threading
from collections.abc import Callable, Mapping

log = logging.getLogger(__name__)

FIRST_FD = 3  # SD_LISTEN_FDS_START
OFTEN = 3
"""The watchdog is fed so many times within its patience: a missed one does no harm yet."""


class Notifier:
    """Tells systemd how the service is; ``environment`` as systemd set it."""

    def __init__(self, environment: Mapping[str, str]) -> None:
        self._address = environment.get("NOTIFY_SOCKET", "")
        self.every_s = _watchdog_s(environment) / OFTEN
        self._stopping = threading.Event()
        self._feeder: threading.Thread | None = None

    @property
    def watched(self) -> bool:
        return bool(self._address) and self.every_s > 0

    def ready(self, status: str) -> None:
        self._send(f"READY=1\nSTATUS={status}")

    def stopping(self) -> None:
        self._stopping.set()
        self._send("STOPPING=1")
        if self._feeder is not None:
            self._feeder.join(timeout=2)

    def feed_while(self, alive: Callable[[float], bool]) -> None:
        """Feed the watchdog from a thread of its own as long as ``alive(patience_s)`` says so; once
        it does not, nothing is fed and systemd starts the service again."""
        if not self.watched:
            return
        self._feeder = threading.Thread(
            target=self._feed, args=(alive,), name="watchdog", daemon=True
        )
        self._feeder.start()

    def _feed(self, alive: Callable[[float], bool]) -> None:
        while not self._stopping.is_set():
            if alive(self.every_s):
                self._send("WATCHDOG=1")
            else:
                log.error("the referee does not answer; the watchdog is not fed")
            self._stopping.wait(self.every_s)

    def _send(self, text: str) -> None:
        if not self._address:
            return
        address = self._address
        if address.startswith("@"):  # an abstract socket
            address = "\0" + address[1:]
        try:
            with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM | socket.SOCK_CLOEXEC) as sender:
                sender.sendto(text.encode(), address)
        except OSError as error:  # a service that cannot speak to systemd still referees
            log.warning("systemd does not listen: %s", error)


def _watchdog_s(environment: Mapping[str, str]) -> float:
    """0 where nobody watches this process."""
    pid = environment.get("WATCHDOG_PID")
    if pid is not None and pid != str(os.getpid()):
        return 0.0
    try:
        return int(environment.get("WATCHDOG_USEC", "0")) / 1e6
    except ValueError:
        return 0.0


def listening_sockets(environment: Mapping[str, str]) -> list[socket.socket]:
    """Sockets that systemd opened for us (port 80, which only root may open)."""
    if environment.get("LISTEN_PID") != str(os.getpid()):
        return []
    count = int(environment.get("LISTEN_FDS", "0"))
    sockets = []
    for fd in range(FIRST_FD, FIRST_FD + count):
        os.set_inheritable(fd, False)  # the eyes' process has no business with it
        sockets.append(socket.socket(fileno=fd))
    return sockets
