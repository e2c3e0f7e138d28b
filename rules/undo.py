"""Undo: which entries take the last decision of a match back (spec 0.3); see ``match.decide``."""

from typing import Any

from rules.codes import Refusal
from rules.game import IllegalAction, Mode
from rules.log import Amended, Body, Entry, Retracted, Source, counting
from rules.moves import MOVES, Answer, Elapsed, Hold, Next, Score, Start, Void


def taken_back(entries: tuple[Entry, ...], mode: Mode) -> tuple[Body, ...]:
    """The entries that take the last decision back. Raises IllegalAction(NOTHING_TO_UNDO)."""
    found = dict(counting(entries))
    gone = {entry.body.seq for entry in entries if isinstance(entry.body, Retracted)}
    for entry in reversed(entries):
        if isinstance(entry.body, Amended) and entry.seq not in gone:
            if _is_correction(entry.body.action):
                return (Retracted(seq=entry.seq),)
            continue
        action = found.get(entry.seq)
        if isinstance(action, Score | Void):
            return _reopened(entries, found, entry.seq, full=mode is Mode.FULL)
        if action is not None and _is_decision(action, entry.source):
            return (Retracted(seq=entry.seq),)
    raise IllegalAction(Refusal.NOTHING_TO_UNDO)


def _is_correction(action: Any) -> bool:
    """A taken back score and a pin are no decisions of their own."""
    return isinstance(action, Void) or (isinstance(action, Score) and bool(action.corrected))


def _is_decision(action: Any, source: Source) -> bool:
    """Lots, the clock, the step to the next hand and what the camera saw are no decisions."""
    if isinstance(action, Next | Start | Hold | Elapsed):
        return False
    return isinstance(action, MOVES) or source not in (Source.CAMERA, Source.REFEREE)


def _reopened(
    entries: tuple[Entry, ...], found: dict[int, Any], closing: int, *, full: bool
) -> tuple[Body, ...]:
    """Take back a closing: with the answer that brought it, else held open; the step after it
    first, so that the log can be folded after each of the entries."""
    later = tuple(
        Retracted(seq=seq)
        for seq, action in reversed(found.items())
        if seq > closing and (full or isinstance(action, Next))
    )
    before = max((seq for seq in found if seq < closing), default=None)
    by_itself = any(e.seq == closing and e.source is Source.REFEREE for e in entries)
    if by_itself and before is not None and isinstance(found[before], Answer):
        return (*later, Retracted(seq=closing), Retracted(seq=before))
    if isinstance(found[closing], Void):
        return (*later, Retracted(seq=closing))
    return (*later, Amended(seq=closing, action=Hold()))
