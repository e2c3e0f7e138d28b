"""The options of a game as a page lists them: the values the start page offers, in its words."""

from collections.abc import Mapping
from dataclasses import dataclass

from rules.game import OptionValue
from rules.games import GAMES
from web.offers import offered
from web.words import Words

NONE = "none"
ANY_NUMBER = "1, 2, 3 …"


@dataclass(frozen=True, slots=True, kw_only=True)
class Value:
    label: str
    told: str
    chosen: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Choice:
    key: str
    name: str
    values: tuple[Value, ...]


def choices(name: str, given: Mapping[str, OptionValue], words: Words) -> tuple[Choice, ...]:
    """Every option, the value that is ``given`` (or the default) marked and first."""
    game = GAMES[name]
    now = game.option_values(game.options(given))
    offer = next(one for one in offered() if one["name"] == name)
    return tuple(
        Choice(
            key=key,
            name=words.say(key, section="option"),
            values=_values(key, now[key], usual, offer["choices"][key], words),
        )
        for key, usual in offer["options"].items()
    )


def _values(
    key: str,
    chosen: OptionValue,
    usual: OptionValue,
    few: list[OptionValue] | None,
    words: Words,
) -> tuple[Value, ...]:
    """``few`` None: any whole number will do, and nothing where that is ``usual``."""
    others = few if few is not None else [None] if usual is None else []
    rest = [value for value in others if value != chosen]
    values = [
        Value(
            label=_label(value, words, free=few is None),
            told=_told(key, value, words),
            chosen=value == chosen,
        )
        for value in (chosen, *rest)
    ]
    if few is None:
        values.append(Value(label=ANY_NUMBER, told="", chosen=False))
    return tuple(values)


def _label(value: OptionValue, words: Words, *, free: bool) -> str:
    if value is None:  # no limit, or left to the number of players
        return words.say(NONE if free else "auto", section="optionvalue")
    return words.say(_code(value), section="optionvalue")


def _told(key: str, value: OptionValue, words: Words) -> str:
    """As the start page says it (``start.js``): the sentence of this value, else of the option."""
    exact = f"{key}_{_code(value)}"
    if exact in words.table["optionmore"]:
        return words.say(exact, section="optionmore")
    return words.say(key, {} if value is None else {"n": value}, section="optionmore")


def _code(value: OptionValue) -> str:
    if value is None:
        return NONE
    return str(value).lower() if isinstance(value, bool) else str(value)
