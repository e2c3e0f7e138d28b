"""The eyes: one picture in, what happened on the table out.

    Frame -> detector -> readers -> plane -> Observer -> Watcher -> Look

All time is the frame's own ``taken_s``. A picture that looks like the last one is not looked at
again, unless more votes are wanted; time still passes for what lies steady.
"""

import time
from collections.abc import Mapping
from dataclasses import dataclass, field, replace

import numpy as np

from rules.tabletop import Layout, LayoutSeen, TableEvent
from vision.calibrate import Advice
from vision.calibrate_trust import Trust, Verdict, why_lost
from vision.cloth_plane import ClothPlane
from vision.detectors.base import Detection, Detector, Kind
from vision.frame import Frame, Image
from vision.gaze import Gaze, PawnGaze, seen_whole
from vision.geometry import Plane, Quad, corners_of, ordered_quad
from vision.observation import CardSight, PawnSight, Sighting, TableObservation
from vision.observe import Lying, Observer
from vision.prints import without_prints
from vision.readers.base import CardReader, CardReading, PawnReader
from vision.thumb import Thumb, same_patch
from vision.watch import Watcher

MOST_READ = 12
LOOK_AGAIN_S = 1.5
"""Even an unchanged picture is looked at again after this."""
CALM_LOOKS = 3
"""So many pictures are looked at after a change, that one included: what is laid down under a hand
must not be missed because the first picture of it was."""
STRANGER_MM = 130.0
"""Cards farther than this from every place of the layout are not read."""
BLIND_SHARE = 0.5
"""Of the picture: when more than this changes and the cards go with it, nothing can be seen."""
LOST_TOLD_S = 2.0
"""People reach and lean over a table all the time; after this they are told."""


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class Look:
    """What one picture brought.

    ``events`` in order; ``observation`` in mm; ``state`` seeing | covered | searching; ``advice``
    the first thing people can mend, or None; ``places_px`` where the layout's places are in this
    picture (4x2 each), for cutting out what a question is about; ``stage_ms`` wall time.
    """

    events: list[TableEvent]
    observation: TableObservation
    state: str
    advice: str | None
    stage_ms: dict[str, float]
    places_px: Mapping[str, Quad] = field(default_factory=dict)


class Eyes:
    """One table, one camera, one layout. ``up_deg``: how far the camera is mounted turned,
    clockwise; the names of the corners follow the picture turned back by it. ``second_look``: asked
    in the place of ``detector`` where that misses something in a table that lies still."""

    def __init__(
        self,
        *,
        detector: Detector,
        card_reader: CardReader,
        pawn_reader: PawnReader,
        layout: Layout,
        second_look: Detector | None = None,
        up_deg: float = 0.0,
        steady_s: float = 0.6,
    ) -> None:
        self._detector = detector
        self._second_look = second_look or detector
        self._card_reader = card_reader
        self._pawn_reader = pawn_reader
        self._observer = Observer(settle_s=steady_s)
        self._watcher = Watcher(layout, steady_s=steady_s)
        self._cloth = ClothPlane(up_deg=up_deg)
        self._shape: tuple[int, ...] = ()
        self._thumb: Thumb | None = None
        self._deal_thumb: Thumb | None = None  # when the layout was seen, no pawn on it
        self._blind = False
        self._looked_s = -LOOK_AGAIN_S
        self._calm = 0  # pictures since the last one that looked different
        self._seen_s = 0.0
        self._pawn_gaze = PawnGaze()
        self._trust = Trust()
        self._verdict = Verdict()

    def look(self, frame: Frame) -> Look:
        """Take one picture in. Raises what the networks raise; a bad picture is not an error."""
        stages = _Stages()
        if frame.image.shape != self._shape:  # another camera, or one set up anew
            self._shape = frame.image.shape
            self._cloth.forget()
        thumb = Thumb.of(frame.image)
        changed = self._thumb is None or thumb.differs(self._thumb)
        self._calm = 0 if changed else self._calm + 1
        due = frame.taken_s - self._looked_s >= LOOK_AGAIN_S
        again = due or self._calm < CALM_LOOKS or self._observer.wants_votes()
        stages.end("gate")
        if changed or again:
            sighting = self._sight(frame, thumb, stages)
            observation = self._take_in(sighting, frame.image)
            if observation.moved is not None:
                self._trust.followed(observation.moved.angle_deg, at_s=frame.taken_s)
        else:
            observation = self._observer.wait(frame.taken_s)
        stages.end("observe")
        events = self._watcher.watch(observation)
        if any(isinstance(event, LayoutSeen) for event in events):
            self._deal_thumb = thumb
        elif observation.moved is not None or not self._watcher.places_mm:
            self._deal_thumb = None
        stages.end("watch")
        places_px = self._places_px()
        return Look(
            events=events,
            observation=observation,
            state=self._state(),
            advice=self._advice(frame, places_px),
            stage_ms=stages.all_ms(),
            places_px=places_px,
        )

    def _take_in(self, sighting: Sighting, image: Image) -> TableObservation:
        """Let the observer see it, unless nothing of it is to be believed."""
        self._looked_s = sighting.at_s
        lost = not self._verdict.blind and self._lost(sighting)
        self._blind = self._verdict.blind or lost
        if lost and sighting.at_s - self._seen_s > LOST_TOLD_S:
            self._verdict = Verdict(why_lost(sighting.thumb), blind=True)
        if self._blind:
            height, width = image.shape[:2]
            everything = _lay(sighting.plane, corners_of(0, 0, width, height))
            return self._observer.blind(sighting.at_s, everything)
        self._thumb, self._seen_s = sighting.thumb, sighting.at_s
        return self._observer.see(sighting)

    def _lost(self, sighting: Sighting) -> bool:
        """Whether most of the cards went at once, and most of the picture with them or no cloth
        came to light: that is no move at a table but something before the lens, or no focus."""
        went = len(sighting.cards) < self._observer.cards_in_view / 2 or self._blind
        if self._thumb is None or not went or len(sighting.cards) >= 3:
            return False
        changed = sighting.thumb.changed_share(self._thumb) > BLIND_SHARE
        return changed or not self._observer.cloth_shows(sighting)

    def _sight(self, frame: Frame, thumb: Thumb, stages: "_Stages") -> Sighting:
        """Detect, read, and lay everything on the plane."""
        gaze = self._gaze(frame.taken_s, thumb)
        detector = self._second_look if self._still_lacking() else self._detector
        found = detector.detect(frame.image, pawns_within=gaze.box if gaze else None)
        found = seen_whole(found, gaze, self._cloth.plane)
        stages.end("detect")
        cards = [d for d in found if d.kind in (Kind.FACE, Kind.BACK)]
        hands = [d.corners_px for d in found if d.kind is Kind.HAND]
        self._verdict = self._trust.judge(frame.image, thumb, found, at_s=frame.taken_s)
        lying = self._lying(cards, thumb)
        known = frozenset(i for i, card in lying.items() if card.known)
        chosen = [] if self._verdict.blind else self._worth_reading(cards, known)
        readings = self._read(frame.image, cards, chosen, lying)
        stages.end("read_cards")
        quads = [
            readings[i].corners_px if i in readings else card.corners_px
            for i, card in enumerate(cards)
        ]
        backs = [q for q, card in zip(quads, cards, strict=True) if card.kind is Kind.BACK]
        came = [d for d in found if d.kind is Kind.PAWN and not self._lay_there(d, thumb)]
        pawns = [] if self._verdict.blind else without_prints(came, backs, thumb)
        pawn_readings = self._pawn_reader.read(frame.image, pawns) if pawns else []
        stages.end("read_pawns")
        plane = self._lay_plane(quads, frame.image)
        sighting = Sighting(
            at_s=frame.taken_s,
            cards=tuple(
                CardSight(
                    quad, _lay(plane, quad), card.kind, card.confidence, readings.get(i), i in known
                )
                for i, (card, quad) in enumerate(zip(cards, quads, strict=True))
            ),
            pawns=tuple(
                PawnSight(pawn.corners_px, _lay(plane, pawn.corners_px), reading)
                for pawn, reading in zip(pawns, pawn_readings, strict=True)
            ),
            hands_px=tuple(hands),
            hands_mm=tuple(_lay(plane, hand) for hand in hands),
            thumb=thumb,
            plane=plane,
        )
        stages.end("plane")
        return sighting

    def _still_lacking(self) -> bool:
        """Whether nothing moves and cards of a layout are missed all the same: they may be gone, or
        the detector misses them. Cards that are being laid are looked at in one way: their outlines
        differ a little from size to size, and that would cost them their votes."""
        return self._calm >= CALM_LOOKS and not self._watcher.complete

    def _read(
        self,
        image: Image,
        cards: list[Detection],
        chosen: list[int],
        lying: Mapping[int, Lying],
    ) -> dict[int, CardReading]:
        """Readings by index into ``cards``, of the chosen ones; from the corners that were read
        where a card lies as it did, which saves finding them again."""
        if not chosen:
            return {}
        boxes = [
            replace(cards[i], corners_px=lying[i].corners_px) if i in lying else cards[i]
            for i in chosen
        ]
        return dict(zip(chosen, self._card_reader.read(image, boxes), strict=True))

    def _lay_there(self, pawn: Detection, thumb: Thumb) -> bool:
        """Whether the spot looks exactly as when the cards were dealt: then it is a back's
        ornament or a court's crown, whatever it is taken for. A pawn has to have come."""
        deal = self._deal_thumb
        if deal is None:
            return False
        return same_patch(deal.patch(pawn.corners_px), thumb.patch(pawn.corners_px))

    def _gaze(self, at_s: float, thumb: Thumb) -> Gaze | None:
        """Where pawns are looked for; None while no layout is followed: wherever cards lie."""
        places = list(self._watcher.places_mm.values())
        if self._cloth.plane is None or not places:
            return None
        return self._pawn_gaze.turn(
            at_s=at_s,
            plane=self._cloth.plane,
            places_mm=places,
            wanting_mm=self._observer.pawns_wanting(),
            thumb=thumb,
            before=self._thumb,
        )

    def _lying(self, cards: list[Detection], thumb: Thumb) -> dict[int, Lying]:
        """The cards that lie as they did when they were read, by index into ``cards``."""
        plane = self._cloth.plane
        if plane is None:
            return {}
        found = {
            i: self._observer.lying(_lay(plane, card.corners_px), thumb)
            for i, card in enumerate(cards)
        }
        return {i: card for i, card in found.items() if card is not None}

    def _worth_reading(self, cards: list[Detection], known: frozenset[int]) -> list[int]:
        """Of the cards that are not known: those near the layout; while searching, the surest."""
        unknown = [i for i in range(len(cards)) if i not in known]
        order = sorted(unknown, key=lambda i: -cards[i].confidence)
        places = list(self._watcher.places_mm.values())
        if places and self._cloth.plane is not None:
            centres = np.array([q.mean(axis=0) for q in places])
            spots = {i: self._cloth.plane.mm(cards[i].corners_px.mean(axis=0)) for i in order}
            far = {i: float(np.linalg.norm(centres - p, axis=1).min()) for i, p in spots.items()}
            order = sorted((i for i in order if far[i] <= STRANGER_MM), key=lambda i: far[i])
        return order[:MOST_READ]

    def _lay_plane(self, quads: list[Quad], image: Image) -> Plane:
        """The plane under these cards; what is followed goes along when it is laid anew."""
        plane, relaid = self._cloth.fit(quads, image, in_use=bool(self._watcher.places_mm))
        if relaid is not None:
            self._observer.relay(relaid)
            self._watcher.move(relaid)
        return plane

    def _advice(self, frame: Frame, places_px: Mapping[str, Quad]) -> str | None:
        """What makes blind first, then a camera that no longer shows the whole layout."""
        told = None if self._verdict.advice is None else self._verdict.advice.value
        if self._verdict.blind:
            return told
        height, width = frame.image.shape[:2]
        for quad in places_px.values():
            x, y = quad.mean(axis=0)
            if not (0 <= x < width and 0 <= y < height):
                return Advice.MOVED.value
        return told

    def _state(self) -> str:
        if not self._watcher.places_mm:
            return "searching"
        return "covered" if self._watcher.covered else "seeing"

    def _places_px(self) -> dict[str, Quad]:
        plane = self._cloth.plane
        if plane is None:
            return {}
        return {n: ordered_quad(plane.px(q)) for n, q in self._watcher.places_mm.items()}


def _lay(plane: Plane, quad_px: Quad) -> Quad:
    return ordered_quad(plane.mm(quad_px))


class _Stages:
    """Wall time of each stage, in milliseconds: a measurement, never a decision."""

    def __init__(self) -> None:
        self._started = self._last = time.perf_counter()
        self._ms: dict[str, float] = {}

    def end(self, name: str) -> None:
        now = time.perf_counter()
        self._ms[name] = 1000 * (now - self._last)
        self._last = now

    def all_ms(self) -> dict[str, float]:
        return {**self._ms, "total": 1000 * (time.perf_counter() - self._started)}
