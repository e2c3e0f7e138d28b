"""Cameras that need no hardware, and clear sentences from those that do."""

import sys
import threading
import time
import types
from pathlib import Path

import cv2
import numpy as np
import pytest

from vision.cameras.film import FilmCamera
from vision.cameras.newest import NewestFrame
from vision.cameras.photo import PhotoCamera, read_image
from vision.cameras.pi import PiCamera
from vision.cameras.usb import UsbCamera
from vision.frame import CameraError, Image


def picture(value: int) -> Image:
    return np.full((48, 64, 3), value, dtype=np.uint8)


def test_a_photo_is_shown_again_and_again(tmp_path: Path) -> None:
    path = tmp_path / "masa.png"
    cv2.imwrite(str(path), picture(77))
    camera = PhotoCamera(path, every_s=0.01)
    first, second = camera.frame(), camera.frame()
    assert first is not None
    assert second is not None
    assert (first.image == 77).all()
    assert second.seq == first.seq + 1
    assert second.taken_s > first.taken_s


def test_a_photo_shown_once_ends(tmp_path: Path) -> None:
    path = tmp_path / "masa.png"
    cv2.imwrite(str(path), picture(77))
    camera = PhotoCamera(path, once=True)
    assert camera.frame() is not None
    assert camera.frame() is None


@pytest.mark.parametrize("content", [b"", b"not a picture", b"\x89PNG\r\n\x1a\n broken"])
def test_a_file_that_is_no_photo_says_so(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "x.png"
    path.write_bytes(content)
    with pytest.raises(CameraError, match="not a picture"):
        read_image(path)


def test_a_missing_photo_or_a_folder_says_so(tmp_path: Path) -> None:
    with pytest.raises(CameraError, match="no such file"):
        PhotoCamera(tmp_path / "yok.png")
    with pytest.raises(CameraError, match="a folder"):
        PhotoCamera(tmp_path)


def test_a_folder_of_frames_is_a_film_in_its_own_time(tmp_path: Path) -> None:
    for n in range(3):
        cv2.imwrite(str(tmp_path / f"{n:03}.png"), picture(10 * n))
    camera = FilmCamera(tmp_path, fps=2.0, real_time=False)
    frames = [camera.frame() for _ in range(4)]
    assert [f and (f.seq, f.taken_s, int(f.image[0, 0, 0])) for f in frames] == [
        (1, 0.0, 0), (2, 0.5, 10), (3, 1.0, 20), None,
    ]  # fmt: skip


def test_a_video_is_a_film(tmp_path: Path) -> None:
    path = tmp_path / "film.avi"
    writer = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*"MJPG"), 10.0, (64, 48))
    for n in range(4):
        writer.write(picture(40 * n))
    writer.release()
    camera = FilmCamera(path, real_time=False)
    frames = [f for f in iter(camera.frame, None) if f is not None]
    camera.close()
    assert [round(f.taken_s, 3) for f in frames] == [0.0, 0.1, 0.2, 0.3]
    assert [round(int(f.image[0, 0, 0]) / 40) for f in frames] == [0, 1, 2, 3]


def test_a_film_that_is_none_says_so(tmp_path: Path) -> None:
    with pytest.raises(CameraError, match="no such film"):
        FilmCamera(tmp_path / "yok.mp4")
    with pytest.raises(CameraError, match="holds no pictures"):
        FilmCamera(tmp_path)
    broken = tmp_path / "x.mp4"
    broken.write_bytes(b"no film")
    with pytest.raises(CameraError, match="not a film"):
        FilmCamera(broken)


def test_newest_wins() -> None:
    taken = iter(range(1000))
    go = threading.Event()

    def grab() -> Image:
        n = next(taken)
        if n == 50:
            go.set()
            threading.Event().wait()  # a camera that hangs for good
        return picture(n)

    newest = NewestFrame(grab, name="test")
    assert go.wait(5)
    frame = newest.wait(1.0)
    assert int(frame.image[0, 0, 0]) == 49


def test_a_capture_that_hangs_raises_in_time() -> None:
    newest = NewestFrame(lambda: time.sleep(60) or picture(0), name="test")
    started = time.monotonic()
    with pytest.raises(CameraError, match=r"no picture for 0\.2 s"):
        newest.wait(0.2)
    assert time.monotonic() - started < 1.0


def test_a_camera_that_goes_away_raises_its_own_sentence() -> None:
    def grab() -> Image:
        raise CameraError("unplugged")

    with pytest.raises(CameraError, match="unplugged"):
        NewestFrame(grab, name="test").wait(1.0)


@pytest.mark.skipif(sys.platform != "linux", reason="device files are Linux's")
def test_a_webcam_that_is_not_there_says_what_to_do() -> None:
    with pytest.raises(CameraError, match="plug the webcam in"):
        UsbCamera(987)


def test_without_picamera2_the_pi_camera_says_what_to_install(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setitem(sys.modules, "picamera2", None)
    with pytest.raises(CameraError, match="apt install python3-picamera2"):
        PiCamera()


def test_a_pi_camera_that_does_not_answer_says_where_to_look(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    class Picamera2:
        def __init__(self) -> None:
            raise IndexError("list index out of range")  # what the library does without a camera

    module = types.ModuleType("picamera2")
    module.__dict__["Picamera2"] = Picamera2
    monkeypatch.setitem(sys.modules, "picamera2", module)
    with pytest.raises(CameraError, match="ribbon cable"):
        PiCamera()
