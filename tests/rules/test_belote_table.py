"""Belote at a real table: only what lies open counts, nothing is guessed, people decide (spec 4.13,
0.3)."""

import json
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.codes import Refusal
from rules.game import IllegalAction, Mode
from rules.games.belote import BELOTE
from rules.games.belote.combos import Combo
from rules.games.belote.questions import revokes
from rules.games.belote.state import (
    Claim,
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
    Tally,
    Turn,
)
from rules.match import Act
from rules.moves import Next, Score
from rules.simulate.belote import POLICIES, play_match
from tests.rules.belote_drive import DECK_4P, replayed
from tests.rules.by_hand import ByHand
from tests.rules.drive import players

TRICKS = "JH 7H/9H 8H/AS TS/8D AD/TD 9D/QC KC/AC 7C/7D KD/TC 8C"  # BE-29, seat 0 leads
RELAXED = settings(deadline=None, max_examples=40, derandomize=True)


def opened(turned: str = "KH", **options: object) -> ByHand:
    """Two players; seat 1 deals, seat 0 takes the turned heart."""
    table = ByHand("belote", 2, {"papaz": 4, **options}, first=1)
    table.tap(Turn(turned), Take(0))
    return table


def lay(table: ByHand, text: str, leader: int | None = None) -> None:
    """Tricks as ``JH 7H/9H 8H``; each is led by the winner of the one before."""
    for trick in text.split("/"):
        first = table.match.state.hand.turn if leader is None else leader
        assert first is not None
        seats = len(table.match.state.players)
        for step, card in enumerate(trick.split()):
            table.tap(Play((first + step) % seats, card))
        leader = None


def test_a_whole_hand_is_written_by_itself() -> None:
    table = opened()
    table.tap(Declare(0, (Combo.parse("seri 9D 3"),)), Declare(1))
    lay(table, TRICKS)
    assert (table.phase, table.totals) == ("PUANLAMA", (93, 45))
    assert [str(one.code) for one in table.view.shows] == ["SAYIM", "SAYIM"]
    table.next()
    assert table.match.state.hand.dealer == 0  # the winner of the hand deals (2p)
    table.check()


def test_people_may_count_the_tricks_themselves() -> None:
    table = opened()
    table.tap(Declare(0, (Combo.parse("seri 9D 3"),)), Say(1), Say(1), Tally((73, 35), 1))
    assert (table.phase, table.points) == ("PUANLAMA", [(93, 65)])
    table.correct(1, sayilan="108 0 0 capote", belote_1="0")
    assert table.points == [(228, 0)]
    four = ByHand("belote", 4, first=0)
    four.tap(Turn("JH"), Take(1))
    before = four.match.state
    wrong = (
        Tally((80, 72), 0),  # papaz=10: 176 in all
        Tally((180, -4), 0),
        Tally((176,), 0),
        Tally((100, 76), 9),
        Tally((100, 76), 0, capote=True),
    )
    for action in wrong:
        with pytest.raises(IllegalAction) as refused:
            four.tap(action)
        assert refused.value.code is Refusal.BAD_COUNT
        assert four.match.state == before
    four.tap(Tally((100, 76), 3))
    assert four.points == [(100, 86, 100, 86)]
    table.check()
    four.check()


def test_passes_need_not_be_tapped() -> None:
    table = ByHand("belote", 4, first=3)
    table.tap(Turn("7S"), Name(2, "D"))
    hand = table.match.state.hand
    assert (hand.taker, hand.trump, table.phase) == (2, "D", "ILAN")
    other = ByHand("belote", 4, first=3)
    other.tap(Turn("7S"), Pass(3))
    assert other.view.sentence.args == {"name": "Ayşe", "seat": 0, "tur": 2}
    with pytest.raises(IllegalAction):
        other.tap(Take(1))
    with pytest.raises(IllegalAction):
        other.tap(Name(1, "S"))
    other.tap(Pass(1))
    with pytest.raises(IllegalAction):
        other.tap(Pass(0))  # tapped twice: nothing is undone by it
    assert other.view.sentence.args["seat"] == 2


def test_nobody_takes() -> None:
    table = ByHand("belote", 4, first=3)
    table.tap(Turn("7S"), Pass(3), Pass(3))
    assert (table.phase, table.points) == ("PUANLAMA", [(0, 0, 0, 0)])
    assert table.view.hands[0].void
    table.next()
    assert table.match.state.hand.dealer == 0


def test_an_unread_card_is_a_question_and_never_guessed() -> None:
    table = opened()
    lay(table, "JH 7H/9H 8H")
    table.tap(Play(0, "AS"), Play(1, "?"))
    assert table.asked == ["LOVE_KARTI"]
    assert table.match.state.hand.turn is None
    assert table.view.sentence.code == "SIRA_BELIRSIZ"
    lay(table, "8D AD", leader=0)
    lay(table, "TD 9D/QC KC/AC 7C/7D KD/TC 8C")
    assert (table.phase, table.totals) == ("SAYIM", (0, 0))
    with pytest.raises(IllegalAction) as refused:
        table.do(Act(action=Score()))
    assert refused.value.code is Refusal.UNREAD_CARD
    assert "JH" not in {answer.id for answer in table.question.answers}
    table.answer("TS")
    assert (table.phase, table.totals) == ("PUANLAMA", (73, 45))
    table.check()


def test_an_unread_turned_card_is_asked_for() -> None:
    table = ByHand("belote", 2, {"papaz": 4}, first=1)
    table.tap(Turn("?"), Take(0))
    lay(table, "JH 7H", leader=0)
    assert table.asked == ["ACIK_KART"]
    table.answer("KH")
    hand = table.match.state.hand
    assert (hand.trump, hand.turned, hand.tricks[0].winner) == ("H", "KH", 0)


def test_a_forgotten_bid_is_asked_for() -> None:
    table = ByHand("belote", 2, {"papaz": 4}, first=1)
    table.tap(Turn("KH"))
    lay(table, "JH 7H", leader=0)
    assert (table.asked, table.phase) == (["ALAN_KIM"], "LOVE")
    assert [a.id for a in table.question.answers if a.likely] == ["0:H", "1:H"]
    table.answer("0:H")
    lay(table, TRICKS.partition("/")[2])
    assert table.totals == (73, 45)
    other = ByHand("belote", 2, {"papaz": 4}, first=1)
    other.tap(Play(0, "JH"), Play(1, "7H"), Turn("KH"), Take(0))
    lay(other, TRICKS.partition("/")[2])
    assert other.totals == (73, 45)


def test_one_card_twice_is_a_misread() -> None:
    table = opened()
    lay(table, TRICKS.replace("9D", "8D"))
    assert (table.phase, table.asked) == ("SAYIM", ["AYNI_KART"])
    with pytest.raises(IllegalAction) as refused:
        table.do(Act(action=Score()))
    assert refused.value.code is Refusal.COMPOSITION
    table.answer("5:0=9D")
    assert (table.phase, table.totals) == ("PUANLAMA", (73, 45))


def test_a_named_combination_and_the_turned_card_are_part_of_the_composition() -> None:
    table = opened()
    table.tap(Declare(1, (Combo.parse("seri TC 3"),)))  # TC is seat 1's, 8C is seat 0's
    lay(table, TRICKS)
    assert table.asked == ["AYNI_KART"]
    table.correct(None, ilan_1="")
    assert table.totals == (73, 45)
    other = opened(turned="8H")
    lay(other, TRICKS)
    assert other.asked == ["AYNI_KART"]  # the turned card lies there, it cannot be played


def test_the_seven_may_be_swapped_at_the_table() -> None:
    table = opened(turned="8H")
    table.tap(Exchange(1))
    lay(table, TRICKS.replace("7H", "QH"))
    assert "DEGISIM" not in table.asked
    assert table.totals == (76, 45)
    with pytest.raises(IllegalAction):
        opened(turned="8H", yedi_degisimi=False).tap(Exchange(1))


def test_out_of_turn_stands_and_is_proposed() -> None:
    table = opened()
    table.tap(Play(1, "7H"), Play(0, "JH"))
    assert table.warned == ["KART_SIRA_DISI"]
    assert table.match.state.hand.tricks[0].winner == 0
    lay(table, TRICKS.partition("/")[2])
    assert (table.phase, table.asked) == ("SAYIM", ["CEZA"])
    table.answer("CEZA_YAZ")
    assert table.totals == (73, 35)
    assert [str(fault.code) for fault in table.view.hands[0].faults] == ["CEZA"]
    table.undo()
    assert (table.phase, table.asked) == ("SAYIM", ["CEZA"])
    table.answer("CEZA_YOK")
    assert table.totals == (73, 45)
    table.check()


def test_a_revoke_is_proven_by_a_later_card() -> None:
    table = opened()
    lay(table, "JH 7H/9H AD")  # seat 1 holds 8H
    assert table.warned == []
    lay(table, "AS TS/8D 8H")
    assert table.warned == ["RENONS"]
    assert revokes(table.match.state.options, table.match.state.hand) == [(2, 1)]
    lay(table, "TD 9D/QC KC/AC 7C/7D KD/TC 8C", leader=1)
    assert table.asked == ["CEZA", "CEZA"]  # and 8H on 8D, with TD and KD in the hand
    assert [q.ask.args["number"] for q in table.view.questions] == [2, 4]
    table.answer("CEZA_YAZ")
    table.answer("CEZA_YOK")
    assert table.match.state.hand.faults == (Penalise(1, Fault.REVOKE),)
    assert [shown.args["prizes"] for shown in table.view.shows] == [10, 10]
    table.check()


def test_not_going_over_in_trump_is_a_revoke_too() -> None:
    table = opened()
    lay(table, "TH 7H", leader=0)  # seat 1 holds JH
    lay(table, "8S AS", leader=0)
    lay(table, "JH 8H")
    assert table.warned == ["RENONS"]


def test_a_badly_served_card_is_taken_back() -> None:
    table = opened()
    table.tap(Play(0, "JH"), Play(0, "9H"), Play(1, "7H"))
    assert [play.card for play in table.match.state.hand.tricks[0].plays] == ["9H", "7H"]
    lay(table, "JH 8H/AS TS/8D AD/TD 9D/QC KC/AC 7C/7D KD/TC 8C")
    assert table.question.ask.args["fault"] == "KOTU_SERVIS"
    table.answer("CEZA_YAZ")
    assert table.totals == (63, 45)


def test_words_are_taps_and_need_the_cards() -> None:
    for words, belote in (((), 0), ((0,), 0), ((0, 0), 20)):
        table = ByHand("belote", 2, {"papaz": 4}, first=0)
        table.tap(Turn("9H"), Take(1))
        table.tap(*(Say(seat) for seat in words))
        lay(table, "AS 7S/7H KH/QH 8H/TS KS/9S QS/JS 8S/JD 9D/AD TD/AC 8C")
        held = table.view.shows[0].args
        assert (held["seat"], held["belote"]) == (0, belote)
    table.next()
    with pytest.raises(IllegalAction):
        table.tap(Say(0))


def test_a_combination_that_is_not_shown_does_not_count() -> None:
    table = opened()
    table.tap(Declare(0, (Combo.parse("seri 9D 3"),)), Penalise(0, Fault.NOT_SHOWN))
    lay(table, TRICKS)
    assert table.totals == (63, 45)


def test_bittim_is_heard_between_tricks_only() -> None:
    table = opened(hedef=60)
    with pytest.raises(IllegalAction) as refused:
        table.tap(Claim(0))
    assert refused.value.code is Refusal.CLAIM_REJECTED
    lay(table, "JH 7H/9H 8H")
    table.tap(Play(0, "AS"))
    with pytest.raises(IllegalAction):
        table.tap(Claim(0))
    table.tap(Play(1, "TS"), Claim(0))
    assert (table.phase, table.view.winners, table.totals) == ("BITTI", (1,), (55, 0))
    table.undo()
    assert table.phase == "SAYIM"


def test_a_correction_changes_its_own_hand_and_the_totals() -> None:
    table = opened(dagitan="kazanan")
    lay(table, TRICKS)
    table.next()
    table.tap(Turn("KH"), Take(0))
    lay(table, TRICKS, leader=0)
    for question in table.view.questions:
        table.answer_to(question.ask.code, "CEZA_YOK")
    assert table.points == [(73, 45), (73, 45)]
    table.correct(1, love_1="1:JH 0:7H")
    assert table.points == [(53, 65), (73, 45)]
    assert table.totals == (126, 110)
    assert [hand.corrected for hand in table.view.hands] == [True, False]
    table.undo()
    assert table.points == [(73, 45), (73, 45)]
    table.void(1)
    assert (table.points, table.totals) == ([(0, 0), (73, 45)], (73, 45))
    table.check()


def test_a_corrected_end_is_one_question() -> None:
    table = opened(hedef=70)
    lay(table, TRICKS)
    assert (table.phase, table.view.winners) == ("BITTI", (0,))
    table.correct(1, love_1="1:JH 0:7H")
    assert table.asked == ["SONUC_DEGISTI"]
    table.answer("DUZELTILMIS")
    assert (table.phase, table.view.winners, table.totals) == ("PUANLAMA", (), (53, 65))
    table.next()
    assert table.phase == "DAGITIM"
    table.check()


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("love:1", "0:ZZ 1:7H"),
        ("love:1", "0:JH 0:7H"),
        ("love:1", "JH 7H"),
        ("love:9", "0:JH 1:7H"),
        ("love:0", "0:JH 1:7H"),
        ("koz", "X"),
        ("alan", "7"),
        ("ilan:0", "brelan 8"),
        ("ceza:0", "OFSAYT"),
        ("belote:0", "3"),
        ("sayilan", "73 35"),
        ("sayilan", "73 35 7"),
        ("renk", "S"),
    ],
)
def test_facts_that_cannot_be_are_refused(key: str, value: str) -> None:
    table = opened()
    lay(table, "JH 7H")
    before = table.match.state
    with pytest.raises(IllegalAction) as refused:
        table.correct(None, **{key.replace(":", "_"): value})
    assert refused.value.code is Refusal.BAD_FACT
    assert table.match.state == before


def test_impossible_taps_are_refused_and_change_nothing() -> None:
    table = opened()
    before = table.match.state
    wrong = (Play(0, "2H"), Play(5, "JH"), Take(1), Declare(0, (Combo("8", "", 4),)), Next())
    for action in wrong:
        with pytest.raises(IllegalAction):
            table.tap(action)
        assert table.match.state == before


def as_seen(over: State, rng: Random, unread: bool) -> ByHand:
    """A match that was played with all cards known, entered as a table shows it; one card of each
    hand unread if wanted, to be answered."""
    values = {key: value for key, value in over.options.values().items() if value is not None}
    seats = len(over.players)
    table = ByHand("belote", seats, values, first=over.records[0].first, seated=over.players)
    for number, record in enumerate(over.records):
        if number:
            table.next()
        facts = dict(record.known)
        dealt = int(facts["dagitan"])
        assert dealt == table.match.state.hand.dealer
        table.tap(Turn(facts["acik"]))
        if not facts["alan"]:
            table.tap(Pass(dealt), Pass(dealt))
            continue
        taker = int(facts["alan"])
        first = facts["koz"] == facts["acik"][1]
        table.tap(Take(taker) if first else Name(taker, facts["koz"]))
        if facts["degisim"]:
            table.tap(Exchange(int(facts["degisim"])))
        for seat in range(seats):
            named = [text for text in facts[f"ilan:{seat}"].split(",") if text.strip()]
            table.tap(Declare(seat, tuple(Combo.parse(text) for text in named)))
            table.tap(*[Say(seat)] * int(facts[f"belote:{seat}"]))
        plays = [
            play.split(":") for k in range(1, 10) for play in facts.get(f"love:{k}", "").split()
        ]
        hidden = rng.randrange(len(plays) - seats) if unread and not facts["bittim"] else -1
        for at, (seat, card) in enumerate(plays):
            table.tap(Play(int(seat), "?" if at == hidden else card))
        if hidden >= 0:
            table.answer_to("LOVE_KARTI", plays[hidden][1])
        if facts["bittim"]:
            table.tap(Claim(int(facts["bittim"])))
    return table


OPTIONS = st.fixed_dictionaries(
    {
        "hedef": st.just(400),
        "papaz": st.sampled_from((10, 4)),
        "koz_mecburi": st.booleans(),
        "kart_tekrari": st.booleans(),
        "alt_koz": st.booleans(),
        "belote_beyani": st.sampled_from(("zorunlu", "otomatik")),
        "yedi_degisimi": st.booleans(),
    }
)


@given(st.sampled_from((2, 3, 4)), OPTIONS, st.integers(0, 2**32), st.booleans())
@RELAXED
def test_a_table_that_sees_only_what_lies_open_writes_the_same(
    count: int, options: dict[str, object], seed: int, unread: bool
) -> None:
    rng = Random(seed)
    policy = POLICIES["random" if seed % 2 else "sensible"]
    over = play_match((policy,) * count, players(count), rng, BELOTE.options(options))
    table = as_seen(over, rng, unread)
    assert [record.deltas for record in table.match.state.records] == [
        record.deltas for record in over.records
    ]
    assert table.view.winners == BELOTE.winners(over)
    assert table.asked == []


def test_open_cards_are_read_as_an_event_list() -> None:
    """BE-39 from what a camera would see; a card that shows again is no new play."""
    over = replayed(4, DECK_4P, papaz=4)
    table = ByHand("belote", 4, {"papaz": 4}, first=0)
    assert [place.name for place in BELOTE.layout(table.match.state.options).places] == [
        "ACIK",
        "0",
        "1",
        "2",
        "3",
    ]
    assert BELOTE.needs(table.match.state).places == ("ACIK",)
    table.card("ACIK", JH=0.9)
    table.tap(Take(1), Declare(1, (Combo.parse("seri KH 3"),)))
    table.tap(Declare(2, (Combo.parse("seri 9H 3"),)))
    for trick in over.hand.tricks:
        for play in trick.plays:
            assert BELOTE.needs(table.match.state).places == (str(play.seat),)
            table.card(str(play.seat), **{f"_{play.card}": 0.9, "_ZZ": 0.05})
            table.card(str(play.seat), **{f"_{play.card}": 0.8})
            if play.card in ("QH", "KH"):
                table.tap(Say(1))
    assert table.totals == (80, 122, 80, 122)
    table.check()


def test_a_card_the_camera_cannot_read_is_unknown() -> None:
    table = opened()
    table.card("0")
    assert table.match.state.hand.lying == (Play(0, "?"),)
    table.card("0", JH=0.9)
    assert table.match.state.hand.lying == (Play(0, "JH"),)


def test_the_page_gets_buttons_for_everything() -> None:
    table = ByHand("belote", 2, first=1)
    labels = {str(tap.label.code) for tap in table.view.taps}
    assert labels == {"KART_ADI"}
    table.tap(Turn("8H"))
    assert {str(tap.label.code) for tap in table.view.taps} == {"AL", "PAS"}
    table.tap(Take(0))
    labels = {str(tap.label.code) for tap in table.view.taps}
    assert {"TAMAM", "KOMBO", "DEGISIM", "KART_ADI", "BELOTE", "CEZA"} <= labels
    assert table.view.by_hand
    json.dumps([dict(tap.action) for tap in table.view.taps])


def test_tam_refuses_what_a_table_only_flags() -> None:
    state = BELOTE.begin(options=BELOTE.options({}), players=players(4), mode=Mode.FULL)
    for action in (BELOTE.legal(state)[0], Deal(DECK_4P), Take(1)):
        state = BELOTE.apply(state, action)
    while state.phase is Phase.DECLARE:
        state = BELOTE.apply(state, Declare(state.hand.turn or 0))
    cards = set(state.hand.hands[state.hand.turn or 0])
    for action in (
        Play(2, "AS"),
        Play(1, next(iter(set(DECK_4P) - cards))),
        Claim(1),
        Say(1),
        Turn("AS"),
        Exchange(0),
    ):
        with pytest.raises(IllegalAction):
            BELOTE.apply(state, action)
    for deck in (DECK_4P[:-1], (*DECK_4P[:-1], DECK_4P[0])):
        fresh = BELOTE.begin(options=BELOTE.options({}), players=players(4), mode=Mode.FULL)
        fresh = BELOTE.apply(fresh, BELOTE.legal(fresh)[0])
        with pytest.raises(IllegalAction) as refused:
            BELOTE.apply(fresh, Deal(deck))
        assert refused.value.code in (Refusal.BAD_COUNT, Refusal.COMPOSITION)
