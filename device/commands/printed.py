"""``hakem pawns`` and ``hakem mat``: what is printed on paper."""

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


@click.command(short_help="Write the table mat to print.")
@click.option(
    "--out",
    required=True,
    type=click.Path(dir_okay=False, path_type=Path),
    metavar="FILE.pdf",
    help="Where the mat is written.",
)
@click.option(
    "--paper",
    type=click.Choice(["a3", "a4"]),
    default="a3",
    show_default=True,
    help="One A3 page, or two A4 pages to lay edge to edge.",
)
def mat(out: Path, paper: str) -> None:
    """Write the table mat: five card places, strips for hands, marks to measure by.

    \b
      hakem mat --out mat.pdf              one A3 page
      hakem mat --out mat.pdf --paper a4   two A4 pages
    """
    from device.mat import write_mat_pdf

    try:
        write_mat_pdf(out, paper=paper)
    except OSError as error:
        raise Failure(f"cannot write {out}: {error.strerror}. Choose another --out.") from error
    click.echo(f"{out}: yüzde 100 ölçekle yazdırın. / Print at 100 % scale.")
