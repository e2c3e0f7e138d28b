"""Test vectors VA-1..VA-16 (spec 1.9), one test each, and the options (spec 1.2)."""

import pytest

from rules.cards import Rank
from rules.codes import Refusal
from rules.game import IllegalAction, Mode
from rules.games.vale_avi import VALE_AVI, Options
from rules.games.vale_avi.options import Side, TieBreak
from rules.games.vale_avi.scoring import what_follows
from rules.moves import Score
from tests.rules.drive import players
from tests.rules.full import Written, deal


def test_va_1() -> None:
    match = Written(4)
    picks = {0: "KB D", 1: "KD T", 2: "GB T", 3: "GD D"}
    assert match.hand(deal("K", KB="A", KD="Q", GB="J", GD="K"), picks) == (3, -1, 5, 2)
    assert match.state.counters == (1, 0, 0, 1)


def test_va_2() -> None:
    match = Written(6)
    picks = {0: "KB T", 1: "KD T", 2: "GB T", 3: "GD T", 4: "GD D", 5: "KB D"}
    dealt = deal("J", KB="J", KD="Q", GB="K", GD="A")
    assert match.hand(dealt, picks) == (10, -2, -4, -6, 3, 0)


def test_va_3() -> None:
    match = Written(3)
    assert match.hand(deal("A", KB="J"), {0: "KB D", 1: "KB T", 2: "KB T"}) == (0, 5, 5)


def test_va_4() -> None:
    match = Written(2)
    for counter in (1, 2):
        match.hand(deal("K", KB="Q"), {0: "KB D", 1: "KB T"})
        assert match.state.counters[0] == counter
    match.open(0, deal("K", KB="Q"))
    before = match.state
    with pytest.raises(IllegalAction) as refused:
        match.place(0, "KB D")
    assert refused.value.code is Refusal.ILLEGAL_ACTION
    assert match.state is before
    legal = [str(action.pick) for action in VALE_AVI.legal(match.state)]
    assert legal == ["KB T", "KD T", "GB T", "GD T"]
    match.place(0, "KB T")
    match.place(1, "KB T")
    match.state = VALE_AVI.apply(match.state, Score())
    assert match.state.records[-1].deltas[0] == -1
    assert match.state.counters[0] == 0


def test_va_5() -> None:
    match = Written(2)
    deltas, counters = [], []
    for side in "DTDDT":
        deltas.append(match.hand(deal("Q", KB="K"), {0: f"KB {side}", 1: "KB T"})[0])
        counters.append(match.state.counters[0])
    assert deltas == [2, -2, 2, 2, -2]
    assert counters == [1, 0, 1, 2, 0]


def follows(*totals: int, extra: tuple[int, ...] | None = None, **options: object) -> str:
    """What follows a hand that left these totals; ``extra``: the points of an extra hand's
    players."""
    state = VALE_AVI.begin(
        options=Options.parse(options), players=players(len(totals)), mode=Mode.FULL
    )
    if extra is None:
        return what_follows(state, state.hand, totals, totals)
    active = tuple(seat for seat, points in enumerate(extra) if points)
    hand = state.hand._replace(extra=True, active=active)
    after = tuple(total + points for total, points in zip(totals, extra, strict=True))
    return what_follows(state, hand, after, extra)


def test_va_6() -> None:
    assert follows(13, 9) == "BITTI:0"
    assert follows(12, 12) == "SONRAKI"


def test_va_7() -> None:
    assert follows(13, 15, 8) == "EK:0,1"
    assert follows(13, 15, 8, extra=(3, 2, 0)) == "BITTI:1"
    assert follows(13, 15, 8, extra=(3, 2, 0), beraberlik_puani="ek_el") == "BITTI:0"


def test_va_7_played() -> None:
    match = Written(3)
    match.set((10, 12, 7))
    match.hand(deal("K", KB="A", GD="Q"), {0: "KB D", 1: "KB D", 2: "GD D"})
    assert match.state.totals == (13, 15, 8)
    match.hand(deal("Q", KB="A", KD="K"), {1: "KD D", 0: "KB D"})
    assert match.state.totals == (16, 17, 8)
    assert VALE_AVI.winners(match.state) == (1,)
    assert VALE_AVI.legal(match.state) == ()


def test_va_8() -> None:
    assert follows(13, 14, extra=(3, 2)) == "EK:0,1"


def test_va_9() -> None:
    assert follows(13, 14, extra=(-3, -6)) == "BITTI:0"


def test_va_10() -> None:
    assert follows(13, 14, 13, extra=(2, 1, -1)) == "EK:0,1"


def test_va_11() -> None:
    totals = [0]
    for centre, rank in (("J", "A"), ("J", "A"), ("J", "K"), ("K", "A")):
        points = Options().points(side=Side.FLIPPED, rank=Rank(rank), centre=Rank(centre))
        totals.append(totals[-1] + points)
    assert totals[1:] == [-6, -12, -16, -19]


def test_va_12() -> None:
    match = Written(2)
    with pytest.raises(IllegalAction) as refused:
        match.open(0, deal("J", KB="J", KD="J", GB="A"))
    assert refused.value.code is Refusal.COMPOSITION
    assert refused.value.args_ == {"rank": "J", "count": 3}


def test_va_13() -> None:
    match = Written(2)
    match.open(0, deal("K", KB="A"))
    match.place(0, "KB D")
    with pytest.raises(IllegalAction) as refused:
        VALE_AVI.apply(match.state, Score())
    assert refused.value.code is Refusal.NOT_READY
    assert refused.value.args_ == {"names": "Oğuz", "seats": "1"}


def test_va_14() -> None:
    match = Written(2)
    match.open(0, deal("K", KB="A"))
    match.place(0, "KB D")
    match.place(1, "KD D")
    with pytest.raises(IllegalAction) as refused:
        VALE_AVI.apply(match.state, Score())
    assert (refused.value.code, refused.value.args_) == (Refusal.UNREAD_CARD, {"place": "KD"})


@pytest.mark.parametrize(("counter", "places"), [("surer", 4), ("sifirla", 8)])
def test_va_15(counter: str, places: int) -> None:
    match = Written(2, Options.parse({"ek_elde_sayac": counter}))
    match.set((10, 10), counters=(1, 0))
    match.hand(deal("K", KB="A"), {0: "KB D", 1: "KB D"})
    assert match.state.counters == (2, 1)
    match.open(0, deal("K", KB="A"))
    assert match.state.hand.extra
    assert len(VALE_AVI.legal(match.state)) == places


def test_va_16() -> None:
    match = Written(3)
    match.hand(deal("Q", KB="A", KD="K", GB="J", GD="Q"), {0: "KB D", 1: "KD D", 2: "GB T"})
    assert match.state.totals == (3, 2, 5)
    match.hand(deal("A", KB="K", KD="J", GB="Q", GD="A"), {1: "KB D", 2: "GD D", 0: "KB D"})
    assert match.state.totals == (5, 4, 8)
    assert match.state.counters == (2, 2, 1)
    match.hand(deal("J", KB="J", KD="A", GB="K", GD="Q"), {2: "KD D", 0: "KB T", 1: "GB T"})
    assert match.state.totals == (15, 0, 11)
    assert VALE_AVI.winners(match.state) == (0,)


def test_an_extra_hand_limit_ends_in_a_shared_win() -> None:
    assert follows(13, 13, extra=(1, 1), ek_el_siniri=1) == "BITTI:0,1"
    assert follows(13, 13, extra=(1, 1), ek_el_siniri=2) == "EK:0,1"


def test_out_of_turn_is_refused() -> None:
    match = Written(2)
    match.open(0, deal("K", KB="A"))
    with pytest.raises(IllegalAction) as refused:
        match.place(1, "KB D")
    assert refused.value.code is Refusal.OUT_OF_TURN


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("hedef", 0),
        ("hedef", "on"),
        ("hedef", True),
        ("duz_siniri", 0),
        ("vale_carpani", -1),
        ("baslayan", "herkes"),
        ("beraberlik_puani", ""),
        ("ek_elde_sayac", None),
        ("ihlal", "yok"),
        ("ek_el_siniri", 0),
        ("hedeff", 13),
    ],
)
def test_options_out_of_range_are_named(key: str, value: object) -> None:
    with pytest.raises(IllegalAction) as refused:
        Options.parse({key: value})
    assert refused.value.code is Refusal.OPTION_RANGE
    assert refused.value.args_["key"] == key
    assert refused.value.args_["value"] == str(value)
    assert refused.value.args_["expected"]


def test_options_survive_as_plain_values() -> None:
    options = Options.parse({"hedef": "21", "beraberlik_puani": "ek_el", "ek_el_siniri": 3})
    assert (options.hedef, options.beraberlik_puani) == (21, TieBreak.EXTRA_HAND)
    assert Options.parse(options.values()) == options
    assert Options.parse({}) == Options()


@pytest.mark.parametrize("count", [1, 7])
def test_too_few_or_too_many_players_are_refused(count: int) -> None:
    crowd = (players(6) * 2)[:count]
    with pytest.raises(IllegalAction) as refused:
        VALE_AVI.begin(options=Options(), players=crowd, mode=Mode.TABLE)
    assert refused.value.code is Refusal.BAD_PLAYERS


def test_two_players_of_one_name_or_colour_are_refused() -> None:
    one, two = players(2)
    for other in (type(one)(name=one.name, owner=two.owner), type(one)(name="X", owner=one.owner)):
        with pytest.raises(IllegalAction) as refused:
            VALE_AVI.begin(options=Options(), players=(one, other), mode=Mode.TABLE)
        assert refused.value.code is Refusal.BAD_PLAYERS
