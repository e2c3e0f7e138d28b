"""Vale Avı as a ``rules.game.Game``."""

from collections.abc import Mapping

from rules.book import NEXT, check_players, illegal, seats_of
from rules.codes import Refusal
from rules.game import (
    GameInfo,
    HandResult,
    Mode,
    Needs,
    OptionValue,
    Player,
    Read,
)
from rules.games.vale_avi import reading, scoring
from rules.games.vale_avi.flow import MIN_PLAYERS, first_hand
from rules.games.vale_avi.options import Options
from rules.games.vale_avi.play_full import FULL, MAX_PLAYERS, legal_full
from rules.games.vale_avi.play_table import TABLE, legal_table
from rules.games.vale_avi.state import ACTIONS, COPIES, RANKS, Action, Phase, State
from rules.games.vale_avi.view import NAME
from rules.games.vale_avi.view import view as view_of
from rules.moves import Score, Void
from rules.tabletop import Layout, TableEvent
from rules.view import ScoreView

_FULL = Mode.FULL
INFO = GameInfo(
    name=NAME,
    title="13: Vale Avı",
    min_players=MIN_PLAYERS,
    max_players=MAX_PLAYERS,
    deck={rank.value: COPIES for rank in RANKS},
)


class ValeAvi:
    """Without state of its own; see ``rules.game.Game`` for what each verb means."""

    info = INFO
    actions: Mapping[str, type] = ACTIONS

    def options(self, given: Mapping[str, object]) -> Options:
        return Options.parse(given)

    def option_values(self, options: Options) -> Mapping[str, OptionValue]:
        return options.values()

    def begin(self, *, options: Options, players: tuple[Player, ...], mode: Mode) -> State:
        check_players(INFO, players)
        seats = len(players)
        return State(
            options,
            mode,
            players,
            (),
            Phase.SETUP,
            NEXT,
            (0,) * seats,
            (0,) * seats,
            (),
            first_hand(seats, mode),
            (),
        )

    def layout(self, options: Options) -> Layout:
        return reading.LAYOUT

    def needs(self, state: State) -> Needs[Action]:
        return reading.needs(state)

    def read(self, state: State, event: TableEvent) -> Read[Action]:
        return reading.read(state, event)

    def legal(self, state: State) -> tuple[Action, ...]:
        return legal_full(state) if state.mode is _FULL else legal_table(state)

    def apply(self, state: State, action: Action) -> State:
        verb = (FULL if state.mode is _FULL else TABLE).get(type(action))
        if verb is None:
            raise illegal(action, f"not an action of {state.mode}")
        return verb(state, action)

    def outcome(self, state: State, ranks: Mapping[str, str]) -> HandResult | Refusal:
        return scoring.outcome(state, ranks)

    def result(self, state: State) -> HandResult | None:
        if not state.records:
            return None
        record = state.records[-1]
        return HandResult(deltas=record.deltas, totals=record.totals)

    def winners(self, state: State) -> tuple[int, ...]:
        return seats_of(state.then) if state.phase is Phase.OVER else ()

    def closed_hands(self, state: State) -> int:
        return len(state.records)

    def closing(self, state: State, number: int) -> Score | Void:
        return scoring.closing(state.records[number - 1])

    def view(self, state: State, *, seq: int, covered: frozenset[str]) -> ScoreView:
        return view_of(state, seq=seq, covered=covered)

    def deadline(self, state: State) -> float | None:
        return None
