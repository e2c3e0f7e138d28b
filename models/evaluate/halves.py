"""Which real photos are never opened: the locked half, chosen by place and burst before any look.

Pictures taken one after another show the same table, so whole runs of them go to one half:
``rf100-poker-cards`` bursts alternate (a new burst is mostly a new surface); the other sets are cut
once, in the order of their numbers, so that at most one place lies on the cut. The open half may
train and calibrate; figures are reported on the locked one.
"""

import re
from collections.abc import Sequence
from enum import StrEnum

from models.evaluate.scoring import bursts

ALTERNATING_SETS = ("rf100-poker-cards",)


class Half(StrEnum):
    OPEN = "open"
    LOCKED = "locked"


def halves(of_set: str, names: Sequence[str]) -> list[Half]:
    """The half of each picture of a set; ``names`` are all of the set's, in any order."""
    if of_set in ALTERNATING_SETS:
        ordered = sorted(names)
        numbers = dict(zip(ordered, bursts(ordered), strict=True))
        return [(Half.OPEN, Half.LOCKED)[numbers[name] % 2] for name in names]
    ordered = sorted(names, key=_shot)
    locked = set(ordered[len(ordered) // 2 :])
    return [Half.LOCKED if name in locked else Half.OPEN for name in names]


def _shot(name: str) -> tuple[str, int, str]:
    """Camera and running number: ``test_`` and ``train_`` pictures of one evening interleave."""
    camera = re.sub(r"^(.*/)?(\d+_)?(test_|train_)*", "", name)
    number = re.search(r"(\d+)\D*$", name)
    return re.sub(r"\d+", "", camera), int(number.group(1)) if number else 0, name
