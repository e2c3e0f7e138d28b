"""One thing being followed from picture to picture: where it was, what was voted, how long it lies.

Only the ``Observer`` moves tracks on; here is what a track holds and what it says of itself.
"""

import operator
from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np

from vision.detectors.base import Kind
from vision.geometry import Quad, covered_share
from vision.observation import CardSight, PawnSight, SeenCard, SeenPawn
from vision.thumb import Patch
from vision.votes import Probabilities, pooled

SURELY = 0.95
"""Of a pawn's owner: what another pawn of that owner elsewhere is judged by."""

Vote = tuple[Probabilities, Probabilities, Probabilities]


@dataclass(slots=True, eq=False)
class Track:
    """A thing being followed.

    ``since_s``: lies undisturbed since then. ``whole_since_s``: has been seen whole there since
    then, even where a sleeve reached over its edge. ``mark_px`` and ``patch``: where its looks are
    compared and what they were. ``votes`` since it was last disturbed. ``unseen_s``: how long the
    detector has not found it; ``missing_s``: how long it has not been there as far as anyone can
    tell. ``settled``: it once lay steady.
    """

    id: int
    quad_mm: Quad
    quad_px: Quad
    since_s: float
    mark_px: Quad
    patch: Patch
    whole_since_s: float = 0.0
    votes: list[Vote] = field(default_factory=list)
    seen: bool = True
    covered: bool = False
    missing_s: float = 0.0
    unseen_s: float = 0.0
    settled: bool = False
    _said: tuple[tuple[Vote, ...], Vote] | None = None  # these votes, pooled

    def centre(self) -> Probabilities:
        return np.asarray(self.quad_mm.mean(axis=0), dtype=np.float64)

    def pooled(self, sizes: tuple[int, int, int]) -> Vote:
        """The voted distributions; even ones when there is no vote yet."""
        votes = tuple(self.votes)
        if self._said is None or not _the_same(self._said[0], votes):
            self._said = votes, _pool(votes, sizes)
        return self._said[1]

    def corners_like(self, quad_mm: Quad) -> Quad:
        """The last corners in the order that fits the new ones (a card may look turned by 180)."""
        turned = np.roll(self.quad_mm, 2, axis=0)
        same = np.abs(self.quad_mm - quad_mm).sum() <= np.abs(turned - quad_mm).sum()
        return self.quad_mm if same else turned


def seen_card(track: Track, *, clock_s: float) -> SeenCard:
    """What is known of a card at ``clock_s`` (the observer's)."""
    kind, rank, suit = track.pooled((3, 14, 4))
    return SeenCard(
        id=track.id,
        quad_mm=track.quad_mm,
        quad_px=track.quad_px,
        votes=len(track.votes),
        steady_s=clock_s - track.since_s,
        covered=track.covered,
        missing_s=track.missing_s,
        whole_s=clock_s - track.whole_since_s,
        kind_p=kind,
        rank_p=rank,
        suit_p=suit,
    )


def seen_pawn(track: Track, *, clock_s: float) -> SeenPawn:
    """What is known of a pawn at ``clock_s`` (the observer's)."""
    owner, side, ours = track.pooled((6, 2, 2))
    return SeenPawn(
        id=track.id,
        quad_mm=track.quad_mm,
        quad_px=track.quad_px,
        votes=len(track.votes),
        steady_s=clock_s - track.since_s,
        covered=track.covered,
        missing_s=track.missing_s,
        owner_p=owner,
        side_p=side,
        ours_p=float(ours[0]),
    )


def under(quad_mm: Quad, hands_mm: Sequence[Quad], share: float) -> bool:
    """Whether a hand covers more than ``share`` of the quad."""
    return any(covered_share(quad_mm, hand) > share for hand in hands_mm)


def _the_same(one: Sequence[Vote], other: Sequence[Vote]) -> bool:
    return len(one) == len(other) and all(map(operator.is_, one, other))


def _pool(votes: Sequence[Vote], sizes: tuple[int, int, int]) -> Vote:
    if not votes:
        even = [np.full(n, 1.0 / n) for n in sizes]
        return even[0], even[1], even[2]
    a, b, c = (pooled(column) for column in zip(*votes, strict=True))
    return a, b, c


def card_vote(sight: CardSight) -> Vote:
    """Detector and reader on what it is; the reader on rank and suit, last on being no card of
    the deck."""
    c = sight.confidence
    detected = np.array([c, 0.7 * (1 - c), 0.3 * (1 - c)])
    if sight.kind is Kind.BACK:
        detected = detected[[1, 0, 2]]
    reading = sight.reading
    if reading is None:
        return detected, np.full(14, 1 / 14), np.full(4, 0.25)
    kind = 0.3 * detected + 0.7 * reading.kind_p
    card_p = float(reading.kind_p[0] / max(reading.kind_p[0] + reading.kind_p[2], 1e-6))
    other = 1 - card_p * reading.known_p
    rank = np.append(reading.rank_p * (1 - other), other)
    return kind, np.asarray(rank, dtype=np.float64), np.asarray(reading.suit_p, dtype=np.float64)


def is_back(card: Track) -> bool:
    """Whether every vote about a card is for its back."""
    return bool(card.votes) and all(kind[1] > 0.5 for kind, _, _ in card.votes)


def owner_of(pawn: Track) -> int | None:
    """Whose pawn it surely is, as a place in ``OWNERS``; None while that is in doubt."""
    owner, _, ours = pawn.pooled((6, 2, 2))
    best = int(owner.argmax())
    return best if float(owner[best] * ours[0]) >= SURELY else None


def pawn_vote(sight: PawnSight) -> Vote:
    """The reader on owner, side, and whether it is one of our pawns."""
    ours = float(sight.reading.pawn_p)
    return (
        np.asarray(sight.reading.owner_p, dtype=np.float64),
        np.asarray(sight.reading.side_p, dtype=np.float64),
        np.array([ours, 1 - ours]),
    )
