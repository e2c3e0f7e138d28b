"""Blöf as a ``rules.game.Game``."""

from collections.abc import Callable, Mapping
from functools import cache
from typing import Any

from rules.book import check_players, held, illegal, took_over, unchanged
from rules.codes import Refusal
from rules.game import GameInfo, HandResult, Mode, Needs, OptionValue, Player, Read
from rules.games.blof import hands, play, reading
from rules.games.blof.options import Callers, Options
from rules.games.blof.state import (
    ACTIONS,
    COPIES,
    DECK,
    RANKS,
    UNKNOWN,
    Action,
    Call,
    Deal,
    Hand,
    Pass,
    Phase,
    Shown,
    State,
    Throw,
    Waive,
    pending,
    sizes,
)
from rules.games.blof.view import NAME
from rules.games.blof.view import view as view_of
from rules.ledger import LedgerVerbs
from rules.moves import Answer, Elapsed, Fix, Hold, Next, Score, Start, TakeOver, Void
from rules.sight import AskCard, Laid, See
from rules.tabletop import Layout, TableEvent
from rules.view import ScoreView

MIN_PLAYERS, MAX_PLAYERS = 3, 6
LATER_S = 0.01
INFO = GameInfo(
    name=NAME,
    title="Blöf",
    min_players=MIN_PLAYERS,
    max_players=MAX_PLAYERS,
    deck=dict.fromkeys(RANKS, COPIES),
)
Verb = Callable[[State, Any], State]
BOTH: Mapping[type, Verb] = {
    Start: play.started,
    Throw: play.thrown,
    Pass: play.passed,
    Call: play.called,
    Waive: play.waived,
    Elapsed: play.elapsed,
    Shown: play.shown,
    Score: hands.closed,
    Void: hands.closed,
    Next: hands.advance,
    Answer: hands.answered,
    TakeOver: took_over,
}
FULL: Mapping[type, Verb] = {**BOTH, Deal: play.deal, Hold: unchanged}
TABLE: Mapping[type, Verb] = {
    **BOTH,
    Fix: hands.fixed,
    Hold: held,
    See: hands.saw,
    Laid: unchanged,
    AskCard: unchanged,
}
_FULL = Mode.FULL
_DEALS = (Deal(DECK),)
_STARTS = tuple(Start(seat) for seat in range(MAX_PLAYERS))
_PASSES = tuple(Pass(seat) for seat in range(MAX_PLAYERS))
_CALLS = tuple(Call(seat) for seat in range(MAX_PLAYERS))


class Blof(LedgerVerbs):
    """Without state of its own; see ``rules.game.Game`` for what each verb means."""

    info = INFO
    actions: Mapping[str, type] = ACTIONS

    def options(self, given: Mapping[str, object]) -> Options:
        return Options.parse(given)

    def option_values(self, options: Options) -> Mapping[str, OptionValue]:
        return options.values()

    def begin(self, *, options: Options, players: tuple[Player, ...], mode: Mode) -> State:
        check_players(INFO, players)
        hand = Hand(1, None, ((),) * len(players))
        return State(options, mode, players, (), Phase.DEALING, hand)

    def layout(self, options: Options) -> Layout:
        return reading.LAYOUT

    def needs(self, state: State) -> Needs[Action]:
        return reading.needs(state)

    def read(self, state: State, event: TableEvent) -> Read[Action]:
        return reading.read(state, event)

    def legal(self, state: State) -> tuple[Action, ...]:
        """A deal stands for every order of the deck, a throw for every choice of so many cards, a
        call for every moment of the window, and on a real table a reveal for every card that is
        (or is not) of the rank."""
        if state.mode is _FULL:
            return _legal(state)
        if state.phase in (Phase.SCORED, Phase.OVER):
            return _legal(state)
        void = Void(hands.facts(state.hand), hands.closed(state, Void()).records[-1].then)
        if state.hand.table.void:
            return (void,)
        if hands.hindrance(state) is None:
            record = hands.closed(state, Score()).records[-1]
            return (Score(record.known, record.then), void)
        return (*(() if state.phase is Phase.ENDED else _legal(state)), void)

    def apply(self, state: State, action: Action) -> State:
        verb = (FULL if state.mode is _FULL else TABLE).get(type(action))
        if verb is None:
            raise illegal(action, f"not an action of {state.mode}")
        return verb(state, action)

    def outcome(self, state: State, ranks: Mapping[str, str]) -> HandResult | Refusal:
        return reading.outcome(state, ranks)

    def view(self, state: State, *, seq: int, covered: frozenset[str]) -> ScoreView:
        return view_of(state, self.legal(state), seq=seq)

    def deadline(self, state: State) -> float | None:
        return state.hand.until_s if state.phase is Phase.WINDOW else None


def _legal(state: State) -> tuple[Action, ...]:
    hand, phase = state.hand, state.phase
    seat = hand.turn
    if phase is Phase.THROWING:
        if pending(hand):
            return (_CALLS[seat], _PASSES[seat])
        return _answers(seat, min(4, len(hand.hands[seat])), hand.locked)
    if phase is Phase.OPENING:
        return _openings(seat, min(4, len(hand.hands[seat])))
    if phase is Phase.WINDOW:
        return _in_the_window(state)
    if phase is Phase.REVEAL:
        return _reveals(state)
    if phase is Phase.DEALING:
        return _DEALS if hand.first is not None else _STARTS[: len(state.players)]
    if phase is Phase.ENDED:
        return (Score(),)
    return (Next(),) if phase is Phase.SCORED else ()


@cache
def _openings(seat: int, held: int) -> tuple[Throw, ...]:
    return tuple(Throw(seat, count, rank) for rank in RANKS for count in sizes(held, opening=True))


@cache
def _answers(seat: int, held: int, locked: bool) -> tuple[Action, ...]:
    throws = tuple(Throw(seat, count) for count in sizes(held, opening=False))
    call = () if locked else (_CALLS[seat],)
    return (*call, *throws, _PASSES[seat])


def _in_the_window(state: State) -> tuple[Action, ...]:
    hand = state.hand
    until_s = hand.until_s or 0.0
    others = [seat for seat in range(len(hand.hands)) if seat != hand.thrower]
    calls = tuple(Call(seat, until_s) for seat in others)
    waives: tuple[Waive, ...] = ()
    if state.options.erken_kapat:
        waives = tuple(Waive(seat) for seat in others if seat not in hand.waived)
    return (*calls, *waives, Elapsed(until_s + LATER_S))


def _reveals(state: State) -> tuple[Action, ...]:
    hand = state.hand
    nearer: tuple[Call, ...] = ()
    if state.options.itiraz is Callers.EVERYBODY and not hand.table.seen:
        now = play.claim(hand, hand.caller or 0, hand.called_s)
        others = [seat for seat in range(len(hand.hands)) if seat != hand.thrower]
        nearer = tuple(
            Call(seat, hand.called_s)
            for seat in others
            if play.claim(hand, seat, hand.called_s) < now
        )
    if state.mode is _FULL:
        return (Shown(hand.pile[-hand.last :]), *nearer)
    other = next(rank for rank in RANKS if rank != hand.rank)
    true = Shown((hand.rank,) * hand.last)
    lie = Shown((other, *(UNKNOWN,) * (hand.last - 1)))
    return (true, lie, *nearer)
