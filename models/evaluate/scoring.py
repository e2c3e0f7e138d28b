"""What counts as found and as read right, and how sure the figures are.

A card is found when the upright box around its outline meets a labelled box with IoU 0.5 or more;
where labels box only what shows of a card, the predicted outline is cut by what lies on it first.
Rank and suit count over the cards found, and "unsure" is not right. Intervals resample whole bursts
(pictures of one place), because pictures of one burst fail together.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

from vision.frame import Image
from vision.geometry import Quad, overlap_area
from vision.still import StillCard

Grey = npt.NDArray[np.uint8]
Box = tuple[float, float, float, float]
CAUSES = ("missed", "false_card", "unsure", "rank", "suit")
BURST_GAP_S = 60
"""Photos with the time in their names belong together until a gap of more than this."""


@dataclass(frozen=True, slots=True)
class Label:
    """One labelled object: ``rank`` "2".."A" with T for ten, ``suit`` None where only ranks are
    labelled; ``what`` card | index | ignore."""

    box: Box
    rank: str
    suit: str | None
    what: str


@dataclass(frozen=True, slots=True)
class Counts:
    """Sums over pictures; add them up before dividing."""

    labelled: int = 0
    predicted: int = 0
    found: int = 0
    rank: int = 0
    suit: int = 0
    both: int = 0
    suits_labelled: int = 0  # found cards whose label has a suit
    backs: int = 0  # predicted backs, which no set labels
    unsure: int = 0  # found, and rather not named
    wrong: int = 0  # found, named, and not what the label says
    apart: int = 0  # labelled cards whose box meets no other card's
    apart_found: int = 0
    apart_predicted: int = 0  # predicted cards whose box meets no other predicted one's
    apart_true: int = 0

    def __add__(self, other: "Counts") -> "Counts":
        return Counts(
            *(getattr(self, name) + getattr(other, name) for name in self.__dataclass_fields__)
        )


@dataclass(frozen=True, slots=True)
class Failure:
    """One of ``CAUSES``; what was labelled and what was said, as far as there is any."""

    cause: str
    box: Box
    wanted: str
    said: str


def box_of(quad: Quad) -> Box:
    (x1, y1), (x2, y2) = quad.min(axis=0), quad.max(axis=0)
    return float(x1), float(y1), float(x2), float(y2)


def box_iou(a: Box, b: Box) -> float:
    w = min(a[2], b[2]) - max(a[0], b[0])
    h = min(a[3], b[3]) - max(a[1], b[1])
    if w <= 0 or h <= 0:
        return 0.0
    both = (a[2] - a[0]) * (a[3] - a[1]) + (b[2] - b[0]) * (b[3] - b[1])
    return w * h / (both - w * h)


def visible_boxes(image: Image, cards: Sequence[StillCard]) -> list[Box]:
    """Boxes around what shows of each card: without what other predicted cards on top of it
    hide."""
    grey = np.asarray(cv2.cvtColor(image, cv2.COLOR_BGR2GRAY), dtype=np.uint8)
    shape = grey.shape
    masks = [_mask(shape, card.corners_px) for card in cards]
    shown = [mask.copy() for mask in masks]
    for i, one in enumerate(cards):
        for j in range(i):
            other = cards[j]
            if overlap_area(one.corners_px, other.corners_px) < 16:
                continue
            upper = i if _edge_inside(grey, one, other) > _edge_inside(grey, other, one) else j
            lower = i + j - upper
            shown[lower] &= ~masks[upper]
    return [
        _mask_box(mask) or box_of(card.corners_px) for mask, card in zip(shown, cards, strict=True)
    ]


def _mask(shape: tuple[int, ...], quad: Quad) -> npt.NDArray[np.bool_]:
    mask = np.zeros(shape[:2], dtype=np.uint8)
    cv2.fillConvexPoly(mask, np.round(quad).astype(np.int32), (1,))
    return mask > 0


def _mask_box(mask: npt.NDArray[np.bool_]) -> Box | None:
    ys, xs = np.nonzero(mask)
    if len(xs) == 0:
        return None
    return float(xs.min()), float(ys.min()), float(xs.max() + 1), float(ys.max() + 1)


def _edge_inside(grey: Grey, card: StillCard, other: StillCard) -> float:
    """How much of an edge the picture shows where ``card``'s outline runs inside ``other``: the
    card on top shows its outline there, the one beneath does not."""
    quad, middle = card.corners_px, card.corners_px.mean(axis=0)
    steps = np.linspace(0, 1, 40)[:, None]
    line = np.concatenate(
        [a + steps * (b - a) for a, b in zip(quad, np.roll(quad, -1, 0), strict=True)]
    )
    contour = other.corners_px.reshape(-1, 1, 2).astype(np.float32)
    inside = [cv2.pointPolygonTest(contour, (float(x), float(y)), True) > 2 for x, y in line]
    if not any(inside):
        return 0.0
    points = line[np.array(inside)]
    outward = points - middle
    outward /= np.maximum(np.linalg.norm(outward, axis=1, keepdims=True), 1e-6)
    reach = 0.03 * float(np.linalg.norm(quad[2] - quad[0]))
    inner, outer = (_sample(grey, points + k * reach * outward) for k in (-1, 1))
    return float(np.abs(inner - outer).mean())


def _sample(grey: Grey, points: npt.NDArray[np.floating]) -> npt.NDArray[np.float32]:
    x = np.clip(np.round(points[:, 0]).astype(int), 0, grey.shape[1] - 1)
    y = np.clip(np.round(points[:, 1]).astype(int), 0, grey.shape[0] - 1)
    return np.asarray(grey[y, x], dtype=np.float32)


def score(
    cards: Sequence[StillCard],
    boxes: Sequence[Box],
    labels: Sequence[Label],
    *,
    least_iou: float = 0.5,
) -> tuple[Counts, list[Failure]]:
    """One picture. ``boxes``: one for each card. Predicted backs are counted by themselves."""
    wanted = [label for label in labels if label.what == "card"]
    faces = [i for i, card in enumerate(cards) if card.label != "back"]
    pairs = _match([boxes[i] for i in faces], [label.box for label in wanted], least_iou)
    partner = {faces[p]: w for p, w in pairs}
    lonely_labels = _lonely([label.box for label in wanted])
    lonely_cards = _lonely(boxes)
    counts = Counts(
        labelled=len(wanted),
        backs=len(cards) - len(faces),
        found=len(partner),
        apart=len(lonely_labels),
        apart_found=len(lonely_labels & set(partner.values())),
        apart_true=len(lonely_cards & partner.keys()),
    )
    failures = [
        Failure("missed", label.box, _name(label), "")
        for w, label in enumerate(wanted)
        if w not in partner.values()
    ]
    for i in faces:
        if i in partner:
            one, failure = _read_right(cards[i], boxes[i], wanted[partner[i]])
            counts += one + Counts(apart_predicted=int(i in lonely_cards))
            failures += failure
        elif not _excused(boxes[i], labels):
            counts += Counts(predicted=1, apart_predicted=int(i in lonely_cards))
            failures.append(Failure("false_card", boxes[i], "", cards[i].label or "?"))
    return counts, failures


def _read_right(card: StillCard, box: Box, label: Label) -> tuple[Counts, list[Failure]]:
    rank = card.rank is not None and card.rank.value == label.rank
    suit = card.suit is not None and card.suit.value == label.suit
    right = rank and (suit or label.suit is None)
    counts = Counts(
        predicted=1,
        rank=int(rank),
        suit=int(suit),
        both=int(rank and suit),
        suits_labelled=int(label.suit is not None),
        unsure=int(card.rank is None),
        wrong=int(card.rank is not None and not right),
    )
    said = f"{card.rank.value if card.rank else '?'}{card.suit.value if card.suit else '?'}"
    if right:
        return counts, []
    cause = "unsure" if card.rank is None else "rank" if not rank else "suit"
    return counts, [Failure(cause, box, _name(label), said)]


def _name(label: Label) -> str:
    return label.rank + (label.suit or "")


def _lonely(boxes: Sequence[Box]) -> set[int]:
    """The places of the boxes that meet no other."""
    return {
        i
        for i, box in enumerate(boxes)
        if not any(box_iou(box, other) > 0 for j, other in enumerate(boxes) if j != i)
    }


def _match(
    predicted: Sequence[Box], wanted: Sequence[Box], least_iou: float
) -> list[tuple[int, int]]:
    """Pairs with at least that IoU, best first, each once."""
    overlaps = sorted(
        (
            (iou, p, w)
            for p, a in enumerate(predicted)
            for w, b in enumerate(wanted)
            if (iou := box_iou(a, b)) >= least_iou
        ),
        reverse=True,
    )
    pairs: list[tuple[int, int]] = []
    for _, p, w in overlaps:
        if all(p != q and w != v for q, v in pairs):
            pairs.append((p, w))
    return pairs


def _excused(box: Box, labels: Sequence[Label]) -> bool:
    """Whether a find without a partner lies where the set says nothing: on an "ignore" region, or
    around an "index" whose card is not labelled."""
    for label in labels:
        x, y = (label.box[0] + label.box[2]) / 2, (label.box[1] + label.box[3]) / 2
        if label.what == "index" and box[0] <= x <= box[2] and box[1] <= y <= box[3]:
            return True
        if label.what == "ignore" and box_iou(box, label.box) > 0.1:
            return True
    return False


def bursts(names: Sequence[str]) -> list[int]:
    """A burst number for each picture name, in order: names with a time go together until a gap of
    a minute, numbered ones while they count on, others stand alone."""
    out: list[int] = []
    last: tuple[str, int] | None = None
    number = -1
    for name in names:
        key = _burst_key(name)
        gap = BURST_GAP_S if key[0].startswith("time") else 1
        near = last is not None and key[0] == last[0] and 0 <= key[1] - last[1] <= gap
        if not near:
            number += 1
        out.append(number)
        last = key
    return out


def _burst_key(name: str) -> tuple[str, int]:
    stamp = re.search(r"(\d{8})_(\d{2})(\d{2})(\d{2})", name)
    if stamp:
        day, h, m, s = stamp.groups()
        return f"time {day}", 3600 * int(h) + 60 * int(m) + int(s)
    tail = re.search(r"(\d+)\D*$", name)
    return re.sub(r"\d+", "", name), int(tail.group(1)) if tail else 0


def interval(
    parts: Sequence[tuple[int, int, int]], *, rounds: int = 1000, seed: int = 0
) -> tuple[float, float]:
    """95 % bootstrap interval of sum(hits) / sum(of); ``parts``: (burst, hits, of) for each
    picture."""
    ids = sorted({burst for burst, _, _ in parts})
    hits, of = (np.zeros(len(ids)) for _ in range(2))
    for burst, h, n in parts:
        hits[ids.index(burst)] += h
        of[ids.index(burst)] += n
    if of.sum() == 0:
        return float("nan"), float("nan")
    draws = np.random.default_rng(seed).integers(0, len(ids), (rounds, len(ids)))
    total = np.maximum(of[draws].sum(axis=1), 1)
    low, high = np.percentile(hits[draws].sum(axis=1) / total, [2.5, 97.5])
    return float(low), float(high)
