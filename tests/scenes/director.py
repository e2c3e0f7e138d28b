"""Stages a scene and films it: the cloth, the hands over it, the lens, and the clapperboard.

A simulation. What is filmed here is replayed through the eyes as shipped (``replay``).
"""

import math
import random
from collections.abc import Callable
from dataclasses import dataclass, replace
from fractions import Fraction
from pathlib import Path
from typing import Any

from device.clock import VirtualClock
from device.gestures import Gestures
from device.people import NAMES, HandRecord, Person
from device.stage import CORNERS, FRAME_S, LyingCard, Stage, Table, evening_look
from rules.tabletop import Owner
from tests.scenes.film import Act, Film
from vision.cameras.staged import DECKS, STAGE_SIZE_PX, Shot
from vision.frame import Image
from vision.scene.faces import FaceLibrary
from vision.scene.render import Renderer
from vision.scene.scene import Scene, SceneHand, SceneProp

CRF, PRESET = "31", "slow"
OWNERS = (Owner.RED, Owner.BLUE, Owner.YELLOW, Owner.TURQUOISE, Owner.PURPLE, Owner.PINK)
DECK_NAMES = ("tigullio", "kennard", "buculei")
NOISE = 1.2
"""Grey levels; a film keeps little more."""

Effect = Callable[[Image, float], Image]
"""What lamp and lens do to a picture, at a time in seconds."""
Move = Callable[[Scene, float], Scene]


@dataclass(slots=True)
class StackedDeck(Table):
    """Deals the ``faces`` it was told: of the centre, KB, KD, GB and GD of the picture."""

    faces: tuple[str, ...] = ()

    def deal(self) -> None:
        Table.deal(self)
        places = {"M": "M"} | {self.named(c): c for c in CORNERS}
        for place, face in zip(("M", "KB", "KD", "GB", "GD"), self.faces, strict=True):
            self.places[places[place]].face = face


class Director:
    """``players`` people sit round the table in order; place names are the picture's (KB, M, ..).

    ``seed`` draws the evening's deck, cloth, lamp and camera; ``look`` changes some of it.
    ``light`` changes each picture, ``ground`` each scene before it is drawn.
    """

    def __init__(self, name: str, story: str, *, players: int = 2, seed: int = 1, **look: Any):
        self._name, self._story = name, story
        self._rng = random.Random(seed)
        self.people = tuple(
            Person(seat, NAMES[seat], OWNERS[seat], 90 + 360 * seat / players, seat + seed)
            for seat in range(players)
        )
        self._clock = VirtualClock()
        self._renderer = Renderer(FaceLibrary.open(DECKS), size_px=STAGE_SIZE_PX)
        self._pictures: list[Image] = []
        self.light: Effect = lambda image, at_s: image
        self.ground: Move = lambda scene, at_s: scene
        evening = evening_look(self._rng, DECK_NAMES[seed % len(DECK_NAMES)])
        self.table = StackedDeck(look=replace(evening, **{"noise": NOISE, **look}), rng=self._rng)
        stage = Stage(self, self._clock, lambda seq, timeout_s: True)  # type: ignore[arg-type]
        self._gestures = Gestures(stage, self.table, self._rng)
        self._acts: list[Act] = []
        self._moves: list[str] = []
        self.hands: list[HandRecord] = []
        self._active = tuple(range(players))

    def send(self, shot: Shot) -> None:
        """A picture is taken: this stands where the pipe to the staged camera stands."""
        scene = self.ground(shot.scene, shot.at_s)
        picture = self._renderer.render(scene, seed=shot.seq)
        self._pictures.append(self.light(picture.image, shot.at_s))

    # --- away from the cloth ---------------------------------------------------------------------

    def act(self, do: str, **more: Any) -> None:
        self._acts.append(Act(len(self._pictures), do, **more))
        self._note(do)

    def begin(self) -> None:
        self.look(0.8)
        self.act("begin")

    def answer(self) -> None:
        self.act("answer")
        self.look(0.8)

    def leave(self, seat: int) -> None:
        self.act("leave", seat=seat)
        self._active = tuple(s for s in self._active if s != seat)

    def come(self, seat: int, name: str) -> None:
        """Somebody else sits down there."""
        self.act("take_over", seat=seat, name=name)
        self._active = tuple(sorted({*self._active, seat}))

    # --- on the cloth ----------------------------------------------------------------------------

    @property
    def hand(self) -> HandRecord:
        return self.hands[-1]

    def look(self, for_s: float) -> None:
        self._gestures.look(for_s)

    def deal(self, faces: str = "QS KH QD JC AS", *, again: bool = False) -> None:
        """``faces`` of centre, KB, KD, GB, GD; three more lie closed beside them. ``again``: the
        same hand, dealt anew."""
        self.table.faces = tuple(faces.split())
        self._gestures.deal(self.people[0])
        self.look(1.6)
        record = HandRecord(
            centre=self.table.places["M"].face[0],
            corners={self.table.named(c): self.table.places[c].face[0] for c in CORNERS},
            active=self._active,
            number=len(self.hands) + (not again),
        )
        if again:
            self.hands.pop()
        self.hands.append(record)
        self._note(f"deal {faces}")

    def corner(self, place: str) -> str:
        """The stage's own name of a corner of the picture."""
        return next(c for c in CORNERS if self.table.named(c) == place)

    def card(self, place: str) -> LyingCard:
        return self.table.places["M" if place == "M" else self.corner(place)]

    def lay(
        self, seat: int, place: str, side: str = "D", *,
        off_mm: tuple[float, float] | None = None, counts: bool = True,
    ) -> None:  # fmt: skip
        """``off_mm``: where on the card, from its middle; None: a free spot. ``counts``: False for
        one that is changed later."""
        corner = self.corner(place)
        spot = self.table.spot(corner)
        if off_mm is not None:
            card = self.table.places[corner]
            spot = (card.x_mm + off_mm[0], card.y_mm + off_mm[1])
        self._gestures.lay(self.people[seat], corner, side == "T", spot)
        self.look(0.4)
        if counts:
            self.hand.picks[seat] = (place, side)
        self._note(f"{NAMES[seat]} lays {place} {side}")

    def lay_beside(self, seat: int, at_mm: tuple[float, float], side: str = "D") -> None:
        self._gestures.lay(self.people[seat], None, side == "T", at_mm)
        self._note(f"{NAMES[seat]} lays a pawn beside the cards")

    def take(self, seat: int) -> None:
        self._gestures.take(self.people[seat])
        self._note(f"{NAMES[seat]} takes the pawn")

    def take_all(self) -> None:
        self.look(0.8)
        for person in self.people:
            if person.owner in self.table.pawns:
                self._gestures.take(person)
        self.look(0.8)

    def turn(self, *places: str, by: int = 0) -> None:
        for place in places:
            self._gestures.turn(self.people[by], self.corner(place))
            self._note(f"turn {place}")

    def finish(self, *places: str, wait_s: float = 3.2) -> None:
        """Pawns off, the corners that count turned, and time for the referee to write it down."""
        self.take_all()
        stood = {corner for corner, _ in self.hand.picks.values()}
        self.turn(*(places or sorted(stood)))
        self.look(wait_s)

    def arm(self, seat: int, x_mm: float, y_mm: float) -> SceneHand:
        person = self.people[seat]
        return SceneHand(x_mm=x_mm, y_mm=y_mm, angle_deg=person.arm_deg, kind=person.look)

    def put(self, kind: str, x_mm: float, y_mm: float, size_mm: float = 70.0) -> None:
        turned = self._rng.uniform(0, 360)
        prop = SceneProp(kind=kind, x_mm=x_mm, y_mm=y_mm, angle_deg=turned, size_mm=size_mm)
        self.table.clutter = (*self.table.clutter, prop)

    def _note(self, move: str) -> None:
        self._moves.append(f"{len(self._pictures)} {move}")

    # --- the film --------------------------------------------------------------------------------

    def cut(self, **expected: tuple[str, ...]) -> Film:
        """Write the film and its script; ``due``, ``asks`` and ``tells`` as in Film."""
        film = Film(
            name=self._name,
            story=self._story,
            seats=tuple((p.name, p.owner.value) for p in self.people),
            acts=tuple(self._acts),
            hands=tuple(self.hands),
            moves=tuple(self._moves),
            **expected,
        )
        write_video(film.path, self._pictures, Fraction(1 / FRAME_S).limit_denominator(100))
        film.write()
        return film


def write_video(path: Path, pictures: list[Image], fps: Fraction) -> None:
    """H.264 in an mp4, which OpenCV reads everywhere."""
    import av

    height, width = pictures[0].shape[:2]
    with av.open(str(path), "w") as container:
        stream = container.add_stream("libx264", rate=fps)
        stream.width, stream.height, stream.pix_fmt = width, height, "yuv420p"
        stream.options = {"crf": CRF, "preset": PRESET}
        for picture in pictures:
            container.mux(stream.encode(av.VideoFrame.from_ndarray(picture, format="bgr24")))
        container.mux(stream.encode())


def sway(mm: float, deg: float, period_s: float) -> Move:
    """The camera hangs from something that swings: the cloth wanders in the picture."""

    def moved(scene: Scene, at_s: float) -> Scene:
        a, b = math.sin(2 * math.pi * at_s / period_s), math.cos(2.7 * at_s)
        x, y = scene.offset_mm
        turned = scene.turn_deg + deg * b
        return replace(scene, offset_mm=(x + mm * a, y + 0.6 * mm * b), turn_deg=turned)

    return moved
