"""``photo:PATH``: one picture for a camera, shown again and again, or once."""

import time
from pathlib import Path

import cv2
import numpy as np

from vision.frame import CameraError, Frame, Image


def read_image(path: Path) -> Image:
    """A picture from a file, BGR, turned as its EXIF says.

    Raises CameraError with what is wrong: no such file, a folder, or no picture inside.
    """
    if not path.exists():
        raise CameraError(f"{path}: böyle bir dosya yok / no such file")
    if path.is_dir():
        raise CameraError(
            f"{path}: klasör, içinden bir resim seçin / a folder; name one picture in it"
        )
    data = np.fromfile(path, dtype=np.uint8)
    image = cv2.imdecode(data, cv2.IMREAD_COLOR) if data.size else None
    if image is None:
        raise CameraError(
            f"{path}: okunabilir bir resim değil (JPEG, PNG, WebP, BMP olur) / not a picture that "
            "can be read (JPEG, PNG, WebP and BMP can)"
        )
    return np.asarray(image, dtype=np.uint8)


class PhotoCamera:
    """``every_s`` seconds between two pictures; ``once`` ends after the first."""

    simulated = False

    def __init__(self, path: str | Path, *, every_s: float = 0.2, once: bool = False) -> None:
        self.name = f"photo:{path}"
        self._image = read_image(Path(path))
        self._every_s = every_s
        self._once = once
        self._seq = 0

    def frame(self, timeout_s: float = 1.5) -> Frame | None:
        if self._once and self._seq:
            return None
        if self._seq:
            time.sleep(min(self._every_s, timeout_s))
        self._seq += 1
        return Frame(self._image, self._seq, time.monotonic())

    def close(self) -> None:
        """Nothing is held open."""
