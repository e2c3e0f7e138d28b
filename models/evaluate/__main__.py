"""Measure the shipped eyes on real photos: ``python -m models.evaluate [--photos DIR]``.

Prints a table, set by set and pooled, and leaves annotated failures by cause in ``runs/evaluate``.
The pipeline is ``vision.still.PhotoEyes``, the one behind ``hakem read``, thresholds and all;
none of the photos was trained on.
"""

import json
import shutil
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import click
import cv2

from models.evaluate.scoring import (
    CAUSES,
    Counts,
    Failure,
    Label,
    box_of,
    bursts,
    interval,
    score,
    visible_boxes,
)
from vision.cameras.photo import read_image
from vision.frame import Image, VisionError
from vision.still import PhotoEyes, StillReading, annotate

ROOT = Path(__file__).parents[2]
PHOTOS = ROOT.parent / "shared" / "data" / "real_cards"
FAILURES = ROOT / "runs" / "evaluate"
VISIBLE_PART_SETS = ("edje-rank-only",)
"""Sets whose boxes are what shows of a card, not the whole of it (their SOURCE.txt)."""


@dataclass(frozen=True, slots=True)
class Photo:
    """A labelled picture; ``burst`` numbers pictures of one place within its set."""

    of_set: str
    path: Path
    burst: int
    labels: tuple[Label, ...]


@dataclass(frozen=True, slots=True)
class Measured:
    photo: Photo
    counts: Counts
    failures: tuple[Failure, ...]


def load(folder: Path, *, every: int = 1) -> Iterator[Photo]:
    """Every ``every``-th picture of the sets in ``folder`` (each with a ``labels.jsonl``)."""
    for labels in sorted(folder.glob("*/labels.jsonl")):
        lines = [json.loads(line) for line in labels.read_text(encoding="utf-8").splitlines()]
        numbers = bursts([line["image"] for line in lines])
        for line, burst in list(zip(lines, numbers, strict=True))[::every]:
            objects = tuple(_label(thing) for thing in line["objects"])
            yield Photo(labels.parent.name, labels.parent / line["image"], burst, objects)


def _label(thing: dict[str, object]) -> Label:
    box = thing["box"]
    assert isinstance(box, list)
    text = str(thing.get("label", "")).replace("10", "T")
    suit = text[1:2] if text[1:2] in tuple("SHDC") else None
    x1, y1, x2, y2 = (float(v) for v in box)
    return Label((x1, y1, x2, y2), text[:1], suit, str(thing["what"]))


def measure(eyes: PhotoEyes, photo: Photo) -> tuple[Measured, Image, StillReading]:
    """Read one photo as a user's would be and compare."""
    image = read_image(photo.path)
    reading = eyes.read(image)
    if photo.of_set in VISIBLE_PART_SETS:
        boxes = visible_boxes(image, reading.cards)
    else:
        boxes = [box_of(card.corners_px) for card in reading.cards]
    counts, failures = score(reading.cards, boxes, photo.labels)
    return Measured(photo, counts, tuple(failures)), image, reading


def table(measured: list[Measured]) -> str:
    """Set by set, then pooled; precision, recall and rank with their 95 % intervals."""
    lines = [
        f"{'set':20} {'photos':>6} {'cards':>6}  {'precision':>20}  {'recall':>20}  "
        f"{'rank':>20}  {'suit':>6} {'both':>6} {'backs':>6}"
    ]
    sets = sorted({m.photo.of_set for m in measured})
    for name in [*sets, "pooled"]:
        lines.append(_row(name, [m for m in measured if name in ("pooled", m.photo.of_set)]))
    return "\n".join(lines)


def _row(name: str, rows: list[Measured]) -> str:
    total = sum((m.counts for m in rows), Counts())
    ids = {key: n for n, key in enumerate(sorted({(m.photo.of_set, m.photo.burst) for m in rows}))}

    def share(hits: str, of: str) -> str:
        parts = [
            (ids[m.photo.of_set, m.photo.burst], getattr(m.counts, hits), getattr(m.counts, of))
            for m in rows
        ]
        low, high = interval(parts)
        value = getattr(total, hits) / max(1, getattr(total, of))
        return f"{value:.3f} [{low:.3f}, {high:.3f}]"

    suits = max(1, total.suits_labelled)
    suit, both = (
        (f"{n / suits:.3f}" if total.suits_labelled else "-") for n in (total.suit, total.both)
    )
    return (
        f"{name:20} {len(rows):6} {total.labelled:6}  {share('found', 'predicted'):>20}  "
        f"{share('found', 'labelled'):>20}  {share('rank', 'found'):>20}  {suit:>6} {both:>6} "
        f"{total.backs:6}"
    )


def keep_failures(measured: Measured, image: Image, reading: StillReading, folder: Path) -> None:
    """The annotated photo, once under each cause it failed for, the labels in red."""
    for cause in sorted({f.cause for f in measured.failures}):
        picture = annotate(image, reading)
        for failure in measured.failures:
            if failure.cause == cause:
                x1, y1, x2, y2 = (int(v) for v in failure.box)
                cv2.rectangle(picture, (x1, y1), (x2, y2), (0, 0, 255), 2)
                text = f"{failure.wanted or '-'} -> {failure.said or '-'}"
                cv2.putText(picture, text, (x1, max(14, y1 - 4)), 0, 0.6, (0, 0, 255), 2)
        target = folder / cause
        target.mkdir(parents=True, exist_ok=True)
        cv2.imwrite(str(target / f"{measured.photo.of_set}_{measured.photo.path.name}"), picture)


@click.command()
@click.option("--photos", type=click.Path(path_type=Path), default=PHOTOS, show_default=True)
@click.option("--failures", type=click.Path(path_type=Path), default=FAILURES, show_default=True)
@click.option("--every", default=1, show_default=True, help="Only every n-th photo of a set.")
@click.option("--threads", default=2, show_default=True)
def main(photos: Path, failures: Path, every: int, threads: int) -> None:
    """Measure the shipped eyes on labelled real photos."""
    if not any(photos.glob("*/labels.jsonl")):
        raise click.ClickException(f"{photos} holds no sets with a labels.jsonl; see --photos")
    try:
        eyes = PhotoEyes(threads=threads)
    except VisionError as error:
        raise click.ClickException(str(error)) from error
    for cause in CAUSES:
        shutil.rmtree(failures / cause, ignore_errors=True)
    measured = []
    for photo in load(photos, every=every):
        one, image, reading = measure(eyes, photo)
        keep_failures(one, image, reading, failures)
        measured.append(one)
    click.echo(table(measured))
    causes = Counter(failure.cause for m in measured for failure in m.failures)
    click.echo("failures: " + ", ".join(f"{n} {cause}" for cause, n in causes.most_common()))
    click.echo(f"annotated under {failures}")


if __name__ == "__main__":
    main()
