"""``hakem pawns``: what is printed on paper."""

from pathlib import Path

import click

from device.commands.failure import Failure


@click.command(short_help="Write the sheet of pawns to print.")
@click.option(
    "--out",
    required=True,
    type=click.Path(dir_okay=False, path_type=Path),
    metavar="FILE.pdf",
    help="Where the sheet is written.",
)
@click.option(
    "--size",
    "pawn_mm",
    type=click.FloatRange(20, 32),
    default=25.0,
    show_default=True,
    help="Diameter in millimetres; 25 leaves room for six on one card, 32 is easier to grip.",
)
def pawns(out: Path, pawn_mm: float) -> None:
    """Write the sheet of pawns (A4, to scale): print at 100 %, cut, glue both faces on a disc."""
    from device.printing import write_pawns_pdf

    try:
        write_pawns_pdf(out, pawn_mm=pawn_mm)
    except OSError as error:
        raise Failure(f"cannot write {out}: {error.strerror}. Choose another --out.") from error
    click.echo(f"{out}: yüzde 100 ölçekle yazdırın. / Print at 100 % scale.")
