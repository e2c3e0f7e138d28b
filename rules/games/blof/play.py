"""The round: throw, pass, call, reveal, burn (spec 2.4). The same for both modes; where they differ
a real table is told what it did wrong and TAM refuses it.
"""

from rules.book import illegal, person
from rules.codes import Refusal, Warn
from rules.game import IllegalAction, Mode
from rules.games.blof.options import Callers
from rules.games.blof.state import (
    DECK,
    RANKS,
    UNKNOWN,
    Call,
    Cards,
    Deal,
    Hand,
    Pass,
    Phase,
    Shown,
    State,
    Table,
    Throw,
    Waive,
    dealt,
    pending,
    sizes,
)
from rules.moves import Elapsed, Start
from rules.view import Args, Notice

_FULL, _EVERYBODY = Mode.FULL, Callers.EVERYBODY
_OPENING, _THROWING, _WINDOW = Phase.OPENING, Phase.THROWING, Phase.WINDOW
_WHOLE = frozenset(DECK)


def begun(state: State, first: int, number: int) -> State:
    """A new hand, opened by ``first``. On a real table the cards are dealt unseen."""
    seats = len(state.players)
    if state.mode is _FULL:
        return state._replace(phase=Phase.DEALING, hand=Hand(number, first, ((),) * seats))
    hands = dealt((UNKNOWN,) * len(DECK), first, seats)
    return state._replace(phase=_OPENING, hand=Hand(number, first, hands, turn=first))


def started(state: State, action: Start) -> State:
    """The lot: who opens the first hand; the seat before it dealt."""
    hand = state.hand
    if state.phase is not Phase.DEALING or hand.first is not None:
        raise illegal(action, "no lot is to be drawn")
    if action.seat not in range(len(state.players)):
        raise illegal(action, "there is no such seat")
    return begun(state, action.seat, hand.number)


def deal(state: State, action: Deal) -> State:
    hand = state.hand
    if state.phase is not Phase.DEALING or hand.first is None:
        raise illegal(action, "no deal is due")
    if len(action.deck) != len(DECK) or set(action.deck) != _WHOLE:
        over = next((c for c in action.deck if action.deck.count(c) > 1 or c not in _WHOLE), "")
        raise IllegalAction(Refusal.COMPOSITION, rank=over, count=action.deck.count(over))
    hands = dealt(action.deck, hand.first, len(state.players))
    return state._replace(phase=_OPENING, hand=hand._replace(hands=hands, turn=hand.first))


def thrown(state: State, action: Throw) -> State:
    """``AC`` or ``AT``. A real table may throw out of turn, or too many cards or too few: it
    stands, and is told."""
    if state.phase is _WINDOW and state.mode is not _FULL:
        state = _past_the_window(state, action.at_s)
    hand, seat, opening = state.hand, action.seat, state.phase is _OPENING
    table, seats = hand.table, len(hand.hands)
    if not opening and state.phase is not _THROWING:
        raise illegal(action, "nobody throws now")
    if pending(hand):
        raise illegal(action, "the last cards lie there: call or pass")
    if seat != hand.turn:
        if state.mode is _FULL or seat not in range(seats):
            raise IllegalAction(Refusal.OUT_OF_TURN, seat=seat, turn=hand.turn)
        table = _told(table, Warn.SIRA_DISI, person(state.players, seat))
    rank = action.rank or hand.rank
    if rank not in RANKS or not (opening or rank == hand.rank):
        raise illegal(action, "opening names a rank, later throws keep it")
    held = hand.hands[seat]
    allowed = sizes(len(held), opening=opening)
    if action.count not in allowed:
        expected = ", ".join(map(str, allowed)) or "0"
        if state.mode is _FULL or not 1 <= action.count <= len(held):
            raise IllegalAction(Refusal.BAD_COUNT, given=action.count, expected=expected)
        counts: Args = {"given": action.count, "least": allowed[0], "most": allowed[-1]}
        table = _told(table, Warn.ATIS_SAYISI, {**person(state.players, seat), **counts})
    cards, kept = _taken(state, held, action)
    if table.words:
        table = table._replace(words=())
    everybody = state.options.itiraz is _EVERYBODY
    return State(
        state.options,
        state.mode,
        state.players,
        state.records,
        _WINDOW if everybody else _THROWING,
        Hand(
            hand.number,
            hand.first,
            (*hand.hands[:seat], kept, *hand.hands[seat + 1 :]),
            (seat + 1) % seats,
            rank,
            hand.pile + cards,
            len(cards),
            seat,
            False,
            0,
            hand.burned,
            action.at_s + state.options.sure_sn if everybody else None,
            (),
            None,
            0.0,
            hand.calls,
            table,
        ),
    )


def _past_the_window(state: State, at_s: float) -> State:
    """A throw after the end of the window comes before the clock's own word now and then."""
    until_s = state.hand.until_s
    return state if until_s is None or at_s <= until_s else stands(state)


def _told(table: Table, code: Warn, args: Args) -> Table:
    return table._replace(faults=(*table.faults, Notice(code=code, args=args)))


def _taken(state: State, held: Cards, action: Throw) -> tuple[Cards, Cards]:
    """The cards thrown and those kept. Raises BAD_COUNT where they are not as many as is said,
    ILLEGAL_ACTION for cards not held."""
    count, cards = action.count, action.cards
    if cards and len(cards) != count:
        raise IllegalAction(Refusal.BAD_COUNT, given=len(cards), expected=str(count))
    if not cards:
        return held[:count], held[count:]
    if state.mode is not _FULL:
        return cards, held[count:]
    kept = list(held)
    for card in cards:
        if card not in kept:
            raise illegal(action, f"{card} is not in the hand")
        kept.remove(card)
    return cards, tuple(kept)


def passed(state: State, action: Pass) -> State:
    """A pass locks the last throw; n − 1 of them burn the pile (BL-A3, BL-A4)."""
    hand, seat = state.hand, action.seat
    if state.phase is not _THROWING:
        raise illegal(action, "nobody can pass now")
    if seat != hand.turn:
        raise IllegalAction(Refusal.OUT_OF_TURN, seat=seat, turn=hand.turn)
    if pending(hand):
        return _ended(state)
    seats, passes = len(hand.hands), hand.passes + 1
    if passes == seats - 1:
        return _opened(state, hand, hand.hands, hand.thrower, hand.burned + len(hand.pile))
    turn = (seat + 1) % seats
    return state._replace(hand=hand._replace(turn=turn, locked=True, passes=passes))


def called(state: State, action: Call) -> State:
    """ "Blöf!". In ``herkes`` the first call counts, of two at one instant the one nearer after the
    thrower (BL-A8); that holds until the cards are turned over. Raises CALL_REJECTED (BL-A10)."""
    hand, seat = state.hand, action.seat
    if why := _not_entitled(state, action):
        raise IllegalAction(Refusal.CALL_REJECTED, why=why)
    return state._replace(
        phase=Phase.REVEAL,
        hand=hand._replace(
            caller=seat, called_s=action.at_s, calls=hand.calls + (hand.caller is None)
        ),
    )


def _not_entitled(state: State, call: Call) -> str:
    """Why this call does not count; empty if it does."""
    hand = state.hand
    if state.options.itiraz is not _EVERYBODY:
        fits = state.phase is _THROWING and not hand.locked
        return "" if fits and call.seat == hand.turn else "only the next player, before acting"
    until_s = hand.until_s
    if state.phase not in (_WINDOW, Phase.REVEAL) or until_s is None:
        return "no window stands open"
    if call.seat == hand.thrower or call.seat not in range(len(hand.hands)):
        return "only the others may call"
    if call.at_s > until_s:
        return "after the end of the window"
    if hand.caller is None:
        return ""
    late = hand.table.seen or claim(hand, call.seat, call.at_s) >= claim(
        hand, hand.caller, hand.called_s
    )
    return "somebody called before" if late else ""


def claim(hand: Hand, seat: int, at_s: float) -> tuple[float, int]:
    """The smallest of all calls counts."""
    return at_s, (seat - hand.thrower) % len(hand.hands)


def waived(state: State, action: Waive) -> State:
    hand, seat = state.hand, action.seat
    if state.phase is not _WINDOW or not state.options.erken_kapat:
        raise illegal(action, "no window can be closed early")
    if seat == hand.thrower or seat in hand.waived or seat not in range(len(hand.hands)):
        raise illegal(action, "this player has no word in it")
    after = state._replace(hand=hand._replace(waived=tuple(sorted((*hand.waived, seat)))))
    return stands(after) if len(after.hand.waived) == len(hand.hands) - 1 else after


def elapsed(state: State, action: Elapsed) -> State:
    """The clock passed the end of the window. When the log is folded again it may fit nothing."""
    until_s = state.hand.until_s
    if state.phase is not _WINDOW or until_s is None:
        if state.mode is not _FULL:
            return state
        raise illegal(action, "no window stands open")
    if action.at_s <= until_s:
        raise illegal(action, "the window still stands open")
    return stands(state)


def stands(state: State) -> State:
    """Nobody called: the throw is locked, the next player may throw or pass."""
    hand = state.hand
    if pending(hand):
        return _ended(state)
    return state._replace(phase=_THROWING, hand=hand._replace(locked=True, until_s=None, waived=()))


def verdict(cards: Cards, rank: str) -> bool | None:
    """Whether all cards are of the rank; one that is not proves the lie whatever the others are.
    None: an unknown card is needed."""
    if any(card[0] not in (rank, UNKNOWN) for card in cards):
        return False
    return None if UNKNOWN in cards else True


def shown(state: State, action: Shown) -> State:
    """Only the last throw is turned over. Raises BAD_COUNT, COMPOSITION, UNREAD_CARD."""
    hand, cards = state.hand, action.cards
    if state.phase is not Phase.REVEAL:
        raise illegal(action, "nobody called")
    if len(cards) != hand.last:
        raise IllegalAction(Refusal.BAD_COUNT, given=len(cards), expected=str(hand.last))
    for card in cards:
        if card != UNKNOWN and card[:1] not in RANKS:
            raise illegal(action, f"{card} is no card: a rank A 2 to 9 T J Q K, or e.g. 7S")
        if len(card) > 1 and cards.count(card) > 1:
            raise IllegalAction(Refusal.COMPOSITION, rank=card, count=cards.count(card))
    if state.mode is _FULL and cards != hand.pile[-hand.last :]:
        raise illegal(action, "these are not the cards that were thrown")
    true = verdict(cards, hand.rank)
    if true is None:
        raise IllegalAction(Refusal.UNREAD_CARD, place=f"A{1 + cards.index(UNKNOWN)}")
    return judged(state, true=true)


def judged(state: State, *, true: bool) -> State:
    """The loser takes the whole pile; the winner of the call opens, unless the hand is over."""
    hand = state.hand
    assert hand.caller is not None
    loser, opener = (hand.caller, hand.thrower) if true else (hand.thrower, hand.caller)
    hands = (
        *hand.hands[:loser],
        hand.hands[loser] + hand.pile,
        *hand.hands[loser + 1 :],
    )
    if not hands[hand.thrower]:
        return _ended(state._replace(hand=hand._replace(hands=hands, pile=())))
    return _opened(state, hand, hands, opener, hand.burned)


def _opened(state: State, hand: Hand, hands: tuple[Cards, ...], opener: int, burned: int) -> State:
    """A new round: the pile is empty, any rank may be named (BL-A5)."""
    table = hand.table
    if table.seen:
        table = table._replace(seen=())
    fresh = Hand(
        hand.number,
        hand.first,
        hands,
        turn=opener,
        thrower=opener,
        burned=burned,
        calls=hand.calls,
        table=table,
    )
    return state._replace(phase=_OPENING, hand=fresh)


def _ended(state: State) -> State:
    hand = state.hand
    over = hand._replace(until_s=None, waived=(), caller=None, locked=True)
    return state._replace(phase=Phase.ENDED, hand=over)
