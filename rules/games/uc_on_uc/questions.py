"""What the referee asks the table in MASA, derived from the state (spec 5.7). Scoring waits for
every question; nothing else does."""

from collections.abc import Iterator

from rules import book, ledger
from rules.codes import Ask, Reply
from rules.game import Mode
from rules.games.uc_on_uc import scoring
from rules.games.uc_on_uc.cards import DECK, JOKER
from rules.games.uc_on_uc.facts import opened
from rules.games.uc_on_uc.state import OPEN_PHASES, Hand, State
from rules.view import AnswerView, Notice, QuestionView


def open_questions(state: State) -> tuple[QuestionView, ...]:
    """All questions that stand, the one to be answered first in front."""
    hand = state.hand
    of_hand: tuple[QuestionView, ...] = ()
    if state.mode is Mode.TABLE and state.phase in OPEN_PHASES and not hand.table.void:
        of_hand = (*_unread(state, hand), *_too_often(state, hand), *_going_out(state, hand))
        if hand.table.held:
            of_hand = (*of_hand, ledger.held_question(hand.number))
    return of_hand + book.outcome_question(state.players, state.records)


def _unread(state: State, hand: Hand) -> Iterator[QuestionView]:
    cards = (*DECK, JOKER) if state.options.jokerler else DECK
    for seat in scoring.unread(hand):
        yield QuestionView(
            id=f"{Ask.EL_KARTI}:{hand.number}:{seat}",
            ask=Notice(code=Ask.EL_KARTI, args=book.person(state.players, seat)),
            answers=tuple(book.option(card, Reply.KART_ADI, card=card) for card in cards),
        )


def _too_often(state: State, hand: Hand) -> Iterator[QuestionView]:
    for card, count in scoring.over_composition(state.options, hand):
        holders = [seat for seat in hand.active if (o := opened(hand, seat)) and card in o.cards]
        yield QuestionView(
            id=f"{Ask.AYNI_KART}:{hand.number}:{card}",
            ask=Notice(code=Ask.AYNI_KART, args={"card": card, "count": count}),
            answers=tuple(_again(state, seat) for seat in holders),
        )


def _again(state: State, seat: int) -> AnswerView:
    return _who(state, seat, Reply.ELI_YENIDEN)


def _who(state: State, seat: int, label: Reply) -> AnswerView:
    return book.option(str(seat), label, name=state.players[seat].name, seat=seat)


def _going_out(state: State, hand: Hand) -> Iterator[QuestionView]:
    """A hand that went out and does not divide (``HATALI_CIKIS``), or nobody said who went out."""
    known = not scoring.unread(hand) and not scoring.over_composition(state.options, hand)
    if not known:
        return
    out = hand.out
    if out is not None and scoring.complete(state.options, hand, out):
        cost = scoring.best(state, hand, out).cost
        if cost:
            yield QuestionView(
                id=f"{Ask.CIKIS_BOZUK}:{hand.number}:{out}",
                ask=Notice(
                    code=Ask.CIKIS_BOZUK, args=book.person(state.players, out) | {"cost": cost}
                ),
                answers=(
                    _again(state, out),
                    book.option(Reply.HATALI_SAY, Reply.HATALI_SAY),
                ),
            )
    elif out is None and not hand.ended and not scoring.missing(state.options, hand):
        done = [seat for seat in hand.active if not scoring.best(state, hand, seat).cost]
        yield QuestionView(
            id=f"{Ask.KIM_CIKTI}:{hand.number}",
            ask=Notice(code=Ask.KIM_CIKTI),
            answers=(
                *(_who(state, seat, Reply.OYUNCU) for seat in done),
                book.option(Reply.YIGIN_BITTI, Reply.YIGIN_BITTI),
            ),
        )
