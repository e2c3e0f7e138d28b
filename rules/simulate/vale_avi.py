"""Many matches of Vale Avı (spec 1.8): everybody picks corners uniformly, a policy says when to
flip.
"""

from collections.abc import Callable, Mapping
from itertools import permutations
from random import Random
from typing import Any

from rules.cards import Rank
from rules.game import Mode, Player
from rules.games.vale_avi import VALE_AVI, Options
from rules.games.vale_avi.state import COPIES, CORNERS, RANKS, Action, Deal, Phase, Place, State
from rules.simulate.table import Simulated

Policy = Callable[[State, tuple[Any, ...], Random], Place]
"""What to place: the state, what is legal (four flipped places, or these and the upright ones)."""

_COUNT = len(CORNERS)
_PLACING, _SETUP = Phase.PLACING, Phase.SETUP


def _flips_with(chance: float) -> Policy:
    """Flips voluntarily with this probability, and when forced."""

    def policy(state: State, legal: tuple[Any, ...], rng: Random) -> Place:
        corner = int(rng.random() * _COUNT)
        if len(legal) == _COUNT:
            place: Place = legal[corner]
            return place
        place = legal[2 * corner + (1 if chance and rng.random() < chance else 0)]
        return place

    return policy


def _flips_early(state: State, legal: tuple[Any, ...], rng: Random) -> Place:
    """The best stationary rule (spec 1.7): flip early exactly when one upright hand has been used
    and the centre is an ace."""
    corner = int(rng.random() * _COUNT)
    if len(legal) == _COUNT:
        place: Place = legal[corner]
        return place
    hand = state.hand
    used = state.counters[hand.rota[len(hand.order)]]
    early = used == state.options.duz_siniri - 1 and hand.centre is Rank.ACE
    place = legal[2 * corner + (1 if early else 0)]
    return place


POLICIES: Mapping[str, Policy] = {
    "forced": _flips_with(0.0),
    "early": _flips_early,
    "third": _flips_with(1 / 3),
    "half": _flips_with(1 / 2),
    "random": _flips_with(1 / 2),
}


def _every_deal() -> tuple[Deal, ...]:
    """All ways to draw five of the eight cards in order, each as likely as the other."""
    deck = [rank for rank in RANKS for _ in range(COPIES)]
    return tuple(Deal(way[0], way[1:]) for way in permutations(deck, 5))


EVERY_DEAL: tuple[Deal, ...] = _every_deal()


def play_match(
    policies: tuple[Policy, ...], players: tuple[Player, ...], rng: Random, options: Options
) -> State:
    """One match to its end."""
    state = VALE_AVI.begin(options=options, players=players, mode=Mode.FULL)
    legal_of, apply = VALE_AVI.legal, VALE_AVI.apply
    deals, random = EVERY_DEAL, rng.random
    while legal := legal_of(state):
        phase = state.phase
        action: Action
        if phase is _PLACING:
            hand = state.hand
            action = policies[hand.rota[len(hand.order)]](state, legal, rng)
        elif phase is not _SETUP:
            action = legal[0]
        elif state.hand.rota:
            action = deals[int(random() * len(deals))]
        else:
            action = legal[int(random() * len(legal))]
        state = apply(state, action)
    return state


SIMULATED = Simulated(
    game=VALE_AVI,
    policies=POLICIES,
    told={
        "forced": "flips only when forced",
        "early": "the best long-run rule",
        "third": "flips of one's own accord with chance 1/3",
        "half": "flips of one's own accord with chance 1/2",
        "random": "any legal placement (the same as half)",
    },
    play=play_match,
    usual=4,
)
