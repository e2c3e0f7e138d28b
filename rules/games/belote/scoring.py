"""Counting a hand of Belote, and what follows it (spec 4.7, 4.8, 4.3)."""

from collections.abc import Mapping, Sequence

from rules.book import NEXT, OVER, with_seats
from rules.codes import Refusal
from rules.game import IllegalAction
from rules.games.belote.cards import BELOTE_PAIR, POINTS, SUITS, UNKNOWN
from rules.games.belote.combos import BELOTE_POINTS, Combo, best_declarer
from rules.games.belote.options import BeloteWords, Dealer, Options, RevokePenalty
from rules.games.belote.state import (
    DEALT,
    SIDES,
    Count,
    Fault,
    Hand,
    Play,
    State,
    Tally,
    Trick,
)
from rules.games.belote.tricks import winning

LAST_TRICK, CAPOTE, REVOKE_PRIZE, PENALTY = 10, 100, 10, 10
CLAIM_TRICKS_LEFT = 2


def winner_of(plays: Sequence[Play], trump: str) -> int | None:
    """The seat that wins a complete trick; None while a card of it, or the trump, is unread."""
    lying = [play.card for play in plays]
    if not trump or trump not in SUITS or UNKNOWN in lying:
        return None
    return plays[winning(lying, trump)].seat


def order_from_eldest(hand: Hand, seats: int) -> list[int]:
    """The seats from mecburcu on."""
    return [(hand.dealer + 1 + step) % seats for step in range(seats)]


def accepted(options: Options, hand: Hand) -> dict[int, tuple[Combo, ...]]:
    """The brelans and runs that count, by seat: all of the side that holds the strongest one,
    except what its players did not show (BE-A6, A16)."""
    seats = len(hand.declared)
    side = SIDES[seats]
    declared = {
        seat: held for seat in order_from_eldest(hand, seats) if (held := hand.declared[seat])
    }
    if not declared:
        return {}
    best = best_declarer(options, declared, hand.trump, dict(enumerate(side)))
    hidden = {entry.seat for entry in hand.faults if entry.fault is Fault.NOT_SHOWN}
    return {
        seat: held
        for seat, held in declared.items()
        if best is not None and side[seat] == side[best] and seat not in hidden
    }


def belote_of(options: Options, hand: Hand) -> int | None:
    """The seat that played trump K and Q, and said both words where they are needed."""
    tally, automatic = hand.table.tally, options.belote_beyani is BeloteWords.AUTOMATIC
    if tally is not None:  # no cards were entered: the word of those who said it
        need = 1 if automatic else 2
        return next((seat for seat, words in enumerate(hand.words) if words >= need), None)
    if not automatic and max(hand.words) < 2:
        return None
    pair = BELOTE_PAIR[hand.trump]
    players = [play.seat for trick in hand.tricks for play in trick.plays if play.card in pair]
    if len(players) != 2 or players[0] != players[1]:
        return None
    seat = players[0]
    return seat if hand.words[seat] >= 2 or automatic else None


def count(options: Options, hand: Hand, *, complete: bool, held: int = 0) -> tuple[Count, ...]:
    """What every side scores with the tricks played so far. ``complete``: the hand is over, so that
    the last trick or Capote counts, and ``icerde``; ``held``: points that wait for a winner.

    Every card of the tricks and every winner must be known.
    """
    side = SIDES[len(hand.declared)]
    sides = max(side) + 1
    worth = POINTS[options.papaz][hand.trump]
    cards, prizes, combos = [0] * sides, [0] * sides, [0] * sides
    if hand.table.tally is not None:
        cards = list(hand.table.tally.cards)
    else:
        for trick in hand.tricks:
            at = side[_winner(trick)]
            for play in trick.plays:
                cards[at] += worth[play.card]
    for seat, counting in accepted(options, hand).items():
        combos[side[seat]] += sum([combo.points for combo in counting])
    belote = belote_of(options, hand)
    if complete:
        last, capote = _last(hand, side)
        prizes[last] = CAPOTE if capote else LAST_TRICK
    revokes, penalties = _faults(options, hand, sides)
    counts = tuple(
        [
            Count(
                combos[at],
                BELOTE_POINTS if belote is not None and side[belote] == at else 0,
                cards[at],
                prizes[at],
                revokes[at],
                penalties[at],
            )
            for at in range(sides)
        ]
    )
    return _inside(hand, counts, held) if complete and options.icerde else counts


def _last(hand: Hand, side: Sequence[int]) -> tuple[int, bool]:
    """The side that won the last trick, and whether it won all of them."""
    if (tally := hand.table.tally) is not None:
        return side[tally.last], tally.capote
    last = side[_winner(hand.tricks[-1])]
    return last, all(side[_winner(trick)] == last for trick in hand.tricks)


def check_tally(options: Options, seats: int, tally: Tally) -> None:
    """What people counted has to be possible: four players win all the points there are, fewer not
    more. Raises BAD_COUNT."""
    side = SIDES[seats]
    whole = sum(POINTS[options.papaz][SUITS[0]].values())
    counted, sides = sum(tally.cards), max(side) + 1
    if len(tally.cards) != sides or min(tally.cards) < 0 or tally.last not in range(seats):
        raise IllegalAction(Refusal.BAD_COUNT, given=len(tally.cards), expected=sides)
    if counted > whole or (seats == max(SIDES) and counted != whole):
        raise IllegalAction(Refusal.BAD_COUNT, given=counted, expected=whole)
    if tally.capote and counted != tally.cards[side[tally.last]]:
        expected = tally.cards[side[tally.last]]
        raise IllegalAction(Refusal.BAD_COUNT, given=counted, expected=expected)


def _winner(trick: Trick) -> int:
    assert trick.winner is not None
    return trick.winner


def _faults(options: Options, hand: Hand, sides: int) -> tuple[list[int], list[int]]:
    """Prizes for the others' revokes, and penalties, by side: ten points a fault; a revoke as its
    option says (BE-A9)."""
    side = SIDES[len(hand.declared)]
    prizes, penalties = [0] * sides, [0] * sides
    for entry in hand.faults:
        at = side[entry.seat]
        revoke = entry.fault is Fault.REVOKE
        if not revoke or options.renons_cezasi is not RevokePenalty.TO_OPPONENT:
            penalties[at] += PENALTY
        if revoke and options.renons_cezasi is not RevokePenalty.ONLY_MINUS:
            prizes = [had + (REVOKE_PRIZE if to != at else 0) for to, had in enumerate(prizes)]
    return prizes, penalties


def _inside(hand: Hand, counts: tuple[Count, ...], held: int) -> tuple[Count, ...]:
    """``icerde``: a taker's side with fewer points than the other keeps its Belote only and gives
    away the rest (a prize for a revoke is lost); with as many, its points are held
    (``held_after``). What was held before goes to the winner of this hand."""
    assert hand.taker is not None
    taker = SIDES[len(hand.declared)][hand.taker]
    mine, theirs = counts[taker], counts[1 - taker]
    given = [0, 0]
    if mine.earned <= theirs.earned:
        given[taker] = mine.belote - mine.earned
    if mine.earned < theirs.earned:
        given[1 - taker] = mine.combos + mine.cards + mine.prizes
    if mine.earned != theirs.earned:
        given[taker if mine.earned > theirs.earned else 1 - taker] += held
    return tuple(one._replace(given=extra) for one, extra in zip(counts, given, strict=True))


def held_after(options: Options, hand: Hand, counts: tuple[Count, ...], held: int) -> int:
    """What ``icerde`` keeps for the winner of the next hand."""
    if not options.icerde or hand.taker is None or hand.claim is not None:
        return held
    taker = SIDES[len(hand.declared)][hand.taker]
    mine, theirs = counts[taker], counts[1 - taker]
    return held + mine.earned - mine.belote if mine.earned == theirs.earned else 0


def deltas_of(counts: tuple[Count, ...], seats: int) -> tuple[int, ...]:
    """By seat: partners get what their side scored."""
    return tuple([counts[at].total for at in SIDES[seats]])


def seats_on(side: int, seats: int) -> tuple[int, ...]:
    return tuple(seat for seat in range(seats) if SIDES[seats][seat] == side)


def check_claim(options: Options, hand: Hand, seat: int) -> None:
    """Spec 4.8. Raises CLAIM_REJECTED with why."""
    seats = len(hand.declared)
    if DEALT[seats] - len(hand.tricks) < CLAIM_TRICKS_LEFT:
        raise _rejected(f"fewer than {CLAIM_TRICKS_LEFT} tricks remain")
    side, worth = SIDES[seats], POINTS[options.papaz].get(hand.trump, {})
    for trick in hand.tricks:
        if trick.winner is None or side[trick.winner] != side[seat]:
            continue
        if any(worth.get(play.card, 0) > 0 for play in trick.plays):
            return
    raise _rejected("no trick won with a card of value")


def _rejected(why: str) -> IllegalAction:
    return IllegalAction(Refusal.CLAIM_REJECTED, why=why)


def what_follows(
    state: State, hand: Hand, counts: tuple[Count, ...], totals: tuple[int, ...]
) -> str:
    """``then`` after a counted hand with these totals (after it, by seat)."""
    seats, target = len(totals), state.options.hedef
    side = SIDES[seats]
    by_side = {side[seat]: total for seat, total in enumerate(totals)}
    if hand.claim is not None:
        return with_seats(OVER, _claimed(by_side, side[hand.claim], target, seats))
    if max(totals) >= target:
        best = [at for at, total in by_side.items() if total == max(totals)]
        if len(best) == 1:
            return with_seats(OVER, seats_on(best[0], seats))
    return f"{NEXT}:{next_dealer(state.options, hand, counts, seats)}"


def _claimed(by_side: Mapping[int, int], claimer: int, target: int, seats: int) -> list[int]:
    """The claimer's side, whatever the others have; or the others, the best of them at a table of
    three."""
    if by_side[claimer] >= target:
        return list(seats_on(claimer, seats))
    others = {at: total for at, total in by_side.items() if at != claimer}
    best = [at for at, total in others.items() if total == max(others.values())]
    return sorted(seat for at in best for seat in seats_on(at, seats))


def next_dealer(options: Options, hand: Hand, counts: tuple[Count, ...], seats: int) -> int:
    """``kazanan``: the next player in turn who is of the side with more points in this hand; equal,
    or ``sirayla``: the next in turn (BE-A13)."""
    after = [(hand.dealer + 1 + step) % seats for step in range(seats)]
    if options.dagitan is Dealer.IN_TURN or not counts:
        return after[0]
    totals = [one.total for one in counts]
    best = [at for at, total in enumerate(totals) if total == max(totals)]
    if len(best) > 1:
        return after[0]
    return next(seat for seat in after if SIDES[seats][seat] == best[0])
