"""Closing a hand of Vale Avı: points, counters, and what follows (spec 1.3, 1.4, rulings
VA-A1..A8)."""

from collections.abc import Iterable, Mapping

from rules.book import EXTRA, NEXT, OVER, with_seats
from rules.cards import Rank
from rules.codes import Refusal, Warn
from rules.game import HandResult
from rules.games.vale_avi.facts import cards_of, facts, over_composition, person
from rules.games.vale_avi.options import Options, Side, TieBreak, Violation, points_by_side
from rules.games.vale_avi.state import (
    CENTRE,
    CORNERS,
    INDEX,
    PICKS,
    RANKS,
    STATED,
    Corners,
    Hand,
    Phase,
    Pick,
    Picks,
    Record,
    State,
)
from rules.moves import Score, Void
from rules.view import Notice

_BY_LETTER: Mapping[str, Rank] = {rank.value: rank for rank in RANKS}


def must_flip(state: State, seat: int) -> bool:
    return state.counters[seat] >= state.options.duz_siniri


def counted(state: State, hand: Hand) -> Picks:
    """The picks as ``ihlal`` counts them: ``ters_say`` turns a forbidden upright pawn (VA-A5)."""
    if state.options.ihlal is not Violation.COUNT_FLIPPED:
        return hand.picks
    return tuple(
        PICKS[f"{pick.corner} {Side.FLIPPED}"]
        if pick is not None and upright_though_forced(state, hand, seat)
        else pick
        for seat, pick in enumerate(hand.picks)
    )


def deltas_of(
    options: Options, centre: Rank, corners: Corners, picks: Picks
) -> tuple[int | None, ...]:
    """Points by seat; every card under a pawn must be known."""
    points = points_by_side(options.vale_carpani, centre)
    return tuple(
        [None if pick is None else points[pick.side][corners[INDEX[pick.corner]]] for pick in picks]
    )


def outcome(state: State, ranks: Mapping[str, str]) -> HandResult | Refusal:
    """What the present hand would score with these ranks by place; the rest as the state holds it.
    Of a placement that is not locked the last steady one counts. Cheap enough to be asked 1,024
    times."""
    hand = state.hand
    if state.phase is not Phase.LOCKED and hand.table.settled is not None:
        hand = hand._replace(picks=hand.table.settled)
    known = cards_of(hand)
    for place, rank in ranks.items():
        known[place] = _BY_LETTER[rank]
    if over_composition(known.values()):
        return Refusal.COMPOSITION
    picks = counted(state, hand)
    if any(picks[seat] is None for seat in hand.active):
        return Refusal.NOT_READY
    centre = known[CENTRE]
    corners = tuple([known[corner] for corner in CORNERS])
    if centre is None or any(p is not None and known[p.corner] is None for p in picks):
        return Refusal.UNREAD_CARD
    deltas = deltas_of(state.options, centre, corners, picks)
    totals = tuple([t + (d or 0) for t, d in zip(state.totals, deltas, strict=True)])
    return HandResult(deltas=deltas, totals=totals)


def close(state: State, hand: Hand, closing: Score | Void, faults: tuple[Notice, ...]) -> State:
    """The state after the hand was written or declared void; ``hand.picks`` are those that
    count."""
    void = isinstance(closing, Void)
    deltas = _no_points(hand) if void else _points(state, hand)
    pairs = zip(state.totals, deltas, strict=True)
    totals = tuple([total + (delta or 0) for total, delta in pairs])
    counters = state.counters if void else _counters(state, hand)
    derived = state.then if void else what_follows(state, hand, totals, deltas)
    then = closing.then or derived
    record = Record(
        hand.number,
        hand.extra,
        void,
        hand.active,
        hand.rota,
        hand.centre,
        hand.corners,
        hand.picks,
        deltas,
        totals,
        counters,
        then,
        derived,
        "",
        closing.corrected,
        faults,
        hand.table,
    )
    return State(
        state.options,
        state.mode,
        state.players,
        state.left,
        Phase.OVER if then.startswith(OVER) else Phase.SCORED,
        then,
        totals,
        counters,
        (*state.records, record),
        hand,
        state.waiting,
    )


def closing(record: Record) -> Score | Void:
    """The closing action that gives this record again, whatever is amended before it."""
    known = facts(record.centre, record.corners, record.picks)
    kind = Void if record.void else Score
    return kind(known, record.then, record.corrected)


def _no_points(hand: Hand) -> tuple[int | None, ...]:
    return tuple(0 if seat in hand.active else None for seat in range(len(hand.picks)))


def _points(state: State, hand: Hand) -> tuple[int | None, ...]:
    assert hand.centre is not None
    return deltas_of(state.options, hand.centre, hand.corners, hand.picks)


def _counters(state: State, hand: Hand) -> tuple[int, ...]:
    """+1 for upright, 0 for flipped (spec 1.4); an upright pawn the table let pass stays at the
    limit."""
    limit = state.options.duz_siniri
    return tuple(
        [
            _counted_up(counter, pick, limit)
            for counter, pick in zip(state.counters, hand.picks, strict=True)
        ]
    )


def _counted_up(counter: int, pick: Pick | None, limit: int) -> int:
    if pick is None:
        return counter
    if pick.side is Side.FLIPPED:
        return 0
    return counter + 1 if counter < limit else limit


def what_follows(
    state: State, hand: Hand, totals: tuple[int, ...], deltas: tuple[int | None, ...]
) -> str:
    """``then`` after a hand with these totals and points (VA-A1..A3)."""
    if not hand.extra:
        target = state.options.hedef
        if max(totals) < target:
            return NEXT
        there = [seat for seat in hand.active if totals[seat] >= target]
        if not there:
            return NEXT
    elif state.options.beraberlik_puani is TieBreak.TOTALS:
        there = _best(hand.active, totals)
    else:
        there = _best(hand.active, tuple(delta or 0 for delta in deltas))
    if len(there) == 1 or _extra_hands_used_up(state, hand):
        return with_seats(OVER, there)
    return tie(state, there, totals)


def tie(state: State, there: Iterable[int], totals: tuple[int, ...]) -> str:
    """An extra hand of those who are still at the table; who is alone there has won."""
    seats = tuple(there)
    staying = [seat for seat in seats if seat not in state.left]
    if not staying:
        return with_seats(OVER, _best(seats, totals))
    return with_seats(OVER if len(staying) == 1 else EXTRA, staying)


def _best(seats: Iterable[int], points: Mapping[int, int] | tuple[int, ...]) -> list[int]:
    listed = list(seats)
    top = max(points[seat] for seat in listed)
    return [seat for seat in listed if points[seat] == top]


def _extra_hands_used_up(state: State, hand: Hand) -> bool:
    limit = state.options.ek_el_siniri
    if limit is None or not hand.extra:
        return False
    return 1 + sum(record.extra and not record.void for record in state.records) >= limit


def table_faults(state: State, hand: Hand) -> tuple[Notice, ...]:
    """Faults to be kept with the hand: out of turn, moved, upright though forced, opened early."""
    table = hand.table
    early = out_of_turn(hand)
    faults = [Notice(code=Warn.SIRA_DISI, args=person(state, seat)) for seat in early]
    faults += [
        Notice(
            code=Warn.PIYON_OYNADI,
            args=person(state, move.seat) | {"was": str(move.was), "now": str(move.now)},
        )
        for move in table.moved
    ]
    asked = dict(table.answers)
    faults += [
        Notice(code=Warn.ZORUNLU_TERS, args=person(state, seat))
        for seat in hand.active
        if upright_though_forced(state, hand, seat) or f"IHLAL:{hand.number}:{seat}" in asked
    ]
    if table.gate == Warn.ERKEN_ACILDI:
        faults.append(Notice(code=Warn.ERKEN_ACILDI, args={"place": table.turned[0]}))
    return tuple(faults)


def upright_though_forced(state: State, hand: Hand, seat: int) -> bool:
    pick = hand.picks[seat]
    return pick is not None and pick.side is Side.UPRIGHT and must_flip(state, seat)


def out_of_turn(hand: Hand) -> list[int]:
    """Seats that placed before their turn. Pawns first seen in one look have no known order, so a
    look is at fault only for seats that were not among the next to play (spec 1.5)."""
    early: list[int] = []
    if not hand.table.looks:  # TAM: the order was checked
        return early
    waiting = list(hand.rota)
    at = 0
    while at < len(hand.order) and waiting:
        look = hand.table.looks[at]
        if look == STATED:
            waiting = [seat for seat in waiting if seat != hand.order[at]]
            at += 1
            continue
        together = [
            seat
            for seat, when in zip(hand.order[at:], hand.table.looks[at:], strict=True)
            if when == look
        ]
        due = waiting[: len(together)]
        early += [seat for seat in together if seat not in due]
        waiting = [seat for seat in waiting if seat not in together]
        at += len(together)
    return early
