"""The closed hands of a match, for games that write one hand after the other.

What was decided when a hand was closed stands in its ``Record``, with what followed (``then``, see
``rules.book``; ``SONRAKI:2`` is a next hand begun by seat 2). A correction folds the log again and
changes its own hand and the totals (spec 0.3).
"""

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple, TypeVar

from rules.book import NEXT, OVER, option, seats_of, settled
from rules.codes import Ask, Reply
from rules.game import HandResult
from rules.moves import Facts, Score, Void
from rules.view import FactView, HandView, Notice, QuestionView


class Record(NamedTuple):
    """A closed hand. ``known``: what it was scored from (rules.view facts); ``first``: who began
    it; ``derived``: what the totals say should follow; ``accepted``: a difference that the table
    let stand."""

    number: int
    void: bool
    first: int
    known: Facts
    deltas: tuple[int | None, ...]
    totals: tuple[int, ...]
    then: str
    derived: str
    accepted: str
    corrected: tuple[str, ...]
    faults: tuple[Notice, ...]


Records = tuple[Record, ...]
S = TypeVar("S")


def totals_of(records: Records, seats: int) -> tuple[int, ...]:
    return records[-1].totals if records else (0,) * seats


def counted(records: Records) -> int:
    """How many hands were played that count."""
    return sum([not record.void for record in records])


def winners_of(records: Records) -> tuple[int, ...]:
    """The seats that won, () while the match goes on."""
    for record in reversed(records):
        if record.then.startswith(OVER):
            return seats_of(record.then)
    return ()


def first_of_next(records: Records) -> int | None:
    """Who begins the next hand; None before the first."""
    for record in reversed(records):
        if record.then.startswith(NEXT) and (seats := seats_of(record.then)):
            return seats[0]
        if record.derived.startswith(NEXT) and (seats := seats_of(record.derived)):
            return seats[0]
    return None


def written(
    records: Records,
    closing: Score | Void,
    *,
    first: int,
    known: Facts,
    deltas: tuple[int | None, ...],
    follows: Callable[[int, tuple[int, ...]], str],
    faults: tuple[Notice, ...] = (),
) -> Records:
    """One hand more. ``follows(hands, totals)``: what the rules say comes after so many hands that
    count, with these totals."""
    void = isinstance(closing, Void)
    gained = tuple([None if delta is None else 0 for delta in deltas]) if void else deltas
    before = totals_of(records, len(deltas))
    after = tuple([total + (delta or 0) for total, delta in zip(before, gained, strict=True)])
    derived = follows(counted(records) + (not void), after)
    record = Record(
        len(records) + 1,
        void,
        first,
        known,
        gained,
        after,
        closing.then or derived,
        derived,
        "",
        closing.corrected,
        faults,
    )
    return (*records, record)


def closing(record: Record) -> Score | Void:
    """The closing action that gives this record again, whatever is amended before it."""
    kind = Void if record.void else Score
    return kind(record.known, record.then, record.corrected)


def result(records: Records) -> HandResult | None:
    if not records:
        return None
    return HandResult(deltas=records[-1].deltas, totals=records[-1].totals)


def merged(facts: Facts, more: Mapping[str, str] | Facts) -> Facts:
    """Facts with others in their place, sorted."""
    return tuple(sorted({**dict(facts), **dict(more)}.items()))


def settle(state: S, number: int, derived: str, *, corrected: bool) -> S:
    """The match after the table's answer to a changed end (``rules.book.settled``). The state has
    ``records`` and a ``phase`` of ``SCORED`` or ``OVER``. An answer about a hand that is not there
    any more changes nothing."""
    match: Any = state
    records = settled(match.records, number, derived, corrected=corrected)
    if records is match.records:
        return state
    phases, over = type(match.phase), derived.startswith(OVER)
    phase = (phases.OVER if over else phases.SCORED) if corrected else match.phase
    after: S = match._replace(records=records, phase=phase)
    return after


def held_question(number: int) -> QuestionView:
    """The score of the open hand was taken back: it asks before it is written again."""
    return QuestionView(
        id=f"{Ask.GERI_ALINDI}:{number}",
        ask=Notice(code=Ask.GERI_ALINDI, args={"number": number}),
        answers=(
            option(Reply.PUANLA, Reply.PUANLA),
            option(Reply.SAYILMASIN, Reply.SAYILMASIN),
        ),
    )


def hand_views(records: Records) -> tuple[HandView, ...]:
    return tuple(
        HandView(
            number=record.number,
            extra=False,
            void=record.void,
            corrected=bool(record.corrected),
            deltas=record.deltas,
            totals=record.totals,
            facts=tuple(
                FactView(key=key, value=value, by_person=key in record.corrected)
                for key, value in record.known
            ),
            faults=record.faults,
        )
        for record in records
    )


class LedgerVerbs:
    """The verbs of ``rules.game.Game`` that follow from the records alone."""

    def result(self, state: Any) -> HandResult | None:
        return result(state.records)

    def winners(self, state: Any) -> tuple[int, ...]:
        return winners_of(state.records)

    def closed_hands(self, state: Any) -> int:
        return len(state.records)

    def closing(self, state: Any, number: int) -> Score | Void:
        return closing(state.records[number - 1])

    def deadline(self, state: Any) -> float | None:
        return None
