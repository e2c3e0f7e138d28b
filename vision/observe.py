"""Pictures to a ``TableObservation``: what lies where in millimetres, voted, steady, covered or
gone.

Every card and pawn is followed from picture to picture. Votes count since the thing was last
disturbed (moved, covered, changed in looks), steadiness is counted in seconds of frame time, and
nothing is gone before the cloth itself is seen where it lay: under a hand everything waits.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np

from vision.detectors.base import Kind
from vision.geometry import (
    Plane,
    Quad,
    Rigid,
    covered_share,
    ordered_quad,
    quad_angle_deg,
    register,
)
from vision.readers.base import CardReading, PawnReading
from vision.thumb import Patch, Thumb, patch_changed
from vision.votes import Probabilities, pooled

LONGEST_STEP_S = 1.0
"""A gap between two pictures counts as no more than this: nobody looked in between."""
VOTES = 6
CARD_GATE_MM, PAWN_GATE_MM = 35.0, 16.0
MOVED_MM = 5.0
CARD_GONE_S, CARD_GONE_UNSURE_S, PAWN_GONE_S = 1.0, 4.0, 0.8
UNSEEN_S, UNSETTLED_UNSEEN_S = 8.0, 1.0
"""So long an unchanged look stands in for a detection; then the thing counts as missing."""
_BUMP_TOLERANCE_MM = 8.0


@dataclass(frozen=True, slots=True, eq=False)
class CardSight:
    """One card in one picture; ``reading`` None when it was not read."""

    quad_px: Quad
    quad_mm: Quad
    kind: Kind
    confidence: float
    reading: CardReading | None


@dataclass(frozen=True, slots=True, eq=False)
class PawnSight:
    quad_px: Quad
    quad_mm: Quad
    reading: PawnReading


@dataclass(frozen=True, slots=True, eq=False)
class Sighting:
    """Everything the networks saw in one picture, on the plane."""

    at_s: float
    cards: tuple[CardSight, ...]
    pawns: tuple[PawnSight, ...]
    hands_px: tuple[Quad, ...]
    hands_mm: tuple[Quad, ...]
    thumb: Thumb
    plane: Plane


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class Seen:
    """One followed thing. ``missing_s``: for how long it has not been seen although nothing
    covers it (0: seen). ``steady_s``: for how long it has lain there undisturbed."""

    id: int
    quad_mm: Quad
    quad_px: Quad
    votes: int
    steady_s: float
    covered: bool
    missing_s: float

    @property
    def centre_mm(self) -> tuple[float, float]:
        x, y = self.quad_mm.mean(axis=0)
        return float(x), float(y)


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class SeenCard(Seen):
    """``kind_p``: (face, back, neither). ``rank_p``: 13 ranks, then "something else", given a face.
    ``suit_p``: 4. All voted."""

    kind_p: Probabilities
    rank_p: Probabilities
    suit_p: Probabilities

    @property
    def angle_deg(self) -> float:
        return quad_angle_deg(self.quad_mm)


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class SeenPawn(Seen):
    """``owner_p`` (6) and ``side_p`` (2) given one of our pawns; ``ours_p``: that it is one."""

    owner_p: Probabilities
    side_p: Probabilities
    ours_p: float


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class TableObservation:
    """``moved``: the whole table was pushed so since the last observation (places move along)."""

    at_s: float
    cards: tuple[SeenCard, ...] = ()
    pawns: tuple[SeenPawn, ...] = ()
    hands_mm: tuple[Quad, ...] = ()
    moved: Rigid | None = None

    @property
    def hand_over_table(self) -> bool:
        return bool(self.hands_mm)


Vote = tuple[Probabilities, Probabilities, Probabilities]


@dataclass(slots=True, eq=False)
class _Track:
    """A thing being followed. ``patch`` is what its place looked like since ``mark_px``."""

    id: int
    quad_mm: Quad
    quad_px: Quad
    since_s: float
    mark_px: Quad
    patch: Patch
    votes: list[Vote] = field(default_factory=list)
    covered: bool = False
    missing_s: float = 0.0
    unseen_s: float = 0.0
    settled: bool = False

    def centre(self) -> Probabilities:
        return np.asarray(self.quad_mm.mean(axis=0), dtype=np.float64)


class Observer:
    """Follows cards and pawns. ``settle_s``: a thing that lay so long has been there; one that did
    not is dropped as soon as it is out of sight."""

    def __init__(self, *, settle_s: float = 0.6) -> None:
        self._settle_s = settle_s
        self._cards: list[_Track] = []
        self._pawns: list[_Track] = []
        self._next_id = 1
        self._clock_s = 0.0
        self._last_at_s: float | None = None
        self._hands_mm: tuple[Quad, ...] = ()

    def wants_votes(self) -> bool:
        """Whether another look at an unchanged picture would add to what is known."""
        return any(
            not t.covered and (len(t.votes) < 3 or t.missing_s > 0)
            for t in [*self._cards, *self._pawns]
        )

    def see(self, sighting: Sighting) -> TableObservation:
        """Take one picture's findings in. Raises nothing; time may not run backwards."""
        step_s = self._advance(sighting.at_s)
        self._hands_mm = sighting.hands_mm
        moved = self._bump(sighting)
        card_quads = [c.quad_mm for c in sighting.cards]
        pawn_quads = [p.quad_mm for p in sighting.pawns]
        for track, i in self._match(self._cards, card_quads, CARD_GATE_MM):
            card = sighting.cards[i]
            self._renew(track, card.quad_mm, card.quad_px, sighting, _card_vote(card))
        for track, i in self._match(self._pawns, pawn_quads, PAWN_GATE_MM):
            pawn = sighting.pawns[i]
            self._renew(track, pawn.quad_mm, pawn.quad_px, sighting, _pawn_vote(pawn))
        self._cards = [t for t in self._cards if self._still_card(t, sighting, step_s)]
        self._pawns = [t for t in self._pawns if self._still_pawn(t, sighting, step_s)]
        return self._observation(sighting.at_s, moved)

    @property
    def cards_in_view(self) -> int:
        """How many settled cards nothing covers."""
        return sum(t.settled and t.missing_s == 0 and not t.covered for t in self._cards)

    def blind(self, at_s: float, everything_mm: Quad) -> TableObservation:
        """Nothing can be seen at all (no light, a head before the lens): all of it is covered."""
        self._advance(at_s)
        self._hands_mm = (everything_mm,)
        for track in [*self._cards, *self._pawns]:
            track.covered, track.missing_s, track.since_s = True, 0.0, self._clock_s
        return self._observation(at_s, None)

    def wait(self, at_s: float) -> TableObservation:
        """The picture has not changed: time passes, nothing else."""
        step_s = self._advance(at_s)
        for track in [*self._cards, *self._pawns]:
            if track.missing_s > 0 and not track.covered:
                track.missing_s += step_s
        self._pawns = [t for t in self._pawns if t.missing_s < PAWN_GONE_S]
        self._cards = [t for t in self._cards if t.missing_s < CARD_GONE_UNSURE_S]
        return self._observation(at_s, None)

    def _advance(self, at_s: float) -> float:
        step_s = 0.0 if self._last_at_s is None else at_s - self._last_at_s
        step_s = min(max(step_s, 0.0), LONGEST_STEP_S)
        self._last_at_s = at_s
        self._clock_s += step_s
        return step_s

    def _bump(self, sighting: Sighting) -> Rigid | None:
        """The motion of the whole table, if most of what lay in view moved as one (spec VA-T6)."""
        lying = [
            t
            for t in self._cards
            if t.settled and t.missing_s == 0 and not _under(t.quad_mm, sighting.hands_mm, 0.03)
        ]
        if len(lying) < 3 or len(sighting.cards) < 3:
            return None
        source = np.array([t.centre() for t in lying])
        target = np.array([c.quad_mm.mean(axis=0) for c in sighting.cards], dtype=np.float64)
        nearest = np.linalg.norm(source[:, None] - target[None], axis=2).min(axis=1)
        if float(np.median(nearest)) <= MOVED_MM:
            return None
        found = register(
            source,
            np.array([quad_angle_deg(t.quad_mm) for t in lying]),
            target,
            np.array([quad_angle_deg(c.quad_mm) for c in sighting.cards]),
            tolerance=_BUMP_TOLERANCE_MM,
            tolerance_deg=7.0,
        )
        if found is None:
            return None
        motion, partners = found
        hits = int((partners >= 0).sum())
        farthest = float(np.linalg.norm(motion.apply(source) - source, axis=1).max())
        if hits < max(3, 0.7 * len(lying)) or (hits == 3 and farthest > 80.0):
            return None
        for track in [*self._cards, *self._pawns]:
            track.quad_mm = ordered_quad(motion.apply(track.quad_mm))
            track.quad_px = ordered_quad(sighting.plane.px(track.quad_mm))
            track.mark_px = track.quad_px
        return motion

    def _match(
        self, tracks: list[_Track], quads_mm: Sequence[Quad], gate_mm: float
    ) -> list[tuple[_Track, int]]:
        """Each sight with the nearest track; sights without one start a track. Marks the rest
        unseen (``unseen_s`` stays above 0 until the track is renewed)."""
        for track in tracks:
            track.unseen_s += 1e-6
        centres = [q.mean(axis=0) for q in quads_mm]
        near = sorted(
            (float(np.linalg.norm(track.centre() - c)), k, i)
            for k, track in enumerate(tracks)
            for i, c in enumerate(centres)
        )
        pairs: dict[int, int] = {}
        taken: set[int] = set()
        for distance, k, i in near:
            if distance <= gate_mm and i not in pairs and k not in taken:
                pairs[i] = k
                taken.add(k)
        matched = [(tracks[k], i) for i, k in pairs.items()]
        for i, quad in enumerate(quads_mm):
            if i not in pairs:
                track = _Track(
                    id=self._next_id,
                    quad_mm=quad,
                    quad_px=quad,
                    since_s=self._clock_s,
                    mark_px=quad,
                    patch=np.zeros((1, 1, 3), dtype=np.float32),
                )
                self._next_id += 1
                tracks.append(track)
                matched.append((track, i))
        return matched

    def _renew(
        self, track: _Track, quad_mm: Quad, quad_px: Quad, sighting: Sighting, vote: Vote | None
    ) -> None:
        """The track is seen: start anew if it was disturbed, else add the vote."""
        fresh = track.patch.shape[0] == 1
        drift = float(np.linalg.norm(quad_mm.mean(axis=0) - track.centre()))
        under = _under(quad_mm, sighting.hands_mm, 0.03)
        patch = sighting.thumb.patch(quad_px if fresh else track.mark_px)
        disturbed = (
            fresh
            or under
            or track.covered
            or track.missing_s > 0
            or drift > MOVED_MM
            or patch_changed(track.patch, patch)
        )
        if disturbed:
            track.votes.clear()
            track.since_s = self._clock_s
            track.mark_px = quad_px
            patch = sighting.thumb.patch(quad_px)
        track.patch = patch
        track.covered, track.missing_s, track.unseen_s = under, 0.0, 0.0
        weight = 1.0 if disturbed else 0.4
        track.quad_mm = ordered_quad(weight * quad_mm + (1 - weight) * _aligned(track, quad_mm))
        track.quad_px = quad_px
        if vote is not None:
            track.votes = [*track.votes[-(VOTES - 1) :], vote]

    def _still_card(self, track: _Track, sighting: Sighting, step_s: float) -> bool:
        """Judge a card that was not seen in this picture; False when it is gone."""
        if track.unseen_s == 0.0:
            return True
        if not self._wait_unseen(track, sighting, step_s, hand_share=0.03):
            return True
        if sum(covered_share(track.quad_mm, p.quad_mm) for p in sighting.pawns) > 0.25:
            track.missing_s = 0.0
            return True
        if not track.settled:
            return False
        if track.missing_s < CARD_GONE_S:
            return True
        if track.missing_s >= CARD_GONE_UNSURE_S and not sighting.hands_mm:
            return False
        others = [c.quad_px for c in sighting.cards] + list(sighting.hands_px)
        others += [p.quad_px for p in sighting.pawns]
        return not sighting.thumb.looks_bare(track.mark_px, others)

    def _still_pawn(self, track: _Track, sighting: Sighting, step_s: float) -> bool:
        if track.unseen_s == 0.0 or not self._wait_unseen(track, sighting, step_s, hand_share=0.1):
            return True
        return track.settled and track.missing_s < PAWN_GONE_S

    def _wait_unseen(
        self, track: _Track, sighting: Sighting, step_s: float, *, hand_share: float
    ) -> bool:
        """Whether the unseen thing may be gone; not while a hand covers it or it looks as
        before."""
        track.unseen_s += step_s
        track.covered = _under(track.quad_mm, sighting.hands_mm, hand_share)
        if track.covered:
            track.missing_s = 0.0
            track.since_s = self._clock_s
            return not track.settled
        same = not patch_changed(track.patch, sighting.thumb.patch(track.mark_px))
        if same and track.unseen_s < (UNSEEN_S if track.settled else UNSETTLED_UNSEEN_S):
            track.missing_s = 0.0
            return False
        track.missing_s += max(step_s, 1e-3)
        track.since_s = self._clock_s
        return True

    def _observation(self, at_s: float, moved: Rigid | None) -> TableObservation:
        for track in [*self._cards, *self._pawns]:
            track.settled |= self._clock_s - track.since_s >= self._settle_s
        return TableObservation(
            at_s=at_s,
            cards=tuple(self._seen_card(t) for t in self._cards),
            pawns=tuple(self._seen_pawn(t) for t in self._pawns),
            hands_mm=self._hands_mm,
            moved=moved,
        )

    def _seen_card(self, track: _Track) -> SeenCard:
        kind, rank, suit = _pool(track.votes, (3, 14, 4))
        return SeenCard(
            id=track.id,
            quad_mm=track.quad_mm,
            quad_px=track.quad_px,
            votes=len(track.votes),
            steady_s=self._clock_s - track.since_s,
            covered=track.covered,
            missing_s=track.missing_s,
            kind_p=kind,
            rank_p=rank,
            suit_p=suit,
        )

    def _seen_pawn(self, track: _Track) -> SeenPawn:
        owner, side, ours = _pool(track.votes, (6, 2, 2))
        return SeenPawn(
            id=track.id,
            quad_mm=track.quad_mm,
            quad_px=track.quad_px,
            votes=len(track.votes),
            steady_s=self._clock_s - track.since_s,
            covered=track.covered,
            missing_s=track.missing_s,
            owner_p=owner,
            side_p=side,
            ours_p=float(ours[0]),
        )


def _aligned(track: _Track, quad_mm: Quad) -> Quad:
    """The track's last corners, in the order that fits the new ones (a card may look turned by
    180)."""
    turned = np.roll(track.quad_mm, 2, axis=0)
    same = np.abs(track.quad_mm - quad_mm).sum() <= np.abs(turned - quad_mm).sum()
    return track.quad_mm if same else turned


def _under(quad_mm: Quad, hands_mm: Sequence[Quad], share: float) -> bool:
    return any(covered_share(quad_mm, hand) > share for hand in hands_mm)


def _pool(votes: Sequence[Vote], sizes: tuple[int, int, int]) -> Vote:
    """The voted distributions; even ones when there is no vote yet."""
    if not votes:
        even = [np.full(n, 1.0 / n) for n in sizes]
        return even[0], even[1], even[2]
    a, b, c = (pooled(column) for column in zip(*votes, strict=True))
    return a, b, c


def _card_vote(sight: CardSight) -> Vote | None:
    """Detector and reader on what it is; the reader on rank and suit."""
    c = sight.confidence
    detected = np.array([c, 0.7 * (1 - c), 0.3 * (1 - c)])
    if sight.kind is Kind.BACK:
        detected = detected[[1, 0, 2]]
    reading = sight.reading
    if reading is None:
        return detected, np.full(14, 1 / 14), np.full(4, 0.25)
    kind = 0.3 * detected + 0.7 * reading.kind_p
    other = float(reading.kind_p[2] / max(reading.kind_p[0] + reading.kind_p[2], 1e-6))
    rank = np.append(reading.rank_p * (1 - other), other)
    return kind, np.asarray(rank, dtype=np.float64), np.asarray(reading.suit_p, dtype=np.float64)


def _pawn_vote(sight: PawnSight) -> Vote:
    ours = float(sight.reading.pawn_p)
    return (
        np.asarray(sight.reading.owner_p, dtype=np.float64),
        np.asarray(sight.reading.side_p, dtype=np.float64),
        np.array([ours, 1 - ours]),
    )
