"""The eyes' loop with a camera that fails: people are told, the same eyes go on, no hand is won."""

import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from device.eyes import EyesSpec, Opened, Report, StillHere, Trouble
from device.sight import Sight
from rules.games import GAMES
from tests.device.camera_loop import Loop
from tests.device.scripted_table import open_referee
from tests.vision.faulty import Driver
from vision.frame import CameraError

GAME = GAMES["vale-avi"]
SPEC = EyesSpec(cameras=("usb:0",), layout=GAME.layout(GAME.options({})), scripted=True)


@pytest.fixture
def driver() -> Driver:
    return Driver()


@pytest.fixture
def loop(driver: Driver) -> Iterator[Loop]:
    made = Loop(driver, spec=SPEC)
    yield made
    driver.fault = ""
    made.close()


def a_report(message: Any) -> bool:
    return isinstance(message, Report)


def trouble(code: str) -> Callable[[Any], bool]:
    return lambda message: isinstance(message, Trouble) and message.code == code


@pytest.mark.parametrize(
    ("fault", "code"),
    [("gone", "KAMERA_YOK"), ("black", "KAMERA_SIYAH"), ("frozen", "KAMERA_DONDU")],
)
def test_a_fault_is_told_and_the_same_eyes_go_on(
    driver: Driver, loop: Loop, fault: str, code: str
) -> None:
    loop.until(a_report)
    driver.fault = fault
    told = loop.until(trouble(code))
    assert told.passing
    loop.until(lambda message: isinstance(message, StillHere))
    driver.fault = ""
    loop.until(lambda message: isinstance(message, Opened), within_s=10)
    loop.until(a_report)
    assert loop.alive
    assert driver.opened >= 2


def test_a_capture_that_hangs_ends_the_process(driver: Driver, loop: Loop) -> None:
    loop.until(a_report)
    driver.fault = "hang"
    told = loop.until(trouble("KAMERA_DURDU"))
    assert not told.passing  # the link starts another
    end_s = time.monotonic() + 5
    while loop.alive and time.monotonic() < end_s:
        time.sleep(0.02)
    assert not loop.alive


def test_a_camera_that_comes_later_is_found() -> None:
    driver = Driver()
    driver.fault = "gone"
    loop = Loop(driver, spec=SPEC)
    loop.until(lambda message: isinstance(message, StillHere))
    assert trouble("KAMERA_YOK")(loop.heard[0])
    driver.fault = ""
    loop.until(a_report)
    loop.close()


def test_a_folder_that_cannot_be_recorded_into_keeps_no_camera_open(
    driver: Driver, tmp_path: Path
) -> None:
    (tmp_path / "letter.txt").touch()
    with pytest.raises(CameraError, match="not empty"):
        Sight(replace(SPEC, record_in=tmp_path), None, open_one=lambda name: driver.open())
    assert driver.opened == 1
    assert not any(thread.name == "camera-usb:0" for thread in threading.enumerate())


def test_the_page_is_told_and_no_hand_is_won(tmp_path: Any) -> None:
    store, referee = open_referee(tmp_path)
    version = referee.snapshot().version
    faults = ("KAMERA_YOK", "KAMERA_SIYAH", "KAMERA_DONDU", "KAMERA_DURDU")
    for code in faults:
        referee.post(Opened("usb:0", simulated=False))
        referee.post(Trouble(code, "away", passing=True))
        referee.post(Trouble(code, "away", passing=True))
        assert referee.answers(10)
        snapshot = referee.snapshot()
        assert snapshot.camera.advice == code
        assert snapshot.camera.state == ("none" if code == "KAMERA_YOK" else "stopped")
        assert snapshot.version == version + 2  # told once, not again and again
        version = snapshot.version
        assert snapshot.score is None
    referee.stop()
    store.close()
