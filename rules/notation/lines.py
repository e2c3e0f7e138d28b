"""The lines of a written match, whatever game it is: keywords, remarks, and refusals that name
their line.

A hand may go on over several lines: a line that begins with a space belongs to the hand above it.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Self

from rules.book import bad_fact
from rules.game import IllegalAction, Mode, Player

_SEATS = {"seat": "name", "turn": "turn_name"}
_AFTER_KEYWORD = re.compile(r"\s*:\s*|\s+")
PLAYERS, OPTIONS, HAND = ("oyuncular", "players"), ("seçenekler", "options"), ("el", "hand")


class NotationError(Exception):
    """A written hand that cannot be refereed: the line (from 1) and the refusal."""

    def __init__(self, line: int, refusal: IllegalAction) -> None:
        self.line = line
        self.code = refusal.code
        self.args_ = refusal.args_
        super().__init__(f"line {line}: {refusal}")

    def with_names(self, players: Sequence[Player]) -> "NotationError":
        """``name`` and ``turn_name`` beside the seats it speaks of."""
        for key, value in tuple(self.args_.items()):
            if key in _SEATS and isinstance(value, int) and 0 <= value < len(players):
                self.args_[_SEATS[key]] = players[value].name
        return self


@dataclass(frozen=True, slots=True)
class Line:
    """What a line says, without its keyword and its remark.

    As a context manager it turns a refusal within the block into a NotationError of this line.
    """

    number: int
    text: str

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: object, refusal: object, trace: object) -> None:
        if isinstance(refusal, IllegalAction):
            raise NotationError(self.number, refusal) from None


Written = tuple[Line, ...]
"""One hand: its first line and those that go on with it; never empty."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Notation:
    """How one game's hands are written down.

    ``hand``: the state (begun, or after earlier hands) with one written hand played to its end;
    refusals are raised within the ``Line`` they belong to. ``told``: one sentence on what a line
    holds, for the help. ``contenders``: who plays the extra hand that is due, where a game has one.
    """

    example: str
    told: str
    hand: Callable[[Any, Written], Any]
    mode: Mode = Mode.FULL
    contenders: Callable[[Any], tuple[int, ...]] = lambda state: ()


@dataclass(frozen=True, slots=True)
class Sheet:
    """A written match, taken apart."""

    players: Line
    options: Line
    hands: tuple[Written, ...]


def example_in(doc: str | None) -> str:
    """The example of a docstring (its indented lines), ready to be scored."""
    return "\n".join(line[4:] for line in (doc or "").splitlines() if line.startswith("    "))


def take_apart(text: str) -> Sheet:
    """Raises NotationError(BAD_FACT) for a line that is none of these."""
    players: Line | None = None
    options = Line(1, "")
    hands: list[Written] = []
    number = 1
    for number, raw in enumerate(text.splitlines(), 1):
        said = raw.partition("#")[0].rstrip()
        if not said:
            continue
        if hands and said[0].isspace():
            hands[-1] = (*hands[-1], Line(number, said.strip()))
            continue
        word, *rest = _AFTER_KEYWORD.split(said.strip(), maxsplit=1)
        line = Line(number, "".join(rest))
        if word.casefold() in PLAYERS and players is None and not hands:
            players = line
        elif word.casefold() in OPTIONS and not hands:
            options = line
        elif word.casefold() in HAND and players is not None:
            hands.append((line,))
        else:
            expected = "oyuncular: first, then seçenekler:, then lines that begin with el"
            raise NotationError(number, bad_fact("line", said.strip(), expected))
    if players is None:
        raise NotationError(number, bad_fact("line", "", "a line oyuncular: Ayşe, Oğuz"))
    return Sheet(players, options, tuple(hands))


def pairs(items: list[str]) -> Mapping[str, str]:
    """``key=value`` items; empty ones are skipped, a key given twice is refused."""
    found: dict[str, str] = {}
    for item in filter(None, (item.strip() for item in items)):
        key, equals, value = (part.strip() for part in item.partition("="))
        if not equals or key in found:
            raise bad_fact(key, item, "key=value, each key once")
        found[key] = value
    return found
