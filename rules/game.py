"""What a game is: data and pure functions over one immutable state (spec 0.3).

The state spans a whole match. Every game is driven the same way: ``begin``, then ``read`` turns
what the camera saw into actions, people's taps are the moves of ``rules.moves``, and ``apply`` is
the only place that makes a new state. Nothing here reads a clock or draws a lot.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any, Generic, Protocol, TypeVar

from rules.codes import Refusal
from rules.moves import Score, Void
from rules.tabletop import Layout, Owner, TableEvent
from rules.view import ScoreView

OptionValue = str | int | None


class Mode(StrEnum):
    """TAM knows every card and refuses illegal play; MASA knows the table and only flags it (spec
    0.3)."""

    FULL = "TAM"
    TABLE = "MASA"


class IllegalAction(Exception):
    """The one typed refusal of this package: a code of ``rules.codes.Refusal`` and its values.
    ``entry``: the number of the log's entry that was refused, where a log was folded."""

    def __init__(self, code: Refusal, **args: str | int) -> None:
        self.code = code
        self.args_: dict[str, str | int] = args
        self.entry: int | None = None
        told = ", ".join(f"{key}={value}" for key, value in args.items())
        super().__init__(f"{code}: {told}" if told else str(code))


@dataclass(frozen=True, slots=True, kw_only=True)
class Player:
    """One seat at the table: seats are numbered in the direction of play, in this order (spec
    0.1)."""

    name: str
    owner: Owner


@dataclass(frozen=True, slots=True, kw_only=True)
class GameInfo:
    """What is fixed for a game. ``deck``: how often the deck holds each label a reading may
    name."""

    name: str
    title: str
    min_players: int
    max_players: int
    deck: Mapping[str, int]

    @property
    def seats(self) -> str:
        """How many may play, in words: ``2 players``, ``3 to 6 players``."""
        least, most = self.min_players, self.max_players
        return f"{least} to {most} players" if least < most else f"{least} players"


@dataclass(frozen=True, slots=True, kw_only=True)
class HandResult:
    """Points of one hand by seat (None: took no part) and the totals after it."""

    deltas: tuple[int | None, ...]
    totals: tuple[int, ...]


A = TypeVar("A")


@dataclass(frozen=True, slots=True, kw_only=True)
class Read(Generic[A]):
    """What an event means. ``play``: certain whatever was read on the card; apply at once, in
    order. ``choose``: alternatives of which at most one is true, likeliest first; the caller
    decides or asks."""

    play: tuple[A, ...] = ()
    choose: tuple[A, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Needs(Generic[A]):
    """What the game waits for now: cards at ``places``, ``pawns`` whose place is unknown, or a lot
    to be drawn (``chance``: apply one of these, each as likely as the other). ``void``: the table
    said that the hand does not count; close it with the ``Void`` that ``legal`` offers."""

    places: tuple[str, ...] = ()
    pawns: tuple[Owner, ...] = ()
    chance: tuple[A, ...] = ()
    void: bool = False


O = TypeVar("O")  # noqa: E741 - options
S = TypeVar("S")


class Game(Protocol[O, S, A]):
    """The verbs of a game; all pure. ``A`` is the union of the game's own actions and
    ``rules.moves``."""

    @property
    def info(self) -> GameInfo: ...

    @property
    def actions(self) -> Mapping[str, type]:
        """Every action class by its name, for the log. A game the camera drives has three that
        the referee builds or knows: ``See(place, rank, sure, picture)``, a card was read;
        ``AskCard(place, likely, picture)``, it cannot be told; ``Laid()``, new cards lie there."""
        ...

    def options(self, given: Mapping[str, object]) -> O:
        """Check options given by people; missing ones get their defaults.

        Raises IllegalAction(OPTION_RANGE) with key, value and what is expected.
        """
        ...

    def option_values(self, options: O) -> Mapping[str, OptionValue]:
        """The options as plain values, ``options`` of which gives an equal object."""
        ...

    def begin(self, *, options: O, players: tuple[Player, ...], mode: Mode) -> S:
        """The state before the first hand. Raises IllegalAction(BAD_PLAYERS)."""
        ...

    def layout(self, options: O) -> Layout: ...

    def needs(self, state: S) -> Needs[A]: ...

    def read(self, state: S, event: TableEvent) -> Read[A]: ...

    def legal(self, state: S) -> tuple[A, ...]:
        """TAM: complete and without duplicates for those who play; the moves by which people
        correct the match (Void, Leave, TakeOver, Answer) stand beside it. MASA: what the rules let
        happen next; a ``Score`` or ``Void`` in it that the game asks for carries all that was
        decided: log it as it is."""
        ...

    def apply(self, state: S, action: A) -> S:
        """The state after the action. Raises IllegalAction and leaves the state as it was."""
        ...

    def outcome(self, state: S, ranks: Mapping[str, str]) -> HandResult | Refusal:
        """What the present hand would score if these cards lay at these places; writes nothing."""
        ...

    def result(self, state: S) -> HandResult | None:
        """The last hand that was closed, None before the first."""
        ...

    def winners(self, state: S) -> tuple[int, ...]:
        """The seats that won, () while the match goes on."""
        ...

    def closed_hands(self, state: S) -> int:
        """How many hands were scored or declared void; grows by one with each closing action."""
        ...

    def closing(self, state: S, number: int) -> Score | Void:
        """The closing of a hand (1, 2, ...) with everything that was decided in it."""
        ...

    def view(self, state: S, *, seq: int, covered: frozenset[str]) -> ScoreView: ...

    def deadline(self, state: S) -> float | None:
        """Until when (the clock of the events, seconds) a window stands open; None without one. The
        caller plays ``rules.moves.Elapsed`` when its clock has passed it."""
        ...


AnyGame = Game[Any, Any, Any]


@dataclass(frozen=True, slots=True)
class Registry:
    """Games by name; unknown names are refused with what there is."""

    games: Mapping[str, AnyGame] = field(default_factory=dict)

    def __getitem__(self, name: str) -> AnyGame:
        try:
            return self.games[name]
        except KeyError:
            known = ", ".join(sorted(self.games))
            raise IllegalAction(Refusal.UNKNOWN_GAME, game=name, expected=known) from None

    def __iter__(self) -> "Any":
        return iter(self.games)

    def __len__(self) -> int:
        return len(self.games)
