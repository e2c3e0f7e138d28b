"""What people's moves do that both modes take: answers, and somebody else taking a seat.

An answer keeps its meaning when the log is folded anew; one that fits nothing any more changes
nothing.
"""

from collections.abc import Callable, Mapping
from typing import Any

from rules import book
from rules.codes import Ask, Reply
from rules.game import Mode
from rules.games.uc_on_uc.cards import LABELS, UNKNOWN
from rules.games.uc_on_uc.facts import opened, with_open
from rules.games.uc_on_uc.scoring import best, phase_of
from rules.games.uc_on_uc.state import OPEN_PHASES, Hand, Open, State
from rules.ledger import settle
from rules.moves import Answer, Leave, TakeOver


def answered(state: State, answer: Answer) -> State:
    """Raises IllegalAction(NO_QUESTION) for a kind of question that does not exist."""
    kind, number, subject = book.asked(answer)
    if kind == Ask.SONUC_DEGISTI:
        by_totals = answer.answer == Reply.DUZELTILMIS
        return settle(state, number, subject, corrected=by_totals)
    hand = state.hand
    if number != hand.number or state.phase not in OPEN_PHASES:
        return state
    if answer.answer == Reply.SAYILMASIN:
        return state._replace(hand=hand._replace(table=hand.table._replace(void=True)))
    changed = _effect(state, hand, kind, subject, answer.answer)
    if state.mode is Mode.FULL:
        return state._replace(hand=changed)
    return state._replace(hand=changed, phase=phase_of(state.options, changed))


def _effect(state: State, hand: Hand, kind: str, subject: str, value: str) -> Hand:
    known = {str(seat) for seat in hand.active}
    match kind:
        case Ask.GERI_ALINDI:
            return hand._replace(table=hand.table._replace(held=False))
        case Ask.KIM_CIKTI if value == Reply.YIGIN_BITTI:
            return hand._replace(ended=True)
        case Ask.KIM_CIKTI if value in known:
            return hand._replace(out=int(value))
        case Ask.EL_KARTI if value in LABELS and subject in known:
            return with_read(hand, int(subject), value)
        case Ask.AYNI_KART | Ask.CIKIS_BOZUK if value in known:
            return with_open(hand, int(value), None)
        case Ask.CIKIS_BOZUK if value == Reply.HATALI_SAY and subject in known:
            return went_out_wrongly(state, hand, int(subject))
        case _:
            return hand


def with_read(hand: Hand, seat: int, card: str) -> Hand:
    """The first unread card of an open hand is this one."""
    shown = opened(hand, seat)
    if shown is None or UNKNOWN not in shown.cards:
        return hand
    texts = [" ".join(group) for group in (*shown.groups, shown.left)]
    told = "\n".join(texts).replace(UNKNOWN, card, 1).split("\n")
    groups = tuple(tuple(text.split()) for text in told)
    return with_open(hand, seat, Open(groups[:-1], groups[-1]))


def went_out_wrongly(state: State, hand: Hand, seat: int) -> Hand:
    """``HATALI_CIKIS``: the discard stands, play goes on, no penalty (spec 5.4)."""
    wrong = tuple(sorted({**dict(hand.table.wrong), seat: best(state, hand, seat).cost}.items()))
    closed = with_open(hand, seat, None)
    return closed._replace(out=None, table=closed.table._replace(wrong=wrong))


BY_PEOPLE: Mapping[type, Callable[[State, Any], State]] = {
    Answer: answered,
    TakeOver: book.took_over,
    Leave: book.nobody_leaves,
}
