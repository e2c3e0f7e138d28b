"""The eyes' process and the link to it.

A capture that hangs cannot be ended in a thread and a native crash must not take the score with it,
so camera and networks live in a spawned process. It sends ``Opened``, then a ``Report`` for every
picture, or ``Trouble``; the link ends and restarts it when it falls silent.
"""

import logging
import multiprocessing
import os
import signal
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from pathlib import Path
from typing import TYPE_CHECKING

from rules.tabletop import Covered, Layout, TableEvent
from vision.cameras.supervisor import STAGE_S, CameraLost
from vision.frame import Camera, CameraError, Image, VisionError

if TYPE_CHECKING:  # heavy: imported in the eyes' own process only
    from device.sight import Sight
    from vision.eyes import Eyes

log = logging.getLogger(__name__)

SEEN_GAME = "vale-avi"
"""The game the eyes follow; the others are written by hand on the page."""
SILENT_S = 6.0  # no report for so long (first start: OPEN_S): the process is ended and restarted
OPEN_S = 25.0
RETRY_S, LONGEST_RETRY_S = 0.5, 4.0
"""Before the process is started again: longer each time that it does not come to see."""
REOPEN_EVERY_S = 0.7
JPEG_QUALITY = 82
JPEG_WIDTH_PX = 960
LIVE_EVERY_S = 1.0


@dataclass(frozen=True, slots=True)
class EyesSpec:
    """Everything the process needs to know; ``cameras`` are tried in order. ``scripted``: the
    networks are replaced by the truth about the staged picture, to try what comes after them.
    ``deck_file``: the deck that was taught, if there is one."""

    cameras: tuple[str, ...]
    layout: Layout
    faces_dir: Path | None = None
    noise: bool = False
    scripted: bool = False
    threads: int = 2
    up_deg: int = 0
    record_in: Path | None = None  # every picture is kept there, for replay
    deck_file: Path | None = None


@dataclass(frozen=True, slots=True)
class Opened:
    name: str
    simulated: bool


@dataclass(frozen=True, slots=True)
class Report:
    """What one picture brought. ``state`` as in web.port.CameraView; ``jpeg`` when something
    happened (a hand in the way is nothing to keep) or a picture was asked for."""

    seq: int
    taken_s: float
    events: tuple[TableEvent, ...]
    state: str
    advice: str | None
    stage_ms: dict[str, float]
    jpeg: bytes | None


@dataclass(frozen=True, slots=True)
class Trouble:
    """The eyes cannot see. ``code`` KAMERA_YOK | KAMERA_DURDU | KAMERA_SIYAH | KAMERA_DONDU |
    GOZLER_BOZUK | KAMERA_BITTI; ``text`` says what to do; ``final``: a finite source has ended;
    ``passing``: the process goes on and tries to see again."""

    code: str
    text: str
    final: bool = False
    passing: bool = False


class StillHere:
    """From the process to its link: no camera yet, but alive."""


Message = Opened | Report | Trouble


class EyesLink:
    """Starts, watches and restarts the eyes' process; hands every message to ``post``."""

    def __init__(self, spec: EyesSpec, post: Callable[[Message], None]) -> None:
        self._spec = spec
        self._post = post
        self._context = multiprocessing.get_context("spawn")
        self._stopping = threading.Event()
        self._control: Connection | None = None
        self._process: BaseProcess | None = None
        self._thread = threading.Thread(target=self._supervise, name="eyes-link", daemon=True)
        self._saw = False  # whether the present process came to see
        self.shots: Connection | None = None
        self._stage_end: Connection | None = None
        if "staged" in spec.cameras:
            self.shots, self._stage_end = self._context.Pipe()

    def start(self) -> None:
        self._thread.start()

    def ask_picture(self) -> None:
        """The next report brings a picture even if nothing happens."""
        control = self._control
        if control is not None:
            with suppress(OSError):  # the process is being restarted; the page asks again
                control.send("picture")

    def stop(self) -> None:
        self._stopping.set()
        self._end_process()
        self._thread.join(timeout=5)

    def pid(self) -> int | None:
        return None if self._process is None else self._process.pid

    def _supervise(self) -> None:
        retry_s = RETRY_S
        while not self._stopping.is_set():
            self._saw = False
            reports, child_reports = self._context.Pipe(duplex=False)
            child_control, self._control = self._context.Pipe(duplex=False)
            self._process = self._context.Process(
                target=eyes_process,
                args=(self._spec, child_reports, child_control, self._stage_end),
                name="hakem-eyes",
                daemon=True,
            )
            self._process.start()
            child_reports.close()
            child_control.close()
            ended = self._listen(reports)
            self._end_process()
            reports.close()
            if ended:
                return
            retry_s = RETRY_S if self._saw else min(2 * retry_s, LONGEST_RETRY_S)
            self._stopping.wait(retry_s)

    def _listen(self, reports: Connection) -> bool:
        """Pass messages on until the process is gone or silent; True: it ended as it should."""
        patience_s = OPEN_S
        while not self._stopping.is_set():
            try:
                if not reports.poll(patience_s):
                    self._post(
                        Trouble("KAMERA_DURDU", "The camera gives no picture; it is restarted.")
                    )
                    return False
                message: Message | StillHere = reports.recv()
            except (EOFError, OSError):
                if not self._stopping.is_set():
                    self._post(Trouble("GOZLER_BOZUK", "The eyes stopped; they are restarted."))
                return False
            if isinstance(message, StillHere):
                patience_s = SILENT_S
                continue
            self._post(message)
            if isinstance(message, Trouble) and not message.passing:
                return message.final
            if isinstance(message, Report):
                self._saw = True
                patience_s = SILENT_S if self._stage_end is None else STAGE_S
        return True

    def _end_process(self) -> None:
        process = self._process
        if process is not None and process.is_alive():
            process.terminate()
            process.join(timeout=1.5)
            if process.is_alive():
                process.kill()
                process.join(timeout=1.5)


def eyes_process(
    spec: EyesSpec, reports: Connection, control: Connection, shots: Connection | None
) -> None:
    """``run_eyes``, and then the end: native threads of camera and networks may still be at work,
    and a tidy interpreter exit under them aborts."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is the main process's; it ends us
    try:
        import cv2

        cv2.setNumThreads(1)  # what OpenCV does here takes less time than sharing it among threads
        run_eyes(spec, reports, control, shots)
    except Exception:
        log.exception("the eyes failed")
    finally:
        logging.shutdown()
        os._exit(0)


def run_eyes(
    spec: EyesSpec,
    reports: Connection,
    control: Connection,
    shots: Connection | None,
    *,
    open_one: Callable[[str], Camera] | None = None,
) -> None:
    """Open a camera, look at every picture, report; wait for a camera that is gone. Ends when the
    pipe does, or with a capture that hangs. ``open_one`` opens a camera by its name, for tests."""
    from device.sight import Sight

    camera: Camera | None = None
    try:
        sight = _await_sight(lambda: Sight(spec, shots, open_one=open_one), reports)
        camera = sight.camera
        reports.send(Opened(camera.name, camera.simulated))
        _look(camera, sight.eyes(), reports, control)
        reports.send(Trouble("KAMERA_BITTI", "The recording has ended.", final=True))
    except VisionError as error:
        code = "KAMERA_DURDU" if isinstance(error, CameraError) else "GOZLER_BOZUK"
        with suppress(OSError):  # the main process may be gone
            reports.send(Trouble(getattr(error, "code", code), str(error)))
    except (EOFError, OSError):
        pass  # the main process is gone
    finally:
        if camera is not None:
            camera.close()


def _await_sight(make: "Callable[[], Sight]", reports: Connection) -> "Sight":
    """Try until a camera is there; raises OSError when nobody listens any more."""
    told = False
    while True:
        try:
            return make()
        except CameraError as error:
            reports.send(StillHere() if told else Trouble("KAMERA_YOK", str(error), passing=True))
            told = True
            time.sleep(REOPEN_EVERY_S)


def _look(camera: Camera, eyes: "Eyes", reports: Connection, control: Connection) -> None:
    """Until a finite source ends. Raises VisionError, OSError and EOFError."""
    asked_at = -LIVE_EVERY_S
    while True:
        try:
            frame = camera.frame()
        except CameraLost as lost:
            _await_return(camera, lost, reports)
            continue
        if frame is None:
            return
        look = eyes.look(frame)
        wanted = False
        while control.poll():
            control.recv()
            wanted = True
        now = time.monotonic()
        happened = any(not isinstance(event, Covered) for event in look.events)
        send_picture = happened or (wanted and now - asked_at >= LIVE_EVERY_S)
        if send_picture:
            asked_at = now
        reports.send(
            Report(
                seq=frame.seq,
                taken_s=frame.taken_s,
                events=tuple(look.events),
                state=look.state,
                advice=look.advice,
                stage_ms=dict(look.stage_ms),
                jpeg=encode_jpeg(frame.image) if send_picture else None,
            )
        )


def _await_return(camera: Camera, lost: CameraLost, reports: Connection) -> None:
    """Tell, and try until the camera sees again; what the eyes know is kept. Raises CameraLost when
    only the end of the process helps."""
    reopen: Callable[[], bool] | None = getattr(camera, "reopen", None)
    if lost.hung or reopen is None:
        raise lost
    reports.send(Trouble(lost.code, str(lost), passing=True))
    while not reopen():
        reports.send(StillHere())
        time.sleep(REOPEN_EVERY_S)
    reports.send(Opened(camera.name, camera.simulated))


def encode_jpeg(image: Image) -> bytes:
    """A picture for the phone: at most JPEG_WIDTH_PX wide."""
    import cv2

    from vision.resize import resized

    scale = JPEG_WIDTH_PX / image.shape[1]
    shown = image
    if scale < 1:
        size_px = (JPEG_WIDTH_PX, round(image.shape[0] * scale))
        shown = resized(image, size_px)
    return bytes(cv2.imencode(".jpg", shown, [cv2.IMWRITE_JPEG_QUALITY, JPEG_QUALITY])[1])
