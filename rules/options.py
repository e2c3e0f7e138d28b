"""Options given by people, checked one by one: small parsers that a game's ``Options`` is made of.

A parser takes the key and the value as it came (JSON, a form, a written line) and gives the typed
value, or raises IllegalAction(OPTION_RANGE) with the key, the value and what would be right.
"""

from collections.abc import Callable, Mapping
from dataclasses import fields
from enum import StrEnum
from typing import Any

from rules.codes import Refusal
from rules.game import IllegalAction, OptionValue

Parser = Callable[[str, object], object]
PRESET = "hazir"
_YES = ("evet", "true", "1", "acik", "açık", "on")
_NO = ("hayir", "hayır", "false", "0", "kapali", "kapalı", "off")


def out_of_range(key: str, value: object, expected: str) -> IllegalAction:
    return IllegalAction(Refusal.OPTION_RANGE, key=key, value=str(value), expected=expected)


def with_preset(
    given: Mapping[str, object], presets: Mapping[str, Mapping[str, OptionValue]]
) -> dict[str, object]:
    """The options of the preset that ``hazir`` names (the first where it is not given); other keys
    beside it win. Raises OPTION_RANGE for a preset that is not there."""
    named = given.get(PRESET)
    name = next(iter(presets)) if named is None else str(named)
    if name not in presets:
        raise out_of_range(PRESET, name, "one of " + ", ".join(presets))
    own = {key: value for key, value in given.items() if key != PRESET}
    return {**presets[name], **own}


def parsed(given: Mapping[str, object], parsers: Mapping[str, Parser]) -> dict[str, Any]:
    """The values by key; what is not given is left out. Raises OPTION_RANGE."""
    for key in sorted(set(given) - set(parsers)):
        raise out_of_range(key, given[key], "one of " + ", ".join(parsers))
    return {key: parsers[key](key, value) for key, value in given.items()}


def plain(options: Any) -> dict[str, OptionValue]:
    """A dataclass of options as plain values, in the order of its fields."""
    values = {field.name: getattr(options, field.name) for field in fields(options)}
    return {
        key: value.value if isinstance(value, StrEnum) else value for key, value in values.items()
    }


def whole(least: int, most: int | None = None) -> Parser:
    """A whole number of at least ``least`` and, if given, at most ``most``."""
    expected = f"a whole number, {least} or more"
    if most is not None:
        expected = f"a whole number, {least} to {most}"

    def parse(key: str, value: object) -> int:
        text = str(value).strip()
        if isinstance(value, bool) or not (text.isascii() and text.isdigit()):
            raise out_of_range(key, value, expected)
        number = int(text)
        if number < least or (most is not None and number > most):
            raise out_of_range(key, value, expected)
        return number

    return parse


def number_of(*allowed: int) -> Parser:
    """One of a few whole numbers."""
    expected = "one of " + ", ".join(map(str, allowed))

    def parse(key: str, value: object) -> int:
        text = str(value).strip()
        if isinstance(value, bool) or text not in map(str, allowed):
            raise out_of_range(key, value, expected)
        return int(text)

    return parse


def flag(key: str, value: object) -> bool:
    """Yes or no: a JSON bool, or ``evet`` / ``hayir`` as people write it."""
    text = str(value).strip().casefold()
    if text not in _YES + _NO:
        raise out_of_range(key, value, "evet or hayir")
    return text in _YES


def one_of(kind: type[StrEnum]) -> Parser:
    expected = "one of " + ", ".join(kind)

    def parse(key: str, value: object) -> StrEnum:
        try:
            return kind(str(value).strip())
        except ValueError:
            raise out_of_range(key, value, expected) from None

    return parse


def maybe(parser: Parser) -> Parser:
    """None (or nothing written) stays None."""

    def parse(key: str, value: object) -> object:
        return None if value is None or value == "" else parser(key, value)

    return parse
