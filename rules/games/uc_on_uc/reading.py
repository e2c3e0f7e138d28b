"""What the camera's events would mean in a round, and the named places of open hands (spec 5.7).

Nobody wires a camera to it yet (the page says that the game is written by hand), but an event list
replays: an open card at ``2:5`` is the fifth card of seat 2's open hand.
"""

from rules.game import Needs, Read
from rules.games.uc_on_uc import scoring
from rules.games.uc_on_uc.cards import LABELS, UNKNOWN
from rules.games.uc_on_uc.facts import opened
from rules.games.uc_on_uc.options import Options
from rules.games.uc_on_uc.state import OPEN_PHASES, Action, Lay, Open, Phase, State
from rules.moves import Start
from rules.tabletop import CardOpen, Layout, Place, TableEvent

MAX_PLAYERS = 8
_NOTHING: Read[Action] = Read()


def layout(options: Options) -> Layout:
    """A row of spots for every seat's open hand; the first one of seat 0 is called the centre."""
    most = options.size(options.rounds)
    places = tuple(
        Place(f"{seat}:{spot}", (spot - 1) * 0.35, float(seat), True)
        for seat in range(MAX_PLAYERS)
        for spot in range(1, most + 1)
    )
    return Layout(centre=places[0].name, places=places)


def needs(state: State) -> Needs[Action]:
    hand = state.hand
    if hand.table.void:
        return Needs(void=state.phase in OPEN_PHASES)
    if state.phase is Phase.LOT:
        return Needs(chance=tuple(Start(seat) for seat in range(len(state.players))))
    if state.phase is not Phase.LAST:
        return Needs()
    size = state.options.size(hand.round)
    return Needs(
        places=tuple(
            f"{seat}:{spot}"
            for seat in scoring.missing(state.options, hand)
            for spot in range(1, size + 1)
            if (opened(hand, seat) or Open()).left[spot - 1 : spot] in ((), ("",))
        )
    )


def read(state: State, event: TableEvent) -> Read[Action]:
    """Candidates for a card of an open hand, likeliest first; hands open once somebody went out."""
    if not isinstance(event, CardOpen) or state.phase not in (Phase.LAST, Phase.COUNT):
        return _NOTHING
    seat, _, spot = event.place.partition(":")
    size = state.options.size(state.hand.round)
    if seat not in map(str, state.hand.active) or spot not in map(str, range(1, size + 1)):
        return _NOTHING
    ranks = event.reading.ranks
    likely = [card for card in sorted(ranks, key=lambda card: -ranks[card]) if card in LABELS]
    lays = tuple(Lay(int(seat), int(spot), card) for card in likely if ranks[card] > 0)
    left = (opened(state.hand, int(seat)) or Open()).left
    if lays and left[int(spot) - 1 : int(spot)] == (lays[0].card,):
        return _NOTHING
    unreadable = Lay(int(seat), int(spot), UNKNOWN)
    return Read(choose=lays) if lays else Read(play=(unreadable,))
