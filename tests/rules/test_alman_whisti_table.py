"""Alman Whisti at a real table (spec 3.6): open cards, one tap a trick, revokes, corrections."""

import pytest

from rules.codes import Refusal
from rules.game import IllegalAction
from rules.games.alman_whisti import ALMAN_WHISTI
from rules.games.alman_whisti.state import Action, Play, Took, Turned
from rules.moves import Elapsed
from rules.sight import See
from rules.tabletop import CardOpen, PacketClosed, Reading
from tests.rules.taps import Taps


def whist(**options: object) -> Taps:
    return Taps("alman-whisti", 2, **options)


def refused(taps: Taps, *actions: Action) -> Refusal:
    with pytest.raises(IllegalAction) as told:
        taps.tap(*actions)
    return told.value.code


def took(taps: Taps, winners: str) -> Taps:
    return taps.tap(*(Took(int(seat)) for seat in winners))


def test_a_deal_by_one_tap_a_trick() -> None:
    taps = took(whist(), "0" * 13 + "1" * 5 + "0" * 8)
    assert taps.phase == "BITTI"
    assert taps.deltas(1) == (8, 5)
    assert taps.view.winners == (0,)
    taps.check()


def test_a_deal_by_its_result() -> None:
    taps = whist(hedef=20)
    taps.say(tricks="8-5")
    assert (taps.phase, taps.totals) == ("PUANLAMA", (8, 5))
    taps.next()
    taps.say(tricks="6-7", renons="0-1")
    assert taps.totals == (14, 12)
    taps.check()


@pytest.mark.parametrize(
    "facts",
    [
        {"tricks": "8-6"},
        {"tricks": "8"},
        {"tricks": "14--1"},
        {"renons": "çok"},
        {"trump": "X"},
        {"left_0": "1"},
    ],
)
def test_a_result_that_cannot_be_is_refused(facts: dict[str, str]) -> None:
    taps = whist()
    with pytest.raises(IllegalAction) as told:
        taps.say(**facts)
    assert told.value.code is Refusal.BAD_FACT
    assert told.value.args_["expected"]


def test_cards_decide_who_took_the_trick_and_who_leads() -> None:
    taps = whist().tap(Turned("5S"))
    assert [notice.code for notice in taps.view.shows][:2] == ["DAGITAN", "KOZ_RENGI"]
    taps.tap(Play(0, "8H"), Play(1, "2S"))
    assert taps.state.hand.tricks[0].winner == 1
    assert taps.view.seats[1].turn
    taps.tap(Turned("KD"), Play(1, "AH"), Play(0, "9H"))
    assert taps.state.hand.tricks[1].turned == "KD"
    assert taps.view.seats[1].turn
    taps.check()


def test_without_trump_the_turned_card_is_only_a_prize() -> None:
    taps = whist(kozsuz=True).tap(Turned("5S"), Play(0, "8H"), Play(1, "2S"))
    assert taps.state.hand.tricks[0].winner == 0
    assert "KOZSUZ" in {notice.code for notice in taps.view.shows}


def test_a_card_that_was_not_read_asks_who_took_a_trick_that_counts() -> None:
    taps = took(whist(), "0" * 13).tap(Play(0, "AH"), Play(1, "?"))
    assert taps.asked == ["LOVEYI_ALAN"]
    assert taps.view.sentence.code == "SIRA_BELIRSIZ"
    taps.answer("1")
    assert taps.asked == []
    assert taps.view.seats[1].turn
    taps.check()


def test_whoever_leads_next_took_the_trick() -> None:
    taps = took(whist(), "0" * 13).tap(Play(0, "AH"), Play(1, "?"), Play(1, "3C"))
    assert taps.state.hand.tricks[13].winner == 1
    assert taps.asked == []
    assert taps.view.notices == ()


def test_in_the_first_stage_nobody_is_asked_unless_it_counts() -> None:
    assert whist().tap(Play(0, "AH"), Play(1, "?")).asked == []
    assert whist(sayilan=26).tap(Play(0, "AH"), Play(1, "?")).asked == ["LOVEYI_ALAN"]


def test_a_needed_winner_is_never_guessed() -> None:
    taps = took(whist(), "0" * 25).tap(Play(0, "AH"), Play(1, "?"))
    assert taps.phase == "SAYIM"
    assert ALMAN_WHISTI.outcome(taps.state, {}) is Refusal.UNREAD_CARD
    with pytest.raises(IllegalAction) as told:
        taps.next()
    assert told.value.code is Refusal.UNREAD_CARD
    taps.answer("0")
    assert taps.deltas(1) == (13, 0)
    taps.check()


def test_trump_nobody_read_may_be_said_later() -> None:
    taps = whist(sayilan=26).tap(Play(0, "8H"), Play(1, "2S"))
    assert taps.asked == ["LOVEYI_ALAN"]
    taps.say(trump="S")
    assert taps.asked == []
    assert taps.state.hand.tricks[0].winner == 1
    assert taps.view.seats[1].turn


@pytest.mark.parametrize(
    "action",
    [Play(0, "AH"), Play(0, "KH"), Turned("AH"), Turned("KH")],
    ids=lambda action: f"{type(action).__name__}-{action.card}",
)
def test_a_card_seen_twice_is_a_misread_and_changes_nothing(action: Action) -> None:
    taps = whist().tap(Turned("5S"), Play(0, "AH"), Play(1, "KH"), Turned("2C"))
    before = taps.state
    assert refused(taps, action) is Refusal.COMPOSITION
    assert taps.state is before


def test_a_card_that_was_taken_from_the_stock_is_not_turned_again() -> None:
    taps = whist().tap(Turned("5S"), Play(0, "AH"), Play(1, "KH"))
    before = taps.state
    assert refused(taps, Turned("5S")) is Refusal.COMPOSITION
    assert Turned("5S") not in ALMAN_WHISTI.legal(before)
    taps.tap(See("KOZ", "5S"))  # the camera sees it before the winner takes it
    assert taps.state == before
    taps.tap(Turned("2C"), Play(0, "5S"))
    assert taps.state.hand.led == "5S"


def test_the_card_that_lies_open_cannot_be_played() -> None:
    taps = whist().tap(Turned("5S"))
    assert refused(taps, Play(0, "5S")) is Refusal.COMPOSITION
    assert refused(taps, Play(0, "11H")) is Refusal.ILLEGAL_ACTION
    assert refused(taps, Took(2)) is Refusal.ILLEGAL_ACTION


def test_a_lead_out_of_turn_stands_and_is_told() -> None:
    taps = whist().tap(Turned("5S"), Play(1, "AH"), Play(0, "KH"))
    assert [notice.code for notice in taps.view.notices] == ["KART_SIRA_DISI"]
    assert taps.state.hand.tricks[0].winner == 1
    assert refused(taps, Play(1, "QH"), Play(1, "JH")) is Refusal.ILLEGAL_ACTION


def revoked(**options: object) -> Taps:
    """Seat 1 throws 7D on a spade in trick 13, draws one card, and plays two spades later."""
    taps = took(whist(**options).tap(Turned("3C")), "0" * 12)
    taps.tap(Turned("2H"), Play(0, "AS"), Play(1, "7D"), Play(0, "KS"), Play(1, "9S"))
    assert taps.view.notices == ()
    return taps.tap(Play(0, "QS"), Play(1, "4S"))


def test_a_proven_revoke_is_told_and_by_default_costs_nothing() -> None:
    taps = revoked()
    assert [notice.code for notice in taps.view.notices] == ["RENONS"]
    assert taps.view.notices[0].args == {"name": "Oğuz", "seat": 1, "number": 13}
    assert took(taps, "1" * 8 + "0" * 3).deltas(1) == (5, 8)
    assert [fault.code for fault in taps.view.hands[0].faults] == ["RENONS"]


@pytest.mark.parametrize(
    ("renons", "answer", "deltas"),
    [
        ("uc_el", "CEZA_YAZ", (8, 5)),
        ("uc_el", "CEZA_YOK", (5, 8)),
        ("eli_kaybeder", "CEZA_YAZ", (13, 0)),
    ],
)
def test_the_table_decides_whether_a_proven_revoke_counts(
    renons: str, answer: str, deltas: tuple[int, int]
) -> None:
    taps = took(revoked(renons=renons), "1" * 8 + "0" * 3)
    assert (taps.phase, taps.asked) == ("SAYIM", ["CEZA"])
    taps.answer(answer)
    assert taps.deltas(1) == deltas
    taps.check()


def test_a_correction_may_mend_tricks_and_revokes_and_nothing_else() -> None:
    taps = whist(hedef=50, renons="uc_el")
    for number in range(3):
        if number:
            taps.next()
        taps.say(tricks="8-5")
    taps.say(2, tricks="5-8", renons="1-0")
    assert [hand.deltas for hand in taps.view.hands] == [(8, 5), (2, 11), (8, 5)]
    assert taps.totals == (18, 21)
    with pytest.raises(IllegalAction) as told:
        taps.say(2, tricks="5-9")
    assert told.value.code is Refusal.BAD_FACT
    taps.check()


def test_a_corrected_deal_may_end_the_match_or_go_on() -> None:
    taps = whist()
    taps.say(tricks="8-5")
    assert taps.view.winners == (0,)
    taps.say(1, tricks="5-8")
    assert taps.asked == ["SONUC_DEGISTI"]
    taps.answer("DUZELTILMIS")
    assert taps.view.winners == (1,)
    taps.check()


def test_a_drawn_deal_is_told_as_drawn() -> None:
    taps = whist(sayilan=26)
    taps.say(tricks="13-13")
    assert taps.view.winners == (0, 1)
    assert taps.view.sentence.code == "BERABERE_BITTI"


def test_the_deal_alternates_and_a_void_one_is_dealt_again() -> None:
    taps = Taps("alman-whisti", 2, starter=1, hedef=50)
    leads = [taps.state.hand.first]
    taps.say(tricks="8-5")
    taps.next()
    leads.append(taps.state.hand.first)
    taps.void()
    taps.next()
    leads.append(taps.state.hand.first)
    assert leads == [1, 0, 0]
    taps.check()


def test_undo_takes_back_a_tap_then_the_written_deal() -> None:
    taps = took(whist(), "0" * 25)
    taps.undo()
    assert len(taps.state.hand.tricks) == 24
    took(taps, "01")
    assert taps.phase == "BITTI"
    taps.undo()
    assert (taps.phase, taps.asked) == ("SAYIM", ["GERI_ALINDI"])
    taps.answer("PUANLA")
    assert taps.deltas(1) == (12, 1)
    taps.check()


def test_the_camera_may_say_what_it_saw() -> None:
    taps = whist()
    game = taps.match.game
    assert game.needs(taps.state).places == ("KOZ", "K0")
    seen = game.read(taps.state, CardOpen(1.0, "KOZ", Reading({"5S": 0.7, "5C": 0.2})))
    assert [see.rank for see in seen.choose if isinstance(see, See)] == ["5S", "5C"]
    for place, label in (("KOZ", "5S"), ("K0", "8H"), ("K0", "9H"), ("K1", "TH"), ("K1", "TH")):
        taps.see(CardOpen(2.0, place, Reading({label: 0.99})))
    trick = taps.state.hand.tricks[0]
    assert (trick.led, trick.followed, trick.turned, trick.winner) == ("9H", "TH", "5S", 1)
    assert game.needs(taps.state).places == ("KOZ", "K1")
    for event in (PacketClosed(3.0, "KOZ", 2), CardOpen(3.0, "M", Reading({"K": 1.0}))):
        assert game.read(taps.state, event).choose == ()
    taps.tap(Elapsed(1.0)).check()


def test_the_page_is_told_what_may_be_tapped() -> None:
    taps = whist()
    labels = [tap.label.code for tap in taps.view.taps]
    assert labels == ["ALDI"] * 2 + ["ACILAN"] * 52 + ["KART_ADI"] * 52
    assert taps.view.taps[0].action == {"do": "Took", "seat": 0}
    took(taps, "0" * 13)
    assert [tap.label.code for tap in taps.view.taps] == ["ALDI"] * 2 + ["KART_ADI"] * 52
