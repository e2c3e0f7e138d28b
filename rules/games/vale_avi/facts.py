"""What is known of a hand, and what is missing: cards by place, picks, and both as facts
(rules.view)."""

from collections.abc import Iterable

from rules import book
from rules.book import bad_fact
from rules.cards import Rank
from rules.codes import Refusal
from rules.game import IllegalAction
from rules.games.vale_avi.state import (
    CENTRE,
    COPIES,
    CORNERS,
    INDEX,
    PICKS,
    RANKS,
    Corners,
    Hand,
    Pick,
    Picks,
    State,
)
from rules.moves import Facts

SURELY_READ = 0.99
"""Below this a card of the open hand is drawn with a dashed ring, and the table is asked about a
pawn before the hand is written. How sure the cards make a score is for the referee to weigh."""


def people(state: State, seats: Iterable[int]) -> dict[str, str | int]:
    """The values ``names`` and ``seats`` of a code."""
    return book.people(state.players, seats)


def person(state: State, seat: int) -> dict[str, str | int]:
    """The values ``name`` and ``seat`` of a code."""
    return book.person(state.players, seat)


def cards_of(hand: Hand) -> dict[str, Rank | None]:
    """The rank by place, None where it is not read."""
    return {CENTRE: hand.centre} | {corner: hand.corners[INDEX[corner]] for corner in CORNERS}


def unsure(hand: Hand, key: str) -> bool:
    """Whether the camera alone says this fact, and is not sure of it."""
    told = dict(hand.table.words)
    return key not in told and dict(hand.table.sure).get(key, 1.0) < SURELY_READ


def over_composition(ranks: Iterable[Rank | None]) -> tuple[Rank, int] | None:
    """A rank that shows more often than the deck holds it, and how often."""
    lying = list(ranks)
    for rank in RANKS:
        if (count := lying.count(rank)) > COPIES:
            return rank, count
    return None


def missing_pawns(hand: Hand) -> tuple[int, ...]:
    """Active seats whose pawn is on no corner, or has to be confirmed."""
    stale = hand.table.stale
    return tuple(seat for seat in hand.active if hand.picks[seat] is None or seat in stale)


def needed_places(hand: Hand) -> tuple[str, ...]:
    """The centre and the corners under pawns, as far as they are unread (spec 1.5)."""
    occupied = {pick.corner for pick in hand.picks if pick is not None}
    unread = tuple(
        corner for corner in CORNERS if corner in occupied and hand.corners[INDEX[corner]] is None
    )
    return unread if hand.centre is not None else (CENTRE, *unread)


def check_complete(state: State, hand: Hand) -> None:
    """Raises NOT_READY, COMPOSITION or UNREAD_CARD (VA-12, 13, 14)."""
    if missing := missing_pawns(hand):
        raise IllegalAction(Refusal.NOT_READY, **people(state, missing))
    if wrong := over_composition((hand.centre, *hand.corners)):
        raise IllegalAction(Refusal.COMPOSITION, rank=wrong[0], count=wrong[1])
    if unread := needed_places(hand):
        raise IllegalAction(Refusal.UNREAD_CARD, place=unread[0])


def with_facts(hand: Hand, given: Facts) -> Hand:
    """The hand with these facts in place of what it held. Raises IllegalAction(BAD_FACT)."""
    centre, corners, picks = hand.centre, list(hand.corners), list(hand.picks)
    for key, value in given:
        if key == "centre":
            centre = _rank(key, value)
        elif key in INDEX:
            corners[INDEX[key]] = _rank(key, value)
        else:
            picks[_seat(hand, key, value)] = _pick(key, value)
    return hand._replace(centre=centre, corners=tuple(corners), picks=tuple(picks))


def facts(centre: Rank | None, corners: Corners, picks: Picks) -> Facts:
    """Everything known of a hand, as facts, sorted."""
    cards = [("centre", centre), *zip(CORNERS, corners, strict=True)]
    known = {str(key): str(rank) for key, rank in cards if rank is not None}
    placed = {f"pick:{seat}": str(pick) for seat, pick in enumerate(picks) if pick is not None}
    return tuple(sorted((known | placed).items()))


def fact_key(place: str) -> str:
    """The centre is the place ``M`` of the layout and the fact ``centre`` of a hand
    (rules.view)."""
    return "centre" if place == CENTRE else place


def _rank(key: str, value: str) -> Rank:
    if value not in set(RANKS):
        raise bad_fact(key, value, "A, K, Q or J")
    return Rank(value)


def _pick(key: str, value: str) -> Pick:
    if value not in PICKS:
        raise bad_fact(key, value, "e.g. KB D or GD T")
    return PICKS[value]


def _seat(hand: Hand, key: str, value: str) -> int:
    keys = [f"pick:{seat}" for seat in hand.active]
    if key not in keys:
        raise bad_fact(key, value, ", ".join(["centre", *CORNERS, *keys]))
    return int(key.removeprefix("pick:"))
