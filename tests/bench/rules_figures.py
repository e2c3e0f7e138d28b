"""How fast the rules are: pure Python, one core, seconds of the processor (not of the wall)."""

import time
from random import Random

from figure import figure

from rules.game import Mode, Player
from rules.games.vale_avi import VALE_AVI, Options
from rules.games.vale_avi.state import Phase, State
from rules.simulate import simulate
from rules.tabletop import Owner

GAMES = 25_000
HANDS = 2_000


@figure(unit="s", at_most=10)
def simulate_25000_matches() -> float:
    """25,000 matches of Vale Avı with four players, through the same legal and apply."""
    began_s = time.process_time()
    simulate("vale-avi", players=4, games=GAMES, policy="forced", rng=Random(1))
    return time.process_time() - began_s


@figure(unit="hands/s", at_least=50_000)
def hands_scored() -> float:
    """Vale Avı hands scored: the last step of a hand, with four pawns placed."""
    ready = _ready_to_score(HANDS)
    score = [VALE_AVI.legal(state)[0] for state in ready]
    began_s = time.process_time()
    for state, action in zip(ready, score, strict=True):
        VALE_AVI.apply(state, action)
    return HANDS / (time.process_time() - began_s)


def _ready_to_score(count: int) -> list[State]:
    """Hands of random matches just before they are scored."""
    rng, ready = Random(1), list[State]()
    players = tuple(Player(name=f"P{seat}", owner=tuple(Owner)[seat]) for seat in range(4))
    while len(ready) < count:
        state = VALE_AVI.begin(options=Options(), players=players, mode=Mode.FULL)
        while legal := VALE_AVI.legal(state):
            if state.phase is Phase.LOCKED:
                ready.append(state)
                state = VALE_AVI.apply(state, legal[0])
            else:
                state = VALE_AVI.apply(state, rng.choice(legal))
    return ready[:count]
