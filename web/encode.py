"""The snapshot as the phones get it: one JSON text for each version, made once for all of them."""

import secrets
import threading
from collections.abc import Mapping
from typing import Any

import msgspec

from web.port import Snapshot


def _plain(value: Any) -> Any:
    if isinstance(value, Mapping):
        return dict(value)
    raise NotImplementedError(f"cannot send {type(value).__name__}")


def to_json(value: Any) -> bytes:
    """Any view of ``web.port`` or ``rules.view`` as JSON; other mappings than dict are welcome."""
    return msgspec.json.encode(value, enc_hook=_plain)


class Encoder:
    """``boot`` tells two lives of the server apart: versions of different lives do not compare."""

    def __init__(self) -> None:
        self.boot = secrets.token_hex(4)
        self._lock = threading.Lock()
        self._version = -1
        self._text = b""

    def text(self, snapshot: Snapshot) -> bytes:
        """``{"boot", "version", "score", ...}`` in one line, safe inside a script block."""
        with self._lock:
            if snapshot.version != self._version:
                body = to_json(snapshot)
                boot = msgspec.json.encode(self.boot)
                self._text = _script_safe(b'{"boot":' + boot + b"," + body[1:])
                self._version = snapshot.version
            return self._text

    def event_id(self, snapshot: Snapshot) -> str:
        return f"{self.boot}.{snapshot.version}"

    def version_of(self, event_id: str | None) -> int | None:
        """The version in a ``Last-Event-ID`` of this life; None for another life's or none."""
        boot, _, version = (event_id or "").partition(".")
        return int(version) if boot == self.boot and version.isdecimal() else None


def _script_safe(text: bytes) -> bytes:
    """JSON stays JSON, but no name can close the script block it stands in."""
    return text.replace(b"<", b"\\u003c").replace(b">", b"\\u003e").replace(b"&", b"\\u0026")
