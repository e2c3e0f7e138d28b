"""Many matches of Alman Whisti. Policies see their own hand, the turned card and the trick."""

from collections.abc import Callable, Mapping
from random import Random

from rules.game import Mode, Player
from rules.games.alman_whisti import ALMAN_WHISTI, Options
from rules.games.alman_whisti.state import DECK, STRENGTH, Action, Deal, Hand, Phase, Play, State
from rules.games.alman_whisti.tricks import follower_wins
from rules.simulate.table import Simulated

Policy = Callable[[State, tuple[Play, ...], Random], Play]
"""What to play: the state and what is legal, in the order of the hand."""

GOOD = STRENGTH["TS"]
"""From a ten on (or a trump) the turned card is worth a trick of the first stage."""


def _random(state: State, legal: tuple[Play, ...], rng: Random) -> Play:
    return legal[int(rng.random() * len(legal))]


def _sensible(state: State, legal: tuple[Play, ...], rng: Random) -> Play:
    """Takes the trick when it is worth it, as cheaply as possible, and else gives a low card."""
    hand = state.hand
    ranked = sorted(legal, key=lambda play: _worth(hand, play.card))
    wants = _wants(state)
    if not hand.led:
        return ranked[-1] if wants else ranked[0]
    takes = [play for play in ranked if follower_wins(hand.led, play.card, hand.trump)]
    if wants:
        return takes[0] if takes else ranked[0]
    gives = [play for play in ranked if play not in takes]
    return gives[-1] if gives and state.options.dusuk_el else (gives or takes)[0]


def _worth(hand: Hand, card: str) -> tuple[bool, int]:
    return card[1] == hand.trump, STRENGTH[card]


def _wants(state: State) -> bool:
    """A counted trick, unless few are good; a turned card that will win tricks later (which one
    does not want in ``dusuk_el``)."""
    hand, few = state.hand, state.options.dusuk_el
    if state.phase is Phase.STAGE_2 or state.options.sayilan == len(DECK) // 2:
        return not few
    good = hand.turned[1] == hand.trump or STRENGTH[hand.turned] >= GOOD
    return good is not few


POLICIES: Mapping[str, Policy] = {"sensible": _sensible, "random": _random}


def play_match(
    policies: tuple[Policy, ...], players: tuple[Player, ...], rng: Random, options: Options
) -> State:
    """One match to its end."""
    state = ALMAN_WHISTI.begin(options=options, players=players, mode=Mode.FULL)
    deck = list(DECK)
    while legal := ALMAN_WHISTI.legal(state):
        action: Action = legal[0]
        if isinstance(action, Play):
            plays = tuple(each for each in legal if isinstance(each, Play))
            action = policies[action.seat](state, plays, rng)
        elif isinstance(action, Deal):
            rng.shuffle(deck)
            action = Deal(tuple(deck))
        elif state.phase is Phase.DEALING:
            action = rng.choice(legal)
        state = ALMAN_WHISTI.apply(state, action)
    return state


SIMULATED = Simulated(
    game=ALMAN_WHISTI,
    policies=POLICIES,
    told={
        "sensible": "takes what is worth it as cheaply as it goes, else gives a low card",
        "random": "any legal card",
    },
    play=play_match,
    usual=2,
)
