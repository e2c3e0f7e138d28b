"""``pi``: the Raspberry Pi's ribbon-cable camera, through picamera2's main stream.

picamera2's "RGB888" arrays come in BGR order, which is what a Frame holds; whether they really do
is looked at once when the camera opens. The library is the Pi's own (apt), so it is imported only
here and only when asked for.
"""

import time
from typing import Any

import numpy as np

from vision.cameras.newest import NewestFrame
from vision.cameras.settle import Settling
from vision.frame import CameraError, Frame, Image

SIZE_PX = (1536, 864)


class PiCamera:
    """Raises CameraError when picamera2 is not installed or no camera answers.

    Exposure, white balance and focus are held once they have settled (``vision.cameras.settle``).
    """

    name = "pi"
    simulated = False

    def __init__(self, *, size_px: tuple[int, int] = SIZE_PX, open_s: float = 5.0) -> None:
        try:
            from picamera2 import Picamera2
        except ImportError as error:
            raise CameraError(
                "bu makinede Pi kamerası yok (Pi'de: sudo apt install python3-picamera2, sonra "
                "make play). / No Pi camera on this machine (on a Pi: the same two commands)."
            ) from error
        try:
            self._camera: Any = Picamera2()
            self._camera.configure(
                self._camera.create_video_configuration(
                    main={"size": size_px, "format": "RGB888"}, buffer_count=3
                )
            )
            self._settling = Settling(self._camera.camera_controls)
            self._camera.set_controls(self._settling.free())
            self._camera.start()
            self._swapped = not self.colours_in_order()
        except Exception as error:  # libcamera raises many kinds, all meaning the same here
            raise CameraError(
                f"no Raspberry Pi camera answers ({error}): check the ribbon cable at both ends, "
                "and that no other program has the camera ('rpicam-hello --list-cameras')"
            ) from error
        self._newest = NewestFrame(self._grab, name=self.name)
        try:
            self._newest.wait(open_s)
        except CameraError:
            self.close()
            raise

    def frame(self, timeout_s: float = 1.5) -> Frame | None:
        return self._newest.wait(timeout_s)

    @property
    def held(self) -> bool:
        """Whether exposure and colours are held, as the camera itself says."""
        return self._settling.held

    def colours_in_order(self) -> bool:
        """Whether the arrays are BGR, as a Frame wants them: one capture, taken as an array and as
        the library's own picture, which is RGB for certain."""
        request = self._camera.capture_request()
        try:
            array = np.asarray(request.make_array("main"), dtype=np.float64)[..., :3]
            picture = np.asarray(request.make_image("main").convert("RGB"), dtype=np.float64)
        finally:
            request.release()
        as_bgr = float(np.abs(array - picture[..., ::-1]).mean())
        as_rgb = float(np.abs(array - picture).mean())
        return as_bgr <= as_rgb

    def close(self) -> None:
        self._newest.close()
        self._camera.stop()
        self._camera.close()

    def _grab(self) -> Image:
        request = self._camera.capture_request()
        try:
            image = np.asarray(request.make_array("main"), dtype=np.uint8)
            metadata = request.get_metadata()
        finally:
            request.release()
        grey = float(image[::16, ::16].mean())
        if controls := self._settling.see(metadata, grey, now_s=time.monotonic()):
            self._camera.set_controls(controls)
        return np.ascontiguousarray(image[..., ::-1]) if self._swapped else image
