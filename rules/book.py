"""The bookkeeping games share: who sits there, what followed a hand, and the one question a
corrected end of the match asks.

What followed is a short text that stands in the log as it is (``Score.then``): ``SONRAKI`` (a next
hand; a game may add after a colon what it must remember for it), ``EK:0,2`` (an extra hand of these
seats), ``BITTI:1`` (over, won by these seats).
"""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Any

from rules.codes import Ask, Refusal, Reply
from rules.game import GameInfo, IllegalAction, Player
from rules.moves import Answer, Hold, Leave, TakeOver
from rules.tabletop import Owner
from rules.view import AnswerView, Notice, QuestionView

NEXT, EXTRA, OVER = "SONRAKI", "EK", "BITTI"


def illegal(action: object, why: str) -> IllegalAction:
    return IllegalAction(Refusal.ILLEGAL_ACTION, action=type(action).__name__, why=why)


def bad_fact(key: str, value: str, expected: str) -> IllegalAction:
    return IllegalAction(Refusal.BAD_FACT, key=key, value=value, expected=expected)


def check_turn(seat: int, turn: int | None) -> None:
    """Raises OUT_OF_TURN; ``turn`` None: nobody's."""
    if seat != turn:
        raise IllegalAction(Refusal.OUT_OF_TURN, seat=seat, turn=-1 if turn is None else turn)


def unchanged(state: Any, action: object) -> Any:
    """What the log may hold and the game has no use for."""
    return state


def with_seats(word: str, seats: Iterable[int]) -> str:
    return f"{word}:{','.join(map(str, seats))}"


def seats_of(then: str) -> tuple[int, ...]:
    """The seats after the colon."""
    _, _, seats = then.partition(":")
    return tuple(int(seat) for seat in seats.split(",")) if seats else ()


def end_of(then: str) -> str:
    """``then`` as far as people would notice a difference: whether it is over, and for whom."""
    return NEXT if then.startswith(NEXT) else then


def check_players(info: GameInfo, players: Sequence[Player]) -> None:
    """As many as the game takes, names all different, and colours as long as there are enough of
    them. Raises BAD_PLAYERS."""
    if not info.min_players <= len(players) <= info.max_players:
        raise IllegalAction(Refusal.BAD_PLAYERS, value=len(players), expected=info.seats)
    names = [player.name.strip() for player in players]
    colours = [p.owner.value for p in players] if len(players) <= len(Owner) else names
    for told, expected in (
        (names, "names that all differ, none empty"),
        (colours, "pawn colours that all differ"),
    ):
        if "" in told or len(set(told)) < len(told):
            raise IllegalAction(Refusal.BAD_PLAYERS, value=", ".join(told), expected=expected)


def taken_over(players: tuple[Player, ...], action: TakeOver) -> tuple[Player, ...]:
    """Somebody (else) sits there from now on, with the seat's total. Raises BAD_PLAYERS."""
    name = action.name.strip()
    others = [player.name for at, player in enumerate(players) if at != action.seat]
    if action.seat not in range(len(players)) or not name or name in others:
        raise IllegalAction(Refusal.BAD_PLAYERS, value=action.name, expected="a name of its own")
    return tuple(
        replace(player, name=name) if seat == action.seat else player
        for seat, player in enumerate(players)
    )


def took_over(state: Any, action: TakeOver) -> Any:
    return state._replace(players=taken_over(state.players, action))


def nobody_leaves(state: Any, action: Leave) -> Any:
    """Every seat is needed: somebody takes it over, or the match stops."""
    raise IllegalAction(Refusal.TOO_FEW, expected=len(state.players))


def held(state: Any, action: Hold) -> Any:
    """A score was taken back: on a real table the hand asks before it is written again."""
    return state._replace(hand=state.hand._replace(table=state.hand.table._replace(held=True)))


def asked(answer: Answer) -> tuple[str, int, str]:
    """Kind, hand and subject of the question, whose id is ``KIND:hand:subject``. Raises
    NO_QUESTION for a kind that does not exist."""
    kind, _, rest = answer.question.partition(":")
    number, _, subject = rest.partition(":")
    if kind not in set(Ask) or not number.isdigit():
        raise IllegalAction(Refusal.NO_QUESTION, question=answer.question)
    return kind, int(number), subject


def person(players: Sequence[Player], seat: int) -> dict[str, str | int]:
    """The values ``name`` and ``seat`` of a code."""
    return {"name": players[seat].name, "seat": seat}


def people(players: Sequence[Player], seats: Iterable[int]) -> dict[str, str | int]:
    """The values ``names`` and ``seats`` of a code."""
    listed = sorted(seats)
    names = ", ".join(players[seat].name for seat in listed)
    return {"names": names, "seats": ",".join(map(str, listed))}


def changed_outcome(records: Iterable[Any]) -> Any | None:
    """The first closed hand after which the totals now say something else than what was played.

    Records have ``then`` (what followed), ``derived`` (what the totals say should follow) and
    ``accepted`` (a difference the table lets stand).
    """
    return next(
        (
            record
            for record in records
            if end_of(record.derived) != end_of(record.then) and record.accepted != record.derived
        ),
        None,
    )


def settled(records: tuple[Any, ...], number: int, derived: str, *, corrected: bool) -> Any:
    """The records after the table's answer to a changed end: left as played, or by the corrected
    totals, by which later hands no longer count. Unchanged if there is no such hand."""
    at = number - 1
    if not 0 <= at < len(records):
        return records
    record = records[at]
    if not corrected:
        return (*records[:at], record._replace(accepted=derived), *records[number:])
    tail = tuple(
        later._replace(
            void=True,
            deltas=tuple(None if delta is None else 0 for delta in later.deltas),
            totals=record.totals,
            then=NEXT,
            derived=NEXT,
            accepted="",
        )
        for later in records[number:]
    )
    return (*records[:at], record._replace(then=derived, accepted=""), *tail)


def option(id_: str, code: Reply, *, likely: bool = True, **args: str | int) -> AnswerView:
    return AnswerView(id=id_, label=Notice(code=code, args=args), likely=likely)


def outcome_question(players: Sequence[Player], records: Iterable[Any]) -> tuple[QuestionView, ...]:
    """``SONUC_DEGISTI``, where it stands."""
    record = changed_outcome(records)
    if record is None:
        return ()
    args: dict[str, str | int] = {"number": record.number}
    for key, then in (("played", record.then), ("corrected", record.derived)):
        kind = end_of(then).partition(":")[0]
        args[key] = kind
        args[f"{key}_names"] = "" if kind == NEXT else people(players, seats_of(then))["names"]
    return (
        QuestionView(
            id=f"{Ask.SONUC_DEGISTI}:{record.number}:{record.derived}",
            ask=Notice(code=Ask.SONUC_DEGISTI, args=args),
            answers=(
                option(Reply.DUZELTILMIS, Reply.DUZELTILMIS),
                option(Reply.OYNANDIGI_GIBI, Reply.OYNANDIGI_GIBI),
            ),
        ),
    )
