"""The options of Üç On Üç Remi (spec 5.2), checked, and the preset that has a name (spec 5.6)."""

from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from enum import StrEnum

from rules.game import OptionValue
from rules.games.uc_on_uc.cards import DECK, RANKS, Costs, decks_for
from rules.options import Parser, flag, number_of, one_of, out_of_range, parsed, plain, with_preset

AUTO = "auto"
DECKS = ("1", "2", "3")
FIRST_SIZE, ROUNDS = 3, 11


class Courts(StrEnum):
    """What J, Q, K cost when they are left over."""

    TEN = "10"
    BY_RANK = "11-12-13"


class Layout(StrEnum):
    """``dizilis``: the best possible arrangement counts, or the groups as laid."""

    BEST = "en_iyi"
    AS_LAID = "oyuncunun"


PRESETS: Mapping[str, Mapping[str, OptionValue]] = {
    "varsayilan": {},
    "ikililer_joker_degil": {"deste": 1, "jokerler": 2, "ek_tur_14": True, "bonus_tur": True},
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Options:
    """Names and values as in spec 5.2. ``deste`` is None (``auto``) until somebody sits there
    (``seated``)."""

    deste: int | None = None
    as_yuksek: bool = False
    surat_degeri: Courts = Courts.TEN
    jokerler: int = 0
    ek_tur_14: bool = False
    bonus_tur: bool = False
    hizli: bool = False
    dizilis: Layout = Layout.BEST

    @classmethod
    def parse(cls, given: Mapping[str, object]) -> "Options":
        """Options from plain values. Raises IllegalAction(OPTION_RANGE): key, value, expected."""
        return cls(**parsed(with_preset(given, PRESETS), _PARSERS))

    def seated(self, players: int) -> "Options":
        """With the number of decks for so many players. Raises OPTION_RANGE where the largest round
        could not be dealt and leave a card to turn."""
        decks = self.deste or decks_for(players)
        held = decks * (len(DECK) + self.jokerler)
        if held <= players * self.size(self.rounds):
            least = f"more decks for {players} players"
            raise out_of_range("deste", self.deste or AUTO, least)
        return replace(self, deste=decks)

    @property
    def rounds(self) -> int:
        return ROUNDS + self.ek_tur_14

    def size(self, round_: int) -> int:
        """Cards dealt in a round (from 1); a bonus round is dealt like the last one."""
        return min(round_, self.rounds) + FIRST_SIZE - 1

    def costs(self, round_: int) -> Costs:
        """The wild rank is the number of cards dealt; 14 cards: aces (TT-A5, A7)."""
        size = self.size(round_)
        wild = RANKS[(size - 1) % len(RANKS)]
        return Costs(wild, self.as_yuksek, self.surat_degeri is Courts.BY_RANK)

    def values(self) -> dict[str, OptionValue]:
        return {**plain(self), "deste": self.deste or AUTO}


def _decks(key: str, value: object) -> int | None:
    if value is None or str(value).strip() in ("", AUTO):
        return None
    if str(value).strip() not in DECKS:
        raise out_of_range(key, value, "one of " + ", ".join((AUTO, *DECKS)))
    return int(str(value))


_PARSERS: Mapping[str, Parser] = {
    "deste": _decks,
    "as_yuksek": flag,
    "surat_degeri": one_of(Courts),
    "jokerler": number_of(0, 2),
    "ek_tur_14": flag,
    "bonus_tur": flag,
    "hizli": flag,
    "dizilis": one_of(Layout),
}
assert set(_PARSERS) == {field.name for field in fields(Options)}
