"""What every page of one app shares, handed over once by ``create_app``; no module keeps state."""

import threading
from dataclasses import dataclass

from flask import Flask, current_app, request

from web.archive.records import ArchivePort
from web.config import WebConfig
from web.encode import Encoder
from web.guard import PinGate
from web.people import People
from web.port import RefereePort
from web.stills import Stills
from web.words import LANGUAGES, Words, words

KEY = "hakem"


class Streams:
    """Counts the open event streams and ends them all when the server stops."""

    def __init__(self, limit: int) -> None:
        self.limit = limit
        self.closing = threading.Event()
        self._lock = threading.Lock()
        self._open = 0

    @property
    def open(self) -> int:
        return self._open

    def enter(self) -> bool:
        """Take a place; False when all are taken."""
        with self._lock:
            if self._open >= self.limit:
                return False
            self._open += 1
            return True

    def leave(self) -> None:
        with self._lock:
            self._open -= 1

    def close(self) -> None:
        self.closing.set()


@dataclass(frozen=True, slots=True, kw_only=True)
class Parts:
    referee: RefereePort
    archive: ArchivePort
    config: WebConfig
    encoder: Encoder
    streams: Streams
    gate: PinGate
    people: People
    stills: Stills
    modules: tuple[str, ...]  # the scripts of every page, fetched together
    build: str  # digest of everything static: a phone with an older one loads the page anew


def parts_of(app: Flask) -> Parts:
    parts = app.extensions[KEY]
    assert isinstance(parts, Parts)
    return parts


def parts() -> Parts:
    return parts_of(current_app)


def language() -> str:
    """The phone's choice (cookie ``dil``), else the house's."""
    chosen = request.cookies.get("dil", "")
    return chosen if chosen in LANGUAGES else parts().config.language


def spoken() -> Words:
    return words(language())
