"""``hakem read``: what is in a picture."""

import json
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import click


@click.command()
@click.argument("files", nargs=-1, required=True, metavar="FILE...")
@click.option("--json", "as_json", is_flag=True, help="One JSON array, an object for each picture.")
@click.option(
    "--annotate",
    type=click.Path(file_okay=False, path_type=Path),
    metavar="DIR",
    help="Write each picture with the reading drawn on it.",
)
def read(files: Sequence[str], as_json: bool, annotate: Path | None) -> None:
    """Name the cards and pawns in any photo.

    \b
      hakem read table.jpg
      hakem read *.jpg --json --annotate out/

    Of cards that are fanned only the printed corners show: those it tells apart, as "fan".
    A card it would rather not name has label null. Exit status 1 when a file is no picture; the
    other files are read all the same.
    """
    from device.read import read_files

    results, failed = read_files([Path(name) for name in files], annotate_in=annotate)
    if as_json:
        click.echo(json.dumps(results, ensure_ascii=False, indent=1))
    else:
        for result in results:
            click.echo(_told(result))
    if failed:
        sys.exit(1)


def _told(result: dict[str, Any]) -> str:
    if not result["width"]:  # no picture: the note names the file
        return " ".join(result["notes"])
    cards = [card["label"] or f"{card['rank'] or '?'}?" for card in result["cards"]]
    pawns = [f"{pawn['owner'] or '?'}/{pawn['side'] or '?'}" for pawn in result["pawns"]]
    fan = [card["label"] or f"{card['rank'] or '?'}{card['suit'] or '?'}" for card in result["fan"]]
    fanned = f"yelpaze / fan: {' '.join(fan)}" if fan else ""
    parts = [" ".join(cards) or "-", fanned, " ".join(pawns), " ".join(result["notes"])]
    return f"{result['image']}: " + "; ".join(part for part in parts if part)
