"""The labelled real photos: where they are, what is on them, which half they belong to."""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from models.evaluate.halves import Half, halves
from models.evaluate.scoring import Label, bursts

PHOTOS = Path(__file__).parents[3] / "shared" / "data" / "real_cards"
VISIBLE_PART_SETS, VISIBLE_PART_IOU = ("edje-rank-only",), 0.3
"""Sets whose boxes are what shows of a card, not the whole of it (their SOURCE.txt), and
from which overlap on a find meets such a box."""


@dataclass(frozen=True, slots=True)
class Photo:
    """A labelled picture; ``burst`` numbers pictures of one place within its set."""

    of_set: str
    path: Path
    burst: int
    half: Half
    labels: tuple[Label, ...]


def load(folder: Path) -> Iterator[Photo]:
    """The pictures of the sets in ``folder`` (each with a ``labels.jsonl``)."""
    for labels in sorted(folder.glob("*/labels.jsonl")):
        lines = [json.loads(line) for line in labels.read_text(encoding="utf-8").splitlines()]
        names = [line["image"] for line in lines]
        of_set = labels.parent.name
        for line, burst, half in zip(lines, bursts(names), halves(of_set, names), strict=True):
            objects = tuple(_label(thing) for thing in line["objects"])
            yield Photo(of_set, labels.parent / line["image"], burst, half, objects)


def _label(thing: dict[str, object]) -> Label:
    box = thing["box"]
    assert isinstance(box, list)
    text = str(thing.get("label", "")).replace("10", "T")
    suit = text[1:2] if text[1:2] in tuple("SHDC") else None
    x1, y1, x2, y2 = (float(v) for v in box)
    return Label((x1, y1, x2, y2), text[:1], suit, str(thing["what"]))
