"""``hakem read``: photos in, what lies there out."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import cv2

from vision.cameras.photo import read_image
from vision.frame import CameraError
from vision.still import PhotoEyes, StillCard, StillPawn, StillReading, annotate


def read_files(
    files: Sequence[Path], *, annotate_in: Path | None
) -> tuple[list[dict[str, Any]], bool]:
    """One JSON-ready object for each file, in order, and whether one could not be read.

    ``annotate_in``: a folder for copies with the reading drawn on them. Raises VisionError when the
    networks are missing, OSError when the folder cannot be written.
    """
    eyes = PhotoEyes()
    results, failed = [], False
    if annotate_in is not None:
        annotate_in.mkdir(parents=True, exist_ok=True)
    for file in files:
        try:
            image = read_image(file)
        except CameraError as error:
            failed = True
            results.append(_nothing(file, str(error)))
            continue
        reading = eyes.read(image)
        results.append(_told(file, image.shape, reading))
        if annotate_in is not None:
            target = annotate_in / f"{file.stem}.jpg"
            if not cv2.imwrite(str(target), annotate(image, reading)):
                raise OSError(f"cannot write {target}")
    return results, failed


def _nothing(file: Path, why: str) -> dict[str, Any]:
    return {
        "image": str(file),
        "width": 0,
        "height": 0,
        "cards": [],
        "pawns": [],
        "notes": [why],
    }


def _told(file: Path, shape: tuple[int, ...], reading: StillReading) -> dict[str, Any]:
    return {
        "image": str(file),
        "width": shape[1],
        "height": shape[0],
        "cards": [_card(card) for card in reading.cards],
        "pawns": [_pawn(pawn) for pawn in reading.pawns],
        "notes": list(reading.notes),
    }


def _card(card: StillCard) -> dict[str, Any]:
    return {
        "label": card.label,
        "rank": None if card.rank is None else str(card.rank),
        "suit": None if card.suit is None else str(card.suit),
        "confidence": round(card.confidence, 4),
        "corners_px": [[round(float(x), 1), round(float(y), 1)] for x, y in card.corners_px],
    }


def _pawn(pawn: StillPawn) -> dict[str, Any]:
    return {
        "owner": None if pawn.owner is None else str(pawn.owner),
        "side": None if pawn.side is None else str(pawn.side),
        "confidence": round(pawn.confidence, 4),
        "centre_px": [round(pawn.centre_px[0], 1), round(pawn.centre_px[1], 1)],
    }
