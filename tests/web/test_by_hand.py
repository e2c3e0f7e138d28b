"""The four games that are written by hand: buttons, facts and options as a phone sends them."""

from collections.abc import Callable
from http import HTTPStatus

import pytest

from rules.games import GAMES
from rules.tabletop import Owner
from tests.web.conftest import Phone
from tests.web.table import Evening
from web.offers import offered
from web.words import words

Phones = Callable[..., Phone]


def test_a_button_comes_back_as_it_was_given(evening: Evening, phone: Phones) -> None:
    evening.begin(game="blof", players=3)
    button = next(tap for tap in evening.score.taps if tap.label.args == {"rank": "K", "count": 3})
    body = {"do": "tap", "seen": evening.score.seq, "action": dict(button.action)}
    assert phone(control=True).post("/komut", body).status_code == HTTPStatus.OK
    claim = next(show for show in evening.score.shows if show.code == "ILAN")
    assert (claim.args["rank"], claim.args["count"]) == ("K", 3)


@pytest.mark.parametrize("action", [{}, {"do": "Fly"}, {"do": "Throw", "seat": "x"}])
def test_what_is_no_button_is_refused_with_a_sentence(
    evening: Evening, phone: Phones, action: dict[str, object]
) -> None:
    evening.begin(game="blof", players=3)
    seq = evening.score.seq
    answer = phone(control=True).post("/komut", {"do": "tap", "action": action})
    assert answer.status_code in (HTTPStatus.BAD_REQUEST, HTTPStatus.UNPROCESSABLE_ENTITY)
    assert answer.json is not None
    assert answer.json["sentence"].endswith(".")
    assert evening.score.seq == seq


def test_only_a_phone_in_control_may_tap(evening: Evening, phone: Phones) -> None:
    evening.begin(game="blof", players=3)
    body = {"do": "tap", "action": dict(evening.score.taps[0].action)}
    assert phone().post("/komut", body).status_code == HTTPStatus.FORBIDDEN


def test_a_whole_hand_of_cards_fits_into_one_fact(evening: Evening, phone: Phones) -> None:
    evening.begin(game="uc-on-uc", ek_tur_14=True)
    for number in range(11):
        evening.write(cikan="0", el_0="=0", el_1=f"={number}")
        assert phone(control=True).post("/komut", {"do": "next"}).status_code == HTTPStatus.OK
    cards = "(2S 3S 4S 5S) (6H 7H 8H) (9C TC JC) KD KS QH QD"
    changes = {"cikan": "0", "el:0": "=0", "el:1": cards}
    body = {"do": "set", "number": None, "changes": changes}
    assert phone(control=True).post("/komut", body).status_code == HTTPStatus.OK
    assert evening.score.hands[-1].deltas == (0, 40)


def test_what_the_start_page_offers_every_game_takes() -> None:
    for offer in offered():
        game = GAMES[offer["name"]]
        assert game.info.min_players == offer["least"] <= offer["most"] <= len(Owner)
        usual = offer["options"]
        assert set(offer["choices"]) == set(usual)
        for key, few in offer["choices"].items():
            assert few is None or usual[key] in few
            for value in few or ():
                assert game.option_values(game.options({**usual, key: value}))[key] == value
        for preset in offer["presets"]:
            chosen = {**usual, **preset["options"]}
            assert set(chosen) == set(usual)
            game.options(chosen)


@pytest.mark.parametrize("language", ["tr", "en"])
def test_presets_and_few_values_have_words(language: str) -> None:
    table = words(language).table
    for offer in offered():
        assert {preset["word"] for preset in offer["presets"]} <= set(table["preset"])
        for key, few in offer["choices"].items():
            for value in few or ():
                text = {True: "true", False: "false", None: "none"}.get(value, str(value))
                named = table["optionvalue"].keys() & {text, f"{key}_{text}"}
                assert named or text.replace("-", "").isdigit(), (key, value)


def test_cards_and_combinations_are_said_in_words() -> None:
    turkish = words("tr")
    said = turkish.say("KOMBO", {"name": "Ayşe", "combos": "brelan Q, seri TS 3"}, section="say")
    assert said == "Ayşe: Dört Kız, Seri 10♠\ufe0e (3)"
    assert turkish.say("KOZ_RENGI", {"suit": "H"}, section="say") == "Koz: Kupa"
    hand: dict[str, str | int] = {
        "name": "Oğuz",
        "cost": 10,
        "groups": "(3S 9D 9H)",
        "left": "KC X",
    }
    assert "(3♠\ufe0e 9♦\ufe0e 9♥\ufe0e)" in turkish.say("EL_ACIK", hand, section="say")
    assert "K♣\ufe0e Joker" in turkish.say("EL_ACIK", hand, section="say")
    fault = {"name": "Oğuz", "fault": "RENONS"}
    assert turkish.say("CEZA", fault, section="warn") == "Oğuz: ceza (renons)"
