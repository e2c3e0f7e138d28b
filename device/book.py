"""The match being played and its log on disk, kept in step: on disk first, then in memory."""

import json
import logging
from bisect import bisect_left
from collections.abc import Collection, Iterable, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

from device.spool import Spool
from device.store import Row
from rules import match as matches
from rules.log import (
    Acted,
    Amended,
    Body,
    Entry,
    LogError,
    Retracted,
    Source,
    Started,
    signed,
)
from rules.match import MatchState
from rules.view import ScoreView

log = logging.getLogger(__name__)

Bodies = list[tuple[Body, Source]]


class Book:
    """Appends and folds; holds no opinion. Every method that writes raises StoreError when the log
    is damaged, and then leaves the match as it was. A restart is a refold from disk.

    ``damage``: what is wrong with the latest match of the store, which then lies there untouched
    and is not the present one; a new match may begin after it.
    """

    def __init__(self, store: Spool) -> None:
        self._store = store
        self._match: MatchState | None = None
        self._pictures: frozenset[str] = frozenset()
        self._epochs: dict[int, tuple[int, ...]] = {}
        self.match_id: int | None = None
        self.damage: LogError | None = None
        self.reopen()

    @property
    def match(self) -> MatchState:
        """The present match; ask ``has_match`` first."""
        assert self._match is not None
        return self._match

    @property
    def has_match(self) -> bool:
        return self._match is not None

    def reopen(self) -> None:
        """Fold the latest match of the store again, if there is one."""
        row = self._store.latest_match()
        if row is None:
            return
        try:
            match = restored(self._store.entries(row.id))
        except LogError as error:
            log.error("match %d: %s", row.id, error)
            self.damage, self.match_id, self._match = error, None, None
            return
        self._adopt(row.id, match)
        self._pictures = frozenset(self._store.picture_names(row.id))

    def begin(self, started: Started, source: Source) -> None:
        entry = Entry(seq=1, at_utc=_utc(), source=source, body=started)
        match_id = self._store.begin_match(
            game=started.game,
            started_at=entry.at_utc,
            simulated=started.simulated,
            first=[_row(entry)],
        )
        self._adopt(match_id, matches.fold((entry,)))

    def _adopt(self, match_id: int, match: MatchState) -> None:
        self.match_id, self._match, self.damage = match_id, match, None
        self._pictures, self._epochs = frozenset(), {}
        self._note_epoch()

    def append(self, bodies: Bodies, *, picture: bytes | None, by: str = "") -> None:
        """All of them or none. ``picture``: what the camera shows now; kept with a hand that is
        written and a question that comes up. ``by``: the player whose phone asked for it."""
        before = match = self.match
        entries = []
        for body, source in bodies:
            entry = Entry(seq=match.seq + 1, at_utc=_utc(), source=source, body=body, by=by)
            match = matches.extend(match, entry)
            entries.append(entry)
        names = self._illustrating(before, match) if picture is not None else []
        assert self.match_id is not None
        self._store.append(
            self.match_id, [_row(entry) for entry in entries], [(n, picture or b"") for n in names]
        )
        self._pictures |= frozenset(names)
        self._match = match
        self._note_epoch()

    def unsaved_hands(self) -> tuple[int, ...]:
        """Numbers of the hands of which something is not on disk, the one under way included."""
        if self._match is None or self.match_id is None:
            return ()
        missing = self._store.unsaved(self.match_id)
        if not missing:
            return ()
        entries = [entry for entry in self._match.entries if entry.seq in missing]
        return tuple(sorted({self._hand_of(entry) for entry in entries}))

    def _hand_of(self, entry: Entry) -> int:
        """The hand an entry belongs to: a correction's is that of what it corrects."""
        body = entry.body
        seq = body.seq if isinstance(body, Retracted | Amended) else entry.seq
        return bisect_left(self.match.closed, seq) + 1

    def tried(self, match: MatchState, action: Any) -> MatchState:
        """The match if this were played, nothing written."""
        entry = Entry(seq=match.seq + 1, at_utc="", source=Source.CAMERA, body=Acted(action=action))
        return matches.extend(match, entry)

    def is_stale(self, seen: int) -> bool:
        """Whether hands were written, taken back or begun since a phone saw entry ``seen``."""
        now = self._epochs[self.match.seq]
        return self._epochs.get(seen, now) != now

    def view(self, covered: frozenset[str]) -> ScoreView | None:
        if self._match is None:
            return None
        shown = self._illustrated(matches.view(self._match, covered=covered))
        return replace(shown, facts=matches.known(self._match))

    def unfinished(self) -> Iterable[Any]:
        """The actions of the hand that is not closed yet, in order."""
        closed = self.match.closed
        since = closed[-1] if closed else 0
        for entry in self.match.entries:
            if entry.seq > since and isinstance(entry.body, Acted):
                yield entry.body.action

    def _note_epoch(self) -> None:
        match = self.match
        edits = sum(not isinstance(entry.body, Acted) for entry in match.entries)
        self._epochs[match.seq] = (len(match.closed), matches.view(match).hand, edits)

    def _illustrating(self, before: MatchState, after: MatchState) -> list[str]:
        asked = _question_ids(after) - _question_ids(before)
        names = [self._question_picture(question) for question in sorted(asked)]
        if len(after.closed) > len(before.closed):
            names.append(self._hand_picture(len(after.closed)))
        return names

    def _question_picture(self, question: str) -> str:
        return f"m{self.match_id}-q-{question.replace(':', '-')}"

    def _hand_picture(self, number: int) -> str:
        return f"m{self.match_id}-h-{number}"

    def _illustrated(self, view: ScoreView) -> ScoreView:
        """Questions and hands with the pictures they were read from."""
        questions = tuple(
            replace(q, picture=q.picture or self._known(self._question_picture(q.id)))
            for q in view.questions
        )
        hands = tuple(
            replace(
                hand,
                facts=tuple(
                    replace(f, picture=f.picture or self._known(self._hand_picture(hand.number)))
                    for f in hand.facts
                ),
            )
            for hand in view.hands
        )
        return replace(view, questions=questions, hands=hands)

    def _known(self, name: str) -> str | None:
        return name if name in self._pictures else None


def restored(rows: Sequence[Row]) -> MatchState:
    """The match of a stored log. Raises LogError where it was cut off or changed by hand, or tells
    what only a newer Hakem knows."""
    plain = []
    for row in rows:
        try:
            body = json.loads(row.body)
        except ValueError as error:
            raise LogError(row.seq, str(error)) from error
        plain.append({"seq": row.seq, "at_utc": row.at_utc, "source": row.source, "body": body})
    return matches.restored(plain)


def told_places(match: MatchState) -> Collection[str]:
    """Places a person spoke about in the present hand."""
    return frozenset(place.name for place in matches.view(match).places if place.by_person)


def _question_ids(match: MatchState) -> set[str]:
    return {question.id for question in matches.view(match).questions}


def _row(entry: Entry) -> Row:
    body = json.dumps(signed(entry), ensure_ascii=False, separators=(",", ":"))
    return Row(seq=entry.seq, at_utc=entry.at_utc, source=str(entry.source), body=body)


def _utc() -> str:
    return datetime.now(UTC).isoformat(timespec="milliseconds")
