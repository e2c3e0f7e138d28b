"""Pictures to a ``TableObservation``: what lies where in millimetres, voted, steady, covered or
gone.

Every card and pawn is followed from picture to picture. Votes count since the thing was last
disturbed (moved, covered, changed in looks), steadiness is counted in seconds of frame time, and
nothing is gone before the cloth itself is seen where it lay: under a hand everything waits.
"""

from collections.abc import Sequence, Set
from dataclasses import dataclass

import numpy as np

from vision.cloth_plane import Relaid
from vision.geometry import (
    Floats,
    Quad,
    Rigid,
    corners_of,
    covered_share,
    ordered_quad,
    quad_angle_deg,
    quad_area,
    register,
)
from vision.observation import Sighting, TableObservation
from vision.thumb import Thumb, difference, patch_changed, same_patch
from vision.tracks import (
    Track,
    Vote,
    card_vote,
    is_back,
    owner_of,
    pawn_vote,
    seen_card,
    seen_pawn,
    under,
)

LONGEST_STEP_S = 1.0
"""A gap between two pictures counts as no more than this: nobody looked in between."""
VOTES = 4
"""So many readings of a card that lies undisturbed are kept, and more are not asked for: pictures
of a still table share their errors."""
FEW_VOTES = 2
"""With fewer an unchanged picture is looked at again: two are what a referee goes by."""
UNCOVERED_VOTES = 3
"""So many votes for a back outlive a hand that passed over it and left it looking as before. A face
or a pawn is read anew: what matters about it is finer than a glance."""
PARTLY_HIDDEN = 0.9
"""Of a settled card's area."""
LEAST_IN_PICTURE = 0.6
"""Of a card's or pawn's area."""
UNDER_A_HAND, UNDER_A_SLEEVE = 0.03, 0.35
"""Of a card's area, under the box of a hand: more than the first and it waits; less than the second
and the card may still be seen whole, for the box is wider than the hand."""
SWAYED_MM = 2.0
"""Less is how exactly a card is seen: the whole table lies where it lay."""
CARD_GATE_MM, PAWN_GATE_MM = 35.0, 16.0
MOVED_MM = 5.0
CARD_GONE_S, CARD_GONE_UNSURE_S, PAWN_GONE_S = 1.0, 4.0, 0.8
UNSEEN_S, UNSETTLED_UNSEEN_S = 8.0, 1.0
"""So long an unchanged look stands in for a detection; then the thing counts as missing."""


@dataclass(frozen=True, slots=True)
class _Reach:
    """How far a motion may turn the table, and by how much its cards may miss where it puts
    them."""

    most_deg: float
    mm: float
    deg: float


_NEAR, _FAR = _Reach(45.0, 8.0, 7.0), _Reach(180.0, 12.0, 12.0)
"""A layout of five laid upside down is much like itself, so the first is believed before the
second. A camera that is turned far sees the cloth under another lean: the plane is a little out."""
AS_BEFORE = 2
"""So many cards that look the very same where they lay: no table that was turned far shows that."""


@dataclass(frozen=True, slots=True, eq=False)
class Lying:
    """A card that lies as it did: its corners as they were read, and whether it has its votes, so
    that reading it again adds nothing."""

    corners_px: Quad
    known: bool


class Observer:
    """Follows cards and pawns. ``settle_s``: a thing that lay so long has been there; one that did
    not is dropped as soon as it is out of sight."""

    def __init__(self, *, settle_s: float = 0.6) -> None:
        self._settle_s = settle_s
        self._cards: list[Track] = []
        self._pawns: list[Track] = []
        self._next_id = 1
        self._clock_s = 0.0
        self._last_at_s: float | None = None
        self._hands_mm: tuple[Quad, ...] = ()
        self._swayed = False  # the whole table lies elsewhere than in the look before

    def wants_votes(self) -> bool:
        """Whether another look at an unchanged picture would add to what is known."""
        return any(_wanting(t) for t in [*self._cards, *self._pawns])

    def pawns_wanting(self) -> list[Quad]:
        """Where, in mm, pawns lie or lay that another look would tell more about."""
        return [t.quad_mm for t in self._pawns if _wanting(t)]

    def lying(self, quad_mm: Quad, thumb: Thumb) -> Lying | None:
        """The card that was read there and lies as it did; None where there is none."""
        centre = quad_mm.mean(axis=0)
        for t in self._cards:
            if (
                t.votes
                and not t.covered
                and t.missing_s == 0
                and float(np.linalg.norm(centre - t.centre())) <= MOVED_MM
                and not patch_changed(t.patch, thumb.patch(t.mark_px))
            ):
                return Lying(t.quad_px, known=t.settled and len(t.votes) >= VOTES)
        return None

    def see(self, sighting: Sighting) -> TableObservation:
        """Take one picture's findings in. Raises nothing; time may not run backwards."""
        step_s = self._advance(sighting.at_s)
        self._hands_mm = sighting.hands_mm
        moved = self._bump(sighting)
        self._swayed = moved is not None
        card_quads = [c.quad_mm for c in sighting.cards]
        pawn_quads = [p.quad_mm for p in sighting.pawns]
        for track, i in self._match(self._cards, card_quads, CARD_GATE_MM):
            card = sighting.cards[i]
            vote = None if card.known else card_vote(card)
            self._renew(track, card.quad_mm, card.quad_px, sighting, vote, closed=is_back(track))
        for track, i in self._match(self._pawns, pawn_quads, PAWN_GATE_MM):
            pawn = sighting.pawns[i]
            vote = pawn_vote(pawn)
            self._renew(track, pawn.quad_mm, pawn.quad_px, sighting, vote, closed=False)
        self._cards = [t for t in self._cards if self._still_card(t, sighting, step_s)]
        if not all(t.seen for t in self._pawns):
            shown = {owner_of(t) for t in self._pawns if t.seen} - {None}
            self._pawns = [t for t in self._pawns if self._still_pawn(t, sighting, step_s, shown)]
        return self._observation(sighting.at_s, moved)

    @property
    def cards_in_view(self) -> int:
        """How many settled cards nothing covers."""
        return sum(t.settled and t.missing_s == 0 and not t.covered for t in self._cards)

    def cloth_shows(self, sighting: Sighting) -> bool:
        """Whether bare cloth is seen where at least half of the settled cards lay."""
        lay = [t for t in self._cards if t.settled]
        bare = sum(sighting.thumb.looks_bare(t.mark_px, sighting.all_px) for t in lay)
        return 2 * bare >= len(lay)

    def relay(self, relaid: Relaid) -> None:
        """The plane was laid anew under what is followed; in the picture it lies where it lay."""
        for track in (*self._cards, *self._pawns):
            track.quad_mm = ordered_quad(relaid.apply(track.quad_mm))

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
        """The motion of the whole table, if most of what lay in view moved as one (spec VA-T6).
        Under a camera that sways nothing has settled yet: then nearly all has to move as one."""
        free = [
            t
            for t in self._cards
            if t.missing_s == 0 and not under(t.quad_mm, sighting.hands_mm, UNDER_A_HAND)
        ]
        lying = [t for t in free if t.settled]
        least, share = 3, 0.7
        if len(lying) < 3:
            lying, least, share = [t for t in free if t.unseen_s == 0], 4, 0.9
        if len(lying) < least or len(sighting.cards) < least:
            return None
        if _lie_still(lying, sighting):
            return None
        motion = _motion(lying, sighting, _NEAR, least=least, share=share)
        if motion is None and not _look_the_same(lying, sighting):
            motion = _motion(lying, sighting, _FAR, least=least, share=share)
        if motion is None:
            return None
        for track in [*self._cards, *self._pawns]:
            track.quad_mm = ordered_quad(motion.apply(track.quad_mm))
            track.quad_px = ordered_quad(sighting.plane.px(track.quad_mm))
            track.mark_px = track.quad_px
        return motion

    def _match(
        self, tracks: list[Track], quads_mm: Sequence[Quad], gate_mm: float
    ) -> list[tuple[Track, int]]:
        """Each sight with the nearest track; sights without one start a track. Marks the rest
        unseen (``unseen_s`` stays above 0 until the track is renewed)."""
        for track in tracks:
            track.seen = False
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
                track = Track(
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
        self,
        track: Track,
        quad_mm: Quad,
        quad_px: Quad,
        sighting: Sighting,
        vote: Vote | None,
        *,
        closed: bool,
    ) -> None:
        """The track is seen: start anew if it was disturbed, else add the vote (None: it was not
        asked for, and its corners are the detector's rough ones). ``closed``: a card known to
        show its back."""
        fresh = track.patch.shape[0] == 1
        if track.settled and _partly_hidden(quad_mm, track.quad_mm):
            quad_mm, quad_px = track.quad_mm, track.quad_px
        drift = float(np.linalg.norm(quad_mm.mean(axis=0) - track.centre()))
        hidden = under(quad_mm, sighting.hands_mm, UNDER_A_HAND) or _cut(quad_px, sighting)
        elsewhere = fresh or drift > MOVED_MM
        if hidden and not elsewhere:  # what a hand lets see is no ground for anything
            track.seen, track.covered, track.missing_s, track.unseen_s = True, True, 0.0, 0.0
            track.since_s = self._clock_s
            if not _whole(quad_mm, sighting):
                track.whole_since_s = self._clock_s
            return
        if self._swayed and not elsewhere:
            track.mark_px = self._nearer(track, quad_px, sighting.thumb)
        patch = sighting.thumb.patch(quad_px if fresh else track.mark_px)
        changed = elsewhere or patch_changed(track.patch, patch)
        disturbed = changed or track.covered or track.missing_s > 0
        if changed:
            track.votes.clear()
            track.whole_since_s = self._clock_s
        elif disturbed:
            track.votes = track.votes[-UNCOVERED_VOTES:] if closed else []
        if disturbed:
            track.since_s = self._clock_s
            track.mark_px = quad_px
            patch = sighting.thumb.patch(quad_px)
        track.patch = patch
        track.seen, track.covered, track.missing_s, track.unseen_s = True, hidden, 0.0, 0.0
        if vote is None and not disturbed:
            return
        weight = 1.0 if disturbed else 0.4
        kept = (1 - weight) * track.corners_like(quad_mm)
        track.quad_mm = np.asarray(weight * quad_mm + kept, dtype=np.float32)
        track.quad_px = quad_px
        if vote is not None:
            track.votes = [*track.votes[-(VOTES - 1) :], vote]

    @staticmethod
    def _nearer(track: Track, quad_px: Quad, thumb: Thumb) -> Quad:
        """Where it looks more as it did: where the table's motion carries it, or where it is seen
        itself; a millimetre is much to a pawn."""
        return min((track.mark_px, quad_px), key=lambda q: difference(track.patch, thumb.patch(q)))

    def _still_card(self, track: Track, sighting: Sighting, step_s: float) -> bool:
        """Judge a card that was not seen in this picture; False when it is gone."""
        if track.seen:
            return True
        if not self._wait_unseen(track, sighting, step_s, hand_share=UNDER_A_HAND):
            seen_once_in_passing = len(track.votes) <= 1 and not track.covered
            return not seen_once_in_passing
        if sum(covered_share(track.quad_mm, p.quad_mm) for p in sighting.pawns) > 0.25:
            track.missing_s = 0.0
            return True
        if not track.settled:
            return False
        if track.missing_s < CARD_GONE_S:
            return True
        if track.missing_s >= CARD_GONE_UNSURE_S and not sighting.hands_mm:
            return False
        return not sighting.thumb.looks_bare(track.mark_px, sighting.all_px)

    def _still_pawn(
        self, track: Track, sighting: Sighting, step_s: float, shown: Set[int | None]
    ) -> bool:
        """``shown``: the owners whose pawn is seen. Everybody has one, so it lies there and no more
        where it lay, though a pale pawn on a pale back leaves hardly a difference behind."""
        if track.seen:
            return True
        moved = owner_of(track) in shown
        if not self._wait_unseen(track, sighting, step_s, hand_share=0.1, moved=moved):
            return True
        return track.settled and track.missing_s < PAWN_GONE_S

    def _wait_unseen(
        self,
        track: Track,
        sighting: Sighting,
        step_s: float,
        *,
        hand_share: float,
        moved: bool = False,
    ) -> bool:
        """Whether the unseen thing may be gone; not while a hand or the picture's edge covers it,
        or it looks as before and is not known to have ``moved``."""
        track.unseen_s += step_s
        track.whole_since_s = self._clock_s
        in_picture = bool(sighting.shows(track.centre()[None])[0])
        track.covered = under(track.quad_mm, sighting.hands_mm, hand_share) or not in_picture
        if track.covered:
            track.missing_s = 0.0
            track.since_s = self._clock_s
            return not track.settled
        same = not moved and not patch_changed(track.patch, sighting.thumb.patch(track.mark_px))
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
            cards=tuple(seen_card(t, clock_s=self._clock_s) for t in self._cards),
            pawns=tuple(seen_pawn(t, clock_s=self._clock_s) for t in self._pawns),
            hands_mm=self._hands_mm,
            moved=moved,
        )


def _lie_still(lying: Sequence[Track], sighting: Sighting) -> bool:
    """Whether most of these cards are seen where they lay."""
    source, target = _centres(lying, sighting)
    nearest = np.linalg.norm(source[:, None] - target[None], axis=2).min(axis=1)
    return float(np.median(nearest)) <= SWAYED_MM


def _look_the_same(lying: Sequence[Track], sighting: Sighting) -> bool:
    same = sum(same_patch(t.patch, sighting.thumb.patch(t.mark_px)) for t in lying)
    return same >= AS_BEFORE


def _motion(
    lying: Sequence[Track], sighting: Sighting, reach: _Reach, *, least: int, share: float
) -> Rigid | None:
    """The motion under which at least so many of these cards, and such a share of those it leaves
    in view, lie where cards are seen."""
    source, target = _centres(lying, sighting)
    found = register(
        source,
        np.array([quad_angle_deg(t.quad_mm) for t in lying]),
        target,
        np.array([quad_angle_deg(c.quad_mm) for c in sighting.cards]),
        tolerance=reach.mm,
        tolerance_deg=reach.deg,
        most_deg=reach.most_deg,
    )
    if found is None:
        return None
    motion, partners = found
    hits = int((partners >= 0).sum())
    inside = int(sighting.shows(motion.apply(source)).sum())
    farthest = float(np.linalg.norm(motion.apply(source) - source, axis=1).max())
    if hits < max(least, share * inside) or (hits == 3 and inside > 3 and farthest > 80.0):
        return None
    return motion


def _centres(lying: Sequence[Track], sighting: Sighting) -> tuple[Floats, Floats]:
    """Where these cards lay and where cards are seen, Nx2 and Mx2 mm."""
    target = np.array([c.quad_mm.mean(axis=0) for c in sighting.cards], dtype=np.float64)
    return np.array([t.centre() for t in lying]), target


def _wanting(track: Track) -> bool:
    """Whether another look would tell more about it."""
    return not track.covered and (len(track.votes) < FEW_VOTES or track.missing_s > 0)


def _whole(quad_mm: Quad, sighting: Sighting) -> bool:
    """Whether a card is seen in its full size, though a hand is near."""
    if not sighting.cards:
        return False
    usual = float(np.median([quad_area(card.quad_mm) for card in sighting.cards]))
    full = quad_area(quad_mm) >= PARTLY_HIDDEN * usual
    return full and not under(quad_mm, sighting.hands_mm, UNDER_A_SLEEVE)


def _cut(quad_px: Quad, sighting: Sighting) -> bool:
    """Whether the picture's edge leaves too little of it to go by."""
    height, width = sighting.thumb.pixels.shape[:2]
    whole = corners_of(0, 0, width, height)
    return covered_share(quad_px * sighting.thumb.scale, whole) < LEAST_IN_PICTURE


def _partly_hidden(now_mm: Quad, before_mm: Quad) -> bool:
    """Whether a smaller outline within the former one is the same card with something on it:
    pawns laid at its edge must not push the card from under them."""
    smaller = quad_area(now_mm) < PARTLY_HIDDEN * quad_area(before_mm)
    return smaller and covered_share(now_mm, before_mm) > 0.9
