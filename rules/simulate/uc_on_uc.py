"""Many matches of Üç On Üç Remi. Policies see their own cards and the top discard, as people do."""

from collections.abc import Callable, Mapping, Sequence
from random import Random

from rules.game import Mode, Player
from rules.games.uc_on_uc import UC_ON_UC, Options
from rules.games.uc_on_uc.melds import Hand as Held
from rules.games.uc_on_uc.state import (
    Action,
    Deal,
    Discard,
    Draw,
    GoOut,
    Phase,
    Pile,
    Reshuffle,
    State,
)
from rules.simulate.table import Simulated

Policy = Callable[[State, Sequence[Action], Random], Action]
"""What to do: the state, what is legal, the generator."""


def _random(state: State, legal: Sequence[Action], rng: Random) -> Action:
    """Any card, but going out as soon as it is possible: else a round need not end."""
    outs = [action for action in legal if isinstance(action, GoOut)]
    return outs[0] if outs else legal[int(rng.random() * len(legal))]


def _sensible(state: State, legal: Sequence[Action], rng: Random) -> Action:
    """Takes the discard when it makes the hand cheaper, keeps the cheapest hand, goes out at
    once."""
    hand, costs = state.hand, state.options.costs(state.hand.round)
    seat = hand.turn or 0
    if state.phase is Phase.DRAW:
        held = hand.hands[seat]
        with_top = Held((*held, hand.pile[-1]), costs)
        now = Held(held, costs).cost()
        cheaper = now and any(with_top.cost(without=card) < now for card in dict.fromkeys(held))
        return Draw(seat, Pile.DISCARDS if cheaper else Pile.STOCK)
    outs = [action for action in legal if isinstance(action, GoOut)]
    if outs:
        return outs[0]
    cards = [action.card for action in legal if isinstance(action, Discard)]
    after = Held(hand.hands[seat], costs)
    return Discard(seat, min(cards, key=lambda card: (after.cost(without=card), -costs.of(card))))


POLICIES: Mapping[str, Policy] = {"sensible": _sensible, "random": _random}


def play_match(
    policies: tuple[Policy, ...],
    players: tuple[Player, ...],
    rng: Random,
    options: Options,
    told: Callable[[Action], None] = lambda action: None,
) -> State:
    """One match to its end; ``told`` hears every action."""
    state = UC_ON_UC.begin(options=options, players=players, mode=Mode.FULL)
    while legal := UC_ON_UC.legal(state):
        action = legal[0]
        match action:
            case Deal(deck=cards):
                action = Deal(tuple(rng.sample(cards, len(cards))))
            case Reshuffle(stock=cards):
                action = Reshuffle(tuple(rng.sample(cards, len(cards))))
            case Draw() | Discard():
                action = policies[state.hand.turn or 0](state, legal, rng)
            case _ if state.phase is Phase.LOT:
                action = legal[int(rng.random() * len(legal))]
        told(action)
        state = UC_ON_UC.apply(state, action)
    return state


SIMULATED = Simulated(
    game=UC_ON_UC,
    policies=POLICIES,
    told={
        "sensible": "keeps the cheapest hand, goes out at once",
        "random": "any card, goes out at once",
    },
    play=play_match,
    usual=4,
)
