"""What the camera's events mean in a hand of Vale Avı, and what it should look for (spec 1.5,
1.11)."""

from collections.abc import Mapping

from rules.game import Needs, Read
from rules.games.vale_avi.facts import missing_pawns, needed_places
from rules.games.vale_avi.flow import OPEN_PHASES, lies_there
from rules.games.vale_avi.options import Side
from rules.games.vale_avi.play_full import NEXT_HAND, STARTS
from rules.games.vale_avi.state import (
    CENTRE,
    CORNERS,
    INDEX,
    PICKS,
    RANKS,
    Action,
    Doubt,
    Laid,
    Lift,
    Phase,
    Place,
    See,
    State,
    Swept,
    Turned,
    Unclear,
)
from rules.tabletop import (
    CardGone,
    CardOpen,
    Layout,
    LayoutSeen,
    LayoutUnclear,
    Owner,
    PawnAt,
    PawnGone,
    PawnSide,
    PawnUnclear,
    TableCleared,
    TableEvent,
)
from rules.tabletop import Place as LayoutPlace

_SPREAD_X, _SPREAD_Y = 1.25, 1.05
LAYOUT = Layout(
    centre=CENTRE,
    places=(
        LayoutPlace(CENTRE, 0.0, 0.0, True),
        *(
            LayoutPlace(corner, x * _SPREAD_X, y * _SPREAD_Y, False)
            for corner, (x, y) in zip(CORNERS, ((-1, -1), (1, -1), (-1, 1), (1, 1)), strict=True)
        ),
    ),
)
_SIDES = {PawnSide.UPRIGHT: Side.UPRIGHT, PawnSide.FLIPPED: Side.FLIPPED}
_NOTHING: Read[Action] = Read()


def needs(state: State) -> Needs[Action]:
    """The centre first; from the lock on the occupied corners; until then the pawns still
    missing."""
    hand = state.hand
    if hand.table.void:
        return Needs(void=state.phase in OPEN_PHASES)
    match state.phase:
        case Phase.SETUP | Phase.PLACING:
            chance = () if hand.rota else tuple(STARTS[seat] for seat in hand.active)
            missing = tuple(state.players[seat].owner for seat in missing_pawns(hand))
            places = () if hand.centre is not None else (CENTRE,)
            return Needs(places=places, pawns=missing, chance=chance)
        case Phase.LOCKED:
            return Needs(places=needed_places(hand))
        case _:
            return Needs()


def read(state: State, event: TableEvent) -> Read[Action]:
    """Nothing is decided for a hand whose cards do not lie there yet: after "next" the old cards
    and pawns still lie about until a new layout is seen or the old one is gone."""
    if state.phase is Phase.OVER:
        return _NOTHING
    match event:
        case LayoutSeen():
            return _layout(state)
        case TableCleared():
            return Read(play=(Swept(),))
        case CardGone(place=place):
            return Read(play=(Swept(whole=False),)) if place == CENTRE else _NOTHING
        case LayoutUnclear() if state.phase is Phase.SETUP and not state.hand.table.unclear:
            return Read(play=(Unclear(),))
    return _NOTHING if _stale_table(state) else _of_hand(state, event)


def _stale_table(state: State) -> bool:
    """What lies there belongs to a hand that is over."""
    if state.waiting:
        return not (lies_there(state) or state.hand.table.swept)
    return state.phase is Phase.SCORED or not state.hand.table.fresh


def _layout(state: State) -> Read[Action]:
    if state.phase is Phase.SCORED:
        return Read(play=(NEXT_HAND, Laid()))
    table = state.hand.table
    news = not table.fresh or table.unclear or table.swept or bool(table.turned)
    return Read(play=(Laid(),)) if news else _NOTHING


def _of_hand(state: State, event: TableEvent) -> Read[Action]:
    match event:
        case CardOpen(place=place, reading=reading) if place == CENTRE or place in INDEX:
            turned = place == CENTRE or (not state.waiting and place in state.hand.table.turned)
            choose = _readings(place, reading.ranks, reading.picture)
            return Read(play=() if turned else (Turned(place),), choose=choose)
        case PawnAt():
            return _pawn(state, event)
        case PawnGone(owner=owner):
            return _lift(state, _seat(state, owner), beside=False)
        case PawnUnclear(place=place, why=why) if _placing(state):
            return Read(play=(Doubt(place, why),))
        case _:
            return _NOTHING


def _readings(place: str, ranks: Mapping[str, float], picture: str | None) -> tuple[See, ...]:
    """One for each rank of the deck that it may be, likeliest first; other ranks are a
    stranger's."""
    likely = sorted(RANKS, key=lambda rank: -ranks.get(rank, 0.0))
    return tuple(See(place, r, ranks[r], picture) for r in likely if ranks.get(r, 0.0) > 0)


def _placing(state: State) -> bool:
    return bool(state.waiting) or state.phase in (Phase.SETUP, Phase.PLACING)


def _seat(state: State, owner: Owner) -> int | None:
    """The seat of a pawn in this hand; None for a pawn of nobody in it (VA-T4)."""
    for seat, player in enumerate(state.players):
        if player.owner is owner:
            return seat if state.waiting or seat in state.hand.active else None
    return None


def _pawn(state: State, event: PawnAt) -> Read[Action]:
    seat = _seat(state, event.owner)
    if event.place not in INDEX:
        return _lift(state, seat, beside=True)
    if seat is None or not _placing(state):
        return _NOTHING
    pick = PICKS[f"{event.place} {_SIDES[event.side]}"]
    hand = state.hand
    known = hand.picks[seat] is pick or hand.picks[seat] == pick
    surer = event.confidence > dict(hand.table.sure).get(f"pick:{seat}", 1.0)
    if known and not surer and seat not in hand.table.stale and not state.waiting:
        return _NOTHING
    return Read(play=(Place(seat, pick, event.at_s, event.confidence),))


def _lift(state: State, seat: int | None, *, beside: bool) -> Read[Action]:
    if seat is None or not _placing(state):
        return _NOTHING
    if not state.waiting and state.hand.picks[seat] is None:
        return _NOTHING
    return Read(play=(Lift(seat, beside),))
