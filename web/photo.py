"""A photo read on request: what ``device`` found on it, for a person to look over.

Nothing is written because a photo says so. What it shows fills in a sheet or the seats of a match
that is about to begin, and a person confirms it.
"""

from dataclasses import dataclass
from typing import Protocol

from web.errors import WebError

MOST_BYTES = 3_000_000
"""A phone sends its photo made smaller; one that cannot is told so."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SeenCard:
    """``card``: "QH", or None where rank and suit are not both sure; ``rank`` may be sure alone.
    ``place``: of the layout of Vale Avı. ``at``: its middle, in shares of width and height."""

    at: tuple[float, float]
    card: str | None = None
    rank: str | None = None
    back: bool = False
    place: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class SeenPawn:
    """``owner`` or ``side`` (D, T) is None where it is not sure; ``place`` beside all cards."""

    at: tuple[float, float]
    owner: str | None = None
    side: str | None = None
    place: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Seen:
    """``cards`` in reading order, a fan's as it is fanned; ``round``: owners clockwise round the
    table from the lower edge on; ``advice``: codes of what people can mend (section camera)."""

    cards: tuple[SeenCard, ...] = ()
    pawns: tuple[SeenPawn, ...] = ()
    round: tuple[str, ...] = ()
    advice: tuple[str, ...] = ()


class ReadPhoto(Protocol):
    def __call__(self, photo: bytes, *, fanned: bool) -> Seen:
        """``photo``: one JPEG, PNG or WebP. ``fanned``: look for cards of a fan as well, which
        takes longer. Any thread may call, and waits. Raises Unreadable."""
        ...


class Unreadable(WebError):
    """``code``: FOTO_DEGIL (no picture), FOTO_BUYUK (too many pixels), FOTO_MESGUL (another one is
    being read) or FOTO_OKUNAMADI (the reader failed)."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code
