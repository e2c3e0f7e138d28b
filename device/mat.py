"""The table mat on paper, A3 or two A4 halves: where cards lie, and marks a camera can measure by.

ArUco markers stand at the corners, where ``vision.calibrate_mat`` looks for them: they give the
cloth in millimetres and which way up it lies, whatever the camera's height and lean. Everything is
drawn as lines and squares: no picture, sharp at any size.
"""

from dataclasses import dataclass
from pathlib import Path
from typing import Any

import cv2
from reportlab.lib.colors import HexColor
from reportlab.lib.units import mm
from reportlab.pdfgen.canvas import Canvas

from device.printing import (
    HEAVY,
    PAGE_HEIGHT_MM,
    QUIET,
    draw_line,
    register_fonts,
    write_text,
)
from vision.calibrate import CARD_MM
from vision.calibrate_mat import EDGE_MM, MARKER_MM, MARKERS, MAT_MM
from vision.scene.pawn_art import INK

A4_WIDTH_MM = 210.0
"""Two A4 pages, each as high as the mat, lie side by side on it."""
MARKER_CELLS = 6  # 4x4 bits and a black rim
CORNER_MM = (112.0, 77.0)  # from the centre card's middle to a corner card's
STRIP_MM = 11.0
DASH_MM = 2.5
RULER_Y_MM = 150.0
PLACES = {"KB": (-1, -1), "KD": (1, -1), "M": (0, 0), "GB": (-1, 1), "GD": (1, 1)}
"""As on the page: north (kuzey) is up; M is the centre card."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Box:
    """Millimetres from the mat's upper left corner."""

    x_mm: float
    y_mm: float
    width_mm: float
    height_mm: float

    @property
    def centre_mm(self) -> tuple[float, float]:
        return self.x_mm + self.width_mm / 2, self.y_mm + self.height_mm / 2


def marker_boxes() -> dict[int, Box]:
    """Where each marker's black square lies."""
    return {
        number: Box(
            x_mm=EDGE_MM if across < 0 else MAT_MM[0] - EDGE_MM - MARKER_MM,
            y_mm=EDGE_MM if down < 0 else MAT_MM[1] - EDGE_MM - MARKER_MM,
            width_mm=MARKER_MM,
            height_mm=MARKER_MM,
        )
        for number, (across, down) in MARKERS.items()
    }


def card_boxes() -> dict[str, Box]:
    width, height = CARD_MM
    return {
        name: Box(
            x_mm=MAT_MM[0] / 2 + across * CORNER_MM[0] - width / 2,
            y_mm=MAT_MM[1] / 2 + down * CORNER_MM[1] - height / 2,
            width_mm=width,
            height_mm=height,
        )
        for name, (across, down) in PLACES.items()
    }


def strip_boxes() -> tuple[Box, ...]:
    """Where hands may rest without lying over a card: the four edges, between the markers."""
    free = EDGE_MM + MARKER_MM + 8
    across, down = MAT_MM[0] - 2 * free, MAT_MM[1] - 2 * free
    edge = 6.0
    return (
        Box(x_mm=free, y_mm=edge, width_mm=across, height_mm=STRIP_MM),
        Box(x_mm=free, y_mm=MAT_MM[1] - edge - STRIP_MM, width_mm=across, height_mm=STRIP_MM),
        Box(x_mm=edge, y_mm=free, width_mm=STRIP_MM, height_mm=down),
        Box(x_mm=MAT_MM[0] - edge - STRIP_MM, y_mm=free, width_mm=STRIP_MM, height_mm=down),
    )


def trick_box() -> Box:
    """Round the centre card: tricks are laid there in the games that have them."""
    return Box(x_mm=MAT_MM[0] / 2 - 60, y_mm=MAT_MM[1] / 2 - 50, width_mm=120, height_mm=100)


def write_mat_pdf(path: Path, *, paper: str = "a3") -> None:
    """``paper``: ``a3`` one page, ``a4`` two pages to lay edge to edge. Raises ValueError for any
    other, OSError when the file cannot be written. The same arguments give the same bytes."""
    if paper not in ("a3", "a4"):
        raise ValueError(f"paper is a3 or a4, not {paper!r}")
    register_fonts()
    width_mm = MAT_MM[0] if paper == "a3" else A4_WIDTH_MM
    page = (width_mm * mm, MAT_MM[1] * mm)
    canvas = Canvas(str(path), pagesize=page, invariant=True, pageCompression=1, lang="tr")
    canvas.setTitle("Hakem masa örtüsü / Hakem table mat")
    canvas.setAuthor("Hakem")
    canvas.setViewerPreference("PrintScaling", "None")
    for left_mm in (0.0,) if paper == "a3" else (0.0, A4_WIDTH_MM):
        canvas.saveState()
        canvas.translate(-left_mm * mm, 0)
        _draw(canvas, paper)
        canvas.restoreState()
        canvas.showPage()
    canvas.save()


def _draw(canvas: Canvas, paper: str) -> None:
    for number, box in marker_boxes().items():
        _draw_marker(canvas, number, box)
    for strip in strip_boxes():
        _outline(canvas, strip, colour="#C9D3CB", fill="#EEF2EE")
    _outline(canvas, trick_box(), colour="#C9D3CB", dashed=True)
    for name, box in card_boxes().items():
        _outline(canvas, box, colour=QUIET, paper=True)
        if name != "M":
            x_mm, y_mm = box.centre_mm
            write_text(canvas, name, x_mm=x_mm, y_mm=y_mm + 1.5, size_mm=4, colour="#C9D3CB",
                       centred=True)  # fmt: skip
    _draw_words(canvas, paper)


def _draw_words(canvas: Canvas, paper: str) -> None:
    """Between the rows of cards, left and right of the middle, where nothing is laid."""
    left_mm, y_mm = 95.0, MAT_MM[1] / 2
    small: dict[str, Any] = {"size_mm": 2.8, "colour": QUIET, "centred": True}
    halves = ("İki yarıyı uç uca yapıştırın.", "Join both halves edge to edge.")
    write_text(canvas, "Hakem", x_mm=left_mm, y_mm=y_mm - 4, size_mm=7, font=HEAVY, centred=True)
    for at, text in enumerate(
        (
            "Yüzde 100 ölçekle, mat kâğıda yazdırın.",
            "Print at 100 % on matt paper.",
            *(halves if paper == "a4" else ()),
        )
    ):
        write_text(canvas, text, x_mm=left_mm, y_mm=y_mm + 2 + 4 * at, **small)
    top = "kameranın görüntüsünde üst kenar  ·  top edge in the camera's picture"
    write_text(canvas, top, x_mm=left_mm + 10, y_mm=21.5, **small)
    start = MAT_MM[0] / 2 + 72
    canvas.setStrokeColor(HexColor(INK))
    canvas.setLineWidth(0.4 * mm)
    draw_line(canvas, start, RULER_Y_MM, start + 100, RULER_Y_MM)
    for end in (start, start + 100):
        draw_line(canvas, end, RULER_Y_MM - 2, end, RULER_Y_MM + 2)
    told = "bu çizgi 100 mm olmalı  ·  this line is 100 mm"
    write_text(canvas, told, x_mm=start + 50, y_mm=RULER_Y_MM - 3, **small)


def _draw_marker(canvas: Canvas, number: int, box: Box) -> None:
    """The bits as squares; a cell that is black reaches a hair over its neighbour: no seams."""
    bits = cv2.aruco.generateImageMarker(
        cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50), number, MARKER_CELLS
    )
    cell_mm = MARKER_MM / MARKER_CELLS
    canvas.setFillColor(HexColor("#000000"))
    for row in range(MARKER_CELLS):
        for column in range(MARKER_CELLS):
            if bits[row, column]:
                continue
            x_mm, y_mm = box.x_mm + column * cell_mm, box.y_mm + row * cell_mm
            over_mm = 0.02 if column + 1 < MARKER_CELLS and not bits[row, column + 1] else 0.0
            canvas.rect(
                x_mm * mm,
                (PAGE_HEIGHT_MM - y_mm - cell_mm) * mm,
                (cell_mm + over_mm) * mm,
                cell_mm * mm,
                stroke=0,
                fill=1,
            )


def _outline(
    canvas: Canvas,
    box: Box,
    *,
    colour: str,
    fill: str | None = None,
    dashed: bool = False,
    paper: bool = False,
) -> None:
    """Thin and pale: a card's own edge must stay the strongest line there is."""
    canvas.setStrokeColor(HexColor(colour))
    canvas.setLineWidth(0.25 * mm)
    if dashed:
        canvas.setDash(DASH_MM * mm, DASH_MM * mm)
    if fill or paper:
        canvas.setFillColor(HexColor(fill or "#FFFFFF"))
    canvas.roundRect(
        box.x_mm * mm,
        (PAGE_HEIGHT_MM - box.y_mm - box.height_mm) * mm,
        box.width_mm * mm,
        box.height_mm * mm,
        3 * mm,
        stroke=1,
        fill=int(bool(fill or paper)),
    )
    canvas.setDash()
