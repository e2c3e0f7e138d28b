"""Pawns on places: whose, which side, on which card, and when it cannot be told (spec 1.5,
VA-T3/T4).

One pawn for each owner: all pawns in view are given to owners jointly. A pawn that lies where
another one was lying a moment ago, and that one is nowhere, may lie on top of it: never guessed.
A pawn put down anew and lifted before it lay steady is told as unclear: the last steady place is
not where its owner left it.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field

import numpy as np

from rules.tabletop import Hidden, Owner, PawnAt, PawnGone, PawnSide, PawnUnclear
from vision.cloth_plane import Relaid
from vision.geometry import Quad, Rigid, depth_inside, quad_size
from vision.observation import SeenPawn, TableObservation
from vision.readers.base import OWNERS, SIDES
from vision.votes import Probabilities, owners_posterior

EDGE_MM = 5.0
STACKED_SHARE = 0.8
"""Centres nearer than this share of a diameter: one lies on the other. Touching is 1.0."""
LEAST_CONFIDENCE = 0.75
RESENT_CONFIDENCE = 0.1

PawnEvent = PawnAt | PawnGone | PawnUnclear


@dataclass(slots=True)
class _Known:
    """What was last said about an owner's pawn, and the track that showed it."""

    track: int
    centre_mm: tuple[float, float]
    place: str | None
    side: PawnSide
    confidence: float


_Glimpse = tuple[Owner, str | None, PawnSide]


@dataclass(frozen=True, slots=True)
class _Verdict:
    """One steady pawn judged: an owner and side on a place, or why not."""

    pawn: SeenPawn
    owner: Owner
    side: PawnSide
    confidence: float
    place: str | None
    why: Hidden | None


@dataclass(slots=True)
class PawnBook:
    """Remembers what it said about each owner and tells what changed.

    ``steady_s``: how long a pawn must lie before anything is said about it.
    """

    steady_s: float = 0.6
    _known: dict[Owner, _Known] = field(default_factory=dict)
    _unclear: dict[int, tuple[str | None, Hidden]] = field(default_factory=dict)
    _brief: dict[int, _Glimpse] = field(default_factory=dict)

    def move(self, motion: Rigid | Relaid) -> None:
        """The whole table was pushed."""
        for known in self._known.values():
            x, y = motion.apply(np.array(known.centre_mm))
            known.centre_mm = float(x), float(y)

    def tell_anew(self) -> None:
        """New cards lie there: whatever lies on them is told once more."""
        for known in self._known.values():
            known.confidence = -1.0

    def update(
        self, seen: TableObservation, places: Mapping[str, Quad], opened: frozenset[str]
    ) -> list[PawnEvent]:
        """``places``: the cards that lie there, in mm; ``opened``: those that now show a face."""
        live = [p for p in seen.pawns if p.missing_s == 0 and p.votes]
        posterior = _posterior(live)
        verdicts = [
            verdict
            for pawn, p in zip(live, posterior, strict=True)
            if (verdict := self._judge(pawn, p, live, places)) is not None
        ]
        verdicts = self._suspect_stacks(verdicts, live, posterior)
        self._settle_unclear(seen, verdicts)
        gone = self._gone(seen, posterior, verdicts, opened)
        lifted = self._lifted_too_soon(seen)
        said: list[PawnEvent] = []
        for verdict in verdicts:
            said += self._say(seen, verdict)
        self._glimpse(live, posterior, places)
        return [*gone, *sorted([*lifted, *said], key=lambda e: isinstance(e, PawnUnclear))]

    def _glimpse(
        self, live: list[SeenPawn], posterior: Probabilities, places: Mapping[str, Quad]
    ) -> None:
        """Remember who lies, free, where or how it has not been told yet."""
        for pawn, p in zip(live, posterior, strict=True):
            best, side = int(p[:-1].argmax()), int(pawn.side_p.argmax())
            if pawn.covered or pawn.votes < 2 or p[best] * pawn.side_p[side] < LEAST_CONFIDENCE:
                continue
            place, _ = place_of(pawn.centre_mm, places)
            known = self._known.get(OWNERS[best])
            if known is not None and (known.place, known.side) != (place, SIDES[side]):
                self._brief[pawn.id] = OWNERS[best], place, SIDES[side]
            else:
                self._brief.pop(pawn.id, None)

    def _lifted_too_soon(self, seen: TableObservation) -> list[PawnEvent]:
        """Pawns that were glimpsed in a new place and left before anything could be said."""
        here = {p.id for p in seen.pawns if p.missing_s == 0}
        events: list[PawnEvent] = []
        for track in [t for t in self._brief if t not in here]:
            owner, place, _ = self._brief.pop(track)
            if place is None:
                continue
            if self._known.pop(owner, None) is not None:
                events.append(PawnGone(seen.at_s, owner))
            events.append(PawnUnclear(seen.at_s, place, Hidden.UNREADABLE))
        return events

    def _judge(
        self, pawn: SeenPawn, p: Probabilities, live: list[SeenPawn], places: Mapping[str, Quad]
    ) -> _Verdict | None:
        """None while it is not steady, not free, or nobody's."""
        votes_enough = pawn.votes >= 2 or pawn.steady_s >= 2 * self.steady_s
        if pawn.covered or pawn.steady_s < self.steady_s or not votes_enough:
            return None
        best = int(p[:-1].argmax())
        side = int(pawn.side_p.argmax())
        confidence = float(p[best] * pawn.side_p[side])
        place, on_edge = place_of(pawn.centre_mm, places)
        why: Hidden | None = None
        if any(_on_top(pawn, other.centre_mm) for other in live if other.id != pawn.id):
            why = Hidden.STACKED
        elif float(p[-1]) > 0.5:
            if not any(_on_top(pawn, k.centre_mm) for k in self._known.values()):
                return None
            why = Hidden.STACKED
        elif on_edge:
            why = Hidden.EDGE
        elif confidence < LEAST_CONFIDENCE:
            why = Hidden.UNREADABLE
        if why is Hidden.UNREADABLE and self._held_by(pawn) is OWNERS[best]:
            why = None  # it was told before and has not been touched since
        return _Verdict(pawn, OWNERS[best], SIDES[side], confidence, place, why)

    def _held_by(self, pawn: SeenPawn) -> Owner | None:
        return next((o for o, k in self._known.items() if k.track == pawn.id), None)

    def _suspect_stacks(
        self, verdicts: list[_Verdict], live: list[SeenPawn], posterior: Probabilities
    ) -> list[_Verdict]:
        """A pawn lying where another owner's was, and that one is nowhere in view: stacked?"""
        in_view = {OWNERS[int(p[:-1].argmax())] for p in posterior if float(p[-1]) < 0.5}
        lost = {o: k for o, k in self._known.items() if o not in in_view}
        out = []
        for v in verdicts:
            hides = any(o is not v.owner and _on_top(v.pawn, k.centre_mm) for o, k in lost.items())
            why = Hidden.STACKED if hides else v.why
            out.append(_Verdict(v.pawn, v.owner, v.side, v.confidence, v.place, why))
        return out

    def _settle_unclear(self, seen: TableObservation, verdicts: list[_Verdict]) -> None:
        """What was unclear and is not any more: everything there is said anew."""
        now = {v.pawn.id: (v.place, v.why) for v in verdicts if v.why is not None}
        waiting = {p.id for p in seen.pawns if p.covered or p.steady_s < self.steady_s}
        for track, (place, _) in list(self._unclear.items()):
            if track in now or track in waiting:
                continue
            del self._unclear[track]
            for known in self._known.values():
                if known.place == place:
                    known.confidence = -1.0

    def _gone(
        self,
        seen: TableObservation,
        posterior: Probabilities,
        verdicts: list[_Verdict],
        opened: frozenset[str],
    ) -> list[PawnEvent]:
        """Owners whose pawn left: nothing that could be it, or hide it, lies or waits there."""
        tracks = {p.id: p for p in seen.pawns}
        in_view = {OWNERS[int(p[:-1].argmax())] for p in posterior if float(p[-1]) < 0.5}
        waiting = [p for p in seen.pawns if p.covered or p.steady_s < self.steady_s]
        stacked = [v.pawn for v in verdicts if v.why is Hidden.STACKED]
        events: list[PawnEvent] = []
        for owner, known in list(self._known.items()):
            holder = tracks.get(known.track)
            unsure = holder is not None and (
                holder.covered or holder.votes < 2 or holder.missing_s > 0
            )
            hidden = any(_on_top(pawn, known.centre_mm) for pawn in [*stacked, *waiting])
            turned = known.place in opened and (holder is None or holder.missing_s > 0)
            if owner in in_view or ((unsure or hidden) and not turned):
                continue
            del self._known[owner]
            events.append(PawnGone(seen.at_s, owner))
        return events

    def _say(self, seen: TableObservation, v: _Verdict) -> list[PawnEvent]:
        known = self._known.get(v.owner)
        if v.why is not None:
            told = (v.place, v.why)
            if self._unclear.get(v.pawn.id) == told:
                return []
            self._unclear[v.pawn.id] = told
            events: list[PawnEvent] = []
            if known is not None and _has_left(known, v, seen):
                del self._known[v.owner]
                events.append(PawnGone(seen.at_s, v.owner))
            return [*events, PawnUnclear(seen.at_s, v.place, v.why)]
        if known is not None and (known.place, known.side) == (v.place, v.side):
            known.track, known.centre_mm = v.pawn.id, v.pawn.centre_mm
            if abs(known.confidence - v.confidence) <= RESENT_CONFIDENCE:
                return []
        self._brief.pop(v.pawn.id, None)
        self._known[v.owner] = _Known(v.pawn.id, v.pawn.centre_mm, v.place, v.side, v.confidence)
        return [PawnAt(seen.at_s, v.owner, v.side, v.place, v.confidence)]


def place_of(centre_mm: tuple[float, float], places: Mapping[str, Quad]) -> tuple[str | None, bool]:
    """The place whose card the centre lies on, and whether two cards claim it (spec 1.5: within
    5 mm of a shared edge)."""
    depth = {name: depth_inside(np.array(centre_mm), quad) for name, quad in places.items()}
    if not depth:
        return None, False
    best = max(depth, key=lambda name: depth[name])
    claims = sum(d >= -EDGE_MM for d in depth.values())
    if claims >= 2:
        return best, True
    return (best, False) if depth[best] >= 0 else (None, False)


def _has_left(known: _Known, unclear: _Verdict, seen: TableObservation) -> bool:
    """Whether the pawn that is unclear now is the one that was told, and not where it was told."""
    if known.track == unclear.pawn.id:
        return known.place != unclear.place or unclear.why is Hidden.EDGE
    lies = any(p.id == known.track and (p.covered or p.missing_s == 0) for p in seen.pawns)
    return unclear.why is not Hidden.STACKED and not lies


def _on_top(pawn: SeenPawn, centre_mm: tuple[float, float]) -> bool:
    x, y = pawn.centre_mm
    across = sum(quad_size(pawn.quad_mm)) / 2
    return float(np.hypot(x - centre_mm[0], y - centre_mm[1])) < STACKED_SHARE * across


def _posterior(pawns: list[SeenPawn]) -> Probabilities:
    if not pawns:
        return np.zeros((0, len(OWNERS) + 1))
    return owners_posterior(
        np.stack([p.owner_p for p in pawns]), np.array([p.ours_p for p in pawns])
    )
