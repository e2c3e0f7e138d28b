"""Observations to ``TableEvent``s: which card lies at which place of the layout, and what happened.

Events within one observation come in the order a referee needs them: what is covered, what is gone,
a new layout, then pawns (gone before placed), then faces, then pawns on cards that show their
faces: those were laid too late to count. Assumptions, each of them tested:

- A place keeps its card by following it: a bump of the cloth moves all places, a nudge moves one.
  A card lifted and laid back within 0.6 card lengths of its place is the same place's card.
- Once a place has shown its face and was cleared, what is laid there later is not its card.
- A new layout is one open card with four closed ones around it that was not there before: the old
  one was cleared, or a corner of it had been opened, or four of its cards were off the cloth at the
  same time, or (while no pawn has been placed yet) four of them lie differently.
- After a clearing, and where an opened corner is closed again, pawns already lying on a new layout
  do not hide that it is new (someone was quick). Eyes that open on a hand under way take it up
  silently, without ``LayoutSeen``.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from rules.tabletop import (
    CardGone,
    CardOpen,
    Covered,
    Layout,
    LayoutSeen,
    LayoutUnclear,
    PawnAt,
    PawnGone,
    Reading,
    TableCleared,
    TableEvent,
)
from vision.cloth_plane import Relaid
from vision.geometry import Quad, Rigid, angle_between_deg, covered_share, quad_angle_deg
from vision.layout import Arrangement, CardSpot, QuincunxFinder
from vision.observation import SeenCard, TableObservation
from vision.pawns import PawnBook, PawnEvent, place_of
from vision.readers.base import RANKS

CARD_MM = 88.0
LAID_BACK, WITHIN = 0.6 * CARD_MM, 0.85 * CARD_MM
"""A card laid within the first of a place is that place's; beyond the second it was swept away."""
DISPLACED_MM, DISPLACED_DEG = 8.0, 8.0
IS_FACE, IS_BACK = 0.6, 0.5
IS_RANK = 0.5
"""A face shows a rank. What looks like one and like none in particular may be a back with a pawn
and a passing hand on it."""
PATIENCE_S = 3.0
"""After this a face or back that stays in doubt is taken as the likelier, with its doubt."""
SURELY_BACK = 0.8
RATHER_BACK, HARDLY_FACE = 0.35, 0.15
"""A second look at a plain back: it may be a coaster, but it is no face."""
SECOND_LOOK_S = 1.0
SLEEVE_S = 1.5
"""A closed card that is seen whole under somebody's sleeve for so long has been laid."""
ASKEW_DEG = 60.0
"""A layout may lean so far and keep its names: more than the 45 at which they would change."""
OPENING_S = 1.5
"""Eyes that just opened wait this long before they take up a hand under way."""


@dataclass(slots=True, eq=False)
class _Spot:
    """A place on the cloth. ``home_mm``/``home_deg``: where its card lay at the deal (bumps
    applied)."""

    name: str
    quad_mm: Quad
    home_mm: Quad
    track: int | None
    gone: bool = False
    opened: bool = False
    sent: Reading | None = None

    @property
    def done(self) -> bool:
        return self.gone and self.opened


class Watcher:
    """Feed it every observation in order; it returns what happened on the table."""

    def __init__(self, layout: Layout, *, steady_s: float = 0.6) -> None:
        self._finder = QuincunxFinder(layout)
        self._steady_s = steady_s
        self._spots: dict[str, _Spot] = {}
        self._pawns = PawnBook(steady_s=steady_s)
        self._covered: frozenset[str] = frozenset()
        self._lean_deg = 0.0
        self._started_s: float | None = None
        self._ever = False  # a layout or a clearing was told
        self._unclear_told = False
        self._off_together = False  # most cards of this deal were off the cloth at one time
        self._pawned = False  # a pawn was placed on this deal

    @property
    def places_mm(self) -> dict[str, Quad]:
        """The quads of the places of the layout that is followed; empty while searching."""
        return {name: spot.quad_mm for name, spot in self._spots.items()}

    @property
    def complete(self) -> bool:
        """Whether a layout is followed and no card of it has gone."""
        return bool(self._spots) and not any(spot.gone for spot in self._spots.values())

    @property
    def covered(self) -> frozenset[str]:
        return self._covered

    def watch(self, seen: TableObservation) -> list[TableEvent]:
        """What happened since the last observation."""
        if self._started_s is None:
            self._started_s = seen.at_s
        if seen.moved is not None:
            self.move(seen.moved)
        cards = {card.id: card for card in seen.cards}
        events: list[TableEvent] = []
        events += self._tell_covered(seen, cards)
        events += self._follow(seen, cards)
        events += self._new_layout(seen)
        told: list[PawnEvent] = []
        showing = self._showing(cards)
        if self._spots or self._ever:
            lying = {n: s.quad_mm for n, s in self._spots.items() if not s.gone}
            told = self._pawns.update(seen, lying, showing)
            self._pawned |= any(isinstance(e, PawnAt) and e.place in lying for e in told)
        on_faces = [e for e in told if not isinstance(e, PawnGone) and e.place in showing]
        events += [e for e in told if e not in on_faces]
        events += self._tell_faces(seen, cards)
        return [*events, *on_faces]

    def move(self, motion: Rigid | Relaid) -> None:
        """The whole cloth goes there: it was pushed, or its plane was laid anew."""
        self._pawns.move(motion)
        self._lean_deg += motion.angle_deg
        for spot in self._spots.values():
            spot.quad_mm = motion.apply(spot.quad_mm).astype(np.float32)
            spot.home_mm = motion.apply(spot.home_mm).astype(np.float32)

    def _tell_covered(
        self, seen: TableObservation, cards: dict[int, SeenCard]
    ) -> Iterable[TableEvent]:
        covered = set()
        for spot in self._spots.values():
            card = None if spot.track is None else cards.get(spot.track)
            lost = card is not None and (card.covered or card.missing_s > 0)
            if (lost or self._under_hand(spot, seen)) and not spot.done:
                covered.add(spot.name)
        if covered != self._covered:
            self._covered = frozenset(covered)
            yield Covered(seen.at_s, self._covered)

    def _follow(self, seen: TableObservation, cards: dict[int, SeenCard]) -> list[TableEvent]:
        """Keep each place with its card; tell which are gone, and when all are."""
        self._attach(cards)
        events: list[TableEvent] = []
        off = 0
        for spot in self._spots.values():
            card = None if spot.track is None else cards.get(spot.track)
            off += card is None or card.missing_s > 0
            if card is None:
                if not spot.gone and not self._under_hand(spot, seen):
                    spot.gone, spot.track = True, None
                    events.append(CardGone(seen.at_s, spot.name))
                continue
            spot.gone = False
            if not card.covered and card.missing_s == 0:
                spot.quad_mm = card.quad_mm
        self._off_together |= bool(self._spots) and off >= len(self._spots) - 1
        if self._spots and all(spot.gone for spot in self._spots.values()):
            self._spots = {}
            self._ever, self._unclear_told = True, False
            events.append(TableCleared(seen.at_s))
        return events

    @staticmethod
    def _under_hand(spot: _Spot, seen: TableObservation) -> bool:
        return any(covered_share(spot.quad_mm, hand) > 0.03 for hand in seen.hands_mm)

    def _attach(self, cards: dict[int, SeenCard]) -> None:
        """Give places without a visible card the nearest free one that was laid there."""
        for spot in self._spots.values():
            card = None if spot.track is None else cards.get(spot.track)
            if card is not None and _apart(card.quad_mm, spot.home_mm) > WITHIN:
                spot.track = None
        held = {s.track for s in self._spots.values() if self._sees(s, cards)}
        wanting = [s for s in self._spots.values() if not s.done and not self._sees(s, cards)]
        free = [
            c
            for c in cards.values()
            if c.id not in held
            and c.kind_p[2] < 0.5
            and not c.covered
            and c.missing_s == 0
            and c.steady_s >= self._steady_s / 2
        ]
        near = sorted(
            (distance, spot.name, card.id)
            for spot in wanting
            for card in free
            if (distance := _apart(card.quad_mm, spot.quad_mm)) < LAID_BACK
            and _apart(card.quad_mm, spot.home_mm) <= WITHIN
        )
        used: set[int] = set()
        for _, name, card_id in near:
            spot = self._spots[name]
            if card_id not in used and not self._sees(spot, cards):
                spot.track = card_id
                used.add(card_id)

    @staticmethod
    def _sees(spot: _Spot, cards: dict[int, SeenCard]) -> bool:
        card = None if spot.track is None else cards.get(spot.track)
        return card is not None and not card.covered and card.missing_s == 0

    def _new_layout(self, seen: TableObservation) -> list[TableEvent]:
        """LayoutSeen, LayoutUnclear, or nothing; a hand under way is taken up silently."""
        if self._spots and self._pawned and not self._broken_up():
            return []
        known = [c for c in seen.cards if self._lies_there(c)]
        pawns = [p.centre_mm for p in seen.pawns if p.missing_s == 0 and p.ours_p > 0.5]
        found = self._finder.find(
            [CardSpot(*c.centre_mm, c.angle_deg, bool(c.kind_p[0] >= IS_FACE)) for c in known],
            up_deg=self._lean_deg,
        )
        if found.unclear and not self._spots:
            told, self._unclear_told = self._unclear_told, True
            return [] if told else [LayoutUnclear(seen.at_s)]
        if found.best is None or found.unclear:
            if not self._spots and not self._ever:
                self._take_up(seen, known)
            return []
        by_place = _laid_out(known, found.best)
        closed = {n: card.quad_mm for n, card in by_place.items() if n != self._finder.centre}
        occupied = any(place_of(centre, closed)[0] is not None for centre in pawns)
        hides = occupied and not self._closed_again(by_place)
        if self._spots and (hides or not self._is_new(by_place, {c.id for c in known})):
            return []
        if occupied and not self._ever:
            self._take_up(seen, known)
            return []
        self._adopt(known, found.best)
        self._ever, self._unclear_told = True, False
        return [LayoutSeen(seen.at_s)]

    def _lies_there(self, card: SeenCard) -> bool:
        """Whether it may be a card of a layout: it lies steady, known for a face or a back. Of a
        closed one nothing is to be read, so a sleeve may lie over its edge."""
        if card.missing_s > 0:
            return False
        if card.covered:
            return card.whole_s >= SLEEVE_S and float(card.kind_p[1]) >= IS_BACK
        known = card.kind_p[0] >= IS_FACE or _closed(card)
        return card.steady_s >= self._steady_s and bool(known)

    def _is_new(self, by_place: dict[str, SeenCard], in_view: set[int]) -> bool:
        """Whether closed cards around an open one are another deal than the one that is followed.

        Not while a card of the followed deal lies in view and is none of them.
        """
        spots = self._spots
        lying = {s.track for s in spots.values() if s.track in in_view}
        if not lying <= {card.id for card in by_place.values()}:
            return False
        if self._broken_up() or self._pawned:
            return self._broken_up()
        changed = 0
        for name, card in by_place.items():
            home = spots[name].home_mm
            turned = angle_between_deg(quad_angle_deg(home), card.angle_deg)
            changed += _apart(card.quad_mm, home) > DISPLACED_MM or turned > DISPLACED_DEG
        return changed >= len(spots) - 1

    def _closed_again(self, by_place: dict[str, SeenCard]) -> bool:
        """Whether a surely closed card lies where a corner of this deal had shown its face."""
        return any(
            spot.opened and by_place[name].kind_p[1] >= SURELY_BACK
            for name, spot in self._spots.items()
            if name != self._finder.centre
        )

    def _broken_up(self) -> bool:
        """Whether this deal has been opened, or cards of it have been taken off."""
        corners = [s for s in self._spots.values() if s.name != self._finder.centre]
        return self._off_together or any(s.opened or s.gone for s in corners)

    def _take_up(self, seen: TableObservation, known: list[SeenCard]) -> None:
        """Follow a hand that was under way when the eyes opened; nothing is told about a deal."""
        if self._started_s is None or seen.at_s - self._started_s < OPENING_S:
            return
        spots = [CardSpot(*c.centre_mm, c.angle_deg, bool(c.kind_p[0] >= IS_FACE)) for c in known]
        found = self._finder.find(spots, new_deal=False, up_deg=self._lean_deg)
        if found.best is not None and not found.unclear:
            self._adopt(known, found.best)

    def _adopt(self, known: Sequence[SeenCard], arrangement: Arrangement) -> None:
        """Follow these cards. A layout that stands askew keeps the names of the one before; a
        camera that was hung anew gives them anew."""
        if angle_between_deg(arrangement.lean_deg, 0.0, period=360.0) > ASKEW_DEG:
            arrangement = self._finder.upright(arrangement)
        self._lean_deg = arrangement.lean_deg
        self._off_together = self._pawned = False
        self._pawns.tell_anew()
        self._spots = {
            name: _Spot(name=name, quad_mm=card.quad_mm, home_mm=card.quad_mm, track=card.id)
            for name, card in _laid_out(known, arrangement).items()
        }

    def _showing(self, cards: dict[int, SeenCard]) -> frozenset[str]:
        """Places whose card lies there, free and steady, with its face up."""
        names = set()
        for spot in self._spots.values():
            card = None if spot.track is None else cards.get(spot.track)
            if card is None or card.covered or card.missing_s > 0 or card.kind_p[2] >= 0.5:
                continue
            votes_enough = card.votes >= 2 or card.steady_s >= 2 * self._steady_s
            if card.steady_s < self._steady_s or not votes_enough:
                continue
            if _named(card) or (card.kind_p[0] > card.kind_p[1] and card.steady_s >= PATIENCE_S):
                names.add(spot.name)
        return frozenset(names)

    def _tell_faces(
        self, seen: TableObservation, cards: dict[int, SeenCard]
    ) -> Iterable[TableEvent]:
        showing = self._showing(cards)
        for spot in self._spots.values():
            card = None if spot.track is None else cards.get(spot.track)
            if card is None or not (spot.name in showing or _taken_open(spot, card)):
                continue
            doubt = 1.0 if card.kind_p[0] >= IS_FACE else float(card.kind_p[0])
            ranks = {
                rank.value: doubt * float(p)
                for rank, p in zip(RANKS, card.rank_p[:-1], strict=True)
            }
            spot.opened = True
            if spot.sent is None or _says_more(spot.sent.ranks, ranks, card.votes):
                spot.sent = Reading(ranks)
                yield CardOpen(seen.at_s, spot.name, spot.sent)


def _named(card: SeenCard) -> bool:
    """Whether its votes together say a face, and which rank."""
    return bool(card.kind_p[0] >= IS_FACE and card.rank_p[:-1].max() >= IS_RANK)


def _taken_open(spot: _Spot, card: SeenCard) -> bool:
    """Whether a card was taken away before it had lain long, but had been read twice, and named."""
    left_early = not spot.opened and not card.covered and card.missing_s > 0
    return left_early and card.votes >= 2 and _named(card)


def _laid_out(known: Sequence[SeenCard], arrangement: Arrangement) -> dict[str, SeenCard]:
    return {name: known[i] for name, i in arrangement.by_place.items()}


def _closed(card: SeenCard) -> bool:
    """Whether it may be a closed card of a layout."""
    face, back = float(card.kind_p[0]), float(card.kind_p[1])
    patient = card.steady_s >= SECOND_LOOK_S and face <= HARDLY_FACE
    return back >= IS_BACK or (patient and back >= RATHER_BACK)


def _apart(a: Quad, b: Quad) -> float:
    return float(np.linalg.norm(a.mean(axis=0) - b.mean(axis=0)))


def _says_more(told: Mapping[str, float], now: Mapping[str, float], votes: int) -> bool:
    """Whether a card that was told is to be told again: surer of the same, or sure of another.

    What covers a card in part makes it less sure, never another card: that is not told.
    """
    best, before = max(now, key=lambda r: now[r]), max(told, key=lambda r: told[r])
    if best == before:
        return now[best] > told[before] + 0.02 and votes >= 3
    return now[best] > min(0.6, told[before] + 0.1)
