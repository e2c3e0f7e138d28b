"""``hakem simulate`` and ``hakem score``: the rules without a table."""

import json
import random
from dataclasses import asdict
from typing import Any

from rules.game import IllegalAction
from rules.simulate import POLICIES, Distribution, Simulation, simulate

PER_GAME = {"vale-avi": simulate}
"""Games that can be simulated."""


def simulation(game: str, *, players: int, games: int, policy: str, seed: int) -> dict[str, Any]:
    """JSON-ready result. Raises IllegalAction for a policy or number of players that is not there."""
    result: Simulation = PER_GAME[game](
        players=players, games=games, policy=policy, rng=random.Random(seed)
    )
    return {"game": game, "seed": seed, **asdict(result)}


def simulation_table(result: Simulation, *, seed: int) -> str:
    """Main hands and all hands (extra hands of a tie included), side by side."""
    head = f"{result.games} maç / matches, {result.players} oyuncu / players, {result.policy}"
    rows = [
        f"SİMÜLASYON / SIMULATION, seed {seed}: {head}",
        f"{'':24}{'main hands':>12}{'all hands':>12}",
    ]
    for name, value in (
        ("mean", lambda d: f"{d.mean:.3f}"),
        ("median", lambda d: f"{d.median:g}"),
        ("standard deviation", lambda d: f"{d.spread:.3f}"),
        ("share of 8-11 hands", lambda d: f"{d.share_8_11:.1%}"),
    ):
        rows.append(f"{name:24}{value(result.main_hands):>12}{value(result.all_hands):>12}")
    wins = ", ".join(f"{100 * won / result.games:.1f} %" for won in result.wins)
    rows.append(f"wins by seat: {wins}")
    rows.append(f"points a hand and player: {result.mean_points_per_hand:.4f}")
    return "\n".join(rows)


__all__ = ["POLICIES", "Distribution", "IllegalAction", "simulation", "simulation_table"]
