"""A match is what folding its log gives. ``decide`` turns a wish into entries, ``extend`` adds one.

Nothing here belongs to one game. The single writer drives it like this: ``decide`` (may refuse),
append the bodies to the log, ``extend`` with each. Undo and correction are entries too (spec 0.3):
a retracted or amended log is folded again from the start.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from rules.codec import from_plain
from rules.codes import Refusal
from rules.game import AnyGame, IllegalAction, Mode, OptionValue, Player, Registry
from rules.games import GAMES
from rules.log import (
    Acted,
    Amended,
    Body,
    Entry,
    LogError,
    Source,
    Started,
    counting,
    from_json,
)
from rules.moves import Answer, Fix, Hold, Score, Start, Void
from rules.undo import taken_back
from rules.view import FactView, ScoreView


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchState:
    """``state`` is the game's; ``closed`` holds the seq of the entry that closed hand 1, 2, ..."""

    game: AnyGame
    started: Started
    entries: tuple[Entry, ...]
    state: Any
    closed: tuple[int, ...]

    @property
    def seq(self) -> int:
        return self.entries[-1].seq


@dataclass(frozen=True, slots=True, kw_only=True)
class Act:
    """Play an action or a move: Next, Lock, Answer, Start, Leave, TakeOver, or one of the game's
    own."""

    action: Any


@dataclass(frozen=True, slots=True, kw_only=True)
class Undo:
    """Take back the last decision: see ``decide``."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Correct:
    """A person says what lay where; ``changes`` as in FactView. None: the present hand."""

    number: int | None
    changes: Mapping[str, str]


@dataclass(frozen=True, slots=True, kw_only=True)
class VoidHand:
    """The hand shall not count. None: the present one, or the last scored until the next begins."""

    number: int | None = None


Command = Act | Undo | Correct | VoidHand


@dataclass(frozen=True, slots=True, kw_only=True)
class Change:
    """One line of "Ne değişecek?": a seat's points in a hand, and its total in the match."""

    seat: int
    hand: int
    delta_before: int | None
    delta_after: int | None
    total_before: int
    total_after: int


def start(
    *,
    game: str,
    players: tuple[Player, ...],
    options: Mapping[str, object] | None = None,
    mode: Mode = Mode.TABLE,
    simulated: bool = False,
    games: Registry = GAMES,
) -> Started:
    """The first body of a match, checked. Raises IllegalAction UNKNOWN_GAME, OPTION_RANGE,
    BAD_PLAYERS."""
    chosen = games[game]
    checked = chosen.options(options or {})
    chosen.begin(options=checked, players=players, mode=mode)
    values: Mapping[str, OptionValue] = chosen.option_values(checked)
    return Started(game=game, players=players, options=values, mode=mode, simulated=simulated)


def fold(entries: Iterable[Entry], *, games: Registry = GAMES) -> MatchState:
    """The match the log tells. The first entry must be ``Started``; raises ValueError otherwise,
    and IllegalAction, with its ``entry``, for one that cannot be played."""
    log = tuple(entries)
    if not log or not isinstance(log[0].body, Started):
        raise ValueError("a match log begins with its Started entry")
    started = log[0].body
    game = games[started.game]
    options = game.options(started.options)
    state = game.begin(options=options, players=started.players, mode=started.mode)
    closed: tuple[int, ...] = ()
    for seq, action in counting(log):
        try:
            state = game.apply(state, action)
        except IllegalAction as refused:
            refused.entry = seq
            raise
        closed = _closed(closed, game.closed_hands(state), seq)
    return MatchState(game=game, started=started, entries=log, state=state, closed=closed)


def extend(match: MatchState, entry: Entry, *, games: Registry = GAMES) -> MatchState:
    """The match with one more entry. Raises IllegalAction; the match given stays as it was."""
    entries = (*match.entries, entry)
    if not isinstance(entry.body, Acted):
        return fold(entries, games=games)
    state = match.game.apply(match.state, entry.body.action)
    closed = _closed(match.closed, match.game.closed_hands(state), entry.seq)
    return replace(match, entries=entries, state=state, closed=closed)


def decide(match: MatchState, command: Command, *, games: Registry = GAMES) -> tuple[Body, ...]:
    """The entries that carry out a command, to be appended together. Raises IllegalAction.

    Undo takes back, from the end: a person's answer, correction, lock, leaving or taking over; a
    correction of an earlier hand; or the closing of the last hand, together with the step to the
    next one. A hand whose score was taken back stands open again and asks before it is written
    again; if it had been written because of an answer, the answer is taken back with it. What the
    camera saw stays.
    """
    bodies = _bodies(match, command)
    _trial(match, bodies, games)
    return bodies


def preview(match: MatchState, command: Command, *, games: Registry = GAMES) -> tuple[Change, ...]:
    """What a command would change in the points, without doing it. Raises IllegalAction."""
    after = _trial(match, _bodies(match, command), games)
    return changes(view(match), view(after))


def changes(before: ScoreView, after: ScoreView) -> tuple[Change, ...]:
    """Every seat and hand whose points differ between two views of one match."""
    old = {hand.number: hand.deltas for hand in before.hands}
    new = {hand.number: hand.deltas for hand in after.hands}
    none = (None,) * len(before.seats)
    return tuple(
        Change(
            seat=seat.seat,
            hand=number,
            delta_before=old.get(number, none)[seat.seat],
            delta_after=new.get(number, none)[seat.seat],
            total_before=seat.total,
            total_after=after.seats[seat.seat].total,
        )
        for number in sorted(old.keys() | new.keys())
        for seat in before.seats
        if old.get(number, none)[seat.seat] != new.get(number, none)[seat.seat]
    )


def view(match: MatchState, *, covered: frozenset[str] = frozenset()) -> ScoreView:
    """``covered``: the places a hand or sleeve lies over now; it is shown and never logged."""
    return match.game.view(match.state, seq=match.seq, covered=covered)


def known(match: MatchState) -> tuple[FactView, ...]:
    """The open hand as facts: what it would keep if it were closed now. Nothing between hands."""
    closing = next((a for a in match.game.legal(match.state) if isinstance(a, Void)), None)
    facts = closing.facts if closing is not None else ()
    return tuple(FactView(key=key, value=value, by_person=False) for key, value in facts)


def load(rows: Iterable[Mapping[str, Any]], *, games: Registry = GAMES) -> tuple[Entry, ...]:
    """Entries from their JSON form (``log.to_json``). Raises LogError: which entry, what is
    wrong."""
    actions: Mapping[str, type] = {}
    entries: list[Entry] = []
    for number, row in enumerate(rows, 1):
        try:
            if number == 1:
                actions = games[row["body"]["game"]].actions
            entries.append(from_json(row, actions))
        except KeyError as error:
            raise LogError(number, f"{error} is missing") from error
        except (ValueError, TypeError, AttributeError, IllegalAction) as error:
            raise LogError(number, str(error)) from error
    return tuple(entries)


def restored(rows: Iterable[Mapping[str, Any]], *, games: Registry = GAMES) -> MatchState:
    """The match of a stored log. Raises LogError where it was cut off or changed by hand."""
    entries = load(rows, games=games)
    try:
        return fold(entries, games=games)
    except IllegalAction as refused:
        raise LogError(refused.entry or 1, str(refused)) from refused
    except ValueError as error:
        raise LogError(1, str(error)) from error


def tapped(game: AnyGame, plain: Mapping[str, Any], *, at_s: float) -> Act:
    """What a phone sends back of a ``TapView``, at this moment on the server's clock (the one of
    ``deadline``). Raises IllegalAction(ILLEGAL_ACTION) for anything that is no action."""
    fields = dict(plain)
    name = str(fields.pop("do", ""))
    kind = game.actions.get(name)
    if kind is None:
        raise IllegalAction(Refusal.ILLEGAL_ACTION, action=name, why="no such action")
    if "at_s" in kind.__annotations__:
        fields["at_s"] = at_s
    try:
        return Act(action=from_plain(kind, fields))
    except ValueError as error:
        raise IllegalAction(Refusal.ILLEGAL_ACTION, action=name, why=str(error)) from None


def _closed(closed: tuple[int, ...], count: int, seq: int) -> tuple[int, ...]:
    """One action may close one hand, and (a taken back score) open one again."""
    return closed[:count] if count <= len(closed) else (*closed, seq)


def _trial(match: MatchState, bodies: tuple[Body, ...], games: Registry) -> MatchState:
    for body in bodies:
        entry = Entry(seq=match.seq + 1, at_utc="", source=Source.PHONE, body=body)
        match = replace(match, entries=(*match.entries, entry))
    if all(isinstance(body, Acted) for body in bodies):
        return _played(match, bodies)
    return fold(match.entries, games=games)


def _played(match: MatchState, bodies: tuple[Body, ...]) -> MatchState:
    state = match.state
    for body in bodies:
        assert isinstance(body, Acted)
        state = match.game.apply(state, body.action)
    return replace(match, state=state)


def _bodies(match: MatchState, command: Command) -> tuple[Body, ...]:
    match command:
        case Act(action=action):
            return (_checked(match, action),)
        case Undo():
            return taken_back(match.entries, match.started.mode)
        case Correct(number=number, changes=wanted):
            return _corrected(match, number, wanted)
        case VoidHand(number=number):
            return _voided(match, number)


def _checked(match: MatchState, action: Any) -> Acted:
    """What the log may hold a live wish may not: closings are the game's to offer, answers need a
    question."""
    if isinstance(action, Score | Void | Hold) and action not in match.game.legal(match.state):
        match.game.apply(match.state, Score())
        raise IllegalAction(Refusal.ILLEGAL_ACTION, action=type(action).__name__, why="not offered")
    if isinstance(action, Start) and action not in match.game.needs(match.state).chance:
        raise IllegalAction(Refusal.ILLEGAL_ACTION, action="Start", why="no lot is to be drawn")
    if isinstance(action, Answer):
        asked = {question.id: question for question in view(match).questions}
        question = asked.get(action.question)
        if question is None or action.answer not in {answer.id for answer in question.answers}:
            raise IllegalAction(Refusal.NO_QUESTION, question=action.question)
    return Acted(action=action)


def _corrected(
    match: MatchState, number: int | None, wanted: Mapping[str, str]
) -> tuple[Body, ...]:
    facts = tuple(sorted(wanted.items()))
    present = view(match).hand
    if number is None:
        number = present
    if number == present and present > len(match.closed):
        return (Acted(action=Fix(facts=facts)),)
    seq, closing = _closing(match, number)
    merged = dict(closing.facts) | dict(facts)
    keys = tuple(sorted({*closing.corrected, *wanted}))
    amended = replace(closing, facts=tuple(sorted(merged.items())), corrected=keys)
    return (*_pins(match, seq), Amended(seq=seq, action=amended))


def _voided(match: MatchState, number: int | None) -> tuple[Body, ...]:
    present = view(match).hand
    if number is None:
        number = present
    if number == present and present > len(match.closed):
        offered = (a for a in match.game.legal(match.state) if isinstance(a, Void))
        return (Acted(action=next(offered, Void())),)
    seq, closing = _closing(match, number)
    void = Void(facts=closing.facts, then=closing.then, corrected=closing.corrected)
    return (*_pins(match, seq), Amended(seq=seq, action=void))


def _pins(match: MatchState, but: int) -> tuple[Body, ...]:
    """Closings that stand in the log without what they decided get it, before a correction folds
    the log again: other hands must not be judged anew (spec 0.3)."""
    found = dict(counting(match.entries))
    return tuple(
        Amended(seq=seq, action=match.game.closing(match.state, number))
        for number, seq in enumerate(match.closed, 1)
        if seq != but and not found[seq].then
    )


def _closing(match: MatchState, number: int) -> tuple[int, Score | Void]:
    if not 1 <= number <= len(match.closed):
        raise IllegalAction(Refusal.NO_HAND, number=number)
    seq = match.closed[number - 1]
    closing = dict(counting(match.entries))[seq]
    return seq, closing if closing.then else match.game.closing(match.state, number)
