"""Alman Whisti against TextArena's GermanWhist (spec 6.2): every card's legality, hands, winners.

It counts all 26 tricks; of its observations nothing is used. ``make soak`` installs it (96 MB with
what it brings, so not in the ``dev`` extra).
"""

from random import Random, seed
from typing import Any

import pytest

from rules.game import Mode
from rules.games.alman_whisti import ALMAN_WHISTI, Options
from rules.games.alman_whisti.state import Deal, Phase, Play, State
from rules.games.alman_whisti.tricks import won
from rules.moves import Start
from tests.rules.drive import players

DEALS = 1_000
SUITS = {"♠": "S", "♥": "H", "♦": "D", "♣": "C"}


def text(card: dict[str, Any]) -> str:
    return str(card["rank"]).replace("10", "T") + SUITS[card["suit"]]


def begun(theirs: dict[str, Any]) -> State:
    """The same deal: they deal the hands one after the other and draw from the end of the list."""
    hands = [[text(card) for card in theirs["players"][seat]["hand"]] for seat in (0, 1)]
    alternately = [card for pair in zip(*hands, strict=True) for card in pair]
    stock = [text(card) for card in reversed(theirs["deck"])]
    state = ALMAN_WHISTI.begin(options=Options(), players=players(2), mode=Mode.FULL)
    for action in (Start(0), Deal((*alternately, *stock))):
        state = ALMAN_WHISTI.apply(state, action)
    return state


def same(env: Any, state: State) -> None:
    """Hands, whose turn, what may be played, and the tricks so far."""
    theirs, hand = env.state.game_state, state.hand
    for seat in (0, 1):
        held = [text(card) for card in theirs["players"][seat]["hand"]]
        assert sorted(held) == sorted(hand.hands[seat])
    assert [theirs["tricks_won"][seat] for seat in (0, 1)] == won(hand.tricks, 26)
    if state.phase is Phase.COUNTING:
        return
    seat = env.state.current_player_id
    assert seat == hand.turn
    allowed = {
        text(card) for card in theirs["players"][seat]["hand"] if env._is_valid_play(seat, card)
    }
    legal = ALMAN_WHISTI.legal(state)
    assert {play.card for play in legal if isinstance(play, Play)} == allowed
    assert len(legal) == len(allowed)


@pytest.mark.soak
def test_no_difference_to_textarena_over_a_thousand_deals() -> None:
    engine = pytest.importorskip("textarena.envs.GermanWhist.env", reason="make soak installs it")
    rng = Random(1)
    seed(1)
    for _ in range(DEALS):
        env = engine.GermanWhistEnv()
        env.reset(num_players=2)
        state = begun(env.state.game_state)
        assert text(env.state.game_state["trump_card"]) == state.hand.turned
        while state.phase is not Phase.COUNTING:
            same(env, state)
            action = rng.choice(ALMAN_WHISTI.legal(state))
            assert isinstance(action, Play)
            held = env.state.game_state["players"][action.seat]["hand"]
            at = [text(card) for card in held].index(action.card)
            env.step(f"[play {at + 1}]")
            state = ALMAN_WHISTI.apply(state, action)
        same(env, state)
