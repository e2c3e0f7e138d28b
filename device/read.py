"""``hakem read``: photos in, what lies there out."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from vision.cameras.photo import read_image
from vision.fan_eyes import FanEyes
from vision.fans import FanCard, beside
from vision.frame import CameraError, Image
from vision.geometry import quad_size
from vision.still import PhotoEyes, StillCard, StillPawn, StillReading, annotate


def read_files(
    files: Sequence[Path], *, annotate_in: Path | None
) -> tuple[list[dict[str, Any]], bool]:
    """One JSON-ready object for each file, in order, and whether one could not be read.

    ``annotate_in``: a folder for copies with the reading drawn on them. Raises VisionError when the
    networks are missing, OSError when the folder cannot be written.
    """
    eyes, fan_eyes = PhotoEyes(), FanEyes()
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
        fan = fan_beside(image, fan_eyes, reading)
        results.append(_told(file, image.shape, reading, fan))
        if annotate_in is not None:
            target = annotate_in / f"{file.stem}.jpg"
            if not cv2.imwrite(str(target), _named(annotate(image, reading), fan)):
                raise OSError(f"cannot write {target}")
    return results, failed


def _nothing(file: Path, why: str) -> dict[str, Any]:
    return {
        "image": str(file),
        "width": 0,
        "height": 0,
        "cards": [],
        "fan": [],
        "pawns": [],
        "notes": [why],
    }


def fan_beside(image: Image, eyes: FanEyes, reading: StillReading) -> list[FanCard]:
    """Cards known by their index alone: those of a fan that are not named as whole cards.

    Nobody knows how many decks lie on a photo; more than two seldom do.
    """
    cards = eyes.read(image, copies=2)
    named = [card for card in reading.cards if card.rank is not None and card.suit is not None]
    known = beside(cards, [card.corners_px for card in named])
    return [
        card
        for place, card in enumerate(cards)
        if place not in known and not any(_again(card, whole) for whole in named)
    ]


def _again(card: FanCard, whole: StillCard) -> bool:
    """Whether an index that says the same stands upon a whole card, though not in its corner: where
    most of a card is hidden its outline is a guess."""
    middle, (_, length) = whole.corners_px.mean(axis=0), quad_size(whole.corners_px)
    away = float(np.linalg.norm(card.indices[0].spot.centre_px - middle))
    return card.label == whole.label and away < 0.75 * length


def _named(image: Image, fan: Sequence[FanCard]) -> Image:
    """The names of a fan's cards written above their indices."""
    for card in fan:
        spot = card.indices[0].spot
        text = card.label or f"{card.rank or ''}{card.suit or ''}" + "?"
        x, y = (round(float(v)) for v in spot.centre_px + 16 * spot.px_per_mm * spot.up)
        for colour, thick in (((24, 24, 22), 5), ((64, 200, 255), 2)):
            cv2.putText(image, text, (x - 14, y), 0, 0.7, colour, thick, cv2.LINE_AA)
    return image


def _told(
    file: Path, shape: tuple[int, ...], reading: StillReading, fan: Sequence[FanCard]
) -> dict[str, Any]:
    return {
        "image": str(file),
        "width": shape[1],
        "height": shape[0],
        "cards": [_card(card) for card in reading.cards],
        "fan": [_fanned(card) for card in fan],
        "pawns": [_pawn(pawn) for pawn in reading.pawns],
        "notes": list(reading.notes),
    }


def _card(card: StillCard) -> dict[str, Any]:
    corners = [[round(float(x), 1), round(float(y), 1)] for x, y in card.corners_px]
    return {**_what(card), "corners_px": corners}


def _fanned(card: FanCard) -> dict[str, Any]:
    """As a whole card, but known by its index alone: a point instead of corners."""
    x, y = (round(float(v), 1) for v in card.indices[0].spot.centre_px)
    return {**_what(card), "index_px": [x, y]}


def _what(card: StillCard | FanCard) -> dict[str, Any]:
    return {
        "label": card.label,
        "rank": None if card.rank is None else str(card.rank),
        "suit": None if card.suit is None else str(card.suit),
        "confidence": round(card.confidence, 4),
    }


def _pawn(pawn: StillPawn) -> dict[str, Any]:
    return {
        "owner": None if pawn.owner is None else str(pawn.owner),
        "side": None if pawn.side is None else str(pawn.side),
        "confidence": round(pawn.confidence, 4),
        "centre_px": [round(pawn.centre_px[0], 1), round(pawn.centre_px[1], 1)],
    }
