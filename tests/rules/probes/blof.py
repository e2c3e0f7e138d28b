"""A skeleton of Blöf (spec 2): hidden cards, a window on the clock, a reveal the camera has to
read.

Not the game: dealing is a lot of two cards a seat, calls come from anybody within the window, and a
hand ends when somebody holds nothing. It is here to show that a game of another kind plugs in.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Any

from rules.cards import DECK_52, Card
from rules.codes import Refusal
from rules.game import GameInfo, HandResult, IllegalAction, Mode, Needs, OptionValue, Player, Read
from rules.moves import MOVES, Elapsed, Hold, Next, Score, Start, Void
from rules.tabletop import CardOpen, Layout, Place, TableEvent
from rules.view import ScoreView
from tests.rules.probes.base import checked, refused, score_view, seated

PILE = "atis"
HELD = 2
RANKS = ("A", "K")


class Phase(StrEnum):
    LOT = "CEKILIS"
    THROW = "ATIS"
    WINDOW = "PENCERE"
    REVEAL = "ACILIS"
    DONE = "EL_BITTI"
    CLOSED = "PUANLAMA"
    OVER = "BITTI"


@dataclass(frozen=True, slots=True)
class Throw:
    """Closed cards: how many, and what they are said to be."""

    seat: int
    count: int
    rank: str
    at_s: float = 0.0


@dataclass(frozen=True, slots=True)
class Call:
    """ "Blöf!" within the window."""

    seat: int
    at_s: float = 0.0


@dataclass(frozen=True, slots=True)
class Shown:
    """What lies in the last throw after all."""

    card: str


@dataclass(frozen=True, slots=True)
class Closed:
    deltas: tuple[int, ...]
    totals: tuple[int, ...]
    void: bool


@dataclass(frozen=True, slots=True)
class State:
    options: tuple[int, int]  # hands in a match, seconds of the window
    players: tuple[Player, ...]
    mode: Mode
    phase: Phase
    turn: int
    holds: tuple[int, ...]
    pile: int
    last: Throw | None
    caller: int | None
    until_s: float | None
    totals: tuple[int, ...]
    closed: tuple[Closed, ...]


class Blof:
    info = GameInfo(
        name="blof-probe",
        title="Blöf",
        min_players=3,
        max_players=6,
        deck={str(card): 1 for card in DECK_52},
    )
    actions: Mapping[str, type] = {kind.__name__: kind for kind in (*MOVES, Throw, Call, Shown)}

    def options(self, given: Mapping[str, object]) -> tuple[int, int]:
        values = checked(given, {"el_sayisi": (2, 3), "sure_sn": (5, 1)})
        return values["el_sayisi"], values["sure_sn"]

    def option_values(self, options: tuple[int, int]) -> Mapping[str, OptionValue]:
        return {"el_sayisi": options[0], "sure_sn": options[1]}

    def begin(self, *, options: tuple[int, int], players: tuple[Player, ...], mode: Mode) -> State:
        seated(players, 3, 6)
        none = (0,) * len(players)
        return State(options, players, mode, Phase.LOT, 0, none, 0, None, None, None, none, ())

    def layout(self, options: tuple[int, int]) -> Layout:
        return Layout(centre=PILE, places=(Place(PILE, 0.0, 0.0, False),))

    def needs(self, state: State) -> Needs[Any]:
        if state.phase is Phase.LOT:
            return Needs(chance=tuple(Start(seat) for seat in range(len(state.players))))
        return Needs(places=(PILE,) if state.phase is Phase.REVEAL else ())

    def read(self, state: State, event: TableEvent) -> Read[Any]:
        if not isinstance(event, CardOpen) or state.phase is not Phase.REVEAL:
            return Read()
        ranked = sorted(event.reading.ranks.items(), key=lambda pair: -pair[1])
        return Read(choose=tuple(Shown(label) for label, _ in ranked))

    def legal(self, state: State) -> tuple[Any, ...]:
        seats = range(len(state.players))
        match state.phase:
            case Phase.LOT:
                return tuple(Start(seat) for seat in seats)
            case Phase.THROW:
                counts = range(1, state.holds[state.turn] + 1)
                return tuple(Throw(state.turn, n, rank) for n in counts for rank in RANKS)
            case Phase.WINDOW:
                calls = tuple(Call(seat) for seat in seats if seat != state.turn)
                return (*calls, Elapsed((state.until_s or 0.0) + 0.01))
            case Phase.REVEAL:
                return tuple(Shown(f"{rank}S") for rank in RANKS)
            case Phase.DONE:
                return (Score(),)
            case Phase.CLOSED:
                return (Next(),)
            case _:
                return ()

    def apply(self, state: State, action: Any) -> State:
        match action, state.phase:
            case Start(seat=seat), Phase.LOT if seat < len(state.players):
                holds = (HELD,) * len(state.players)
                return replace(state, phase=Phase.THROW, turn=seat, holds=holds)
            case Throw(), Phase.THROW if action.seat == state.turn and action.rank in RANKS:
                return self._thrown(state, action)
            case Call(), Phase.WINDOW if action.seat != state.turn and self._in_time(state, action):
                return replace(state, phase=Phase.REVEAL, caller=action.seat, until_s=None)
            case Elapsed(at_s=at_s), Phase.WINDOW if at_s > (state.until_s or 0.0):
                return self._stands(state)
            case Shown(card=card), Phase.REVEAL:
                return self._shown(state, Card.parse(card))
            case ((Score() | Void()), Phase.DONE | Phase.THROW | Phase.WINDOW | Phase.REVEAL):
                return self._closed(state, isinstance(action, Void))
            case Next(), Phase.CLOSED:
                return replace(state, phase=Phase.LOT)
            case Hold(), _:
                return state
            case _:
                raise refused(action, "not now")

    def _in_time(self, state: State, call: Call) -> bool:
        return state.until_s is not None and call.at_s <= state.until_s

    def _thrown(self, state: State, throw: Throw) -> State:
        if not 1 <= throw.count <= state.holds[throw.seat]:
            raise IllegalAction(
                Refusal.BAD_COUNT, given=throw.count, expected=state.holds[throw.seat]
            )
        holds = self._more(state.holds, throw.seat, -throw.count)
        until = throw.at_s + state.options[1]
        return replace(
            state,
            phase=Phase.WINDOW,
            holds=holds,
            pile=state.pile + throw.count,
            last=throw,
            until_s=until,
        )

    def _stands(self, state: State) -> State:
        over = 0 in state.holds
        turn = (state.turn + 1) % len(state.players)
        phase = Phase.DONE if over else Phase.THROW
        return replace(state, phase=phase, turn=turn, last=None, until_s=None)

    def _shown(self, state: State, card: Card) -> State:
        last, caller = state.last, state.caller
        assert last is not None
        assert caller is not None
        loser = caller if card.rank == last.rank else last.seat
        taken = replace(
            state, holds=self._more(state.holds, loser, state.pile), pile=0, caller=None
        )
        return self._stands(taken)

    def _more(self, holds: tuple[int, ...], seat: int, count: int) -> tuple[int, ...]:
        return tuple(held + count * (at == seat) for at, held in enumerate(holds))

    def _closed(self, state: State, void: bool) -> State:
        if not void and state.phase is not Phase.DONE:
            raise refused(Score(), "the hand is not over")
        deltas = tuple(0 if void else held for held in state.holds)
        totals = tuple(total + delta for total, delta in zip(state.totals, deltas, strict=True))
        closed = (*state.closed, Closed(deltas, totals, void))
        over = len(closed) >= state.options[0]
        return replace(
            state,
            phase=Phase.OVER if over else Phase.CLOSED,
            totals=totals,
            closed=closed,
            pile=0,
            last=None,
            caller=None,
            until_s=None,
        )

    def outcome(self, state: State, ranks: Mapping[str, str]) -> HandResult | Refusal:
        if state.phase is not Phase.DONE:
            return Refusal.NOT_READY
        totals = tuple(t + held for t, held in zip(state.totals, state.holds, strict=True))
        return HandResult(deltas=state.holds, totals=totals)

    def result(self, state: State) -> HandResult | None:
        if not state.closed:
            return None
        return HandResult(deltas=state.closed[-1].deltas, totals=state.totals)

    def winners(self, state: State) -> tuple[int, ...]:
        if state.phase is not Phase.OVER:
            return ()
        least = min(state.totals)
        return tuple(seat for seat, total in enumerate(state.totals) if total == least)

    def closed_hands(self, state: State) -> int:
        return len(state.closed)

    def closing(self, state: State, number: int) -> Score | Void:
        return Void(then="el") if state.closed[number - 1].void else Score(then="el")

    def view(self, state: State, *, seq: int, covered: frozenset[str]) -> ScoreView:
        return score_view(
            seq=seq,
            game=self.info.name,
            phase=state.phase,
            players=state.players,
            closed=state.closed,
            totals=state.totals,
            turn=state.turn if state.phase is Phase.THROW else None,
            ready=state.phase is Phase.CLOSED,
            winners=self.winners(state),
        )

    def deadline(self, state: State) -> float | None:
        return state.until_s
