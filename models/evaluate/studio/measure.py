"""The product's networks at the studio's table: which find, which name, and where they fail.

The path is the table's (``device.sight.shipped_eyes`` up to the plane): detector, pawn finder at
the scale that the cards tell, readers. Each network is measured in that path and alone: the pawn
finder with the true scale, the readers on true outlines.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import cv2
import numpy as np

from models.evaluate.studio.sets import StudioPicture
from models.evaluate.studio.truth import Corners, TrueCard, TruePawn
from vision.calibrate import CARD_MM
from vision.detectors.base import Detection, Kind
from vision.detectors.onnx import OnnxDetector
from vision.detectors.pawns import PawnFinder
from vision.detectors.table import ROUND_CARDS_MM, TableDetector
from vision.frame import Image
from vision.geometry import Quad, covered_share, depth_inside, iou, quad_size
from vision.prints import without_prints
from vision.readers.base import OWNERS, RANKS, SIDES, SUITS, CardReading, PawnReading
from vision.readers.corners import shipped_reader
from vision.readers.onnx import OnnxPawnReader
from vision.thumb import Thumb

MUST_SEE = 0.55
"""Share in view from which a thing must be found; what shows less may be."""
PIECE = 0.7
"""Of a find that lies on a card."""
MEETS = 0.5
"""IoU of outlines; of hands (open shapes, boxes of what is seen) ``HAND_MEETS``."""
HAND_MEETS = 0.3
NEAR = 0.5
"""Of a pawn's width, from middle to middle."""
NO_CARD, OURS = 0.5, 0.5
_TINTS = {"right": (80, 200, 60), "wrong": (40, 40, 255), "missed": (255, 120, 0)}


@dataclass(frozen=True, slots=True)
class Event:
    """One thing that was to be told. ``what``: a row of the table, like "backs found"; ``right``:
    whether it was; ``scene``: the picture's number; ``note``: for people."""

    what: str
    right: bool
    scene: int
    rough: bool
    deck: str
    note: str = ""


@dataclass(slots=True, eq=False)
class Told:
    """Of one picture: events and what to draw on it where something failed."""

    events: list[Event] = field(default_factory=list)
    marks: list[tuple[str, Quad, str]] = field(default_factory=list)

    @property
    def failed(self) -> bool:
        return any(not event.right for event in self.events)


class TableEyes:
    """The table's networks, the shipped ones or those of another folder."""

    def __init__(self, *, weights: Path | None = None, threads: int = 1) -> None:
        """``weights``: a folder; its ``detector.onnx``, ``reader.onnx``, ``pawn_finder.onnx`` and
        ``pawn_reader.onnx`` replace the shipped ones. Raises VisionError."""

        def at(name: str) -> Path | None:
            path = weights / f"{name}.onnx" if weights else None
            return path if path and path.exists() else None

        self.things = OnnxDetector(at("detector"), threads=threads)
        self.pawn_finder = PawnFinder(path=at("pawn_finder"), threads=threads)
        self.detector = TableDetector(self.things, self.pawn_finder)
        self.card_reader = shipped_reader(path=at("reader"), threads=threads)
        self.pawn_reader = OnnxPawnReader(path=at("pawn_reader"), threads=threads)

    def look(self, picture: StudioPicture) -> Told:
        """Everything that counts in one picture."""
        return _Look(self, picture).told()


class _Look:
    def __init__(self, eyes: TableEyes, picture: StudioPicture) -> None:
        self._eyes, self._image, self._truth = eyes, picture.image, picture.truth
        self._out = Told()

    def told(self) -> Told:
        found = self._eyes.detector.detect(self._image)
        self._cards([d for d in found if d.kind in (Kind.FACE, Kind.BACK)])
        self._hands([d for d in found if d.kind is Kind.HAND])
        backs = [d.corners_px for d in found if d.kind is Kind.BACK]
        self._pawns([d for d in found if d.kind is Kind.PAWN], backs)
        self._pawns_alone()
        return self._out

    def _say(self, what: str, right: bool, quad: Quad, note: str) -> None:
        truth = self._truth
        self._out.events.append(Event(what, right, truth.seed, truth.rough, truth.deck, note))
        if not right:
            self._out.marks.append((what, quad, note))

    def _cards(self, found: Sequence[Detection]) -> None:
        readings = self._eyes.card_reader.read(self._image, list(found)) if found else []
        kept = [
            (card, reading)
            for card, reading in zip(found, readings, strict=True)
            if reading.kind_p[2] < NO_CARD
        ]
        cards = self._truth.cards
        pairs = _cards_matched([card.corners_px for card, _ in kept], cards)
        seen = {wanted: kept[at] for at, wanted in pairs}
        for number, card in enumerate(cards):
            if card.seen >= MUST_SEE:
                self._card(card, seen.get(number))
        taken = {at for at, _ in pairs}
        for at, (detection, reading) in enumerate(kept):
            row = "backs" if reading.kind_p[1] > reading.kind_p[0] else "faces"
            quad = detection.corners_px
            if at in taken or not self._piece_of_a_card(quad):
                note = f"{detection.confidence:.2f}"
                self._say(f"{row} said are there", at in taken, quad, note)

    def _piece_of_a_card(self, quad: Quad) -> bool:
        """What is left in view of a card that is mostly hidden: neither right nor invented."""
        hidden = [quad_of(card.corners) for card in self._truth.cards if card.seen < MUST_SEE]
        return any(covered_share(quad, card) >= PIECE for card in hidden)

    def _card(self, card: TrueCard, seen: tuple[Detection, CardReading] | None) -> None:
        row = "faces" if card.label else "backs"
        quad = quad_of(card.corners)
        self._say(f"{row} found", seen is not None, quad, card.label or "back")
        if seen is None:
            return
        detection, reading = seen
        said_back = bool(reading.kind_p[1] > reading.kind_p[0])
        same = (detection.kind is Kind.BACK) == (card.label is None)
        self._say(f"{row} kind by the detector", same, quad, detection.kind.name)
        same = said_back == (card.label is None)
        self._say(f"{row} kind by the reader", same, quad, "back" if said_back else "face")
        if card.label is not None:
            self._named("faces", card.label, reading, quad)

    def _named(self, row: str, label: str, reading: CardReading, quad: Quad) -> None:
        rank, suit = RANKS[int(reading.rank_p.argmax())], SUITS[int(reading.suit_p.argmax())]
        note = f"{label} read {rank}{suit}"
        self._say(f"{row} rank", rank.value == label[0], quad, note)
        self._say(f"{row} rank and suit", f"{rank}{suit}" == label, quad, note)

    def _hands(self, found: Sequence[Detection]) -> None:
        hands = [quad_of(hand.corners) for hand in self._truth.hands]
        pairs = matched(
            [hand.corners_px for hand in found],
            hands,
            lambda a, b: iou(a, b) if iou(a, b) >= HAND_MEETS else 0.0,
        )
        seen = {wanted for _, wanted in pairs}
        for number, hand in enumerate(hands):
            self._say("hands found", number in seen, hand, "hand")
        for at, detection in enumerate(found):
            there = any(at == p for p, _ in pairs)
            note = f"{detection.confidence:.2f}"
            self._say("hands said are there", there, detection.corners_px, note)

    def _pawns(self, found: Sequence[Detection], backs: list[Quad]) -> None:
        found = without_prints(found, backs, Thumb.of(self._image))
        readings = self._eyes.pawn_reader.read(self._image, found) if found else []
        kept = [
            (pawn, reading)
            for pawn, reading in zip(found, readings, strict=True)
            if reading.pawn_p >= OURS
        ]
        pawns = self._truth.pawns
        pairs = matched(
            [pawn.corners_px for pawn, _ in kept], [quad_of(p.corners) for p in pawns], _nearness
        )
        seen = {wanted: kept[at][1] for at, wanted in pairs}
        for number, pawn in enumerate(pawns):
            if pawn.seen < MUST_SEE:
                continue
            quad = quad_of(pawn.corners)
            name = f"{pawn.owner} {pawn.side}"
            near = depth_inside(quad.mean(axis=0), self._looked_at()) > 0
            row = "pawns found and taken for ours" if near else "pawns far from all cards found"
            self._say(row, number in seen, quad, name)
            if number in seen:
                self._owner("pawns", pawn, seen[number])
        taken = {at for at, _ in pairs}
        for at, (detection, _) in enumerate(kept):
            note = f"{detection.confidence:.2f}"
            self._say("pawns said are there", at in taken, detection.corners_px, note)

    def _looked_at(self) -> Quad:
        """The part of the picture in which the table's eyes look for pawns."""
        quads = [quad_of(card.corners) for card in self._truth.cards]
        if not quads:
            return np.zeros((4, 2), np.float32)
        margin = ROUND_CARDS_MM * float(np.median([quad_size(q)[1] for q in quads])) / CARD_MM[1]
        every = np.concatenate(quads)
        (left, top), (right, bottom) = every.min(axis=0) - margin, every.max(axis=0) + margin
        return np.array([(left, top), (right, top), (right, bottom), (left, bottom)], np.float32)

    def _owner(self, row: str, pawn: TruePawn, reading: PawnReading) -> None:
        owner = OWNERS[int(np.argmax(reading.owner_p))].value
        side = SIDES[int(np.argmax(reading.side_p))].value
        quad, note = quad_of(pawn.corners), f"{pawn.owner} {pawn.side} read {owner} {side}"
        self._say(f"{row} owner and side", (owner, side) == (pawn.owner, pawn.side), quad, note)

    def _pawns_alone(self) -> None:
        """The finder at the true scale over the whole picture; the reader on true boxes."""
        pawns = [pawn for pawn in self._truth.pawns if pawn.seen >= MUST_SEE]
        sides = [quad_size(quad_of(card.corners)) for card in self._truth.cards]
        if not sides:
            return
        scale = float(np.median([long / CARD_MM[1] for _, long in sides]))
        found = self._eyes.pawn_finder.find(self._image, px_per_mm=scale)
        quads = [quad_of(pawn.corners) for pawn in pawns]
        pairs = matched([d.corners_px for d in found], quads, _nearness)
        seen = {wanted for _, wanted in pairs}
        for number, quad in enumerate(quads):
            self._say("alone: pawn finder, true scale", number in seen, quad, "pawn")
        boxes = [Detection(Kind.PAWN, quad, 1.0) for quad in quads]
        readings = self._eyes.pawn_reader.read(self._image, boxes) if boxes else []
        for pawn, reading in zip(pawns, readings, strict=True):
            self._owner("alone: pawn reader,", pawn, reading)
            ours = reading.pawn_p >= OURS
            self._say("alone: pawn reader, ours", ours, quad_of(pawn.corners), pawn.owner)
        faces = [c for c in self._truth.cards if c.label and c.seen >= 0.9]
        true = [Detection(Kind.FACE, quad_of(card.corners), 1.0) for card in faces]
        for card, read in zip(faces, self._eyes.card_reader.read(self._image, true), strict=True):
            assert card.label is not None
            self._named("alone: reader,", card.label, read, quad_of(card.corners))


def quad_of(corners: Corners) -> Quad:
    return np.array(corners, np.float32)


def _cards_matched(found: Sequence[Quad], cards: Sequence[TrueCard]) -> list[tuple[int, int]]:
    """Pairs; what can be seen first: the top of a pile is not told from the card under it."""

    def fit(a: Quad, b: Quad) -> float:
        overlap = iou(a, b)
        return overlap if overlap >= MEETS else 0.0

    pairs: list[tuple[int, int]] = []
    for in_view in (True, False):
        wanted = [n for n, card in enumerate(cards) if (card.seen >= MUST_SEE) is in_view]
        free = [n for n in range(len(found)) if all(n != p for p, _ in pairs)]
        quads = [quad_of(cards[n].corners) for n in wanted]
        fresh = matched([found[n] for n in free], quads, fit)
        pairs += [(free[p], wanted[w]) for p, w in fresh]
    return pairs


def _nearness(a: Quad, b: Quad) -> float:
    """Above 0 where two pawns' middles are near."""
    away = float(np.linalg.norm(a.mean(axis=0) - b.mean(axis=0)))
    return max(0.0, 1 - away / (NEAR * quad_size(b)[1]))


def matched(
    found: Sequence[Quad], wanted: Sequence[Quad], fit: Callable[[Quad, Quad], float]
) -> list[tuple[int, int]]:
    """(found, wanted), best fit first, each once; a fit of 0 is none."""
    ranked = sorted(
        ((fit(a, b), i, j) for i, a in enumerate(found) for j, b in enumerate(wanted)),
        reverse=True,
    )
    pairs: list[tuple[int, int]] = []
    for value, i, j in ranked:
        if value > 0 and all(i != p and j != q for p, q in pairs):
            pairs.append((i, j))
    return pairs


def share(events: Sequence[Event], *, rounds: int = 1000) -> tuple[float, float, float]:
    """Right of all, and its 95 % bounds: scenes drawn again; where nothing failed, Wilson's."""
    scenes = sorted({event.scene for event in events})
    place = {scene: n for n, scene in enumerate(scenes)}
    right, of = np.zeros(len(scenes)), np.zeros(len(scenes))
    for event in events:
        right[place[event.scene]] += event.right
        of[place[event.scene]] += 1
    value = float(right.sum() / of.sum())
    if right.sum() == of.sum():
        return value, float(len(events) / (len(events) + 1.96**2)), 1.0
    draws = np.random.default_rng(0).integers(0, len(scenes), (rounds, len(scenes)))
    shares = right[draws].sum(axis=1) / of[draws].sum(axis=1)
    low, high = np.percentile(shares, [2.5, 97.5])
    return value, float(low), float(high)


def table(events: Iterable[Event], rows: Sequence[str]) -> str:
    """One line a row: all, the calm scenes, the rough ones."""
    every = list(events)
    lines = [f"{'':34} {'count':>6} {'all':>6} {'95 %':>16} {'calm':>7} {'rough':>7}"]
    for row in rows:
        of_row = [event for event in every if event.what == row]
        if not of_row:
            continue
        value, low, high = share(of_row)
        parts = [[e for e in of_row if e.rough is rough] for rough in (False, True)]
        calm, rough = (f"{share(part)[0]:.3f}" if part else "-" for part in parts)
        bounds = f"[{low:.3f}, {high:.3f}]"
        lines.append(f"{row:34} {len(of_row):6} {value:6.3f} {bounds:>16} {calm:>7} {rough:>7}")
    return "\n".join(lines)


def annotated(image: Image, told: Told) -> Image:
    """Every failure's outline and what it was."""
    out = image.copy()
    for what, quad, note in told.marks:
        if what.startswith("alone"):
            continue
        tint = _TINTS["missed" if "found" in what else "wrong"]
        cv2.polylines(out, [np.round(quad).astype(np.int32)], True, tint, 3, cv2.LINE_AA)
        x, y = (int(v) for v in quad.min(axis=0))
        text = f"{what}: {note}"
        for colour, thick in (((0, 0, 0), 4), (tint, 1)):
            cv2.putText(out, text, (max(2, x), max(16, y - 4)), 0, 0.55, colour, thick, cv2.LINE_AA)
    return out


TABLE_ROWS = (
    *("backs found", "backs said are there", "backs kind by the detector"),
    *("backs kind by the reader", "faces found", "faces said are there"),
    *("faces kind by the detector", "faces kind by the reader", "faces rank"),
    *("faces rank and suit", "pawns found and taken for ours", "pawns said are there"),
    *("pawns far from all cards found",),
    *("pawns owner and side", "hands found", "hands said are there"),
    *("alone: pawn finder, true scale", "alone: pawn reader, owner and side"),
    *("alone: pawn reader, ours", "alone: reader, rank", "alone: reader, rank and suit"),
)
