"""The options of 13: Vale Avı (spec 1.2), checked, and the points they lead to (spec 1.3)."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import cache

from rules.cards import Rank
from rules.game import OptionValue
from rules.options import Parser, maybe, one_of, parsed, plain, whole


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
        return cls(**parsed(given, _PARSERS))

    def values(self) -> dict[str, OptionValue]:
        return plain(self)

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


_PARSERS: Mapping[str, Parser] = {
    "hedef": whole(1),
    "duz_siniri": whole(1),
    "vale_carpani": whole(1),
    "baslayan": one_of(Starter),
    "beraberlik_puani": one_of(TieBreak),
    "ek_elde_sayac": one_of(ExtraCounter),
    "ihlal": one_of(Violation),
    "ek_el_siniri": maybe(whole(1)),
}
