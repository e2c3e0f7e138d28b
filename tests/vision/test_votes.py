"""Pictures confirm each other only so far; one pawn for each owner."""

import itertools

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from vision.votes import owners_posterior, pooled


def spread(best: float, size: int = 14, at: int = 3) -> np.ndarray:
    p = np.full(size, (1 - best) / (size - 1))
    p[at] = best
    return p


def test_one_picture_says_what_it_says() -> None:
    assert np.allclose(pooled([spread(0.8)]), spread(0.8), atol=1e-4)


def test_ten_equal_pictures_of_80_percent_are_no_certainty() -> None:
    assert 0.85 < pooled([spread(0.8)] * 10)[3] < 0.91
    assert pooled([spread(0.99)] * 5)[3] > 0.99


def test_a_flickering_label_ends_in_doubt() -> None:
    flicker = [spread(0.95, at=3), spread(0.95, at=7)] * 4
    assert pooled(flicker)[3] == pytest.approx(0.5, abs=0.05)


@given(st.lists(st.floats(0.05, 0.98), min_size=1, max_size=8))
def test_the_vote_is_a_distribution_between_mean_and_certainty(ps: list[float]) -> None:
    p = pooled([spread(x) for x in ps])
    assert p.sum() == pytest.approx(1)
    assert p[3] <= 0.5 * np.mean(ps) + 0.5 + 1e-3


@given(st.integers(1, 4), st.integers(2, 4), st.integers(0, 10_000))
def test_the_joint_choice_of_owners_is_exact(n: int, k: int, seed: int) -> None:
    rng = np.random.default_rng(seed)
    owners = rng.dirichlet(np.ones(k), size=n)
    ours = rng.uniform(0.1, 0.95, n)
    weights = np.zeros((n, k + 1))
    for choice in itertools.product(range(k + 1), repeat=n):
        real = [c for c in choice if c < k]
        if len(real) != len(set(real)):
            continue
        weight = np.prod(
            [ours[i] * owners[i, c] if c < k else 1 - ours[i] for i, c in enumerate(choice)]
        )
        for i, c in enumerate(choice):
            weights[i, c] += weight
    expected = weights / weights.sum(axis=1, keepdims=True)
    assert np.allclose(owners_posterior(owners, ours), expected, atol=1e-3)


def test_the_sure_pawn_decides_for_the_doubtful_one() -> None:
    red_or_pink = np.array([[0.55, 0.45], [0.98, 0.02]])
    p = owners_posterior(red_or_pink, np.array([0.99, 0.99]))
    assert p[0, 1] > 0.9
    assert p[1, 0] > 0.9


def test_two_reds_are_no_red_for_sure() -> None:
    p = owners_posterior(np.array([[0.99, 0.01], [0.99, 0.01]]), np.array([0.98, 0.98]))
    assert p.max() < 0.75
