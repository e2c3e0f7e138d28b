"""What a setting may be: a test, what to say when it fails, and how it is written down."""

import ipaddress
import json
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

CAMERA_FORMS = ("pi", "usb:N", "staged", "photo:PATH", "film:PATH")
FIRST_PIN, LAST_PIN = 2, 27  # of the 40-pin header; 0 and 1 belong to an add-on board's memory


@dataclass(frozen=True, slots=True)
class Kind:
    """``expected`` completes "…olmalı" and "…, not x". ``value`` makes the setting of what TOML
    gave, ``toml`` writes it down again."""

    expected: tuple[str, str]
    accepts: Callable[[object], bool]
    value: Callable[[Any], Any] = lambda given: given
    toml: Callable[[Any], str] = lambda value: json.dumps(value, ensure_ascii=False)


def _is_whole(given: object, low: int, high: int) -> bool:
    return isinstance(given, int) and not isinstance(given, bool) and low <= given <= high


def whole(low: int, high: int) -> Kind:
    return Kind(
        (
            f"{low} ile {high} arasında bir tam sayı",
            f"expected a whole number from {low} to {high}",
        ),
        lambda given: _is_whole(given, low, high),
    )


def number(low: float, high: float) -> Kind:
    def accepts(given: object) -> bool:
        is_number = isinstance(given, int | float) and not isinstance(given, bool)
        return is_number and low <= given <= high  # type: ignore[operator]

    told = f"{low:g} ile {high:g} arasında bir sayı", f"expected a number from {low:g} to {high:g}"
    return Kind(told, accepts, value=float)


def port() -> Kind:
    return whole(0, 65535)


def flag() -> Kind:
    return Kind(
        ("true ya da false", "expected true or false"), lambda given: isinstance(given, bool)
    )


def choice(*words: str) -> Kind:
    told = " | ".join(json.dumps(word) for word in words)
    return Kind((told, f"expected {told}"), lambda given: given in words)


def turn() -> Kind:
    return Kind(
        ("0, 90, 180 ya da 270", "expected 0, 90, 180 or 270"),
        lambda given: not isinstance(given, bool) and given in (0, 90, 180, 270),
    )


def host() -> Kind:
    def accepts(given: object) -> bool:
        if not isinstance(given, str):
            return False
        try:
            return ipaddress.ip_address(given).version == 4
        except ValueError:
            return given == "localhost"

    return Kind(('"0.0.0.0" gibi bir adres', 'expected an address such as "0.0.0.0"'), accepts)


def folder() -> Kind:
    """An empty text means: none named."""
    return Kind(
        ('"/var/lib/hakem" gibi tam bir yol ya da ""', 'expected an absolute path, or ""'),
        lambda given: isinstance(given, str) and (not given or Path(given).is_absolute()),
    )


def is_camera(given: object) -> bool:
    """One of CAMERA_FORMS; ``usb`` alone is the first one."""
    if not isinstance(given, str):
        return False
    kind, colon, rest = given.partition(":")
    match kind:
        case "usb":
            return not colon or rest.isdecimal()
        case "photo" | "film":
            return bool(rest)
        case _:
            return kind in ("pi", "staged") and not colon


def cameras() -> Kind:
    return Kind(
        (
            '["pi", "usb"] gibi bir liste (pi, usb:N, film:YOL, photo:YOL, staged)',
            'expected a list such as ["pi", "usb"] (pi, usb:N, film:PATH, photo:PATH, staged)',
        ),
        lambda given: isinstance(given, list) and bool(given) and all(map(is_camera, given)),
        value=tuple,
    )


def _is_pin(given: object) -> bool:
    return _is_whole(given, FIRST_PIN, LAST_PIN)


def pin() -> Kind:
    """0 means: nothing wired; TOML has no null, and a missing key means the default."""
    return Kind(
        (
            f"GPIO numarası ({FIRST_PIN}-{LAST_PIN}) ya da bağlı değilse 0",
            f"expected a GPIO number, {FIRST_PIN} to {LAST_PIN}, or 0 for none",
        ),
        lambda given: _is_pin(given) or (_is_whole(given, 0, 0)),
        value=lambda given: given or None,
        toml=lambda value: str(value or 0),
    )


def pins(most: int) -> Kind:
    return Kind(
        (
            f"GPIO numaraları ({FIRST_PIN}-{LAST_PIN}), en çok {most} tane: [5, 6]",
            f"expected up to {most} GPIO numbers, {FIRST_PIN} to {LAST_PIN}, as [5, 6]",
        ),
        lambda given: isinstance(given, list) and len(given) <= most and all(map(_is_pin, given)),
        value=tuple,
    )
