"""Many matches of Vale Avı through the same ``legal`` and ``apply`` as a real one (spec 1.8).

A policy says what a player places; lots and deals are drawn here, from a seeded generator that is
an argument. Everybody at the table plays by the same policy and picks corners uniformly.
"""

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from itertools import permutations
from random import Random
from statistics import mean, median, pstdev
from typing import Any

from rules.cards import Rank
from rules.codes import Refusal
from rules.game import IllegalAction, Mode, Player
from rules.games.vale_avi import VALE_AVI, Options
from rules.games.vale_avi.state import COPIES, CORNERS, RANKS, Action, Deal, Phase, Place, State
from rules.tabletop import Owner

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
}


def _every_deal() -> tuple[Deal, ...]:
    """All ways to draw five of the eight cards in order, each as likely as the other."""
    deck = [rank for rank in RANKS for _ in range(COPIES)]
    return tuple(Deal(way[0], way[1:]) for way in permutations(deck, 5))


EVERY_DEAL: tuple[Deal, ...] = _every_deal()


@dataclass(frozen=True, slots=True, kw_only=True)
class Distribution:
    """How many hands the matches took: ``counts`` by number of hands, ascending."""

    mean: float
    median: float
    spread: float  # standard deviation
    share_8_11: float
    counts: Mapping[int, int]


@dataclass(frozen=True, slots=True, kw_only=True)
class Simulation:
    """``main_hands`` leaves the extra hands of a tie out, ``all_hands`` counts them (spec 1.8)."""

    players: int
    games: int
    policy: str
    main_hands: Distribution
    all_hands: Distribution
    wins: tuple[int, ...]  # by seat; a shared win counts for each
    mean_points_per_hand: float


def simulate(
    *, players: int, games: int, policy: str, rng: Random, options: Options | None = None
) -> Simulation:
    """Play ``games`` matches. Raises IllegalAction(OPTION_RANGE) for an unknown policy or no
    games."""
    if policy not in POLICIES:
        raise _refused("policy", policy, ", ".join(POLICIES))
    if games < 1:
        raise _refused("games", games, "1 or more")
    seated = _seated(players)
    main: list[int] = []
    every: list[int] = []
    wins, points = Counter[int](), 0
    for _ in range(games):
        over = play_match(POLICIES[policy], seated, rng, options or Options())
        extra = sum(record.extra for record in over.records)
        every.append(len(over.records))
        main.append(len(over.records) - extra)
        points += sum(over.totals)
        wins.update(VALE_AVI.winners(over))
    return Simulation(
        players=players,
        games=games,
        policy=policy,
        main_hands=_distribution(main),
        all_hands=_distribution(every),
        wins=tuple(wins[seat] for seat in range(players)),
        mean_points_per_hand=points / (players * sum(every)),
    )


def play_match(policy: Policy, players: tuple[Player, ...], rng: Random, options: Options) -> State:
    """One match to its end."""
    state = VALE_AVI.begin(options=options, players=players, mode=Mode.FULL)
    legal_of, apply = VALE_AVI.legal, VALE_AVI.apply
    deals, random = EVERY_DEAL, rng.random
    while legal := legal_of(state):
        phase = state.phase
        action: Action
        if phase is _PLACING:
            action = policy(state, legal, rng)
        elif phase is not _SETUP:
            action = legal[0]
        elif state.hand.rota:
            action = deals[int(random() * len(deals))]
        else:
            action = legal[int(random() * len(legal))]
        state = apply(state, action)
    return state


def _refused(key: str, value: object, expected: str) -> IllegalAction:
    return IllegalAction(Refusal.OPTION_RANGE, key=key, value=str(value), expected=expected)


def _seated(count: int) -> tuple[Player, ...]:
    owners = tuple(Owner)
    info = VALE_AVI.info
    if not info.min_players <= count <= info.max_players:
        raise _refused("players", count, f"{info.min_players} to {info.max_players}")
    return tuple(Player(name=f"P{seat + 1}", owner=owners[seat]) for seat in range(count))


def _distribution(hands: list[int]) -> Distribution:
    return Distribution(
        mean=mean(hands),
        median=median(hands),
        spread=pstdev(hands),
        share_8_11=sum(8 <= count <= 11 for count in hands) / len(hands),
        counts=dict(sorted(Counter(hands).items())),
    )
