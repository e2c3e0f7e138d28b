"""Measure the shipped networks on the studio's pictures: ``python -m models.evaluate.studio``.

Backs, faces, pawns and hands on a table 70 cm wide, and fans of thirteen; decks, cloths and hands
that no training saw, drawn by a renderer that never trains. Pictures are drawn once (2 to 4 s of a
core each) and kept; with ``--out`` contact sheets of forty and of every failure are written.
"""

from collections import Counter, defaultdict
from collections.abc import Sequence
from pathlib import Path

import click
import cv2
import numpy as np

from models.evaluate.fan_scores import HEAD, FanCounts, row
from models.evaluate.studio import fans as fan_measure
from models.evaluate.studio.measure import (
    TABLE_ROWS,
    Event,
    TableEyes,
    annotated,
    table,
)
from models.evaluate.studio.sets import pictures
from models.evaluate.studio.spreads import FAN
from models.evaluate.studio.tables import TABLE
from models.train.packages import AssetError
from vision.frame import Image, VisionError

SHEET, TILE_PX = (8, 5), (400, 300)
WORST = 12
"""Notes of failures printed for each row."""


def contact_sheets(images: Sequence[Image], stem: Path) -> None:
    """Forty on each, as PNG."""
    across, down = SHEET
    for start in range(0, len(images), across * down):
        sheet = np.full((down * TILE_PX[1], across * TILE_PX[0], 3), 30, np.uint8)
        for place, image in enumerate(images[start : start + across * down]):
            row_, column = divmod(place, across)
            small = cv2.resize(image, TILE_PX, interpolation=cv2.INTER_AREA)
            y, x = row_ * TILE_PX[1], column * TILE_PX[0]
            sheet[y : y + TILE_PX[1], x : x + TILE_PX[0]] = small
        cv2.imwrite(f"{stem}_{start // (across * down)}.png", sheet)


def measure_table(scenes: int, weights: Path | None, out: Path | None) -> None:
    eyes = TableEyes(weights=weights)
    events: list[Event] = []
    plain, failed = [], []
    for picture in pictures(TABLE, scenes):
        told = eyes.look(picture)
        events += told.events
        if out is not None:
            plain.append(cv2.resize(picture.image, TILE_PX, interpolation=cv2.INTER_AREA))
            if told.marks:
                failed.append(annotated(picture.image, told))
                cv2.imwrite(str(out / f"table_{picture.truth.seed:05d}.jpg"), failed[-1])
    click.echo(f"table 70 cm wide, {scenes} scenes")
    click.echo(table(events, TABLE_ROWS))
    _say_failures(events, TABLE_ROWS)
    if out is not None:
        contact_sheets([np.asarray(image, np.uint8) for image in plain], out / "sheet_table")
        contact_sheets(failed, out / "sheet_table_failures")


def measure_fans(scenes: int, out: Path | None) -> None:
    look = fan_measure.FanLook()
    counts: list[FanCounts] = []
    of_deck: dict[str, list[FanCounts]] = defaultdict(list)
    events: list[Event] = []
    plain, failed = [], []
    for picture in pictures(FAN, scenes):
        cards = look.eyes.read(picture.image)
        counts.append(fan_measure.score(cards, picture.truth))
        of_deck[picture.truth.deck].append(counts[-1])
        of_deck["rough" if picture.truth.rough else "calm"].append(counts[-1])
        events += look.alone(picture)
        if out is not None:
            plain.append(cv2.resize(picture.image, TILE_PX, interpolation=cv2.INTER_AREA))
            if not counts[-1].right == counts[-1].shown == counts[-1].named:
                failed.append(fan_measure.annotated(picture.image, picture.truth, cards))
                missed = counts[-1].shown - counts[-1].right
                name = f"fan_{missed:02d}_{picture.truth.seed:05d}.jpg"
                cv2.imwrite(str(out / name), failed[-1])
    click.echo(HEAD)
    click.echo(row("all", counts))
    for name, some in sorted(of_deck.items()):
        click.echo(row(name, some))
    click.echo(table(events, fan_measure.ROWS))
    _say_failures(events, fan_measure.ROWS)
    if out is not None:
        contact_sheets([np.asarray(image, np.uint8) for image in plain], out / "sheet_fans")
        contact_sheets(failed, out / "sheet_fan_failures")


def _say_failures(events: Sequence[Event], rows: Sequence[str]) -> None:
    """What failed, the commonest first, and on which decks."""
    for what in rows:
        wrong = [event for event in events if event.what == what and not event.right]
        if wrong:
            notes = Counter(event.note for event in wrong).most_common(WORST)
            decks = Counter(event.deck for event in wrong).most_common(4)
            said = ", ".join(f"{n} {note}" for note, n in notes)
            click.echo(f"  {what}: {said} | {', '.join(f'{n} {deck}' for deck, n in decks)}")


@click.command()
@click.option("--scenes", default=100, show_default=True, help="Of the table.")
@click.option("--fans", default=100, show_default=True, help="Hands of thirteen.")
@click.option(
    "--weights",
    type=click.Path(path_type=Path, exists=True, file_okay=False),
    help="A folder whose networks (detector.onnx, ...) replace the shipped ones at the table.",
)
@click.option("--out", type=click.Path(path_type=Path), help="Contact sheets and failures.")
def main(scenes: int, fans: int, weights: Path | None, out: Path | None) -> None:
    """Measure the shipped networks on pictures of a renderer that never trains."""
    if out is not None:
        out.mkdir(parents=True, exist_ok=True)
    try:
        if scenes:
            measure_table(scenes, weights, out)
        if fans:
            measure_fans(fans, out)
    except (AssetError, VisionError) as error:
        raise click.ClickException(str(error)) from error


if __name__ == "__main__":
    main()
