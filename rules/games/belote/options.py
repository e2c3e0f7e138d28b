"""The options of Belote (spec 4.2), checked, and the presets tables know by name."""

from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from enum import StrEnum

from rules.game import OptionValue
from rules.games.belote.cards import KINGS
from rules.options import (
    Parser,
    flag,
    maybe,
    number_of,
    one_of,
    out_of_range,
    parsed,
    plain,
    whole,
    with_preset,
)

SEATS = (2, 3, 4)


class LongRuns(StrEnum):
    """Runs of six and seven against five (BE-A4)."""

    LENGTH = "uzunluk"
    CLASS = "sinif"


class EqualRuns(StrEnum):
    """Equal best runs, none in trump."""

    FIRST = "ilk"
    NOBODY = "hicbiri"


class BeloteWords(StrEnum):
    """Whether the two words have to be said."""

    NEEDED = "zorunlu"
    AUTOMATIC = "otomatik"


class RevokePenalty(StrEnum):
    """BE-A9."""

    TO_OPPONENT = "rakibe_10"
    BOTH = "ikisi"
    ONLY_MINUS = "sadece_eksi"


class Dealer(StrEnum):
    """Who deals the next hand."""

    WINNER = "kazanan"
    IN_TURN = "sirayla"


PRESETS: Mapping[str, Mapping[str, OptionValue]] = {
    "varsayilan": {},
    "papaz4": {"papaz": 4},
    "resmi": {
        "kisi": 4,
        "papaz": 4,
        "koz_mecburi": True,
        "ortak_istisna": True,
        "alt_koz": True,
        "icerde": True,
    },
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Options:
    """Names and values as in spec 4.2. Three defaults follow the number of players: None until
    somebody sits there (``seated``)."""

    kisi: int | None = None
    hedef: int = 1000
    papaz: int = 10
    koz_mecburi: bool = False
    ortak_istisna: bool = True
    alt_koz: bool = True
    kart_tekrari: bool = False
    uzun_seri: LongRuns = LongRuns.LENGTH
    esit_seri: EqualRuns = EqualRuns.FIRST
    yedi_degisimi: bool | None = None
    belote_beyani: BeloteWords = BeloteWords.NEEDED
    bittim: bool = True
    renons_cezasi: RevokePenalty = RevokePenalty.TO_OPPONENT
    icerde: bool = False
    dagitan: Dealer | None = None

    @classmethod
    def parse(cls, given: Mapping[str, object]) -> "Options":
        """Options from plain values. Raises IllegalAction(OPTION_RANGE): key, value, expected."""
        options = cls(**parsed(with_preset(given, PRESETS), _PARSERS))
        if options.icerde and options.kisi == 3:
            raise out_of_range("icerde", True, "hayir at a table of three")
        return options

    def seated(self, players: int) -> "Options":
        """With the defaults of a table of this size. Raises OPTION_RANGE where ``kisi`` says
        another number, or three play ``icerde`` (BE-A20)."""
        if players != (self.kisi or players):
            raise out_of_range("kisi", self.kisi or "", f"{players}: as many as sit there")
        if self.icerde and players == 3:
            raise out_of_range("icerde", True, "hayir at a table of three")
        seven = players < 4 if self.yedi_degisimi is None else self.yedi_degisimi
        dealer = self.dagitan or (Dealer.WINNER if players == 2 else Dealer.IN_TURN)
        return replace(self, kisi=players, yedi_degisimi=seven, dagitan=dealer)

    def values(self) -> dict[str, OptionValue]:
        return plain(self)


_PARSERS: Mapping[str, Parser] = {
    "kisi": maybe(number_of(*SEATS)),
    "hedef": whole(1),
    "papaz": number_of(*KINGS),
    "koz_mecburi": flag,
    "ortak_istisna": flag,
    "alt_koz": flag,
    "kart_tekrari": flag,
    "uzun_seri": one_of(LongRuns),
    "esit_seri": one_of(EqualRuns),
    "yedi_degisimi": maybe(flag),
    "belote_beyani": one_of(BeloteWords),
    "bittim": flag,
    "renons_cezasi": one_of(RevokePenalty),
    "icerde": flag,
    "dagitan": maybe(one_of(Dealer)),
}
assert set(_PARSERS) == {field.name for field in fields(Options)}
