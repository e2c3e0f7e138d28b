"""What the simulations of all games share: how a game is played by rule, and what is counted."""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from random import Random
from statistics import mean, median, pstdev
from typing import Any

from rules.game import AnyGame, Player
from rules.options import out_of_range
from rules.tabletop import Owner

Play = Callable[[tuple[Any, ...], tuple[Player, ...], Random, Any], Any]
"""One match to its end: a policy for each seat, the players, the generator, the options."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Simulated:
    """A game as it is simulated. ``policies``: how a seat may play, by name, the first being the
    usual one; ``told`` says of each in one clause what it does. ``usual``: how many play. The state
    ``play`` ends with has ``totals`` and ``records``; a record has ``deltas`` (and ``extra``)."""

    game: AnyGame
    policies: Mapping[str, Any]
    told: Mapping[str, str]
    play: Play
    usual: int


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
    """``main_hands`` leaves the extra hands of a tie out, ``all_hands`` counts them (spec 1.8);
    ``points`` counts what a seat got in a hand, ascending."""

    players: int
    games: int
    policy: str
    main_hands: Distribution
    all_hands: Distribution
    wins: tuple[int, ...]  # by seat; a shared win counts for each
    mean_points_per_hand: float
    mean_totals: tuple[float, ...]  # of a match, by seat
    points: Mapping[int, int]


def seated(game: AnyGame, count: int) -> tuple[Player, ...]:
    owners, info = tuple(Owner), game.info
    if not info.min_players <= count <= info.max_players:
        raise out_of_range("players", count, info.seats)
    return tuple(
        Player(name=f"P{seat + 1}", owner=owners[seat % len(owners)]) for seat in range(count)
    )


def by_seat(simulated: Simulated, policy: str, players: int) -> tuple[Any, ...]:
    """``sensible,random``: the seats in turn play by these policies. Raises OPTION_RANGE."""
    names = [name.strip() for name in policy.split(",")]
    for name in names:
        if name not in simulated.policies:
            raise out_of_range("policy", name, "one of " + ", ".join(simulated.policies))
    return tuple(simulated.policies[names[seat % len(names)]] for seat in range(players))


def distribution(hands: Sequence[int]) -> Distribution:
    return Distribution(
        mean=mean(hands),
        median=median(hands),
        spread=pstdev(hands),
        share_8_11=sum(8 <= count <= 11 for count in hands) / len(hands),
        counts=dict(sorted(Counter(hands).items())),
    )
