"""Belote as a ``rules.game.Game``."""

from collections.abc import Mapping

from rules import book
from rules.codes import Refusal
from rules.game import GameInfo, HandResult, Mode, Needs, OptionValue, Player, Read
from rules.games.belote import reading
from rules.games.belote.cards import DECK
from rules.games.belote.flow import first_hand
from rules.games.belote.options import SEATS, Options
from rules.games.belote.play_full import FULL, legal_full
from rules.games.belote.play_table import TABLE, legal_table, outcome
from rules.games.belote.state import ACTIONS, Action, Phase, State
from rules.games.belote.view import NAME
from rules.games.belote.view import view as view_of
from rules.ledger import LedgerVerbs
from rules.tabletop import Layout, TableEvent
from rules.view import ScoreView

_FULL = Mode.FULL
INFO = GameInfo(
    name=NAME,
    title="Belote",
    min_players=min(SEATS),
    max_players=max(SEATS),
    deck=dict.fromkeys(DECK, 1),
)


class Belote(LedgerVerbs):
    """Without state of its own; see ``rules.game.Game`` for what each verb means."""

    info = INFO
    actions: Mapping[str, type] = ACTIONS

    def options(self, given: Mapping[str, object]) -> Options:
        return Options.parse(given)

    def option_values(self, options: Options) -> Mapping[str, OptionValue]:
        return options.values()

    def begin(self, *, options: Options, players: tuple[Player, ...], mode: Mode) -> State:
        book.check_players(INFO, players)
        seated = options.seated(len(players))
        return State(seated, mode, players, Phase.LOT, 0, (), first_hand(len(players)))

    def layout(self, options: Options) -> Layout:
        return reading.layout(options)

    def needs(self, state: State) -> Needs[Action]:
        return reading.needs(state)

    def read(self, state: State, event: TableEvent) -> Read[Action]:
        return reading.read(state, event)

    def legal(self, state: State) -> tuple[Action, ...]:
        return legal_full(state) if state.mode is _FULL else legal_table(state)

    def apply(self, state: State, action: Action) -> State:
        verb = (FULL if state.mode is _FULL else TABLE).get(type(action))
        if verb is None:
            raise book.illegal(action, f"not an action of {state.mode}")
        return verb(state, action)

    def outcome(self, state: State, ranks: Mapping[str, str]) -> HandResult | Refusal:
        return outcome(state, ranks)

    def view(self, state: State, *, seq: int, covered: frozenset[str]) -> ScoreView:
        return view_of(state, seq=seq)
