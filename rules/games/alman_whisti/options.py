"""The options of Alman Whisti (spec 3.2), checked."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

from rules.game import OptionValue
from rules.options import Parser, flag, maybe, number_of, one_of, parsed, plain, whole


class Scoring(StrEnum):
    """Match points: one a counted trick, or those above half of them."""

    PLAIN = "sade"
    ABOVE_HALF = "alti_ustu"


class Revoke(StrEnum):
    """What a proven revoke costs on a real table."""

    WARN = "uyar"
    THREE_TRICKS = "uc_el"
    LOSES_DEAL = "eli_kaybeder"


@dataclass(frozen=True, slots=True, kw_only=True)
class Options:
    """Names and values as in spec 3.2; the defaults are those of a new table. ``hedef`` None: a
    single deal decides."""

    sayilan: int = 13
    kozsuz: bool = False
    dusuk_el: bool = False
    puanlama: Scoring = Scoring.PLAIN
    hedef: int | None = None
    renons: Revoke = Revoke.WARN

    @classmethod
    def parse(cls, given: Mapping[str, object]) -> "Options":
        """Options from plain values. Raises IllegalAction(OPTION_RANGE): key, value, expected."""
        return cls(**parsed(given, _PARSERS))

    def values(self) -> dict[str, OptionValue]:
        return plain(self)


_PARSERS: Mapping[str, Parser] = {
    "sayilan": number_of(13, 26),
    "kozsuz": flag,
    "dusuk_el": flag,
    "puanlama": one_of(Scoring),
    "hedef": maybe(whole(1)),
    "renons": one_of(Revoke),
}
