"""MASA: a round is scored from the hands that lie open at its end; draws and discards need not be
told (spec 5.7). People's moves are refused when they cannot be carried out, nothing else is."""

from collections.abc import Mapping

from rules import book
from rules.codes import Refusal
from rules.game import HandResult, IllegalAction
from rules.games.uc_on_uc import flow, scoring
from rules.games.uc_on_uc.answers import BY_PEOPLE
from rules.games.uc_on_uc.cards import LABELS, UNKNOWN
from rules.games.uc_on_uc.facts import facts, opened, with_facts, with_open
from rules.games.uc_on_uc.play_full import NEXT_ROUND, Verb
from rules.games.uc_on_uc.questions import open_questions
from rules.games.uc_on_uc.state import (
    OPEN_PHASES,
    Action,
    Discard,
    Ended,
    GoOut,
    Hand,
    Lay,
    Open,
    Phase,
    Show,
    State,
    Tell,
)
from rules.ledger import merged
from rules.moves import Fix, Hold, Next, Score, Start, Void

illegal = flow.illegal


def _with(state: State, hand: Hand) -> State:
    return state._replace(hand=hand, phase=scoring.phase_of(state.options, hand))


def _open(state: State, action: object) -> Hand:
    """The round, where one is open. Raises ILLEGAL_ACTION else, and for a seat that has no hand."""
    if state.phase not in OPEN_PHASES or state.phase is Phase.LOT:
        raise illegal(action, "no round is open")
    if getattr(action, "seat", state.hand.active[0]) not in state.hand.active:
        raise illegal(action, "this seat does not play the round")
    return state.hand


def _check_card(card: str, action: object) -> None:
    if card not in LABELS and card != UNKNOWN:
        raise illegal(action, f"{card}: no such card, expected e.g. TH, or X for a joker")


def _went_out(state: State, action: GoOut) -> State:
    """Somebody went out. Whether the hand divides shows when it lies open (``CIKIS_BOZUK``)."""
    hand = _open(state, action)
    if hand.out is not None and hand.out != action.seat:
        raise illegal(action, "somebody went out before")
    if action.card:
        hand = _seen(hand, action.card, action)
    return _with(state, hand._replace(out=action.seat))


def _discarded(state: State, action: Discard) -> State:
    """A discard that lies open; it only counts for the composition."""
    return _with(state, _seen(_open(state, action), action.card, action))


def _seen(hand: Hand, card: str, action: object) -> Hand:
    _check_card(card, action)
    return hand._replace(table=hand.table._replace(seen=(*hand.table.seen, card)))


def _ended(state: State, action: Ended) -> State:
    return _with(state, _open(state, action)._replace(ended=True))


def _shown(state: State, action: Show) -> State:
    """A whole hand; a second one of the same seat counts in place of the first."""
    hand = _open(state, action)
    shown = Open(tuple(group for group in action.groups if group), action.left)
    for card in shown.cards:
        _check_card(card, action)
    size = state.options.size(hand.round)
    if len(shown.cards) != size:
        raise IllegalAction(Refusal.BAD_COUNT, given=len(shown.cards), expected=size)
    return _with(state, with_open(hand, action.seat, shown))


def _laid(state: State, action: Lay) -> State:
    """A card of an open hand; one that lies at the spot already is replaced."""
    hand = _open(state, action)
    _check_card(action.card, action)
    size = state.options.size(hand.round)
    if not 1 <= action.spot <= size:
        raise illegal(action, f"spot 1 to {size}")
    before = opened(hand, action.seat) or Open()
    spots = [*before.left, *("",) * (size - len(before.left))]
    spots[action.spot - 1] = action.card
    while spots and not spots[-1]:
        spots.pop()
    changed = Open(() if before.left else before.groups, tuple(spots))
    return _with(state, with_open(hand, action.seat, changed))


def _told(state: State, action: Tell) -> State:
    """What people counted stands in place of the cards; more than a hand can cost is refused."""
    hand = _open(state, action)
    most = scoring.dearest(state.options, hand)
    if not 0 <= action.cost <= most:
        raise IllegalAction(Refusal.BAD_COUNT, given=action.cost, expected=most)
    return _with(state, with_open(hand, action.seat, Open(told=action.cost)))


def _closed(state: State, action: Score | Void) -> State:
    """Facts given in the action stand for themselves (it is in the log already); without them the
    round is written as it stands, if nothing hinders."""
    if state.phase not in OPEN_PHASES:
        raise illegal(action, "no round is open")
    hand = with_facts(state.hand, action.facts) if action.facts else state.hand
    if isinstance(action, Score):
        scoring.check_complete(state, hand)
        if not action.facts and (questions := open_questions(state)):
            raise IllegalAction(Refusal.OPEN_QUESTION, question=questions[0].id)
    return flow.close(state, hand, action)


def outcome(state: State, ranks: Mapping[str, str]) -> HandResult | Refusal:
    """What the round would cost if these cards lay at these places (``0:3``: seat 0, spot 3)."""
    try:
        for place, card in ranks.items():
            seat, _, spot = place.partition(":")
            state = _laid(state, Lay(int(seat), int(spot), card))
        scoring.check_complete(state, state.hand)
    except IllegalAction as refused:
        return refused.code
    deltas = scoring.deltas_of(state, state.hand)
    totals = tuple(had + (cost or 0) for had, cost in zip(state.totals, deltas, strict=True))
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
    """What may be told next: who went out, that the stock is gone, cards of open hands; a round
    that can be written offers exactly that, with its facts."""
    hand, phase = state.hand, state.phase
    if phase is Phase.OVER:
        return ()
    if phase is Phase.SCORED:
        return (NEXT_ROUND,)
    if phase is Phase.LOT:
        return tuple(Start(seat) for seat in range(len(state.players)))
    void = Void(facts(hand))
    if hand.table.void:
        return (void,)
    if phase is Phase.COUNT:
        return (*_writing(state), void)
    outs = tuple(GoOut(seat) for seat in hand.active) if hand.out is None else ()
    ended = () if hand.ended or hand.out is not None else (Ended(),)
    nothing = tuple(Tell(seat, 0) for seat in scoring.missing(state.options, hand))
    return (*outs, *ended, *nothing, *_cards(state, hand), void)


def _cards(state: State, hand: Hand) -> tuple[Lay, ...]:
    """The next card of every hand that does not lie open wholly."""
    labels = sorted(LABELS) if state.options.jokerler else sorted(LABELS - {"X"})
    found: list[Lay] = []
    for seat in scoring.missing(state.options, hand):
        left = (opened(hand, seat) or Open()).left
        spot = left.index("") + 1 if "" in left else len(left) + 1
        found += [Lay(seat, spot, card) for card in labels]
    return tuple(found)


def _writing(state: State) -> tuple[Score, ...]:
    """The ``Score`` that writes the round as it stands, with all its facts and what follows."""
    try:
        record = _closed(state, Score()).records[-1]
    except IllegalAction:
        return ()
    return (Score(record.known, record.then),)


TABLE: Mapping[type, Verb] = {
    Start: flow.start,
    GoOut: _went_out,
    Discard: _discarded,
    Ended: _ended,
    Show: _shown,
    Lay: _laid,
    Tell: _told,
    Score: _closed,
    Void: _closed,
    Next: _next,
    Fix: _fixed,
    Hold: book.held,
    **BY_PEOPLE,
}
