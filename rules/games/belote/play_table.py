"""MASA: what was seen or tapped of the cards is never refused, only flagged; people's moves are,
when they cannot be carried out (spec 0.3, 4.13). Hands are closed: only what lies open counts.
"""

from collections.abc import Mapping

from rules import book
from rules.codes import Refusal
from rules.game import HandResult, IllegalAction
from rules.games.belote import flow, scoring
from rules.games.belote.answers import BY_PEOPLE, with_card, with_turned
from rules.games.belote.cards import DECK, DECK_SET, UNKNOWN
from rules.games.belote.combos import every_combo
from rules.games.belote.facts import facts, rebuilt, turn_of, with_facts
from rules.games.belote.play_full import PLAYS, STARTS, Verb, said
from rules.games.belote.questions import open_questions, over_composition, unread
from rules.games.belote.state import (
    DEALT,
    OPEN_PHASES,
    Action,
    Claim,
    Declare,
    Exchange,
    Fault,
    Hand,
    Name,
    Pass,
    Phase,
    Play,
    Say,
    State,
    Take,
    Tally,
    Trick,
    Turn,
)
from rules.ledger import merged
from rules.moves import Fix, Hold, Next, Score, Start, Void

illegal = flow.illegal
COMBOS = frozenset(every_combo())


def phase_of(hand: Hand) -> Phase:
    """Where a hand stands by what is known of it."""
    seats = len(hand.declared)
    counted = hand.table.tally is not None and hand.taker is not None
    if counted or hand.claim is not None or len(hand.tricks) == DEALT[seats]:
        return Phase.COUNT
    if hand.tricks or hand.lying or None not in hand.declared:
        return Phase.PLAY
    if hand.taker is not None:
        return Phase.DECLARE
    return flow.bidding_phase(hand, seats) if hand.turned else Phase.DEAL


def _with(state: State, hand: Hand) -> State:
    return state._replace(hand=hand, phase=phase_of(hand))


def _open(state: State, action: object) -> Hand:
    """The hand, where one is open. Raises ILLEGAL_ACTION else, and for a seat that is not there."""
    if state.phase not in OPEN_PHASES or state.phase is Phase.LOT:
        raise illegal(action, "no hand is open")
    if getattr(action, "seat", 0) not in range(len(state.players)):
        raise illegal(action, "no such seat")
    return state.hand


def _card(card: str) -> str:
    if card not in DECK_SET and card != UNKNOWN:
        raise book.bad_fact("card", card, "a card 7 to A, e.g. TH")
    return card


def _turned(state: State, action: Turn) -> State:
    hand = with_turned(_open(state, action), _card(action.card))
    if state.phase is Phase.DEAL:
        hand = flow.after_bid(hand, len(state.players))
    return _with(state, hand)


def _bid(state: State, action: Take | Pass | Name) -> State:
    """Passes before a bid need not be tapped: who bids or passes, the others before him passed."""
    hand, seats = _open(state, action), len(state.players)
    if hand.taker is not None or not hand.turned:
        raise illegal(action, "nobody bids now")
    place = (action.seat - hand.dealer - 1) % seats
    second = hand.passes >= seats or isinstance(action, Name)
    if isinstance(action, Take) and second:
        raise illegal(action, "the turned suit was refused by all")
    if isinstance(action, Name) and action.suit not in flow.named_suits(hand):
        raise illegal(action, "another suit than the turned one")
    passed = place + (seats if second else 0)
    if passed < hand.passes:
        raise illegal(action, "has passed in this round")
    bid = flow.bid(state._replace(hand=hand._replace(passes=passed)), action).hand
    return _with(state, rebuilt(bid) if bid.tricks or bid.lying else bid)


def _exchange(state: State, action: Exchange) -> State:
    hand = _open(state, action)
    able = state.options.yedi_degisimi and hand.swapped is None and hand.taker is not None
    if not able or flow.round_of(hand) == 2 or hand.turned[:1] == "7":
        raise illegal(action, "no trump 7 to be swapped with the turned card")
    return _with(state, hand._replace(swapped=action.seat))


def _declare(state: State, action: Declare) -> State:
    """A tap may come late; the last one of a seat counts."""
    hand, seat = _open(state, action), action.seat
    cards = [card for combo in action.combos for card in combo.cards if combo in COMBOS]
    if hand.taker is None or any(combo not in COMBOS for combo in action.combos):
        raise illegal(action, "trump first, then combinations such as seri QS 3")
    if len(set(cards)) < len(cards) and not state.options.kart_tekrari:
        raise illegal(action, "a card counts once")
    declared = (*hand.declared[:seat], action.combos, *hand.declared[seat + 1 :])
    return _with(state, hand._replace(declared=declared))


def declaring(hand: Hand) -> int | None:
    """Whose declaration is next, from mecburcu on."""
    seats = len(hand.declared)
    order = scoring.order_from_eldest(hand, seats)
    return next((seat for seat in order if hand.declared[seat] is None), None)


def _play(state: State, action: Play) -> State:
    """Out of turn stands and is flagged; a second card of one seat in a trick takes the place of
    the first (a badly served card, spec 4.9)."""
    hand, seat = _open(state, action), action.seat
    _card(action.card)
    if state.phase is Phase.COUNT:
        raise illegal(action, "the hand is over")
    number = len(hand.tricks) + 1
    due = turn_of(hand)
    if any(play.seat == seat for play in hand.lying):
        served = with_card(hand, str(number), str(seat), action.card)
        return _with(state, _proposed(served, Fault.BADLY_SERVED, number, seat))
    if due is not None and due != seat:
        hand = _proposed(hand, Fault.OUT_OF_TURN, number, seat)
    plays = (*hand.lying, action)
    if len(plays) < len(state.players):
        hand = hand._replace(lying=plays)
    else:
        trick = Trick(plays, scoring.winner_of(plays, hand.trump))
        hand = hand._replace(lying=(), tricks=(*hand.tricks, trick))
    return _with(state, hand._replace(turn=turn_of(hand)))


def _proposed(hand: Hand, fault: Fault, number: int, seat: int) -> Hand:
    text = f"{fault}:{number}:{seat}"
    table = hand.table
    known = table.proposed if text in table.proposed else (*table.proposed, text)
    return hand._replace(table=table._replace(proposed=known))


def _say(state: State, action: Say) -> State:
    hand = _open(state, action)
    if hand.taker is None or hand.words[action.seat] >= 2:
        raise illegal(action, "Belote and Rebelote are said once each, under a trump")
    return state._replace(hand=said(hand, action.seat))


def _claim(state: State, action: Claim) -> State:
    hand = _open(state, action)
    playing = state.phase in (Phase.DECLARE, Phase.PLAY)
    if not playing or hand.lying or not state.options.bittim:
        raise illegal(action, "only between tricks, where bittim is played")
    _check_read(hand)
    scoring.check_claim(state.options, hand, action.seat)
    return _with(state, hand._replace(claim=action.seat, turn=None))


def _counted(state: State, action: Tally) -> State:
    """What people counted stands in place of the tricks, entered or not."""
    hand = _open(state, action)
    if hand.taker is None or hand.claim is not None:
        raise illegal(action, "trump first, and no claim")
    scoring.check_tally(state.options, len(state.players), action)
    return _with(state, hand._replace(turn=None, table=hand.table._replace(tally=action)))


def _check_read(hand: Hand) -> None:
    """Raises UNREAD_CARD or COMPOSITION: what is needed is never guessed."""
    if hand.trump in ("", UNKNOWN):
        raise IllegalAction(Refusal.UNREAD_CARD, place="koz")
    if hand.table.tally is not None:
        return
    for number, seat in unread(hand):
        raise IllegalAction(Refusal.UNREAD_CARD, place=f"love:{number}:{seat}")
    for card, count in over_composition(hand):
        raise IllegalAction(Refusal.COMPOSITION, rank=card, count=count)


def _check_complete(state: State, hand: Hand) -> None:
    """Raises why the hand cannot be counted: NOT_READY, UNREAD_CARD, COMPOSITION."""
    if phase_of(hand) is not Phase.COUNT:
        due = hand.turn
        seats = range(len(state.players)) if due is None else (due,)
        raise IllegalAction(Refusal.NOT_READY, **book.people(state.players, seats))
    _check_read(hand)
    if (tally := hand.table.tally) is not None:
        scoring.check_tally(state.options, len(state.players), tally)


def _closed(state: State, action: Score | Void) -> State:
    """Facts given in the action stand for themselves (it is in the log already); without them the
    hand is written as it stands, if nothing hinders."""
    if state.phase not in OPEN_PHASES:
        raise illegal(action, "no hand is open")
    hand = with_facts(state.hand, action.facts) if action.facts else state.hand
    if isinstance(action, Score):
        _check_complete(state, hand)
        if not action.facts and (questions := open_questions(state)):
            raise IllegalAction(Refusal.OPEN_QUESTION, question=questions[0].id)
    return flow.close(state, hand, action)


def outcome(state: State, ranks: Mapping[str, str]) -> HandResult | Refusal:
    """What the hand would score if these cards lay there: ``love:3:1`` (the card of seat 1 in trick
    3) or ``acik``. Writes nothing."""
    hand = state.hand
    try:
        for place, card in ranks.items():
            _, _, spot = place.partition(":")
            trick, _, seat = spot.partition(":")
            hand = with_card(hand, trick, seat, card) if spot else with_turned(hand, card)
        _check_complete(state, hand)
    except IllegalAction as refused:
        return refused.code
    counts = scoring.count(state.options, hand, complete=hand.claim is None, held=state.held)
    deltas = scoring.deltas_of(counts, len(state.players))
    totals = tuple(total + delta for total, delta in zip(state.totals, deltas, strict=True))
    return HandResult(deltas=deltas, totals=totals)


def _next(state: State, action: Next) -> State:
    if state.phase in OPEN_PHASES:
        _closed(state, Score())
    return flow.advance(state, action)


def _fixed(state: State, action: Fix) -> State:
    hand = with_facts(_open(state, action), action.facts)
    words = merged(hand.table.words, action.facts)
    return _with(state, hand._replace(table=hand.table._replace(words=words)))


def legal_table(state: State) -> tuple[Action, ...]:
    """What the rules let happen next, as far as it is known; a hand that can be written offers
    exactly that, with its facts."""
    hand, phase = state.hand, state.phase
    if phase is Phase.OVER:
        return ()
    if phase is Phase.SCORED:
        return (Next(),)
    if phase is Phase.LOT:
        return STARTS[: len(state.players)]
    void = Void(facts(hand))
    if hand.table.void:
        return (void,)
    return (*_next_moves(state, hand), void)


def _next_moves(state: State, hand: Hand) -> tuple[Action, ...]:
    seats = len(state.players)
    match state.phase:
        case Phase.DEAL:
            return tuple(Turn(card) for card in (*DECK, UNKNOWN))
        case Phase.BID_1:
            seat = (hand.dealer + 1 + hand.passes) % seats
            return (Take(seat), Pass(seat))
        case Phase.BID_2:
            seat = (hand.dealer + 1 + hand.passes) % seats
            return (*(Name(seat, suit) for suit in flow.named_suits(hand)), Pass(seat))
        case Phase.DECLARE | Phase.PLAY:
            return (*_declarations(state, hand), *_plays(state, hand))
        case Phase.COUNT:
            return _writing(state)
        case _:
            return ()


def _declarations(state: State, hand: Hand) -> tuple[Action, ...]:
    if state.phase is not Phase.DECLARE:
        return ()
    seat = declaring(hand)
    swap = tuple(Exchange(at) for at in range(len(state.players)))
    able = state.options.yedi_degisimi and hand.swapped is None and flow.round_of(hand) == 1
    swaps = swap if able and hand.turned[:1] != "7" else ()
    return (*swaps, *((Declare(seat),) if seat is not None else ()))


def _plays(state: State, hand: Hand) -> tuple[Action, ...]:
    """Any card not seen yet, of whoever is next."""
    seen = {play.card for trick in hand.tricks for play in trick.plays}
    seen |= {play.card for play in hand.lying}
    due = turn_of(hand)
    who = range(len(state.players)) if due is None else (due,)
    plays = tuple(PLAYS[seat][card] for seat in who for card in DECK if card not in seen)
    claims: list[Claim] = []
    for seat in range(len(state.players)):
        try:
            _claim(state, Claim(seat))
        except IllegalAction:
            continue
        claims.append(Claim(seat))
    words = tuple(Say(seat) for seat, count in enumerate(hand.words) if count < 2)
    return (*plays, *words, *claims)


def _writing(state: State) -> tuple[Score, ...]:
    """The ``Score`` that writes the hand as it stands, with all its facts and what follows."""
    try:
        record = _closed(state, Score()).records[-1]
    except IllegalAction:
        return ()
    return (Score(record.known, record.then),)


TABLE: Mapping[type, Verb] = {
    Turn: _turned,
    Take: _bid,
    Pass: _bid,
    Name: _bid,
    Exchange: _exchange,
    Declare: _declare,
    Play: _play,
    Say: _say,
    Claim: _claim,
    Tally: _counted,
    Start: flow.start,
    Score: _closed,
    Void: _closed,
    Next: _next,
    Fix: _fixed,
    Hold: book.held,
    **BY_PEOPLE,
}
