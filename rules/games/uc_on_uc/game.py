"""Üç On Üç Remi as a ``rules.game.Game``."""

from collections.abc import Mapping

from rules import book
from rules.codes import Refusal
from rules.game import GameInfo, HandResult, Mode, Needs, OptionValue, Player, Read
from rules.games.uc_on_uc import reading
from rules.games.uc_on_uc.cards import DECK, JOKER
from rules.games.uc_on_uc.flow import first_hand
from rules.games.uc_on_uc.options import Options
from rules.games.uc_on_uc.play_full import FULL, legal_full
from rules.games.uc_on_uc.play_table import TABLE, legal_table, outcome
from rules.games.uc_on_uc.state import ACTIONS, Action, Phase, State
from rules.games.uc_on_uc.view import NAME
from rules.games.uc_on_uc.view import view as view_of
from rules.ledger import LedgerVerbs
from rules.tabletop import Layout, TableEvent
from rules.view import ScoreView

_FULL = Mode.FULL
MOST_DECKS = 3
INFO = GameInfo(
    name=NAME,
    title="Üç On Üç Remi",
    min_players=2,
    max_players=reading.MAX_PLAYERS,
    deck={**dict.fromkeys(DECK, MOST_DECKS), JOKER: 2 * MOST_DECKS},
)


class UcOnUc(LedgerVerbs):
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
        return State(seated, mode, players, Phase.LOT, (), first_hand(len(players), mode))

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
