"""The options of 13: Vale Avı (spec 1.2), checked, and the points they lead to (spec 1.3)."""

from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass, fields
from enum import StrEnum
from functools import cache

from rules.cards import Rank
from rules.codes import Refusal
from rules.game import IllegalAction, OptionValue


class Side(StrEnum):
    """How a pawn lies: düz (safe) or ters (hunting the Vale)."""

    UPRIGHT = "D"
    FLIPPED = "T"


class Starter(StrEnum):
    RANDOM = "rastgele"
    IN_TURN = "sirayla"


class TieBreak(StrEnum):
    TOTALS = "toplam"
    EXTRA_HAND = "ek_el"


class ExtraCounter(StrEnum):
    CARRIED = "surer"
    RESET = "sifirla"


class Violation(StrEnum):
    ASK = "sor"
    COUNT_FLIPPED = "ters_say"


UPRIGHT_POINTS: Mapping[Rank | None, int] = {Rank.ACE: 3, Rank.KING: 2, Rank.QUEEN: 1, Rank.JACK: 0}
FLIPPED_POINTS: Mapping[Rank | None, int] = {
    Rank.ACE: -3,
    Rank.KING: -2,
    Rank.QUEEN: -1,
    Rank.JACK: 5,
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Options:
    """Names and values as in spec 1.2; the defaults are those of a new table."""

    hedef: int = 13
    duz_siniri: int = 2
    vale_carpani: int = 2
    baslayan: Starter = Starter.RANDOM
    beraberlik_puani: TieBreak = TieBreak.TOTALS
    ek_elde_sayac: ExtraCounter = ExtraCounter.CARRIED
    ihlal: Violation = Violation.ASK
    ek_el_siniri: int | None = None

    @classmethod
    def parse(cls, given: Mapping[str, object]) -> "Options":
        """Options from plain values. Raises IllegalAction(OPTION_RANGE): key, value, expected."""
        unknown = sorted(set(given) - set(_PARSERS))
        if unknown:
            value = str(given[unknown[0]])
            raise _out_of_range(unknown[0], value, "one of " + ", ".join(_PARSERS))
        parsed = {key: _PARSERS[key](key, value) for key, value in given.items()}
        return cls(**parsed)  # type: ignore[arg-type]

    def values(self) -> dict[str, OptionValue]:
        return {
            key: value.value if isinstance(value, StrEnum) else value
            for key, value in asdict(self).items()
        }

    def points(self, *, side: Side, rank: Rank, centre: Rank) -> int:
        """Spec 1.3: upright points never change, flipped ones are multiplied by a Vale in the
        centre."""
        return points_by_side(self.vale_carpani, centre)[side][rank]


@cache
def points_by_side(vale_carpani: int, centre: Rank) -> Mapping[Side, Mapping[Rank | None, int]]:
    """Spec 1.3: upright points never change; a Vale in the centre multiplies all flipped ones."""
    factor = vale_carpani if centre is Rank.JACK else 1
    return {
        Side.UPRIGHT: UPRIGHT_POINTS,
        Side.FLIPPED: {rank: points * factor for rank, points in FLIPPED_POINTS.items()},
    }


def _out_of_range(key: str, value: object, expected: str) -> IllegalAction:
    return IllegalAction(Refusal.OPTION_RANGE, key=key, value=str(value), expected=expected)


def _positive(key: str, value: object) -> int:
    text = str(value).strip()
    if isinstance(value, bool) or not (text.isascii() and text.isdigit()) or int(text) < 1:
        raise _out_of_range(key, value, "a whole number, 1 or more")
    return int(text)


def _positive_or_none(key: str, value: object) -> int | None:
    if value is None or value == "":
        return None
    return _positive(key, value)


def _one_of(kind: type[StrEnum]) -> Callable[[str, object], StrEnum]:
    def parse(key: str, value: object) -> StrEnum:
        try:
            return kind(str(value))
        except ValueError:
            raise _out_of_range(key, value, "one of " + ", ".join(kind)) from None

    return parse


_PARSERS: Mapping[str, Callable[[str, object], object]] = {
    "hedef": _positive,
    "duz_siniri": _positive,
    "vale_carpani": _positive,
    "baslayan": _one_of(Starter),
    "beraberlik_puani": _one_of(TieBreak),
    "ek_elde_sayac": _one_of(ExtraCounter),
    "ihlal": _one_of(Violation),
    "ek_el_siniri": _positive_or_none,
}
assert set(_PARSERS) == {field.name for field in fields(Options)}
