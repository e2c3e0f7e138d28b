"""Codes in, sentences out. The words live in ``locales/<language>/*.toml``; nothing else speaks.

A sentence may hold values in braces; they are shown in words by the *name* of the value (``place``
KD becomes "sağ üst köşe", ``rank`` K "Kral"). The phone does the same in ``static/js/say.js`` from
the same table. Players' names stay bare: no sentence glues a suffix to one.
"""

import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

from rules.view import Args

LANGUAGES = ("tr", "en")
_VALUE = re.compile(r"\{(\w+)\}")
_WORDED = {"place": "place", "places": "place", "rank": "rank", "side": "side", "key": "option"}


@dataclass(frozen=True, slots=True)
class Words:
    """One language: ``table`` maps section, then code, to a sentence."""

    language: str
    table: Mapping[str, Mapping[str, str]]

    def say(self, code: str, args: Args | None = None, *, section: str = "page") -> str:
        """The sentence for ``code``. A code without words shows itself: wrong, but not hidden."""
        return self.fill(self.table[section].get(code, code), args or {})

    def fill(self, sentence: str, args: Args) -> str:
        return _VALUE.sub(lambda match: self._value(match.group(1), args), sentence)

    def _value(self, name: str, args: Args) -> str:
        value = args.get(name)
        if value is None:
            return "?"
        if name in _WORDED:
            section = self.table[_WORDED[name]]
            return ", ".join(section.get(part, part) for part in str(value).split(", "))
        return str(value).replace("-", "\u2212") if isinstance(value, int) else value


@cache
def words(language: str) -> Words:
    """Raises KeyError for a language that has no words here."""
    if language not in LANGUAGES:
        raise KeyError(language)
    table: dict[str, dict[str, str]] = {}
    for path in sorted(files("web").joinpath("locales", language).iterdir(), key=lambda p: p.name):
        if path.name.endswith(".toml"):
            for section, sentences in tomllib.loads(path.read_text(encoding="utf-8")).items():
                table.setdefault(section, {}).update(sentences)
    return Words(language, table)
