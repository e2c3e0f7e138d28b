"""The append-only log of a match: entries and their JSON form. Nothing in it is ever changed.

``Retracted`` and ``Amended`` are entries too: the match is what folding the log gives, and undo and
correction are replays with the list edited (spec 0.3). Numbers grow; gaps are allowed.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from rules.codec import from_plain, to_plain
from rules.game import Mode, OptionValue, Player


class LogError(ValueError):
    """A log that was cut off or changed by hand: its entry (from 1), and what is wrong with it."""

    def __init__(self, number: int, what: str) -> None:
        self.number = number
        super().__init__(f"entry {number} of the log: {what}")


class Source(StrEnum):
    """Who brought it: a person outranks the camera."""

    CAMERA = "camera"
    BUTTON = "button"
    PHONE = "phone"
    REFEREE = "referee"  # lots drawn and hands written by the program itself
    FILE = "file"  # hands written down (`hakem score`)


@dataclass(frozen=True, slots=True, kw_only=True)
class Started:
    """First entry of every match."""

    game: str
    players: tuple[Player, ...]
    options: Mapping[str, OptionValue]
    mode: Mode = Mode.TABLE
    simulated: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Acted:
    """An action of the game or a move of ``rules.moves``."""

    action: Any


@dataclass(frozen=True, slots=True, kw_only=True)
class Retracted:
    """The entry with this number does not count any more."""

    seq: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Amended:
    """In place of the entry with this number this action counts; the last amendment wins."""

    seq: int
    action: Any


Body = Started | Acted | Retracted | Amended


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """``at_utc`` is ISO 8601 text, and ``by`` names the player whose phone it was, if it was one's:
    both for people; no rule looks at them."""

    seq: int
    at_utc: str
    source: Source
    body: Body
    by: str = ""


def counting(entries: tuple[Entry, ...]) -> list[tuple[int, Any]]:
    """The actions that count, in the order of the log: retracted ones left out, amended ones
    replaced."""
    gone = {entry.body.seq for entry in entries if isinstance(entry.body, Retracted)}
    instead = {
        entry.body.seq: entry.body.action
        for entry in entries
        if isinstance(entry.body, Amended) and entry.seq not in gone
    }
    return [
        (entry.seq, instead.get(entry.seq, entry.body.action))
        for entry in entries
        if isinstance(entry.body, Acted) and entry.seq not in gone
    ]


_BODIES: Mapping[str, type] = {
    "started": Started,
    "acted": Acted,
    "retracted": Retracted,
    "amended": Amended,
}


def body_to_plain(body: Body) -> dict[str, Any]:
    """The body as JSON-able values: ``{"body": "acted", "action": {"do": "Next"}}``."""
    plain: dict[str, Any] = {"body": type(body).__name__.lower()}
    if isinstance(body, Acted | Amended):
        if isinstance(body, Amended):
            plain["seq"] = body.seq
        plain["action"] = {"do": type(body.action).__name__, **to_plain(body.action)}
        return plain
    plain.update(to_plain(body))
    return plain


def body_from_plain(data: Mapping[str, Any], actions: Mapping[str, type]) -> Body:
    """Back again; ``actions`` are those of the match's game. Raises ValueError with what is
    wrong."""
    rest = {key: value for key, value in data.items() if key != "by"}
    kind = rest.pop("body", None)
    if kind not in _BODIES:
        raise ValueError(f"no such log entry: {kind!r} (expected one of {', '.join(_BODIES)})")
    if kind in ("acted", "amended"):
        fields = dict(rest.pop("action"))
        name = fields.pop("do", None)
        if name not in actions:
            raise ValueError(f"no such action: {name!r} (expected one of {', '.join(actions)})")
        action = from_plain(actions[name], fields)
        return Acted(action=action) if kind == "acted" else Amended(seq=rest["seq"], action=action)
    body: Body = from_plain(_BODIES[kind], rest)
    return body


def to_json(entry: Entry) -> dict[str, Any]:
    return {
        "seq": entry.seq,
        "at_utc": entry.at_utc,
        "source": str(entry.source),
        "body": signed(entry),
    }


def signed(entry: Entry) -> dict[str, Any]:
    """The body as JSON-able values, and in it who did it: the log on disk keeps bodies whole."""
    return body_to_plain(entry.body) | ({"by": entry.by} if entry.by else {})


def from_json(data: Mapping[str, Any], actions: Mapping[str, type]) -> Entry:
    return Entry(
        seq=data["seq"],
        at_utc=data["at_utc"],
        source=Source(data["source"]),
        body=body_from_plain(data["body"], actions),
        by=data["body"].get("by", ""),
    )
