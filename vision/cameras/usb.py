"""``usb:N``: a webcam, through OpenCV on V4L2. The newest picture wins."""

import sys
from pathlib import Path

import cv2
import numpy as np

from vision.cameras.newest import NewestFrame
from vision.frame import CameraError, Frame, Image

SIZE_PX = (1280, 720)


class UsbCamera:
    """Raises CameraError when ``/dev/videoN`` is not there, is busy, or gives no picture."""

    simulated = False

    def __init__(
        self, number: int = 0, *, size_px: tuple[int, int] = SIZE_PX, open_s: float = 5.0
    ) -> None:
        self.name = f"usb:{number}"
        device = Path(f"/dev/video{number}")
        if sys.platform == "linux" and not device.exists():
            raise CameraError(
                f"{device} yok: USB kamerayı takın ya da başka bir usb:N yazın. / There is no "
                f"{device}: plug the webcam in, or name another usb:N."
            )
        self._device = cv2.VideoCapture(number, cv2.CAP_V4L2 if sys.platform == "linux" else 0)
        if not self._device.isOpened():
            self._device.release()
            raise CameraError(
                f"{device} does not open: another program may be using it, or it is no webcam "
                "(a ribbon-cable camera of a Raspberry Pi is 'pi', not usb:N)"
            )
        self._device.set(cv2.CAP_PROP_FOURCC, cv2.VideoWriter.fourcc(*"MJPG"))
        self._device.set(cv2.CAP_PROP_FRAME_WIDTH, size_px[0])
        self._device.set(cv2.CAP_PROP_FRAME_HEIGHT, size_px[1])
        self._device.set(cv2.CAP_PROP_BUFFERSIZE, 1)
        self._newest = NewestFrame(self._grab, name=self.name)
        try:
            self._newest.wait(open_s)  # the first picture takes a webcam seconds
        except CameraError:
            self.close()
            raise

    def frame(self, timeout_s: float = 1.5) -> Frame | None:
        return self._newest.wait(timeout_s)

    def close(self) -> None:
        self._newest.close()
        self._device.release()

    def _grab(self) -> Image:
        there, image = self._device.read()
        if not there or image is None:
            raise CameraError(f"camera {self.name} stopped: it was unplugged or went to sleep")
        return np.asarray(image, dtype=np.uint8)
