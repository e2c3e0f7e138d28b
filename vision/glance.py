"""One picture of a table at a glance, for people who will look it over: from a phone, or the
camera's before a match.

What ``vision.still`` reads, and three things more: which card lies at which place of a layout, on
which of them a pawn stands, and how the pawns lie round the table. Pawns are looked for in the
whole picture, with no card to tell the scale as well: before a match each lies before its player.
"""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from rules.tabletop import Layout, Owner
from vision.calibrate import Advice, calibrate, card_lights, light_advice
from vision.detectors.base import Box, Detection, Detector, Kind
from vision.detectors.pawns import PawnFinder
from vision.detectors.table import cloth_scale
from vision.fans import FanCard
from vision.frame import Image
from vision.geometry import Plane, Quad, quad_angle_deg, quad_size
from vision.layout import CardSpot, QuincunxFinder
from vision.pawns import place_of
from vision.readers.base import CardReader
from vision.still import PhotoEyes, StillCard, StillPawn, StillReading, photo_detector

WIDTHS_MM = (600.0, 850.0, 1200.0)
"""So much of a table may lie across a picture in which no card tells; the finder forgives a
third."""
APART = 0.6
"""Of a pawn's width: nearer finds of two scales are one pawn."""
NEAREST_DEG = 90.0
"""Where the camera's owner sits: the lower edge, by degrees clockwise from the right."""


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class Glance:
    """``places``: what lies at the layout's places, empty where no layout can be told for sure;
    ``standing``: for each pawn the place it stands on, or None; ``round``: the owners clockwise as
    they lie, from the lower edge on; each owner once, the surest; ``fan``: cards known by their
    index alone, beside ``still.cards``."""

    still: StillReading
    fan: tuple[FanCard, ...]
    places: Mapping[str, StillCard]
    standing: tuple[str | None, ...]
    round: tuple[Owner, ...]
    advice: tuple[Advice, ...]


class GlanceEyes:
    """The shipped networks, for one layout. Not shared between threads."""

    def __init__(self, *, layout: Layout, card_reader: CardReader, threads: int = 1) -> None:
        """Raises VisionError when the weights are missing or unusable, or for no quincunx."""
        detector = EverywhereDetector(photo_detector(threads), PawnFinder(threads=threads))
        self._eyes = PhotoEyes(detector=detector, card_reader=card_reader, threads=threads)
        self._finder = QuincunxFinder(layout)

    def still(self, image: Image) -> StillReading:
        """Cards and pawns, wherever they lie."""
        return self._eyes.read(image)

    def look(self, image: Image, still: StillReading, *, fan: Sequence[FanCard] = ()) -> Glance:
        """``still``: this picture as it was read."""
        places, plane = self._places(image, still.cards)
        quads = [card.corners_px for card in still.cards]
        return Glance(
            still=still,
            fan=tuple(fan),
            places=places,
            standing=tuple(_stands(pawn, places, plane) for pawn in still.pawns),
            round=round_the_table(still.pawns),
            advice=light_advice(image, card_lights(image, quads)),
        )

    def _places(
        self, image: Image, cards: Sequence[StillCard]
    ) -> tuple[dict[str, StillCard], Plane | None]:
        height, width = image.shape[:2]
        found = calibrate([card.corners_px for card in cards], width, height)
        if found is None:
            return {}, None
        laid = self._finder.find([_spot(card, found.plane) for card in cards], new_deal=False)
        if laid.best is None or laid.unclear:
            return {}, found.plane
        return {name: cards[i] for name, i in laid.best.by_place.items()}, found.plane


class EverywhereDetector:
    """``Detector`` for cards and, in the whole picture, pawns."""

    def __init__(self, things: Detector, pawn_finder: PawnFinder) -> None:
        self._things = things
        self._pawn_finder = pawn_finder

    def detect(self, image: Image, *, pawns_within: Box | None = None) -> list[Detection]:
        found = self._things.detect(image)
        cards = [d for d in found if d.kind in (Kind.FACE, Kind.BACK)]
        scales = [cloth_scale(cards)] if cards else [image.shape[1] / wide for wide in WIDTHS_MM]
        pawns = [
            pawn
            for scale in scales
            for pawn in self._pawn_finder.find(image, px_per_mm=scale, within=pawns_within)
        ]
        return [d for d in found if d.kind is not Kind.PAWN] + _once(pawns)


def round_the_table(pawns: Sequence[StillPawn]) -> tuple[Owner, ...]:
    """Owners clockwise round the middle of the pawns, from the lower edge on; each once."""
    surest: dict[Owner, StillPawn] = {}
    for pawn in sorted(pawns, key=lambda p: p.confidence):
        if pawn.owner is not None:
            surest[pawn.owner] = pawn
    if not surest:
        return ()
    middle = np.mean([pawn.centre_px for pawn in surest.values()], axis=0)

    def turn_deg(owner: Owner) -> float:
        x, y = surest[owner].centre_px - middle
        # half a seat early, so that who sits at the lower edge a little to the right comes first
        early_deg = 180 / len(surest)
        return (math.degrees(math.atan2(y, x)) - NEAREST_DEG + early_deg) % 360

    return tuple(sorted(surest, key=turn_deg))


def in_rows(cards: Sequence[StillCard]) -> list[StillCard]:
    """As people read cards laid out side by side: row by row, each from the left. Of a row is what
    lies less than half a card's width lower than the card before it."""
    rows: list[list[StillCard]] = []
    last_y = -math.inf
    for card in sorted(cards, key=lambda c: float(c.corners_px[:, 1].mean())):
        y = float(card.corners_px[:, 1].mean())
        if y - last_y > quad_size(card.corners_px)[0] / 2:
            rows.append([])
        rows[-1].append(card)
        last_y = y
    return [card for row in rows for card in sorted(row, key=lambda c: c.corners_px[:, 0].mean())]


def _once(pawns: Sequence[Detection]) -> list[Detection]:
    """Each pawn as the scale that was surest of it found it."""
    kept: list[Detection] = []
    for one in sorted(pawns, key=lambda d: -d.confidence):
        centre, wide = one.corners_px.mean(axis=0), quad_size(one.corners_px)[0]
        if all(
            np.linalg.norm(centre - k.corners_px.mean(axis=0))
            > APART * max(wide, quad_size(k.corners_px)[0])
            for k in kept
        ):
            kept.append(one)
    return kept


def _spot(card: StillCard, plane: Plane) -> CardSpot:
    quad = plane.mm(card.corners_px)
    x, y = (float(v) for v in quad.mean(axis=0))
    return CardSpot(x, y, quad_angle_deg(quad), face=card.label != "back")


def _stands(pawn: StillPawn, places: Mapping[str, StillCard], plane: Plane | None) -> str | None:
    """The place whose card the pawn lies on; None beside all of them, or between two."""
    if plane is None:
        return None
    quads: dict[str, Quad] = {name: plane.mm(card.corners_px) for name, card in places.items()}
    x, y = (float(v) for v in plane.mm(np.array(pawn.centre_px)))
    place, between = place_of((x, y), quads)
    return None if between else place
