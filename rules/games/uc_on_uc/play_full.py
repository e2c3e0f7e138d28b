"""TAM: every card is known and anything outside the rules is refused (spec 5.4). ``hizli`` is
played seat by seat here: a beat without its races."""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from rules import book
from rules.codes import Refusal
from rules.game import IllegalAction
from rules.games.uc_on_uc import flow
from rules.games.uc_on_uc.answers import BY_PEOPLE
from rules.games.uc_on_uc.cards import deck, in_order
from rules.games.uc_on_uc.facts import with_facts
from rules.games.uc_on_uc.melds import Hand as Held
from rules.games.uc_on_uc.scoring import after
from rules.games.uc_on_uc.state import (
    OPEN_PHASES,
    Action,
    Deal,
    Discard,
    Draw,
    GoOut,
    Hand,
    Phase,
    Pile,
    Reshuffle,
    State,
)
from rules.moves import Hold, Next, Score, Start, Void

illegal = flow.illegal
SCORE, NEXT_ROUND = Score(), Next()


def legal_full(state: State) -> tuple[Action, ...]:
    """Complete and without duplicates; a deal and a reshuffle stand for all orders."""
    hand = state.hand
    seat = hand.turn or 0
    match state.phase:
        case Phase.LOT:
            return tuple(Start(seat) for seat in range(len(state.players)))
        case Phase.DEAL:
            return (Deal(all_cards(state)),)
        case Phase.RESHUFFLE:
            return (Reshuffle(hand.pile[:-1]),)
        case Phase.DRAW:
            return (Draw(seat, Pile.STOCK), Draw(seat, Pile.DISCARDS))
        case Phase.DISCARD:
            cards = tuple(dict.fromkeys(hand.hands[seat]))
            outs = tuple(GoOut(seat, card) for card in _outs(state, hand, cards))
            return (*(Discard(seat, card) for card in cards), *outs)
        case Phase.COUNT:
            return (SCORE,)
        case Phase.SCORED:
            return (NEXT_ROUND,)
        case _:
            return ()


def all_cards(state: State) -> tuple[str, ...]:
    return deck(state.options.deste or 1, state.options.jokerler)


def _outs(state: State, hand: Hand, cards: Sequence[str]) -> list[str]:
    """The cards whose discard lets the hand go out; nobody goes out after somebody did."""
    if hand.out is not None or hand.turn is None:
        return []
    held = Held(hand.hands[hand.turn], state.options.costs(hand.round))
    return [card for card in cards if held.goes_out(without=card)]


def _deal(state: State, action: Deal) -> State:
    if state.phase is not Phase.DEAL:
        raise illegal(action, "no deal is due")
    _check_same(action.deck, all_cards(state))
    hand, size = state.hand, state.options.size(state.hand.round)
    order = [after(hand.active, hand.dealer)]
    while len(order) < len(hand.active):
        order.append(after(hand.active, order[-1]))
    dealt = size * len(order)
    hands: list[tuple[str, ...]] = [()] * len(state.players)
    for at, seat in enumerate(order):
        hands[seat] = in_order(action.deck[at : dealt : len(order)])
    opened = hand._replace(
        hands=tuple(hands),
        pile=(action.deck[dealt],),
        stock=action.deck[dealt + 1 :],
        turn=order[0],
    )
    return _turn_begins(state, opened)


def _check_same(given: tuple[str, ...], expected: tuple[str, ...]) -> None:
    """Exactly these cards in any order. Raises BAD_COUNT or COMPOSITION."""
    if len(given) != len(expected):
        raise IllegalAction(Refusal.BAD_COUNT, given=len(given), expected=len(expected))
    over = Counter(given) - Counter(expected)
    for card in over:
        raise IllegalAction(Refusal.COMPOSITION, rank=card, count=Counter(given)[card])


def _turn_begins(state: State, hand: Hand) -> State:
    """Whoever went out has no further turn; an empty stock is made of the discards, or ends the
    round."""
    if hand.turn == hand.out:
        return state._replace(phase=Phase.COUNT, hand=hand._replace(turn=None))
    if hand.stock:
        return state._replace(phase=Phase.DRAW, hand=hand)
    if len(hand.pile) > 1:
        return state._replace(phase=Phase.RESHUFFLE, hand=hand)
    return state._replace(phase=Phase.COUNT, hand=hand._replace(turn=None, ended=True))


def _reshuffle(state: State, action: Reshuffle) -> State:
    hand = state.hand
    if state.phase is not Phase.RESHUFFLE:
        raise illegal(action, "the stock is not empty")
    _check_same(action.stock, hand.pile[:-1])
    return _turn_begins(state, hand._replace(stock=action.stock, pile=hand.pile[-1:]))


def _draw(state: State, action: Draw) -> State:
    hand, seat = state.hand, action.seat
    if state.phase is not Phase.DRAW or action.pile not in set(Pile):
        raise illegal(action, "no card is to be drawn now")
    book.check_turn(seat, hand.turn)
    if action.pile is Pile.STOCK:
        card, stock, pile = hand.stock[0], hand.stock[1:], hand.pile
    else:
        card, stock, pile = hand.pile[-1], hand.stock, hand.pile[:-1]
    hands = _with(hand.hands, seat, in_order((*hand.hands[seat], card)))
    drawn = hand._replace(hands=hands, stock=stock, pile=pile)
    return state._replace(phase=Phase.DISCARD, hand=drawn)


def _with(
    hands: tuple[tuple[str, ...], ...], seat: int, held: tuple[str, ...]
) -> tuple[tuple[str, ...], ...]:
    return (*hands[:seat], held, *hands[seat + 1 :])


def _discard(state: State, action: Discard | GoOut) -> State:
    hand, seat, card = state.hand, action.seat, action.card
    if state.phase is not Phase.DISCARD:
        raise illegal(action, "no card is to be discarded now")
    book.check_turn(seat, hand.turn)
    held = hand.hands[seat]
    if card not in held:
        raise illegal(action, "not held")
    out = hand.out
    if isinstance(action, GoOut):
        if not _outs(state, hand, (card,)):
            raise illegal(action, "HATALI_CIKIS")
        out = seat
    at = held.index(card)
    thrown = hand._replace(
        hands=_with(hand.hands, seat, held[:at] + held[at + 1 :]),
        pile=(*hand.pile, card),
        out=out,
        turn=after(hand.active, seat),
    )
    return _turn_begins(state, thrown)


def _close(state: State, action: Score | Void) -> State:
    if state.phase not in OPEN_PHASES:
        raise illegal(action, "no round is open")
    if isinstance(action, Score) and state.phase is not Phase.COUNT:
        raise illegal(action, "the round is not over")
    hand = with_facts(state.hand, action.facts) if action.facts else state.hand
    return flow.close(state, hand, action)


Verb = Callable[[State, Any], State]
FULL: Mapping[type, Verb] = {
    Start: flow.start,
    Deal: _deal,
    Draw: _draw,
    Discard: _discard,
    GoOut: _discard,
    Reshuffle: _reshuffle,
    Score: _close,
    Void: _close,
    Next: flow.advance,
    Hold: book.unchanged,
    **BY_PEOPLE,
}
