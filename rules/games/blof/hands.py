"""From hand to hand: what is known of one, closing it, the next one, and people's corrections
(spec 2.5, 2.6).
"""

from collections.abc import Sequence

from rules.book import NEXT, OVER, asked, bad_fact, illegal, person, with_seats
from rules.codes import Ask, Refusal, Reply, Warn
from rules.game import HandResult, IllegalAction
from rules.games.blof.play import begun, judged, verdict
from rules.games.blof.state import DECK, UNKNOWN, Hand, Phase, State
from rules.ledger import first_of_next, merged, settle, totals_of, written
from rules.moves import Answer, Facts, Fix, Next, Score, Void
from rules.sight import See
from rules.view import Notice

OPEN_PHASES = frozenset(
    (
        Phase.DEALING,
        Phase.OPENING,
        Phase.THROWING,
        Phase.WINDOW,
        Phase.REVEAL,
        Phase.ENDED,
    )
)
_LEFT = "left:"
TRUTH, LIE = "DOGRU", "YALAN"


def facts(hand: Hand) -> Facts:
    """How many cards everybody holds."""
    return tuple((f"{_LEFT}{seat}", str(len(held))) for seat, held in enumerate(hand.hands))


def counts(state: State, given: Facts) -> tuple[int, ...]:
    """The counts by seat of a whole hand's facts. Raises BAD_FACT with what would be right."""
    held = [len(cards) for cards in state.hand.hands]
    for key, value in given:
        held[_seat(state, key)] = _count(key, value)
    if wrong := _cannot_be(held):
        raise wrong
    return tuple(held)


def _cannot_be(held: Sequence[int]) -> IllegalAction | None:
    """A hand is over when one player holds nothing, and only then."""
    if held.count(0) == 1 and sum(held) <= len(DECK):
        return None
    expected = f"one player without cards, at most {len(DECK)} in all"
    return bad_fact("left", ", ".join(map(str, held)), expected)


def without_cards(state: State) -> list[int]:
    """Seats that hold nothing."""
    return [seat for seat, held in enumerate(state.hand.hands) if not held]


def _seat(state: State, key: str) -> int:
    keys = [f"{_LEFT}{seat}" for seat in range(len(state.players))]
    if key not in keys:
        raise bad_fact(key, "", ", ".join(keys))
    return keys.index(key)


def _count(key: str, value: str) -> int:
    if not (value.isascii() and value.isdigit() and int(value) <= len(DECK)):
        raise bad_fact(key, value, f"a number of cards, 0 to {len(DECK)}")
    return int(value)


def told_whole(state: State) -> bool:
    """People stated how many cards everybody holds, and one holds none: the hand is over."""
    hand = state.hand
    return len(hand.table.words) == len(hand.hands) and len(without_cards(state)) == 1


def hindrance(state: State) -> IllegalAction | None:
    """Why the open hand cannot be written now."""
    table = state.hand.table
    if state.phase is not Phase.ENDED and not told_whole(state):
        return illegal(Score(), "the hand is not over")
    if table.held:
        return IllegalAction(
            Refusal.OPEN_QUESTION, question=f"{Ask.GERI_ALINDI}:{state.hand.number}"
        )
    return _cannot_be([len(held) for held in state.hand.hands])


def closed(state: State, action: Score | Void) -> State:
    """Write the hand: one point a card held (spec 2.5). Facts given in the action stand for
    themselves; a count that play says is another is kept as a fault (``BAD_COUNT``)."""
    if state.phase not in OPEN_PHASES:
        raise illegal(action, "no hand is open")
    hand, void = state.hand, isinstance(action, Void)
    if not void and not action.facts and (why := hindrance(state)):
        raise why
    held = tuple([len(cards) for cards in hand.hands])
    known = facts(hand)
    faults = hand.table.faults
    if action.facts and not void:
        held = counts(state, action.facts)
        known = tuple((f"{_LEFT}{seat}", str(count)) for seat, count in enumerate(held))
        if state.phase is Phase.ENDED:
            faults = (*faults, *_miscounted(state, held))
    elif action.facts:
        known = merged(known, action.facts)
    first = hand.first or 0
    seats = len(held)

    def follows(hands: int, totals: tuple[int, ...]) -> str:
        if hands >= state.options.el_sayisi:
            least = min(totals)
            return with_seats(OVER, [seat for seat in range(seats) if totals[seat] == least])
        return with_seats(NEXT, [first if void else (first + 1) % seats])

    records = written(
        state.records,
        action,
        first=first,
        known=known,
        deltas=held,
        follows=follows,
        faults=faults,
    )
    phase = Phase.OVER if records[-1].then.startswith(OVER) else Phase.SCORED
    return state._replace(records=records, phase=phase)


def _miscounted(state: State, held: tuple[int, ...]) -> tuple[Notice, ...]:
    return tuple(
        Notice(
            code=Warn.BAD_COUNT,
            args=person(state.players, seat) | {"given": count, "expected": len(cards)},
        )
        for seat, (count, cards) in enumerate(zip(held, state.hand.hands, strict=True))
        if count != len(cards)
    )


def advance(state: State, action: Next) -> State:
    if state.phase is Phase.OVER:
        raise IllegalAction(Refusal.MATCH_OVER)
    if state.phase is not Phase.SCORED:
        raise hindrance(state) or illegal(action, "the hand is being scored")
    first = first_of_next(state.records)
    assert first is not None
    return begun(state, first, len(state.records) + 1)


def fixed(state: State, action: Fix) -> State:
    """A person counted: so many cards are held now, whatever the taps say. When everybody's count
    is stated and one holds none, the hand is over: this is how a hand is written without taps."""
    if state.phase not in OPEN_PHASES or state.hand.first is None:
        raise illegal(action, "no hand is open")
    hand = state.hand
    hands = list(hand.hands)
    for key, value in action.facts:
        hands[_seat(state, key)] = (UNKNOWN,) * _count(key, value)
    total = sum(map(len, hands))
    if total > len(DECK):
        expected = f"at most {len(DECK)} in all"
        raise bad_fact(action.facts[0][0], action.facts[0][1], expected)
    words = merged(hand.table.words, action.facts)
    return state._replace(
        hand=hand._replace(hands=tuple(hands), table=hand.table._replace(words=words))
    )


def saw(state: State, action: See) -> State:
    """What the camera read of a card that was turned over: people still say what it means."""
    hand = state.hand
    if state.phase is not Phase.REVEAL or action.place not in places(hand):
        return state
    seen = merged(hand.table.seen, ((action.place, action.rank),))
    return state._replace(hand=hand._replace(table=hand.table._replace(seen=seen)))


def places(hand: Hand) -> tuple[str, ...]:
    """Where the cards of the last throw are turned over."""
    return tuple(f"A{at + 1}" for at in range(hand.last))


def read_as(hand: Hand) -> bool | None:
    """What the cards that were read say of the last throw."""
    seen = dict(hand.table.seen)
    return verdict(tuple(seen.get(place, UNKNOWN) for place in places(hand)), hand.rank)


def reveal_question(hand: Hand) -> str:
    return f"{Ask.ACILAN_DOGRU}:{hand.number}:{hand.calls}"


def answered(state: State, answer: Answer) -> State:
    """One that fits nothing any more (the log is folded anew) changes nothing; an unknown kind
    raises NO_QUESTION."""
    kind, number, subject = asked(answer)
    if kind == Ask.SONUC_DEGISTI:
        by_totals = answer.answer == Reply.DUZELTILMIS
        return settle(state, number, subject, corrected=by_totals)
    hand = state.hand
    if number != hand.number or state.phase not in OPEN_PHASES:
        return state
    if answer.question == reveal_question(hand) and state.phase is Phase.REVEAL:
        return judged(state, true=answer.answer == TRUTH)
    if kind == Ask.GERI_ALINDI:
        void = answer.answer == Reply.SAYILMASIN
        table = hand.table._replace(held=False, void=void)
        return state._replace(hand=hand._replace(table=table))
    return state


def outcome(state: State, read: str | None) -> HandResult | Refusal:
    """What the hand would score: as it stands, or after a reveal of which ``read`` says that the
    throw was true or a lie."""
    if state.phase is Phase.REVEAL and read is not None:
        state = judged(state, true=read == TRUTH)
    elif state.phase is Phase.REVEAL:
        return Refusal.UNREAD_CARD
    elif state.phase is not Phase.ENDED and not told_whole(state):
        return Refusal.NOT_READY
    deltas = tuple([len(cards) for cards in state.hand.hands])
    before = totals_of(state.records, len(deltas))
    totals = tuple([total + delta for total, delta in zip(before, deltas, strict=True)])
    return HandResult(deltas=deltas, totals=totals)
