"""A live camera whose driver does what drivers do: hang, vanish, go black, freeze."""

import time

import numpy as np

from vision.cameras.newest import NewestFrame
from vision.frame import CameraError, Frame, Image

EVERY_S = 0.03


class Driver:
    """The hardware behind the camera; a test sets ``fault`` to "", hang, gone, black or frozen."""

    def __init__(self, scene: Image | None = None) -> None:
        self.fault = ""
        self.scene = np.full((240, 320, 3), 140, np.uint8) if scene is None else scene
        self.opened = 0
        self._rng = np.random.default_rng(1)
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
        noise = self._rng.integers(0, 5, self.scene.shape, dtype=np.uint8)
        self._frozen = np.minimum(self.scene, 250) + noise
        return self._frozen


class SourceCamera:
    """What UsbCamera is to V4L2, to a Driver."""

    name = "usb:0"
    simulated = False

    def __init__(self, driver: Driver) -> None:
        self._newest = NewestFrame(driver.grab, name=self.name)

    def frame(self, timeout_s: float = 1.5) -> Frame | None:
        return self._newest.wait(timeout_s)

    def close(self) -> None:
        self._newest.close(timeout_s=0.2)
