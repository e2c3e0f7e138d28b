"""The vectors of spec 4.11, by their ids. Points with ``papaz=4`` except where a row says 10."""

import pytest

from rules.codes import Refusal
from rules.game import IllegalAction, Mode
from rules.games.belote import BELOTE, Options, scoring
from rules.games.belote.cards import DECK, POINTS, SUITS
from rules.games.belote.combos import Combo, best_declarer, combos
from rules.games.belote.options import EqualRuns, LongRuns
from rules.games.belote.state import (
    Claim,
    Count,
    Deal,
    Exchange,
    Fault,
    Name,
    Pass,
    Penalise,
    Phase,
    Say,
    State,
    Take,
)
from rules.games.belote.tricks import legal_cards, winning
from rules.ledger import written
from rules.moves import Next, Score, Void
from tests.rules.belote_drive import (
    DECK_2P,
    DECK_4P,
    begun,
    counts,
    declared,
    perft,
    played,
    replayed,
    table_hand,
    winners,
)

OFFICIAL = Options.parse({"hazir": "resmi"})
PLAIN = Options(kisi=2)
FOUR = {"papaz": 4}


@pytest.mark.parametrize(
    ("id_", "trump", "cards", "at", "points", "points_10"),
    [
        ("BE-1a", "H", "9S AS", 2, None, None),
        ("BE-1b", "H", "QH KH", 2, None, None),
        ("BE-1c", "H", "AH 9H", 2, None, None),
        ("BE-1d", "H", "AS 7H", 2, None, None),
        ("BE-1e", "H", "AS KD", 1, None, None),
        ("BE-6", "H", "KC AC 7H 9C", 3, 15, 21),
        ("BE-7", "S", "8D AH AC AD", 4, 33, 33),
        ("BE-8", "H", "TH JH AH 9H", 2, 55, 55),
        ("BE-9", "C", "7S 8S 9S AD", 3, 11, 11),
    ],
    ids=lambda value: value if str(value).startswith("BE-") else "",
)
def test_winner_of_a_trick(
    id_: str, trump: str, cards: str, at: int, points: int | None, points_10: int | None
) -> None:
    lying = cards.split()
    assert winning(lying, trump) == at - 1
    for king, expected in ((4, points), (10, points_10)):
        if expected is not None:
            assert sum(POINTS[king][trump][card] for card in lying) == expected


@pytest.mark.parametrize(
    ("id_", "options", "trump", "lying", "hand", "legal"),
    [
        ("BE-2a", PLAIN, "H", "TH", "7H 9H AS", "9H"),
        ("BE-2b", PLAIN, "H", "JH", "7H 9H AS", "7H 9H"),
        ("BE-3a", PLAIN, "H", "8C", "7H AS KD", "7H AS KD"),
        ("BE-3b", Options(kisi=2, koz_mecburi=True), "H", "8C", "7H AS KD", "7H"),
        ("BE-4", OFFICIAL, "H", "8C 9H", "7H JH AS", "JH"),
        ("BE-5a", OFFICIAL, "H", "8C JH", "7H AS", "7H"),
        (
            "BE-5b",
            Options.parse({"hazir": "resmi", "alt_koz": False}),
            "H",
            "8C JH",
            "7H AS",
            "7H AS",
        ),
        ("BE-10", OFFICIAL, "H", "AC 8C", "7H AS KD", "7H AS KD"),
        ("BE-12", OFFICIAL, "C", "KS AH 7S", "7C TD", "7C"),
    ],
    ids=lambda value: value if str(value).startswith("BE-") else "",
)
def test_legal_cards(
    id_: str, options: Options, trump: str, lying: str, hand: str, legal: str
) -> None:
    found = legal_cards(options, trump, hand.split(), lying.split())
    assert sorted(found) == sorted(legal.split())


@pytest.mark.parametrize(("king", "trump", "plain", "deck"), [(4, 62, 30, 152), (10, 68, 36, 176)])
def test_BE_11(king: int, trump: int, plain: int, deck: int) -> None:  # noqa: N802
    for suit in SUITS:
        worth = POINTS[king][suit]
        sums = {s: sum(worth[card] for card in DECK if card[1] == s) for s in SUITS}
        assert sums == {s: trump if s == suit else plain for s in SUITS}
        assert sum(worth.values()) == deck


@pytest.mark.parametrize(
    ("id_", "hand", "named", "points", "reused"),
    [
        ("BE-13", "7S 8S 9S", "seri 9S 3", 20, 20),
        ("BE-14", "7S 8S 9S TS JS QS KS AS 7H", "seri AS 8", 120, 120),
        ("BE-15", "KS QS JS TS 9S 8S", "seri KS 6", 100, 100),
        ("BE-16", "JS JH JD JC TS 9S 8S 7S AD", "brelan J, seri TS 4", 250, 300),
        ("BE-17", "QS QH QD QC KS AS JS TS 9S", "brelan Q, seri JS 3", 120, 200),
        ("BE-18", "9S 9H 9D 9C AS AH AD AC 7D", "brelan 9, brelan A", 250, 250),
        ("BE-19", "8S 8H 8D 8C 7S 7H 7D 7C AS", "", 0, 0),
        ("BE-20", "TS JS QS KH AH QH JH 7C 8C", "seri QS 3, seri AH 4", 70, 70),
    ],
    ids=lambda value: value if str(value).startswith("BE-") else "",
)
def test_combinations_of_a_hand(id_: str, hand: str, named: str, points: int, reused: int) -> None:
    found = combos(hand.split())
    assert ", ".join(map(str, found)) == named
    assert sum(combo.points for combo in found) == points
    assert sum(combo.points for combo in combos(hand.split(), reuse=True)) == reused
    for combo in found:
        assert set(combo.cards) <= set(hand.split())
        assert Combo.parse(str(combo)) == combo


@pytest.mark.parametrize(
    ("id_", "hands", "options", "scored"),
    [
        ("BE-21", ("AS KS QS", "7D 8D 9D TD"), PLAIN, (0, 50)),
        ("BE-22", ("KS QS JS", "KH QH JH"), PLAIN, (0, 20)),
        ("BE-23a", ("KS QS JS", "KD QD JD"), PLAIN, (20, 0)),
        (
            "BE-23b",
            ("KS QS JS", "KD QD JD"),
            Options(kisi=2, esit_seri=EqualRuns.NOBODY),
            (0, 0),
        ),
        ("BE-24a", ("AS KS QS JS TS", "7D 8D 9D TD JD QD"), PLAIN, (0, 100)),
        (
            "BE-24b",
            ("AS KS QS JS TS", "7D 8D 9D TD JD QD"),
            Options(kisi=2, uzun_seri=LongRuns.CLASS),
            (100, 0),
        ),
        ("BE-25", ("QS QH QD QC 7C", "7H 8H 9H TH JH KH AH 7S"), PLAIN, (100, 0)),
        ("BE-26", ("TS TH TD TC AS", "KS KH KD KC AD"), PLAIN, (100, 0)),
        (
            "BE-27",
            ("9S 9H 9D 9C 7D 8D TD JD QD", "AS AH AD AC KS QS JS"),
            PLAIN,
            (170, 0),
        ),
    ],
    ids=lambda value: value if str(value).startswith("BE-") else "",
)
def test_whose_combinations_count(
    id_: str, hands: tuple[str, str], options: Options, scored: tuple[int, int]
) -> None:
    held = {seat: combos(hand.split()) for seat, hand in enumerate(hands)}  # seat 0 is mecburcu
    best = best_declarer(options, held, "H", {0: 0, 1: 1})
    got = [sum(c.points for c in held[seat]) if seat == best else 0 for seat in (0, 1)]
    assert tuple(got) == scored


def with_words(*seats: int) -> State:
    """Seat 1 declares the higher run; seat 0 plays trump K first, Q in a later trick."""
    state = table_hand(
        "1:AS 7S / 7H KH / QH 8H / TS KS / 9S QS / JS 8S / JD 9D / AD TD / AC 8C",
        turned="9H",
        options=FOUR,
        combos={0: "seri QH 3", 1: "seri AS 3"},
    )
    return played(state, *(Say(seat) for seat in seats))


def test_BE_28() -> None:  # noqa: N802
    assert counts(with_words(0, 0))[0].belote == 20
    assert counts(with_words(0))[0].belote == 0
    assert counts(with_words())[0].belote == 0


BE_29 = "0:JH 7H / 9H 8H / AS TS / 8D AD / TD 9D / QC KC / AC 7C / 7D KD / TC 8C"


def be_29(**options: object) -> State:
    return table_hand(BE_29, combos={0: "seri 9D 3"}, options={**FOUR, **options})


def totals(state: State) -> tuple[int, ...]:
    return played(state, Score()).totals


def test_BE_29() -> None:  # noqa: N802
    first, second = counts(be_29())
    assert (first.combos, first.cards, first.prizes) == (20, 73, 0)
    assert (second.combos, second.cards, second.prizes) == (0, 35, 10)
    assert totals(be_29()) == (93, 45)
    assert totals(be_29(papaz=10)) == (99, 51)


@pytest.mark.parametrize(("king", "expected"), [(4, (208, 50)), (10, (220, 50))])
def test_BE_30(king: int, expected: tuple[int, int]) -> None:  # noqa: N802
    tricks = "0:JH 7H / 9H 8H / AS TS / AD 8D / TD 9D / KC QC / AC 7C / KD 7D / TC 8C"
    # Seat 1's run is named for its points only; which cards it has does not matter here.
    state = table_hand(tricks, combos={1: "seri TS 4"}, options={"papaz": king})
    one = counts(state)
    assert (one[0].prizes, one[1].prizes) == (100, 0)
    assert (one[0].total, one[1].total) == expected


def test_BE_31() -> None:  # noqa: N802
    assert totals(played(be_29(), Penalise(0, Fault.OUT_OF_TURN))) == (83, 45)


@pytest.mark.parametrize(
    ("option", "expected"),
    [("rakibe_10", (103, 45)), ("ikisi", (103, 35)), ("sadece_eksi", (93, 35))],
)
def test_BE_32(option: str, expected: tuple[int, int]) -> None:  # noqa: N802
    state = be_29(renons_cezasi=option)
    assert totals(played(state, Penalise(1, Fault.REVOKE))) == expected


def claimed(before: tuple[int, int], tricks: str, run: str, **options: object) -> State:
    """Seat 0 has won all of these tricks and says "bittim"; totals stood at ``before``."""
    state = table_hand(tricks, turned="8H", combos={0: run}, options={**FOUR, **options})
    return played(_with_totals(state, before), Claim(0))


def _with_totals(state: State, totals: tuple[int, ...]) -> State:
    """As if a hand with these totals had been closed before."""

    records = written(
        (),
        Score(then="SONRAKI:0"),
        first=0,
        known=(),
        deltas=totals,
        follows=lambda h, t: "SONRAKI",
    )
    return state._replace(records=records)


BE_33 = "0:AS TS / JH 7H / QC 9C"


@pytest.mark.parametrize("other", [0, 400])
def test_BE_33(other: int) -> None:  # noqa: N802
    state = claimed((930, other), BE_33, "seri 9D 3")
    assert 930 + counts(state)[0].total == 994
    assert BELOTE.winners(played(state, Score())) == (1,)


def test_BE_34() -> None:  # noqa: N802
    state = claimed((930, 1200), BE_33 + " / TD 8D", "seri KD 3")
    assert 930 + counts(state)[0].total == 1004
    assert BELOTE.winners(played(state, Score())) == (0,)


def test_BE_35() -> None:  # noqa: N802
    with pytest.raises(IllegalAction) as refused:
        claimed((985, 0), "0:9C 8C", "seri KD 3")
    assert refused.value.code is Refusal.CLAIM_REJECTED


def test_BE_36() -> None:  # noqa: N802
    tricks = BE_33 + " / TD 8D / AD 9D / KC 8C / AC 7C / KS 8S"
    with pytest.raises(IllegalAction) as refused:
        claimed((985, 0), tricks, "seri KD 3")
    assert refused.value.code is Refusal.CLAIM_REJECTED


@pytest.mark.parametrize(
    ("totals", "won"), [((1010, 1035), (1,)), ((1010, 990), (0,)), ((1005, 1005), ())]
)
def test_BE_37(totals: tuple[int, int], won: tuple[int, ...]) -> None:  # noqa: N802
    state = be_29()
    one = counts(state)
    before = tuple(total - count.total for total, count in zip(totals, one, strict=True))
    closed = played(_with_totals(state, before), Score())
    assert closed.totals == totals
    assert BELOTE.winners(closed) == won
    assert (closed.phase is Phase.OVER) == bool(won)


def test_BE_38() -> None:  # noqa: N802
    dealt = played(begun(2), Deal(DECK_2P), Pass(1))
    taken = played(dealt, Take(0))
    assert (taken.hand.taker, taken.hand.trump, taken.phase) == (0, "D", Phase.DECLARE)
    refused = played(dealt, Pass(0))
    with pytest.raises(IllegalAction) as caught:
        played(refused, Name(1, "D"))
    assert caught.value.code is Refusal.ILLEGAL_ACTION
    nobody = played(refused, Pass(1), Pass(0))
    assert nobody.phase is Phase.NOBODY
    again = played(nobody, Void(), Next())
    assert (again.hand.dealer, again.totals, again.records[0].void) == (1, (0, 0), True)


@pytest.mark.parametrize(
    ("id_", "options", "won", "points"),
    [
        ("BE-39", {"papaz": 4}, "03212201", (80, 122)),
        ("BE-40", {"papaz": 4, "koz_mecburi": True}, "02231201", (73, 129)),
        ("BE-41", {}, "03212201", (92, 134)),
    ],
    ids=lambda value: value if str(value).startswith("BE-") else "",
)
def test_four_handed_replay(
    id_: str, options: dict[str, object], won: str, points: tuple[int, int]
) -> None:
    state = replayed(4, DECK_4P, **options)
    assert winners(state) == won
    assert state.totals == points * 2
    first, second = counts(state)
    assert (first.combos, second.combos, second.belote, second.prizes) == (0, 20, 20, 10)
    assert [str(combo) for combo in state.hand.declared[1] or ()] == ["seri KH 3"]


def test_BE_39_trick_by_trick() -> None:  # noqa: N802
    state = replayed(4, DECK_4P, **FOUR)
    tricks = " · ".join(" ".join(p.card for p in trick.plays) for trick in state.hand.tricks)
    assert tricks == (
        "7S 8S JS AH · 7D 8D TS 9D · QS TD 9S AS · 7H TH KD JH · KS 8H JD 7C · 9H QD TC QH · "
        "9C 8C KC QC · AC KH JC AD"
    )


@pytest.mark.parametrize(
    ("id_", "options", "won", "points", "parts"),
    [
        ("BE-42", {"papaz": 4}, "001111110", (149, 82), (120, 19, 10)),
        ("BE-43", {"papaz": 4, "koz_mecburi": True}, "011011110", (140, 91), (120, 10, 10)),
        ("BE-44", {}, "001111110", (149, 94), (120, 19, 10)),
    ],
    ids=lambda value: value if str(value).startswith("BE-") else "",
)
def test_two_handed_replay(
    id_: str,
    options: dict[str, object],
    won: str,
    points: tuple[int, int],
    parts: tuple[int, int, int],
) -> None:
    state = replayed(2, DECK_2P, swap=True, **options)
    assert winners(state) == won
    assert state.totals == points
    first, second = counts(state)
    assert (first.combos + first.belote, first.cards, first.prizes) == parts
    assert second.combos == 0


def test_BE_42_hands_after_the_swap() -> None:  # noqa: N802
    state = played(begun(2, **FOUR), Deal(DECK_2P), Take(1), Exchange(1))
    assert " ".join(state.hand.hands[0]) == "QS AS 7H JH QH KH QD KD QC"
    assert " ".join(state.hand.hands[1]) == "7S 8H 9H TH AH 9D JD AD JC"
    assert (state.hand.bottom, state.hand.turned) == ("TC", "AD")


def perft_start(count: int, deck: tuple[str, ...], swap: bool, **options: object) -> State:
    state = played(begun(count, belote_beyani="otomatik", **options), Deal(deck), Take(1))
    return declared(played(state, Exchange(1)) if swap else state)


@pytest.mark.parametrize(
    ("id_", "count", "options", "expected"),
    [
        ("BE-45a", 4, {}, (8, 24, 57, 253, 1771, 3552)),
        ("BE-45b", 4, {"hazir": "resmi"}, (8, 19, 37, 151, 1057, 1277)),
        ("BE-46a", 2, {}, (9, 25, 200, 500, 3500, 7980)),
        ("BE-46b", 2, {"koz_mecburi": True}, (9, 25, 200, 490, 3430, 7518)),
    ],
    ids=lambda value: value if str(value).startswith("BE-") else "",
)
def test_legal_sequences(
    id_: str, count: int, options: dict[str, object], expected: tuple[int, ...]
) -> None:
    deck = DECK_4P if count == 4 else DECK_2P
    state = perft_start(count, deck, count == 2, **options)
    found = tuple(perft(state, depth, BELOTE.legal) for depth in range(1, 7))
    assert found == expected


@pytest.mark.parametrize(
    ("taker", "other", "expected", "held"),
    [(82, 80, (82, 80), 0), (81, 81, (0, 81), 81), (70, 92, (0, 162), 0)],
)
def test_BE_47(  # noqa: N802
    taker: int, other: int, expected: tuple[int, int], held: int
) -> None:
    hand = begun(2, Mode.TABLE, icerde=True).hand._replace(taker=0, trump="H")
    raw = (Count(cards=taker - 10, prizes=10), Count(cards=other))
    scored = scoring._inside(hand, raw, 0)
    assert tuple(one.total for one in scored) == expected
    assert scoring.held_after(Options(kisi=2, icerde=True), hand, scored, 0) == held
