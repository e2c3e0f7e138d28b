"""The vectors of spec 5.9, by their ids."""

import pytest

from rules.codes import Refusal
from rules.game import IllegalAction, Mode
from rules.games.uc_on_uc import UC_ON_UC, Options
from rules.games.uc_on_uc.cards import Costs, decks_for
from rules.games.uc_on_uc.melds import Hand, is_group
from rules.games.uc_on_uc.play_full import all_cards
from rules.games.uc_on_uc.state import Discard, Draw, GoOut, Phase, Pile, State
from rules.ledger import written
from rules.moves import Answer, Next, Score
from tests.rules.uc_drive import begun, costs_of, dealt, played, round_of, shown


@pytest.mark.parametrize(
    ("id_", "hand", "wild", "options", "cost"),
    [
        ("TT-1", "3S 9D 9H", "3", "", 0),
        ("TT-2", "3S 3H 3D", "3", "", 0),
        ("TT-3", "3S 9D KH", "3", "", 22),
        ("TT-4", "3S 3H KH", "3", "", 0),
        ("TT-5", "AS 2S 4S 9H", "4", "", 9),
        ("TT-6a", "QH KH AH 4C", "4", "", 1),
        ("TT-6b", "QH KH AH 7C", "4", "as_yuksek", 7),
        ("TT-6c", "QH KH 7D AH", "4", "", 28),
        ("TT-7", "5S 6S 7S 6H 6C", "-", "", 12),
        ("TT-8", "9C 9C 9D 2H 2H 2S", "6", "", 0),
        ("TT-9", "8H 8H 8H 4S 5S 6S 7S", "7", "", 0),
        ("TT-10", "4S 5S 6S 7S 7H 7D 8D 8C", "8", "", 0),
        ("TT-11a", "JS QD KD AD 2C", "5", "", 33),
        ("TT-11b", "JS QD KD AD 2C", "5", "as_yuksek, 11-12-13", 13),
        ("TT-12a", "X 7H 2C", "3", "", 29),
        ("TT-12b", "X X 2C", "3", "", 0),
        ("TT-13a", "AS AH KD KC QD", "5", "", 32),
        ("TT-13b", "AS AH KD KC QD", "5", "as_yuksek", 60),
        ("TT-14", "2S 3S 4S 5S 6S 7S 8S 9S TS JS QS KS AS", "K", "", 0),
        ("TT-15", "AS 2S 3S 4S 5S 6S 7S 8S 9S TS JS QS KS AS", "A", "", 0),
        ("TT-16", "4H 5H 5H 6H 6H 7H 9C 9D 9S TC", "T", "", 0),
        ("TT-17", "3C 4C 6C 7C 9D TD QD KD 5H", "9", "", 25),
    ],
    ids=lambda value: value if str(value).startswith("TT-") else "",
)
def test_cost_of_a_hand(id_: str, hand: str, wild: str, options: str, cost: int) -> None:
    costs = costs_of(wild, options)
    held = Hand(hand.split(), costs)
    found = held.arrangement()
    assert held.cost() == found.cost == cost
    assert all(is_group(group, costs) for group in found.groups)
    assert sorted([card for group in found.groups for card in group] + list(found.left)) == sorted(
        hand.split()
    )
    assert sum(costs.of(card) for card in found.left) == cost


def test_TT_18() -> None:  # noqa: N802
    low, high, by_rank = Costs(), Costs(ace_high=True), Costs(courts_by_rank=True)
    assert [low.of("AS"), high.of("AS"), low.of("TS")] == [1, 15, 10]
    assert [low.of(rank + "S") for rank in "JQK"] == [10, 10, 10]
    assert [by_rank.of(rank + "S") for rank in "JQK"] == [11, 12, 13]
    assert low.of("X") == 20


def test_TT_19() -> None:  # noqa: N802
    state = dealt(begun(2), ["3S 9D 9H", "2C 4C 6C"], "2H KC")
    drawn = played(state, Draw(1, Pile.STOCK))
    outs = [action for action in UC_ON_UC.legal(drawn) if isinstance(action, GoOut)]
    assert GoOut(1, "KC") in outs
    assert GoOut(1, "3S") not in outs
    with pytest.raises(IllegalAction) as refused:
        played(drawn, GoOut(1, "3S"))
    assert refused.value.code is Refusal.ILLEGAL_ACTION
    assert Hand(["9D", "9H", "KC"], Costs("3")).cost() == 28
    assert played(drawn, GoOut(1, "KC")).hand.out == 1


def test_TT_20() -> None:  # noqa: N802
    hands = [
        "2C 4C 6C",
        "3S 9D 9H",
        "5D 7D TD",
        "JD QH 8S",
    ]  # from the dealer's left: seats 1, 2 ..
    state = dealt(begun(4), hands, "2H KC KD KH KS AC AH AD")
    state = played(state, Draw(1, Pile.STOCK), Discard(1, "KC"))
    state = played(state, Draw(2, Pile.STOCK), GoOut(2, "KD"))
    order = []
    while state.phase is Phase.DRAW:
        order.append(state.hand.turn)
        drawn = played(state, Draw(state.hand.turn or 0, Pile.STOCK))
        assert not [a for a in UC_ON_UC.legal(drawn) if isinstance(a, GoOut)]
        state = played(drawn, UC_ON_UC.legal(drawn)[0])
    assert order == [3, 0, 1]
    assert state.phase is Phase.COUNT
    deltas = played(state, Score()).records[-1].deltas
    assert deltas[2] == 0
    assert all(deltas[seat] for seat in (0, 1, 3))


def test_TT_21() -> None:  # noqa: N802
    decks = [decks_for(players) for players in range(2, 10)]
    assert decks == [1, 2, 2, 2, 2, 3, 3, 3]
    stock = [52 * d - 13 * n - 1 for n, d in zip(range(2, 10), decks, strict=True)]
    assert stock == [25, 64, 51, 38, 25, 64, 51, 38]
    for count in range(2, 9):
        state = _after_ten_rounds(begun(count), (0,) * count)
        hands = [" ".join(cards) for cards in _any_hands(state, count)]
        left = dealt(state, hands)
        assert len(left.hand.stock) == stock[count - 2]


def _any_hands(state: State, count: int) -> list[tuple[str, ...]]:
    cards = all_cards(state)
    return [cards[13 * at : 13 * (at + 1)] for at in range(count)]


def _after_ten_rounds(state: State, totals: tuple[int, ...]) -> State:
    """In the last round of eleven, with these totals."""
    records = state.records
    for number in range(10):
        gained = totals if number == 0 else (0,) * len(totals)
        records = written(
            records,
            Score(),
            first=number % len(totals),
            known=(),
            deltas=gained,
            follows=lambda hands, after: f"SONRAKI:0,{hands + 1}",
        )
    return played(state._replace(records=records, phase=Phase.SCORED), Next())


LAST_ROUND = (
    "2S 2H 2D 4S 4H 4D 5S 5H 5D 7S 7H 7D KS",
    "2C 2S 2H 4C 4S 4H 5C 5S 5H 7C 7S 7H KC",
    "8S 8H 8D 9S 9H 9D TS TH TD JS JH JD KD",
)


@pytest.mark.parametrize(("bonus", "won"), [(False, (1, 2)), (True, ())])
def test_TT_22(bonus: bool, won: tuple[int, ...]) -> None:  # noqa: N802
    state = begun(3, Mode.TABLE, bonus_tur=bonus)
    state = _after_ten_rounds(state, (41, 37, 37))
    over = round_of(state, 0, LAST_ROUND)
    assert over.totals == (41, 37, 37)
    assert UC_ON_UC.winners(over) == won
    if not bonus:
        assert over.phase is Phase.OVER
        return
    extra = played(over, Next())
    assert (extra.hand.active, extra.hand.round) == ((1, 2), 12)
    assert extra.options.size(12) == 13
    again = round_of(extra, 1, ["", *LAST_ROUND[1:]])
    assert again.records[-1].deltas == (None, 0, 0)
    assert again.records[-1].then == "EK:1,2"
    decided = round_of(played(again, Next()), 1, ["", LAST_ROUND[1], "AS" + LAST_ROUND[2][2:]])
    assert UC_ON_UC.winners(decided) == (1,)


def test_TT_23() -> None:  # noqa: N802
    state = begun(2, Mode.TABLE)
    records = state.records
    for number in range(2):
        records = written(
            records,
            Score(),
            first=number,
            known=(),
            deltas=(0, 0),
            follows=lambda hands, after: f"SONRAKI:0,{hands + 1}",
        )
    state = played(state._replace(records=records, phase=Phase.SCORED), Next())
    assert state.options.costs(state.hand.round).wild == "5"
    tapped = played(state, GoOut(0), shown(0, "5S 2H 2D 9C KD"))
    question = UC_ON_UC.view(tapped, seq=0, covered=frozenset()).questions[0]
    assert (question.ask.code, question.ask.args["cost"]) == ("CIKIS_BOZUK", 19)
    on = played(tapped, Answer(question.id, "HATALI_SAY"))
    assert (on.phase, on.hand.out, on.hand.table.wrong) == (Phase.PLAY, None, ((0, 19),))
    done = round_of(on, 1, ["AC 2C 3C 8C 8D", "4S 4H 4D 5C 4C"])
    assert done.records[-1].deltas == (16, 0)
    assert [str(fault.code) for fault in done.records[-1].faults] == ["HATALI_CIKIS"]


def test_the_named_preset() -> None:
    chosen = Options.parse({"hazir": "ikililer_joker_degil"})
    assert (chosen.deste, chosen.jokerler, chosen.ek_tur_14, chosen.bonus_tur) == (1, 2, True, True)
    assert (chosen.rounds, chosen.size(12), chosen.costs(12).wild) == (12, 14, "A")
    chosen.seated(3)
    with pytest.raises(IllegalAction) as refused:
        chosen.seated(4)
    assert refused.value.code is Refusal.OPTION_RANGE
