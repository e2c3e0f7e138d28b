"""Measure the shipped eyes on real photos: ``python -m models.evaluate [--photos DIR]``.

Prints a table, set by set and pooled, and leaves annotated failures by cause in ``runs/evaluate``.
The pipeline is ``vision.still.PhotoEyes``, the one behind ``hakem read``, thresholds and all. Only
the locked half is measured unless another is asked for: the open half may have trained the reader.
Every run on locked photos is written into ``ledger.md``.
"""

import hashlib
import shutil
from collections import Counter
from datetime import UTC, datetime
from operator import attrgetter
from pathlib import Path

import click
import cv2

from models.evaluate.aims import rows as aim_rows
from models.evaluate.measured import Measured, share
from models.evaluate.photos import PHOTOS, VISIBLE_PART_IOU, VISIBLE_PART_SETS, Photo, load
from models.evaluate.scoring import (
    CAUSES,
    Counts,
    box_of,
    score,
    visible_boxes,
)
from vision.cameras.photo import read_image
from vision.frame import Image, VisionError
from vision.still import PhotoEyes, StillReading, annotate

ROOT = Path(__file__).parents[2]
FAILURES = ROOT / "runs" / "evaluate"
LEDGER = Path(__file__).parent / "ledger.md"
NETWORKS = ("detector", "reader", "index_reader")


def measure(eyes: PhotoEyes, photo: Photo) -> tuple[Measured, Image, StillReading]:
    """Read one photo as a user's would be and compare."""
    image = read_image(photo.path)
    reading = eyes.read(image)
    if photo.of_set in VISIBLE_PART_SETS:
        boxes = visible_boxes(image, reading.cards)
    else:
        boxes = [box_of(card.corners_px) for card in reading.cards]
    counts, failures = score(reading.cards, boxes, photo.labels)
    loose = counts
    if photo.of_set in VISIBLE_PART_SETS:
        loose, _ = score(reading.cards, boxes, photo.labels, least_iou=VISIBLE_PART_IOU)
    return Measured(photo, counts, tuple(failures), loose), image, reading


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

    def told(hits: str, of: str) -> str:
        return str(share(rows, attrgetter(f"counts.{hits}"), attrgetter(f"counts.{of}")))

    suits = max(1, total.suits_labelled)
    suit, both = (
        (f"{n / suits:.3f}" if total.suits_labelled else "-") for n in (total.suit, total.both)
    )
    return (
        f"{name:20} {len(rows):6} {total.labelled:6}  {told('found', 'predicted'):>20}  "
        f"{told('found', 'labelled'):>20}  {told('rank', 'found'):>20}  {suit:>6} {both:>6} "
        f"{total.backs:6}"
    )


def enter(ledger: Path, half: str, measured: list[Measured]) -> None:
    """One line for this run: the day, the weights by their checksums, the pooled figures."""
    total = sum((m.counts for m in measured), Counts())
    weights = ", ".join(
        f"{name} {hashlib.sha256((ROOT / 'models' / f'{name}.onnx').read_bytes()).hexdigest()[:8]}"
        for name in NETWORKS
    )
    figures = " | ".join(
        f"{hits / max(1, of):.3f}"
        for hits, of in (
            (total.found, total.predicted),
            (total.found, total.labelled),
            (total.rank, total.found),
            (total.both, total.suits_labelled),
        )
    )
    with ledger.open("a", encoding="utf-8") as book:
        day = datetime.now(UTC).date()
        book.write(f"| {day} | {weights} | {half}, {len(measured)} photos | {figures} |\n")


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
@click.option(
    "--half",
    type=click.Choice(["locked", "open", "all"]),
    default="locked",
    show_default=True,
    help="locked: never trained on; open: may have been; all: both.",
)
@click.option("--ledger", type=click.Path(path_type=Path), default=LEDGER, show_default=True)
@click.option("--threads", default=2, show_default=True)
def main(photos: Path, failures: Path, half: str, ledger: Path, threads: int) -> None:
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
    for photo in load(photos):
        if half not in ("all", photo.half):
            continue
        one, image, reading = measure(eyes, photo)
        keep_failures(one, image, reading, failures)
        measured.append(one)
    click.echo(f"{half} photos:")
    click.echo(table(measured))
    click.echo("\n" + "\n".join(aim_rows(measured)) + "\n")
    if half != "open":
        enter(ledger, half, measured)
    causes = Counter(failure.cause for m in measured for failure in m.failures)
    click.echo("failures: " + ", ".join(f"{n} {cause}" for cause, n in causes.most_common()))
    click.echo(f"annotated under {failures}")


if __name__ == "__main__":
    main()
