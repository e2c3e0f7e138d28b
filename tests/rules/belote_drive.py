"""Belote driven by hand: whole deals in TAM, written tricks in MASA."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from rules.game import Mode
from rules.games.belote import BELOTE, scoring
from rules.games.belote.combos import Combo
from rules.games.belote.state import (
    Count,
    Deal,
    Declare,
    Exchange,
    Phase,
    Play,
    Say,
    State,
    Take,
    Turn,
)
from rules.moves import Score, Start
from tests.rules.drive import players


def deck(*lines: str) -> tuple[str, ...]:
    return tuple(card for line in lines for card in line.split())


DECK_4P = deck(
    "QC KH 7S 9C JC TS TH AD 9D AH TC TD 8D QH 8H 7H",
    "QD 8C 7C AC JH 8S 9H AS JD QS JS KD 7D KC 9S KS",
)
DECK_2P = deck(
    "TH JD 7D 7H KD AS JC 9H AH JH QC QH AD 9D 7S 8H",
    "QS KH QD 8S KS 9C 8C TD 7C AC JS 8D TS KC 9S TC",
)


def begun(count: int, mode: Mode = Mode.FULL, dealer: int = 0, **options: object) -> State:
    state = BELOTE.begin(options=BELOTE.options(options), players=players(count), mode=mode)
    return BELOTE.apply(state, Start(dealer))


def played(state: State, *actions: Any) -> State:
    for action in actions:
        state = BELOTE.apply(state, action)
    return state


def first_card(legal: Sequence[Any]) -> Play:
    """The replay policy of spec 4.11: hands are in the order of that policy."""
    return next(action for action in legal if isinstance(action, Play))


def declared(state: State) -> State:
    """Everybody declares the best of the hand."""
    while state.phase is Phase.DECLARE:
        state = played(state, next(a for a in BELOTE.legal(state) if isinstance(a, Declare)))
    return state


def replayed(count: int, deck: tuple[str, ...], *, swap: bool = False, **options: object) -> State:
    """Seat 0 deals, seat 1 takes in round 1 (and swaps the seven), everybody declares what he has,
    seat by the policy, every word that can be said is said."""
    state = played(begun(count, **options), Deal(deck), Take(1))
    if swap:
        state = played(state, Exchange(1))
    state = declared(state)
    while state.phase is Phase.PLAY:
        words = [action for action in BELOTE.legal(state) if isinstance(action, Say)]
        state = played(state, *words)
        state = played(state, first_card(BELOTE.legal(state)))
    words = [action for action in BELOTE.legal(state) if isinstance(action, Say)]
    return played(state, *words, Score())


def winners(state: State) -> str:
    return "".join(str(trick.winner) for trick in state.hand.tricks)


def table_hand(
    tricks: str,
    *,
    turned: str = "KH",
    count: int = 2,
    taker: int = 1,
    combos: Mapping[int, str] | None = None,
    options: Mapping[str, object] | None = None,
) -> State:
    """A hand in MASA up to its last card. ``tricks`` as ``JH 7H / 9H 8H``; the winner of each leads
    the next, mecburcu the first: seat 1, or the one the text begins with (``0:``)."""
    first = int(tricks[0]) if tricks[1:2] == ":" else 1
    opened = begun(count, Mode.TABLE, dealer=(first - 1) % count, **(options or {}))
    state = played(opened, Turn(turned), Take(taker))
    for seat, text in (combos or {}).items():
        named = tuple(Combo.parse(one) for one in text.split(","))
        state = played(state, Declare(seat, named))
    seat: int | None = first
    for trick in tricks.removeprefix(f"{first}:").split("/"):
        cards = trick.split()
        assert seat is not None
        for step, card in enumerate(cards):
            state = played(state, Play((seat + step) % count, card))
        seat = state.hand.tricks[-1].winner
    return state


def counts(state: State) -> tuple[Count, ...]:
    """How the hand that is over, or was just closed, counts."""
    complete = state.hand.claim is None
    return scoring.count(state.options, state.hand, complete=complete, held=state.held)


def perft(state: State, depth: int, legal: Callable[[State], Sequence[Any]]) -> int:
    """Sequences of ``depth`` legal cards."""
    plays = [action for action in legal(state) if isinstance(action, Play)]
    if depth == 1:
        return len(plays)
    return sum(perft(played(state, play), depth - 1, legal) for play in plays)
