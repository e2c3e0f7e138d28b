"""A TOML file in, settings and a list of problems out.

A key nobody knows is refused, not skipped: a misspelt ``nxet = 17`` that does nothing would cost an
evening. Each problem names file, line and what was expected; what is right in a file stays usable,
so that Hakem can still start its page and show the problems there.
"""

import os
import re
import tomllib
from collections.abc import Mapping
from dataclasses import fields
from difflib import get_close_matches
from pathlib import Path
from typing import Any

from device.config import LIGHT_PINS, Config, Loaded, Problem, WiringConfig, used_pins
from device.config.kinds import Kind

SYSTEM_FILE = Path("/etc/hakem/hakem.toml")


def default_path() -> Path | None:
    """``HAKEM_CONFIG``, else the system's file, else the user's; None where there is none."""
    named = os.environ.get("HAKEM_CONFIG")
    if named:
        return Path(named)
    base = os.environ.get("XDG_CONFIG_HOME") or str(Path.home() / ".config")
    return next((p for p in (SYSTEM_FILE, Path(base) / "hakem" / "hakem.toml") if p.exists()), None)


def load(path: Path | None) -> Loaded:
    """Never raises: a file that cannot be read is a problem like any other."""
    if path is None:
        return Loaded(config=Config())
    try:
        text = path.read_text(encoding="utf-8")
    except OSError as error:
        reason = error.strerror or str(error)
        return _broken(path, 1, f"okunamıyor ({reason})", f"cannot be read ({reason})")
    except UnicodeDecodeError:
        return _broken(path, 1, "UTF-8 bir metin değil", "is no UTF-8 text")
    try:
        table = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        line = _line_of_error(str(error), text)
        return _broken(path, line, "bu satır TOML değil", f"this is no TOML: {error}")
    return _Reading(path, text).take(table)


def _broken(path: Path, line: int, turkish: str, english: str) -> Loaded:
    problem = Problem(path=path, line=line, key="", turkish=turkish, english=english)
    return Loaded(config=Config(), problems=(problem,), path=path)


def _line_of_error(message: str, text: str) -> int:
    """tomllib tells the place only in words before Python 3.14."""
    found = re.search(r"at line (\d+)", message)
    return int(found[1]) if found else max(1, text.count("\n"))


class _Reading:
    """One pass over a file's table, gathering what is wrong."""

    def __init__(self, path: Path, text: str) -> None:
        self._path = path
        self._lines = _places(text)
        self._problems: list[Problem] = []
        self._given: set[str] = set()

    def take(self, table: Mapping[str, Any]) -> Loaded:
        sections: dict[str, Any] = {}
        known = {each.name: each.default_factory for each in fields(Config)}
        for name, content in table.items():
            if name not in known or not isinstance(content, dict):
                self._unknown(name, name, known)
                continue
            sections[name] = self._section(name, known[name], content)
        config = Config(**sections)
        self._judge_wiring(config.wiring)
        return Loaded(
            config=config,
            problems=tuple(sorted(self._problems, key=lambda each: each.line)),
            path=self._path,
            given=frozenset(self._given),
        )

    def _section(self, name: str, section: Any, content: Mapping[str, Any]) -> Any:
        kinds = {each.name: each.metadata["kind"] for each in fields(section)}
        values = {}
        for key, value in content.items():
            full = f"{name}.{key}"
            if key not in kinds:
                self._unknown(full, key, kinds)
                continue
            kind: Kind = kinds[key]
            if not kind.accepts(value):
                turkish, english = kind.expected
                self._add(full, f"{turkish} olmalı, {value!r} değil", f"{english}, not {value!r}")
                continue
            values[key] = kind.value(value)
            self._given.add(full)
        return section(**values)

    def _unknown(self, full: str, key: str, known: Mapping[str, object]) -> None:
        near = get_close_matches(key, known, n=1, cutoff=0.6)
        if near:
            turkish, english = f"“{near[0]}” mi demek istediniz?", f"did you mean {near[0]!r}?"
        else:
            turkish = "bilinenler: " + ", ".join(known)
            english = "there are " + ", ".join(known)
        self._add(full, f"böyle bir ayar yok; {turkish}", f"there is no such setting; {english}")

    def _judge_wiring(self, wiring: WiringConfig) -> None:
        wanted = LIGHT_PINS[wiring.light]
        spoken = {"wiring.light", "wiring.light_pins"} & self._given
        if wanted and len(wiring.light_pins) != wanted and not self._wrong("wiring.light_pins"):
            self._add(
                max(spoken, default="wiring.light"),
                f"light = {wiring.light!r} için {wanted} bacak olmalı",
                f"light = {wiring.light!r} needs {wanted} pin(s) in light_pins",
            )
        taken: dict[int, str] = {}
        for key, number_ in used_pins(wiring):
            full = f"wiring.{key}"
            if number_ in taken:
                self._add(
                    full if full in self._given else taken[number_],
                    f"GPIO {number_} iki kez kullanılmış ({taken[number_]} ve {full})",
                    f"GPIO {number_} is used twice, by {taken[number_]} and {full}",
                )
            taken.setdefault(number_, full)

    def _wrong(self, full: str) -> bool:
        return any(problem.key == full for problem in self._problems)

    def _add(self, full: str, turkish: str, english: str) -> None:
        line = self._lines.get(full) or self._lines.get(full.partition(".")[0]) or 1
        self._problems.append(
            Problem(path=self._path, line=line, key=full, turkish=turkish, english=english)
        )


_HEADER = re.compile(r"^\s*\[\s*([\w-]+)\s*\]")
_ASSIGNED = re.compile(r"^\s*\"?([\w-]+)\"?(?:\s*\.\s*\"?([\w-]+)\"?)?\s*=")


def _places(text: str) -> dict[str, int]:
    """Where each ``section.key`` and each section stands. tomllib keeps no lines; our sections hold
    plain keys only, so reading the starts of lines is enough."""
    found: dict[str, int] = {}
    section = ""
    for line, content in enumerate(text.splitlines(), start=1):
        if header := _HEADER.match(content):
            section = header[1]
            found.setdefault(section, line)
        elif assigned := _ASSIGNED.match(content):
            first, second = assigned[1], assigned[2]
            full = f"{first}.{second}" if second else f"{section}.{first}" if section else first
            found.setdefault(full, line)
    return found
