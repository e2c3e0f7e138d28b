"""One photo, read and compared with its labels."""

from dataclasses import dataclass

from models.evaluate.photos import Photo
from models.evaluate.scoring import Counts, Failure


@dataclass(frozen=True, slots=True)
class Measured:
    """``counts`` and ``failures`` at IoU 0.5 everywhere; ``loose``: where only what shows of a card
    is labelled, at IoU 0.3."""

    photo: Photo
    counts: Counts
    failures: tuple[Failure, ...]
    loose: Counts
