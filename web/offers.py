"""The games as the start page offers them: players, presets, and what every option may be.

The values of an option are found by asking the game itself, so the page can offer nothing that the
game refuses and needs no list of its own.
"""

from collections.abc import Mapping
from enum import StrEnum
from types import UnionType
from typing import Any, get_args, get_type_hints

from rules.game import AnyGame, IllegalAction, OptionValue
from rules.games import GAMES
from rules.games.belote.options import PRESETS as BELOTE
from rules.games.uc_on_uc.options import PRESETS as UC_ON_UC
from rules.tabletop import Owner

MOST_BUTTONS = 6
LARGEST_TRIED = 26
SEATED = "kisi"
"""An option that the number of names answers already."""
PRESETS: Mapping[str, tuple[tuple[str, Mapping[str, OptionValue]], ...]] = {
    "vale-avi": (("bildigimiz", {}), ("kisa", {"hedef": 7}), ("uzun", {"hedef": 21})),
    "blof": (("bildigimiz", {}), ("kisa", {"el_sayisi": 3}), ("uzun", {"el_sayisi": 7})),
    "alman-whisti": (("tek_dagitim", {}), ("kisa", {"hedef": 21}), ("uzun", {"hedef": 50})),
    "belote": tuple(BELOTE.items()),
    "uc-on-uc": tuple(UC_ON_UC.items()),
}
"""By game: the word of a preset (locales, section ``preset``) and what differs from a new table."""


def offered() -> list[dict[str, Any]]:
    return [_offer(GAMES[name]) for name in GAMES]


def _offer(game: AnyGame) -> dict[str, Any]:
    values = game.option_values(game.options({}))
    return {
        "name": game.info.name,
        "least": game.info.min_players,
        "most": min(game.info.max_players, len(Owner)),
        "options": {key: value for key, value in values.items() if key != SEATED},
        "choices": {key: _choices(game, key, values[key]) for key in values if key != SEATED},
        "presets": [
            {"word": word, "options": {k: v for k, v in given.items() if k != SEATED}}
            for word, given in PRESETS[game.info.name]
        ],
    }


def _choices(game: AnyGame, key: str, usual: OptionValue) -> list[OptionValue] | None:
    """The few values this option may have; None: any whole number, and nothing if ``usual`` is."""
    kinds = _kinds(get_type_hints(type(game.options({})))[key])
    for kind in kinds:
        if issubclass(kind, StrEnum):
            return [*_none(kinds, usual), *(one.value for one in kind)]
    if bool in kinds:
        return [*_none(kinds, usual), True, False]
    numbers = [n for n in range(LARGEST_TRIED + 1) if _takes(game, key, n)]
    if not numbers or len(numbers) > MOST_BUTTONS:
        return None
    return [*([] if usual in numbers else [usual]), *numbers]


def _kinds(hint: Any) -> tuple[type, ...]:
    return get_args(hint) if isinstance(hint, UnionType) else (hint,)


def _none(kinds: tuple[type, ...], usual: OptionValue) -> list[OptionValue]:
    return [None] if type(None) in kinds and usual is None else []


def _takes(game: AnyGame, key: str, value: int) -> bool:
    try:
        game.options({key: value})
    except IllegalAction:
        return False
    return True
