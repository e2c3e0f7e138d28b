"""TAM: every card is known and anything outside the rules is refused. The path of simulations and
of written hands; states are built field by field here, because millions of them are made.
"""

from collections import Counter
from collections.abc import Callable, Mapping
from itertools import product
from typing import Any

from rules.book import unchanged
from rules.codes import Refusal
from rules.game import IllegalAction
from rules.games.vale_avi import flow, scoring
from rules.games.vale_avi.answers import answered
from rules.games.vale_avi.facts import check_complete, over_composition, with_facts
from rules.games.vale_avi.options import Side
from rules.games.vale_avi.state import COPIES, PICKS, RANKS, Action, Deal, Hand, Phase, Place, State
from rules.moves import (
    Answer,
    Hold,
    Leave,
    Next,
    Score,
    Start,
    TakeOver,
    Void,
)

PLACING, LOCKED, UPRIGHT = Phase.PLACING, Phase.LOCKED, Side.UPRIGHT
SCORE = Score()
NEXT_HAND = Next()
MAX_PLAYERS = 6
STARTS: tuple[Start, ...] = tuple(Start(seat) for seat in range(MAX_PLAYERS))
PLACES: tuple[tuple[Place, ...], ...] = tuple(
    tuple(Place(seat, pick) for pick in PICKS.values()) for seat in range(MAX_PLAYERS)
)
FORCED: tuple[tuple[Place, ...], ...] = tuple(
    tuple(place for place in places if place.pick.side is Side.FLIPPED) for places in PLACES
)


def _all_deals() -> tuple[Deal, ...]:
    ways = product(RANKS, repeat=5)
    return tuple(Deal(way[0], way[1:]) for way in ways if max(Counter(way).values()) <= COPIES)


DEALS: tuple[Deal, ...] = _all_deals()


def _place(state: State, action: Place) -> State:
    hand = state.hand
    seat, placed = action.seat, len(hand.order)
    if state.phase is not PLACING:
        raise flow.illegal(action, "nobody places now")
    if seat != hand.rota[placed]:
        raise IllegalAction(Refusal.OUT_OF_TURN, seat=seat, turn=hand.rota[placed])
    forced = state.counters[seat] >= state.options.duz_siniri
    if forced and action.pick.side is UPRIGHT:
        raise flow.illegal(action, "ZORUNLU_TERS")
    picks = hand.picks
    return State(
        state.options,
        state.mode,
        state.players,
        state.left,
        LOCKED if placed + 1 == len(hand.rota) else PLACING,
        state.then,
        state.totals,
        state.counters,
        state.records,
        Hand(
            hand.number,
            hand.extra,
            hand.active,
            hand.rota,
            hand.centre,
            hand.corners,
            (*picks[:seat], action.pick, *picks[seat + 1 :]),
            (*hand.order, seat),
            hand.table,
        ),
        state.waiting,
    )


def _deal(state: State, action: Deal) -> State:
    hand = state.hand
    if state.phase is not Phase.SETUP or not hand.rota:
        raise flow.illegal(action, "no deal is due")
    if wrong := over_composition((action.centre, *action.corners)):
        raise IllegalAction(Refusal.COMPOSITION, rank=wrong[0], count=wrong[1])
    return State(
        state.options,
        state.mode,
        state.players,
        state.left,
        Phase.PLACING,
        state.then,
        state.totals,
        state.counters,
        state.records,
        Hand(
            hand.number,
            hand.extra,
            hand.active,
            hand.rota,
            action.centre,
            action.corners,
            hand.picks,
            hand.order,
            hand.table,
        ),
        state.waiting,
    )


def _close_full(state: State, action: Score | Void) -> State:
    if state.phase not in flow.OPEN_PHASES:
        raise flow.illegal(action, "no hand is open")
    hand = with_facts(state.hand, action.facts) if action.facts else state.hand
    known = state.phase is LOCKED and not action.facts and None not in hand.corners
    if isinstance(action, Score) and not known:
        check_complete(state, hand)
    return scoring.close(state, hand, action, ())


def _next_full(state: State, action: Next) -> State:
    if state.phase is Phase.OVER:
        raise IllegalAction(Refusal.MATCH_OVER)
    if state.phase is not Phase.SCORED:
        raise flow.illegal(action, "the hand is not scored yet")
    return flow.advance(state)


def legal_full(state: State) -> tuple[Action, ...]:
    """Complete and without duplicates; a deal stands for one of all that the deck allows."""
    hand, phase = state.hand, state.phase
    if phase is PLACING:
        seat = hand.rota[len(hand.order)]
        forced = state.counters[seat] >= state.options.duz_siniri
        return FORCED[seat] if forced else PLACES[seat]
    if phase is Phase.SETUP:
        return DEALS if hand.rota else tuple([STARTS[seat] for seat in hand.active])
    if phase is Phase.LOCKED:
        return (SCORE,)
    return (NEXT_HAND,) if phase is Phase.SCORED else ()


Verb = Callable[[State, Any], State]
BY_PEOPLE: Mapping[type, Verb] = {
    Leave: flow.leave,
    TakeOver: flow.take_over,
    Answer: answered,
}
FULL: Mapping[type, Verb] = {
    Place: _place,
    Deal: _deal,
    Start: flow.start,
    Score: _close_full,
    Void: _close_full,
    Next: _next_full,
    Hold: unchanged,
    **BY_PEOPLE,
}
