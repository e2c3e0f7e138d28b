"""What is counted of fans, and how sure the figures are: the same for both renderers."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

RESAMPLED = 2000


@dataclass(frozen=True, slots=True)
class FanCounts:
    """Of one fan: cards that show an index, cards named, named rightly, sightings left unnamed."""

    shown: int
    named: int
    right: int
    unnamed: int


def f1(counts: Sequence[FanCounts]) -> float:
    shown, named = sum(c.shown for c in counts), sum(c.named for c in counts)
    return 2 * sum(c.right for c in counts) / max(1, shown + named)


def interval(counts: Sequence[FanCounts], *, seed: int = 0) -> tuple[float, float]:
    """95 % of the F1 over fans drawn again."""
    rng = np.random.default_rng(seed)
    draws = rng.integers(len(counts), size=(RESAMPLED, len(counts)))
    values = [f1([counts[i] for i in draw]) for draw in draws]
    low, high = np.percentile(values, [2.5, 97.5])
    return float(low), float(high)


def row(name: str, counts: Sequence[FanCounts]) -> str:
    shown, named = sum(c.shown for c in counts), sum(c.named for c in counts)
    right = sum(c.right for c in counts)
    low, high = interval(counts)
    whole = sum(c.right == c.shown == c.named for c in counts) / len(counts)
    return (
        f"{name:16} {len(counts):5} {shown:6}  {f1(counts):.3f} [{low:.3f}, {high:.3f}]  "
        f"{right / max(1, named):9.3f} {right / max(1, shown):7.3f} {whole:6.3f} "
        f"{sum(c.unnamed for c in counts) / max(1, shown):8.3f}"
    )


HEAD = (
    f"{'fans':16} {'count':>5} {'cards':>6}  {'F1 of the cards named':>21}  "
    f"{'precision':>9} {'recall':>7} {'whole':>6} {'unnamed':>8}"
)
