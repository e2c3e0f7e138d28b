"""What a round costs everybody, whether it can be counted, and what follows it (spec 5.5, 5.7)."""

from collections import Counter
from collections.abc import Iterable

from rules import book
from rules.book import EXTRA, NEXT, OVER, seats_of, with_seats
from rules.codes import Refusal
from rules.game import IllegalAction, Mode
from rules.games.uc_on_uc.cards import JOKER_COST, UNKNOWN, deck
from rules.games.uc_on_uc.facts import opened
from rules.games.uc_on_uc.melds import Arrangement, as_laid
from rules.games.uc_on_uc.melds import Hand as Held
from rules.games.uc_on_uc.options import Layout, Options
from rules.games.uc_on_uc.state import Hand, Open, Phase, State


def best(state: State, hand: Hand, seat: int) -> Arrangement:
    """The cheapest arrangement of a hand whose cards are all known, or what people said."""
    shown = opened(hand, seat) or Open()
    if shown.told is not None:
        return Arrangement(shown.told, (), ())
    return Held(shown.cards, state.options.costs(hand.round)).arrangement()


def counted(state: State, hand: Hand, seat: int) -> Arrangement:
    """The arrangement that counts: the best one, or the groups as laid (``oyuncunun``); whoever
    went out with a hand that divides costs nothing however it was laid."""
    found = best(state, hand, seat)
    shown = opened(hand, seat) or Open()
    full = state.mode is Mode.FULL or shown.told is not None
    if state.options.dizilis is Layout.BEST or full or (seat == hand.out and not found.cost):
        return found
    return as_laid(shown.groups, shown.cards, state.options.costs(hand.round))[0]


def wrong_groups(state: State, hand: Hand, seat: int) -> tuple[tuple[str, ...], ...]:
    """Groups as laid that are no combinations."""
    shown = opened(hand, seat) or Open()
    if state.options.dizilis is Layout.BEST:
        return ()
    return as_laid(shown.groups, shown.cards, state.options.costs(hand.round))[1]


def deltas_of(state: State, hand: Hand) -> tuple[int | None, ...]:
    """By seat; None for those who do not play a bonus round."""
    return tuple(
        counted(state, hand, seat).cost if seat in hand.active else None
        for seat in range(len(state.players))
    )


def complete(options: Options, hand: Hand, seat: int) -> bool:
    """Whether a whole hand lies open; an unread card counts as one that lies there."""
    shown = opened(hand, seat)
    if shown is None:
        return False
    return shown.told is not None or len(shown.cards) == options.size(hand.round)


def missing(options: Options, hand: Hand) -> tuple[int, ...]:
    return tuple(seat for seat in hand.active if not complete(options, hand, seat))


def phase_of(options: Options, hand: Hand) -> Phase:
    """Where a round at a table stands by what is known of it."""
    over = hand.out is not None or hand.ended
    if over and not missing(options, hand):
        return Phase.COUNT
    return Phase.LAST if over else Phase.PLAY


def unread(hand: Hand) -> tuple[int, ...]:
    """Seats with an unread card."""
    return tuple(s for s in hand.active if UNKNOWN in (opened(hand, s) or Open()).cards)


def over_composition(options: Options, hand: Hand) -> tuple[tuple[str, int], ...]:
    """Cards that show more often than the decks hold them, and how often (spec 5.7)."""
    there = Counter(hand.table.seen)
    for seat in hand.active:
        there.update((opened(hand, seat) or Open()).cards)
    held = Counter(deck(options.deste or 1, options.jokerler))
    return tuple(
        (card, count)
        for card, count in sorted(there.items())
        if card != UNKNOWN and count > held[card]
    )


def check_complete(state: State, hand: Hand) -> None:
    """Raises NOT_READY, UNREAD_CARD, COMPOSITION, or BAD_COUNT for a cost no hand can have."""
    lacking = missing(state.options, hand)
    if lacking or (hand.out is None and not hand.ended):
        seats = lacking or hand.active
        raise IllegalAction(Refusal.NOT_READY, **book.people(state.players, seats))
    most = dearest(state.options, hand)
    for seat in hand.active:
        if (cost := (opened(hand, seat) or Open()).told or 0) > most:
            raise IllegalAction(Refusal.BAD_COUNT, given=cost, expected=most)
    for seat in unread(hand):
        raise IllegalAction(Refusal.UNREAD_CARD, place=f"el:{seat}")
    for card, count in over_composition(state.options, hand):
        raise IllegalAction(Refusal.COMPOSITION, rank=card, count=count)


def dearest(options: Options, hand: Hand) -> int:
    """More than a hand of this round can cost."""
    return options.size(hand.round) * JOKER_COST


def what_follows(
    state: State, hand: Hand, deltas: tuple[int | None, ...], totals: tuple[int, ...]
) -> str:
    """``then`` after a round that counts: the next one, a bonus round of those who are equal, or
    the end (spec 5.4, 5.6)."""
    rounds = state.options.rounds
    if hand.round < rounds:
        return _next(after(range(len(state.players)), hand.dealer), hand.round + 1)
    costs = dict(enumerate(totals))
    if hand.round > rounds:
        costs = {seat: deltas[seat] or 0 for seat in hand.active}
    leaders = [seat for seat, cost in costs.items() if cost == min(costs.values())]
    if len(leaders) == 1 or not state.options.bonus_tur:
        return with_seats(OVER, leaders)
    return with_seats(EXTRA, leaders)


def what_stays(state: State, hand: Hand) -> str:
    """``then`` after a round that does not count: it is dealt again."""
    if hand.round > state.options.rounds:
        return with_seats(EXTRA, hand.active)
    return _next(hand.dealer, hand.round)


def _next(dealer: int, round_: int) -> str:
    """``SONRAKI:2,5``: round 5, dealt by seat 2. It stands in the log, so that a round taken out
    later does not renumber those that were played."""
    return f"{NEXT}:{dealer},{round_}"


def coming(state: State) -> tuple[tuple[int, ...], int, int]:
    """Who plays the round after the last one that was closed, its dealer, and its number."""
    for record in reversed(state.records):
        told = seats_of(record.then)
        if record.then.startswith(EXTRA):
            again = record.void and record.first in told
            dealer = record.first if again else after(told, record.first)
            return told, dealer, state.options.rounds + 1
        if record.then.startswith(NEXT) and told:
            return tuple(range(len(state.players))), told[0], told[1]
    return tuple(range(len(state.players))), 0, 1


def after(active: Iterable[int], seat: int) -> int:
    """The next of those who play, clockwise."""
    return min(active, key=lambda other: (other <= seat, other))
