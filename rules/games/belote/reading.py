"""What the camera's events would mean in a hand of Belote, and the named places on its cloth (spec
4.13).

Nobody wires a camera to it yet (the page says that the game is written by hand), but an event list
replays: an open card at a seat's place is that seat's play, in the order of appearance.
"""

from collections.abc import Mapping

from rules.game import Needs, Read
from rules.games.belote.cards import DECK_SET, UNKNOWN
from rules.games.belote.facts import turn_of
from rules.games.belote.options import Options
from rules.games.belote.play_full import STARTS
from rules.games.belote.state import Action, Hand, Phase, Play, State, Turn
from rules.tabletop import CardOpen, Layout, Place, TableEvent

TURNED = "ACIK"
_SEATS = ((0.0, 1.2), (1.2, 0.0), (0.0, -1.2), (-1.2, 0.0))
"""Anti-clockwise from the owner's place, round the turned card."""
_NOTHING: Read[Action] = Read()


def layout(options: Options) -> Layout:
    """The turned card in the middle, and a place for each seat's card."""
    seats = options.kisi or len(_SEATS)
    spots = (_SEATS[0], _SEATS[2]) if seats == 2 else _SEATS[:seats]
    around = tuple(Place(str(seat), x, y, True) for seat, (x, y) in enumerate(spots))
    return Layout(centre=TURNED, places=(Place(TURNED, 0.0, 0.0, True), *around))


def needs(state: State) -> Needs[Action]:
    hand = state.hand
    if hand.table.void:
        return Needs(void=state.phase not in (Phase.SCORED, Phase.OVER))
    match state.phase:
        case Phase.LOT:
            return Needs(chance=STARTS[: len(state.players)])
        case Phase.DEAL:
            return Needs(places=(TURNED,))
        case Phase.NOBODY:
            return Needs(void=True)
        case Phase.DECLARE | Phase.PLAY:
            due = turn_of(hand)
            return Needs(places=() if due is None else (str(due),))
        case _:
            return Needs()


def read(state: State, event: TableEvent) -> Read[Action]:
    """Candidates, likeliest first; a card that was seen already lies there from before."""
    if not isinstance(event, CardOpen):
        return _NOTHING
    labels = _likely(event.reading.ranks, state.hand)
    if state.phase is Phase.DEAL and event.place == TURNED:
        turns = tuple(Turn(card) for card in labels)
        return Read(choose=turns) if turns else Read(play=(Turn(UNKNOWN),))
    if state.phase not in (Phase.DECLARE, Phase.PLAY):
        return _NOTHING
    if event.place not in map(str, range(len(state.players))):
        return _NOTHING
    seat = int(event.place)
    there = [play.card for play in state.hand.lying if play.seat == seat]
    if there and (there[0] != UNKNOWN or not labels):
        return _NOTHING
    if not labels:
        seen = bool(event.reading.ranks)
        return _NOTHING if seen else Read(play=(Play(seat, UNKNOWN),))
    return Read(choose=tuple(Play(seat, card) for card in labels))


def _likely(ranks: Mapping[str, float], hand: Hand) -> list[str]:
    """The cards it may be, likeliest first: of the deck, and not played yet."""
    played = {play.card for trick in hand.tricks for play in trick.plays}
    played |= {play.card for play in hand.lying}
    return [
        card
        for card in sorted(ranks, key=lambda label: -ranks[label])
        if card in DECK_SET and card not in played and ranks[card] > 0
    ]
