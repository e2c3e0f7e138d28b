"""Many matches through the same ``legal`` and ``apply`` as a real one, played by rule alone.

A policy says what a seat plays; lots and deals are drawn from a seeded generator that is an
argument. To add a game: a module beside these with its ``SIMULATED``, and a line in ``SIMULATED``.
"""

from collections import Counter
from collections.abc import Callable, Mapping
from random import Random

from rules.codes import Refusal
from rules.game import IllegalAction
from rules.options import out_of_range
from rules.simulate import alman_whisti, belote, blof, uc_on_uc, vale_avi
from rules.simulate.table import (
    Distribution,
    Simulated,
    Simulation,
    by_seat,
    distribution,
    seated,
)

__all__ = ["SIMULATED", "Distribution", "Simulated", "Simulation", "simulate"]

SIMULATED: Mapping[str, Simulated] = {
    "vale-avi": vale_avi.SIMULATED,
    "blof": blof.SIMULATED,
    "alman-whisti": alman_whisti.SIMULATED,
    "belote": belote.SIMULATED,
    "uc-on-uc": uc_on_uc.SIMULATED,
}


def simulate(
    game: str,
    *,
    games: int,
    rng: Random,
    players: int | None = None,
    policy: str = "",
    options: Mapping[str, object] | None = None,
    each: Callable[[], None] = lambda: None,
) -> Simulation:
    """Play ``games`` matches; ``each`` is called after every one.

    Raises IllegalAction: UNKNOWN_GAME; OPTION_RANGE for an unknown policy or option, no games, or
    a number of players the game has not.
    """
    if game not in SIMULATED:
        raise IllegalAction(Refusal.UNKNOWN_GAME, game=game, expected=", ".join(SIMULATED))
    if games < 1:
        raise out_of_range("games", games, "a whole number, 1 or more")
    simulated = SIMULATED[game]
    rules = simulated.game
    count = simulated.usual if players is None else players
    people = seated(rules, count)
    named = policy or next(iter(simulated.policies))
    policies = by_seat(simulated, named, count)
    chosen = rules.options(options or {})
    main, every, totals = list[int](), list[int](), [0] * count
    wins, points = Counter[int](), Counter[int | None]()
    for _ in range(games):
        over = simulated.play(policies, people, rng, chosen)
        every.append(len(over.records))
        main.append(every[-1] - sum([getattr(record, "extra", False) for record in over.records]))
        totals = [sum(pair) for pair in zip(totals, over.totals, strict=True)]
        wins.update(rules.winners(over))
        for record in over.records:
            points.update(record.deltas)
        each()
    return Simulation(
        players=count,
        games=games,
        policy=named,
        main_hands=distribution(main),
        all_hands=distribution(every),
        wins=tuple(wins[seat] for seat in range(count)),
        mean_points_per_hand=sum(totals) / (count * sum(every)),
        mean_totals=tuple(total / games for total in totals),
        points={got: points[got] for got in sorted(key for key in points if key is not None)},
    )
