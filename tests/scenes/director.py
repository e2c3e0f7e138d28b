"""Stages a scene: the cloth, the hands over it, the lens, and the clapperboard.

A simulation. What is filmed of it is replayed through the eyes as shipped (``replay``).
"""

import random
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from device.clock import VirtualClock
from device.gestures import Gestures
from device.people import NAMES, HandRecord, Person
from device.stage import CORNERS, LyingCard, Stage, Table, evening_look
from rules.tabletop import Owner
from tests.scenes.film import Act, Deed, Film
from tests.scenes.take import Effect, Take
from vision.cameras.staged import Shot
from vision.scene.scene import Scene, SceneHand, SceneProp

DECK_NAMES = ("tigullio", "kennard", "buculei")
NOISE = 1.2
"""Grey levels; a film keeps little more."""
DEALT = ("M", "KB", "KD", "GB", "GD")
WRITTEN_S = 3.2
"""The referee has looked at the open corners and written the hand."""

Shift = Callable[[Scene, float], Scene]
"""What befalls the whole scene before it is drawn, at a time in seconds."""


@dataclass(slots=True)
class StackedDeck(Table):
    """Deals the ``faces`` it was told, in the order of DEALT. ``decks``: the places whose card is
    of another deck; ``beside``: what is spread beside the layout, every other card face up."""

    faces: tuple[str, ...] = ()
    decks: Mapping[str, str] = field(default_factory=dict)
    beside: tuple[str, ...] = ()

    def deal(self) -> None:
        Table.deal(self)
        for place, face in zip(DEALT, self.faces, strict=True):
            card = self.at(place)
            card.face, card.deck = face, self.decks.get(place)
        spare = self.strays[0]
        for n, face in enumerate(self.beside):
            x_mm, y_mm = 236.0 + 4 * n, -120.0 + 38 * n
            self.strays.append(replace(spare, face=face, up=n % 2 == 0, x_mm=x_mm, y_mm=y_mm))

    def at(self, place: str) -> LyingCard:
        return self.places[self.own_name(place)]

    def own_name(self, place: str) -> str:
        """What the stage calls a place of the picture."""
        return "M" if place == "M" else next(c for c in CORNERS if self.named(c) == place)


class Director:
    """``players`` people sit round the table in order; place names are the picture's (KB, M, ..).

    ``seed`` draws the evening's deck, cloth, lamp and camera; ``look`` changes some of it.
    ``light`` changes each picture, ``ground`` each scene before it is drawn.

    Whatever is drawn by lot comes from one generator: a scene whose moves or whose draws change
    their order is another film.
    """

    def __init__(self, name: str, story: str, *, players: int, seed: int, **look: Any):
        self._name, self._story = name, story
        self._rng = random.Random(seed)
        self._people = tuple(
            Person(seat, NAMES[seat], owner, 90 + 360 * seat / players, seat + seed)
            for seat, owner in zip(range(players), Owner, strict=False)
        )
        self._shots: list[tuple[Shot, Effect]] = []
        self.light: Effect = lambda image, at_s: image
        self.ground: Shift = lambda scene, at_s: scene
        evening = evening_look(self._rng, DECK_NAMES[seed % len(DECK_NAMES)])
        self.table = StackedDeck(look=replace(evening, **{"noise": NOISE, **look}), rng=self._rng)
        stage = Stage(self, VirtualClock(), lambda seq, timeout_s: True)  # type: ignore[arg-type]
        self._gestures = Gestures(stage, self.table, self._rng)
        self._acts: list[Act] = []
        self._moves: list[str] = []
        self._hands: list[HandRecord] = []
        self._sitting = {person.seat: person.name for person in self._people}

    def send(self, shot: Shot) -> None:
        """A picture is taken: this stands where the pipe to the staged camera stands."""
        scene = self.ground(shot.scene, shot.at_s)
        self._shots.append((replace(shot, scene=scene), self.light))

    # --- away from the cloth ---------------------------------------------------------------------

    def act(self, do: Deed, *, seat: int | None = None, name: str | None = None) -> None:
        self._acts.append(Act(len(self._shots), do, seat, name))
        self._note(do)

    def begin(self) -> None:
        self.look(0.8)
        self.act(Deed.BEGIN)

    def answer(self) -> None:
        self.act(Deed.ANSWER)
        self.look(0.8)

    def leave(self, seat: int) -> None:
        self.act(Deed.LEAVE, seat=seat)
        del self._sitting[seat]

    def come(self, seat: int, name: str) -> None:
        """Somebody else sits down there."""
        self.act(Deed.TAKE_OVER, seat=seat, name=name)
        self._sitting[seat] = name

    # --- on the cloth ----------------------------------------------------------------------------

    @property
    def hand(self) -> HandRecord:
        return self._hands[-1]

    def look(self, for_s: float) -> None:
        self._gestures.look(for_s)

    def play(self, faces: str, picks: str, *, starts: int = 0, wait_s: float = WRITTEN_S) -> None:
        """A whole hand: dealt, laid (``lay_all``) and turned over."""
        self.deal(faces)
        self.lay_all(picks, starts=starts)
        self.finish(wait_s=wait_s)

    def deal(self, faces: str, *, again: bool = False) -> None:
        """``faces`` in the order of DEALT; three more lie closed beside them. ``again``: the same
        hand, dealt anew."""
        self.table.faces = tuple(faces.split())
        self._gestures.deal(self._people[0])
        self.look(1.6)
        if again:
            self._hands.pop()
        ranks = {self.table.named(own): self.table.places[own].face[0] for own in CORNERS}
        centre, active = self.table.places["M"].face[0], tuple(sorted(self._sitting))
        self._hands.append(HandRecord(centre=centre, corners=ranks, active=active))
        self._note(f"deal {faces}")

    def lay_all(self, picks: str, *, starts: int = 0) -> None:
        """``picks`` as "GD:D KB:T": corner and side, in turn from the seat that ``starts`` on."""
        turns = sorted(self._sitting, key=lambda seat: (seat < starts, seat))
        for seat, pick in zip(turns, picks.split(), strict=True):
            self.lay(seat, *pick.split(":"))

    def lay(
        self,
        seat: int,
        place: str,
        side: str,
        *,
        off_mm: tuple[float, float] | None = None,
        counts: bool = True,
    ) -> None:
        """``off_mm``: where, from the card's middle, along the cloth; None: a free spot.
        ``counts``: False for one that is changed later."""
        corner = self.table.own_name(place)
        spot = self.table.spot(corner)
        if off_mm is not None:
            card = self.table.at(place)
            spot = (card.x_mm + off_mm[0], card.y_mm + off_mm[1])
        self._gestures.lay(self._people[seat], corner, side == "T", spot)
        self.look(0.4)
        if counts:
            self.hand.picks[seat] = (place, side)
        self._note(f"{self._sitting[seat]} lays {place} {side}")

    def take(self, seat: int) -> None:
        self._gestures.take(self._people[seat])
        self._note(f"{self._sitting[seat]} takes the pawn")

    def take_all(self) -> None:
        self.look(0.8)
        for person in self._people:
            if person.owner in self.table.pawns:
                self._gestures.take(person)
        self.look(0.8)

    def turn(self, *places: str) -> None:
        for place in places:
            self._gestures.turn(self._people[0], self.table.own_name(place))
            self._note(f"turn {place}")

    def finish(self, *, wait_s: float = WRITTEN_S) -> None:
        """Pawns off, the corners that count turned, and time for the referee to write it down."""
        self.take_all()
        self.turn(*sorted({corner for corner, _ in self.hand.picks.values()}))
        self.look(wait_s)

    def clear(self) -> None:
        """Everything is put away."""
        self.table.clear()
        self._note("cloth cleared")

    def rest_arm(self, seat: int, x_mm: float, y_mm: float, angle_deg: float) -> None:
        """An arm stays on the cloth, its fingertips there, and leaves at that angle."""
        kind = self._people[seat].look
        self.table.arms = (SceneHand(x_mm=x_mm, y_mm=y_mm, angle_deg=angle_deg, kind=kind),)

    def put(self, kind: str, x_mm: float, y_mm: float, size_mm: float) -> None:
        turned = self._rng.uniform(0, 360)
        prop = SceneProp(kind=kind, x_mm=x_mm, y_mm=y_mm, angle_deg=turned, size_mm=size_mm)
        self.table.clutter = (*self.table.clutter, prop)

    def _note(self, move: str) -> None:
        self._moves.append(f"{len(self._shots)} {move}")

    def cut(self, **expected: tuple[str, ...]) -> Take:
        """The scene is over; ``due``, ``asks`` and ``tells`` as in Film."""
        film = Film(
            name=self._name,
            story=self._story,
            seats=tuple((p.name, p.owner.value) for p in self._people),
            acts=tuple(self._acts),
            hands=tuple(self._hands),
            moves=tuple(self._moves),
            **expected,
        )
        return Take(film, tuple(self._shots))
