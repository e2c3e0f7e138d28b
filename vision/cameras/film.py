"""``film:PATH``: a video, a recording, or a folder of pictures in the order of their names, played
once.

``taken_s`` is the film's own time, so that the same film gives the same events on any machine.
"""

import time
from collections.abc import Generator
from pathlib import Path

import cv2
import numpy as np

from vision.cameras.photo import read_image
from vision.cameras.record import recorded_times
from vision.frame import CameraError, Frame, Image

Pictures = Generator[tuple[float, Image], None, None]
"""Seconds since the film's beginning, and the picture."""
SUFFIXES = (".jpg", ".jpeg", ".png", ".webp", ".bmp")


class FilmCamera:
    """``fps`` is the pace of a folder (a video knows its own). ``real_time`` waits between pictures
    as long as they lie apart; False plays as fast as they are taken."""

    simulated = False

    def __init__(self, path: str | Path, *, fps: float = 5.0, real_time: bool = True) -> None:
        self.name = f"film:{path}"
        folder = Path(path)
        if folder.is_dir():
            self._pictures = _from_folder(folder, fps)
        elif folder.exists():
            self._pictures = _from_video(folder, fps)
        else:
            raise CameraError(f"{path}: there is no such film")
        self._real_time = real_time
        self._started_s: float | None = None
        self._seq = 0

    def frame(self, timeout_s: float = 1.5) -> Frame | None:
        try:
            at_s, image = next(self._pictures)
        except StopIteration:
            return None
        if self._real_time:
            now_s = time.monotonic()
            self._started_s = now_s - at_s if self._started_s is None else self._started_s
            time.sleep(max(0.0, self._started_s + at_s - now_s))
        self._seq += 1
        return Frame(image, self._seq, at_s)

    def close(self) -> None:
        self._pictures.close()


def _from_folder(folder: Path, fps: float) -> Pictures:
    files = sorted(f for f in folder.iterdir() if f.suffix.lower() in SUFFIXES)
    if not files:
        raise CameraError(f"{folder} holds no pictures ({', '.join(SUFFIXES)})")
    times = recorded_times(folder)
    return (
        (times.get(file.name, n / fps), read_image(file))
        for n, file in enumerate(files)
        if not times or file.name in times  # the last one of a recording may be half written
    )


def _from_video(path: Path, fps: float) -> Pictures:
    video = cv2.VideoCapture(str(path))
    if not video.isOpened() or not (first := video.read())[0]:
        video.release()
        raise CameraError(f"{path} is not a film that can be read")
    rate = float(video.get(cv2.CAP_PROP_FPS)) or fps

    def pictures() -> Pictures:
        n, (there, image) = 0, first
        try:
            while there:
                yield n / rate, np.asarray(image, dtype=np.uint8)
                n += 1
                there, image = video.read()
        finally:
            video.release()

    return pictures()
