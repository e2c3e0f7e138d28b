"""What a phone may send, checked at the border: each request becomes exactly one port command."""

import re
from typing import Annotated, Any

import msgspec

from rules.tabletop import Owner
from web.port import (
    Answer,
    Command,
    Lock,
    NewMatch,
    NextHand,
    Player,
    SetFact,
    Tap,
    Undo,
    VoidHand,
)

NAME_LETTERS = 40
JOINERS = "\u200c\u200d"
"""They hold the letters of some scripts, and families of emoji, together."""
Short = Annotated[str, msgspec.Meta(min_length=1, max_length=64)]
Value = Annotated[str, msgspec.Meta(max_length=200)]
Number = Annotated[int, msgspec.Meta(ge=1, le=100_000)]
Seen = Annotated[int, msgspec.Meta(ge=0)]
_SPACES = re.compile(r"\s+")


class Wire(msgspec.Struct, frozen=True, kw_only=True, tag_field="do", forbid_unknown_fields=True):
    """``seen`` is the ``score.seq`` on the phone's screen when the finger came down."""

    seen: Seen | None = None


class Next(Wire, tag="next", frozen=True, kw_only=True):
    pass


class TakeBack(Wire, tag="undo", frozen=True, kw_only=True):
    pass


class LockNow(Wire, tag="lock", frozen=True, kw_only=True):
    pass


class Void(Wire, tag="void", frozen=True, kw_only=True):
    number: Number | None = None


class Reply(Wire, tag="answer", frozen=True, kw_only=True):
    question: Short
    answer: Short


class Put(Wire, tag="set", frozen=True, kw_only=True):
    number: Number | None = None
    changes: Annotated[dict[Short, Value], msgspec.Meta(min_length=1, max_length=16)]


class Press(Wire, tag="tap", frozen=True, kw_only=True):
    """``action``: a button of the view as it came, or one with a form's values."""

    action: Annotated[dict[Short, Any], msgspec.Meta(min_length=1, max_length=16)]


class Person(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    name: Annotated[str, msgspec.Meta(max_length=200)]
    owner: Owner


class Start(Wire, tag="start", frozen=True, kw_only=True):
    game: Short
    players: Annotated[tuple[Person, ...], msgspec.Meta(min_length=1, max_length=8)]
    options: Annotated[dict[Short, bool | int | Value | None], msgspec.Meta(max_length=32)] = {}


class Whose(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """``take``: also where another phone goes by that name already."""

    name: Short
    take: bool = False


class PinTry(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    pin: Annotated[str, msgspec.Meta(max_length=64)]


Request = Next | TakeBack | LockNow | Void | Reply | Put | Press | Start
Preview = Void | Put


def read_request(body: bytes) -> Request:
    """Raises msgspec.MsgspecError, as the other readers do, for anything but exactly this."""
    return msgspec.json.decode(body, type=Request)


def read_preview(body: bytes) -> Preview:
    return msgspec.json.decode(body, type=Preview)


def read_whose(body: bytes) -> Whose:
    return msgspec.json.decode(body, type=Whose)


def read_pin(body: bytes) -> PinTry:
    return msgspec.json.decode(body, type=PinTry)


def tidy(name: str) -> str:
    """One line, no control letters, single spaces, at most ``NAME_LETTERS`` long."""
    clean = "".join(c if c.isprintable() or c in JOINERS else " " for c in name)
    edges = f" {JOINERS}"
    return _SPACES.sub(" ", clean).strip(edges)[:NAME_LETTERS].rstrip(edges)


def command(request: Request) -> Command:
    """The port's command for a request."""
    match request:
        case Next():
            return NextHand()
        case TakeBack():
            return Undo()
        case LockNow():
            return Lock()
        case Void(number=number):
            return VoidHand(number=number)
        case Reply(question=question, answer=answer):
            return Answer(question=question, answer=answer)
        case Put(number=number, changes=changes):
            return SetFact(number=number, changes=changes)
        case Press(action={"do": "TakeOver", "name": str(name), **rest}):
            return Tap(action={"do": "TakeOver", "name": tidy(name), **rest})
        case Press(action=action):
            return Tap(action=action)
        case Start(game=game, players=people, options=options):
            players = tuple(Player(name=tidy(p.name), owner=p.owner.value) for p in people)
            return NewMatch(game=game, players=players, options=options)


def preview(request: Preview) -> SetFact | VoidHand:
    """The correction whose effect is asked for."""
    if isinstance(request, Void):
        return VoidHand(number=request.number)
    return SetFact(number=request.number, changes=request.changes)
