"""The real referee for the page's tests, played by hand: no camera, its log in a folder."""

import random
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

from device.eyes import Opened, Report, Trouble
from device.referee import Referee
from device.store import Store
from rules.tabletop import Owner, TableEvent
from rules.view import ScoreView
from web import port
from web.photo import Seen

PIN = "4711"
PICTURE = b"\xff\xd8 a picture"
NAMES = ("Ayşe", "Oğuz", "İpek", "Deniz", "Çağla", "Mehmet Ali")
OWNERS = tuple(Owner)
WAIT_S = 5.0


class Evening:
    """A referee that runs, and what people at a table without a camera do with it."""

    def __init__(
        self,
        folder: Path,
        *,
        simulated: bool = False,
        on_refused: Callable[[], None] | None = None,
    ) -> None:
        self.store = Store(folder)
        self.live_pictures = 0
        self.seen = Seen()
        self._looks = 0
        self.referee = Referee(
            self.store,
            pin=PIN,
            simulated=simulated,
            rng=random.Random(1),
            ask_picture=self._ask_picture,
            on_refused=on_refused,
        )
        self.referee.start()
        self.ring(state="seeing", jpeg=PICTURE)
        self.no_camera()

    def close(self) -> None:
        self.referee.stop()
        self.store.close()

    @property
    def score(self) -> ScoreView:
        score = self.referee.snapshot().score
        assert score is not None
        return score

    @property
    def version(self) -> int:
        return self.referee.snapshot().version

    def submit(self, command: port.Command, *, source: str = "phone") -> port.Receipt:
        """From a phone that shows the newest state."""
        score = self.referee.snapshot().score
        seen = None if score is None else score.seq
        return self.referee.submit(command, seen=seen, source=source)

    def begin(
        self,
        *,
        game: str = "vale-avi",
        players: int = 2,
        names: tuple[str, ...] = NAMES,
        **options: Any,
    ) -> None:
        """A match of the first ``players`` names."""
        seats = zip(names[:players], OWNERS, strict=False)
        seated = tuple(port.Player(name=name, owner=owner) for name, owner in seats)
        if game == "vale-avi":
            options = {"baslayan": "sirayla", **options}
        done = self.submit(port.NewMatch(game=game, players=seated, options=options))
        assert done.ok, done

    def say(self, **facts: str) -> None:
        """A person says what lies where; ``p0="KB D"`` is the pick of seat 0."""
        changes = {_key(key): value for key, value in facts.items()}
        done = self.submit(port.SetFact(number=None, changes=changes))
        assert done.ok, done

    def write(self, **facts: str) -> None:
        """Facts of a game that is written by hand; ``left_0="5"`` is the fact ``left:0``."""
        changes = {key.replace("_", ":"): value for key, value in facts.items()}
        done = self.submit(port.SetFact(number=None, changes=changes))
        assert done.ok, done

    def play_hand(self, centre: str = "K", **facts: str) -> None:
        """One whole hand by hand: everybody on KB and KD, an ace and a queen."""
        self.say(centre=centre)
        self.say(**(facts or {"p0": "KB D", "p1": "KD T"}))
        self.say(KB="A", KD="Q")
        self.submit(port.Lock())

    def undo(self) -> port.Receipt:
        return self.submit(port.Undo())

    def ring(self, *, state: str, jpeg: bytes | None = None) -> None:
        """The camera's state changes: a new version, the same log."""
        self.look(state=state, jpeg=jpeg)

    def look(self, *events: TableEvent, state: str = "seeing", jpeg: bytes | None = None) -> None:
        """The camera reports ``events``, a second after what it told before."""
        self._looks += 1
        at_s = float(self._looks)
        told = tuple(replace(event, at_s=at_s) for event in events)
        self.referee.post(Report(self._looks, at_s, told, state, None, {}, jpeg))
        assert self.referee.looked_at(self._looks, WAIT_S)

    def no_camera(self) -> None:
        before = self.version
        self.referee.post(Opened(name="usb:0", simulated=False))
        self.referee.post(Trouble(code="KAMERA_YOK", text="no camera"))
        assert self.referee.wait(before + 1, WAIT_S).version > before + 1

    def read_photo(self, photo: bytes, *, fanned: bool) -> Seen:
        """Tells what a test laid down; the networks have tests of their own."""
        return self.seen

    def _ask_picture(self) -> None:
        self.live_pictures += 1


def _key(name: str) -> str:
    return f"pick:{name[1:]}" if name[0] == "p" else name
