"""The options of Blöf (spec 2.2), checked."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

from rules.game import OptionValue
from rules.options import Parser, flag, number_of, one_of, parsed, plain


class Callers(StrEnum):
    """Who may say "Blöf!"."""

    NEXT = "siradaki"
    EVERYBODY = "herkes"


class Direction(StrEnum):
    CLOCKWISE = "saat"
    COUNTER_CLOCKWISE = "ters"


@dataclass(frozen=True, slots=True, kw_only=True)
class Options:
    """Names and values as in spec 2.2; the defaults are those of a new table.

    ``yon`` changes no rule: seats are numbered in the direction of play (spec 0.1), so it tells the
    page and the camera which way round the table the numbers run.
    """

    el_sayisi: int = 5
    itiraz: Callers = Callers.NEXT
    sure_sn: int = 5
    erken_kapat: bool = False
    yon: Direction = Direction.CLOCKWISE

    @classmethod
    def parse(cls, given: Mapping[str, object]) -> "Options":
        """Options from plain values. Raises IllegalAction(OPTION_RANGE): key, value, expected."""
        return cls(**parsed(given, _PARSERS))

    def values(self) -> dict[str, OptionValue]:
        return plain(self)


_PARSERS: Mapping[str, Parser] = {
    "el_sayisi": number_of(3, 5, 7),
    "itiraz": one_of(Callers),
    "sure_sn": number_of(1, 3, 5, 7, 10),
    "erken_kapat": flag,
    "yon": one_of(Direction),
}
