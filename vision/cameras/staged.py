"""The staged camera: renders the scenes a rehearsal sends it. A simulation, and it says so.

The rehearsal knows what lies on its table; this side of the pipe turns each scene into pixels, and
pixels are all that leave it. The next picture is rendered while the eyes still look at this one.
"""

import queue
import threading
from collections import OrderedDict
from dataclasses import dataclass
from multiprocessing.connection import Connection
from pathlib import Path

from vision.frame import CameraError, Frame
from vision.scene.render import FaceLibrary, render
from vision.scene.scene import Scene

STAGE_SIZE_PX = (1280, 960)
DECKS = Path(__file__).parent.parent / "scene" / "decks"


@dataclass(frozen=True, slots=True)
class Shot:
    """One picture to take: what lies there, and when (virtual seconds)."""

    seq: int
    at_s: float
    scene: Scene


class StagedCamera:
    """Renders ``Shot``s read from ``shots`` until None arrives.

    ``faces_dir``: card pictures for every deck of the stage; None: the shipped decks by name.
    """

    name = "staged"
    simulated = True

    def __init__(self, shots: Connection, *, faces_dir: Path | None = None) -> None:
        self._shots = shots
        self._faces_dir = faces_dir
        self._libraries: OrderedDict[str, FaceLibrary] = OrderedDict()
        self._ready: queue.Queue[Frame | Exception | None] = queue.Queue(maxsize=2)
        threading.Thread(target=self._render_ahead, name="stage", daemon=True).start()

    def frame(self, timeout_s: float = 1.5) -> Frame | None:
        try:
            frame = self._ready.get(timeout=timeout_s)
        except queue.Empty:
            raise CameraError("The staged table shows nothing new.") from None
        if isinstance(frame, Exception):
            raise frame
        return frame

    def close(self) -> None:
        self._shots.close()

    def _render_ahead(self) -> None:
        try:
            while (shot := self._shots.recv()) is not None:
                self._ready.put(self._take(shot))
            self._ready.put(None)
        except (EOFError, OSError):
            self._ready.put(None)
        except Exception as error:  # handed to the eyes' loop, which reports it
            self._ready.put(error)

    def _take(self, shot: Shot) -> Frame:
        picture = render(
            shot.scene,
            faces=self._library(shot.scene.look.deck),
            size_px=STAGE_SIZE_PX,
            seed=shot.seq,
        )
        return Frame(image=picture.image, seq=shot.seq, taken_s=shot.at_s)

    def _library(self, deck: str) -> FaceLibrary:
        if deck not in self._libraries:
            self._libraries[deck] = FaceLibrary.open(self._faces_dir or DECKS / deck)
            while len(self._libraries) > 3:
                self._libraries.popitem(last=False)
        return self._libraries[deck]


def stage_decks() -> tuple[str, ...]:
    """Names of the decks that ship with the stage; none of them trained or tuned the eyes."""
    return tuple(sorted(folder.name for folder in DECKS.iterdir() if folder.is_dir()))
