"""The options of a game as a page lists them: every value its own parser takes, in words.

Nothing here knows an option by name. A value is offered because the game accepts it, and explained
by the sentences the start page uses (``optionmore``).
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from rules.game import AnyGame, IllegalAction, OptionValue
from rules.games import GAMES
from web.words import Words

TRIED = range(101)
FEW = 6  # more whole numbers than these are told as "1, 2, 3…"
NONE = "none"


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
    """Every option with the value that is ``given`` (or the default) marked, the others after it
    in the order in which the words explain them."""
    game = GAMES[name]
    now = game.option_values(game.options(given))
    return tuple(
        Choice(
            key=key,
            name=words.say(key, section="option"),
            values=_values(game, key, chosen, words),
        )
        for key, chosen in now.items()
    )


def accepted(game: AnyGame, key: str, words: Words) -> Iterator[OptionValue]:
    """What the parser of ``key`` takes and keeps as it is: of the words that are explained, yes and
    no, nothing, and whole numbers."""
    explained = (code.removeprefix(f"{key}_") for code in words.table["optionmore"])
    tried: tuple[OptionValue, ...] = (*explained, True, False, None, *TRIED)
    for value in tried:
        try:
            kept = game.option_values(game.options({key: value}))[key]
        except IllegalAction:
            continue
        if kept == value and type(kept) is type(value):
            yield value


def _values(game: AnyGame, key: str, chosen: OptionValue, words: Words) -> tuple[Value, ...]:
    found = list(accepted(game, key, words))
    numbers = [value for value in found if type(value) is int]
    many = len(numbers) > FEW
    offered = [value for value in found if not (many and type(value) is int)]
    if chosen not in offered:
        offered.insert(0, chosen)
    values = [
        Value(
            label=_label(value, words, free=many),
            told=_told(key, value, words),
            chosen=value == chosen and type(value) is type(chosen),
        )
        for value in offered
    ]
    if many:
        first = ", ".join(map(str, numbers[:3]))
        values.append(Value(label=f"{first} …", told="", chosen=False))
    return tuple(sorted(values, key=lambda value: not value.chosen))


def _label(value: OptionValue, words: Words, *, free: bool) -> str:
    if value is None:  # no limit, or left to the number of players
        code = NONE if free else "auto"
    else:
        code = str(value).lower() if isinstance(value, bool) else str(value)
    return words.say(code, section="optionvalue")


def _told(key: str, value: OptionValue, words: Words) -> str:
    """As the start page says it (``start.js``): the sentence of this value, else of the option."""
    code = NONE if value is None else str(value).lower() if isinstance(value, bool) else str(value)
    exact = f"{key}_{code}"
    if exact in words.table["optionmore"]:
        return words.say(exact, section="optionmore")
    return words.say(key, {} if value is None else {"n": value}, section="optionmore")
