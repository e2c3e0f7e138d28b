"""Many matches of Blöf. Policies see their own cards, the counts and the claim, as people do."""

from collections import Counter
from collections.abc import Callable, Mapping
from random import Random

from rules.game import Mode, Player
from rules.games.blof import BLOF, Options
from rules.games.blof.state import (
    COPIES,
    DECK,
    MOST,
    Action,
    Call,
    Deal,
    Pass,
    Phase,
    State,
    Throw,
    pending,
)
from rules.moves import Elapsed
from rules.simulate.table import Simulated

Policy = Callable[[State, int, Random], Action | None]
"""What a seat does. None: within a window it keeps silent."""

BLUFFS = 0.5  # how often a sensible player throws something else rather than pass
DOUBTS = 0.5  # how often he calls the last cards of somebody without knowing better
LATER_S = 0.01


def _random(state: State, seat: int, rng: Random) -> Action | None:
    """Anything that is legal, each as likely as the other; the cards are any of the hand."""
    if state.phase is Phase.WINDOW:
        return Call(seat, state.hand.until_s or 0.0) if rng.random() < 0.5 else None
    legal = BLOF.legal(state)
    return legal[int(rng.random() * len(legal))]


def _sensible(state: State, seat: int, rng: Random) -> Action | None:
    """Opens with his longest rank, follows with true cards, bluffs now and then with a single card;
    calls what cannot be true, and half of the time the cards that would end the hand."""
    hand = state.hand
    held = hand.hands[seat]
    if state.phase is Phase.OPENING:
        return _opening(seat, held)
    fits = tuple(card for card in held if card[0] == hand.rank)
    impossible = len(fits) + hand.last > COPIES
    calls = impossible or (pending(hand) and rng.random() < DOUBTS)
    if state.phase is Phase.WINDOW:
        return Call(seat, hand.until_s or 0.0) if calls else None
    if calls and not hand.locked:
        return Call(seat)
    if pending(hand):
        return Pass(seat)
    if fits:
        return Throw(seat, len(fits), "", fits)
    return Throw(seat, 1) if held and rng.random() < BLUFFS else Pass(seat)


def _opening(seat: int, held: tuple[str, ...]) -> Throw:
    ranks = Counter(card[0] for card in held)
    rank = max(ranks, key=lambda each: (ranks[each], each))
    cards = [card for card in held if card[0] == rank][:MOST]
    if len(cards) == 1:
        cards += [card for card in held if card[0] != rank][:1]
    return Throw(seat, len(cards), rank, tuple(cards))


POLICIES: Mapping[str, Policy] = {"sensible": _sensible, "random": _random}


def play_match(
    policies: tuple[Policy, ...], players: tuple[Player, ...], rng: Random, options: Options
) -> State:
    """One match to its end."""
    state = BLOF.begin(options=options, players=players, mode=Mode.FULL)
    deck = list(DECK)
    while state.phase is not Phase.OVER:
        action: Action
        match state.phase:
            case Phase.OPENING | Phase.THROWING:
                seat = state.hand.turn
                action = policies[seat](state, seat, rng) or Pass(seat)
            case Phase.WINDOW:
                action = _window(state, policies, rng)
            case Phase.DEALING if state.hand.first is not None:
                rng.shuffle(deck)
                action = Deal(tuple(deck))
            case Phase.DEALING:
                action = rng.choice(BLOF.legal(state))
            case _:
                action = BLOF.legal(state)[0]
        state = BLOF.apply(state, action)
    return state


def _window(state: State, policies: tuple[Policy, ...], rng: Random) -> Action:
    hand = state.hand
    seats = len(hand.hands)
    for step in range(1, seats):
        seat = (hand.thrower + step) % seats
        if (call := policies[seat](state, seat, rng)) is not None:
            return call
    return Elapsed((hand.until_s or 0.0) + LATER_S)


SIMULATED = Simulated(
    game=BLOF,
    policies=POLICIES,
    told={
        "sensible": "true cards first, a bluff now and then, calls what cannot be true",
        "random": "anything legal",
    },
    play=play_match,
    usual=4,
)
