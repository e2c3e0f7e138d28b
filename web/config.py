"""What ``device`` settles once at start for the page."""

import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from web.grants import Grants
from web.photo import ReadPhoto
from web.touch import Touch


def no_addresses() -> tuple[str, ...]:
    return ()


def no_health() -> Mapping[str, Any]:
    return {}


@dataclass(frozen=True, slots=True, kw_only=True)
class WebConfig:
    """``secret`` signs the phones' cookies: 32 random bytes that ``device`` keeps; a new secret
    sends every phone back to looking on. ``addresses`` gives the URLs a phone may type, the numeric
    one first; it is asked each time, because a network gives new numbers. ``hosts`` are further
    names this machine is known by. ``game`` is offered first where a match is begun. ``now_s`` is a
    monotonic clock; ``health`` tells how the box is (``device.health``);
    ``touch`` grants control by the table's button, ``grants`` knows which rights were taken back;
    ``read_photo`` reads one, None where nothing can."""

    secret: bytes
    addresses: Callable[[], tuple[str, ...]] = no_addresses
    health: Callable[[], Mapping[str, Any]] = no_health
    touch: Touch = field(default_factory=Touch)
    grants: Grants = field(default_factory=Grants)
    read_photo: ReadPhoto | None = None
    hosts: frozenset[str] = frozenset()
    language: str = "tr"
    game: str = "vale-avi"
    max_streams: int = 40
    keep_alive_s: float = 10.0
    stream_life_s: float = 600.0
    still_every_s: float = 0.7
    now_s: Callable[[], float] = time.monotonic

    def __post_init__(self) -> None:
        if len(self.secret) < 16:
            raise ValueError("the cookie secret must be at least 16 bytes")
