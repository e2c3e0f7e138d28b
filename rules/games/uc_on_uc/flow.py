"""What both modes share: the first dealer, closing a round, and from round to round (spec 5.1,
5.4)."""

from rules import book, ledger
from rules.codes import Refusal, Warn
from rules.game import IllegalAction, Mode
from rules.games.uc_on_uc import scoring
from rules.games.uc_on_uc.facts import facts
from rules.games.uc_on_uc.state import OPEN_PHASES, Hand, Phase, State, Table
from rules.moves import Next, Score, Start, Void
from rules.view import Notice

illegal = book.illegal


def new_hand(*, number: int, round_: int, active: tuple[int, ...], dealer: int, opens: int) -> Hand:
    """``opens``: how many seats may lay their hands open (MASA), 0 in TAM."""
    table = Table(opened=(None,) * opens)
    return Hand(number, round_, active, dealer, (), (), (), None, None, False, table)


def first_hand(seats: int, mode: Mode) -> Hand:
    opens = seats if mode is Mode.TABLE else 0
    return new_hand(number=1, round_=1, active=tuple(range(seats)), dealer=0, opens=opens)


def first_phase(mode: Mode) -> Phase:
    """Where a round begins once its dealer is known."""
    return Phase.DEAL if mode is Mode.FULL else Phase.PLAY


def start(state: State, action: Start) -> State:
    """The lot that was drawn: who deals first."""
    if state.phase is not Phase.LOT or action.seat not in range(len(state.players)):
        raise illegal(action, "no dealer is to be drawn, or there is no such seat")
    hand = state.hand._replace(dealer=action.seat)
    return state._replace(phase=first_phase(state.mode), hand=hand)


def close(state: State, hand: Hand, closing: Score | Void) -> State:
    """The state after the round was written, or declared void. Every card must be known."""
    void = isinstance(closing, Void)
    none = tuple(0 if seat in hand.active else None for seat in range(len(state.players)))
    deltas = none if void else scoring.deltas_of(state, hand)

    def follows(hands: int, totals: tuple[int, ...]) -> str:
        if void:
            return scoring.what_stays(state, hand)
        return scoring.what_follows(state, hand, deltas, totals)

    records = ledger.written(
        state.records,
        closing,
        first=hand.dealer,
        known=facts(hand),
        deltas=deltas,
        follows=follows,
        faults=tuple(wrong_notice(state, seat, cost) for seat, cost in hand.table.wrong),
    )
    over = records[-1].then.startswith(book.OVER)
    return state._replace(phase=Phase.OVER if over else Phase.SCORED, records=records, hand=hand)


def wrong_notice(state: State, seat: int, cost: int) -> Notice:
    args = book.person(state.players, seat) | {"cost": cost}
    return Notice(code=Warn.HATALI_CIKIS, args=args)


def advance(state: State, action: Next) -> State:
    """The next round: the deal moves to the left; a bonus round is of its contenders."""
    if state.phase is Phase.OVER:
        raise IllegalAction(Refusal.MATCH_OVER)
    if state.phase in OPEN_PHASES:
        raise illegal(action, "the round is not scored yet")
    active, dealer, round_ = scoring.coming(state)
    opens = len(state.players) if state.mode is Mode.TABLE else 0
    number = len(state.records) + 1
    hand = new_hand(number=number, round_=round_, active=active, dealer=dealer, opens=opens)
    return state._replace(phase=first_phase(state.mode), hand=hand)
