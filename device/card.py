"""The table card: an A4 sheet folded to a tent, the way in for guests, hosts and their phones.

Both halves say the same, the upper one upside down: the card is read from either side of the table.
"""

import sqlite3
from dataclasses import dataclass
from pathlib import Path

import segno
from reportlab.lib.colors import HexColor
from reportlab.lib.pagesizes import A4
from reportlab.lib.units import mm
from reportlab.pdfgen.canvas import Canvas
from segno import helpers

from device import printing
from device.store import LOG_NAME, look_into
from vision.scene.pawn_art import INK

PAGE_WIDTH_MM = A4[0] / mm
FOLD_MM = printing.PAGE_HEIGHT_MM / 2
CODE_MM = 46.0
TOP_MM = FOLD_MM + 62.0  # of the codes, in the lower half
COLUMNS_MM = (42.0, 105.0, 168.0)


@dataclass(frozen=True, slots=True, kw_only=True)
class Card:
    """What stands on it. ``pin`` and ``network`` may be left out: hosts then ask for the touch of
    the button, and phones are on the home's Wi-Fi already."""

    address: str
    pin: str = ""
    network: tuple[str, str] | None = None  # name, password

    @property
    def control(self) -> str:
        """For hosts; the PIN stands behind the ``#`` that a browser keeps to itself."""
        return f"{self.address}/#pin={self.pin}" if self.pin else f"{self.address}/dokun"


@dataclass(frozen=True, slots=True, kw_only=True)
class _Column:
    code: segno.QRCode
    head: str
    lines: tuple[str, ...]


def write_card_pdf(path: Path, card: Card) -> None:
    """Raises OSError when the file cannot be written. The same card gives the same bytes."""
    printing.register_fonts()
    canvas = Canvas(str(path), pagesize=A4, invariant=True, pageCompression=1, lang="tr")
    canvas.setTitle("Hakem masa kartı / Hakem table card")
    canvas.setAuthor("Hakem")
    _draw(canvas, card)
    canvas.saveState()
    canvas.translate(*A4)
    canvas.rotate(180)
    _draw(canvas, card)
    canvas.restoreState()
    canvas.setStrokeColor(HexColor("#C9D3CB"))
    canvas.setDash(2 * mm, 2 * mm)
    printing.draw_line(canvas, 0, FOLD_MM, PAGE_WIDTH_MM, FOLD_MM)
    canvas.showPage()
    canvas.save()


def kept_pin(folder: Path) -> str | None:
    """The PIN of the Hakem whose matches lie in ``folder``; None where there is none yet, or it may
    not be read by whoever asks. A Hakem that runs is not disturbed."""
    try:
        with look_into(folder / LOG_NAME) as db:
            row = db.execute("SELECT value FROM setting WHERE key = 'pin'").fetchone()
    except sqlite3.Error:
        return None
    return None if row is None else str(row[0])


def _columns(card: Card) -> list[_Column]:
    columns = []
    if card.network is not None:
        name, password = card.network
        columns.append(
            _Column(
                code=segno.make(helpers.make_wifi_data(name, password, "WPA"), micro=False),
                head="1. Wi-Fi",
                lines=(name, password),
            )
        )
    number = len(columns) + 1
    columns.append(
        _Column(
            code=segno.make(card.address, micro=False),
            head=f"{number}. İzleyin / Watch",
            lines=(card.address.removeprefix("http://"),),
        )
    )
    how = f"PIN {card.pin}" if card.pin else "masadaki düğmeye basın / press the button"
    columns.append(
        _Column(code=segno.make(card.control, micro=False), head="Yönetin / Run it", lines=(how,))
    )
    return columns


def _draw(canvas: Canvas, card: Card) -> None:
    """The lower half of the page."""
    middle = PAGE_WIDTH_MM / 2
    printing.write_text(
        canvas,
        "Hakem",
        x_mm=middle,
        y_mm=FOLD_MM + 26,
        size_mm=15,
        font=printing.HEAVY,
        centred=True,
    )
    printing.write_text(
        canvas,
        "Telefonunuzla okutun, puanlar gelsin.",
        x_mm=middle,
        y_mm=FOLD_MM + 37,
        size_mm=5.5,
        centred=True,
    )
    printing.write_text(
        canvas,
        "Scan, and the points are on your phone.",
        x_mm=middle,
        y_mm=FOLD_MM + 43.5,
        size_mm=4,
        colour=printing.QUIET,
        centred=True,
    )
    columns = _columns(card)
    places = COLUMNS_MM if len(columns) == 3 else (COLUMNS_MM[0] + 20, COLUMNS_MM[2] - 20)
    for x_mm, column in zip(places, columns, strict=True):
        _draw_code(canvas, column.code, x_mm - CODE_MM / 2)
        printing.write_text(
            canvas,
            column.head,
            x_mm=x_mm,
            y_mm=TOP_MM - 4,
            size_mm=5,
            font=printing.HEAVY,
            centred=True,
        )
        for at, line in enumerate(column.lines):
            printing.write_text(
                canvas,
                line,
                x_mm=x_mm,
                y_mm=TOP_MM + CODE_MM + 7 + 6 * at,
                size_mm=4.2,
                centred=True,
            )


def _draw_code(canvas: Canvas, code: segno.QRCode, left_mm: float) -> None:
    rows = [list(row) for row in code.matrix]
    cell_mm = CODE_MM / len(rows)
    canvas.setFillColor(HexColor(INK))
    for row, cells in enumerate(rows):
        for column, dark in enumerate(cells):
            if dark:
                canvas.rect(
                    (left_mm + column * cell_mm) * mm,
                    (printing.PAGE_HEIGHT_MM - TOP_MM - (row + 1) * cell_mm) * mm,
                    (cell_mm + 0.02) * mm,
                    (cell_mm + 0.02) * mm,
                    stroke=0,
                    fill=1,
                )
