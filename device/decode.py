"""Ask about the score, not about the card: all readings of a hand decoded together.

Each place brings probabilities over labels; the deck allows only so many of each
(``GameInfo.deck``). The likeliest *score* is written when its probability reaches the limit,
however unsure a single card may be; below it, the place whose answer would settle most is asked
about. Pure.
"""

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from typing import Any

from rules.codes import Refusal
from rules.game import AnyGame, HandResult

NEGLIGIBLE = 1e-5
"""A label below this at a place is not tried."""

Readings = Mapping[str, Mapping[str, float]]
Deltas = tuple[int | None, ...]


@dataclass(frozen=True, slots=True)
class Decoded:
    """``ranks``: the likeliest label of every place. ``sure``: probability of the score they give
    (0 when the deck allows no arrangement, or a card is none of the deck's). ``doubt``: the place
    to ask about, with its labels, likeliest first."""

    ranks: Mapping[str, str]
    sure: float
    doubt: str
    likely: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class _Case:
    ranks: Mapping[str, str]
    deltas: Deltas
    weight: float


def decode(game: AnyGame, state: Any, readings: Readings) -> Decoded | None:
    """``readings``: open places of the present hand that no person spoke about; what else the state
    knows counts as it is. None: there is nothing to score yet."""
    if stranger := next((p for p, r in readings.items() if not _possible(r, game.info.deck)), None):
        return Decoded(ranks={}, sure=0.0, doubt=stranger, likely=())
    cases: list[_Case] = []
    ready = False
    for ranks, weight in _arrangements(readings, game.info.deck):
        outcome = game.outcome(state, ranks)
        if isinstance(outcome, HandResult):
            cases.append(_Case(ranks, outcome.deltas, weight))
        ready = ready or isinstance(outcome, HandResult) or outcome is Refusal.COMPOSITION
    if not cases:
        return _impossible(readings) if ready else None
    total = sum(case.weight for case in cases)
    scores = _scores(cases)
    winner = max(scores, key=lambda deltas: scores[deltas])
    best = max((c for c in cases if c.deltas == winner), key=lambda case: case.weight)
    known = math.prod(min(1.0, sum(reading.values())) for reading in readings.values())
    doubt = max(readings, key=lambda place: _worth(cases, place))
    return Decoded(
        ranks=best.ranks,
        sure=scores[winner] / total * known,
        doubt=doubt,
        likely=_likely(cases, doubt),
    )


def _arrangements(
    readings: Readings, deck: Mapping[str, int]
) -> Iterator[tuple[dict[str, str], float]]:
    """Every assignment the deck allows, weighted by the readings and by how many ways the deck has
    to deal it."""
    options = [_possible(reading, deck) for reading in readings.values()]
    for choice in product(*options):
        left = dict(deck)
        weight = 1.0
        for rank, p in choice:
            weight *= p * left[rank]
            left[rank] -= 1
        if weight > 0:
            yield dict(zip(readings, (rank for rank, _ in choice), strict=True)), weight


def _possible(reading: Mapping[str, float], deck: Mapping[str, int]) -> list[tuple[str, float]]:
    """The deck's labels that it may be; none for a stranger's card."""
    return [(rank, p) for rank, p in reading.items() if p > NEGLIGIBLE and rank in deck]


def _scores(cases: Sequence[_Case]) -> dict[Deltas, float]:
    scores: dict[Deltas, float] = {}
    for case in cases:
        scores[case.deltas] = scores.get(case.deltas, 0.0) + case.weight
    return scores


def _worth(cases: Sequence[_Case], place: str) -> float:
    """How likely the likeliest score would be, on average, once this place is known."""
    by_rank: dict[str, list[_Case]] = {}
    for case in cases:
        by_rank.setdefault(case.ranks[place], []).append(case)
    return sum(max(_scores(group).values()) for group in by_rank.values())


def _likely(cases: Sequence[_Case], place: str) -> tuple[str, ...]:
    weights: dict[str, float] = {}
    for case in cases:
        weights[case.ranks[place]] = weights.get(case.ranks[place], 0.0) + case.weight
    return tuple(sorted(weights, key=lambda rank: -weights[rank]))


def _impossible(readings: Readings) -> Decoded:
    """Nothing fits the deck: ask about the reading least sure of itself."""
    doubt = min(readings, key=lambda place: max(readings[place].values(), default=0.0))
    likely = tuple(sorted(readings[doubt], key=lambda rank: -readings[doubt][rank]))
    ranks = {place: max(r, key=lambda rank: r[rank]) for place, r in readings.items() if r}
    return Decoded(ranks=ranks, sure=0.0, doubt=doubt, likely=likely)
