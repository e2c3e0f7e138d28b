"""MASA: the cards that lie open, and who took a trick (spec 3.6). What cannot be is refused; what
is against the rules stands, and is told.
"""

from rules.book import illegal, person
from rules.codes import Refusal, Warn
from rules.game import IllegalAction
from rules.games.alman_whisti.state import (
    DECK,
    HAND,
    TRICKS,
    UNKNOWN,
    Hand,
    Phase,
    Play,
    State,
    Took,
    Trick,
    Turned,
)
from rules.games.alman_whisti.tricks import winner
from rules.sight import See
from rules.view import Notice

TURNED = "KOZ"
PLACES = ("K0", "K1")
PLAYING = (Phase.TURNING, Phase.STAGE_1, Phase.STAGE_2)
_WHOLE = frozenset((*DECK, UNKNOWN))


def turned(state: State, action: Turned) -> State:
    """The open card of the stock; the first one names trump. Told again, the newest word counts."""
    hand = state.hand
    if state.phase not in (Phase.TURNING, Phase.STAGE_1):
        raise illegal(action, "no card lies open on the stock")
    _check(action, action.card, _turned_or_seen(hand) - {hand.turned})
    first = not hand.tricks and not state.options.kozsuz and action.card != UNKNOWN
    return state._replace(
        phase=Phase.STAGE_1,
        hand=hand._replace(turned=action.card, trump=action.card[1] if first else hand.trump),
    )


def played(state: State, action: Play) -> State:
    """Whoever leads took the trick before, where nobody knew."""
    hand, seat = state.hand, action.seat
    _check_playing(state, action, seat)
    _check(action, action.card, _seen(hand))
    if hand.led:
        if seat != hand.turn:
            raise illegal(action, "this player has played in this trick")
        won = winner(1 - seat, hand.led, action.card, trump_of(state))
        return _trick(state, 1 - seat, action.card, won)
    hand = _led_by(state, seat)
    phase = Phase.STAGE_1 if state.phase is Phase.TURNING else state.phase
    return state._replace(phase=phase, hand=hand._replace(led=action.card, turn=1 - seat))


def took(state: State, action: Took) -> State:
    """Somebody says who took the trick: its cards need not be told."""
    hand, seat = state.hand, action.seat
    _check_playing(state, action, seat)
    if hand.led:
        return _trick(state, 1 - (hand.turn or 0), UNKNOWN, seat)
    leader = seat if hand.turn is None else hand.turn
    led = state._replace(hand=hand._replace(led=UNKNOWN))
    return _trick(led, leader, UNKNOWN, seat)


def saw(state: State, action: See) -> State:
    """A card the camera read, at its place; one that was seen before tells nothing new."""
    hand = state.hand
    if state.phase not in PLAYING or action.rank in _seen(hand) or action.rank not in _WHOLE:
        return state
    if action.place == TURNED:
        known = state.phase is Phase.STAGE_2 or action.rank in _turned_or_seen(hand)
        return state if known else turned(state, Turned(action.rank))
    if action.place not in PLACES:
        return state
    seat = PLACES.index(action.place)
    if hand.led and seat != hand.turn:  # read anew
        return state._replace(hand=hand._replace(led=action.rank))
    return played(state, Play(seat, action.rank))


def trump_of(state: State) -> str | None:
    """Empty where there is none, None where nobody told it."""
    return "" if state.options.kozsuz else state.hand.trump or None


def settled(hand: Hand, trump: str | None) -> Hand:
    """Tricks whose winner is known now that trump is, or that the next lead tells."""
    tricks = tuple(
        trick._replace(winner=winner(trick.leader, trick.led, trick.followed, trump))
        if trick.winner is None
        else trick
        for trick in hand.tricks
    )
    turn = hand.turn
    if turn is None and tricks:
        turn = tricks[-1].winner
    return hand._replace(tricks=tricks, turn=turn)


def _check_playing(state: State, action: object, seat: int) -> None:
    if state.phase not in PLAYING:
        raise illegal(action, "nobody plays now")
    if seat not in (0, 1):
        raise illegal(action, "there is no such seat")


def _check(action: object, card: str, seen: frozenset[str]) -> None:
    if card not in _WHOLE:
        raise illegal(action, f"{card} is no card, expected e.g. QH, TS")
    if card in seen:
        raise IllegalAction(Refusal.COMPOSITION, rank=card, count=2)


def _seen(hand: Hand) -> frozenset[str]:
    """Cards that were played, and the one that lies open now: none of them can be played next."""
    cards = {card for trick in hand.tricks for card in (trick.led, trick.followed)}
    return frozenset((cards | {hand.led, hand.turned}) - {UNKNOWN, ""})


def _turned_or_seen(hand: Hand) -> frozenset[str]:
    """Those that lay open on the stock as well: none of them can be turned next."""
    return _seen(hand) | {trick.turned for trick in hand.tricks} - {UNKNOWN, ""}


def unseen(hand: Hand) -> list[str]:
    """Cards that may still be played."""
    seen = _seen(hand)
    return [card for card in DECK if card not in seen]


def unturned(hand: Hand) -> list[str]:
    """Cards that may still be turned."""
    seen = _turned_or_seen(hand)
    return [card for card in DECK if card not in seen]


def _led_by(state: State, seat: int) -> Hand:
    hand = state.hand
    if hand.turn == seat:
        return hand
    if hand.turn is None:
        last = hand.tricks[-1]._replace(winner=seat)
        return hand._replace(tricks=(*hand.tricks[:-1], last))
    args = person(state.players, seat) | {"number": len(hand.tricks) + 1}
    fault = Notice(code=Warn.KART_SIRA_DISI, args=args)
    return hand._replace(table=hand.table._replace(faults=(*hand.table.faults, fault)))


def _trick(state: State, leader: int, followed: str, won: int | None) -> State:
    hand = state.hand
    stage_1 = len(hand.tricks) < HAND
    trick = Trick(leader, hand.led, followed, (hand.turned or UNKNOWN) if stage_1 else "", won)
    count = len(hand.tricks) + 1
    phase = Phase.STAGE_1 if count < HAND else Phase.STAGE_2
    return state._replace(
        phase=Phase.COUNTING if count == TRICKS else phase,
        hand=hand._replace(turned="", turn=won, led="", tricks=(*hand.tricks, trick)),
    )
