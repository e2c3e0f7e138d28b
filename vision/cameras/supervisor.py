"""Watches a live camera: hanging, gone, black, frozen. Each is noticed within 1.5 s and said with a
code of its own; a camera that is back is taken up again without losing what the eyes know.

A capture that hangs sits in the driver and cannot be ended from inside: ``CameraLost.hung`` asks
the caller to end the whole process, which does.
"""

import logging
import time
from collections.abc import Callable
from contextlib import suppress

import numpy as np

from vision.cameras.newest import NoPicture
from vision.frame import Camera, CameraError, Frame, Image

log = logging.getLogger(__name__)

LIVE = frozenset({"pi", "usb"})
"""Kinds of camera whose pictures never repeat: a sensor has noise. Films and photos may."""
PATIENCE_S = 1.2
SAME_S = 1.0
"""Black, or bit for bit the same, for so long, and over so many pictures:"""
SAME_PICTURES = 3
DARK = 12
"""Brightest value of a picture that shows nothing: a cap, a dead sensor, no light at all."""
STAGE_S = 3600.0
"""A stage shows pictures only when its script moves, however long that takes."""
PROOF_S = 1.5
"""How long a camera that came back may take to prove that it sees."""


class CameraLost(CameraError):
    """A live camera stopped being one. ``code`` KAMERA_YOK | KAMERA_DURDU | KAMERA_SIYAH |
    KAMERA_DONDU; ``hung``: only the end of the process frees it."""

    def __init__(self, code: str, text: str, *, hung: bool = False) -> None:
        super().__init__(text)
        self.code = code
        self.hung = hung


def is_live(camera: Camera) -> bool:
    return camera.name.partition(":")[0] in LIVE


class Sameness:
    """Since when the pictures are black, or do not change."""

    def __init__(self) -> None:
        self._last: bytes | None = None
        self._same_since_s = 0.0
        self._same = 0
        self._changes = 0
        self._dark_since_s: float | None = None
        self._dark = 0

    def judge(self, image: Image, now_s: float) -> str | None:
        """The code of what is wrong for too long; None: it sees."""
        few = np.ascontiguousarray(image[::16, ::16])
        if int(few.max()) <= DARK:
            if self._dark_since_s is None:
                self._dark_since_s, self._dark = now_s, 0
            self._dark += 1
            if self._dark >= SAME_PICTURES and now_s - self._dark_since_s >= SAME_S:
                return "KAMERA_SIYAH"
            return None
        self._dark_since_s = None
        content = few.tobytes()
        if content != self._last:
            self._changes += self._last is not None
            self._last, self._same_since_s, self._same = content, now_s, 0
            return None
        self._same += 1
        if self._same >= SAME_PICTURES and now_s - self._same_since_s >= SAME_S:
            return "KAMERA_DONDU"
        return None

    @property
    def sees(self) -> bool:
        """Whether there were two lit pictures that differ."""
        return self._changes > 0 and self._dark_since_s is None


_TEXT = {
    "KAMERA_SIYAH": "the picture is black: is there a cap on the lens, a lamp on the table?",
    "KAMERA_DONDU": "the picture does not change any more; the camera is opened again",
}


class WatchedCamera:
    """A live camera behind a watch; ``open_camera`` opens it (raises CameraError) now and again."""

    def __init__(
        self, open_camera: Callable[[], Camera], *, now_s: Callable[[], float] = time.monotonic
    ) -> None:
        self._open, self._now_s = open_camera, now_s
        self._inner: Camera | None = open_camera()
        self.name, self.simulated = self._inner.name, self._inner.simulated
        self._sameness = Sameness()

    def frame(self, timeout_s: float = PATIENCE_S) -> Frame | None:
        """Raises CameraLost; from then on only ``reopen`` helps."""
        if self._inner is None:
            raise CameraLost("KAMERA_YOK", "the camera has to be opened again")
        if not is_live(self._inner):
            return self._inner.frame(STAGE_S if self.simulated else timeout_s)
        try:
            frame = self._inner.frame(min(timeout_s, PATIENCE_S))
        except NoPicture as error:
            raise CameraLost("KAMERA_DURDU", str(error), hung=True) from error
        except CameraError as error:
            raise CameraLost("KAMERA_YOK", str(error)) from error
        if frame is None:
            return None
        code = self._sameness.judge(frame.image, self._now_s())
        if code is not None:
            raise CameraLost(code, _TEXT[code])
        return frame

    def reopen(self) -> bool:
        """Close what there is and try once to open it; True when it gives living pictures."""
        self.close()
        self._sameness = Sameness()
        try:
            self._inner = self._open()
            self.name, self.simulated = self._inner.name, self._inner.simulated
            until_s = self._now_s() + PROOF_S
            while self._now_s() < until_s:
                frame = self._inner.frame(PATIENCE_S)
                if frame is None or not is_live(self._inner):
                    return True
                self._sameness.judge(frame.image, self._now_s())
                if self._sameness.sees:
                    return True
        except NoPicture as error:
            raise CameraLost("KAMERA_DURDU", str(error), hung=True) from error
        except CameraError as error:
            log.debug("not back yet: %s", error)
        self.close()
        return False

    def close(self) -> None:
        inner, self._inner = self._inner, None
        if inner is not None:
            with suppress(CameraError, OSError):
                inner.close()
