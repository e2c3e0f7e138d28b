"""Exposure, white balance and focus of the ribbon-cable camera: free until they have settled, then
held, and read back, because a sensor may ignore what it was told.

A picture whose light and colours wander while cards lie still looks like a table that changes. The
exposure is held at whole flickers of a 50 Hz lamp where it is longer than one. When the light of
the room changes for good, everything runs free again and is held anew.

Metadata and controls bear libcamera's own names (Picamera2 manual, appendix C).
"""

import logging
from collections.abc import Mapping
from enum import Enum, auto
from typing import Any

log = logging.getLogger(__name__)

FLICKER_US = 10_000
"""Lamps on 50 Hz mains flicker 100 times a second: an exposure of whole flickers does not."""
SETTLED_S, LONGEST_S = 1.0, 6.0
"""So long exposure and colours keep still before they are held; held in any case after so long."""
STILL = 0.03
"""Relative change from picture to picture that counts as none."""
HEARD_S, TRIES = 1.5, 3
"""A sensor takes some pictures to obey; after so many deaf tries it is left alone."""
OBEYED = 0.06
OTHER_LIGHT, OTHER_LIGHT_S = 1.8, 4.0
"""Times brighter or darker than when it was held, and for how long, until it is held anew."""

Metadata = Mapping[str, Any]
Controls = dict[str, Any]


class _Phase(Enum):
    FREE = auto()
    TOLD = auto()
    HELD = auto()
    DEAF = auto()


class Settling:
    """Told of every picture; answers with the controls to set now. ``known``: the controls this
    camera has."""

    def __init__(self, known: Mapping[str, Any]) -> None:
        self._known = known
        self._phase = _Phase.FREE
        self._since_s: float | None = None
        self._still_s: float | None = None
        self._last: tuple[float, ...] = ()
        self._wanted: Controls = {}
        self._tries = 0
        self._grey = 0.0
        self._other_s: float | None = None

    @property
    def held(self) -> bool:
        """Whether the camera holds what it was told, as it says itself."""
        return self._phase is _Phase.HELD

    def free(self) -> Controls:
        """What a camera is told when it opens: to find out by itself, in step with the lamps."""
        return self._of_this_camera(
            {
                "AeEnable": True,
                "AwbEnable": True,
                "AeFlickerMode": 1,  # manual: the period below
                "AeFlickerPeriod": FLICKER_US,
                "AfMode": 2,  # continuous
            }
        )

    def see(self, metadata: Metadata, grey: float, *, now_s: float) -> Controls | None:
        """``metadata`` of a picture and its mean grey level; None: nothing to set."""
        if self._since_s is None:
            self._since_s = now_s
        match self._phase:
            case _Phase.FREE if self._settled(metadata, now_s):
                return self._hold(metadata, now_s)
            case _Phase.TOLD if self._obeys(metadata):
                self._phase, self._grey, self._other_s = _Phase.HELD, grey, None
                log.info("camera held: %s", self._wanted)
            case _Phase.TOLD if now_s - self._since_s > HEARD_S:
                return self._again(now_s)
            case _Phase.HELD if self._other_light(grey, now_s):
                return self._let_go()
        return None

    def _settled(self, metadata: Metadata, now_s: float) -> bool:
        values = _light(metadata)
        if not values:
            return False
        still = bool(self._last) and _near(values, self._last, STILL)
        self._last = values
        if not still or self._still_s is None:
            self._still_s = now_s
        assert self._since_s is not None
        return now_s - self._still_s >= SETTLED_S or now_s - self._since_s >= LONGEST_S

    def _hold(self, metadata: Metadata, now_s: float) -> Controls:
        exposure_us, gain = float(metadata["ExposureTime"]), float(metadata["AnalogueGain"])
        if exposure_us > FLICKER_US:
            whole_us = FLICKER_US * round(exposure_us / FLICKER_US)
            gain, exposure_us = gain * exposure_us / whole_us, float(whole_us)
        wanted: Controls = {
            "AeEnable": False,
            "AwbEnable": False,
            "ExposureTime": round(exposure_us),
            "AnalogueGain": max(1.0, gain),
            "ColourGains": tuple(float(each) for each in metadata["ColourGains"]),
        }
        if "LensPosition" in metadata:
            wanted |= {"AfMode": 0, "LensPosition": float(metadata["LensPosition"])}
        self._wanted = self._of_this_camera(wanted)
        self._tries = 0
        return self._tell(now_s)

    def _tell(self, now_s: float) -> Controls:
        self._phase, self._since_s = _Phase.TOLD, now_s
        self._tries += 1
        return dict(self._wanted)

    def _again(self, now_s: float) -> Controls | None:
        if self._tries < TRIES:
            return self._tell(now_s)
        log.warning("the camera does not hold its exposure; it is left to its own")
        self._phase = _Phase.DEAF
        return self.free()

    def _obeys(self, metadata: Metadata) -> bool:
        now = {key: metadata[key] for key in self._wanted if key in metadata}
        return all(_near(_flat(self._wanted[key]), _flat(now[key]), OBEYED) for key in now)

    def _other_light(self, grey: float, now_s: float) -> bool:
        ratio = (grey + 1.0) / (self._grey + 1.0)
        if 1 / OTHER_LIGHT < ratio < OTHER_LIGHT:
            self._other_s = None
        elif self._other_s is None:
            self._other_s = now_s
        return self._other_s is not None and now_s - self._other_s >= OTHER_LIGHT_S

    def _let_go(self) -> Controls:
        self._phase, self._since_s, self._still_s, self._last = _Phase.FREE, None, None, ()
        return self.free()

    def _of_this_camera(self, controls: Controls) -> Controls:
        return {name: value for name, value in controls.items() if name in self._known}


def _light(metadata: Metadata) -> tuple[float, ...]:
    """What has to keep still; empty where a picture does not say it all."""
    try:
        product = float(metadata["ExposureTime"]) * float(metadata["AnalogueGain"])
        return (product, *(float(each) for each in metadata["ColourGains"]))
    except KeyError:
        return ()


def _flat(value: Any) -> tuple[float, ...]:
    return tuple(map(float, value)) if isinstance(value, tuple | list) else (float(value),)


def _near(a: tuple[float, ...], b: tuple[float, ...], share: float) -> bool:
    return all(abs(x - y) <= share * max(abs(x), abs(y), 0.1) for x, y in zip(a, b, strict=True))
