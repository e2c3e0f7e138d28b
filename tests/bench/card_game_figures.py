"""How fast the card games are: random legal play, in seconds of the processor."""

import time
from collections.abc import Callable, Mapping
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


def _play(
    game: AnyGame, count: int, rng: Random, told: Callable[[Any], None] = lambda action: None
) -> int:
    """One match of random legal play; the number of hands."""
    options = game.options({})
    state = game.begin(options=options, players=_players(count), mode=Mode.FULL)
    legal_of, apply, random = game.legal, game.apply, rng.random
    deck: list[str] = []
    while legal := legal_of(state):
        action = legal[int(random() * len(legal))]
        if len(legal) == 1 and hasattr(action, "deck"):
            deck = deck or list(action.deck)
            rng.shuffle(deck)
            action = replace(action, deck=tuple(deck))
        told(action)
        state = apply(state, action)
    return game.closed_hands(state)


def _rate(name: str, players: int) -> float:
    game, rng, hands = GAMES[name], Random(1), 0
    began_s = time.process_time()
    while (spent_s := time.process_time() - began_s) < SECONDS:
        hands += _play(game, players, rng)
    return hands / spent_s


@figure(unit="deals/s", at_least=3_000)
def alman_whisti_deals() -> float:
    """Alman Whisti deals, legality included."""
    return _rate("alman-whisti", 2)


@figure(unit="hands/s", at_least=3_000)
def belote_hands() -> float:
    """Belote hands of four players, legality included."""
    return _rate("belote", 4)


@figure(unit="hands/s", at_least=2_000)
def blof_hands() -> float:
    """Blöf hands of four players, legality included."""
    return _rate("blof", 4)


_LONG: Mapping[str, int] = {"vale-avi": 6, "blof": 6, "alman-whisti": 2, "belote": 4}


@figure(unit="ms", at_most=50)
def refold_after_a_correction() -> float:
    """The slowest game: a whole match folded again after a correction."""
    return max(_refold_ms(name, players) for name, players in _LONG.items())


def _refold_ms(name: str, players: int) -> float:
    rng, actions = Random(7), list[Any]()
    _play(GAMES[name], players, rng, actions.append)
    started = match.start(game=name, players=_players(players), mode=Mode.FULL)
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
