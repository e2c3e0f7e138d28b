"""What people's moves do that both modes take: answers, and somebody else taking a seat.

An answer keeps its meaning when the log is folded anew; one that fits nothing any more changes
nothing.
"""

from collections.abc import Callable, Mapping
from typing import Any

from rules import book
from rules.codes import Ask, Reply
from rules.games.belote import flow
from rules.games.belote.cards import DECK_SET, UNKNOWN
from rules.games.belote.facts import facts, with_facts
from rules.games.belote.state import OPEN_PHASES, Fault, Hand, Penalise, State
from rules.moves import Answer, Leave, TakeOver


def answered(state: State, answer: Answer) -> State:
    """Raises IllegalAction(NO_QUESTION) for a kind of question that does not exist."""
    kind, number, subject = book.asked(answer)
    if kind == Ask.SONUC_DEGISTI:
        by_totals = answer.answer == Reply.DUZELTILMIS
        return flow.settle(state, number, subject, corrected=by_totals)
    hand = state.hand
    if number != hand.number or state.phase not in OPEN_PHASES:
        return state
    if answer.answer == Reply.SAYILMASIN:
        return state._replace(hand=_noted(hand, answer, void=True))
    return state._replace(hand=_effect(hand, kind, subject, answer))


def _effect(hand: Hand, kind: str, subject: str, answer: Answer) -> Hand:
    value = answer.answer
    match kind, subject.split(":"):
        case Ask.GERI_ALINDI, _:
            return hand._replace(table=hand.table._replace(held=False))
        case Ask.ALAN_KIM, _:
            seat, _, suit = value.partition(":")
            return with_facts(hand, (("alan", seat), ("koz", suit)))
        case Ask.ACIK_KART, _ if value in DECK_SET:
            return with_turned(hand, value)
        case Ask.LOVE_KARTI, [trick, seat] if value in DECK_SET:
            return with_card(hand, trick, seat, value)
        case Ask.AYNI_KART, _ if value.startswith("ilan:"):
            return with_facts(hand, ((value, ""),))
        case Ask.AYNI_KART, _ if value.startswith("acik="):
            return with_turned(hand, value.removeprefix("acik="))
        case Ask.AYNI_KART, _ if value[-2:] in DECK_SET:
            trick, _, seat = value.partition("=")[0].partition(":")
            return with_card(hand, trick, seat, value[-2:])
        case Ask.CEZA, [fault, _, seat] if value == Reply.CEZA_YAZ and fault in set(Fault):
            penalty = Penalise(int(seat), Fault(fault))
            return _noted(hand._replace(faults=(*hand.faults, penalty)), answer)
        case _:
            return _noted(hand, answer)


def with_card(hand: Hand, trick: str, seat: str, card: str) -> Hand:
    """The hand with another card of one seat in one trick (from 1), if there is such a trick."""
    key = f"love:{trick}"
    plays = dict(facts(hand)).get(key, "").split()
    changed = [f"{seat}:{card}" if play.startswith(f"{seat}:") else play for play in plays]
    return with_facts(hand, ((key, " ".join(changed)),)) if changed else hand


def with_turned(hand: Hand, card: str) -> Hand:
    """The turned card is known now; it fixes the trump of whoever took it unread."""
    given = [("acik", card)]
    if hand.trump == UNKNOWN:
        given.append(("koz", card[-1]))
    return with_facts(hand, tuple(given))


def _noted(hand: Hand, answer: Answer, void: bool = False) -> Hand:
    answers = tuple(sorted((dict(hand.table.answers) | {answer.question: answer.answer}).items()))
    table = hand.table._replace(answers=answers, void=hand.table.void or void)
    return hand._replace(table=table)


BY_PEOPLE: Mapping[type, Callable[[State, Any], State]] = {
    Answer: answered,
    TakeOver: book.took_over,
    Leave: book.nobody_leaves,
    Penalise: flow.penalise,
}
