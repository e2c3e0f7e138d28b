"""The staged camera: renders the scenes a rehearsal sends it. A simulation, and it says so.

The rehearsal knows what lies on its table; this side of the pipe turns each scene into pixels, and
pixels are all that leave it (but for ``script``, see there). The next picture is rendered while the
eyes still look at this one.
"""

import queue
import threading
from collections.abc import Sequence
from dataclasses import dataclass
from multiprocessing.connection import Connection
from pathlib import Path

from vision.detectors.scripted import Script
from vision.frame import CameraError, Frame
from vision.scene.faces import FaceLibrary, SceneError
from vision.scene.render import Renderer
from vision.scene.scene import Scene
from vision.scene.truth import TruthItem

STAGE_SIZE_PX = (1280, 960)
FACES_KEPT = 16
"""Of each deck: more than lie on a table."""
DECKS = Path(__file__).parent.parent / "scene" / "decks"


@dataclass(frozen=True, slots=True)
class Shot:
    """One picture to take: what lies there, and when (virtual seconds)."""

    seq: int
    at_s: float
    scene: Scene


class StagedCamera:
    """Renders ``Shot``s read from ``shots`` until None arrives.

    ``faces_dir``: a deck (or decks) to play with instead of the shipped ones. ``script``: told the
    truth of each picture as it is handed over, where the networks are replaced by it.
    """

    name = "staged"
    simulated = True

    def __init__(
        self, shots: Connection, *, faces_dir: Path | None = None, script: Script | None = None
    ) -> None:
        self._shots = shots
        faces = FaceLibrary.open(faces_dir or DECKS, keep=FACES_KEPT)
        self._renderer = Renderer(faces, size_px=STAGE_SIZE_PX)
        self._script = script
        self._ready: queue.Queue[_Taken | Exception | None] = queue.Queue(maxsize=2)
        threading.Thread(target=self._render_ahead, name="stage", daemon=True).start()

    def frame(self, timeout_s: float = 1.5) -> Frame | None:
        try:
            taken = self._ready.get(timeout=timeout_s)
        except queue.Empty:
            raise CameraError("The staged table shows nothing new.") from None
        if taken is None or isinstance(taken, Exception):
            if taken is not None:
                raise taken
            return None
        if self._script is not None:
            self._script.truth = taken.truth
        return taken.frame

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

    def _take(self, shot: Shot) -> "_Taken":
        picture = self._renderer.render(shot.scene, seed=shot.seq)
        return _Taken(Frame(picture.image, shot.seq, shot.at_s), picture.truth)


@dataclass(frozen=True, slots=True, eq=False)
class _Taken:
    frame: Frame
    truth: Sequence[TruthItem]


def stage_decks(faces_dir: Path | None = None) -> tuple[str, ...]:
    """Names of the decks on the stage: the shipped ones, none of which trained or tuned the eyes,
    or those of a folder. Raises SceneError, naming the court cards and aces a deck lacks."""
    library = FaceLibrary.open(faces_dir or DECKS)
    for name in library.names:
        deck = library.deck(name)
        lacking = sorted({rank + suit for rank in "AKQJ" for suit in "SHDC"} - set(deck.files))
        if lacking:
            raise SceneError(
                f"{deck.folder} lacks {', '.join(lacking)}: Vale Avı needs A, K, Q and J of every "
                "suit, as QH.png or QH.webp"
            )
    return library.names
