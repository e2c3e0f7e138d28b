"""How fast the card games are: random legal play, in seconds of the processor."""

import time
from collections.abc import Mapping
from dataclasses import replace
from random import Random
from typing import Any

from figure import figure

from rules import match
from rules.game import AnyGame, Mode, Player
from rules.games import GAMES
from rules.log import Acted, Amended, Entry, Source
from rules.tabletop import Owner

SECONDS = 1.0


def _players(count: int) -> tuple[Player, ...]:
    return tuple(Player(name=f"P{seat}", owner=tuple(Owner)[seat]) for seat in range(count))


def _play(begun: Any, game: AnyGame, rng: Random) -> tuple[list[Any], int]:
    """One match of random legal play: its actions, and the number of hands."""
    state = begun
    played: list[Any] = []
    deck: list[str] = []
    legal_of, apply, random = game.legal, game.apply, rng.random
    while legal := legal_of(state):
        action = legal[int(random() * len(legal))]
        if len(legal) == 1 and hasattr(action, "deck"):
            deck = sorted(deck or action.deck, key=lambda _: random())
            action = replace(action, deck=tuple(deck))
        played.append(action)
        state = apply(state, action)
    return played, game.closed_hands(state)


def _begun(game: AnyGame, players: int, **options: object) -> Any:
    chosen = game.options(options)
    return game.begin(options=chosen, players=_players(players), mode=Mode.FULL)


def _rate(name: str, players: int, **options: object) -> float:
    game, rng, hands = GAMES[name], Random(1), 0
    begun = _begun(game, players, **options)
    began_s = time.process_time()
    while (spent_s := time.process_time() - began_s) < SECONDS:
        hands += _play(begun, game, rng)[1]
    return hands / spent_s


@figure(unit="deals/s", at_least=3_000)
def alman_whisti_deals() -> float:
    """Alman Whisti deals, legality included."""
    return _rate("alman-whisti", 2)


@figure(unit="hands/s", at_least=3_000)
def belote_hands() -> float:
    """Belote hands of four players, each played out in 32 cards, legality included."""
    return _rate("belote", 4, bittim=False)


@figure(unit="hands/s", at_least=2_000)
def blof_hands() -> float:
    """Blöf hands of four players, legality included."""
    return _rate("blof", 4)


_LONG: Mapping[str, tuple[int, Mapping[str, object]]] = {
    "vale-avi": (6, {}),
    "blof": (6, {"el_sayisi": 7}),
    "alman-whisti": (2, {"hedef": 50}),
    "belote": (4, {"bittim": False}),
}
"""Players and options of a long match."""


@figure(unit="ms", at_most=50)
def refold_after_a_correction() -> float:
    """The slowest game: a whole long match folded again after a correction."""
    return max(_refold_ms(name, *long) for name, long in _LONG.items())


def _refold_ms(name: str, players: int, options: Mapping[str, object]) -> float:
    game = GAMES[name]
    actions, _ = _play(_begun(game, players, **options), game, Random(7))
    started = match.start(game=name, players=_players(players), options=options, mode=Mode.FULL)
    bodies = (started, *(Acted(action=action) for action in actions))
    rows = [
        Entry(seq=seq, at_utc="", source=Source.FILE, body=body)
        for seq, body in enumerate(bodies, 1)
    ]
    told = match.fold(rows)
    closing = told.game.closing(told.state, 1)
    mended = Amended(seq=told.closed[0], action=closing)
    correction = Entry(seq=told.seq + 1, at_utc="", source=Source.PHONE, body=mended)
    began_s = time.process_time()
    match.extend(told, correction)
    return 1000 * (time.process_time() - began_s)
