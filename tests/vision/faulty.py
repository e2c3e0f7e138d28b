"""A live camera whose driver does what drivers do: hang, vanish, go black, freeze; and whose
picture people and lamps spoil."""

import time
from collections.abc import Callable, Mapping

import cv2
import numpy as np

from vision.cameras.newest import NewestFrame, NoPicture
from vision.frame import CameraError, Frame, Image

EVERY_S = 0.03


def moved(image: Image, *, by_px: tuple[float, float], turn_deg: float = 0.0) -> Image:
    """As a camera shows it that was pushed aside and turned; the cloth goes on at the edges."""
    height, width = image.shape[:2]
    motion = cv2.getRotationMatrix2D((width / 2, height / 2), turn_deg, 1.0)
    motion[:, 2] += by_px
    return np.asarray(
        cv2.warpAffine(image, motion, (width, height), borderMode=cv2.BORDER_REPLICATE),
        dtype=np.uint8,
    )


SPOILT: Mapping[str, Callable[[Image], Image]] = {
    "colours": lambda image: np.ascontiguousarray(image[..., ::-1]),
    "bumped": lambda image: moved(image, by_px=(60, 40), turn_deg=7),
    "pushed away": lambda image: moved(image, by_px=(500, 0), turn_deg=7),
    "turned 90": lambda image: moved(image, by_px=(0, 0), turn_deg=90),
    "turned 180": lambda image: moved(image, by_px=(0, 0), turn_deg=180),
    "out of focus": lambda image: np.asarray(cv2.GaussianBlur(image, (0, 0), 9), dtype=np.uint8),
    "no focus at all": lambda image: np.asarray(
        cv2.GaussianBlur(image, (0, 0), 25), dtype=np.uint8
    ),
    "too dark": lambda image: (image * 0.1).astype(np.uint8),
    "lamp out": lambda image: (image * 0.03).astype(np.uint8) + np.uint8(10),
}
"""What the camera makes of a scene, by the name of the fault."""


class Driver:
    """The hardware behind the camera; a test sets ``fault`` to "", hang, gone, black, frozen or one
    of ``SPOILT``."""

    def __init__(self, scene: Image | None = None) -> None:
        self.fault = ""
        self.scene = np.full((240, 320, 3), 140, np.uint8) if scene is None else scene
        self.opened = 0
        shape = self.scene.shape
        self._rng = np.random.default_rng(1)
        self._noise = [self._rng.integers(0, 5, shape, dtype=np.uint8) for _ in range(3)]
        self._taken = 0
        self._spoilt: tuple[str, Image, Image] | None = None
        self._frozen: Image | None = None

    def open(self) -> "SourceCamera":
        if self.fault in ("gone", "hang"):
            raise CameraError("there is no /dev/video0: plug the webcam in")
        self.opened += 1
        return SourceCamera(self)

    def grab(self) -> Image:
        time.sleep(EVERY_S)
        while self.fault == "hang":
            time.sleep(0.01)
        if self.fault == "gone":
            raise CameraError("camera usb:0 stopped: it was unplugged")
        if self.fault == "black":
            return self._rng.integers(0, 8, self.scene.shape, dtype=np.uint8)
        if self.fault == "frozen" and self._frozen is not None:
            return self._frozen
        self._taken += 1
        self._frozen = self._shown() + self._noise[self._taken % len(self._noise)]
        return self._frozen

    def _shown(self) -> Image:
        """What a camera with this fault makes of the scene; kept, for it costs more than a look."""
        fault, scene, kept = self.fault, self.scene, self._spoilt
        if kept is None or kept[0] != fault or kept[1] is not scene:
            seen = SPOILT[fault](scene) if fault in SPOILT else scene
            self._spoilt = kept = (fault, scene, np.minimum(seen, 250))
        return kept[2]


class SourceCamera:
    """What UsbCamera is to V4L2, to a Driver."""

    name = "usb:0"
    simulated = False

    def __init__(self, driver: Driver) -> None:
        self._driver = driver
        self._newest = NewestFrame(driver.grab, name=self.name)

    def frame(self, timeout_s: float = 1.5) -> Frame | None:
        """A busy machine may be as late as a driver that hangs; only that one is told."""
        while True:
            try:
                return self._newest.wait(timeout_s)
            except NoPicture:
                if self._driver.fault == "hang":
                    raise

    def close(self) -> None:
        self._newest.close(timeout_s=0.2)
