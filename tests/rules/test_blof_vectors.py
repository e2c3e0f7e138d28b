"""Test vectors BL-1..BL-16 (spec 2.8), one test each, and the options (spec 2.2)."""

from collections.abc import Sequence

import pytest

from rules.codes import Refusal
from rules.game import IllegalAction, Mode
from rules.games.blof import BLOF, Options
from rules.games.blof.state import DECK, Action, Call, Deal, Pass, Phase, Shown, State, Throw, Waive
from rules.moves import Elapsed, Next, Score, Start
from tests.rules.drive import players


class Hands:
    """A hand of TAM begun with these cards: ``7 3 K / 7 7 7 2 / 5 5``."""

    def __init__(self, cards: str, **options: object) -> None:
        hands = tuple(tuple(hand.split()) for hand in cards.split("/"))
        seated = players(len(hands))
        state = BLOF.begin(options=Options.parse(options), players=seated, mode=Mode.FULL)
        state = BLOF.apply(BLOF.apply(state, Start(0)), Deal(DECK))
        self.state: State = state._replace(hand=state.hand._replace(hands=hands))

    def do(self, *actions: Action) -> "Hands":
        for action in actions:
            self.state = BLOF.apply(self.state, action)
            if self.state.phase is Phase.REVEAL:
                self.state = BLOF.apply(self.state, BLOF.legal(self.state)[0])
        return self

    def refused(self, action: Action) -> Refusal:
        before = self.state
        with pytest.raises(IllegalAction) as refused:
            BLOF.apply(self.state, action)
        assert self.state is before
        return refused.value.code

    @property
    def held(self) -> str:
        return " / ".join(" ".join(hand) for hand in self.state.hand.hands)

    @property
    def sizes(self) -> set[int]:
        return {a.count for a in BLOF.legal(self.state) if isinstance(a, Throw)}

    @property
    def words(self) -> set[str]:
        return {type(action).__name__ for action in BLOF.legal(self.state)}

    @property
    def opener(self) -> int:
        assert self.state.phase is Phase.OPENING
        return self.state.hand.turn

    @property
    def penalties(self) -> tuple[int | None, ...]:
        assert self.state.phase is Phase.ENDED
        return BLOF.apply(self.state, Score()).records[-1].deltas


def throw(seat: int, cards: str, rank: str = "", at_s: float = 0.0) -> Throw:
    thrown = tuple(cards.split())
    return Throw(seat, len(thrown), rank, thrown, at_s)


@pytest.mark.parametrize(
    ("count", "sizes"),
    [
        (3, [18, 17, 17]),
        (4, [13, 13, 13, 13]),
        (5, [11, 11, 10, 10, 10]),
        (6, [9, 9, 9, 9, 8, 8]),
    ],
)
@pytest.mark.parametrize("first", [0, 2])
@pytest.mark.parametrize("mode", Mode)
def test_bl_1(count: int, sizes: list[int], first: int, mode: Mode) -> None:
    state = BLOF.begin(options=Options(), players=players(count), mode=mode)
    state = BLOF.apply(state, Start(first))
    if mode is Mode.FULL:
        state = BLOF.apply(state, Deal(DECK))
    around = [state.hand.hands[(first + step) % count] for step in range(count)]
    assert [len(hand) for hand in around] == sizes


def test_bl_2() -> None:
    hand = Hands("7 3 K / 7 7 7 2 / 5 5").do(throw(0, "7 3", "7"), Call(1))
    assert sorted(hand.state.hand.hands[0]) == sorted("73K")
    assert hand.state.hand.pile == ()
    assert hand.opener == 1
    assert hand.sizes == {2, 3, 4}


def test_bl_3() -> None:
    hand = Hands("7 7 K / 3 4 5 / 2 2").do(throw(0, "7 7", "7"), Call(1))
    assert len(hand.state.hand.hands[1]) == 5
    assert hand.opener == 0
    assert hand.sizes == {1}


def test_bl_4() -> None:
    hand = Hands("7 7 K / 3 4 / 2 2").do(throw(0, "7 7", "7"), throw(1, "3"), Call(2))
    assert sorted(hand.state.hand.hands[1]) == sorted("3477")
    assert hand.opener == 2
    assert hand.state.hand.hands[0] == ("K",)


def test_bl_5() -> None:
    hand = Hands("9 9 2 2 / 3 4 5 / 8 8").do(throw(0, "9 9", "K"), Pass(1))
    assert BLOF.legal(hand.state) == (Throw(2, 1), Throw(2, 2), Pass(2))
    assert hand.refused(Call(2)) is Refusal.CALL_REJECTED


def test_bl_6() -> None:
    hand = Hands("A A A 2 3 / A Q 4 / 5 6 7 / 8 9 T")
    hand.do(throw(0, "A A A", "A"), throw(1, "A Q"), Pass(2), Pass(3), Pass(0))
    assert (hand.state.hand.burned, hand.state.hand.pile) == (5, ())
    assert hand.opener == 1
    assert hand.sizes == {1}


def test_bl_7() -> None:
    hand = Hands("K K / 3 4 5 / 2 2 / 6 7 8 9").do(throw(0, "K K", "K"))
    assert BLOF.legal(hand.state) == (Call(1), Pass(1))
    assert hand.refused(Throw(1, 1)) is Refusal.ILLEGAL_ACTION
    assert hand.do(Pass(1)).penalties == (0, 3, 2, 4)


def test_bl_8() -> None:
    hand = Hands("K 4 / 3 4 5 / 2 2 / 6 7 8 9").do(throw(0, "K 4", "K"), Call(1))
    assert len(hand.state.hand.hands[0]) == 2
    assert hand.opener == 1
    assert hand.sizes == {2, 3}


def test_bl_9() -> None:
    hand = Hands("Q Q Q / 3 4 5 / 2 2")
    hand.do(throw(0, "Q Q", "Q"), throw(1, "3 4"), throw(2, "2"), throw(0, "Q"), Call(1))
    assert len(hand.state.hand.hands[1]) == 7
    assert hand.penalties == (0, 7, 1)


@pytest.mark.parametrize(
    ("calls", "challenger"),
    [
        ([(3.4, 1), (3.2, 3)], 3),
        ([(3.2, 3), (3.4, 1)], 3),
        ([(2.0, 3), (2.0, 1)], 1),
        ([(2.0, 1), (2.0, 3)], 1),
        ([(5.01, 1)], None),
        ([(5.0, 1)], 1),
        ([(1.0, 0), (4.0, 2)], 2),
    ],
)
@pytest.mark.parametrize("mode", Mode)
def test_bl_10(calls: Sequence[tuple[float, int]], challenger: int | None, mode: Mode) -> None:
    options = Options.parse({"itiraz": "herkes", "sure_sn": 5})
    state = BLOF.apply(BLOF.begin(options=options, players=players(4), mode=mode), Start(0))
    if mode is Mode.FULL:
        state = BLOF.apply(state, Deal(DECK))
    state = BLOF.apply(state, Throw(0, 2, "7", at_s=100.0))
    assert BLOF.deadline(state) == 105.0
    rejected = set[Refusal]()
    for at_s, seat in calls:
        try:
            state = BLOF.apply(state, Call(seat, 100.0 + at_s))
        except IllegalAction as refused:
            rejected.add(refused.code)
    assert rejected <= {Refusal.CALL_REJECTED}
    assert state.hand.caller == challenger
    assert BLOF.deadline(state) == (105.0 if challenger is None else None)


def test_bl_11() -> None:
    hand = Hands("4 4 5 5 / 7 7 7 / 2 2", itiraz="herkes")
    hand.do(throw(0, "4 4", "4"), Elapsed(5.01))
    assert BLOF.legal(hand.state) == (Throw(1, 1), Throw(1, 2), Throw(1, 3), Pass(1))
    assert hand.refused(Call(1)) is Refusal.CALL_REJECTED


def test_bl_12() -> None:
    hand = Hands("4 4 / 7 7 7 / 2 2", itiraz="herkes").do(throw(0, "4 4", "4"), Elapsed(5.01))
    assert hand.penalties == (0, 3, 2)


def test_bl_13() -> None:
    hand = Hands("4 4 5 / 7 7 7 / 2 2 / 3 3", itiraz="herkes")
    hand.do(throw(0, "4 4", "4"), Call(3, 2.0))
    assert len(hand.state.hand.hands[3]) == 4
    assert hand.opener == 0


def test_bl_14() -> None:
    hand = Hands("2 3 4 5 / 7 7 7 / 2 2 / 3 3").do(throw(0, "2 3", "9"), Pass(1), throw(2, "2"))
    assert hand.state.hand.passes == 0
    hand.do(Pass(3), Pass(0))
    assert hand.state.hand.burned == 0
    hand.do(Pass(1))
    assert hand.state.hand.burned == 3
    assert hand.opener == 2


def test_bl_15() -> None:
    hand = Hands("7 3 K Q 2 6 / 7 7 7 2 / 5 5")
    assert hand.refused(Throw(0, 1, "7")) is Refusal.BAD_COUNT
    assert hand.refused(Throw(0, 5, "7")) is Refusal.BAD_COUNT
    hand.do(throw(0, "7 3", "7"))
    assert hand.refused(Throw(1, 0)) is Refusal.BAD_COUNT
    assert hand.refused(Throw(1, 5)) is Refusal.BAD_COUNT


def test_bl_16() -> None:
    options = Options.parse({"el_sayisi": 3})
    state = BLOF.begin(options=options, players=players(3), mode=Mode.TABLE)
    state = BLOF.apply(state, Start(0))
    hands = ((0, 5, 9), (4, 0, 3), (6, 5, 0))
    for number, left in enumerate(hands):
        if number:
            state = BLOF.apply(state, Next())
        facts = tuple((f"left:{seat}", str(count)) for seat, count in enumerate(left))
        state = BLOF.apply(state, Score(facts))
    assert state.totals == (10, 10, 12)
    assert BLOF.winners(state) == (0, 1)


def test_the_cards_shown_must_be_those_thrown() -> None:
    hand = Hands("7 3 K / 7 7 7 2 / 5 5").do(throw(0, "7 3", "7"))
    hand.state = BLOF.apply(hand.state, Call(1))
    assert hand.refused(Shown(("7", "7"))) is Refusal.ILLEGAL_ACTION


def test_a_throw_of_cards_not_held_is_refused() -> None:
    hand = Hands("7 3 K / 7 7 7 2 / 5 5")
    assert hand.refused(throw(0, "7 7", "7")) is Refusal.ILLEGAL_ACTION
    assert hand.refused(throw(1, "7 7", "7")) is Refusal.OUT_OF_TURN
    assert hand.refused(throw(0, "7 3", "X")) is Refusal.ILLEGAL_ACTION


def test_the_window_closes_early_when_all_let_it_pass() -> None:
    hand = Hands("4 4 5 / 7 7 7 / 2 2", itiraz="herkes", erken_kapat=True)
    hand.do(throw(0, "4 4", "4"), Waive(2))
    assert hand.state.phase is Phase.WINDOW
    assert hand.refused(Waive(2)) is Refusal.ILLEGAL_ACTION
    assert hand.refused(Waive(0)) is Refusal.ILLEGAL_ACTION
    assert hand.do(Waive(1)).state.phase is Phase.THROWING


def test_who_deals_and_who_opens_moves_on_by_one_seat_a_hand() -> None:
    state = BLOF.begin(options=Options(), players=players(3), mode=Mode.TABLE)
    state = BLOF.apply(state, Start(2))
    opened = [state.hand.first]
    for _ in range(3):
        state = BLOF.apply(state, Score((("left:0", "0"),)))
        state = BLOF.apply(state, Next())
        opened.append(state.hand.first)
    assert opened == [2, 0, 1, 2]


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("el_sayisi", 4),
        ("el_sayisi", True),
        ("itiraz", "hepsi"),
        ("sure_sn", 2),
        ("erken_kapat", "belki"),
        ("yon", "sola"),
        ("sure", 5),
    ],
)
def test_options_out_of_range_are_named(key: str, value: object) -> None:
    with pytest.raises(IllegalAction) as refused:
        BLOF.options({key: value})
    assert refused.value.code is Refusal.OPTION_RANGE
    assert refused.value.args_["key"] == key
    assert refused.value.args_["expected"]
