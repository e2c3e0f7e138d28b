"""What a table on a rules page is made of, and the words for it (``words.<language>.toml``)."""

import tomllib
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

from web.words import LANGUAGES, Words

MINUS = "\u2212"


@dataclass(frozen=True, slots=True)
class Cards:
    """Cards as they are drawn in a cell, group by group; a card is its text (``9D``, ``X``)."""

    groups: tuple[tuple[str, ...], ...]


Cell = str | int | Cards


@dataclass(frozen=True, slots=True, kw_only=True)
class Table:
    """``rows`` begin with the cell that heads them; ``foot``: a last row, of sums. ``wide``: its
    cells hold words or cards rather than numbers."""

    name: str
    caption: str
    columns: tuple[str, ...]
    rows: tuple[tuple[Cell, ...], ...]
    foot: tuple[Cell, ...] = ()
    wide: bool = False


def cards(*texts: str) -> Cards:
    return Cards((texts,))


def signed(points: int) -> str:
    """+3, −2; 0 stays 0."""
    return f"+{points}" if points > 0 else str(points).replace("-", MINUS)


def span(numbers: Sequence[int]) -> str:
    """The numbers from the first to the last: 2–4; a single one stays alone."""
    first, last = numbers[0], numbers[-1]
    return str(first) if first == last else f"{first}–{last}"


@cache
def words(language: str) -> Words:
    """The rulebook's own words. Raises KeyError for a language that has none."""
    if language not in LANGUAGES:
        raise KeyError(language)
    path = files("web").joinpath("rulebook", f"words.{language}.toml")
    return Words(language, tomllib.loads(path.read_text(encoding="utf-8")))
