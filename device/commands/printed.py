"""``hakem pawns``, ``hakem mat`` and ``hakem card``: what is printed on paper."""

from collections.abc import Callable
from pathlib import Path

import click

from device.commands.failure import Failure
from device.commands.options import data_option


class _PdfPath(click.Path):
    """Where to write; who leaves it out is shown how it is named."""

    def get_missing_message(self, param: click.Parameter, ctx: click.Context | None) -> str:
        name = "hakem" if ctx is None else ctx.info_name
        return f"Örnek / for example: --out {name}.pdf"


_out_option = click.option(
    "--out",
    required=True,
    type=_PdfPath(dir_okay=False, path_type=Path),
    metavar="FILE.pdf",
    help="Where it is written.",
)


def _print(out: Path, write: Callable[[Path], None]) -> None:
    try:
        write(out)
    except OSError as error:
        raise Failure(
            f"{out} yazılamıyor, başka bir --out verin. / Cannot write {out} ({error.strerror}): "
            "choose another --out."
        ) from error
    click.echo(f"{out}: yüzde 100 ölçekle yazdırın. / Print at 100 % scale.")


@click.command(short_help="Write the sheet of pawns to print.")
@_out_option
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

    _print(out, lambda path: write_pawns_pdf(path, pawn_mm=pawn_mm))


@click.command(short_help="Write the table mat to print.")
@_out_option
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

    _print(out, lambda path: write_mat_pdf(path, paper=paper))


@click.command(short_help="Write the table card to print: the ways in.")
@_out_option
@data_option
@click.option("--address", metavar="URL", help="Where phones find Hakem (default: by this name).")
@click.option("--pin/--no-pin", default=True, help="Whether the PIN stands on it, for hosts.")
@click.option(
    "--network",
    nargs=2,
    metavar="NAME PASSWORD",
    help="The Wi-Fi that stands on it (default: the box's own, if it makes one).",
)
def card(
    out: Path, data: Path | None, address: str | None, pin: bool, network: tuple[str, str] | None
) -> None:
    """Write the table card: an A4 sheet to fold, with QR codes for guests and hosts.

    \b
      sudo hakem card --data /var/lib/hakem --out kart.pdf      on the box
      hakem card --out kart.pdf --network Evim gizli --no-pin   the home's Wi-Fi, no PIN
    """
    from device.app import default_data_dir
    from device.card import Card, kept_pin, write_card_pdf
    from device.network import by_name, own_network

    known = kept_pin(data or default_data_dir()) if pin else None
    made = Card(
        address=(address or by_name()).rstrip("/"),
        pin=known or "",
        network=network or own_network(),
    )
    if pin and known is None:
        click.echo(
            "PIN bulunamadı, kartta yok: Hakem'i bir kez gerçek kamerayla açın (kutuda: sudo). / "
            "No PIN found: start Hakem once with a real camera (on the box: sudo), print again.",
            err=True,
        )
    _print(out, lambda path: write_card_pdf(path, made))
