"""The pawns on paper: an A4 sheet to cut out and glue, to scale (ui.md, Pawns).

Geometry and colours come from ``vision.scene.pawn_art``, the drawing that the renderer teaches the
eyes with: what is printed is what was trained on.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from importlib.resources import as_file, files
from pathlib import Path

from reportlab.lib.colors import HexColor
from reportlab.lib.pagesizes import A4
from reportlab.lib.units import mm
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.ttfonts import TTFont
from reportlab.pdfgen.canvas import Canvas

from rules.tabletop import Owner, PawnSide
from vision.scene.pawn_art import BLEED_R_MM, DISC_R_MM, INK, PawnShape, pawn_shapes

SMALLEST_MM, LARGEST_MM = 20.0, 32.0  # smaller: under 28 px for the camera; larger: off the page
TEXT, HEAVY = "SofiaSans-Regular", "SofiaSans-ExtraBold"
QUIET = "#48594F"
PAGE_HEIGHT_MM = A4[1] / mm
FIRST_ROW_MM, ROW_MM = 55.0, 41.0  # centre of the first row; from row to row
PAIR_X_MM = (58.0, 152.0)  # middle of the left and of the right pair
FACE_MM = 36.0  # from düz to ters, at 32 mm

NAMES = {
    Owner.RED: ("Kırmızı daire", "red circle"),
    Owner.BLUE: ("Mavi yıldız", "blue star"),
    Owner.YELLOW: ("Sarı kare", "yellow square"),
    Owner.TURQUOISE: ("Turkuaz üçgen", "turquoise triangle"),
    Owner.PURPLE: ("Mor hilal", "purple crescent"),
    Owner.PINK: ("Pembe artı", "pink plus"),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Face:
    """One side of one pawn on the sheet; centre in mm from the page's upper left corner."""

    owner: Owner
    side: PawnSide
    x_mm: float
    y_mm: float


def write_pawns_pdf(path: Path, *, pawn_mm: float = 25.0, pages: int = 1) -> None:
    """Write ``pages`` equal sheets; each holds every owner twice, düz and ters side by side.

    ``pawn_mm`` is the diameter after cutting. Raises ValueError outside 20 to 32 mm, OSError when
    the file cannot be written. The same arguments give the same bytes.
    """
    if not SMALLEST_MM <= pawn_mm <= LARGEST_MM:
        raise ValueError(f"a pawn is {SMALLEST_MM:g} to {LARGEST_MM:g} mm wide, not {pawn_mm:g}")
    if pages < 1:
        raise ValueError(f"at least one page, not {pages}")
    register_fonts()
    canvas = Canvas(str(path), pagesize=A4, invariant=True, pageCompression=1, lang="tr")
    canvas.setTitle("Hakem piyonları / Hakem pawns")
    canvas.setAuthor("Hakem")
    canvas.setViewerPreference("PrintScaling", "None")  # printers shrink to fit unless told not to
    for _ in range(pages):
        _draw_heading(canvas, pawn_mm=pawn_mm)
        for face in faces(pawn_mm=pawn_mm):
            _draw_face(canvas, face, scale=pawn_mm / (2 * DISC_R_MM))
        canvas.showPage()
    canvas.save()


def faces(*, pawn_mm: float) -> Iterator[Face]:
    """Where everything lies: six rows of two pairs, the six owners and then the six again."""
    scale = pawn_mm / (2 * DISC_R_MM)
    owners = tuple(Owner) * 2
    for at, owner in enumerate(owners):
        row, column = divmod(at, 2)
        x_mm = PAIR_X_MM[column] - FACE_MM * scale / 2
        y_mm = FIRST_ROW_MM + row * ROW_MM
        yield Face(owner=owner, side=PawnSide.UPRIGHT, x_mm=x_mm, y_mm=y_mm)
        yield Face(owner=owner, side=PawnSide.FLIPPED, x_mm=x_mm + FACE_MM * scale, y_mm=y_mm)


def register_fonts() -> None:
    for name in (TEXT, HEAVY):
        with as_file(files("device") / "fonts" / f"{name}.ttf") as font:
            pdfmetrics.registerFont(TTFont(name, str(font)))


def write_text(
    canvas: Canvas,
    text: str,
    *,
    x_mm: float,
    y_mm: float,
    size_mm: float,
    font: str = TEXT,
    colour: str = INK,
    centred: bool = False,
) -> None:
    canvas.setFont(font, size_mm * mm)
    canvas.setFillColor(HexColor(colour))
    draw = canvas.drawCentredString if centred else canvas.drawString
    draw(x_mm * mm, (PAGE_HEIGHT_MM - y_mm) * mm, text)


def draw_line(canvas: Canvas, *points_mm: float) -> None:
    x1, y1, x2, y2 = points_mm
    canvas.line(x1 * mm, (PAGE_HEIGHT_MM - y1) * mm, x2 * mm, (PAGE_HEIGHT_MM - y2) * mm)


def _draw_heading(canvas: Canvas, *, pawn_mm: float) -> None:
    size = f"{pawn_mm:g} mm"
    turkish = (
        f"Yüzde 100 ölçekte, mat kâğıda yazdırın. Daireleri kesin, her çifti {size} mukavva ya da",
        "ahşap pulun iki yüzüne yapıştırın. Parlak kaplama yapmayın: ışık parlar, kamera göremez.",
    )
    english = (
        f"Print at 100 % on matt paper. Cut the circles, glue each pair to both sides of a {size} "
        "disc of card or wood. No gloss."
    )
    twice = "Her piyondan iki tane var, biri yedek.  Two of each: one is a spare."
    write_text(canvas, "Hakem piyonları", x_mm=18, y_mm=19, size_mm=7.0, font=HEAVY)
    for at, text in enumerate(turkish):
        write_text(canvas, text, x_mm=18, y_mm=25.4 + 4.2 * at, size_mm=3.4)
    write_text(canvas, english, x_mm=18, y_mm=33.3, size_mm=2.6, colour=QUIET)
    write_text(canvas, twice, x_mm=18, y_mm=287, size_mm=2.6, colour=QUIET)
    canvas.setStrokeColor(HexColor(INK))
    canvas.setLineWidth(0.4 * mm)
    canvas.setLineCap(0)
    draw_line(canvas, 92, 18, 192, 18)
    draw_line(canvas, 92, 16, 92, 20)
    draw_line(canvas, 192, 16, 192, 20)
    write_text(canvas, "bu çizgi 100 mm olmalı", x_mm=142, y_mm=15.4, size_mm=3.4, centred=True)


def _draw_face(canvas: Canvas, face: Face, *, scale: float) -> None:
    for shape in pawn_shapes(face.owner, face.side):
        _draw_shape(canvas, shape, face, scale=scale)
    _draw_cut(canvas, face, scale=scale)
    upright = face.side is PawnSide.UPRIGHT
    corner_mm = 13.6 * scale * (-1 if upright else 1)
    write_text(
        canvas,
        "düz" if upright else "ters",
        x_mm=face.x_mm + corner_mm,
        y_mm=face.y_mm - 14.9 * scale,
        size_mm=2.8,
        centred=True,
    )
    if upright:
        _write_names(canvas, face, left_mm=face.x_mm - (BLEED_R_MM * scale + 7.0))


def _draw_shape(canvas: Canvas, shape: PawnShape, face: Face, *, scale: float) -> None:
    path = canvas.beginPath()
    points = shape.polygon * scale + (face.x_mm, face.y_mm)
    for at, (x_mm, y_mm) in enumerate(points):
        draw = path.lineTo if at else path.moveTo
        draw(x_mm * mm, (PAGE_HEIGHT_MM - y_mm) * mm)
    path.close()
    canvas.setFillColor(HexColor(shape.fill))
    canvas.setStrokeColor(HexColor(shape.stroke))
    canvas.setLineWidth(shape.stroke_mm * scale * mm)
    canvas.setLineJoin(1)
    canvas.drawPath(path, fill=1, stroke=int(shape.stroke_mm > 0))


def _draw_cut(canvas: Canvas, face: Face, *, scale: float) -> None:
    """A thin circle to cut along, seen on light and dark, and marks that lead the compass."""
    x, y = face.x_mm * mm, (PAGE_HEIGHT_MM - face.y_mm) * mm
    for colour, width_mm, dash in (("#FFFFFF", 0.18, ()), (INK, 0.12, (mm, mm))):
        canvas.setStrokeColor(HexColor(colour))
        canvas.setLineWidth(width_mm * mm)
        canvas.setDash(*dash)
        canvas.circle(x, y, DISC_R_MM * scale * mm)
    canvas.setDash()
    canvas.setStrokeColor(HexColor(INK))
    canvas.setLineWidth(0.2 * mm)
    near_mm, far_mm = BLEED_R_MM * scale + 0.4, BLEED_R_MM * scale + 2.2
    outside = -1 if face.side is PawnSide.UPRIGHT else 1  # none between the two faces of a pair
    for dx, dy in ((outside, 0), (0, 1), (0, -1)):
        draw_line(
            canvas,
            face.x_mm + dx * near_mm,
            face.y_mm + dy * near_mm,
            face.x_mm + dx * far_mm,
            face.y_mm + dy * far_mm,
        )


def _write_names(canvas: Canvas, face: Face, *, left_mm: float) -> None:
    turkish, english = NAMES[face.owner]
    canvas.saveState()
    canvas.translate(left_mm * mm, (PAGE_HEIGHT_MM - face.y_mm) * mm)
    canvas.rotate(90)
    canvas.setFillColor(HexColor(INK))
    canvas.setFont(HEAVY, 3.8 * mm)
    canvas.drawCentredString(0, 0, turkish)
    canvas.setFillColor(HexColor(QUIET))
    canvas.setFont(TEXT, 2.6 * mm)
    canvas.drawCentredString(0, -3.6 * mm, english)
    canvas.restoreState()
