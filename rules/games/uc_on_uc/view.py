"""What anybody may see of a match of Üç On Üç Remi: its state as ``rules.view`` values, codes."""

from collections.abc import Iterator
from dataclasses import replace

from rules import book, ledger
from rules.board import board, seat_views, tap
from rules.codes import Reply, Say, Warn
from rules.game import Mode
from rules.games.uc_on_uc import flow, scoring
from rules.games.uc_on_uc.cards import UNKNOWN
from rules.games.uc_on_uc.facts import opened, written
from rules.games.uc_on_uc.melds import Arrangement
from rules.games.uc_on_uc.play_table import legal_table
from rules.games.uc_on_uc.questions import open_questions
from rules.games.uc_on_uc.state import (
    OPEN_PHASES,
    Ended,
    GoOut,
    Hand,
    Lay,
    Open,
    Phase,
    State,
    Tell,
)
from rules.view import Notice, ScoreView, TapView

NAME = "uc-on-uc"


def view(state: State, *, seq: int) -> ScoreView:
    hand, playing = state.hand, state.phase in OPEN_PHASES
    told = board(
        seq=seq,
        game=NAME,
        phase=state.phase,
        number=hand.number,
        seats=seat_views(
            state.players,
            state.records,
            turn=hand.turn,
            best=min,
            cards=tuple(len(held) for held in hand.hands) or None,
        ),
        records=state.records,
        options=state.options.values(),
        sentence=_sentence(state),
        questions=open_questions(state),
        notices=tuple(_warnings(state, hand)) if playing else (),
        shows=tuple(_shows(state, hand)),
        taps=tuple(_taps(state)) if playing and state.mode is Mode.TABLE else (),
        ready=state.phase is Phase.SCORED,
        waiting=Notice(code=Say.CEVAP_BEKLENIYOR),
    )
    seats = tuple(replace(seat, active=seat.seat in hand.active) for seat in told.seats)
    hands = tuple(replace(each, extra=None in each.deltas) for each in told.hands)
    return replace(told, seats=seats, hands=hands, extra=hand.round > state.options.rounds)


def _sentence(state: State) -> Notice:
    hand = state.hand
    turn = {} if hand.turn is None else book.person(state.players, hand.turn)
    match state.phase:
        case Phase.LOT:
            return Notice(code=Say.DAGITAN_CEKILIYOR)
        case Phase.DRAW | Phase.RESHUFFLE:
            return Notice(code=Say.CEKECEK, args=turn)
        case Phase.DISCARD:
            return Notice(code=Say.ATACAK, args=turn)
        case Phase.DEAL | Phase.PLAY:
            wild = state.options.costs(hand.round).wild
            return Notice(code=Say.TUR_OYNANIYOR, args={"number": hand.round, "rank": wild})
        case Phase.LAST:
            waiting = scoring.missing(state.options, hand)
            return Notice(code=Say.ELLER_BEKLENIYOR, args=book.people(state.players, waiting))
        case Phase.COUNT:
            asked = bool(open_questions(state))
            return Notice(code=Say.CEVAP_BEKLENIYOR if asked else Say.YAZILIYOR)
        case _:
            return _closed(state)


def _closed(state: State) -> Notice:
    if won := ledger.winners_of(state.records) if state.phase is Phase.OVER else ():
        if len(won) == 1:
            return Notice(code=Say.KAZANAN, args=book.person(state.players, won[0]))
        return Notice(code=Say.KAZANANLAR, args=book.people(state.players, won))
    record = state.records[-1]
    if record.void:
        return Notice(code=Say.EL_SAYILMADI, args={"number": record.number})
    if record.then.startswith(book.EXTRA):
        contenders = book.people(state.players, book.seats_of(record.then))
        return Notice(code=Say.BERABERE, args=contenders)
    return Notice(code=Say.EL_YAZILDI, args={"number": record.number})


def _known(state: State, hand: Hand) -> Iterator[int]:
    """Seats whose whole hand lies open and is read."""
    for seat in hand.active:
        shown = opened(hand, seat)
        if shown and scoring.complete(state.options, hand, seat) and UNKNOWN not in shown.cards:
            yield seat


def _warnings(state: State, hand: Hand) -> Iterator[Notice]:
    """Wrong goings out, groups that are none, and the better arrangement as a hint."""
    for seat, cost in hand.table.wrong:
        yield flow.wrong_notice(state, seat, cost)
    if hand.out is not None:
        yield Notice(code=Warn.SON_TUR, args=book.person(state.players, hand.out))
    for seat in _known(state, hand) if state.mode is Mode.TABLE else ():
        person = book.person(state.players, seat)
        for group in scoring.wrong_groups(state, hand, seat):
            yield Notice(code=Warn.PER_DEGIL, args=person | {"group": " ".join(group)})
        laid, best = scoring.counted(state, hand, seat), scoring.best(state, hand, seat)
        if laid.cost > best.cost:
            hint = {**person, "laid": laid.cost, "best": best.cost, "groups": _groups(best)}
            yield Notice(code=Warn.DAHA_IYI, args=hint)


def _shows(state: State, hand: Hand) -> Iterator[Notice]:
    """Every open hand as it counts, with its groups: people want to see them."""
    if state.mode is Mode.FULL and state.phase not in (Phase.COUNT, Phase.SCORED, Phase.OVER):
        return
    for seat in _known(state, hand):
        found = scoring.counted(state, hand, seat)
        person = book.person(state.players, seat)
        told: dict[str, str | int] = {
            "cost": found.cost,
            "groups": _groups(found),
            "left": " ".join(found.left),
        }
        yield Notice(code=Say.EL_ACIK, args=person | told)


def _groups(found: Arrangement) -> str:
    return written(Open(found.groups))


def _taps(state: State) -> Iterator[TapView]:
    """Who went out, that the stock is gone, and the cards of the hand that is entered now."""
    entering: int | None = None
    for action in legal_table(state):
        match action:
            case GoOut(seat=seat):
                yield tap(action, Notice(code=Reply.CIKTI, args=book.person(state.players, seat)))
            case Ended():
                yield tap(action, Notice(code=Reply.YIGIN_BITTI))
            case Tell(seat=seat, cost=cost) if state.phase is Phase.LAST:
                args = book.person(state.players, seat) | {"cost": cost}
                yield tap(action, Notice(code=Reply.EL_SAYILDI, args=args))
            case Lay(seat=seat, card=card) if state.phase is Phase.LAST:
                entering = seat if entering is None else entering
                if seat == entering:
                    args = book.person(state.players, seat) | {"card": card}
                    yield tap(action, Notice(code=Reply.EL_KARTI, args=args))
