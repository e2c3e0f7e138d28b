"""Who changed what of a hand: the entries of the log that people made, in their order.

A fold forgets how it came about; this reads the log beside it. Nothing here decides anything.
"""

from bisect import bisect_left
from dataclasses import dataclass
from enum import StrEnum

from rules.log import Acted, Amended, Entry, Retracted, Source
from rules.match import MatchState
from rules.moves import Answer, Fix, Hold, Leave, Lock, Score, TakeOver, Void

Changes = tuple[tuple[str, str, str], ...]
"""A fact, what it was and what it is; empty where nothing was known."""


class EditKind(StrEnum):
    """``TOLD``: of the hand under way; ``CORRECTED``: of a written one; ``UNDONE``: taken back."""

    TOLD = "SOYLENDI"
    LOCKED = "KILITLENDI"
    SEATED = "OTURMA_DEGISTI"
    ANSWERED = "CEVAPLANDI"
    CORRECTED = "DUZELTILDI"
    VOIDED = "SAYILMADI"
    REOPENED = "PUAN_GERI"
    UNDONE = "GERI_ALINDI"


@dataclass(frozen=True, slots=True, kw_only=True)
class Edit:
    """``by``: whose phone it was, where it was a player's."""

    at_utc: str
    source: str
    by: str
    kind: EditKind
    changes: Changes = ()


def edits(match: MatchState, number: int) -> tuple[Edit, ...]:
    """What people told, mended and took back of hand ``number``, oldest first."""
    log, about, told = _Reading(), dict[int, int](), list[Edit]()
    for entry in match.entries:
        body, seq = entry.body, entry.seq
        about[seq] = about[body.seq] if isinstance(body, Retracted | Amended) else seq
        edit = log.edit(entry)
        of_hand = bisect_left(match.closed, about[seq]) + 1 == number
        if edit is not None and of_hand and edit.source not in (Source.CAMERA, Source.REFEREE):
            told.append(edit)
    return tuple(told)


class _Reading:
    """Goes through the log once: ``facts`` of every closing as they stood, ``done`` by entry."""

    def __init__(self) -> None:
        self._facts: dict[int, dict[str, str]] = {}
        self._done: dict[int, tuple[Edit, int]] = {}

    def edit(self, entry: Entry) -> Edit | None:
        match entry.body:
            case Acted(action=Fix(facts=facts)):
                changes = tuple((key, "", value) for key, value in facts)
                return self._note(entry, EditKind.TOLD, changes)
            case Acted(action=Answer()):
                return self._note(entry, EditKind.ANSWERED)
            case Acted(action=Lock()):
                return self._note(entry, EditKind.LOCKED)
            case Acted(action=Leave() | TakeOver()):
                return self._note(entry, EditKind.SEATED)
            case Acted(action=Score(facts=facts)):
                self._facts[entry.seq] = dict(facts)
                return None
            case Acted(action=Void(facts=facts)):
                self._facts[entry.seq] = dict(facts)
                return self._note(entry, EditKind.VOIDED)
            case Amended(seq=seq, action=Hold()):
                return self._note(entry, EditKind.REOPENED, closing=seq)
            case Amended(seq=seq, action=Score() | Void() as action):
                return self._amended(entry, seq, action)
            case Retracted(seq=seq):
                return self._retracted(entry, seq)
        return None

    def _note(self, entry: Entry, kind: EditKind, changes: Changes = (), closing: int = 0) -> Edit:
        edit = Edit(
            at_utc=entry.at_utc,
            source=entry.source.value,
            by=entry.by,
            kind=kind,
            changes=changes,
        )
        self._done[entry.seq] = edit, closing
        return edit

    def _amended(self, entry: Entry, seq: int, action: Score | Void) -> Edit | None:
        before, after = self._facts.get(seq, {}), dict(action.facts)
        self._facts[seq] = after
        void = isinstance(action, Void)
        if not action.corrected and not void:
            return None  # a closing that only gets what it had decided (rules.match)
        keys = sorted(after) if before else action.corrected
        changes = tuple(
            (key, before.get(key, ""), after[key])
            for key in keys
            if key in after and after[key] != before.get(key)
        )
        kind = EditKind.CORRECTED if changes or not void else EditKind.VOIDED
        return self._note(entry, kind, changes, seq)

    def _retracted(self, entry: Entry, seq: int) -> Edit | None:
        if seq not in self._done:
            return None
        undone, closing = self._done[seq]
        back = tuple((key, after, before) for key, before, after in undone.changes)
        if closing in self._facts:
            self._facts[closing] |= {key: value for key, _, value in back}
        return self._note(entry, EditKind.UNDONE, back, closing)
