"""TAM: every card is known and anything outside the rules is refused. The path of simulations and
replays; states are built field by field here, because very many of them are made.
"""

from bisect import bisect

from rules.book import illegal
from rules.codes import Refusal
from rules.game import IllegalAction, Mode
from rules.games.alman_whisti.state import (
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
"""Makes a named tuple of all its fields at once, in half the time of its own constructor."""
Hands = tuple[Cards, Cards]


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
    plays = PLAYS[seat]
    return tuple([plays[card] for card in (may_follow(held, hand.led) if hand.led else held)])


def played(state: State, action: Play) -> State:
    """The one step that is made very often: states are taken apart and put together whole."""
    options, mode, players, records, phase, hand = state
    number, first, hands, stock, turned, trump, turn, led, tricks, table = hand
    seat, card = action.seat, action.card
    if phase is not _STAGE_1 and phase is not _STAGE_2:
        raise illegal(action, "nobody plays now")
    if seat != turn:
        raise IllegalAction(Refusal.OUT_OF_TURN, seat=seat, turn=turn or 0)
    held = hands[seat]
    if card not in held:
        raise illegal(action, f"{card} is not in the hand")
    if led and card[1] != led[1] and card not in may_follow(held, led):
        raise illegal(action, "RENONS")
    at = held.index(card)
    kept = held[:at] + held[at + 1 :]
    hands = (kept, hands[1]) if seat == 0 else (hands[0], kept)
    if not led:
        turn, led = 1 - seat, card
    else:
        turn = seat if follower_wins(led, card, trump) else 1 - seat
        tricks = (*tricks, _new(Trick, (1 - seat, led, card, turned, turn)))
        led = ""
        if stock:
            hands, stock = _drawn(hands, stock, turn)
            phase, turned = (_STAGE_1, stock[0]) if stock else (_STAGE_2, "")
        elif len(tricks) == TRICKS:
            phase = Phase.COUNTING
    after = (number, first, hands, stock, turned, trump, turn, led, tricks, table)
    return _new(State, (options, mode, players, records, phase, _new(Hand, after)))


def _drawn(hands: Hands, stock: Cards, won: int) -> tuple[Hands, Cards]:
    """The winner takes the turned card, the loser the next one (GW-A2); what they hold then, and
    what is left."""
    up, down = stock[0], stock[1]
    one, two = (up, down) if won == 0 else (down, up)
    return (_with(hands[0], one), _with(hands[1], two)), stock[2:]


def _with(held: Cards, card: str) -> Cards:
    """The hand with one card more, in its order."""
    at = bisect(held, PLACE_OF[card], key=PLACE_OF.__getitem__)
    return held[:at] + (card,) + held[at:]  # noqa: RUF005 - the faster way
