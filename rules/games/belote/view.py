"""What anybody may see of a match of Belote: the state as ``rules.view`` values and codes."""

from collections.abc import Iterator

from rules import book, ledger
from rules.board import board, seat_views, tap
from rules.codes import Reply, Say, Warn
from rules.game import Mode
from rules.games.belote import flow
from rules.games.belote.combos import every_combo
from rules.games.belote.facts import turn_of as next_card
from rules.games.belote.play_full import legal_full
from rules.games.belote.play_table import declaring, legal_table
from rules.games.belote.questions import open_questions, proposals
from rules.games.belote.state import (
    DEALT,
    OPEN_PHASES,
    SIDES,
    Claim,
    Declare,
    Exchange,
    Fault,
    Hand,
    Name,
    Pass,
    Penalise,
    Phase,
    Play,
    State,
    Take,
    Turn,
)
from rules.games.belote.state import (
    Say as SayWord,
)
from rules.view import Notice, ScoreView, TapView

NAME = "belote"


def view(state: State, *, seq: int) -> ScoreView:
    hand, playing = state.hand, state.phase in OPEN_PHASES
    questions = open_questions(state)
    hands = hand.hands or None
    return board(
        seq=seq,
        game=NAME,
        phase=state.phase,
        number=hand.number,
        seats=seat_views(
            state.players,
            state.records,
            turn=turn_of(state),
            best=max,
            cards=None if hands is None else tuple(len(held) for held in hands),
            target=state.options.hedef,
        ),
        records=state.records,
        options=state.options.values(),
        sentence=_sentence(state),
        questions=questions,
        notices=tuple(_warnings(state)) if playing else (),
        shows=tuple(_shows(state, hand) if playing else _counted(state)),
        taps=tuple(_taps(state)) if playing and not hand.table.void else (),
        ready=state.phase is Phase.SCORED,
        waiting=Notice(code=Say.CEVAP_BEKLENIYOR),
        target=state.options.hedef,
    )


def turn_of(state: State) -> int | None:
    """Whose bid, declaration or card is next, where that is known."""
    hand, seats = state.hand, len(state.players)
    match state.phase:
        case Phase.BID_1 | Phase.BID_2:
            return (hand.dealer + 1 + hand.passes) % seats
        case Phase.DECLARE:
            return declaring(hand)
        case Phase.PLAY:
            return next_card(hand)
        case _:
            return None


def _sentence(state: State) -> Notice:
    hand, turn = state.hand, turn_of(state)
    person = {} if turn is None else book.person(state.players, turn)
    match state.phase:
        case Phase.LOT:
            return Notice(code=Say.DAGITAN_CEKILIYOR)
        case Phase.DEAL:
            dealer = book.person(state.players, hand.dealer)
            return Notice(code=Say.KART_DAGITIN, args=dealer)
        case Phase.BID_1 | Phase.BID_2:
            bidding = 1 if state.phase is Phase.BID_1 else 2
            return Notice(code=Say.IHALE, args=person | {"tur": bidding})
        case Phase.NOBODY:
            return Notice(code=Say.ALAN_YOK)
        case Phase.DECLARE if turn is not None:
            return Notice(code=Say.ILAN_ZAMANI, args=person)
        case Phase.PLAY if turn is not None:
            return Notice(code=Say.SIRA_KART, args=person)
        case Phase.DECLARE | Phase.PLAY:
            return Notice(code=Say.SIRA_BELIRSIZ)
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
    code = Say.EL_SAYILMADI if state.records[-1].void else Say.EL_YAZILDI
    return Notice(code=code, args={"number": state.records[-1].number})


def _warnings(state: State) -> Iterator[Notice]:
    hand = state.hand
    for text in dict.fromkeys(proposals(state.options, hand)):
        fault, number, seat = text.split(":")
        args = book.person(state.players, int(seat)) | {"number": int(number)}
        if fault == Fault.REVOKE:
            yield Notice(code=Warn.RENONS, args=args)
        elif fault == Fault.OUT_OF_TURN:
            yield Notice(code=Warn.KART_SIRA_DISI, args=args)
    yield from (flow.fault_notice(state, entry) for entry in hand.faults)
    if hand.swapped is not None:
        yield Notice(code=Warn.DEGISIM, args=book.person(state.players, hand.swapped))
    if hand.claim is not None:
        yield Notice(code=Warn.BITTIM, args=book.person(state.players, hand.claim))


def _shows(state: State, hand: Hand) -> Iterator[Notice]:
    """The turned card, the trump, what was declared, the trick that lies there, tricks won."""
    players = state.players
    if hand.turned:
        yield Notice(code=Say.ACIK, args={"card": hand.turned})
    if hand.taker is not None:
        taker = book.person(players, hand.taker)
        yield Notice(code=Say.KOZ, args=taker | {"suit": hand.trump})
    for seat, declared in enumerate(hand.declared):
        if declared:
            named = book.person(players, seat) | {"combos": ", ".join(map(str, declared))}
            yield Notice(code=Say.KOMBO, args=named)
    for play in hand.lying:
        yield Notice(code=Say.YERDE, args=book.person(players, play.seat) | {"card": play.card})
    side = SIDES[len(players)]
    for at in sorted(set(side)) if hand.tricks else ():
        won = sum(trick.winner is not None and side[trick.winner] == at for trick in hand.tricks)
        holder = book.person(players, side.index(at))
        yield Notice(code=Say.LOVELER, args=holder | {"count": won})


def _counted(state: State) -> Iterator[Notice]:
    """How the last hand was counted, by side."""
    if not state.records:
        return
    held = flow.held_by(state.options, state.records[:-1])
    counts = flow.recounted(state.options, state.records[-1], held)
    for at, one in enumerate(counts):
        counted: dict[str, str | int] = {
            "combos": one.combos,
            "belote": one.belote,
            "cards": one.cards,
            "prizes": one.prizes + one.revokes,
            "penalties": one.penalties,
            "given": one.given,
        }
        seat = SIDES[len(state.players)].index(at)
        yield Notice(code=Say.SAYIM, args=counted | book.person(state.players, seat))


def _taps(state: State) -> Iterator[TapView]:
    """Everything people may enter now; combinations add to what the seat has declared already."""
    legal = legal_table(state) if state.mode is Mode.TABLE else legal_full(state)
    for action in legal:
        if (label := _label(state, action)) is not None:
            yield tap(action, label)
    if state.mode is Mode.FULL:
        return
    if state.hand.taker is not None and not state.hand.tricks:
        yield from _combo_taps(state)
    for seat in range(len(state.players)) if state.hand.taker is not None else ():
        person = book.person(state.players, seat)
        for fault in Fault:
            label = Notice(code=Reply.CEZA, args=person | {"fault": fault.value})
            yield tap(Penalise(seat, fault), label)


def _combo_taps(state: State) -> Iterator[TapView]:
    """For whoever declares now, and for whoever just did: another combination beside it."""
    hand, due = state.hand, declaring(state.hand)
    before = [seat for seat, declared in enumerate(hand.declared) if declared]
    for seat in (*before, *((due,) if due is not None else ())):
        declared = hand.declared[seat] or ()
        used = {card for combo in declared for card in combo.cards}
        for combo in every_combo():
            again = used.intersection(combo.cards) and not state.options.kart_tekrari
            if again or len(used | set(combo.cards)) > DEALT[len(state.players)]:
                continue
            args = book.person(state.players, seat) | {"combos": str(combo)}
            yield tap(Declare(seat, (*declared, combo)), Notice(code=Reply.KOMBO, args=args))


def _label(state: State, action: object) -> Notice | None:
    match action:
        case Take():
            return Notice(code=Reply.AL)
        case Pass():
            return Notice(code=Reply.PAS)
        case Name(suit=suit):
            return Notice(code=Reply.RENK, args={"suit": suit})
        case Declare(combos=()):
            return Notice(code=Reply.TAMAM)
        case Declare(seat=seat, combos=named):
            args = book.person(state.players, seat) | {"combos": ", ".join(map(str, named))}
            return Notice(code=Reply.KOMBO, args=args)
        case Turn(card=card) | Play(card=card):
            return Notice(code=Reply.KART_ADI, args={"card": card})
        case Exchange(seat=seat):
            return Notice(code=Reply.DEGISIM, args=book.person(state.players, seat))
        case SayWord(seat=seat):
            return Notice(code=Reply.BELOTE, args=book.person(state.players, seat))
        case Claim(seat=seat):
            return Notice(code=Reply.BITTIM, args=book.person(state.players, seat))
        case _:
            return None
