"""A camera that hangs, vanishes, goes black or freezes is noticed in time, told, taken up again."""

import time
from pathlib import Path

import cv2
import numpy as np
import pytest

from tests.vision.faulty import Driver
from vision.cameras.film import FilmCamera
from vision.cameras.photo import PhotoCamera
from vision.cameras.record import RecordingCamera, recorded_times
from vision.cameras.supervisor import CameraLost, Sameness, WatchedCamera
from vision.frame import CameraError, Frame, Image

NOTICED_S, BACK_S = 1.5, 5.0
CODES = {
    "hang": "KAMERA_DURDU",
    "gone": "KAMERA_YOK",
    "black": "KAMERA_SIYAH",
    "frozen": "KAMERA_DONDU",
}


@pytest.fixture
def driver() -> Driver:
    return Driver()


def look(camera: WatchedCamera, for_s: float) -> Frame:
    end_s = time.monotonic() + for_s
    while time.monotonic() < end_s:
        frame = camera.frame()
        assert frame is not None
    return frame


def lost(camera: WatchedCamera) -> tuple[CameraLost, float]:
    """What the camera says, and after how many seconds."""
    began_s = time.monotonic()
    with pytest.raises(CameraLost) as caught:
        look(camera, 20)
    return caught.value, time.monotonic() - began_s


@pytest.mark.alone
@pytest.mark.parametrize("fault", CODES)
def test_every_fault_is_noticed_in_time_with_its_own_code(driver: Driver, fault: str) -> None:
    camera = WatchedCamera(driver.open)
    look(camera, 0.3)
    driver.fault = fault
    error, took_s = lost(camera)
    assert error.code == CODES[fault]
    assert error.hung == (fault == "hang")
    assert str(error)
    assert took_s <= NOTICED_S
    driver.fault = ""
    camera.close()


@pytest.mark.alone
@pytest.mark.parametrize("fault", ["gone", "black", "frozen"])
def test_it_is_taken_up_again_in_time(driver: Driver, fault: str) -> None:
    camera = WatchedCamera(driver.open)
    look(camera, 0.2)
    driver.fault = fault
    lost(camera)
    assert not camera.reopen()
    assert not camera.reopen()  # again and again does no harm
    driver.fault = ""
    began_s = time.monotonic()
    while not camera.reopen():
        assert time.monotonic() - began_s < BACK_S
    assert time.monotonic() - began_s < BACK_S
    assert look(camera, 1.5).image.mean() > 100
    camera.close()


def test_a_camera_that_was_lost_says_so_until_it_is_opened_again(driver: Driver) -> None:
    camera = WatchedCamera(driver.open)
    driver.fault = "gone"
    lost(camera)
    assert not camera.reopen()
    with pytest.raises(CameraLost, match="opened again"):
        camera.frame()


def test_no_camera_at_the_start_is_the_openers_own_sentence(driver: Driver) -> None:
    driver.fault = "gone"
    with pytest.raises(CameraError, match="plug the webcam in"):
        WatchedCamera(driver.open)


def test_a_quiet_table_is_not_frozen() -> None:
    """A sensor's noise moves some value a little; a lamp of 50 Hz does more."""
    rng = np.random.default_rng(2)
    sameness = Sameness()
    still = np.full((480, 640, 3), 120, np.uint8)
    for n in range(200):
        noise = rng.integers(0, 2, still.shape, dtype=np.uint8)
        assert sameness.judge(still + noise, n / 10) is None


def test_a_dim_table_is_not_black() -> None:
    sameness = Sameness()
    dim = np.full((480, 640, 3), 8, np.uint8)
    dim[100:200, 100:200] = 30  # one card in the last light of the evening
    for n in range(50):
        dim[0, 0] = n
        assert sameness.judge(dim, n / 10) != "KAMERA_SIYAH"


@pytest.mark.parametrize("size", [(480, 640), (864, 1536)])
def test_the_watch_costs_next_to_nothing(size: tuple[int, int]) -> None:
    image = np.random.default_rng(1).integers(0, 255, (*size, 3), dtype=np.uint8)
    sameness = Sameness()
    began_s = time.process_time()
    for n in range(100):
        sameness.judge(image, n / 10)
    assert (time.process_time() - began_s) / 100 < 0.002


def test_photos_and_films_may_stand_still_and_be_dark(tmp_path: Path) -> None:
    cv2.imwrite(str(tmp_path / "a.png"), np.zeros((48, 64, 3), np.uint8))
    camera = WatchedCamera(lambda: PhotoCamera(tmp_path / "a.png", every_s=0.01))
    look(camera, 1.4)
    film = WatchedCamera(lambda: FilmCamera(tmp_path, real_time=False))
    assert film.frame() is not None
    assert film.frame() is None


# --- recording -----------------------------------------------------------------------------------


def picture(value: int) -> Image:
    return np.full((48, 64, 3), value, dtype=np.uint8)


class Reel:
    name = "usb:0"
    simulated = False

    def __init__(self, *frames: Frame) -> None:
        self._frames = iter(frames)

    def frame(self, timeout_s: float = 1.5) -> Frame | None:
        return next(self._frames, None)

    def close(self) -> None:
        pass


def record(folder: Path, *frames: Frame) -> None:
    camera = RecordingCamera(Reel(*frames), folder)
    while camera.frame() is not None:
        pass
    camera.close()


def test_a_recorded_table_plays_again_in_its_own_time(tmp_path: Path) -> None:
    folder = tmp_path / "masa"
    record(folder, Frame(picture(40), 7, 100.0), Frame(picture(90), 9, 100.35))
    film = FilmCamera(folder, real_time=False)
    frames = [film.frame(), film.frame(), film.frame()]
    assert [f and (round(f.taken_s, 2), round(int(f.image[0, 0, 0]), -1)) for f in frames] == [
        (0.0, 40),
        (0.35, 90),
        None,
    ]


def test_a_recording_goes_on_when_the_eyes_were_started_again(tmp_path: Path) -> None:
    folder = tmp_path / "masa"
    record(folder, Frame(picture(40), 1, 100.0), Frame(picture(40), 2, 101.0))
    record(folder, Frame(picture(90), 1, 500.0))
    assert list(recorded_times(folder).values()) == [0.0, 1.0, 2.0]


def test_a_folder_with_other_things_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "holiday.jpg").write_bytes(b"mine")
    with pytest.raises(CameraError, match="not empty"):
        RecordingCamera(Reel(), tmp_path)
    assert [each.name for each in tmp_path.iterdir()] == ["holiday.jpg"]
