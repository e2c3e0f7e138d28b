"""From several pictures of one thing to one set of probabilities, and who owns which pawn.

Pictures of a table that lies still share their errors: the same glare, the same odd pip. So half of
the belief is their plain mean, and only half lets them confirm each other, as two at most:
ten equal pictures of 0.8 end at 0.9, never at certainty; a label that flickers ends in doubt.
"""

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

Probabilities = npt.NDArray[np.float64]

SHARED = 0.5
INDEPENDENT = 2.0
FLOOR = 1e-5


def pooled(pictures: Sequence[npt.NDArray[np.floating]]) -> Probabilities:
    """One distribution (K) from N >= 1 of them (each K, summing to 1)."""
    p = np.clip(np.asarray(pictures, dtype=np.float64), FLOOR, None)
    p /= p.sum(axis=1, keepdims=True)
    power = min(float(len(p)), INDEPENDENT)
    log = power * np.log(p).mean(axis=0)
    confirmed = np.exp(log - log.max())
    result: Probabilities = SHARED * p.mean(axis=0) + (1 - SHARED) * confirmed / confirmed.sum()
    return result


def owners_posterior(
    owners: npt.NDArray[np.floating], ours: npt.NDArray[np.floating]
) -> Probabilities:
    """Nx(K+1): for each pawn the probability of each owner, and last of being nobody's.

    ``owners`` NxK (each row sums to 1, given that it is one of the K pawns), ``ours`` N. Every
    owner has one pawn: all ways of giving owners to pawns, each owner at most once, are weighed
    exactly (a walk over subsets of owners, forward and backward). N may exceed K.
    """
    n, k = owners.shape
    p = np.column_stack([owners * ours[:, None], 1.0 - ours])
    p = np.clip(p, FLOOR, None)
    forward = np.zeros((n + 1, 1 << k))
    backward = np.zeros((n + 1, 1 << k))
    forward[0, 0] = 1.0
    backward[n, :] = 1.0
    masks = np.arange(1 << k)
    free = [masks[(masks >> o) & 1 == 0] for o in range(k)]
    for i in range(n):
        forward[i + 1] = forward[i] * p[i, k]
        for o in range(k):
            forward[i + 1, free[o] | (1 << o)] += forward[i, free[o]] * p[i, o]
    for i in range(n - 1, -1, -1):
        backward[i] = backward[i + 1] * p[i, k]
        for o in range(k):
            backward[i, free[o]] += backward[i + 1, free[o] | (1 << o)] * p[i, o]
    result = np.zeros((n, k + 1))
    for i in range(n):
        for o in range(k):
            ways = forward[i, free[o]] * backward[i + 1, free[o] | (1 << o)]
            result[i, o] = float(ways.sum()) * p[i, o]
        result[i, k] = float((forward[i] * backward[i + 1]).sum()) * p[i, k]
    posterior: Probabilities = result / result.sum(axis=1, keepdims=True)
    return posterior
