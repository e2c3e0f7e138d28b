"""One photo, read and compared with its labels."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from models.evaluate.photos import Photo
from models.evaluate.scoring import Counts, Failure, interval

Part = Callable[["Measured"], int]


@dataclass(frozen=True, slots=True)
class Measured:
    """``counts`` and ``failures`` at IoU 0.5 everywhere; ``loose``: where only what shows of a card
    is labelled, at IoU 0.3."""

    photo: Photo
    counts: Counts
    failures: tuple[Failure, ...]
    loose: Counts


@dataclass(frozen=True, slots=True)
class Share:
    """``hits`` of ``of`` over photos, with its 95 % interval (whole bursts drawn again)."""

    value: float
    low: float
    high: float
    of: int

    def __str__(self) -> str:
        return f"{self.value:.3f} [{self.low:.3f}, {self.high:.3f}]"


def share(measured: Sequence[Measured], hits: Part, of: Part) -> Share:
    keys = sorted({(one.photo.of_set, one.photo.burst) for one in measured})
    ids = {key: number for number, key in enumerate(keys)}
    parts = [(ids[m.photo.of_set, m.photo.burst], hits(m), of(m)) for m in measured]
    total = sum(count for _, _, count in parts)
    low, high = interval(parts)
    return Share(sum(hit for _, hit, _ in parts) / max(1, total), low, high, total)
