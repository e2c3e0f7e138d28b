"""From hand to hand: who plays, who starts, who left, and a changed end of the match (spec 1.4,
0.3)."""

from rules import book
from rules.book import EXTRA, NEXT, OVER, seats_of
from rules.codes import Refusal
from rules.game import IllegalAction, Mode
from rules.games.vale_avi.options import ExtraCounter, Starter
from rules.games.vale_avi.scoring import tie
from rules.games.vale_avi.state import (
    BARE,
    NO_CORNERS,
    Hand,
    Laid,
    Phase,
    State,
    Table,
    everybody,
    nobody,
    rotation,
)
from rules.moves import Leave, Start, TakeOver

MIN_PLAYERS = 2
OPEN_PHASES = (Phase.SETUP, Phase.PLACING, Phase.LOCKED)
illegal = book.illegal


def first_hand(seats: int, mode: Mode) -> Hand:
    active = everybody(seats)
    table = BARE if mode is Mode.FULL else Table(last=nobody(seats))
    return Hand(1, False, active, (), None, NO_CORNERS, nobody(seats), (), table)


def start(state: State, action: Start) -> State:
    """The lot that was drawn: who places first."""
    hand = state.hand
    if state.phase is not Phase.SETUP or hand.rota or action.seat not in hand.active:
        raise illegal(action, "no starter is to be drawn, or this seat does not play")
    return State(
        state.options,
        state.mode,
        state.players,
        state.left,
        Phase.SETUP,
        state.then,
        state.totals,
        state.counters,
        state.records,
        Hand(
            hand.number,
            hand.extra,
            hand.active,
            rotation(hand.active, action.seat),
            hand.centre,
            hand.corners,
            hand.picks,
            hand.order,
            hand.table,
        ),
        state.waiting,
    )


def advance(state: State) -> State:
    """The next hand, of everybody or of the contenders. The state must be in PUANLAMA."""
    seats = len(state.players)
    extra = state.then != NEXT
    active = seats_of(state.then) if extra else everybody(seats)
    if state.left:
        active = tuple(seat for seat in active if seat not in state.left)
    last = state.records[-1]
    resets = state.options.ek_elde_sayac is ExtraCounter.RESET and extra and not last.extra
    full = state.mode is Mode.FULL
    table = BARE if full else Table(fresh=state.hand.table.swept, last=nobody(seats))
    hand = Hand(
        last.number + 1,
        extra,
        active,
        _rota(state, active),
        None,
        NO_CORNERS,
        nobody(seats),
        (),
        table,
    )
    return State(
        state.options,
        state.mode,
        state.players,
        state.left,
        Phase.SETUP,
        state.then,
        state.totals,
        (0,) * seats if resets else state.counters,
        state.records,
        hand,
        (),
    )


def _rota(state: State, active: tuple[int, ...]) -> tuple[int, ...]:
    """``sirayla``: the next active seat after the previous starter; a hand that does not count is
    started by the same seat again."""
    if state.options.baslayan is not Starter.IN_TURN:
        return ()
    last = next((record for record in reversed(state.records) if record.rota), None)
    if last is None:
        return ()
    seats = len(state.players)
    step = 0 if last.void else 1
    around = ((last.rota[0] + step + offset) % seats for offset in range(seats))
    return rotation(active, next(seat for seat in around if seat in active))


def leave(state: State, action: Leave) -> State:
    """VA-T14: inactive from the next hand on, the total stays; never fewer than two."""
    if action.seat not in range(len(state.players)) or action.seat in state.left:
        raise illegal(action, "nobody plays at this seat")
    left = tuple(sorted((*state.left, action.seat)))
    if len(state.players) - len(left) < MIN_PLAYERS:
        raise IllegalAction(Refusal.TOO_FEW, expected=MIN_PLAYERS)
    gone = state._replace(left=left)
    if state.phase is not Phase.SCORED or not state.then.startswith(EXTRA):
        return gone
    then = tie(gone, seats_of(state.then), state.totals)
    return gone._replace(then=then, phase=Phase.OVER if then.startswith(OVER) else Phase.SCORED)


def take_over(state: State, action: TakeOver) -> State:
    """VA-T14: same seat, same total, new name; plays from the next hand on if the seat was
    empty."""
    players = book.taken_over(state.players, action)
    left = tuple(seat for seat in state.left if seat != action.seat)
    return state._replace(players=players, left=left)


def settle_outcome(state: State, number: int, derived: str, *, corrected: bool) -> State:
    """The table's answer to a changed end: leave it as played, or go by the corrected totals, by
    which later hands no longer count and the match stands after hand ``number``."""
    records = book.settled(state.records, number, derived, corrected=corrected)
    if records is state.records or not corrected:
        return state._replace(records=records)
    record = records[number - 1]
    later = tuple(later._replace(counters=record.counters) for later in records[number:])
    swept = state.hand.table._replace(swept=True)
    return state._replace(
        records=(*records[:number], *later),
        totals=record.totals,
        counters=record.counters,
        then=derived,
        phase=Phase.OVER if derived.startswith(OVER) else Phase.SCORED,
        hand=state.hand._replace(table=swept),
        waiting=(),
    )


def lies_there(state: State) -> bool:
    """Whether a whole new deal waits."""
    return any(isinstance(action, Laid) for action in state.waiting)
