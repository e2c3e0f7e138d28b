"""Rulings of spec 4.10 and variants that no vector names: three at a table, the swap among four,
points that are held, who deals, what options refuse."""

from random import Random

import pytest

from rules.codes import Refusal
from rules.game import IllegalAction, Mode
from rules.games.belote import BELOTE, Options, scoring
from rules.games.belote.cards import DECK, in_order
from rules.games.belote.combos import Combo, best_declarer, combos
from rules.games.belote.flow import recounted
from rules.games.belote.options import EqualRuns
from rules.games.belote.state import (
    Claim,
    Count,
    Deal,
    Declare,
    Exchange,
    Fault,
    Name,
    Pass,
    Penalise,
    Phase,
    Play,
    Say,
    State,
    Take,
    Turn,
)
from rules.match import Act
from rules.moves import Leave, Score, TakeOver
from tests.rules.belote_drive import begun, declared, played, table_hand
from tests.rules.by_hand import ByHand
from tests.rules.drive import players

FOUR = {"papaz": 4}


def first_hands(count: int, deck: tuple[str, ...] = DECK) -> State:
    return played(begun(count, **FOUR), Deal(deck), Take(1))


def test_three_players_have_eight_cards_each_and_eight_are_out() -> None:
    state = first_hands(3)
    assert [len(held) for held in state.hand.hands] == [8, 8, 8]
    assert state.hand.turned in state.hand.hands[1]
    assert len(state.hand.stock) == 8
    assert (state.options.yedi_degisimi, state.options.dagitan) == (True, "sirayla")
    assert state.hand.bottom == ""


def test_three_players_are_three_sides() -> None:
    state = table_hand(
        "1:7S AS 8S / QS KS 9S / TH JH 8H / AD 7D 8D / 9D KD TD / JS TS 7H / 7C 8C 9C / AC TC KC",
        turned="KH",
        count=3,
        options=FOUR,
        combos={0: "seri QC 3", 2: "seri AH 3"},
    )
    state = played(state, Penalise(0, Fault.REVOKE))
    one = scoring.count(state.options, state.hand, complete=True)
    assert [each.revokes for each in one] == [0, 10, 10]
    assert [each.combos for each in one] == [0, 0, 20]
    assert sum(each.prizes for each in one) == 10


def deck_for(hands: dict[int, str], turned: str, rest: str = "") -> tuple[str, ...]:
    """A deck of four players, seat 0 dealing and seat 1 taking, that gives these hands (the turned
    card is seat 1's; cards that are not named fall where they fall)."""
    wanted = {seat: text.split() for seat, text in hands.items()}
    named = {card for held in wanted.values() for card in held} | {turned}
    free = [card for card in DECK if card not in named]
    for seat in range(4):
        need = 8 - (seat == 1)
        held = wanted.setdefault(seat, [])
        held += [free.pop() for _ in range(need - len(held))]
    deck: list[str] = []
    for packet in (3, 2):
        for seat in (1, 2, 3, 0):
            deck += [wanted[seat].pop() for _ in range(packet)]
    deck.append(turned)
    for seat in (2, 3, 0, 1):
        deck += wanted[seat]
    return tuple(deck)


def test_four_players_may_swap_with_the_taker_where_it_is_played() -> None:
    deck = deck_for({3: "7H 9S"}, "JH")
    off = played(begun(4), Deal(deck), Take(1))
    assert not [a for a in BELOTE.legal(off) if isinstance(a, Exchange)]
    on = played(begun(4, yedi_degisimi=True), Deal(deck), Take(1))
    assert [a for a in BELOTE.legal(on) if isinstance(a, Exchange)] == [Exchange(3)]
    swapped = played(on, Exchange(3))
    assert "JH" in swapped.hand.hands[3]
    assert "7H" in swapped.hand.hands[1]
    assert swapped.hand.hands[3] == in_order(swapped.hand.hands[3])
    with pytest.raises(IllegalAction):
        played(swapped, Exchange(3))
    spoken = played(on, Declare(1))
    with pytest.raises(IllegalAction):  # the taker's combinations may have named the jack
        played(spoken, Exchange(3))


def test_no_swap_after_a_named_suit_or_with_a_turned_seven() -> None:
    deck = deck_for({3: "7H 9S"}, "JH")
    named = played(begun(4, yedi_degisimi=True), Deal(deck), *map(Pass, (1, 2, 3, 0)))
    assert not [a for a in BELOTE.legal(played(named, Name(1, "S"))) if isinstance(a, Exchange)]
    seven = played(begun(2), Deal(tuple(reversed(DECK))), Pass(1))
    assert seven.hand.turned[0] != "7" or not [
        a for a in BELOTE.legal(played(seven, Take(0))) if isinstance(a, Exchange)
    ]


def test_partners_keep_everything_and_the_others_lose_everything() -> None:
    deck = deck_for({1: "7S 8S 9S", 3: "QD KD AD", 2: "TC JC QC KC"}, "8H")
    state = declared(played(begun(4), Deal(deck), Take(1)))
    won = scoring.accepted(state.options, state.hand)
    side = {seat % 2 for seat in won}
    assert len(side) == 1
    best = best_declarer(
        state.options,
        {seat: held for seat, held in enumerate(state.hand.declared) if held},
        "H",
        dict(enumerate((0, 1, 0, 1))),
    )
    assert best is not None
    assert side == {best % 2}


def test_a_run_of_eight_among_four() -> None:
    assert [str(c) for c in combos([card for card in DECK if card[1] == "D"])] == ["seri AD 8"]
    assert Combo("A", "D", 8).points == 120


def test_equal_runs_of_partners_do_not_cancel() -> None:
    held = {0: (Combo("A", "S", 3),), 2: (Combo("A", "D", 3),)}
    nobody = Options(kisi=4, esit_seri=EqualRuns.NOBODY)
    sides = {0: 0, 1: 1, 2: 0, 3: 1}
    assert best_declarer(nobody, held, "H", sides) == 0
    against = {0: (Combo("A", "S", 3),), 1: (Combo("A", "D", 3),)}
    assert best_declarer(nobody, against, "H", sides) is None
    trump = {0: (Combo("A", "S", 3),), 1: (Combo("A", "H", 3),)}
    assert best_declarer(nobody, trump, "H", sides) == 1


@pytest.mark.parametrize(
    ("dealer", "totals", "by_winner"),
    [(0, (90, 60), 0), (0, (60, 90), 1), (0, (75, 75), 1), (1, (75, 75), 0)],
)
def test_who_deals_next(dealer: int, totals: tuple[int, int], by_winner: int) -> None:
    hand = begun(2, Mode.TABLE, dealer=dealer).hand
    counts = tuple(Count(cards=points) for points in totals)
    winner = Options().seated(2)
    in_turn = Options.parse({"dagitan": "sirayla"}).seated(2)
    assert scoring.next_dealer(winner, hand, counts, 2) == by_winner
    assert scoring.next_dealer(in_turn, hand, counts, 2) == 1 - dealer


def test_points_that_are_held_go_to_the_winner_of_the_next_hand() -> None:
    options = Options(kisi=2, icerde=True)
    hand = begun(2, Mode.TABLE, icerde=True).hand._replace(taker=0, trump="H")
    even = (Count(cards=71, prizes=10, belote=20), Count(cards=101))
    tied = scoring._inside(hand, even, 0)
    assert [one.total for one in tied] == [20, 101]
    assert scoring.held_after(options, hand, tied, 0) == 81
    next_ = (Count(cards=60), Count(cards=92, prizes=10))
    won = scoring._inside(hand._replace(taker=1), next_, 81)
    assert [one.total for one in won] == [60, 102 + 81]
    assert scoring.held_after(options, hand._replace(taker=1), won, 81) == 0
    again = scoring._inside(hand, even, 81)
    assert scoring.held_after(options, hand, again, 81) == 162


def test_a_taker_who_fails_gives_away_all_but_his_belote() -> None:
    hand = begun(2, Mode.TABLE, icerde=True).hand._replace(taker=0, trump="H")
    raw = (Count(cards=60, belote=20, combos=20, revokes=10), Count(cards=92, prizes=20))
    lost = scoring._inside(hand, raw, 0)
    assert [one.total for one in lost] == [20, 112 + 60 + 20]
    kept = scoring._inside(hand, (Count(cards=100, penalties=10), Count(cards=62)), 0)
    assert [one.total for one in kept] == [90, 62]


def test_bittim_is_of_a_side_among_four() -> None:
    table = ByHand("belote", 4, {"papaz": 4, "hedef": 40}, first=0)
    table.tap(Turn("JH"), Take(1))
    for leader, trick in ((1, "7S 8S TS AS"), (0, "AD 8D TD 7D")):
        table.tap(*(Play((leader + at) % 4, card) for at, card in enumerate(trick.split())))
    winner = table.match.state.hand.tricks[0].winner
    assert winner == 0
    table.tap(Claim(2))  # seat 0's partner
    assert table.view.winners == (0, 2)


@pytest.mark.parametrize(
    ("given", "players_", "key"),
    [
        ({"kisi": 5}, 2, "kisi"),
        ({"kisi": 4}, 2, "kisi"),
        ({"papaz": 5}, 2, "papaz"),
        ({"hedef": 0}, 2, "hedef"),
        ({"icerde": True}, 3, "icerde"),
        ({"kisi": 3, "icerde": True}, 3, "icerde"),
        ({"dagitan": "kurayla"}, 2, "dagitan"),
        ({"koz_mecburi": "belki"}, 2, "koz_mecburi"),
        ({"hazir": "kafe"}, 2, "hazir"),
        ({"renk": "S"}, 2, "renk"),
    ],
)
def test_options_out_of_range(given: dict[str, object], players_: int, key: str) -> None:
    with pytest.raises(IllegalAction) as refused:
        BELOTE.begin(options=BELOTE.options(given), players=players(players_), mode=Mode.FULL)
    assert refused.value.code is Refusal.OPTION_RANGE
    assert refused.value.args_["key"] == key
    assert refused.value.args_["expected"]


def test_a_word_that_was_not_said_with_its_card_is_lost() -> None:
    deck = deck_for({1: "KH QH 7S 8S"}, "JH")
    state = declared(played(begun(4, **FOUR), Deal(deck), Take(1)))
    first = played(state, Play(1, "KH"))
    assert Say(1) in BELOTE.legal(first)
    said = played(first, Say(1))
    assert Say(1) not in BELOTE.legal(said)
    for start, second in ((said, 1), (first, 0)):
        going = start
        while not going.hand.lying or going.hand.lying[-1] != Play(1, "QH"):
            legal = [a for a in BELOTE.legal(going) if isinstance(a, Play)]
            going = played(going, Play(1, "QH") if Play(1, "QH") in legal else legal[0])
        assert [a for a in BELOTE.legal(going) if isinstance(a, Say)] == [Say(1)] * second


def test_presets() -> None:
    official = Options.parse({"hazir": "resmi"})
    told = (official.papaz, official.koz_mecburi, official.icerde, official.kisi)
    assert told == (4, True, True, 4)
    assert Options.parse({"hazir": "papaz4"}) == Options(papaz=4)
    assert Options.parse({"hazir": "varsayilan"}) == Options()
    assert Options.parse({"hazir": "resmi", "papaz": 10}).papaz == 10
    assert Options.parse(official.values()) == official


def test_a_random_hand_is_scored_by_its_facts_alone() -> None:
    """What a closing keeps is enough to count the hand again (spec 0.3)."""
    rng = Random(4)
    for count in (2, 3, 4):
        state = begun(count, bittim=False)
        while not state.records:
            legal = BELOTE.legal(state)
            action = rng.choice(legal)
            if isinstance(action, Deal):
                action = Deal(tuple(rng.sample(DECK, len(DECK))))
            state = played(state, action)
        if state.records[-1].void:
            continue
        again = recounted(state.options, state.records[-1], 0)
        assert scoring.deltas_of(again, count) == state.records[-1].deltas


def test_taking_over_a_seat_and_leaving() -> None:
    table = ByHand("belote", 4)
    table.tap(TakeOver(2, "Deniz"))
    assert table.view.seats[2].name == "Deniz"
    for action in (TakeOver(2, "Ayşe"), TakeOver(7, "Can"), Leave(1), Score()):
        with pytest.raises(IllegalAction):
            table.do(Act(action=action))
    assert table.phase == Phase.DEAL
