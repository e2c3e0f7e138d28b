"""The printed pawns, measured on the rasterised page as a ruler would."""

from pathlib import Path

import numpy as np
import numpy.typing as npt
import pypdfium2
import pytest

from device.printing import Face, faces, write_pawns_pdf
from rules.tabletop import Owner, PawnSide
from vision.scene.pawn_art import BLEED_R_MM, INK, IVORY, OWNER_FILL

PX_MM = 600 / 25.4
Page = npt.NDArray[np.uint8]  # HxWx3, RGB


@pytest.fixture(scope="module", params=[25.0, 32.0], ids=lambda mm: f"{mm:g}mm")
def pawn_mm(request: pytest.FixtureRequest) -> float:
    return float(request.param)


@pytest.fixture(scope="module")
def page(pawn_mm: float, tmp_path_factory: pytest.TempPathFactory) -> Page:
    path = tmp_path_factory.mktemp("pawns") / "pawns.pdf"
    write_pawns_pdf(path, pawn_mm=pawn_mm)
    return rasterise(path)


def rasterise(path: Path) -> Page:
    with pypdfium2.PdfDocument(path) as document:
        return document[0].render(scale=PX_MM * 25.4 / 72, rev_byteorder=True).to_numpy()[..., :3]


def rgb(text: str) -> tuple[int, ...]:
    return tuple(bytes.fromhex(text.removeprefix("#")))


def pixel(page: Page, x_mm: float, y_mm: float) -> npt.NDArray[np.int_]:
    return page[round(y_mm * PX_MM), round(x_mm * PX_MM)].astype(int)


def profile(page: Page, face: Face, radii_mm: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
    """Mean colour (Rx3) on circles of the given radii about a face's centre."""
    turns = np.radians(np.arange(0, 360, 0.5))
    x = face.x_mm + radii_mm[:, None] * np.cos(turns)
    y = face.y_mm + radii_mm[:, None] * np.sin(turns)
    at = (np.rint(y * PX_MM).astype(int), np.rint(x * PX_MM).astype(int))
    return np.asarray(page[at].mean(axis=1))


def the_face(pawn_mm: float, owner: Owner, side: PawnSide) -> Face:
    return next(f for f in faces(pawn_mm=pawn_mm) if (f.owner, f.side) == (owner, side))


def test_every_owner_has_both_sides_twice() -> None:
    printed = sorted((face.owner, face.side) for face in faces(pawn_mm=25.0))
    assert printed == sorted(2 * [(owner, side) for owner in Owner for side in PawnSide])


def test_the_page_is_a4(page: Page) -> None:
    assert page.shape[1] / PX_MM == pytest.approx(210, abs=0.1)
    assert page.shape[0] / PX_MM == pytest.approx(297, abs=0.1)


def test_the_check_line_is_100_mm(page: Page) -> None:
    ends_mm = np.flatnonzero(page[round(17 * PX_MM), :, 0] < 128) / PX_MM  # through the end ticks
    ends_mm = ends_mm[ends_mm > 85]  # left of it stands the title
    left = ends_mm[ends_mm < 140].mean()
    assert ends_mm[ends_mm > 140].mean() - left == pytest.approx(100, abs=0.1)
    line = page[round(18 * PX_MM), round(93 * PX_MM) : round(191 * PX_MM), 0]
    assert (line < 128).all()


@pytest.mark.parametrize("owner", Owner)
def test_the_cut_circle_has_the_pawns_size(page: Page, pawn_mm: float, owner: Owner) -> None:
    face = the_face(pawn_mm, owner, PawnSide.UPRIGHT)
    radii_mm = np.arange(0.85, 1.04, 0.0005) * pawn_mm / 2
    away = np.abs(profile(page, face, radii_mm) - rgb(OWNER_FILL[owner])).sum(axis=1)
    cut = radii_mm[away > away.max() / 2]
    assert 2 * cut.mean() == pytest.approx(pawn_mm, abs=0.1)


def test_colour_reaches_beyond_the_cut(page: Page, pawn_mm: float) -> None:
    face = the_face(pawn_mm, Owner.BLUE, PawnSide.UPRIGHT)
    scale = pawn_mm / 32
    inside, outside = profile(page, face, np.array([BLEED_R_MM - 0.1, BLEED_R_MM + 0.1]) * scale)
    assert np.abs(inside - rgb(OWNER_FILL[Owner.BLUE])).max() < 12
    assert outside.min() > 230


@pytest.mark.parametrize("side", PawnSide)
@pytest.mark.parametrize("owner", Owner)
def test_colours_are_the_designs(page: Page, pawn_mm: float, owner: Owner, side: PawnSide) -> None:
    scale = pawn_mm / 32
    face = the_face(pawn_mm, owner, side)

    def is_at(x: float, y: float, text: str) -> bool:
        seen = pixel(page, face.x_mm + x * scale, face.y_mm + y * scale)
        return bool(np.abs(seen - rgb(text)).max() <= 2)

    emblem_x = -5.5 if owner is Owner.PURPLE else 0.0  # the crescent is hollow in the middle
    assert is_at(emblem_x, 0.3, OWNER_FILL[owner])
    notch = 14.2 * np.cos(np.radians(30)), -14.2 * np.sin(np.radians(30))
    if side is PawnSide.UPRIGHT:
        assert is_at(0, -14.2, OWNER_FILL[owner])
        assert is_at(*notch, OWNER_FILL[owner])
        assert is_at(0, 11.4, IVORY)
    else:
        assert is_at(0, -14.2, IVORY)
        assert is_at(*notch, OWNER_FILL[owner])
        assert is_at(0, 11.4, INK)
        assert is_at(14.2, 0, INK)


def test_turkish_letters_are_in_the_font(tmp_path: Path) -> None:
    write_pawns_pdf(tmp_path / "pawns.pdf")
    with pypdfium2.PdfDocument(tmp_path / "pawns.pdf") as document:
        text = document[0].get_textpage().get_text_range()
    for words in (
        "bu çizgi 100 mm olmalı",
        "Kırmızı daire",
        "Pembe artı",
        "kâğıda",
        "her çifti 25",
    ):
        assert words in text


def test_pages_and_sameness(tmp_path: Path) -> None:
    for name in ("a.pdf", "b.pdf"):
        write_pawns_pdf(tmp_path / name, pages=2)
    assert (tmp_path / "a.pdf").read_bytes() == (tmp_path / "b.pdf").read_bytes()
    with pypdfium2.PdfDocument(tmp_path / "a.pdf") as document:
        assert len(document) == 2


@pytest.mark.parametrize("pawn_mm", [0.0, 19.9, 33.0, float("nan")])
def test_a_size_that_does_not_fit_is_refused(tmp_path: Path, pawn_mm: float) -> None:
    with pytest.raises(ValueError, match="20 to 32 mm"):
        write_pawns_pdf(tmp_path / "pawns.pdf", pawn_mm=pawn_mm)
    assert not (tmp_path / "pawns.pdf").exists()
