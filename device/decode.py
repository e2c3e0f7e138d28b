"""Ask about the score, not about the card: all readings of a hand decoded together.

Each place brings probabilities over labels; the deck allows only so many of each
(``GameInfo.deck``). The likeliest *score* is written when its probability reaches the limit,
however unsure a single card may be; below it, the place whose answer would settle most is asked
about. Pure.
"""

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import product
from typing import Any

from rules.game import AnyGame, HandResult

NEGLIGIBLE = 1e-5  # a label below this at a place is not tried

Readings = Mapping[str, Mapping[str, float]]


@dataclass(frozen=True, slots=True)
class Decoded:
    """``ranks``: the likeliest label of every place. ``sure``: probability of the score they give
    (0 when no arrangement is possible). ``doubt``: the place to ask about, with its labels,
    likeliest first."""

    ranks: Mapping[str, str]
    sure: float
    doubt: str
    likely: tuple[str, ...]


def decode(game: AnyGame, state: Any, readings: Readings) -> Decoded:
    """``readings``: the places the score still needs; what the state knows counts as it is."""
    deck = game.info.deck
    weights: dict[tuple[int | None, ...], float] = {}
    best: dict[tuple[int | None, ...], tuple[float, dict[str, str]]] = {}
    marginals: dict[str, dict[str, float]] = {place: {} for place in readings}
    total = 0.0
    for ranks, weight in _arrangements(readings, deck):
        outcome = game.outcome(state, ranks)
        if not isinstance(outcome, HandResult):
            continue
        total += weight
        weights[outcome.deltas] = weights.get(outcome.deltas, 0.0) + weight
        if weight > best.get(outcome.deltas, (0.0, {}))[0]:
            best[outcome.deltas] = (weight, ranks)
        for place, rank in ranks.items():
            marginals[place][rank] = marginals[place].get(rank, 0.0) + weight
    if not total:
        return _impossible(readings)
    winner = max(weights, key=lambda deltas: weights[deltas])
    place = max(readings, key=lambda name: _entropy(marginals[name], total))
    known = math.prod(min(1.0, sum(reading.values())) for reading in readings.values())
    return Decoded(
        ranks=best[winner][1],
        sure=weights[winner] / total * known,
        doubt=place,
        likely=tuple(sorted(marginals[place], key=lambda rank: -marginals[place][rank])),
    )


def _arrangements(
    readings: Readings, deck: Mapping[str, int]
) -> Iterator[tuple[dict[str, str], float]]:
    """Every assignment the deck allows, weighted by the readings and by how many ways the deck has
    to deal it."""
    places = list(readings)
    options = [
        [(rank, p) for rank, p in readings[place].items() if p > NEGLIGIBLE and rank in deck]
        for place in places
    ]
    for choice in product(*options):
        left = dict(deck)
        weight = 1.0
        for rank, p in choice:
            weight *= p * left[rank]
            left[rank] -= 1
        if weight > 0:
            yield dict(zip(places, (rank for rank, _ in choice), strict=True)), weight


def _entropy(marginal: Mapping[str, float], total: float) -> float:
    return -sum(w / total * math.log(w / total) for w in marginal.values() if w > 0)


def _impossible(readings: Readings) -> Decoded:
    """Nothing fits the deck: ask about the reading least sure of itself."""
    doubt = min(readings, key=lambda place: max(readings[place].values(), default=0.0))
    likely = tuple(sorted(readings[doubt], key=lambda rank: -readings[doubt][rank]))
    ranks = {p: max(r, key=lambda rank: r[rank]) for p, r in readings.items() if r}
    return Decoded(ranks=ranks, sure=0.0, doubt=doubt, likely=likely)
