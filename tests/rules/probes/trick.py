"""A skeleton of a trick game (after spec 3): cards with suits, known hands in TAM, open plays in
MASA.

Two players, three tricks of a dealt hand of three cards, follow suit, spades are trump. It is here
to show that a game of another kind plugs in.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from itertools import permutations
from typing import Any

from rules.cards import DECK_52, Card, Suit
from rules.codes import Refusal
from rules.game import GameInfo, HandResult, Mode, Needs, OptionValue, Player, Read
from rules.moves import MOVES, Hold, Next, Score, Start, Void
from rules.tabletop import CardOpen, Layout, Place, TableEvent
from rules.view import ScoreView
from tests.rules.probes.base import checked, refused, score_view, seated

ORDER = "23456789TJQKA"
FEW = tuple(Card.parse(text) for text in ("AS", "2S", "AH", "KH", "QH", "2D"))
TRICKS = len(FEW) // 2


class Phase(StrEnum):
    LOT = "CEKILIS"
    DEAL = "DAGITIM"
    PLAY = "OYUN"
    DONE = "SAYIM"
    CLOSED = "PUANLAMA"
    OVER = "BITTI"


@dataclass(frozen=True, slots=True)
class Dealt:
    """Seat 0's cards; the other seat holds the rest."""

    hand: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class Play:
    seat: int
    card: Card


@dataclass(frozen=True, slots=True)
class Closed:
    deltas: tuple[int, ...]
    totals: tuple[int, ...]
    void: bool


@dataclass(frozen=True, slots=True)
class State:
    target: int
    players: tuple[Player, ...]
    mode: Mode
    phase: Phase
    turn: int
    hands: tuple[tuple[Card, ...], ...]  # empty in MASA: hidden
    led: Card | None
    played: tuple[Card, ...]
    tricks: tuple[int, ...]
    totals: tuple[int, ...]
    closed: tuple[Closed, ...]


def takes(led: Card, other: Card) -> bool:
    """Whether the second card wins the trick."""
    if led.suit is other.suit:
        return ORDER.index(other.rank) > ORDER.index(led.rank)
    return other.suit is Suit.SPADES


class Trick:
    info = GameInfo(
        name="trick-probe",
        title="Löve",
        min_players=2,
        max_players=2,
        deck={str(card): 1 for card in DECK_52},
    )
    actions: Mapping[str, type] = {kind.__name__: kind for kind in (*MOVES, Dealt, Play)}

    def options(self, given: Mapping[str, object]) -> int:
        return checked(given, {"hedef": (5, 3, 9)})["hedef"]

    def option_values(self, options: int) -> Mapping[str, OptionValue]:
        return {"hedef": options}

    def begin(self, *, options: int, players: tuple[Player, ...], mode: Mode) -> State:
        seated(players, 2, 2)
        return State(options, players, mode, Phase.LOT, 0, ((), ()), None, (), (0, 0), (0, 0), ())

    def layout(self, options: int) -> Layout:
        return Layout(centre="0", places=(Place("0", -1, 0, True), Place("1", 1, 0, True)))

    def needs(self, state: State) -> Needs[Any]:
        if state.phase is Phase.LOT:
            return Needs(chance=(Start(0), Start(1)))
        return Needs(places=(str(state.turn),) if state.phase is Phase.PLAY else ())

    def read(self, state: State, event: TableEvent) -> Read[Any]:
        if not isinstance(event, CardOpen) or state.phase is not Phase.PLAY:
            return Read()
        if event.place != str(state.turn):
            return Read()
        ranked = sorted(event.reading.ranks.items(), key=lambda pair: -pair[1])
        plays = (Play(state.turn, Card.parse(label)) for label, _ in ranked)
        return Read(choose=tuple(play for play in plays if play.card not in state.played))

    def legal(self, state: State) -> tuple[Any, ...]:
        match state.phase:
            case Phase.LOT:
                return (Start(0), Start(1))
            case Phase.DEAL:
                ways = {tuple(sorted(way[:TRICKS], key=str)) for way in permutations(FEW, TRICKS)}
                return tuple(Dealt(way) for way in sorted(ways, key=str))
            case Phase.PLAY:
                return tuple(Play(state.turn, card) for card in self._may_play(state))
            case Phase.DONE:
                return (Score(),)
            case Phase.CLOSED:
                return (Next(),)
            case _:
                return ()

    def _may_play(self, state: State) -> tuple[Card, ...]:
        hidden = state.mode is Mode.TABLE
        hand = FEW if hidden else state.hands[state.turn]
        left = tuple(card for card in hand if card not in state.played)
        follow = tuple(card for card in left if state.led and card.suit is state.led.suit)
        return left if hidden else follow or left

    def apply(self, state: State, action: Any) -> State:
        match action, state.phase:
            case Start(seat=seat), Phase.LOT if seat in (0, 1):
                phase = Phase.DEAL if state.mode is Mode.FULL else Phase.PLAY
                fresh = replace(state, led=None, played=(), tricks=(0, 0))
                return replace(fresh, phase=phase, turn=seat)
            case Dealt(hand=hand), Phase.DEAL if len(set(hand)) == TRICKS:
                other = tuple(card for card in FEW if card not in hand)
                return replace(state, phase=Phase.PLAY, hands=(hand, other))
            case Play(seat=seat, card=card), Phase.PLAY if card in self._may_play(state):
                if seat != state.turn:
                    raise refused(action, "out of turn")
                return self._played(state, card)
            case ((Score() | Void()), Phase.DONE | Phase.PLAY | Phase.DEAL):
                return self._closed(state, isinstance(action, Void))
            case Next(), Phase.CLOSED:
                return replace(state, phase=Phase.LOT)
            case Hold(), _:
                return state
            case _:
                raise refused(action, "not now")

    def _played(self, state: State, card: Card) -> State:
        other = 1 - state.turn
        played = (*state.played, card)
        if state.led is None:
            return replace(state, led=card, played=played, turn=other)
        winner = state.turn if takes(state.led, card) else other
        tricks = tuple(count + (seat == winner) for seat, count in enumerate(state.tricks))
        over = sum(tricks) == TRICKS
        return replace(
            state,
            led=None,
            played=played,
            turn=winner,
            tricks=tricks,
            phase=Phase.DONE if over else Phase.PLAY,
        )

    def _closed(self, state: State, void: bool) -> State:
        if not void and state.phase is not Phase.DONE:
            raise refused(Score(), "the hand is not over")
        deltas = (0, 0) if void else state.tricks
        totals = tuple(total + delta for total, delta in zip(state.totals, deltas, strict=True))
        over = max(totals) >= state.target and totals[0] != totals[1]
        return replace(
            state,
            phase=Phase.OVER if over else Phase.CLOSED,
            totals=totals,
            closed=(*state.closed, Closed(deltas, totals, void)),
            led=None,
            played=(),
            hands=((), ()),
        )

    def outcome(self, state: State, ranks: Mapping[str, str]) -> HandResult | Refusal:
        if state.phase is not Phase.DONE:
            return Refusal.NOT_READY
        totals = tuple(t + d for t, d in zip(state.totals, state.tricks, strict=True))
        return HandResult(deltas=state.tricks, totals=totals)

    def result(self, state: State) -> HandResult | None:
        if not state.closed:
            return None
        return HandResult(deltas=state.closed[-1].deltas, totals=state.totals)

    def winners(self, state: State) -> tuple[int, ...]:
        return (state.totals.index(max(state.totals)),) if state.phase is Phase.OVER else ()

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
            turn=state.turn if state.phase is Phase.PLAY else None,
            ready=state.phase is Phase.CLOSED,
            winners=self.winners(state),
        )

    def deadline(self, state: State) -> float | None:
        return None
