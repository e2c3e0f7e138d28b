"""The pawns as people cut them out: from the sheet that ``hakem pawns`` prints, not drawn anew."""

import subprocess
import sys
from pathlib import Path

import cv2
import numpy as np

from models.evaluate.studio.decks import STUDIO
from models.evaluate.studio.lens import Pixels
from models.train.packages import ROOT
from rules.tabletop import Owner, PawnSide

FOLDER = STUDIO / "pawns"
PAWN_MM = 25.0
_DOTS_PER_MM = 14.0
_FIRST_SHEET_ROWS = 3


def print_key(owner: Owner, side: PawnSide) -> str:
    return f"{owner.value}_{side.value}"


def prints(folder: Path = FOLDER) -> dict[str, Pixels]:
    """BGR squares that the cut-out disc just fills, by ``print_key``; kept in ``folder``."""
    keys = [print_key(owner, side) for owner in Owner for side in PawnSide]
    if not all((folder / f"{key}.png").exists() for key in keys):
        _cut(folder)
    out = {}
    for key in keys:
        picture = cv2.imread(str(folder / f"{key}.png"), cv2.IMREAD_COLOR)
        assert picture is not None
        out[key] = np.asarray(picture, np.uint8)
    return out


def _cut(folder: Path) -> None:
    """Print the sheet, find the discs on it row by row: for each owner upright, then flipped."""
    import pypdfium2  # type: ignore[import-untyped]

    folder.mkdir(parents=True, exist_ok=True)
    sheet = folder / "pawns.pdf"
    command = ("-c", "from device.cli import main; main()", "pawns", "--out", str(sheet))
    subprocess.run((sys.executable, *command), cwd=ROOT, check=True, capture_output=True)
    page = pypdfium2.PdfDocument(sheet)[0]
    picture = cv2.cvtColor(page.render(scale=_DOTS_PER_MM * 25.4 / 72).to_numpy()[..., :3], 1)
    discs = sorted(_discs(np.asarray(picture, np.uint8)), key=lambda disc: disc[1])
    across = round(PAWN_MM * _DOTS_PER_MM)
    owners = list(Owner)
    for row in range(_FIRST_SHEET_ROWS):
        four = sorted(discs[4 * row : 4 * row + 4])
        for column, (x, y) in enumerate(four):
            owner, side = owners[2 * row + column // 2], list(PawnSide)[column % 2]
            left, top = x - across // 2, y - across // 2
            part = picture[top : top + across, left : left + across]
            cv2.imwrite(str(folder / f"{print_key(owner, side)}.png"), part)


def _discs(page: Pixels) -> list[tuple[int, int]]:
    """Middles of all round prints about as large as a pawn."""
    printed = (page.min(axis=2) < 250).astype(np.uint8)
    discs = cv2.morphologyEx(printed, cv2.MORPH_OPEN, np.ones((13, 13), np.uint8))  # no ticks
    contours, _ = cv2.findContours(discs, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
    found = []
    for contour in contours:
        (x, y), radius = cv2.minEnclosingCircle(contour)
        if 0.9 < 2 * radius / (PAWN_MM * _DOTS_PER_MM) < 1.25:
            found.append((round(x), round(y)))
    return found
