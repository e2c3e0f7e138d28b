"""``pi``: the Raspberry Pi's ribbon-cable camera, through picamera2's main stream.

picamera2's "RGB888" arrays come in BGR order, which is what a Frame holds: nothing is swapped.
The library is the Pi's own (apt), so it is imported only here and only when asked for.
"""

from typing import Any

import numpy as np

from vision.cameras.newest import NewestFrame
from vision.frame import CameraError, Frame, Image

SIZE_PX = (1536, 864)
EXPOSURE_STEP_US = 10_000
"""Lamps on 50 Hz mains flicker 100 times a second: an exposure of whole flickers does not."""


class PiCamera:
    """Raises CameraError when picamera2 is not installed or no camera answers.

    Exposure and white balance run free for ``settle_s``, then ``lock`` freezes what they found.
    """

    name = "pi"
    simulated = False

    def __init__(self, *, size_px: tuple[int, int] = SIZE_PX, open_s: float = 5.0) -> None:
        try:
            from picamera2 import Picamera2
        except ImportError as error:
            raise CameraError(
                "picamera2 is missing: 'sudo apt install python3-picamera2', and a virtual "
                "environment made with --system-site-packages ('make play' does both)"
            ) from error
        try:
            self._camera: Any = Picamera2()
            self._camera.configure(
                self._camera.create_video_configuration(
                    main={"size": size_px, "format": "RGB888"}, buffer_count=3
                )
            )
            self._camera.start()
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

    def lock(self) -> dict[str, float]:
        """Freeze exposure and white balance as they are now; returns what the camera reports.

        The exposure becomes a multiple of 10 ms where it is longer than that, the gain makes up.
        """
        found = self._camera.capture_metadata()
        exposure_us, gain = float(found["ExposureTime"]), float(found["AnalogueGain"])
        if exposure_us > EXPOSURE_STEP_US:
            whole = EXPOSURE_STEP_US * round(exposure_us / EXPOSURE_STEP_US)
            gain, exposure_us = gain * exposure_us / whole, float(whole)
        self._camera.set_controls(
            {
                "AeEnable": False,
                "AwbEnable": False,
                "ExposureTime": int(exposure_us),
                "AnalogueGain": gain,
                "ColourGains": tuple(found["ColourGains"]),
            }
        )
        return {"exposure_us": exposure_us, "gain": gain}

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
        return np.asarray(self._camera.capture_array("main"), dtype=np.uint8)
