"""Who changed what of a hand: read from the log, kept over a restart, told to anybody."""

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import expect

from device.referee import Referee
from rules.edits import EditKind
from rules.games import GAMES
from tests.web.browser import Open
from tests.web.conftest import Phone
from tests.web.table import PIN, Evening
from web import port
from web.words import LANGUAGES, words

Phones = Callable[..., Phone]


def told(evening: Evening, number: int) -> list[tuple[str, str, str, Any]]:
    return [
        (edit.kind.name, edit.source, edit.by, edit.changes)
        for edit in evening.referee.edits(number)
    ]


def correct(evening: Evening, number: int, by: str = "", **facts: str) -> None:
    changes = {key.replace("_", ":"): value for key, value in facts.items()}
    command = port.SetFact(number=number, changes=changes)
    assert evening.referee.submit(command, seen=None, source="phone", by=by).ok


def test_a_correction_says_whose_phone_it_was_and_what_it_changed(evening: Evening) -> None:
    evening.begin(game="blof", players=3)
    evening.write(left_0="5", left_1="0", left_2="17")
    assert evening.submit(port.NextHand()).ok
    correct(evening, 1, by="Ayşe", left_2="16")
    correct(evening, 1, left_2="15", left_0="6")
    assert evening.undo().ok
    assert told(evening, 1)[1:] == [
        ("CORRECTED", "phone", "Ayşe", (("left:2", "17", "16"),)),
        ("CORRECTED", "phone", "", (("left:0", "5", "6"), ("left:2", "16", "15"))),
        ("UNDONE", "phone", "", (("left:0", "6", "5"), ("left:2", "15", "16"))),
    ]
    assert told(evening, 2) == []


def test_a_hand_taken_back_and_dropped_is_told_in_its_order(evening: Evening) -> None:
    evening.begin()
    evening.play_hand()
    assert evening.undo().ok
    question = evening.score.questions[0].id
    assert evening.submit(port.Answer(question=question, answer="PUANLA")).ok
    assert evening.submit(port.VoidHand(number=1), source="button").ok
    kinds = [(kind, source) for kind, source, _, _ in told(evening, 1)]
    assert kinds[-3:] == [("REOPENED", "phone"), ("ANSWERED", "phone"), ("VOIDED", "button")]


def test_names_of_phones_outlive_a_restart(evening: Evening) -> None:
    evening.begin()
    evening.play_hand()
    correct(evening, 1, by="Oğuz", KD="K")
    again = Referee(evening.store, pin=PIN, simulated=False)
    assert again.edits(1)[-1].by == "Oğuz"
    assert again.edits(1)[-1].changes == (("KD", "Q", "K"),)
    assert again.edits(1) == evening.referee.edits(1)


def test_the_name_is_that_of_the_phone_that_asked(evening: Evening, phone: Phones) -> None:
    evening.begin()
    evening.play_hand()
    host = phone(control=True)
    host.post("/koltuk", {"name": "Oğuz"})
    host.post("/komut", {"do": "set", "number": 1, "changes": {"KD": "K"}})
    answer = phone().get("/eller/1/defter", headers={"Accept": "application/json"})
    assert answer.json is not None
    last = answer.json["edits"][-1]
    assert (last["by"], last["kind"], last["changes"]) == ("Oğuz", "DUZELTILDI", [["KD", "Q", "K"]])


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_change_has_words(language: str, evening: Evening) -> None:
    table = words(language).table
    assert set(table["edit"]) == {kind.value for kind in EditKind}
    for game in GAMES:
        evening.begin(game=game, players=GAMES[game].info.min_players)
        for fact in evening.score.facts:
            kind = fact.key.partition(":")[0]
            assert kind in table["fact"] or kind in table["place"], (game, fact.key)


def test_any_hand_is_two_taps_from_its_preview_and_one_from_done(
    evening: Evening, opened: Open
) -> None:
    evening.begin()
    evening.play_hand()
    evening.submit(port.NextHand())
    evening.play_hand()
    page = opened("/eller", pin=True)
    page.get_by_role("link", name="1. eli düzelt").click()
    page.get_by_role("button", name="Oğuz: Ters").click()
    expect(page.locator(".preview li .digits").last).to_have_text("0")
    assert evening.score.seats[1].total == -2
    page.get_by_role("button", name="Düzelt", exact=True).click()
    expect(page.get_by_text("düzeltildi")).to_be_visible()
    assert evening.score.seats[1].total == 0
    page.get_by_role("link", name="1. eli düzelt").click()
    log = page.get_by_role("region", name="Kim neyi değiştirdi?")
    expect(log.locator("li").last).to_contain_text("Yöneten telefon: düzeltti")
    expect(log.locator("li").last).to_contain_text(
        "Oğuz, piyon: sağ üst köşe, ters → sağ üst köşe, düz"
    )
    page.get_by_role("link", name="El listesi").click()
    page.get_by_role("link", name="Tahta").click()
    page.get_by_role("button", name="Geri al").click()
    expect(page.locator("[data-count='1']")).to_have_text("−2")


def test_what_a_dropped_hand_would_change_is_seen_from_the_first_touch(
    evening: Evening, opened: Open
) -> None:
    evening.begin()
    evening.play_hand()
    page = opened("/eller/1", pin=True)
    page.get_by_role("button", name="Bu el sayılmasın").click()
    expect(page.locator(".preview li").first).to_contain_text("Ayşe, toplam")
    expect(page.locator(".preview li .digits").nth(1)).to_have_text("0")
    assert not evening.score.hands[0].void


def test_the_board_leads_to_the_hand_that_was_just_written(evening: Evening, opened: Open) -> None:
    evening.begin(game="blof", players=3)
    evening.write(left_0="5", left_1="0", left_2="17")
    page = opened("/", pin=True)
    page.locator("button.sentence").click()
    expect(page.get_by_role("heading", name="1. eli düzelt")).to_be_visible()
    page.go_back()
    page.locator(".past li").last.click()
    expect(page.get_by_role("heading", name="1. eli düzelt")).to_be_visible()
