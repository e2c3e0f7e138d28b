"""What both modes share: dealing by packets, bidding, closing a hand, and from hand to hand (spec
4.1, 4.3, 4.4)."""

from rules import book, ledger
from rules.codes import Refusal, Warn
from rules.game import IllegalAction
from rules.games.belote import scoring
from rules.games.belote.cards import SUITS, UNKNOWN, in_order
from rules.games.belote.facts import facts, with_facts
from rules.games.belote.options import Options
from rules.games.belote.state import (
    BARE,
    DEALT,
    OPEN_PHASES,
    Count,
    Hand,
    Name,
    Pass,
    Penalise,
    Phase,
    State,
    Take,
)
from rules.moves import Next, Score, Start, Void
from rules.view import Notice

illegal = book.illegal
FIRST_PACKETS: dict[int, tuple[int, ...]] = {2: (3, 3), 3: (3, 2), 4: (3, 2)}


def first_hand(seats: int) -> Hand:
    return new_hand(1, 0, seats)


def new_hand(number: int, dealer: int, seats: int) -> Hand:
    return Hand(
        number=number,
        dealer=dealer,
        turned="",
        passes=0,
        trump="",
        taker=None,
        stock=(),
        bottom="",
        swapped=None,
        declared=(None,) * seats,
        faults=(),
        claim=None,
        table=BARE,
        hands=(),
        turn=None,
        lying=(),
        tricks=(),
        words=(0,) * seats,
    )


def at(state: State, phase: Phase, hand: Hand) -> State:
    """The match with its open hand in another phase: most steps are only that, so it is quick."""
    options, mode, players, _, held, records, _ = state
    return tuple.__new__(State, (options, mode, players, phase, held, records, hand))


def start(state: State, action: Start) -> State:
    """The lot that was drawn: who deals first."""
    if state.phase is not Phase.LOT or action.seat not in range(len(state.players)):
        raise illegal(action, "no dealer is to be drawn, or there is no such seat")
    return at(state, Phase.DEAL, state.hand._replace(dealer=action.seat))


def after_bid(hand: Hand, seats: int) -> Hand:
    """Whose bid is next, from mecburcu on."""
    return hand._replace(turn=(hand.dealer + 1 + hand.passes) % seats)


def bid(state: State, action: Take | Pass | Name) -> State:
    """The bid of the seat whose turn it is; rounds and suits were checked."""
    hand, seats = state.hand, len(state.players)
    if isinstance(action, Pass):
        hand = after_bid(hand._replace(passes=hand.passes + 1), seats)
        return at(state, bidding_phase(hand, seats), hand)
    if isinstance(action, Name):
        trump = action.suit
    else:
        trump = UNKNOWN if hand.turned in ("", UNKNOWN) else hand.turned[1]
    contract = hand._replace(trump=trump, taker=action.seat, turn=(hand.dealer + 1) % seats)
    return at(state, Phase.DECLARE, deal_rest(contract))


def bidding_phase(hand: Hand, seats: int) -> Phase:
    if hand.passes < seats:
        return Phase.BID_1
    return Phase.BID_2 if hand.passes < 2 * seats else Phase.NOBODY


def round_of(hand: Hand) -> int:
    """1 when the turned suit was taken, 2 when another one was named (0 where that is unknown)."""
    if UNKNOWN in (hand.turned, hand.trump) or not hand.turned or not hand.trump:
        return 0
    return 1 if hand.turned[1] == hand.trump else 2


def deal_first(hand: Hand, deck: tuple[str, ...]) -> Hand:
    """The packets before the bidding, mecburcu first, and the turned card (spec 4.1)."""
    seats = len(hand.declared)
    eldest = hand.dealer + 1
    hands: list[tuple[str, ...]] = [()] * seats
    at = 0
    for packet in FIRST_PACKETS[seats]:
        for step in range(seats):
            hands[(eldest + step) % seats] += deck[at : at + packet]
            at += packet
    return hand._replace(
        hands=tuple(hands), turned=deck[at], stock=deck[at + 1 :], turn=eldest % seats
    )


def deal_rest(hand: Hand) -> Hand:
    """The packets after the bidding. Two players get three each and see the bottom card; else the
    taker gets the turned card and two, the dealing begins to the taker's right."""
    if not hand.hands:
        return hand
    seats, stock, hands = len(hand.declared), hand.stock, list(hand.hands)
    taker = hand.taker
    assert taker is not None
    first = hand.dealer + 1 if seats == 2 else taker + 1
    at = 0
    for step in range(seats):
        seat = (first + step) % seats
        extra = seats > 2 and seat == taker
        packet = DEALT[seats] - len(hands[seat]) - extra
        hands[seat] += stock[at : at + packet] + ((hand.turned,) if extra else ())
        at += packet
    return hand._replace(
        hands=tuple([in_order(held) for held in hands]),
        stock=stock[at:],
        bottom=stock[-1] if seats == 2 else "",
    )


def named_suits(hand: Hand) -> tuple[str, ...]:
    """What the second round may name: any suit but the turned one (BE-A14)."""
    return tuple(suit for suit in SUITS if suit != hand.turned[1:])


def close(state: State, hand: Hand, closing: Score | Void) -> State:
    """The state after the hand was written, or declared void. Everything needed must be known."""
    seats = len(state.players)
    held = state.held
    counts: tuple[Count, ...] = ()
    if isinstance(closing, Score):
        counts = scoring.count(state.options, hand, complete=hand.claim is None, held=held)
        held = scoring.held_after(state.options, hand, counts, held)

    def follows(hands: int, totals: tuple[int, ...]) -> str:
        return scoring.what_follows(state, hand, counts, totals) if counts else _redeal(state, hand)

    records = ledger.written(
        state.records,
        closing,
        first=hand.dealer,
        known=facts(hand),
        deltas=scoring.deltas_of(counts, seats) if counts else (0,) * seats,
        follows=follows,
        faults=tuple([fault_notice(state, entry) for entry in hand.faults]),
    )
    over = records[-1].then.startswith(book.OVER)
    return state._replace(
        phase=Phase.OVER if over else Phase.SCORED, held=held, records=records, hand=hand
    )


def _redeal(state: State, hand: Hand) -> str:
    """No taker: the next one deals (spec 4.3); a hand that does not count is dealt again."""
    step = 1 if state.phase is Phase.NOBODY else 0
    return f"{book.NEXT}:{(hand.dealer + step) % len(state.players)}"


def recounted(options: Options, record: ledger.Record, held: int) -> tuple[Count, ...]:
    """How a closed hand was counted, by side; () for one that does not count."""
    if record.void:
        return ()
    hand = with_facts(new_hand(record.number, record.first, len(record.deltas)), record.known)
    return scoring.count(options, hand, complete=hand.claim is None, held=held)


def held_by(options: Options, records: ledger.Records) -> int:
    """What ``icerde`` holds after these hands."""
    held = 0
    for record in records:
        if counts := recounted(options, record, held):
            hand = with_facts(new_hand(1, record.first, len(record.deltas)), record.known)
            held = scoring.held_after(options, hand, counts, held)
    return held


def settle(state: State, number: int, derived: str, *, corrected: bool) -> State:
    """The table's answer to a changed end of the match; what ``icerde`` holds goes with it."""
    after = ledger.settle(state, number, derived, corrected=corrected)
    return after._replace(held=held_by(state.options, after.records)) if corrected else after


def fault_notice(state: State, entry: Penalise) -> Notice:
    args = book.person(state.players, entry.seat) | {"fault": entry.fault.value}
    return Notice(code=Warn.CEZA, args=args)


def penalise(state: State, action: Penalise) -> State:
    """The table enters a fault."""
    if state.phase not in OPEN_PHASES or action.seat not in range(len(state.players)):
        raise illegal(action, "no hand is open, or there is no such seat")
    return state._replace(hand=state.hand._replace(faults=(*state.hand.faults, action)))


def advance(state: State, action: Next) -> State:
    """The next hand, dealt by whom ``then`` names."""
    if state.phase is Phase.OVER:
        raise IllegalAction(Refusal.MATCH_OVER)
    if state.phase is not Phase.SCORED:
        raise illegal(action, "the hand is not scored yet")
    hand = new_hand(
        len(state.records) + 1, ledger.first_of_next(state.records) or 0, len(state.players)
    )
    return at(state, Phase.DEAL, hand)
