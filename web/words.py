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
SERVERS_OWN = frozenset({"page", "refusal", "archive", "month", "health", "touch"})
"""Sections that only the server speaks from: no phone has to load them."""
_VALUE = re.compile(r"\{(\w+)\}")
_WORDED = {
    "place": "place",
    "places": "place",
    "rank": "rank",
    "side": "side",
    "key": "option",
    "suit": "suit",
    "fault": "fault",
}
_CARDS = frozenset({"card", "group", "groups", "left"})
_CARD = re.compile(r"\b([2-9TJQKA])([SHDC])\b")
_SIGNS = {"S": "\u2660", "H": "\u2665", "D": "\u2666", "C": "\u2663"}
_AS_TEXT = "\ufe0e"
_RIGHT_TO_LEFT = re.compile("[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]")


@dataclass(frozen=True, slots=True)
class Words:
    """One language: ``table`` maps section, then code, to a sentence."""

    language: str
    table: Mapping[str, Mapping[str, str]]

    @property
    def for_phones(self) -> dict[str, Mapping[str, str]]:
        """What ``static/js/say.js`` speaks from."""
        return {name: said for name, said in self.table.items() if name not in SERVERS_OWN}

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
            return ", ".join(
                section.get(part, self._cards(part)) for part in str(value).split(", ")
            )
        if name in _CARDS:
            return self._cards(str(value))
        if name == "combos" and isinstance(value, str):
            return ", ".join(self._combo(one) for one in value.split(", "))
        return str(value).replace("-", "\u2212") if isinstance(value, int) else isolated(value)

    def _cards(self, text: str) -> str:
        """TH becomes 10♥, X the joker, wherever they stand in the text."""
        signed = _CARD.sub(
            lambda found: f"{found[1].replace('T', '10')}{_SIGNS[found[2]]}{_AS_TEXT}", text
        )
        return re.sub(r"\bX\b", self.table["rank"]["X"], signed)

    def _combo(self, text: str) -> str:
        """``brelan Q`` or ``seri QS 3`` as players say it."""
        kind, top, *length = text.split(" ")
        args: dict[str, str | int] = {"rank": top, "card": top}
        if length:
            args["count"] = int(length[0])
        return self.say(kind, args, section="combo")


def isolated(text: str) -> str:
    """A name written from right to left must not drag the numbers beside it along."""
    return f"\u2068{text}\u2069" if _RIGHT_TO_LEFT.search(text) else text


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
