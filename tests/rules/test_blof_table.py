"""Blöf at a real table (spec 2.6): counts and claims, people's words, the clock, corrections."""

import pytest

from rules.codes import Refusal
from rules.game import IllegalAction, Mode
from rules.games.blof import BLOF, Options
from rules.games.blof.state import Action, Call, Pass, Shown, State, Throw, Waive
from rules.log import Source
from rules.match import Act
from rules.moves import Elapsed, Leave, Start, TakeOver
from rules.sight import Laid, See
from rules.tabletop import CardOpen, PacketClosed, Reading, TableCleared
from tests.rules.drive import players
from tests.rules.taps import Taps


def blof(count: int = 3, **options: object) -> Taps:
    return Taps("blof", count, **options)


def refused(taps: Taps, *actions: Action) -> Refusal:
    with pytest.raises(IllegalAction) as told:
        taps.tap(*actions)
    return told.value.code


def test_counts_follow_throws_and_piles() -> None:
    taps = blof()
    assert taps.counts == (18, 17, 17)
    taps.tap(Throw(0, 3, "7"))
    assert taps.counts == (15, 17, 17)
    taps.tap(Call(1))
    assert (taps.phase, taps.asked) == ("ACILIS", ["ACILAN_DOGRU"])
    taps.answer("DOGRU")
    assert taps.counts == (15, 20, 17)
    taps.tap(Throw(0, 2, "8"), Call(1))
    taps.answer("YALAN")
    assert taps.counts == (15, 20, 17)
    assert taps.view.seats[1].turn
    taps.check()


def test_two_reveals_of_a_hand_are_two_questions() -> None:
    taps = blof().tap(Throw(0, 2, "7"), Call(1))
    first = taps.question.id
    taps.answer("DOGRU")
    taps.tap(Throw(0, 2, "7"), Call(1))
    assert taps.question.id != first


def test_a_whole_hand_is_written_when_somebody_is_out_of_cards() -> None:
    taps = blof()
    for _ in range(4):
        taps.tap(Throw(0, 4, "7"), Pass(1), Pass(2))
    taps.tap(Throw(0, 2, "A"))
    assert taps.view.sentence.code == "SON_KARTLAR"
    taps.tap(Pass(1))
    assert taps.phase == "PUANLAMA"
    assert taps.deltas(1) == (0, 17, 17)
    assert taps.view.next_ready
    taps.next()
    assert taps.state.hand.first == 1
    assert taps.counts == (17, 18, 17)
    taps.check()


def test_the_last_cards_and_a_wrong_call_count_the_pile() -> None:
    taps = blof()
    for _ in range(4):
        taps.tap(Throw(0, 4, "7"), Pass(1), Pass(2))
    taps.tap(Throw(0, 2, "A"), Call(1))
    taps.answer("DOGRU")
    assert taps.deltas(1) == (0, 19, 17)


def test_a_hand_is_written_by_what_everybody_holds() -> None:
    taps = blof()
    taps.say(left_0="5")
    assert taps.phase == "TUR_ACILISI"
    taps.say(left_1="0", left_2="9")
    assert taps.phase == "PUANLAMA"
    assert taps.deltas(1) == (5, 0, 9)
    taps.check()


@pytest.mark.parametrize(
    "facts",
    [
        {"left_0": "53"},
        {"left_0": "bir"},
        {"left_0": "-1"},
        {"left_3": "1"},
        {"pick_0": "KB D"},
        {"left_0": "30", "left_1": "23"},
    ],
)
def test_a_count_that_cannot_be_is_refused(facts: dict[str, str]) -> None:
    taps = blof()
    with pytest.raises(IllegalAction) as told:
        taps.say(**facts)
    assert told.value.code is Refusal.BAD_FACT
    assert told.value.args_["expected"]


def test_two_players_without_cards_end_no_hand() -> None:
    taps = blof()
    taps.say(left_0="0", left_1="0", left_2="9")
    assert taps.phase == "TUR_ACILISI"
    taps.say(left_1="4")
    assert taps.deltas(1) == (0, 4, 9)


def test_who_holds_nothing_throws_nothing() -> None:
    taps = blof()
    taps.say(left_0="0")
    assert taps.view.taps == ()
    assert refused(taps, Throw(0, 0, "7")) is Refusal.BAD_COUNT
    taps.say(left_0="3")
    assert len(taps.view.taps) == 2 * 13


def test_a_hand_over_with_two_empty_hands_asks_for_the_counts() -> None:
    taps = blof()
    taps.say(left_1="0", left_0="2")
    taps.tap(Throw(0, 2, "7"), Pass(1))
    assert (taps.phase, taps.view.sentence.code) == ("EL_BITTI", "KALANLARI_GIRIN")
    taps.say(left_1="8")
    assert taps.deltas(1) == (0, 8, 17)


def test_play_that_goes_on_after_a_count_keeps_it() -> None:
    taps = blof().tap(Throw(0, 2, "7"))
    taps.say(left_1="12")
    taps.tap(Throw(1, 2))
    assert taps.counts == (16, 10, 17)
    assert taps.state.hand.table.words == ()
    taps.check()


def test_a_count_that_differs_from_the_throws_is_kept_as_a_fault() -> None:
    taps = blof()
    for _ in range(4):
        taps.tap(Throw(0, 4, "7"), Pass(1), Pass(2))
    taps.tap(Throw(0, 2, "A"), Pass(1))
    taps.say(1, left_1="16")
    assert taps.deltas(1) == (0, 16, 17)
    fault = taps.view.hands[0].faults[0]
    assert (fault.code, fault.args["given"], fault.args["expected"]) == ("BAD_COUNT", 16, 17)
    assert taps.view.hands[0].corrected
    taps.check()


def test_a_throw_out_of_turn_stands_and_is_told() -> None:
    taps = blof().tap(Throw(2, 2, "7"))
    assert [notice.code for notice in taps.view.notices] == ["SIRA_DISI"]
    assert taps.counts == (18, 17, 15)
    assert taps.view.seats[0].turn
    taps.say(left_0="0", left_1="1", left_2="1")
    assert [fault.code for fault in taps.view.hands[0].faults] == ["SIRA_DISI"]


def test_too_many_or_too_few_cards_stand_and_are_told() -> None:
    taps = blof().tap(Throw(0, 1, "7"), Throw(1, 6))
    told = [(notice.code, notice.args["given"]) for notice in taps.view.notices]
    assert told == [("ATIS_SAYISI", 1), ("ATIS_SAYISI", 6)]
    assert taps.counts == (17, 11, 17)
    taps.tap(Call(2), Shown(("7",) * 6))
    assert taps.counts == (17, 11, 24)
    taps.check()


def test_what_nobody_can_have_done_is_refused_and_changes_nothing() -> None:
    taps = blof().tap(Throw(0, 2, "7"))
    before = taps.state
    assert refused(taps, Throw(1, 18)) is Refusal.BAD_COUNT
    assert refused(taps, Throw(1, 0)) is Refusal.BAD_COUNT
    assert refused(taps, Throw(1, 2, "8")) is Refusal.ILLEGAL_ACTION
    assert refused(taps, Throw(9, 2)) is Refusal.OUT_OF_TURN
    assert refused(taps, Pass(0)) is Refusal.OUT_OF_TURN
    assert refused(taps, Call(2)) is Refusal.CALL_REJECTED
    assert refused(taps, Shown(("7",))) is Refusal.ILLEGAL_ACTION
    assert refused(taps, Waive(2)) is Refusal.ILLEGAL_ACTION
    assert refused(taps, Leave(2)) is Refusal.ILLEGAL_ACTION
    assert taps.state is before


@pytest.mark.parametrize(
    ("cards", "code"),
    [
        (("7", "?"), Refusal.UNREAD_CARD),
        (("?", "?"), Refusal.UNREAD_CARD),
        (("7S", "7S"), Refusal.COMPOSITION),
        (("7",), Refusal.BAD_COUNT),
        (("7", "X"), Refusal.ILLEGAL_ACTION),
    ],
)
def test_a_reveal_that_proves_nothing_is_no_guess(cards: tuple[str, ...], code: Refusal) -> None:
    taps = blof().tap(Throw(0, 2, "7"), Call(1))
    assert refused(taps, Shown(cards)) is code


def test_one_card_of_another_rank_proves_the_lie_whatever_the_rest_is() -> None:
    taps = blof().tap(Throw(0, 3, "7"), Call(1), Shown(("?", "8", "?")))
    assert taps.counts == (18, 17, 17)
    assert taps.view.seats[1].turn


def herkes(count: int = 4, **options: object) -> Taps:
    return blof(count, itiraz="herkes", sure_sn=5, **options)


def test_the_window_stands_on_the_servers_clock() -> None:
    taps = herkes().tap(Throw(0, 2, "7", at_s=100.0))
    assert taps.match.game.deadline(taps.state) == 105.0
    assert taps.view.until_s == 105.0
    assert refused(taps, Elapsed(105.0)) is Refusal.ILLEGAL_ACTION
    assert refused(taps, Throw(1, 2, at_s=104.0)) is Refusal.ILLEGAL_ACTION
    taps.tap(Elapsed(105.01))
    assert (taps.phase, taps.view.until_s) == ("ATIS_BEKLER", None)
    taps.check()


def test_a_throw_after_the_window_needs_no_tick_of_the_clock() -> None:
    taps = herkes().tap(Throw(0, 2, "7", at_s=100.0), Throw(1, 3, at_s=106.0))
    assert taps.view.until_s == 111.0
    taps.tap(Elapsed(106.5 + 5.0))
    assert taps.phase == "ATIS_BEKLER"
    taps.check()


def test_a_tick_of_the_clock_that_comes_late_changes_nothing() -> None:
    taps = herkes().tap(Throw(0, 2, "7", at_s=100.0), Call(2, at_s=101.0))
    before = taps.state
    taps.tap(Elapsed(105.01))
    assert taps.state == before


def test_undo_of_a_throw_leaves_a_tick_behind_that_means_nothing() -> None:
    taps = herkes().tap(Throw(0, 2, "7", at_s=100.0))
    taps.do(Act(action=Elapsed(105.01)), Source.REFEREE)
    taps.undo()
    assert (taps.phase, taps.counts) == ("TUR_ACILISI", (13, 13, 13, 13))
    taps.check()


def test_everybody_lets_it_pass() -> None:
    taps = herkes(erken_kapat=True).tap(Throw(0, 2, "7", at_s=1.0), Waive(1), Waive(3))
    labels = {tap.label.code for tap in taps.view.taps}
    assert labels == {"BLOF", "GEC"}
    taps.tap(Waive(2))
    assert taps.phase == "ATIS_BEKLER"


def test_a_nearer_call_at_the_same_instant_counts_until_the_cards_are_turned() -> None:
    taps = herkes().tap(Throw(0, 2, "7", at_s=1.0), Call(3, at_s=2.0), Call(1, at_s=2.0))
    assert taps.state.hand.caller == 1
    assert refused(taps, Call(2, at_s=2.0)) is Refusal.CALL_REJECTED
    taps.see(CardOpen(3.0, "A1", Reading({"7": 0.9})))
    assert refused(taps, Call(2, at_s=1.5)) is Refusal.CALL_REJECTED


def test_undo_goes_back_a_tap_at_a_time_and_reopens_a_written_hand() -> None:
    taps = blof().tap(Throw(0, 2, "7"), Throw(1, 3))
    taps.undo()
    assert taps.counts == (16, 17, 17)
    taps.say(left_0="0", left_1="4", left_2="6")
    assert taps.phase == "PUANLAMA"
    taps.undo()
    assert taps.asked == ["GERI_ALINDI"]
    assert taps.totals == (0, 0, 0)
    taps.say(left_2="7")
    assert taps.phase != "PUANLAMA"
    taps.answer("PUANLA")
    assert taps.deltas(1) == (0, 4, 7)
    taps.check()


def test_a_hand_taken_back_may_be_given_up() -> None:
    taps = blof()
    taps.say(left_0="0", left_1="4", left_2="6")
    taps.undo()
    taps.answer("SAYILMASIN")
    assert taps.view.hands[0].void
    taps.next()
    assert taps.state.hand.first == 0  # dealt again by the same player
    taps.check()


def test_a_voided_hand_is_played_again() -> None:
    taps = blof(el_sayisi=3)
    for number in range(3):
        if number:
            taps.next()
        taps.say(left_0="0", left_1="4", left_2="6")
    assert taps.view.winners == (0,)
    taps.void(2)
    assert taps.asked == ["SONUC_DEGISTI"]
    taps.answer("DUZELTILMIS")
    assert (taps.phase, taps.totals) == ("PUANLAMA", (0, 8, 12))
    taps.next()
    taps.say(left_0="0", left_1="1", left_2="1")
    assert taps.view.winners == (0,)
    taps.check()


def test_a_correction_changes_its_own_hand_and_asks_about_another_winner() -> None:
    taps = blof(el_sayisi=3)
    for number in range(3):
        if number:
            taps.next()
        taps.say(left_0="0", left_1="1", left_2="6")
    taps.say(1, left_0="9", left_1="0")
    assert taps.totals == (9, 2, 18)
    assert [hand.deltas for hand in taps.view.hands] == [(9, 0, 6), (0, 1, 6), (0, 1, 6)]
    assert taps.view.winners == (0,)
    assert taps.asked == ["SONUC_DEGISTI"]
    taps.answer("DUZELTILMIS")
    assert taps.view.winners == (1,)
    assert taps.asked == []
    taps.check()


def test_equal_totals_share_the_win() -> None:
    taps = blof(el_sayisi=3)
    for number, left in enumerate(((0, 5, 9), (5, 0, 9), (0, 0, 9))):
        if number:
            taps.next()
        if number == 2:
            left = (5, 5, 0)
        taps.say(**{f"left_{seat}": str(count) for seat, count in enumerate(left)})
    assert taps.view.winners == (0, 1)
    assert taps.view.sentence.code == "KAZANANLAR"


def test_the_camera_may_say_what_it_saw() -> None:
    taps = blof()
    game = taps.match.game
    packet = game.read(taps.state, PacketClosed(1.0, "YIGIN", 3))
    assert packet.choose[:2] == (Throw(0, 3, "A", (), 1.0), Throw(0, 3, "2", (), 1.0))
    taps.tap(Throw(0, 3, "7"))
    assert game.read(taps.state, PacketClosed(2.0, "YIGIN", 2)).play == (Throw(1, 2, "", (), 2.0),)
    taps.tap(Call(1))
    assert game.needs(taps.state).places == ("A1", "A2", "A3")
    seen = game.read(taps.state, CardOpen(3.0, "A2", Reading({"7": 0.1, "8": 0.8}, "p.jpg")))
    assert seen.choose == (See("A2", "8", 0.8, "p.jpg"), See("A2", "7", 0.1, "p.jpg"))
    for event in (TableCleared(4.0), CardOpen(4.0, "M", Reading({"K": 1.0}))):
        assert game.read(taps.state, event).choose == ()
        assert game.read(taps.state, event).play == ()


def test_what_was_read_orders_the_answers_and_people_decide() -> None:
    taps = blof().tap(Throw(0, 2, "7"), Call(1))
    taps.see(CardOpen(3.0, "A1", Reading({"7": 0.9})))
    taps.see(CardOpen(3.5, "A2", Reading({"8": 0.9})))
    assert [answer.likely for answer in taps.question.answers] == [False, True]
    assert BLOF.outcome(taps.state, {}) != Refusal.UNREAD_CARD
    taps.tap(Laid())
    taps.answer("YALAN")
    assert taps.counts == (18, 17, 17)
    assert taps.state.hand.table.seen == ()


def test_what_the_hand_would_score() -> None:
    taps = blof().tap(Throw(0, 2, "7"))
    assert BLOF.outcome(taps.state, {}) is Refusal.NOT_READY
    taps.tap(Call(1))
    assert BLOF.outcome(taps.state, {"A1": "7"}) is Refusal.UNREAD_CARD
    lie = BLOF.outcome(taps.state, {"A1": "8"})
    true = BLOF.outcome(taps.state, {"A1": "7", "A2": "7"})
    assert not isinstance(lie, Refusal)
    assert not isinstance(true, Refusal)
    assert (lie.deltas, true.deltas) == ((18, 17, 17), (16, 19, 17))


def test_somebody_else_sits_down() -> None:
    taps = blof().tap(TakeOver(1, "Naz"))
    assert taps.view.seats[1].name == "Naz"
    assert refused(taps, TakeOver(2, "Naz")) is Refusal.BAD_PLAYERS


def test_the_page_is_told_what_lies_there_and_what_may_be_tapped() -> None:
    taps = blof()
    assert taps.view.by_hand
    assert len(taps.view.taps) == 13 * 3
    assert taps.view.taps[0].action == {
        "do": "Throw",
        "seat": 0,
        "count": 2,
        "rank": "A",
        "cards": [],
    }
    taps.tap(Throw(0, 3, "Q"))
    said = {notice.code: notice.args for notice in taps.view.shows}
    assert said["ILAN"] == {"rank": "Q", "count": 3, "name": "Ayşe", "seat": 0}
    assert said["YIGIN"] == {"count": 3}
    assert [tap.label.code for tap in taps.view.taps] == ["BLOF", *["AT"] * 4, "PAS"]


def test_an_unknown_action_is_refused() -> None:
    state: State = BLOF.begin(options=Options(), players=players(3), mode=Mode.TABLE)
    with pytest.raises(IllegalAction):
        BLOF.apply(state, object())  # type: ignore[arg-type]
    with pytest.raises(IllegalAction):
        BLOF.apply(BLOF.apply(state, Start(0)), Start(1))
