"""Exposure and colours held after they settled: against a sensor that drifts, obeys late, or not at
all. The sensor here is simulated; a real one is still to be tried."""

import sys
import types
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import pytest

from vision.cameras.pi import PiCamera
from vision.cameras.settle import FLICKER_US, Settling

FPS = 30
KNOWN = dict.fromkeys(
    ("AeEnable", "AwbEnable", "ExposureTime", "AnalogueGain", "ColourGains", "AfMode",
     "LensPosition", "AeFlickerMode", "AeFlickerPeriod")
)  # fmt: skip


@dataclass
class Sensor:
    """What libcamera does: finds the light within a second, obeys some pictures later."""

    light: float = 1.0
    obeys: bool = True
    late: int = 6
    now_s: float = 0.0
    exposure_us: float = 3000.0
    gain: float = 4.0
    told: dict[str, Any] = field(default_factory=dict)
    _pending: list[tuple[float, dict[str, Any]]] = field(default_factory=list)

    def set_controls(self, controls: dict[str, Any]) -> None:
        self._pending.append((self.now_s + self.late / FPS, controls))

    def step(self) -> tuple[dict[str, Any], float]:
        """The next picture's metadata and grey level."""
        self.now_s += 1 / FPS
        for due_s, controls in self._pending:
            if due_s <= self.now_s and (self.obeys or controls.get("AeEnable")):
                self.told |= controls
        self._pending = [each for each in self._pending if each[0] > self.now_s]
        if self.told.get("AeEnable", True):
            self.exposure_us += 0.2 * (26_700.0 / self.light - self.exposure_us)
        else:
            self.exposure_us, self.gain = self.told["ExposureTime"], self.told["AnalogueGain"]
        metadata = {
            "ExposureTime": round(self.exposure_us),
            "AnalogueGain": self.gain,
            "ColourGains": (1.9, 1.6),
            "LensPosition": 2.1,
        }
        return metadata, 100 * self.light * self.exposure_us * self.gain / (26_700 * 4)


def run(sensor: Sensor, settling: Settling, for_s: float) -> list[dict[str, Any]]:
    """What was set meanwhile."""
    given = []
    for _ in range(round(for_s * FPS)):
        metadata, grey = sensor.step()
        if controls := settling.see(metadata, grey, now_s=sensor.now_s):
            sensor.set_controls(controls)
            given.append(controls)
    return given


def test_it_is_held_once_it_has_settled_at_whole_flickers_and_as_bright() -> None:
    sensor, settling = Sensor(), Settling(KNOWN)
    (given,) = run(sensor, settling, 5.0)
    assert settling.held
    assert given["ExposureTime"] % FLICKER_US == 0
    assert given["ExposureTime"] * given["AnalogueGain"] == pytest.approx(26_700 * 4, rel=0.02)
    assert given["AeEnable"] is given["AwbEnable"] is False
    assert given["ColourGains"] == (1.9, 1.6)
    assert (given["AfMode"], given["LensPosition"]) == (0, 2.1)
    assert run(sensor, settling, 60.0) == []


def test_a_short_exposure_is_not_made_long() -> None:
    sensor, settling = Sensor(light=5.0), Settling(KNOWN)
    (given,) = run(sensor, settling, 5.0)
    assert given["ExposureTime"] == pytest.approx(26_700 / 5, rel=0.02)


def test_a_deaf_sensor_is_told_three_times_and_left_alone() -> None:
    sensor, settling = Sensor(obeys=False), Settling(KNOWN)
    sensor.exposure_us = 26_700 * 1.0
    given = run(sensor, settling, 30.0)
    assert [each["AeEnable"] for each in given] == [False, False, False, True]
    assert not settling.held


def test_another_light_is_found_and_held_anew_but_a_hand_is_none() -> None:
    sensor, settling = Sensor(), Settling(KNOWN)
    run(sensor, settling, 5.0)
    sensor.light = 0.4
    assert run(sensor, settling, 1.0) == []  # somebody leans over the table
    sensor.light = 1.0
    assert run(sensor, settling, 10.0) == []
    sensor.light = 0.4
    given = run(sensor, settling, 12.0)
    assert [each["AeEnable"] for each in given] == [True, False]
    assert settling.held


def test_a_camera_without_focus_is_not_told_to_focus() -> None:
    known = {name: None for name in KNOWN if name not in ("AfMode", "LensPosition")}
    settling = Settling(known)
    assert "AfMode" not in settling.free()
    (given,) = run(Sensor(), settling, 5.0)
    assert "LensPosition" not in given


@pytest.mark.parametrize("swapped", [False, True])
def test_the_ribbon_camera_gives_blue_green_red_whatever_its_library_does(
    monkeypatch: pytest.MonkeyPatch, swapped: bool
) -> None:
    """A stand-in for the vendor's library, which only a Pi has; its own picture is RGB for sure."""
    scene = np.zeros((48, 64, 3), np.uint8)
    scene[..., 2] = 200  # red, in a Frame's order

    class Picture:
        def convert(self, mode: str) -> Any:
            assert mode == "RGB"
            return scene[..., ::-1]

    class Request:
        def make_array(self, name: str) -> Any:
            return scene[..., ::-1] if swapped else scene

        def make_image(self, name: str) -> Picture:
            return Picture()

        def get_metadata(self) -> dict[str, Any]:
            return {}

        def release(self) -> None: ...

    class Picamera2:
        camera_controls = KNOWN

        def create_video_configuration(self, **_: Any) -> dict[str, Any]:
            return {}

        def configure(self, _: Any) -> None: ...
        def set_controls(self, _: Any) -> None: ...
        def start(self) -> None: ...
        def stop(self) -> None: ...
        def close(self) -> None: ...
        def capture_request(self) -> Request:
            return Request()

    module = types.ModuleType("picamera2")
    module.__dict__["Picamera2"] = Picamera2
    monkeypatch.setitem(sys.modules, "picamera2", module)
    camera = PiCamera()
    frame = camera.frame()
    camera.close()
    assert frame is not None
    assert frame.image[0, 0].tolist() == [0, 0, 200]
