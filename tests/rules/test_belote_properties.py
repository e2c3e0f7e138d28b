"""Invariants of spec 4.12 over random play of every size and option."""

from itertools import combinations
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.game import Mode
from rules.games.belote import BELOTE, Options, scoring
from rules.games.belote.cards import DECK, POINTS, STRENGTH, SUITS
from rules.games.belote.combos import combos, every_combo
from rules.games.belote.state import DEALT, Claim, Deal, Fault, Penalise, Phase, State
from rules.games.belote.tricks import legal_cards, winning
from rules.moves import Score
from tests.rules.drive import players

DEALS, SOAK_DEALS = 500, 10_000
RELAXED = settings(deadline=None, max_examples=DEALS, derandomize=True)

options = st.builds(
    Options,
    papaz=st.sampled_from((10, 4)),
    hedef=st.just(100_000),
    koz_mecburi=st.booleans(),
    ortak_istisna=st.booleans(),
    alt_koz=st.booleans(),
    kart_tekrari=st.booleans(),
    yedi_degisimi=st.booleans(),
    bittim=st.booleans(),
)
tables = st.tuples(st.sampled_from((2, 3, 4)), options, st.integers(0, 2**32).map(Random))


def one_hand(count: int, chosen: Options, rng: Random) -> State:
    """Random legal play of one hand, up to its counting; what has to hold on the way is checked."""
    state = BELOTE.begin(options=chosen, players=players(count), mode=Mode.FULL)
    while state.phase is not Phase.COUNT:
        legal = BELOTE.legal(state)
        assert legal
        action = rng.choice([a for a in legal if not isinstance(a, Claim)])
        if isinstance(action, Deal):
            action = Deal(tuple(rng.sample(DECK, len(DECK))))
        state = BELOTE.apply(state, action)
        if state.phase is Phase.PLAY:
            _conserved(state)
    return state


def _conserved(state: State) -> None:
    """Every card once: in a hand, in the stock, turned, or played."""
    hand = state.hand
    seats = len(hand.hands)
    played = [play.card for trick in hand.tricks for play in trick.plays]
    played += [play.card for play in hand.lying]
    held = [card for cards in hand.hands for card in cards]
    assert len(held) + len(played) == seats * DEALT[seats]
    aside = [] if seats > 2 else [hand.turned if hand.swapped is None else "7" + hand.trump]
    assert sorted([*held, *played, *hand.stock, *aside]) == sorted(DECK)


def check_counts(state: State) -> None:
    hand, seats = state.hand, len(state.players)
    king = state.options.papaz
    counts = scoring.count(state.options, hand, complete=True)
    cards = [play.card for trick in hand.tricks for play in trick.plays]
    assert sum(one.cards for one in counts) == sum(POINTS[king][hand.trump][c] for c in cards)
    prizes = sorted(one.prizes for one in counts)
    assert prizes[:-1] == [0] * (len(counts) - 1)
    capote = len({scoring.SIDES[seats][trick.winner or 0] for trick in hand.tricks}) == 1
    assert prizes[-1] == (100 if capote else 10)
    if seats == 4:
        whole = 152 if king == 4 else 176
        assert sum(one.cards for one in counts) == whole
        assert sum(one.cards + one.prizes for one in counts) == whole + (100 if capote else 10)
    assert sum(one.combos > 0 for one in counts) <= 1
    assert sum(one.belote for one in counts) in (0, 20)
    for before, after in zip(hand.tricks, hand.tricks[1:], strict=False):
        assert after.plays[0].seat == before.winner
    closed = BELOTE.apply(state, Score())
    assert closed.totals == tuple(counts[side].total for side in scoring.SIDES[seats])


@given(tables)
@RELAXED
def test_invariants_of_a_hand(table: tuple[int, Options, Random]) -> None:
    check_counts(one_hand(*table))


@pytest.mark.soak
@given(tables)
@settings(RELAXED, max_examples=SOAK_DEALS, derandomize=False)
def test_invariants_of_many_hands(table: tuple[int, Options, Random]) -> None:
    check_counts(one_hand(*table))


@given(st.lists(st.sampled_from(DECK), min_size=1, max_size=9, unique=True), options, st.data())
@RELAXED
def test_legal_cards_are_some_of_the_hand_and_follow_suit(
    held: list[str], chosen: Options, data: st.DataObject
) -> None:
    others = [card for card in DECK if card not in held]
    lying = data.draw(st.lists(st.sampled_from(others), max_size=3, unique=True))
    trump = data.draw(st.sampled_from(SUITS))
    four = Options(
        kisi=4,
        koz_mecburi=chosen.koz_mecburi,
        ortak_istisna=chosen.ortak_istisna,
        alt_koz=chosen.alt_koz,
    )
    legal = legal_cards(four, trump, held, lying)
    assert legal
    assert set(legal) <= set(held)
    led = lying[0][1] if lying else ""
    if any(card[1] == led for card in held):
        assert all(card[1] == led for card in legal)


@given(st.lists(st.sampled_from(DECK), min_size=1, max_size=4, unique=True), st.sampled_from(SUITS))
@RELAXED
def test_a_trick_is_won_by_the_highest_trump_or_by_the_suit_led(
    lying: list[str], trump: str
) -> None:
    won = lying[winning(lying, trump)]
    trumps = [card for card in lying if card[1] == trump]
    among = trumps or [card for card in lying if card[1] == lying[0][1]]
    assert won == max(among, key=STRENGTH[trump].__getitem__)


@given(st.lists(st.sampled_from(DECK), min_size=3, max_size=9, unique=True), st.booleans())
@RELAXED
def test_combinations_against_all_ways_to_choose_them(held: list[str], reuse: bool) -> None:
    """The best of all sets of combinations that fit in the hand, found by trying them all."""
    found = combos(held, reuse=reuse)
    fits = [combo for combo in every_combo() if set(combo.cards) <= set(held)]
    maximal = [c for c in fits if not any(set(c.cards) < set(o.cards) for o in fits if o.suit)]
    points = sum(combo.points for combo in found)
    brelans = [combo for combo in fits if not combo.suit]
    if reuse:
        assert sorted(map(str, found)) == sorted(map(str, {*brelans, *maximal}))
        return
    cards = [card for combo in found for card in combo.cards]
    assert len(set(cards)) == len(cards)
    assert set(cards) <= set(held)
    if not brelans:
        assert sorted(map(str, found)) == sorted(map(str, maximal))
    for size in range(1, 4):
        for some in combinations(fits, size):
            together = [card for combo in some for card in combo.cards]
            if len(set(together)) == len(together) and not brelans:
                assert points >= sum(combo.points for combo in some)


@given(tables, st.lists(st.tuples(st.integers(0, 3), st.sampled_from(Fault)), max_size=4))
@settings(RELAXED, max_examples=60)
def test_faults_only_ever_take_from_their_side(
    table: tuple[int, Options, Random], faults: list[tuple[int, Fault]]
) -> None:
    state = one_hand(*table)
    before = scoring.count(state.options, state.hand, complete=True)
    for seat, fault in faults:
        if seat < table[0]:
            state = BELOTE.apply(state, Penalise(seat, fault))
    after = scoring.count(state.options, state.hand, complete=True)
    side = scoring.SIDES[table[0]]
    for at, (old, new) in enumerate(zip(before, after, strict=True)):
        mine = [fault for seat, fault in faults if seat < table[0] and side[seat] == at]
        if not mine:
            assert new.total >= old.total or new.combos < old.combos
        assert new.penalties == 10 * sum(fault is not Fault.REVOKE for fault in mine)


def test_a_run_of_six_is_not_split() -> None:
    assert [str(combo) for combo in combos(["9S", "TS", "JS", "QS", "KS", "AS"])] == ["seri AS 6"]
