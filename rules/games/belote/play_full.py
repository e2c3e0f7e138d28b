"""TAM: every card is known and anything outside the rules is refused. The path of simulations and
of replayed deals, so plays are made without detours.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from rules import book
from rules.codes import Refusal
from rules.game import IllegalAction
from rules.games.belote import flow, scoring
from rules.games.belote.answers import BY_PEOPLE
from rules.games.belote.cards import BELOTE_PAIR, DECK, DECK_SET, POINTS, in_order
from rules.games.belote.combos import combos
from rules.games.belote.facts import with_facts
from rules.games.belote.options import BeloteWords
from rules.games.belote.state import (
    DEALT,
    OPEN_PHASES,
    SIDES,
    Action,
    Claim,
    Deal,
    Declare,
    Exchange,
    Hand,
    Name,
    Pass,
    Phase,
    Play,
    Say,
    State,
    Take,
    Trick,
)
from rules.games.belote.tricks import legal_cards, winning
from rules.moves import Hold, Next, Score, Start, Void

MAX_PLAYERS = 4
STARTS = tuple(Start(seat) for seat in range(MAX_PLAYERS))
PLAYS: tuple[Mapping[str, Play], ...] = tuple(
    {card: Play(seat, card) for card in DECK} for seat in range(MAX_PLAYERS)
)
NOTHING = tuple(Declare(seat) for seat in range(MAX_PLAYERS))
ANY_DEAL = Deal(DECK)
"""Stands in ``legal`` for every order of the deck: the caller shuffles."""
SCORE, NO_TAKER, NEXT_HAND = Score(), Void(), Next()
illegal = flow.illegal
_BEFORE_PLAY = Hand._fields.index("hands")
"""How many fields of a hand stand once its cards are being played."""
_PLAY = Phase.PLAY  # looked up for every card
_new = tuple.__new__


def legal_full(state: State) -> tuple[Action, ...]:
    """Complete and without duplicates; a deal stands for all shuffles. Most questions are about
    play, so it comes first."""
    hand, phase = state.hand, state.phase
    if phase is _PLAY:
        return _legal_play(state, hand)
    seat = hand.turn or 0
    match phase:
        case Phase.DECLARE:
            best = combos(hand.hands[seat], reuse=state.options.kart_tekrari)
            named = (Declare(seat, best),) if best else ()
            return (*named, NOTHING[seat], *_exchanges(state, hand))
        case Phase.LOT:
            return STARTS[: len(state.players)]
        case Phase.DEAL:
            return (ANY_DEAL,)
        case Phase.BID_1:
            return (Take(seat), Pass(seat))
        case Phase.BID_2:
            return (*(Name(seat, suit) for suit in flow.named_suits(hand)), Pass(seat))
        case Phase.NOBODY:
            return (NO_TAKER,)
        case Phase.COUNT:
            return (SCORE, *_words(state, hand)) if hand.claim is None else (SCORE,)
        case Phase.SCORED:
            return (NEXT_HAND,)
        case _:
            return ()


def _legal_play(state: State, hand: Hand) -> tuple[Action, ...]:
    seat, lying, tricks, trump = hand.turn, hand.lying, hand.tricks, hand.trump
    assert seat is not None
    plays, held = PLAYS[seat], hand.hands[seat]
    cards: Sequence[str] = held
    if lying:
        cards = legal_cards(state.options, trump, held, [play.card for play in lying])
    found: tuple[Action, ...] = tuple([plays[card] for card in cards])
    if (lying or tricks) and (lying or tricks[-1].plays)[-1].card in BELOTE_PAIR[trump]:
        found += _words(state, hand)
    if tricks and not lying and state.options.bittim:
        found += tuple([Claim(at) for at in _claimers(state, hand)])
    return found


def _claimers(state: State, hand: Hand) -> list[int]:
    """The seats whose "bittim" would be heard (spec 4.8)."""
    seats = len(hand.hands)
    if DEALT[seats] - len(hand.tricks) < scoring.CLAIM_TRICKS_LEFT:
        return []
    side, worth = SIDES[seats], POINTS[state.options.papaz][hand.trump]
    able: set[int] = set()
    for trick in hand.tricks:
        winner = side[trick.winner or 0]
        if winner not in able:
            for play in trick.plays:
                if worth[play.card]:
                    able.add(winner)
                    break
    return [seat for seat in range(seats) if side[seat] in able]


def _words(state: State, hand: Hand) -> tuple[Say, ...]:
    """Who just played trump K or Q out of both, and may say the word for it: "Rebelote" only where
    "Belote" was said. A card must have been played."""
    pair, last = BELOTE_PAIR[hand.trump], (hand.lying or hand.tricks[-1].plays)[-1]
    if last.card not in pair or state.options.belote_beyani is BeloteWords.AUTOMATIC:
        return ()
    seat = last.seat
    other = pair[1 - pair.index(last.card)]
    said = hand.words[seat]
    if other in hand.hands[seat]:  # the first of the two
        return (Say(seat),) if said == 0 else ()
    if said != 1:
        return ()
    play = PLAYS[seat][other]
    return (Say(seat),) if any(play in trick.plays for trick in hand.tricks) else ()


def _exchanges(state: State, hand: Hand) -> Iterator[Exchange]:
    """The holder of the trump 7 until he declares; where the taker has the turned card, until the
    taker declares as well (spec 4.4: a combination once named cannot be broken up)."""
    seven = "7" + hand.trump
    if not state.options.yedi_degisimi or hand.swapped is not None or hand.turned == seven:
        return
    if flow.round_of(hand) != 1:
        return
    for seat, held in enumerate(hand.hands):
        if seven not in held or hand.declared[seat] is not None:
            continue
        taker = hand.taker
        assert taker is not None
        if len(hand.hands) == 2 or (seat != taker and hand.declared[taker] is None):
            yield Exchange(seat)


def _deal(state: State, action: Deal) -> State:
    if state.phase is not Phase.DEAL:
        raise illegal(action, "no deal is due")
    if len(action.deck) != len(DECK):
        given, expected = len(action.deck), len(DECK)
        raise IllegalAction(Refusal.BAD_COUNT, given=given, expected=expected)
    if set(action.deck) != DECK_SET:
        wrong = next(
            card for card in action.deck if card not in DECK_SET or action.deck.count(card) > 1
        )
        count = action.deck.count(wrong)
        raise IllegalAction(Refusal.COMPOSITION, rank=wrong, count=count)
    return flow.at(state, Phase.BID_1, flow.deal_first(state.hand, action.deck))


def _bid(state: State, action: Take | Pass | Name) -> State:
    hand, phase = state.hand, state.phase
    if phase not in (Phase.BID_1, Phase.BID_2):
        raise illegal(action, "nobody bids now")
    book.check_turn(action.seat, hand.turn)
    if isinstance(action, Take) and phase is not Phase.BID_1:
        raise illegal(action, "the turned suit was refused by all")
    if isinstance(action, Name) and (
        phase is not Phase.BID_2 or action.suit not in flow.named_suits(hand)
    ):
        raise illegal(action, "another suit than the turned one, in the second round")
    return flow.bid(state, action)


def _exchange(state: State, action: Exchange) -> State:
    hand = state.hand
    if state.phase is not Phase.DECLARE or action not in tuple(_exchanges(state, hand)):
        raise illegal(action, "no trump 7 to be swapped now")
    seven, turned, hands = "7" + hand.trump, hand.turned, list(hand.hands)
    hands[action.seat] = _swapped(hands[action.seat], seven, turned)
    if len(hands) > 2:
        assert hand.taker is not None
        hands[hand.taker] = _swapped(hands[hand.taker], turned, seven)
    return state._replace(hand=hand._replace(hands=tuple(hands), swapped=action.seat))


def _swapped(held: tuple[str, ...], out: str, into: str) -> tuple[str, ...]:
    return in_order(into if card == out else card for card in held)


def _declare(state: State, action: Declare) -> State:
    hand, seat = state.hand, action.seat
    if state.phase is not Phase.DECLARE:
        raise illegal(action, "nobody declares now")
    book.check_turn(seat, hand.turn)
    best = combos(hand.hands[seat], reuse=state.options.kart_tekrari) if action.combos else ()
    if action.combos != best:
        raise illegal(action, "the best combinations of the hand, or none")
    seats = len(hand.hands)
    declared = (*hand.declared[:seat], action.combos, *hand.declared[seat + 1 :])
    done = None not in declared
    turn = (hand.dealer + 1 if done else seat + 1) % seats
    phase = Phase.PLAY if done else Phase.DECLARE
    return flow.at(state, phase, hand._replace(declared=declared, turn=turn))


def _play(state: State, action: Play) -> State:
    """The one step that is made very often: states are taken apart and put together whole."""
    options, mode, players, phase, held_points, records, hand = state
    hands, lying, tricks, trump = hand.hands, hand.lying, hand.tricks, hand.trump
    seat, card = action.seat, action.card
    if phase is not _PLAY:
        raise illegal(action, "no card is to be played now")
    if seat != hand.turn:
        book.check_turn(seat, hand.turn)
    held = hands[seat]
    try:
        at = held.index(card)
    except ValueError:
        raise illegal(action, "not held") from None
    if lying:
        led = lying[0].card[1]
        if card[1] != led or led == trump:
            there = [play.card for play in lying]
            if card not in legal_cards(options, trump, held, there):
                raise illegal(action, "RENONS")
    left = list(hands)
    left[seat] = held[:at] + held[at + 1 :]
    lying = (*lying, action)
    turn: int | None = (seat + 1) % len(left)
    if len(lying) == len(left):
        turn = lying[winning([play.card for play in lying], trump)].seat
        lying, tricks = (), (*tricks, _new(Trick, (lying, turn)))
        if not left[seat]:
            phase, turn = Phase.COUNT, None
    now = (tuple(left), turn, lying, tricks, hand.words)
    hand = _new(Hand, hand[:_BEFORE_PLAY] + now)
    return _new(State, (options, mode, players, phase, held_points, records, hand))


def _say(state: State, action: Say) -> State:
    hand = state.hand
    playing = state.phase in (Phase.PLAY, Phase.COUNT) and hand.claim is None
    if not playing or not (hand.lying or hand.tricks) or action not in _words(state, hand):
        raise illegal(action, "only with trump K and Q of one hand, as one of them is played")
    return state._replace(hand=said(hand, action.seat))


def said(hand: Hand, seat: int) -> Hand:
    words = list(hand.words)
    words[seat] = min(2, words[seat] + 1)
    return hand._replace(words=tuple(words))


def _claim(state: State, action: Claim) -> State:
    hand = state.hand
    playing = state.phase in (Phase.DECLARE, Phase.PLAY)
    if not playing or hand.lying or not state.options.bittim:
        raise illegal(action, "only between tricks, where bittim is played")
    if action.seat not in range(len(hand.hands)):
        raise illegal(action, "no such seat")
    scoring.check_claim(state.options, hand, action.seat)
    claimed = hand._replace(claim=action.seat, turn=None)
    return state._replace(phase=Phase.COUNT, hand=claimed)


def _close(state: State, action: Score | Void) -> State:
    if state.phase not in OPEN_PHASES:
        raise illegal(action, "no hand is open")
    hand = with_facts(state.hand, action.facts) if action.facts else state.hand
    if isinstance(action, Score) and state.phase is not Phase.COUNT:
        raise illegal(action, "the hand is not over")
    return flow.close(state, hand, action)


Verb = Callable[[State, Any], State]
FULL: Mapping[type, Verb] = {
    Play: _play,
    Deal: _deal,
    Take: _bid,
    Pass: _bid,
    Name: _bid,
    Exchange: _exchange,
    Declare: _declare,
    Say: _say,
    Claim: _claim,
    Start: flow.start,
    Score: _close,
    Void: _close,
    Next: flow.advance,
    Hold: book.unchanged,
    **BY_PEOPLE,
}
