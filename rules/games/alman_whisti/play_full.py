"""TAM: every card is known and anything outside the rules is refused. The path of simulations and
replays; states are built field by field here, because very many of them are made.
"""

from bisect import bisect

from rules.book import illegal
from rules.codes import Refusal
from rules.game import IllegalAction, Mode
from rules.games.alman_whisti.state import (
    BARE,
    DECK,
    HAND,
    PLACE_OF,
    TRICKS,
    Cards,
    Deal,
    Hand,
    Phase,
    Play,
    State,
    Trick,
    empty,
    in_order,
)
from rules.games.alman_whisti.tricks import follower_wins, may_follow
from rules.moves import Start

PLAYS: tuple[dict[str, Play], ...] = tuple(
    {card: Play(seat, card) for card in DECK} for seat in (0, 1)
)
_WHOLE = frozenset(DECK)
_STAGE_1, _STAGE_2 = Phase.STAGE_1, Phase.STAGE_2
_new = tuple.__new__


def begun(state: State, first: int, number: int) -> State:
    """A new deal, led by ``first``; the other one deals."""
    if state.mode is Mode.FULL:
        return state._replace(phase=Phase.DEALING, hand=empty(number, first))
    return state._replace(phase=Phase.TURNING, hand=empty(number, first, first))


def started(state: State, action: Start) -> State:
    """The lot: who leads the first trick of the first deal."""
    hand = state.hand
    if state.phase is not Phase.DEALING or hand.first is not None:
        raise illegal(action, "no lot is to be drawn")
    if action.seat not in (0, 1):
        raise illegal(action, "there is no such seat")
    return begun(state, action.seat, hand.number)


def deal(state: State, action: Deal) -> State:
    hand, deck = state.hand, action.deck
    if state.phase is not Phase.DEALING or hand.first is None:
        raise illegal(action, "no deal is due")
    if len(deck) != len(DECK) or set(deck) != _WHOLE:
        over = next((c for c in deck if deck.count(c) > 1 or c not in _WHOLE), "")
        raise IllegalAction(Refusal.COMPOSITION, rank=over, count=deck.count(over))
    leads, other = in_order(deck[: 2 * HAND : 2]), in_order(deck[1 : 2 * HAND : 2])
    first, stock = hand.first, deck[2 * HAND :]
    dealt = hand._replace(
        hands=(leads, other) if first == 0 else (other, leads),
        stock=stock,
        turned=stock[0],
        trump="" if state.options.kozsuz else stock[0][1],
        turn=first,
    )
    return state._replace(phase=_STAGE_1, hand=dealt)


def legal_plays(hand: Hand) -> tuple[Play, ...]:
    seat = hand.turn or 0
    held = hand.hands[seat]
    cards = may_follow(held, hand.led) if hand.led else held
    return tuple(map(PLAYS[seat].__getitem__, cards))


def played(state: State, action: Play) -> State:
    hand, seat, card = state.hand, action.seat, action.card
    if state.phase is not _STAGE_1 and state.phase is not _STAGE_2:
        raise illegal(action, "nobody plays now")
    if seat != hand.turn:
        raise IllegalAction(Refusal.OUT_OF_TURN, seat=seat, turn=hand.turn or 0)
    held, other = hand.hands[seat], hand.hands[1 - seat]
    try:
        at = held.index(card)
    except ValueError:
        raise illegal(action, f"{card} is not in the hand") from None
    led = hand.led
    if led and card[1] != led[1] and card not in may_follow(held, led):
        raise illegal(action, "RENONS")
    kept = held[:at] + held[at + 1 :]
    hands = (kept, other) if seat == 0 else (other, kept)
    if led:
        won = seat if follower_wins(led, card, hand.trump) else 1 - seat
        return _trick(state, hands, card, won)
    return _after(
        state,
        state.phase,
        hand.number,
        hand.first,
        hands,
        hand.stock,
        hand.turned,
        hand.trump,
        1 - seat,
        card,
        hand.tricks,
        BARE,
    )


def _after(state: State, phase: Phase, *hand: object) -> State:
    """The state with this hand, field by field; a bare tuple is made twice as fast."""
    options, mode, players, records, _, _ = state
    return _new(State, (options, mode, players, records, phase, _new(Hand, hand)))


def _with(held: Cards, card: str) -> Cards:
    """The hand with one card more, in its order."""
    at = bisect(held, PLACE_OF[card], key=PLACE_OF.__getitem__)
    return held[:at] + (card,) + held[at:]  # noqa: RUF005 - the faster way


def _trick(state: State, hands: tuple[tuple[str, ...], ...], followed: str, won: int) -> State:
    """The trick is complete: in stage one its winner takes the turned card, the loser the next."""
    hand, stock = state.hand, state.hand.stock
    tricks = (
        *hand.tricks,
        Trick(1 - (hand.turn or 0), hand.led, followed, hand.turned, won),
    )
    phase = state.phase
    if stock:
        up, down = stock[0], stock[1]
        stock = stock[2:]
        one = _with(hands[0], up if won == 0 else down)
        two = _with(hands[1], down if won == 0 else up)
        phase = _STAGE_1 if stock else _STAGE_2
    else:
        one, two = hands
        if len(tricks) == TRICKS:
            phase = Phase.COUNTING
    return _after(
        state,
        phase,
        hand.number,
        hand.first,
        (one, two),
        stock,
        stock[0] if stock else "",
        hand.trump,
        won,
        "",
        tricks,
        BARE,
    )
