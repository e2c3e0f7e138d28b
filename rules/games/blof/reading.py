"""What the camera's events mean in a hand of Blöf, and what it should look for (spec 2.6)."""

from collections.abc import Mapping

from rules.codes import Refusal
from rules.game import HandResult, Mode, Needs, Read
from rules.games.blof import hands
from rules.games.blof.play import verdict
from rules.games.blof.state import MOST, RANKS, UNKNOWN, Action, Phase, State, Throw, pending
from rules.moves import Start
from rules.sight import readings
from rules.tabletop import CardOpen, Layout, PacketClosed, Place, TableEvent

PILE = "YIGIN"
LAYOUT = Layout(
    centre=PILE,
    places=(
        Place(PILE, 0.0, 0.0, False),
        *(Place(f"A{at + 1}", 0.8 * (at - 1.5), 1.3, True) for at in range(MOST)),
    ),
)
_LABELS = frozenset(RANKS)
_NOTHING: Read[Action] = Read()


def needs(state: State) -> Needs[Action]:
    """The starter of the first hand, and the cards of a throw that was called."""
    hand = state.hand
    if hand.table.void:
        return Needs(void=state.phase in hands.OPEN_PHASES)
    if state.phase is Phase.DEALING and hand.first is None:
        return Needs(chance=tuple(Start(seat) for seat in range(len(state.players))))
    if state.phase is not Phase.REVEAL or state.mode is Mode.FULL:
        return Needs()
    seen = dict(hand.table.seen)
    return Needs(places=tuple(place for place in hands.places(hand) if place not in seen))


def read(state: State, event: TableEvent) -> Read[Action]:
    """A closed packet is a throw: certain later in the round, at the opening as many as there are
    ranks that may have been named. A card that shows its face belongs to a reveal."""
    hand = state.hand
    match event:
        case PacketClosed(place=place) if place == PILE and not pending(hand):
            return _thrown(state, event)
        case CardOpen(place=place) if state.phase is Phase.REVEAL:
            if place in hands.places(hand):
                return Read(choose=readings(event, _LABELS))
    return _NOTHING


def _thrown(state: State, event: PacketClosed) -> Read[Action]:
    """A packet of more cards than the player holds is not his throw."""
    hand, at_s, count = state.hand, event.at_s, event.count
    if not 1 <= count <= len(hand.hands[hand.turn]):
        return _NOTHING
    if state.phase is Phase.OPENING:
        return Read(choose=tuple(Throw(hand.turn, count, rank, (), at_s) for rank in RANKS))
    late = hand.until_s is not None and at_s > hand.until_s
    if state.phase is Phase.THROWING or (state.phase is Phase.WINDOW and late):
        return Read(play=(Throw(hand.turn, count, "", (), at_s),))
    return _NOTHING


def outcome(state: State, ranks: Mapping[str, str]) -> HandResult | Refusal:
    """The counts if these cards were turned over."""
    hand = state.hand
    known = dict(hand.table.seen) | dict(ranks)
    cards = tuple(known.get(place, UNKNOWN) for place in hands.places(hand))
    true = verdict(cards, hand.rank) if state.phase is Phase.REVEAL else None
    return hands.outcome(state, None if true is None else hands.TRUTH if true else hands.LIE)
