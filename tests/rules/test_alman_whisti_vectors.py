"""Test vectors GW-1..GW-19 (spec 3.8), one test each, and the options (spec 3.2)."""

import pytest

from rules.codes import Refusal
from rules.game import IllegalAction, Mode
from rules.games.alman_whisti import ALMAN_WHISTI, Options
from rules.games.alman_whisti.scoring import credited, follows, points
from rules.games.alman_whisti.state import UNKNOWN, Action, Deal, Phase, Play, State, Trick
from rules.games.alman_whisti.tricks import follower_wins, may_follow, revokes, won
from rules.moves import Score, Start
from tests.rules.drive import players

DECK_A = """8S AH 2S 4H 4C 4D AS 9S 2D 6D 6H 8D 7C AD QC 4S TH JD 5D 3H KC QH 7D 8C TC KD
5S 3D 3C QD 7H JC KH KS TS 9D 7S AC JS 6S 5H 8H 3S 9H 2C QS TD 6C JH 2H 9C 5C"""
DECK_B = """3C 7D 2H AS 7H 4H 2C TH 3D JD 5H 9D JH 4C TD 6S KS 9H 2D AC 6C JC 5S 9C 5C 8H
9S 5D 8S JS QS 6H QH 6D 3H 4S 3S AD 7C KC QC QD 4D 7S AH 2S TC 8D 8C KD KH TS"""


def begun(deck: str, **options: object) -> State:
    """Player 0 is non-dealer and leads."""
    state = ALMAN_WHISTI.begin(options=Options.parse(options), players=players(2), mode=Mode.FULL)
    for action in (Start(0), Deal(tuple(deck.split()))):
        state = ALMAN_WHISTI.apply(state, action)
    return state


@pytest.mark.parametrize(
    ("led", "followed", "trump", "wins"),
    [
        pytest.param("9S", "QS", "H", True, id="GW-1"),
        pytest.param("AS", "2H", "H", True, id="GW-2"),
        pytest.param("KD", "AC", "H", False, id="GW-3"),
        pytest.param("3H", "2H", "H", False, id="GW-4"),
        pytest.param("AS", "2H", "", False, id="GW-5"),
    ],
)
def test_gw_1_to_5(led: str, followed: str, trump: str, wins: bool) -> None:
    assert follower_wins(led, followed, trump) is wins


def test_gw_6() -> None:
    assert list(may_follow(["2S", "7S", "KD", "4H"], "TS")) == ["2S", "7S"]
    assert list(may_follow(["2D", "KD", "4H"], "TS")) == ["2D", "KD", "4H"]


def scored(options: dict[str, object], tricks: tuple[int, int]) -> tuple[tuple[int, int], str]:
    """Points of a single deal, and who wins it."""
    chosen = Options.parse(options)
    credit = credited(chosen, tricks)
    then = follows(chosen, 1, credit, first=0)
    return points(chosen, credit), then


@pytest.mark.parametrize(
    ("options", "tricks", "expected", "then"),
    [
        pytest.param({}, (8, 5), (8, 5), "BITTI:0", id="GW-7"),
        pytest.param({"puanlama": "alti_ustu"}, (8, 5), (2, 0), "BITTI:0", id="GW-7b"),
        pytest.param({"puanlama": "alti_ustu"}, (7, 6), (1, 0), "BITTI:0", id="GW-8"),
        pytest.param({"puanlama": "alti_ustu"}, (13, 0), (7, 0), "BITTI:0", id="GW-8b"),
        pytest.param({"sayilan": 26}, (13, 13), (13, 13), "BITTI:0,1", id="GW-9"),
        pytest.param(
            {"sayilan": 26, "puanlama": "alti_ustu"}, (13, 13), (0, 0), "BITTI:0,1", id="GW-9b"
        ),
        pytest.param({"sayilan": 26}, (15, 11), (15, 11), "BITTI:0", id="GW-10"),
        pytest.param(
            {"sayilan": 26, "puanlama": "alti_ustu"}, (15, 11), (2, 0), "BITTI:0", id="GW-10b"
        ),
        pytest.param({"dusuk_el": True}, (8, 5), (5, 8), "BITTI:1", id="GW-11"),
        pytest.param(
            {"dusuk_el": True, "puanlama": "alti_ustu"}, (8, 5), (0, 2), "BITTI:1", id="GW-11b"
        ),
    ],
)
def test_gw_7_to_11(
    options: dict[str, object], tricks: tuple[int, int], expected: tuple[int, int], then: str
) -> None:
    assert scored(options, tricks) == (expected, then)


@pytest.mark.parametrize(
    ("stage_1", "stage_2", "counted", "expected"),
    [((7, 6), (6, 7), 26, [13, 13]), ((9, 4), (6, 7), 26, [15, 11]), ((9, 4), (6, 7), 13, [6, 7])],
)
def test_gw_9_and_10_count_the_stages(
    stage_1: tuple[int, int], stage_2: tuple[int, int], counted: int, expected: list[int]
) -> None:
    tricks = [
        Trick(0, UNKNOWN, UNKNOWN, "", seat)
        for stage in (stage_1, stage_2)
        for seat in (0, 1)
        for _ in range(stage[seat])
    ]
    assert won(tricks, counted) == expected


@pytest.mark.parametrize(
    ("before", "tricks", "then"),
    [((48, 45), "8-5", "BITTI:0"), ((45, 48), "8-5", "SONRAKI:1"), ((40, 20), "8-5", "SONRAKI:1")],
)
def test_gw_12(before: tuple[int, int], tricks: str, then: str) -> None:
    options = Options.parse({"hedef": 50})
    state = ALMAN_WHISTI.begin(options=options, players=players(2), mode=Mode.TABLE)
    state = ALMAN_WHISTI.apply(state, Start(0))
    state = ALMAN_WHISTI.apply(state, Score((("tricks", "7-6"),)))
    record = state.records[0]._replace(totals=before)
    state = state._replace(records=(record,), phase=Phase.TURNING)
    state = ALMAN_WHISTI.apply(state, Score((("tricks", tricks),)))
    assert state.records[1].then == then
    assert state.totals == (before[0] + 8, before[1] + 5)


def played(*tricks: tuple[int, str, int], before: int) -> list[Trick]:
    """Tricks (leader, "led followed turned", winner) after ``before`` tricks nobody noted."""
    unknown = [Trick(0, UNKNOWN, UNKNOWN, UNKNOWN if at < 13 else "", 0) for at in range(before)]
    return unknown + [Trick(leader, *cards.split("/"), winner) for leader, cards, winner in tricks]


def test_gw_13() -> None:
    tricks = played(
        (0, "AS/4D/", 0), (0, "2C/3C/", 1), (1, "7H/8H/", 0), (0, "KS/9S/", 0), before=14
    )
    assert revokes(tricks) == [(15, 1)]
    assert revokes(tricks[:-1]) == []


@pytest.mark.parametrize(("later", "proven"), [("4S", [(13, 1)]), ("4C", [])])
def test_gw_14(later: str, proven: list[tuple[int, int]]) -> None:
    tricks = played((0, "AS/7D/2H", 0), (0, "KS/9S/", 0), (0, f"QS/{later}/", 0), before=12)
    assert [found for found in revokes(tricks) if found[0] == 13] == proven


def test_gw_15() -> None:
    tricks = played(
        (0, "AS/2H/KS", 1), (1, "7C/8C/3D", 0), (0, "QS/KS/", 1), (1, "5S/JS/", 0), before=11
    )
    assert revokes(tricks) == []


REPLAYS = [
    pytest.param(DECK_A, 0, "5S", "10000111000111100111111000", (7, 6), (5, 8), id="GW-16"),
    pytest.param(DECK_A, -1, "5S", "00011111110011110000000000", (5, 8), (10, 3), id="GW-17"),
    pytest.param(DECK_B, 0, "9S", "10111000100010111111101111", (7, 6), (2, 11), id="GW-18"),
    pytest.param(DECK_B, -1, "9S", "11111101100000000010101000", (5, 8), (10, 3), id="GW-18b"),
]


@pytest.mark.parametrize(("deck", "policy", "turned", "winners", "stage_1", "stage_2"), REPLAYS)
def test_gw_16_to_18(
    deck: str,
    policy: int,
    turned: str,
    winners: str,
    stage_1: tuple[int, int],
    stage_2: tuple[int, int],
) -> None:
    state = begun(deck)
    assert (state.hand.turned, state.hand.trump) == (turned, "S")
    while state.phase is not Phase.COUNTING:
        state = ALMAN_WHISTI.apply(state, ALMAN_WHISTI.legal(state)[policy])
    tricks = state.hand.tricks
    assert "".join(str(trick.winner) for trick in tricks) == winners
    assert won(tricks[:13], 26) == list(stage_1)
    assert won(tricks, 13) == list(stage_2)
    scored = ALMAN_WHISTI.apply(state, Score())
    assert scored.records[-1].deltas == stage_2


def sequences(state: State, length: int) -> int:
    legal = ALMAN_WHISTI.legal(state)
    if length == 1:
        return len(legal)
    return sum(sequences(ALMAN_WHISTI.apply(state, action), length - 1) for action in legal)


@pytest.mark.parametrize("kozsuz", [False, True])
@pytest.mark.parametrize(
    ("deck", "counts"), [(DECK_A, [13, 37, 481, 1549]), (DECK_B, [13, 45, 585, 1956])]
)
def test_gw_19(deck: str, counts: list[int], kozsuz: bool) -> None:
    state = begun(deck, kozsuz=kozsuz)
    assert [sequences(state, length) for length in (1, 2, 3, 4)] == counts


@pytest.mark.parametrize(
    ("action", "code"),
    [
        (Play(1, "AH"), Refusal.OUT_OF_TURN),
        (Play(0, "AH"), Refusal.ILLEGAL_ACTION),
        (Score(), Refusal.ILLEGAL_ACTION),
        (Start(0), Refusal.ILLEGAL_ACTION),
        (Deal(()), Refusal.ILLEGAL_ACTION),
    ],
)
def test_what_is_not_legal_is_refused(action: Action, code: Refusal) -> None:
    state = begun(DECK_A)
    with pytest.raises(IllegalAction) as refused:
        ALMAN_WHISTI.apply(state, action)
    assert refused.value.code is code


def test_a_revoke_is_refused_in_tam() -> None:
    state = ALMAN_WHISTI.apply(begun(DECK_A), Play(0, "8S"))
    assert any(card[1] == "S" for card in state.hand.hands[1])
    with pytest.raises(IllegalAction) as refused:
        ALMAN_WHISTI.apply(state, Play(1, "AH"))
    assert refused.value.args_["why"] == "RENONS"


def test_a_deck_with_a_card_twice_is_no_deck() -> None:
    state = ALMAN_WHISTI.begin(options=Options(), players=players(2), mode=Mode.FULL)
    state = ALMAN_WHISTI.apply(state, Start(1))
    deck = DECK_A.split()
    with pytest.raises(IllegalAction) as refused:
        ALMAN_WHISTI.apply(state, Deal((*deck[:-1], deck[0])))
    assert refused.value.code is Refusal.COMPOSITION


@pytest.mark.parametrize(
    ("renons", "dusuk", "tricks", "offenders", "credit"),
    [
        ("uyar", False, (8, 5), [0], [8, 5]),
        ("uc_el", False, (8, 5), [0], [5, 8]),
        ("uc_el", False, (2, 11), [0], [0, 13]),
        ("uc_el", False, (8, 5), [0, 0], [2, 11]),
        ("uc_el", False, (8, 5), [0, 1], [8, 5]),
        ("uc_el", True, (8, 5), [1], [8, 5]),
        ("eli_kaybeder", False, (8, 5), [0], [0, 13]),
        ("eli_kaybeder", False, (8, 5), [0, 1], [8, 5]),
    ],
)
def test_what_a_revoke_costs(
    renons: str, dusuk: bool, tricks: tuple[int, int], offenders: list[int], credit: list[int]
) -> None:
    options = Options.parse({"renons": renons, "dusuk_el": dusuk})
    assert credited(options, tricks, offenders) == credit


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("sayilan", 14),
        ("kozsuz", "belki"),
        ("dusuk_el", 2),
        ("puanlama", "yok"),
        ("hedef", 0),
        ("hedef", "çok"),
        ("renons", "ceza"),
        ("koz", "S"),
    ],
)
def test_options_out_of_range_are_named(key: str, value: object) -> None:
    with pytest.raises(IllegalAction) as refused:
        ALMAN_WHISTI.options({key: value})
    assert refused.value.code is Refusal.OPTION_RANGE
    assert refused.value.args_["key"] == key
    assert refused.value.args_["expected"]


@pytest.mark.parametrize("count", [1, 3])
def test_it_is_a_game_for_two(count: int) -> None:
    with pytest.raises(IllegalAction) as refused:
        ALMAN_WHISTI.begin(options=Options(), players=players(count), mode=Mode.TABLE)
    assert refused.value.code is Refusal.BAD_PLAYERS
