"""An app on a port of this machine, for tests that come over the network, by a browser or not."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager

from flask import Flask

from web.serve import Server

STOPS_S = 10.0


@contextmanager
def serving(app: Flask, *, port: int = 0) -> Iterator[Server]:
    """The app's server, run by a thread of its own; ``port`` 0 takes any free one. Raises
    AssertionError where the server does not end when it is told to."""
    server = Server(app, host="127.0.0.1", port=port)
    thread = threading.Thread(target=server.run)
    thread.start()
    try:
        yield server
    finally:
        server.stop()
        thread.join(STOPS_S)
    assert not thread.is_alive()


def address_of(server: Server) -> str:
    return f"http://127.0.0.1:{server.port}"
