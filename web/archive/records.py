"""A match as it is remembered, and the port over which the page asks for it."""

from dataclasses import dataclass
from datetime import datetime
from typing import Protocol

from rules.view import ScoreView, SeatView


@dataclass(frozen=True, slots=True, kw_only=True)
class Kept:
    """``key`` is the match's own in addresses; ``began`` and ``ended`` (the last entry of the log)
    carry the time zone of the house."""

    key: str
    began: datetime
    ended: datetime
    simulated: bool
    score: ScoreView

    @property
    def finished(self) -> bool:
        return bool(self.score.winners)


@dataclass(frozen=True, slots=True, kw_only=True)
class Shelf:
    """All matches, newest first. ``unreadable``: how many logs could not be folded; they are left
    out, and the page says so."""

    matches: tuple[Kept, ...] = ()
    unreadable: int = 0


class NoArchive:
    """Nothing is remembered."""

    def shelf(self) -> Shelf:
        return Shelf()

    def match(self, key: str) -> Kept | None:
        return None


class ArchivePort(Protocol):
    def shelf(self) -> Shelf: ...

    def match(self, key: str) -> Kept | None:
        """One match, finished or not; None when there is none by this key."""
        ...


def key_of(match_id: int, *, simulated: bool) -> str:
    """Staged matches lie in a file of their own and number their matches anew."""
    return f"s{match_id}" if simulated else str(match_id)


def sides(score: ScoreView) -> tuple[tuple[SeatView, ...], ...]:
    """Whose points stand in one column: a player's own or, in Belote of four, the partners'
    (``static/js/sides.js``)."""
    seats = score.seats
    if score.game == "belote" and len(seats) == 4:
        return tuple((seats[side], seats[side + 2]) for side in (0, 1))
    return tuple((seat,) for seat in seats)
