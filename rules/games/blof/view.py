"""What anybody may see of a match of Blöf: counts, never cards."""

from collections.abc import Sequence

from rules.board import board, seat_views, tap
from rules.book import option, outcome_question, people, person
from rules.codes import Ask, Reply, Say
from rules.game import Mode
from rules.games.blof import hands
from rules.games.blof.state import Call, Pass, Phase, State, Throw, Waive, pending
from rules.ledger import held_question, winners_of
from rules.view import Args, Notice, QuestionView, ScoreView, TapView

NAME = "blof"


def view(state: State, legal: Sequence[object], *, seq: int) -> ScoreView:
    hand, playing = state.hand, state.phase in hands.OPEN_PHASES
    questions = _questions(state)
    counts = tuple(len(held) for held in hand.hands)
    return board(
        seq=seq,
        game=NAME,
        phase=state.phase,
        number=hand.number,
        seats=seat_views(state.players, state.records, turn=turn_of(state), best=min, cards=counts),
        records=state.records,
        options=state.options.values(),
        sentence=_sentence(state),
        questions=questions,
        notices=hand.table.faults if playing else (),
        shows=_shows(state) if playing else (),
        taps=() if questions else _taps(state, legal),
        ready=state.phase is Phase.SCORED,
        waiting=Notice(code=Say.CEVAP_BEKLENIYOR),
        until_s=hand.until_s if state.phase is Phase.WINDOW else None,
    )


def turn_of(state: State) -> int | None:
    return state.hand.turn if state.phase in (Phase.OPENING, Phase.THROWING) else None


def _sentence(state: State) -> Notice:
    hand = state.hand
    match state.phase:
        case Phase.DEALING:
            return Notice(code=Say.BASLAYAN_CEKILIYOR)
        case Phase.OPENING:
            return Notice(code=Say.TUR_ACAN, args=person(state.players, hand.turn))
        case Phase.THROWING:
            code = Say.SIRA if hand.locked else Say.BLOF_MU
            code = Say.SON_KARTLAR if pending(hand) else code
            return Notice(code=code, args=person(state.players, hand.turn))
        case Phase.WINDOW:
            code = Say.SON_KARTLAR_PENCERE if pending(hand) else Say.PENCERE
            return Notice(code=code, args=person(state.players, hand.thrower))
        case Phase.REVEAL:
            return Notice(code=Say.ATIS_ACILIYOR, args=person(state.players, hand.thrower))
        case Phase.ENDED if len(empty := hands.without_cards(state)) > 1:
            return Notice(code=Say.KALANLARI_GIRIN, args=people(state.players, empty))
        case Phase.ENDED:
            return Notice(code=Say.YAZILIYOR)
        case _:
            return _over(state)


def _over(state: State) -> Notice:
    if won := winners_of(state.records) if state.phase is Phase.OVER else ():
        if len(won) == 1:
            return Notice(code=Say.KAZANAN, args=person(state.players, won[0]))
        return Notice(code=Say.KAZANANLAR, args=people(state.players, won))
    code = Say.EL_SAYILMADI if state.records[-1].void else Say.EL_YAZILDI
    return Notice(code=code, args={"number": state.records[-1].number})


def _shows(state: State) -> tuple[Notice, ...]:
    """The claim that stands, the pile, what was burned."""
    hand = state.hand
    shows: list[Notice] = []
    if hand.first is not None:
        dealer = (hand.first - 1) % len(state.players)
        shows.append(Notice(code=Say.DAGITAN, args=person(state.players, dealer)))
    if hand.last:
        shows.append(Notice(code=Say.ILAN, args=_claim(state)))
        shows.append(Notice(code=Say.YIGIN, args={"count": len(hand.pile)}))
    if hand.burned:
        shows.append(Notice(code=Say.YANAN, args={"count": hand.burned}))
    return tuple(shows)


def _claim(state: State) -> Args:
    hand = state.hand
    args: dict[str, str | int] = {"rank": hand.rank, "count": hand.last}
    return args | person(state.players, hand.thrower)


def _questions(state: State) -> tuple[QuestionView, ...]:
    hand, found = state.hand, list[QuestionView]()
    open_ = state.phase in hands.OPEN_PHASES and not hand.table.void
    if state.mode is Mode.TABLE and open_:
        if state.phase is Phase.REVEAL:
            found.append(_true_or_not(state))
        if hand.table.held:
            found.append(held_question(hand.number))
    return (*found, *outcome_question(state.players, state.records))


def _true_or_not(state: State) -> QuestionView:
    """What lies there decides, and people look at it; what was read only orders the answers."""
    hand, read = state.hand, hands.read_as(state.hand)
    return QuestionView(
        id=hands.reveal_question(hand),
        ask=Notice(code=Ask.ACILAN_DOGRU, args=_claim(state)),
        answers=(
            option(hands.TRUTH, Reply.DOGRU, likely=read is not False, rank=hand.rank),
            option(hands.LIE, Reply.YALAN, likely=read is not True),
        ),
    )


def _taps(state: State, legal: Sequence[object]) -> tuple[TapView, ...]:
    found: list[TapView] = []
    for action in legal:
        match action:
            case Throw(rank=rank, count=count) if rank:
                label = Notice(code=Reply.AC, args={"rank": rank, "count": count})
            case Throw(count=count):
                label = Notice(code=Reply.AT, args={"count": count})
            case Pass():
                label = Notice(code=Reply.PAS)
            case Waive(seat=seat):
                label = Notice(code=Reply.GEC, args=person(state.players, seat))
            case Call(seat=seat):
                label = Notice(code=Reply.BLOF, args=person(state.players, seat))
            case _:
                continue
        found.append(tap(action, label))
    return tuple(found)
