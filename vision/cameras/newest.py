"""Newest wins: a thread keeps taking pictures and only the last one is kept.

A camera driver buffers pictures; whoever reads them one by one sees the past. And a capture can
hang for ever: the thread may hang with it, the one who waits gets a CameraError in time.
"""

import threading
import time
from collections.abc import Callable

from vision.frame import CameraError, Frame, Image


class NoPicture(CameraError):
    """The camera did not answer in time: the capture hangs in the driver."""


class NewestFrame:
    """Calls ``grab`` (blocking; raises CameraError when the camera is gone) in a thread of its
    own."""

    def __init__(self, grab: Callable[[], Image], *, name: str) -> None:
        self._grab = grab
        self._name = name
        self._fresh = threading.Condition()
        self._frame: Frame | None = None
        self._error: CameraError | None = None
        self._closed = False
        self._given = 0
        self._thread = threading.Thread(target=self._run, name=f"camera-{name}", daemon=True)
        self._thread.start()

    def wait(self, timeout_s: float) -> Frame:
        """The newest picture that has not been given yet. Raises CameraError after
        ``timeout_s``."""
        deadline = time.monotonic() + timeout_s
        with self._fresh:
            while self._frame is None or self._frame.seq == self._given:
                if self._error is not None:
                    raise self._error
                left_s = deadline - time.monotonic()
                if left_s <= 0:
                    raise NoPicture(
                        f"camera {self._name} gave no picture for {timeout_s:.1f} s; "
                        "it is opened again, check its cable if this repeats"
                    )
                self._fresh.wait(left_s)
            self._given = self._frame.seq
            return self._frame

    def close(self, timeout_s: float = 1.0) -> None:
        """Stop taking pictures; gives up on a thread that hangs in the driver."""
        self._closed = True
        self._thread.join(timeout_s)

    def _run(self) -> None:
        seq = 0
        while not self._closed:
            try:
                image = self._grab()
            except CameraError as error:
                with self._fresh:
                    self._error = error
                    self._fresh.notify_all()
                return
            seq += 1
            with self._fresh:
                self._frame = Frame(image, seq, time.monotonic())
                self._fresh.notify_all()
