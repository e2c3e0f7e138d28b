"""Which cards a fanned hand holds: indices joined to cards, each card named once.

A card bears its index in two corners, or in four. In a fan one shows of most cards and two of the
last one; what belongs together is told by where it is: the other index of a card lies a card's
length away and stands the other way up (or a card's width, the same way up). A card that is in the
deck once is in the hand once: of two that look alike the surer one is that card, the other is what
it looks like next, or unknown.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations

import numpy as np
import numpy.typing as npt

from rules.cards import Rank, Suit
from vision.calibrate import CARD_MM
from vision.detectors.indices import ANCHOR, ANCHORS
from vision.geometry import Quad, quad_size
from vision.readers.base import RANKS, SUITS
from vision.readers.geometry import project, to_picture
from vision.readers.indices import IndexReading

REAL = 0.5
"""Confidence of finder and reader together below which a spot is no index."""
TYPICAL, HAND = 0.65, 13
"""Of the typical sureness of so many of the surest: below this share a spot is no index."""
SURE_LABEL, SURE_PART = 0.86, 0.93
"""Below these rank and suit together, the rank or the suit alone are not said."""
LENGTH_MM, WIDTH_MM = (
    CARD_MM[1] * (1 - 2 * ANCHOR[1]),
    CARD_MM[0] * (1 - 2 * ANCHOR[0]),
)
"""From a card's index to those in its other corners."""
FAR_SLACK, FAR_SLACK_DEG = 1.5, 14.0
SLACK_MM, SLACK_DEG = 9.0, 22.0
"""Decks differ in size, cards are bent and tables lean."""
TWICE_MM = 9.0
"""Nearer to each other two indices that say the same are one."""
CORNER_SHARE = 0.09
"""Of a card's length: how far from where an index belongs it may stand."""
NEIGHBOURS_MM, FAN_LEAST = 40.0, 3
"""Indices so near each other are of cards that overlap; three such cards are a fan."""
DOUBT = 0.05
"""What a card looks like next is believed only where it looked like that before: this much of the
certainty may be lost with the label that is gone."""
ALIKE = 0.1
"""Two indices of one card say the same with at least this probability."""

Floats = npt.NDArray[np.float32]


@dataclass(frozen=True, slots=True, eq=False)
class FanCard:
    """One card of a fan. ``rank`` and ``suit`` may be given alone, or neither where it is not sure;
    ``confidence`` 0..1 that what is said is right (nothing said: that it is a card).
    ``indices``: one to four, the surest first."""

    rank: Rank | None
    suit: Suit | None
    confidence: float
    indices: tuple[IndexReading, ...]

    @property
    def label(self) -> str | None:
        """ "QH", or None while rank or suit is open."""
        return f"{self.rank}{self.suit}" if self.rank and self.suit else None


def cards_of(readings: Sequence[IndexReading], *, copies: int = 1) -> list[FanCard]:
    """The cards to which the indices of one picture belong, in the order in which they lie.

    ``copies``: how often the decks in play hold each card.
    """
    groups = _joined(_once(_real(readings)))
    named = _named([_label_p(group) for group in groups], copies=copies)
    cards = [_card(group, p) for group, p in zip(groups, named, strict=True)]
    return [cards[i] for i in in_order(_fanned(groups))]


def beside(cards: Sequence[FanCard], quads: Sequence[Quad]) -> dict[int, int]:
    """Which of the cards of a fan were found as whole cards too: place of the card to place of the
    outline (4x2 pixels, clockwise from a short side) in one of whose corners its index stands."""
    found: dict[int, int] = {}
    for place, card in enumerate(cards):
        for number, quad in enumerate(quads):
            corners = project(to_picture(quad.astype(np.float32), 0.0), ANCHORS)
            reach = CORNER_SHARE * quad_size(quad)[1]
            at = np.stack([reading.spot.centre_px for reading in card.indices])
            if np.linalg.norm(at[:, None] - corners[None], axis=2).min() <= reach:
                found.setdefault(place, number)
    return found


def in_fans(cards: Sequence[FanCard]) -> list[bool]:
    """For each card whether it is one of at least FAN_LEAST that lie close together."""
    near = [[_touch(a, b) for b in cards] for a in cards]
    fan = list(range(len(cards)))
    for i, row in enumerate(near):
        for j, touches in enumerate(row):
            if touches and fan[i] != fan[j]:
                old, new = fan[j], fan[i]
                fan = [new if f == old else f for f in fan]
    sizes = Counter(fan)
    return [sizes[f] >= FAN_LEAST for f in fan]


def _touch(a: FanCard, b: FanCard) -> bool:
    return any(
        np.linalg.norm(one.spot.centre_px - other.spot.centre_px)
        <= NEIGHBOURS_MM * min(one.spot.px_per_mm, other.spot.px_per_mm)
        for one in a.indices
        for other in b.indices
    )


def same_card(a: IndexReading, b: IndexReading) -> bool:
    """Whether two indices can be corners of one card: by where they are and how they stand."""
    scale = (a.spot.px_per_mm + b.spot.px_per_mm) / 2
    up, right = a.spot.up, np.array([-a.spot.up[1], a.spot.up[0]])
    away = (b.spot.centre_px - a.spot.centre_px) / scale
    along, across = float(-away @ up), abs(float(away @ right))
    cosine, aligned = float(a.spot.up @ b.spot.up), np.cos(np.radians(SLACK_DEG))
    if cosine > aligned:  # the other corner of the same end
        return abs(along) <= SLACK_MM and abs(across - WIDTH_MM) <= SLACK_MM
    # The far end: across the card, or straight down where there are four. What tilt and a scale
    # that was told wrong do to the way there is a factor and a turn.
    return cosine < -aligned and any(
        1 / FAR_SLACK <= np.hypot(along, across) / np.hypot(LENGTH_MM, beside) <= FAR_SLACK
        and abs(np.degrees(np.arctan2(across, along) - np.arctan2(beside, LENGTH_MM)))
        <= FAR_SLACK_DEG
        for beside in (WIDTH_MM, 0.0)
    )


def _real(readings: Sequence[IndexReading]) -> list[IndexReading]:
    """Those that are indices, the surest first. In one light and sharpness they are about equally
    sure; what is much less so than a hand's worth of the surest is print or a pattern."""
    ranked = sorted(readings, key=lambda r: -r.spot.confidence * r.index_p)
    sure = [r.spot.confidence * r.index_p for r in ranked]
    least = max(REAL**2, TYPICAL * float(np.median(sure[:HAND]))) if sure else 1.0
    return [r for r, p in zip(ranked, sure, strict=True) if p >= least]


def _once(readings: Sequence[IndexReading]) -> list[IndexReading]:
    """Without those that say the same as a surer one right beside them: seen twice."""
    kept: list[IndexReading] = []
    for one in readings:
        label = _both(one).argmax()
        if not any(
            _both(k).argmax() == label
            and np.linalg.norm(one.spot.centre_px - k.spot.centre_px) < TWICE_MM * k.spot.px_per_mm
            for k in kept
        ):
            kept.append(one)
    return kept


def _joined(readings: list[IndexReading]) -> list[list[IndexReading]]:
    """Groups of indices of one card: best agreeing pairs first, never two in one corner."""
    label_p = [_both(r) for r in readings]
    pairs = sorted(
        (
            (float((label_p[i] * label_p[j]).sum()), i, j)
            for i, j in combinations(range(len(readings)), 2)
            if same_card(readings[i], readings[j])
        ),
        reverse=True,
    )
    group = list(range(len(readings)))
    for alike, i, j in pairs:
        ours = [k for k in range(len(readings)) if group[k] in (group[i], group[j])]
        fits = all(same_card(readings[a], readings[b]) for a, b in combinations(ours, 2))
        if alike >= ALIKE and group[i] != group[j] and fits:
            low, high = sorted((group[i], group[j]))
            group = [low if g == high else g for g in group]
    return [[r for r, g in zip(readings, group, strict=True) if g == k] for k in sorted({*group})]


def _both(reading: IndexReading) -> Floats:
    """52 probabilities, rank by rank."""
    return np.asarray(np.outer(reading.rank_p, reading.suit_p).ravel(), np.float32)


def _label_p(group: Sequence[IndexReading]) -> Floats:
    """What the indices of a card say together: the product, each softened by what it may be that
    is no index at all."""
    total = np.zeros(len(RANKS) * len(SUITS))
    for reading in group:
        total += np.log(_both(reading) * reading.index_p + (1 - reading.index_p) / 52 + 1e-6)
    p = np.exp(total - total.max())
    return np.asarray(p / p.sum(), np.float32)


def _named(label_p: list[Floats], *, copies: int) -> list[Floats]:
    """The same with each label taken ``copies`` times at most: the surest card takes its own, for
    the others it is no longer possible."""
    taken: Counter[int] = Counter()
    open_p = dict(enumerate(label_p))
    told: dict[int, Floats] = {}
    while open_p:
        surest = max(open_p, key=lambda i: float(open_p[i].max()))
        told[surest] = open_p.pop(surest)
        label = int(told[surest].argmax())
        taken[label] += 1
        if taken[label] == copies:
            for i, p in open_p.items():
                rest = p.copy()
                rest[label] = 0.0
                open_p[i] = np.asarray(rest / (rest.sum() + DOUBT), np.float32)
    return [told[i] for i in range(len(label_p))]


def _card(group: list[IndexReading], p: Floats) -> FanCard:
    table = p.reshape(len(RANKS), len(SUITS))
    ranks, suits = table.sum(axis=1), table.sum(axis=0)
    rank, suit = (int(i) for i in np.unravel_index(table.argmax(), table.shape))
    both = float(table[rank, suit])
    real = max(r.spot.confidence * r.index_p for r in group)
    if both >= SURE_LABEL:
        return FanCard(RANKS[rank], SUITS[suit], both, tuple(group))
    rank, suit = int(ranks.argmax()), int(suits.argmax())
    rank_p, suit_p = float(ranks[rank]), float(suits[suit])
    if rank_p >= SURE_PART and rank_p >= suit_p:
        return FanCard(RANKS[rank], None, rank_p, tuple(group))
    if suit_p >= SURE_PART:
        return FanCard(None, SUITS[suit], suit_p, tuple(group))
    return FanCard(None, None, real, tuple(group))


def _fanned(groups: Sequence[Sequence[IndexReading]]) -> list[Floats]:
    """Of each card the index by which it takes its place in the fan: of several the one that stands
    as the single ones do."""
    singles = [group[0].spot for group in groups if len(group) == 1]
    along = np.sum([spot.up for spot in singles], axis=0) if singles else np.zeros(2)
    return [max(group, key=lambda r: float(r.spot.up @ along)).spot.centre_px for group in groups]


def in_order(points: Sequence[Floats]) -> list[int]:
    """Places along the line that leads from one point to the nearest next: as a fan is read.

    Begins at the end that lies further left, so that what lies beside each other is told so.
    """
    if len(points) < 3:
        return sorted(range(len(points)), key=lambda i: float(points[i][0]))
    at = np.stack(points).astype(float)
    gaps = np.linalg.norm(at[:, None] - at[None], axis=2)
    first, last = (int(i) for i in np.unravel_index(gaps.argmax(), gaps.shape))
    path = [first if at[first, 0] <= at[last, 0] else last]
    rest = set(range(len(points))) - set(path)
    while rest:
        nearest = min(rest, key=lambda i: (gaps[path[-1], i], i))
        path.append(nearest)
        rest.remove(nearest)
    return path
