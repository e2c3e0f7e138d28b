"""Alman Whisti as a ``rules.game.Game``."""

from collections.abc import Callable, Mapping
from typing import Any

from rules.book import check_players, held, illegal, took_over, unchanged
from rules.codes import Refusal
from rules.game import GameInfo, HandResult, Mode, Needs, OptionValue, Player, Read
from rules.games.alman_whisti import hands, play_full, play_table, reading
from rules.games.alman_whisti.options import Options
from rules.games.alman_whisti.state import (
    ACTIONS,
    DECK,
    Action,
    Deal,
    Phase,
    Play,
    State,
    Took,
    Turned,
    empty,
)
from rules.games.alman_whisti.view import NAME
from rules.games.alman_whisti.view import view as view_of
from rules.ledger import LedgerVerbs
from rules.moves import Answer, Elapsed, Fix, Hold, Next, Score, Start, TakeOver, Void
from rules.sight import AskCard, Laid, See
from rules.tabletop import Layout, TableEvent
from rules.view import ScoreView

INFO = GameInfo(
    name=NAME,
    title="Alman Whisti",
    min_players=2,
    max_players=2,
    deck=dict.fromkeys(DECK, 1),
)
Verb = Callable[[State, Any], State]
BOTH: Mapping[type, Verb] = {
    Start: play_full.started,
    Score: hands.closed,
    Void: hands.closed,
    Next: hands.advance,
    Answer: hands.answered,
    TakeOver: took_over,
}
FULL: Mapping[type, Verb] = {
    **BOTH,
    Deal: play_full.deal,
    Play: play_full.played,
    Hold: unchanged,
}
TABLE: Mapping[type, Verb] = {
    **BOTH,
    Turned: play_table.turned,
    Play: play_table.played,
    Took: play_table.took,
    See: play_table.saw,
    Fix: hands.fixed,
    Hold: held,
    Elapsed: unchanged,
    Laid: unchanged,
    AskCard: unchanged,
}
_FULL, _STAGE_1, _STAGE_2 = Mode.FULL, Phase.STAGE_1, Phase.STAGE_2
_TOOK = (Took(0), Took(1))


class AlmanWhisti(LedgerVerbs):
    """Without state of its own; see ``rules.game.Game`` for what each verb means."""

    info = INFO
    actions: Mapping[str, type] = ACTIONS

    def options(self, given: Mapping[str, object]) -> Options:
        return Options.parse(given)

    def option_values(self, options: Options) -> Mapping[str, OptionValue]:
        return options.values()

    def begin(self, *, options: Options, players: tuple[Player, ...], mode: Mode) -> State:
        check_players(INFO, players)
        return State(options, mode, players, (), Phase.DEALING, empty(1, None))

    def layout(self, options: Options) -> Layout:
        return reading.LAYOUT

    def needs(self, state: State) -> Needs[Action]:
        return reading.needs(state)

    def read(self, state: State, event: TableEvent) -> Read[Action]:
        return reading.read(state, event)

    def legal(self, state: State) -> tuple[Action, ...]:
        """A deal stands for every order of the deck. On a real table hands are closed: any card
        that was not seen may be played."""
        phase = state.phase
        if state.mode is _FULL and (phase is _STAGE_1 or phase is _STAGE_2):
            return play_full.legal_plays(state.hand)
        if phase is Phase.SCORED:
            return (Next(),)
        if phase is Phase.OVER:
            return ()
        if state.mode is not _FULL:
            return _legal_table(state)
        if phase is Phase.COUNTING:
            return (Score(),)
        return (Deal(DECK),) if state.hand.first is not None else (Start(0), Start(1))

    def apply(self, state: State, action: Action) -> State:
        verb = (FULL if state.mode is _FULL else TABLE).get(type(action))
        if verb is None:
            raise illegal(action, f"not an action of {state.mode}")
        return verb(state, action)

    def outcome(self, state: State, ranks: Mapping[str, str]) -> HandResult | Refusal:
        return hands.outcome(state)

    def view(self, state: State, *, seq: int, covered: frozenset[str]) -> ScoreView:
        return view_of(state, self.legal(state), seq=seq)


def _legal_table(state: State) -> tuple[Action, ...]:
    hand = state.hand
    void = Void(hands.facts(state), hands.closed(state, Void()).records[-1].then)
    if hand.table.void:
        return (void,)
    if hands.hindrance(state) is None:
        record = hands.closed(state, Score()).records[-1]
        return (Score(record.known, record.then), void)
    if state.phase not in play_table.PLAYING:
        starts = () if hand.first is not None else (Start(0), Start(1))
        return (*starts, void)
    unseen = play_table.unseen(hand)
    turned: tuple[Turned, ...] = ()
    if not hand.turned and state.phase is not Phase.STAGE_2:
        turned = tuple(Turned(card) for card in play_table.unturned(hand))
    seats = (0, 1) if hand.turn is None else (hand.turn,)
    plays = tuple(play_full.PLAYS[seat][card] for seat in seats for card in unseen)
    return (*_TOOK, *turned, *plays, void)
