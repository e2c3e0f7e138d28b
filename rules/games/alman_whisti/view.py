"""What anybody may see of a match of Alman Whisti."""

from collections.abc import Sequence

from rules.board import board, seat_views, tap
from rules.book import option, outcome_question, people, person
from rules.codes import Ask, Reply, Say, Warn
from rules.game import Mode
from rules.games.alman_whisti import hands
from rules.games.alman_whisti.play_table import PLAYING
from rules.games.alman_whisti.state import HAND, UNKNOWN, Phase, Play, State, Took, Turned
from rules.games.alman_whisti.tricks import won
from rules.ledger import held_question, winners_of
from rules.view import Notice, QuestionView, ScoreView, TapView

NAME = "alman-whisti"


def view(state: State, legal: Sequence[object], *, seq: int) -> ScoreView:
    playing = state.phase in hands.OPEN_PHASES
    questions = _questions(state)
    return board(
        seq=seq,
        game=NAME,
        phase=state.phase,
        number=state.hand.number,
        seats=seat_views(
            state.players,
            state.records,
            turn=state.hand.turn if state.phase in PLAYING else None,
            best=max,
            target=state.options.hedef,
        ),
        records=state.records,
        options=state.options.values(),
        sentence=_sentence(state),
        questions=questions,
        notices=hands.faults(state) if playing else (),
        shows=_shows(state) if playing else (),
        taps=_taps(state, legal),
        ready=state.phase is Phase.SCORED,
        waiting=Notice(code=Say.CEVAP_BEKLENIYOR),
        target=state.options.hedef,
    )


def _sentence(state: State) -> Notice:
    turn = state.hand.turn
    match state.phase:
        case Phase.DEALING:
            return Notice(code=Say.BASLAYAN_CEKILIYOR)
        case Phase.TURNING:
            return Notice(code=Say.KOZ_ACIN)
        case Phase.STAGE_1 | Phase.STAGE_2 if turn is None:
            return Notice(code=Say.SIRA_BELIRSIZ)
        case Phase.STAGE_1 | Phase.STAGE_2:
            return Notice(code=Say.SIRA_KART, args=person(state.players, turn or 0))
        case Phase.COUNTING:
            return Notice(code=Say.YAZILIYOR)
        case _:
            return _over(state)


def _over(state: State) -> Notice:
    won_by = winners_of(state.records) if state.phase is Phase.OVER else ()
    if len(won_by) == 1:
        return Notice(code=Say.KAZANAN, args=person(state.players, won_by[0]))
    if won_by:
        return Notice(code=Say.BERABERE_BITTI, args=people(state.players, won_by))
    code = Say.EL_SAYILMADI if state.records[-1].void else Say.EL_YAZILDI
    return Notice(code=code, args={"number": state.records[-1].number})


def _shows(state: State) -> tuple[Notice, ...]:
    """Who dealt, trump, the trick, the cards that lie open, and the tricks that count."""
    hand = state.hand
    if hand.first is None:
        return ()
    shows = [Notice(code=Say.DAGITAN, args=person(state.players, 1 - hand.first))]
    if state.options.kozsuz:
        shows.append(Notice(code=Say.KOZSUZ))
    elif hand.trump:
        shows.append(Notice(code=Say.KOZ_RENGI, args={"suit": hand.trump}))
    number = len(hand.tricks) + 1
    if number <= 2 * HAND:
        stage = 1 if number <= HAND else 2
        shows.append(Notice(code=Say.LOVE_NO, args={"number": number, "stage": stage}))
    if hand.turned not in ("", UNKNOWN):
        shows.append(Notice(code=Say.ACIK, args={"card": hand.turned}))
    if hand.led not in ("", UNKNOWN):
        led = person(state.players, 1 - (hand.turn or 0)) | {"card": hand.led}
        shows.append(Notice(code=Say.YERDE, args=led))
    shows += [
        Notice(code=Say.LOVELER, args=person(state.players, seat) | {"count": count})
        for seat, count in enumerate(won(hand.tricks, state.options.sayilan))
    ]
    return tuple(shows)


def _questions(state: State) -> tuple[QuestionView, ...]:
    hand, found = state.hand, list[QuestionView]()
    if state.mode is Mode.TABLE and state.phase in hands.OPEN_PHASES and not hand.table.void:
        found += [_who_took(state, trick) for trick in hands.unknown_winners(state)]
        found += [_revoke(state, *proven) for proven in hands.unjudged(state)]
        if hand.table.held:
            found.append(held_question(hand.number))
    return (*found, *outcome_question(state.players, state.records))


def _who_took(state: State, trick: int) -> QuestionView:
    return QuestionView(
        id=f"{Ask.LOVEYI_ALAN}:{state.hand.number}:{trick}",
        ask=Notice(code=Ask.LOVEYI_ALAN, args={"number": trick}),
        answers=tuple(
            option(str(seat), Reply.ALDI, name=state.players[seat].name, seat=seat)
            for seat in (0, 1)
        ),
    )


def _revoke(state: State, trick: int, seat: int) -> QuestionView:
    args = person(state.players, seat) | {"fault": Warn.RENONS.value, "number": trick}
    return QuestionView(
        id=f"{Ask.CEZA}:{state.hand.number}:{trick}:{seat}",
        ask=Notice(code=Ask.CEZA, args=args),
        answers=(
            option(Reply.CEZA_YAZ, Reply.CEZA_YAZ, fault=Warn.RENONS.value),
            option(Reply.CEZA_YOK, Reply.CEZA_YOK),
        ),
    )


def _taps(state: State, legal: Sequence[object]) -> tuple[TapView, ...]:
    """Who took the trick, first: two buttons a trick write a whole deal."""
    found: list[TapView] = []
    for action in legal:
        match action:
            case Took(seat=seat):
                label = Notice(code=Reply.ALDI, args=person(state.players, seat))
            case Turned(card=card):
                label = Notice(code=Reply.ACILAN, args={"card": card})
            case Play(card=card):
                label = Notice(code=Reply.KART_ADI, args={"card": card})
            case _:
                continue
        found.append(tap(action, label))
    return tuple(found)
