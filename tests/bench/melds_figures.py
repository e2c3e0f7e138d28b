"""How fast the least cost of a hand of Üç On Üç Remi is found, in time of the processor."""

import time
from functools import cache
from random import Random

from figure import figure

from rules import match
from rules.game import Mode, Player
from rules.games.uc_on_uc import UC_ON_UC
from rules.games.uc_on_uc.cards import JOKER, RANKS, SUITS, Costs, deck
from rules.games.uc_on_uc.melds import Hand
from rules.log import Acted, Amended, Entry, Source
from rules.simulate.uc_on_uc import POLICIES, play_match
from rules.tabletop import Owner

HANDS = 20_000


@cache
def _took_ms() -> tuple[float, ...]:
    """20,000 hands of 13: every number of decks, wild rank and option, half of them out of a few
    suits, where groups overlap most; ascending."""
    rng, took = Random(13), list[float]()
    for number in range(HANDS):
        suits = SUITS[: 1 + number % 4]
        decks = 3 if len(suits) == 1 else 1 + number % 3
        some = [card for card in deck(decks, 2) if card == JOKER or card[1] in suits]
        cards = rng.sample(some, 13)
        costs = Costs("" if number % 5 == 0 else RANKS[number % 13], number % 2 == 0)
        began_s = time.process_time()
        Hand(cards, costs).cost()
        took.append(1000 * (time.process_time() - began_s))
    return tuple(sorted(took))


@figure(unit="ms", at_most=1)
def meld_cost_median() -> float:
    """Üç On Üç, least cost of 13 cards, median of 20,000 hands."""
    return _took_ms()[HANDS // 2]


@figure(unit="ms", at_most=50)
def meld_cost_worst() -> float:
    """Üç On Üç, least cost of 13 cards, worst of 20,000 hands."""
    return _took_ms()[-1]


@figure(unit="ms", at_most=150)
def meld_cost_with_discards() -> float:
    """Üç On Üç, 15 cards of one suit and the cost after each discard, worst of 300."""
    rng, worst = Random(15), 0.0
    some = [card for card in deck(3, 2) if card == JOKER or card[1] == "S"]
    for _ in range(300):
        cards = rng.sample(some, 15)
        began_s = time.process_time()
        held = Hand(cards, Costs(ace_high=True))
        held.arrangement()
        for card in set(cards):
            held.cost(without=card)
        worst = max(worst, time.process_time() - began_s)
    return 1000 * worst


@figure(unit="ms", at_most=50)
def refold_three_thirteen() -> float:
    """Üç On Üç, a whole match of four folded again after a correction."""
    players = tuple(Player(name=f"P{seat}", owner=tuple(Owner)[seat]) for seat in range(4))
    actions: list[object] = []
    policies = (POLICIES["sensible"],) * 4
    state = play_match(policies, players, Random(7), UC_ON_UC.options({}), told=actions.append)
    started = match.start(game="uc-on-uc", players=players, mode=Mode.FULL)
    bodies = (started, *(Acted(action=action) for action in actions))
    rows = [
        Entry(seq=seq, at_utc="", source=Source.FILE, body=body)
        for seq, body in enumerate(bodies, 1)
    ]
    told = match.fold(rows)
    assert told.state.records == state.records
    mended = Amended(seq=told.closed[0], action=told.game.closing(told.state, 1))
    correction = Entry(seq=told.seq + 1, at_utc="", source=Source.PHONE, body=mended)
    began_s = time.process_time()
    match.extend(told, correction)
    return 1000 * (time.process_time() - began_s)
