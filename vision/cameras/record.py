"""A table recorded for replay: every picture of another camera kept, with its time.

``film:FOLDER`` plays it again in its own time: the same pictures, the same events, on any machine.
"""

import logging
import shutil
from collections.abc import Callable
from pathlib import Path

import cv2

from vision.frame import Camera, CameraError, Frame

log = logging.getLogger(__name__)

TIMES = "times.txt"
QUALITY = 92
SPARE_MB = 500
"""Recording ends when the disk has only this much left: the match log needs it more."""


class RecordingCamera:
    """Shows what ``inner`` shows, and writes it into ``folder``: a new or empty one, or one that
    holds a recording, which goes on (the eyes' process was started again)."""

    def __init__(self, inner: Camera, folder: Path) -> None:
        self._inner, self._folder = inner, folder
        self.name, self.simulated = inner.name, inner.simulated
        try:
            folder.mkdir(parents=True, exist_ok=True)
            if any(folder.iterdir()) and not (folder / TIMES).exists():
                raise CameraError(f"{folder} is not empty: name a new folder to record into")
            before = recorded_times(folder)
            self._times = (folder / TIMES).open("a", encoding="utf-8")
        except OSError as error:
            raise CameraError(f"cannot record into {folder}: {error.strerror}") from error
        self._count = len(before)
        self._offset_s = max(before.values(), default=-1.0) + 1.0
        self._began_s: float | None = None
        self._recording = True

    def reopen(self) -> bool:
        reopen: Callable[[], bool] | None = getattr(self._inner, "reopen", None)
        return reopen is not None and reopen()

    def frame(self, timeout_s: float = 1.5) -> Frame | None:
        frame = self._inner.frame(timeout_s)
        if frame is not None and self._recording:
            self._keep(frame)
        return frame

    def _keep(self, frame: Frame) -> None:
        """A disk that takes no more ends the recording, never the evening."""
        if self._began_s is None:
            self._began_s = frame.taken_s
        at_s = self._offset_s + frame.taken_s - self._began_s
        name = f"{self._count:07d}.jpg"
        try:
            if shutil.disk_usage(self._folder).free < SPARE_MB * 2**20:
                raise OSError(f"less than {SPARE_MB} MB left")
            jpeg = cv2.imencode(".jpg", frame.image, [cv2.IMWRITE_JPEG_QUALITY, QUALITY])[1]
            (self._folder / name).write_bytes(jpeg.tobytes())
            self._times.write(f"{name} {at_s:.3f}\n")
            self._times.flush()
            self._count += 1
        except OSError as error:
            log.warning("the recording ends: %s", error)
            self._recording = False

    def close(self) -> None:
        self._times.close()
        self._inner.close()


def recorded_times(folder: Path) -> dict[str, float]:
    """When each picture of a recording was taken; empty for any other folder of pictures."""
    path = folder / TIMES
    if not path.exists():
        return {}
    lines = path.read_text(encoding="utf-8").splitlines()
    return {name: float(at) for name, _, at in (line.partition(" ") for line in lines) if at}
