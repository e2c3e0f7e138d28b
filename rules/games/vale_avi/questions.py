"""What the referee has to ask the table, derived from the state, and what an answer does.

A question stands as long as its reason stands; its id tells its kind, its hand and its subject, so
that an answer in the log keeps its meaning when the log is folded again. Scoring waits for every
question; nothing else does.
"""

from collections.abc import Iterator, Sequence

from rules.book import option, outcome_question
from rules.cards import Rank
from rules.codes import Ask, Reply
from rules.game import Mode
from rules.games.vale_avi.facts import (
    cards_of,
    fact_key,
    missing_pawns,
    needed_places,
    over_composition,
    people,
    person,
    unsure,
)
from rules.games.vale_avi.flow import OPEN_PHASES
from rules.games.vale_avi.options import Side, Violation
from rules.games.vale_avi.scoring import upright_though_forced
from rules.games.vale_avi.state import (
    INDEX,
    PICKS,
    RANKS,
    AskCard,
    Corner,
    Hand,
    Phase,
    State,
)
from rules.games.vale_avi.table import gate_question, said
from rules.ledger import held_question
from rules.tabletop import Hidden
from rules.view import AnswerView, Notice, QuestionView

GO_ON = "DEVAM"
NO_COUNT = "SAYILMASIN"


def open_questions(state: State) -> tuple[QuestionView, ...]:
    """All questions that stand, the one to be answered first in front."""
    hand = state.hand
    of_hand: tuple[QuestionView, ...] = ()
    table = state.mode is Mode.TABLE
    if table and state.phase in OPEN_PHASES and not hand.table.void:
        of_hand = (
            *_gate(state, hand),
            *_pawns(state, hand),
            *_cards(state, hand),
            *_violations(state, hand),
            *_rest(hand),
        )
    return of_hand + outcome_question(state.players, state.records)


_NO_COUNT = option(NO_COUNT, Reply.SAYILMASIN)


def _gate(state: State, hand: Hand) -> Iterator[QuestionView]:
    gate = gate_question(hand)
    if not gate or said(hand, gate) == GO_ON:
        return
    if hand.table.gate == Ask.ERKEN_ACILDI:
        missing = [seat for seat in hand.active if hand.picks[seat] is None]
        args = {"place": hand.table.turned[0]} | people(state, missing)
        ask = Notice(code=Ask.ERKEN_ACILDI, args=args)
    else:
        ask = Notice(code=Ask.EL_YARIM, args={"number": hand.number})
    yield QuestionView(id=gate, ask=ask, answers=(option(GO_ON, Reply.DEVAM), _NO_COUNT))


def _pawns(state: State, hand: Hand) -> Iterator[QuestionView]:
    locked = state.phase is Phase.LOCKED
    gate = gate_question(hand)
    if locked:
        yield from _moved_away(state, hand)
        yield from _unsure(state, hand)
    elif hand.table.revealed and (not gate or said(hand, gate) == GO_ON):
        yield from _who_stood_where(state, hand)
    elif not hand.table.revealed:
        yield from _stacked(state, hand)


def _who_stood_where(state: State, hand: Hand) -> Iterator[QuestionView]:
    """A face shows and pawns are missing (``NOT_READY``): the table says where they stood."""
    for seat in missing_pawns(hand):
        yield _where(state, hand, seat)


def _unsure(state: State, hand: Hand) -> Iterator[QuestionView]:
    """It is known where a pawn stood, but not surely whose it was or on which side, or it may have
    been put down anew."""
    for seat in hand.active:
        stood = hand.picks[seat] == hand.table.last[seat]
        if seat in hand.table.stale or (stood and unsure(hand, f"pick:{seat}")):
            yield _where(state, hand, seat)


def _where(state: State, hand: Hand, seat: int) -> QuestionView:
    places = [doubt.where for doubt in hand.table.doubts if doubt.where in INDEX]
    return QuestionView(
        id=f"{Ask.KIM_NEREDE}:{hand.number}:{seat}",
        ask=Notice(code=Ask.KIM_NEREDE, args=person(state, seat)),
        answers=(*_spots(hand, seat, places), _NO_COUNT),
    )


def _stacked(state: State, hand: Hand) -> Iterator[QuestionView]:
    """Pawns on each other, or one that cannot be told: whose, and which side (VA-T3)."""
    asked: set[int] = set()
    for doubt in hand.table.doubts:
        if doubt.where not in INDEX:
            continue
        for seat in _hidden_here(hand, Corner(doubt.where), doubt.why):
            id_ = f"{Ask.KIM_USTUSTE}:{hand.number}:{doubt.where}:{seat}"
            if seat in asked or said(hand, id_):
                continue
            asked.add(seat)
            args = {"place": doubt.where} | person(state, seat)
            yield QuestionView(
                id=id_,
                ask=Notice(code=Ask.KIM_USTUSTE, args=args),
                answers=(*_spots(hand, seat, [doubt.where]), option("YOK", Reply.YOK)),
            )


def _hidden_here(hand: Hand, where: Corner, why: Hidden) -> list[int]:
    """Who may be hidden there: those to be confirmed, then as many of the next to place as the pile
    needs to be two (one, where a single pawn cannot be read)."""
    there = [seat for seat in hand.active if (p := hand.picks[seat]) and p.corner == where]
    due = [seat for seat in (hand.rota or hand.active) if hand.picks[seat] is None]
    short = max(0, 2 - len(there)) if why is Hidden.STACKED else 1
    return [seat for seat in there if seat in hand.table.stale] + due[:short]


def _spots(hand: Hand, seat: int, places: Sequence[str | None]) -> tuple[AnswerView, ...]:
    """All corners and sides; the pawn's last corner and the doubtful places are the likely ones."""
    last = hand.table.last[seat]
    likely = [str(last)] if last is not None else []
    likely += [text for text, pick in PICKS.items() if pick.corner in places and text not in likely]
    rest = [text for text in PICKS if text not in likely]
    return tuple(
        option(
            text,
            Reply.YER,
            likely=text in likely,
            place=PICKS[text].corner,
            side=PICKS[text].side,
        )
        for text in likely + rest
    )


def _moved_away(state: State, hand: Hand) -> Iterator[QuestionView]:
    """After the placement was complete the pawn came to another corner while others were away."""
    words = dict(hand.table.words)
    for seat in hand.active:
        was, now = hand.picks[seat], hand.table.last[seat]
        judged = said(hand, f"{Ask.IHLAL}:{hand.number}:{seat}")
        if was is None or now is None or was == now or f"pick:{seat}" in words or judged:
            continue
        if seat in hand.table.stale:
            continue
        yield QuestionView(
            id=f"{Ask.PIYON_YERI}:{hand.number}:{seat}",
            ask=Notice(
                code=Ask.PIYON_YERI,
                args=person(state, seat) | {"was": str(was), "now": str(now)},
            ),
            answers=tuple(
                option(str(pick), Reply.YER, place=pick.corner, side=pick.side)
                for pick in (was, now)
            ),
        )


def _cards(state: State, hand: Hand) -> Iterator[QuestionView]:
    table = hand.table
    if table.now is not None and hand.centre is not None:
        id_ = f"{Ask.MERKEZ_DEGISTI}:{hand.number}:{hand.centre}>{table.now}"
        yield QuestionView(
            id=id_,
            ask=Notice(code=Ask.MERKEZ_DEGISTI, args={"was": hand.centre, "now": table.now}),
            answers=(
                *(option(rank, Reply.KART, rank=rank) for rank in (hand.centre, table.now)),
                option(Reply.YENI_EL, Reply.YENI_EL),
            ),
            picture=dict(table.pictures).get("centre"),
        )
    if wrong := over_composition((hand.centre, *hand.corners)):
        yield _misread(hand, *wrong)
    gone = table.cleared or bool(state.waiting)
    asked = {ask.place: ask for ask in table.asks}
    unread = needed_places(hand) if gone and state.phase is Phase.LOCKED else ()
    for place in (*asked, *(place for place in unread if place not in asked)):
        yield _which_card(hand, asked.get(place, AskCard(place)))


def _misread(hand: Hand, rank: Rank, count: int) -> QuestionView:
    places = [place for place, lies in cards_of(hand).items() if lies is rank]
    return QuestionView(
        id=f"{Ask.COMPOSITION}:{hand.number}:{rank}",
        ask=Notice(code=Ask.COMPOSITION, args={"rank": rank, "count": count}),
        answers=tuple(
            option(f"{place}={other}", Reply.KART_YERDE, place=place, rank=other)
            for place in places
            for other in RANKS
            if other is not rank
        ),
    )


def _which_card(hand: Hand, ask: AskCard) -> QuestionView:
    ordered = (*ask.likely, *(rank for rank in RANKS if rank not in ask.likely))
    return QuestionView(
        id=f"{Ask.HANGI_KART}:{hand.number}:{ask.place}",
        ask=Notice(code=Ask.HANGI_KART, args={"place": ask.place}),
        answers=tuple(
            option(rank, Reply.KART, likely=rank in ask.likely or not ask.likely, rank=rank)
            for rank in ordered
        ),
        picture=ask.picture or dict(hand.table.pictures).get(fact_key(ask.place)),
    )


def _violations(state: State, hand: Hand) -> Iterator[QuestionView]:
    """Upright at the reveal although flipped was forced (VA-A5): both results are shown."""
    if state.phase is not Phase.LOCKED or state.options.ihlal is not Violation.ASK:
        return
    for seat in hand.active:
        pick, id_ = hand.picks[seat], f"{Ask.IHLAL}:{hand.number}:{seat}"
        if pick is None or said(hand, id_) or not upright_though_forced(state, hand, seat):
            continue
        rank = hand.corners[INDEX[pick.corner]]
        if rank is None or hand.centre is None:
            continue
        up, down = (state.options.points(side=side, rank=rank, centre=hand.centre) for side in Side)
        args = person(state, seat) | {"place": pick.corner, "upright": up, "flipped": down}
        yield QuestionView(
            id=id_,
            ask=Notice(code=Ask.IHLAL, args=args),
            answers=(
                option(Side.FLIPPED, Reply.TERS_SAY, points=down),
                option(Side.UPRIGHT, Reply.DUZ_SAY, points=up),
            ),
        )


def _rest(hand: Hand) -> Iterator[QuestionView]:
    number = hand.number
    if hand.table.unclear:
        yield QuestionView(
            id=f"{Ask.DUZEN_BELIRSIZ}:{number}",
            ask=Notice(code=Ask.DUZEN_BELIRSIZ),
            answers=(option(Reply.TEKRAR_BAK, Reply.TEKRAR_BAK),),
        )
    if hand.table.held:
        yield held_question(number)
