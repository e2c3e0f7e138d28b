"""Server-sent events: each event is a whole snapshot, so who missed some has missed nothing.

The id of an event names its state (``Encoder.event_id``). A phone that comes back sends it as
``Last-Event-ID`` and gets the newest snapshot at once if it has not seen it. Over the limit a
stream carries one snapshot and ends: the phone's own reconnecting turns into polling, and nobody
is turned away.
"""

from collections.abc import Callable, Generator, Iterator

from flask import Blueprint, Response, request

from web.parts import Parts, parts
from web.port import Snapshot

RECONNECT_MS = 1500
LOOK_UP_S = 1.0
STILL_HERE = b"event: here\ndata: 1\n\n"
live = Blueprint("live", __name__)


@live.get("/live")
def stream() -> Response:
    shared = parts()
    last = request.headers.get("Last-Event-ID") or request.args.get("seen")
    events = _Events(
        shared=shared,
        seen=last,
        gone=request.environ.get("waitress.client_disconnected", lambda: False),
    )
    return Response(
        events,
        mimetype="text/event-stream",
        headers={"Cache-Control": "no-store", "X-Accel-Buffering": "no"},
    )


class _Events:
    """The body of one stream. An object and not a bare generator: ``close`` must free the place
    even when the first event was never asked for."""

    def __init__(self, *, shared: Parts, seen: str | None, gone: Callable[[], bool]) -> None:
        self._referee = shared.referee
        self._encoder = shared.encoder
        self._config = shared.config
        self._streams = shared.streams
        self._gone = gone
        self._entered = self._streams.enter()
        self._events = self._run(seen)

    def __iter__(self) -> Iterator[bytes]:
        return self

    def __next__(self) -> bytes:
        return next(self._events)

    def close(self) -> None:
        self._events.close()
        if self._entered:
            self._entered = False
            self._streams.leave()

    def _run(self, seen: str | None) -> Generator[bytes, None, None]:
        now_s, config = self._config.now_s, self._config
        ends_s = now_s() + config.stream_life_s
        snapshot = self._referee.snapshot()
        told = self._encoder.event_id(snapshot)
        hello = f"retry: {RECONNECT_MS}\n\n".encode()
        yield hello + (self._event(told, snapshot) if told != seen else STILL_HERE)
        spoke_s = now_s()
        while self._entered and now_s() < ends_s and not self._streams.closing.is_set():
            if self._gone():
                return
            snapshot = self._referee.wait(snapshot.version, min(LOOK_UP_S, config.keep_alive_s))
            now = self._encoder.event_id(snapshot)
            if now != told:
                told = now
                yield self._event(told, snapshot)
            elif now_s() - spoke_s >= config.keep_alive_s:
                yield STILL_HERE
            else:
                continue
            spoke_s = now_s()

    def _event(self, event_id: str, snapshot: Snapshot) -> bytes:
        return b"id: " + event_id.encode() + b"\ndata: " + self._encoder.text(snapshot) + b"\n\n"
