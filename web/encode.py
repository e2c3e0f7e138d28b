"""The snapshot as the phones get it: one JSON text for each version, made once for all of them."""

import secrets
import threading
from collections.abc import Mapping
from typing import Any

import msgspec

from web.people import People
from web.port import Snapshot


def _plain(value: Any) -> Any:
    if isinstance(value, Mapping):
        return dict(value)
    raise NotImplementedError(f"cannot send {type(value).__name__}")


def to_json(value: Any) -> bytes:
    """Any view of ``web.port`` or ``rules.view`` as JSON; other mappings than dict are welcome."""
    return msgspec.json.encode(value, enc_hook=_plain)


class Encoder:
    """``boot`` tells two lives of the server apart: versions of different lives do not compare.
    Whose phone is whose goes along, with a version of its own (``claims``)."""

    def __init__(self, people: People) -> None:
        self.boot = secrets.token_hex(4)
        self._people = people
        self._lock = threading.Lock()
        self._made = (-1, -1)
        self._text = b""

    def text(self, snapshot: Snapshot) -> bytes:
        """``{"boot", "claims", "phones", "version", "score", ...}`` in one line, safe inside a
        script block. ``phones``: the phone of each player that has one."""
        with self._lock:
            made = snapshot.version, self._people.version
            if made != self._made:
                seats = snapshot.score.seats if snapshot.score else ()
                head = {
                    "boot": self.boot,
                    "claims": made[1],
                    "phones": self._people.phones(seat.name for seat in seats),
                }
                self._text = _script_safe(to_json(head)[:-1] + b"," + to_json(snapshot)[1:])
                self._made = made
            return self._text

    def event_id(self, snapshot: Snapshot) -> str:
        """Of this very state; ask before ``text``, so that a change in between is sent again."""
        return f"{self.boot}.{snapshot.version}.{self._people.version}"


def _script_safe(text: bytes) -> bytes:
    """JSON stays JSON, but no name can close the script block it stands in."""
    return text.replace(b"<", b"\\u003c").replace(b">", b"\\u003e").replace(b"&", b"\\u0026")
