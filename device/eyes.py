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

from rules.tabletop import Layout, TableEvent
from vision.frame import Image

log = logging.getLogger(__name__)

SILENT_S = 6.0  # no report for so long (first start: OPEN_S): the process is ended and restarted
OPEN_S = 25.0
RETRY_S = 4.0
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
    deck_file: Path | None = None


@dataclass(frozen=True, slots=True)
class Opened:
    name: str
    simulated: bool


@dataclass(frozen=True, slots=True)
class Report:
    """What one picture brought. ``state`` as in web.port.CameraView; ``jpeg`` when something
    happened or a picture was asked for."""

    seq: int
    taken_s: float
    events: tuple[TableEvent, ...]
    state: str
    advice: str | None
    stage_ms: dict[str, float]
    jpeg: bytes | None


@dataclass(frozen=True, slots=True)
class Trouble:
    """The eyes cannot see. ``code`` KAMERA_YOK | KAMERA_DURDU | GOZLER_BOZUK | KAMERA_BITTI;
    ``text`` says what to do; ``final``: a finite source has ended."""

    code: str
    text: str
    final: bool = False


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
        while not self._stopping.is_set():
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
            self._stopping.wait(RETRY_S)

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
                message: Message = reports.recv()
            except (EOFError, OSError):
                if not self._stopping.is_set():
                    self._post(Trouble("GOZLER_BOZUK", "The eyes stopped; they are restarted."))
                return False
            self._post(message)
            if isinstance(message, Trouble):
                return message.final
            if isinstance(message, Report):
                # a stage shows pictures only when its script moves, however long that takes
                patience_s = SILENT_S if self._stage_end is None else 3600.0
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
    try:
        run_eyes(spec, reports, control, shots)
    except Exception:
        log.exception("the eyes failed")
    finally:
        logging.shutdown()
        os._exit(0)


def run_eyes(
    spec: EyesSpec, reports: Connection, control: Connection, shots: Connection | None
) -> None:
    """Open a camera, look at every picture, report. Ends when the pipe does."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is the main process's; it ends us
    from device.sight import Sight
    from vision.frame import CameraError, VisionError

    try:
        sight = Sight(spec, shots)
        camera = sight.camera
    except CameraError as error:
        reports.send(Trouble("KAMERA_YOK", str(error)))
        return
    try:
        reports.send(Opened(camera.name, camera.simulated))
        eyes = sight.eyes()
        asked_at = -LIVE_EVERY_S
        while (frame := camera.frame()) is not None:
            look = eyes.look(frame)
            wanted = False
            while control.poll():
                control.recv()
                wanted = True
            now = time.monotonic()
            send_picture = bool(look.events) or (wanted and now - asked_at >= LIVE_EVERY_S)
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
        reports.send(Trouble("KAMERA_BITTI", "The recording has ended.", final=True))
    except VisionError as error:
        code = "KAMERA_DURDU" if isinstance(error, CameraError) else "GOZLER_BOZUK"
        with suppress(OSError):  # the main process may be gone
            reports.send(Trouble(code, str(error)))
    except (EOFError, OSError):
        pass  # the main process is gone
    finally:
        camera.close()


def encode_jpeg(image: Image) -> bytes:
    """A picture for the phone: at most JPEG_WIDTH_PX wide."""
    import cv2

    scale = JPEG_WIDTH_PX / image.shape[1]
    shown: cv2.typing.MatLike = image
    if scale < 1:
        size_px = (JPEG_WIDTH_PX, round(image.shape[0] * scale))
        shown = cv2.resize(image, size_px, interpolation=cv2.INTER_AREA)
    return bytes(cv2.imencode(".jpg", shown, [cv2.IMWRITE_JPEG_QUALITY, JPEG_QUALITY])[1])
