"""The settings: one frozen value, a section of the file for each part; what a file said of it.

``reading`` makes it of a TOML file, ``writing`` makes a file of it; ``kinds`` says what may stand
where.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from device.config.kinds import (
    Kind,
    cameras,
    choice,
    flag,
    folder,
    host,
    number,
    pin,
    pins,
    port,
    turn,
    whole,
)

PIN_KEYS = ("next", "undo", "bluff", "light_pins", "buzzer")
LIGHT_PINS = {"none": 0, "single": 1, "three": 3, "rgb": 3}


def _key(default: Any, kind: Kind, turkish: str, english: str) -> Any:
    return field(default=default, metadata={"kind": kind, "told": (turkish, english)})


@dataclass(frozen=True, slots=True, kw_only=True)
class PageConfig:
    host: str = _key("0.0.0.0", host(), "sayfanın dinlediği adres", "address the page listens on")
    port: int = _key(8013, port(), "sayfanın kapısı", "port of the page")
    language: str = _key(
        "tr", choice("tr", "en"), "bir telefon seçmediyse", "for a phone that chose none"
    )
    game: str = _key(
        "vale-avi",
        choice("vale-avi", "blof", "alman-whisti", "belote", "uc-on-uc"),
        "ilk sunulan oyun",
        "the game that is offered first",
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class CameraConfig:
    sources: tuple[str, ...] = _key(
        ("pi", "usb"),
        cameras(),
        "ilk bulunan: pi, usb:N, film:YOL, photo:YOL, staged",
        "the first of these that is there",
    )
    up_deg: int = _key(
        0, turn(), "kameranın dönüklüğü (0, 90, 180, 270)", "how far the camera is turned"
    )
    threads: int = _key(
        2, whole(1, 8), "gözlerin işlemci payı", "processor threads for the networks"
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class DataConfig:
    folder: str = _key(
        "",
        folder(),
        "maçların yeri; boşsa sistemin seçtiği",
        "where matches are kept; empty: where the system says",
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class PanelConfig:
    pins: str = _key(
        "auto",
        choice("auto", "mock", "none"),
        "auto: Pi'nin bacakları; none: düğme yok; mock: deneme",
        "auto: the Pi's own pins; none: no panel; mock: for trying",
    )
    hold_s: float = _key(
        2.5, number(2.0, 3.0), "uzun basış, saniye (2-3)", "a long press, seconds (2 to 3)"
    )
    sound: bool = _key(True, flag(), "zil ötsün mü", "whether the buzzer sounds")


@dataclass(frozen=True, slots=True, kw_only=True)
class WiringConfig:
    """BCM numbers; None or empty where nothing is wired."""

    next: int | None = _key(17, pin(), "“sonraki el” düğmesi", "the button for the next hand")
    undo: int | None = _key(
        None, pin(), "“geri al” düğmesi (öneri: 22)", "the undo button (22 is a good one)"
    )
    bluff: tuple[int, ...] = _key(
        (),
        pins(6),
        "“Blöf!” düğmeleri, koltuk sırasıyla (öneri: 5, 6, 13, 19, 26, 21)",
        "buttons that call a bluff, in the order of seats",
    )
    light: str = _key(
        "single",
        choice("none", "single", "three", "rgb"),
        "lamba: tek LED, üç LED (kırmızı, sarı, yeşil) ya da RGB",
        "one LED, three LEDs (red, yellow, green) or an RGB one",
    )
    light_pins: tuple[int, ...] = _key((27,), pins(3), "lambanın bacakları", "pins of the light")
    common_anode: bool = _key(
        False, flag(), "RGB lambanın ortak bacağı 3V3'te mi", "an RGB light with common anode"
    )
    buzzer: int | None = _key(None, pin(), "zil (öneri: 18)", "the buzzer (18 is a good one)")


@dataclass(frozen=True, slots=True, kw_only=True)
class Config:
    page: PageConfig = field(default_factory=PageConfig)
    camera: CameraConfig = field(default_factory=CameraConfig)
    data: DataConfig = field(default_factory=DataConfig)
    panel: PanelConfig = field(default_factory=PanelConfig)
    wiring: WiringConfig = field(default_factory=WiringConfig)


@dataclass(frozen=True, slots=True, kw_only=True)
class Problem:
    """One thing wrong in a file, for people: Turkish first. ``line`` counts from 1."""

    path: Path
    line: int
    key: str
    turkish: str
    english: str

    @property
    def place(self) -> str:
        return f"{self.path}:{self.line}"

    def __str__(self) -> str:
        about = f"{self.key}: " if self.key else ""
        return f"{self.place}: {about}{self.turkish}\n    {self.english}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Loaded:
    """``config`` holds what is right; what is wrong stands in ``problems`` and has its default.
    ``path`` is None where there was no file; ``given`` names the keys the file set."""

    config: Config
    problems: tuple[Problem, ...] = ()
    path: Path | None = None
    given: frozenset[str] = frozenset()


def used_pins(wiring: WiringConfig) -> Iterator[tuple[str, int]]:
    """Every pin that is wired, by key; the light's only where there is a light."""
    for key in PIN_KEYS:
        value = getattr(wiring, key)
        if value is None or (key == "light_pins" and wiring.light == "none"):
            continue
        for number_ in value if isinstance(value, tuple) else (value,):
            yield key, number_
