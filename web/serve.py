"""Waitress with a pool sized for phones: each event stream holds one thread while it lives.

A phone that went to sleep never says goodbye, so the listening socket hands ``TCP_USER_TIMEOUT`` to
its children: the keep-alive that nobody acknowledges closes the connection and frees the thread.
"""

import errno
import socket
import threading
from collections.abc import Sequence
from typing import Any

from flask import Flask
from waitress.server import create_server
from waitress.wasyncore import loop

from web.errors import PortInUse, PortRefused
from web.parts import parts_of
from web.photo import MOST_BYTES

DEFAULT_PORT = 8013
WORKING_THREADS = 8
UNHEARD_MS = 25_000
LOOK_UP_S = 0.25


class Server:
    """Has the port from the moment it is made, serves in ``run``."""

    def __init__(
        self,
        app: Flask,
        *,
        host: str = "0.0.0.0",
        port: int = DEFAULT_PORT,
        also: Sequence[socket.socket] = (),
    ) -> None:
        """Raises PortInUse or PortRefused. ``port`` 0 takes any free one (see ``port``); ``also``:
        sockets that somebody opened for us and that listen already."""
        self._streams = parts_of(app).streams
        self._socket = _listen(host, port)
        self.host = host
        self.port: int = self._socket.getsockname()[1]
        self.ports = (self.port, *(each.getsockname()[1] for each in also))
        for each in also:
            _close_unheard(each)
        self._map: dict[int, Any] = {}
        self._waitress = create_server(
            app,
            map=self._map,
            sockets=[self._socket, *also],
            threads=self._streams.limit + WORKING_THREADS,
            connection_limit=4 * self._streams.limit + 64,
            channel_request_lookahead=1,
            max_request_body_size=MOST_BYTES,  # of a photo; the app takes less of all else
            ident="hakem",
        )
        self._stopping = threading.Event()

    def run(self) -> None:
        """Serve until ``stop``; the caller's thread is the network's thread."""
        try:
            while not self._stopping.is_set():
                loop(timeout=LOOK_UP_S, map=self._map, count=1)
        finally:
            self._streams.close()
            self._waitress.task_dispatcher.shutdown(cancel_pending=True, timeout=2)
            for channel in list(self._map.values()):
                channel.close()

    def stop(self) -> None:
        """From any thread or signal handler; streams end at once, ``run`` returns soon after."""
        self._streams.close()
        self._stopping.set()


def _listen(host: str, port: int) -> socket.socket:
    sock = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
    sock.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    _close_unheard(sock)
    try:
        sock.bind((host, port))
        sock.listen(256)
    except OSError as error:
        sock.close()
        if error.errno == errno.EADDRINUSE:
            raise PortInUse(host, port) from error
        raise PortRefused(host, port, error.strerror or str(error)) from error
    return sock


def _close_unheard(sock: socket.socket) -> None:
    if hasattr(socket, "TCP_USER_TIMEOUT"):
        sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, UNHEARD_MS)
