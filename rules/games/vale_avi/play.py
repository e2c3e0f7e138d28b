"""``apply`` of Vale Avı: strict where every card is known (TAM), keeping up where it is not (MASA).

TAM is the path of simulations and written hands, MASA the path of the camera and the phones; both
close a hand through ``scoring.close``.
"""

from collections import Counter
from dataclasses import replace
from itertools import product

from rules.codes import Refusal
from rules.game import IllegalAction
from rules.games.vale_avi import flow, scoring, table
from rules.games.vale_avi.options import Side
from rules.games.vale_avi.questions import answered, open_questions
from rules.games.vale_avi.state import (
    CENTRE,
    COPIES,
    NO_CORNERS,
    PICKS,
    RANKS,
    Action,
    AskCard,
    Deal,
    Doubt,
    Hand,
    Laid,
    Lift,
    Phase,
    Place,
    See,
    State,
    Swept,
    Table,
    Turned,
    Unclear,
    nobody,
    rotation,
)
from rules.moves import (
    Answer,
    Fix,
    Hold,
    Leave,
    Lock,
    Next,
    Score,
    Start,
    TakeOver,
    Void,
)

SCORE = Score()
NEXT = Next()
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


def apply_full(state: State, action: Action) -> State:
    """TAM: anything outside the rules is refused."""
    if isinstance(action, Place):
        return _place(state, action)
    match action:
        case Start():
            return flow.start(state, action)
        case Deal():
            return _deal(state, action)
        case Score() | Void():
            return _close_full(state, action)
        case Next():
            if state.phase is Phase.OVER:
                raise IllegalAction(Refusal.MATCH_OVER)
            if state.phase is not Phase.SCORED:
                raise flow.illegal(action, "the hand is not scored yet")
            return flow.advance(state)
        case Hold():
            return state
        case _:
            return _by_people(state, action)


def _place(state: State, action: Place) -> State:
    hand = state.hand
    seat, placed = action.seat, len(hand.order)
    if state.phase is not Phase.PLACING:
        raise flow.illegal(action, "nobody places now")
    if seat != hand.rota[placed]:
        raise IllegalAction(Refusal.OUT_OF_TURN, seat=seat, turn=hand.rota[placed])
    forced = state.counters[seat] >= state.options.duz_siniri
    if forced and action.pick.side is Side.UPRIGHT:
        raise flow.illegal(action, "ZORUNLU_TERS")
    picks = hand.picks
    return State(
        state.options,
        state.mode,
        state.players,
        state.left,
        Phase.LOCKED if placed + 1 == len(hand.rota) else Phase.PLACING,
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
    if wrong := scoring.over_composition((action.centre, *action.corners)):
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
    hand = scoring.with_facts(state.hand, action.facts) if action.facts else state.hand
    if isinstance(action, Score):
        scoring.check_complete(state, hand)
    return scoring.close(state, hand, action, ())


def _by_people(state: State, action: Action) -> State:
    match action:
        case Leave():
            return flow.leave(state, action)
        case TakeOver():
            return flow.take_over(state, action)
        case Answer():
            return answered(state, action)
        case _:
            raise flow.illegal(action, "not an action of this mode")


def legal_full(state: State) -> tuple[Action, ...]:
    """Complete and without duplicates; a deal stands for one of all that the deck allows."""
    hand = state.hand
    match state.phase:
        case Phase.PLACING:
            seat = hand.rota[len(hand.order)]
            forced = state.counters[seat] >= state.options.duz_siniri
            return FORCED[seat] if forced else PLACES[seat]
        case Phase.SETUP:
            return DEALS if hand.rota else tuple(STARTS[seat] for seat in hand.active)
        case Phase.LOCKED:
            return (SCORE,)
        case Phase.SCORED:
            return (NEXT,)
        case Phase.OVER:
            return ()


def apply_table(state: State, action: Action) -> State:
    """MASA: what was seen is never refused; people's moves are, when they cannot be carried out."""
    match action:
        case (
            Place() | Lift() | Turned() | See() | AskCard() | Doubt() | Laid() | Unclear() | Swept()
        ):
            return _seen(state, action)
        case Start():
            return _started(state, action)
        case Score() | Void():
            return _closed(state, action)
        case Next():
            return _next(state)
        case Lock():
            return _locked(state)
        case Hold():
            return replace(
                state, hand=replace(state.hand, table=replace(state.hand.table, held=True))
            )
        case Fix(facts=facts):
            return _fixed(state, action, facts)
        case _:
            return _by_people(state, action)


def _started(state: State, action: Start) -> State:
    """The lot may come after the first pawn. One that was drawn for a hand that waits, because the
    score before it was taken back, waits with it."""
    hand = state.hand
    if state.phase is Phase.SCORED or hand.rota:
        return replace(state, waiting=(*state.waiting, action))
    if state.phase is Phase.OVER or action.seat not in hand.active:
        raise flow.illegal(action, "no starter is to be drawn, or this seat does not play")
    return replace(state, hand=replace(hand, rota=rotation(hand.active, action.seat)))


def _phase(hand: Hand, locked: bool) -> Phase:
    if locked:
        return Phase.LOCKED
    return Phase.SETUP if hand.centre is None else Phase.PLACING


def _seen(state: State, action: table.TableAction) -> State:
    """Into the present hand, or into the new deal that waits until the present hand is settled."""
    hand = state.hand
    of_new_deal = not isinstance(action, AskCard | Unclear)
    if state.phase is Phase.OVER:
        return state
    if of_new_deal and (state.waiting or state.phase is Phase.SCORED):
        return _kept_waiting(state, action)
    locked = state.phase is Phase.LOCKED
    if isinstance(action, Laid) and (hand.table.swept or hand.table.turned):
        return _laid_again(state, hand, locked, action)
    new_centre = isinstance(action, See) and action.place == CENTRE and hand.table.swept
    if new_centre and (locked or hand.order):
        return _kept_waiting(state, action)
    changed, now_locked = table.observe(hand, locked, action)
    if changed is hand:
        return state
    return replace(state, hand=changed, phase=_phase(changed, now_locked))


def _kept_waiting(state: State, action: table.TableAction) -> State:
    if isinstance(action, AskCard | Unclear):
        return state
    if isinstance(action, Swept) and not state.waiting:
        swept = replace(state.hand.table, swept=True)
        return replace(state, hand=replace(state.hand, table=swept))
    return replace(state, waiting=(*state.waiting, action))


def _laid_again(state: State, hand: Hand, locked: bool, action: Laid) -> State:
    """A new deal: in place of a hand that nobody had placed in (VA-T9), else it waits (VA-T11)."""
    if not locked and not hand.order:
        empty = Table(last=nobody(len(hand.picks)))
        dealt = replace(hand, centre=None, corners=NO_CORNERS, table=empty)
        return replace(state, hand=dealt, phase=Phase.SETUP)
    changed, now_locked = (hand, True) if locked else table.interrupted(hand)
    return replace(
        state, hand=changed, phase=_phase(changed, now_locked), waiting=(*state.waiting, action)
    )


def _closed(state: State, action: Score | Void) -> State:
    """Facts given in the action stand for themselves (it is in the log already); without them the
    hand is written as it stands, if nothing hinders."""
    if state.phase not in flow.OPEN_PHASES:
        raise flow.illegal(action, "no hand is open")
    hand = state.hand
    faults = scoring.table_faults(state, hand)
    if action.facts:
        hand = scoring.with_facts(hand, action.facts)
        hand = replace(hand, table=replace(hand.table, stale=()))
    elif isinstance(action, Score):
        refuse_hindered(state)
        hand = replace(hand, picks=scoring.counted(state, hand))
    if isinstance(action, Score):
        scoring.check_complete(state, hand)
    closed = scoring.close(state, hand, action, faults)
    if closed.phase is Phase.OVER:
        return replace(closed, waiting=())
    return _flushed(closed) if flow.lies_there(closed) else closed


def _next(state: State) -> State:
    """VA-T12: never a skip; what is missing is told."""
    if state.phase is Phase.OVER:
        raise IllegalAction(Refusal.MATCH_OVER)
    if state.phase is not Phase.SCORED:
        refuse_hindered(state)
        raise IllegalAction(Refusal.ILLEGAL_ACTION, action="Next", why="the hand is being scored")
    return _flushed(state)


def _flushed(state: State) -> State:
    after = flow.advance(state)
    for action in state.waiting:
        after = apply_table(after, action)
    return after


def refuse_hindered(state: State) -> None:
    """Raises why the open hand cannot be written now; returns where it can."""
    hand = state.hand
    if state.phase is Phase.SETUP and not hand.order:
        raise IllegalAction(Refusal.UNREAD_CARD, place=CENTRE)
    scoring.check_complete(state, hand)
    if state.phase is not Phase.LOCKED:
        raise IllegalAction(Refusal.NOT_READY, **scoring.people(state, hand.active))
    if questions := open_questions(state):
        raise IllegalAction(Refusal.OPEN_QUESTION, question=questions[0].id)


def _locked(state: State) -> State:
    if state.phase is Phase.LOCKED:
        return state
    if state.phase not in flow.OPEN_PHASES:
        raise IllegalAction(Refusal.ILLEGAL_ACTION, action="Lock", why="no hand is open")
    snapshot = table.lock(state.hand)
    if snapshot is None:
        missing = scoring.missing_pawns(state.hand)
        raise IllegalAction(Refusal.NOT_READY, **scoring.people(state, missing))
    return replace(state, hand=snapshot, phase=Phase.LOCKED)


def _fixed(state: State, action: Fix, facts: tuple[tuple[str, str], ...]) -> State:
    if state.phase not in flow.OPEN_PHASES:
        raise flow.illegal(action, "no hand is open")
    hand, locked = table.state_facts(state.hand, state.phase is Phase.LOCKED, facts)
    return replace(state, hand=hand, phase=_phase(hand, locked))


def legal_table(state: State) -> tuple[Action, ...]:
    """What the rules let happen next; a hand that can be written offers exactly that, with its
    facts."""
    hand = state.hand
    if state.phase is Phase.OVER:
        return ()
    if state.phase is Phase.SCORED:
        return (NEXT,)
    void = Void(scoring.facts_of(hand), state.then)
    if hand.table.void:
        return (void,)
    if state.phase is Phase.LOCKED:
        return (*_writing(state), void)
    starts = () if hand.rota else tuple(STARTS[seat] for seat in hand.active)
    due = [seat for seat in hand.rota if hand.picks[seat] is None]
    places: tuple[Place, ...] = ()
    if due:
        places = (FORCED if scoring.must_flip(state, due[0]) else PLACES)[due[0]]
    lock: tuple[Lock, ...] = (Lock(),) if hand.table.settled is not None else ()
    return (*starts, *places, *lock, void)


def _writing(state: State) -> tuple[Score, ...]:
    """The ``Score`` that writes the hand as it stands, with all its facts and what follows."""
    try:
        after = _closed(replace(state, waiting=()), SCORE)
    except IllegalAction:
        return ()
    record = after.records[-1]
    counted = replace(state.hand, picks=record.picks)
    return (Score(scoring.facts_of(counted), record.then),)
