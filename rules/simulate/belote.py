"""Many matches of Belote. Policies see their own cards, the tricks and the bids, as people do."""

from collections.abc import Callable, Mapping, Sequence
from random import Random

from rules.game import Mode, Player
from rules.games.belote import BELOTE, Options, scoring
from rules.games.belote.cards import DECK, POINTS, STRENGTH
from rules.games.belote.state import (
    SIDES,
    Action,
    Claim,
    Deal,
    Declare,
    Exchange,
    Hand,
    Name,
    Pass,
    Phase,
    Play,
    Say,
    State,
    Take,
)
from rules.games.belote.tricks import winning
from rules.simulate.table import Simulated

Policy = Callable[[State, Sequence[Action], Random], Action]
"""What to do: the state, what is legal, the generator. "Bittim" is offered when it would win only:
``win_by_claim`` says so."""

_TRUMP_WORTH = {"J": 3, "9": 2}
ENOUGH = 5  # a sensible player takes with this much in trumps and aces


def _random(state: State, legal: Sequence[Action], rng: Random) -> Action:
    return legal[int(rng.random() * len(legal))]


def _sensible(state: State, legal: Sequence[Action], rng: Random) -> Action:
    """Takes with good trumps, declares and says everything, wins tricks cheaply, gives the partner
    points and the others none."""
    hand = state.hand
    plays: list[Play] = []
    for action in legal:
        if isinstance(action, Exchange | Say | Claim):
            return action
        if isinstance(action, Play):
            plays.append(action)
    if plays:
        return _card(state, hand, plays)
    if isinstance(legal[0], Declare):
        return legal[0]
    return _bid(hand, legal)


def _bid(hand: Hand, legal: Sequence[Action]) -> Action:
    held = hand.hands[hand.turn or 0]
    best, worth = legal[-1], ENOUGH - 1
    for action in legal:
        if isinstance(action, Take):
            suit, cards = hand.turned[1], (*held, hand.turned)
        elif isinstance(action, Name):
            suit, cards = action.suit, held
        else:
            continue
        now = sum(
            _TRUMP_WORTH.get(card[0], 1) if card[1] == suit else card[0] == "A" for card in cards
        )
        if now > worth:
            best, worth = action, now
    assert not isinstance(best, Pass) or worth < ENOUGH
    return best


def _card(state: State, hand: Hand, plays: Sequence[Play]) -> Play:
    worth, strength = POINTS[state.options.papaz][hand.trump], STRENGTH[hand.trump]
    lying = [play.card for play in hand.lying]
    if not lying:
        return max(plays, key=lambda play: _lead(play.card, hand.trump, worth))
    side = SIDES[len(hand.hands)]
    at = winning(lying, hand.trump)
    mine = side[plays[0].seat] == side[hand.lying[at].seat]
    if mine:
        return max(plays, key=lambda play: (play.card[1] != hand.trump, worth[play.card]))
    wins = [play for play in plays if winning([*lying, play.card], hand.trump) == len(lying)]
    if wins:
        return min(wins, key=lambda play: strength[play.card])
    return min(plays, key=lambda play: (worth[play.card], strength[play.card]))


def _lead(card: str, trump: str, worth: Mapping[str, int]) -> tuple[int, int]:
    """The trump jack and aces first, then small cards."""
    strong = card[0] == "J" if card[1] == trump else card[0] == "A"
    return (1, worth[card]) if strong else (0, -worth[card])


POLICIES: Mapping[str, Policy] = {"sensible": _sensible, "random": _random}


def play_match(
    policies: tuple[Policy, ...], players: tuple[Player, ...], rng: Random, options: Options
) -> State:
    """One match to its end."""
    state = BELOTE.begin(options=options, players=players, mode=Mode.FULL)
    legal_of, apply = BELOTE.legal, BELOTE.apply
    deck = list(DECK)
    while legal := legal_of(state):
        action: Action
        match state.phase:
            case Phase.DEAL:
                rng.shuffle(deck)
                action = Deal(tuple(deck))
            case Phase.LOT:
                action = legal[int(rng.random() * len(legal))]
            case Phase.BID_1 | Phase.BID_2 | Phase.DECLARE | Phase.PLAY:
                seat = state.hand.turn or 0
                action = policies[seat](state, _worthwhile(state, legal), rng)
            case _:
                action = legal[-1]  # a word that may still be said, else what comes next
        state = apply(state, action)
    return state


def _worthwhile(state: State, legal: Sequence[Action]) -> Sequence[Action]:
    """Without the claims that would lose."""
    if not any(isinstance(action, Claim) for action in legal):
        return legal
    return [a for a in legal if not isinstance(a, Claim) or win_by_claim(state, a.seat)]


def win_by_claim(state: State, seat: int) -> bool:
    hand = state.hand._replace(claim=seat)
    counts = scoring.count(state.options, hand, complete=False)
    side = SIDES[len(state.players)][seat]
    return state.totals[seat] + counts[side].total >= state.options.hedef


SIMULATED = Simulated(
    game=BELOTE,
    policies=POLICIES,
    told={
        "sensible": "takes with good trumps, wins cheaply, feeds the partner",
        "random": "anything legal; bittim only when it wins",
    },
    play=play_match,
    usual=4,
)
