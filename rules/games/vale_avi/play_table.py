"""MASA: what was seen is never refused; people's moves are, when they cannot be carried out (spec
0.3)."""

from collections.abc import Mapping

from rules.book import held
from rules.codes import Refusal
from rules.game import IllegalAction
from rules.games.vale_avi import flow, scoring, table
from rules.games.vale_avi.facts import check_complete, facts, missing_pawns, people, with_facts
from rules.games.vale_avi.play_full import BY_PEOPLE, FORCED, NEXT_HAND, PLACES, SCORE, STARTS, Verb
from rules.games.vale_avi.questions import open_questions
from rules.games.vale_avi.state import (
    CENTRE,
    NO_CORNERS,
    Action,
    AskCard,
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
    Fix,
    Hold,
    Lock,
    Next,
    Score,
    Start,
    Void,
)


def _started(state: State, action: Start) -> State:
    """The lot may come after the first pawn. One that was drawn for a hand that waits, because the
    score before it was taken back, waits with it; one for a seat that plays no more is drawn
    anew."""
    hand = state.hand
    if state.phase is Phase.SCORED or (hand.rota and state.phase is not Phase.OVER):
        return state._replace(waiting=(*state.waiting, action))
    if state.phase is Phase.OVER or action.seat not in hand.active:
        return state
    return state._replace(hand=hand._replace(rota=rotation(hand.active, action.seat)))


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
    return state._replace(hand=changed, phase=table.phase_of(changed, now_locked))


def _kept_waiting(state: State, action: table.TableAction) -> State:
    if isinstance(action, AskCard | Unclear):
        return state
    if isinstance(action, Swept) and not state.waiting:
        swept = state.hand.table._replace(swept=True)
        return state._replace(hand=state.hand._replace(table=swept))
    return state._replace(waiting=(*state.waiting, action))


def _laid_again(state: State, hand: Hand, locked: bool, action: Laid) -> State:
    """A new deal: in place of a hand that nobody had placed in (VA-T9), else it waits (VA-T11)."""
    if not locked and not hand.order:
        empty = Table(last=nobody(len(hand.picks)))
        dealt = hand._replace(centre=None, corners=NO_CORNERS, table=empty)
        return state._replace(hand=dealt, phase=Phase.SETUP)
    changed, now_locked = (hand, True) if locked else table.interrupted(hand)
    return state._replace(
        hand=changed, phase=table.phase_of(changed, now_locked), waiting=(*state.waiting, action)
    )


def _closed(state: State, action: Score | Void) -> State:
    """Facts given in the action stand for themselves (it is in the log already); without them the
    hand is written as it stands, if nothing hinders."""
    if state.phase not in flow.OPEN_PHASES:
        raise flow.illegal(action, "no hand is open")
    hand = state.hand
    faults = scoring.table_faults(state, hand)
    if action.facts:
        hand = with_facts(hand, action.facts)
        hand = hand._replace(table=hand.table._replace(stale=()))
    elif isinstance(action, Score):
        refuse_hindered(state)
        hand = hand._replace(picks=scoring.counted(state, hand))
    if isinstance(action, Score):
        check_complete(state, hand)
    closed = scoring.close(state, hand, action, faults)
    if closed.phase is Phase.OVER:
        return closed._replace(waiting=())
    return _flushed(closed) if flow.lies_there(closed) else closed


def _next(state: State, action: Next) -> State:
    """VA-T12: never a skip; what is missing is told."""
    if state.phase is Phase.OVER:
        raise IllegalAction(Refusal.MATCH_OVER)
    if state.phase is not Phase.SCORED:
        refuse_hindered(state)
        raise flow.illegal(action, "the hand is being scored")
    return _flushed(state)


def _flushed(state: State) -> State:
    after = flow.advance(state)
    for action in state.waiting:
        after = TABLE[type(action)](after, action)
    return after


def refuse_hindered(state: State) -> None:
    """Raises why the open hand cannot be written now; returns where it can."""
    hand = state.hand
    if state.phase is Phase.SETUP and not hand.order:
        raise IllegalAction(Refusal.UNREAD_CARD, place=CENTRE)
    check_complete(state, hand)
    if state.phase is not Phase.LOCKED:
        raise IllegalAction(Refusal.NOT_READY, **people(state, hand.active))
    if questions := open_questions(state):
        raise IllegalAction(Refusal.OPEN_QUESTION, question=questions[0].id)


def _locked(state: State, action: Lock) -> State:
    if state.phase is Phase.LOCKED:
        return state
    if state.phase not in flow.OPEN_PHASES:
        raise flow.illegal(action, "no hand is open")
    snapshot = table.lock(state.hand)
    if snapshot is None:
        missing = missing_pawns(state.hand)
        raise IllegalAction(Refusal.NOT_READY, **people(state, missing))
    return state._replace(hand=snapshot, phase=Phase.LOCKED)


def _fixed(state: State, action: Fix) -> State:
    if state.phase not in flow.OPEN_PHASES:
        raise flow.illegal(action, "no hand is open")
    hand, locked = table.state_facts(state.hand, state.phase is Phase.LOCKED, action.facts)
    return state._replace(hand=hand, phase=table.phase_of(hand, locked))


def legal_table(state: State) -> tuple[Action, ...]:
    """What the rules let happen next; a hand that can be written offers exactly that, with its
    facts."""
    hand = state.hand
    if state.phase is Phase.OVER:
        return ()
    if state.phase is Phase.SCORED:
        return (NEXT_HAND,)
    void = Void(facts(hand.centre, hand.corners, hand.picks), state.then)
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
        after = _closed(state._replace(waiting=()), SCORE)
    except IllegalAction:
        return ()
    record = after.records[-1]
    return (Score(facts(record.centre, record.corners, record.picks), record.then),)


TABLE: Mapping[type, Verb] = {
    **dict.fromkeys((Place, Lift, Turned, See, AskCard, Doubt, Laid, Unclear, Swept), _seen),
    Start: _started,
    Score: _closed,
    Void: _closed,
    Next: _next,
    Lock: _locked,
    Hold: held,
    Fix: _fixed,
    **BY_PEOPLE,
}
