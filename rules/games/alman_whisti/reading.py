"""What the camera's events mean in a deal of Alman Whisti, and what it should look for (spec 3.6):
the turned card, and both cards of a trick. Closed draws and hands are never seen."""

from rules.game import Mode, Needs, Read
from rules.games.alman_whisti.hands import OPEN_PHASES, TRICKS
from rules.games.alman_whisti.play_table import PLACES, PLAYING, TURNED
from rules.games.alman_whisti.state import DECK, Action, Phase, State
from rules.moves import Start
from rules.sight import readings
from rules.tabletop import CardOpen, Layout, Place, TableEvent

LAYOUT = Layout(
    centre=TURNED,
    places=(
        Place(TURNED, 0.0, 0.0, True),
        Place(PLACES[0], 1.2, 1.0, True),
        Place(PLACES[1], 1.2, -1.0, True),
    ),
)
_LABELS = frozenset(DECK)


def needs(state: State) -> Needs[Action]:
    """Who leads the first deal; then the turned card and the card of whoever is to play."""
    hand = state.hand
    if hand.table.void:
        return Needs(void=state.phase in OPEN_PHASES)
    if state.phase is Phase.DEALING and hand.first is None:
        return Needs(chance=(Start(0), Start(1)))
    if state.mode is Mode.FULL or state.phase not in PLAYING:
        return Needs()
    if TRICKS in dict(hand.table.words):  # a person said how the deal ended
        return Needs()
    turned = () if hand.turned or state.phase is Phase.STAGE_2 else (TURNED,)
    return Needs(places=(*turned, *(PLACES if hand.turn is None else (PLACES[hand.turn],))))


def read(state: State, event: TableEvent) -> Read[Action]:
    """A card that shows its face is the turned one or one of the trick, by its place."""
    open_ = state.mode is Mode.TABLE and state.phase in PLAYING
    if not open_ or not isinstance(event, CardOpen) or event.place not in (TURNED, *PLACES):
        return Read()
    return Read(choose=readings(event, _LABELS))
