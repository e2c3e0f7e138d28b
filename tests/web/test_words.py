"""Every code has words in both languages, and no sentence asks for a value that is not there."""

import re
import tomllib
from importlib.resources import files

import pytest

from rules.codes import ALL_CODES
from rules.games import GAMES
from rules.tabletop import Owner
from web.answers import STATUS
from web.words import LANGUAGES, SERVERS_OWN, words

SECTION = {"Say": "say", "Warn": "warn", "Ask": "ask", "Reply": "reply", "Refusal": "refusal"}
CODES = [(SECTION[kind.__name__], code) for kind in ALL_CODES for code in kind]
# What the port itself may answer (device.referee), and what only the page says of it.
PORT_CODES = ("STALE", "NO_MATCH", "BUSY", "INTERNAL", "STORAGE_FULL", "STORAGE_UNWRITABLE")
PROBLEMS = tuple(f"STORAGE_{why}" for why in ("CORRUPT", "NEWER", "LOCKED", "FULL", "UNWRITABLE"))
ADVICE = ("MASA_KARANLIK", "BULANIK", "PARLAMA", "KAMERA_KAYDI", "KAMERA_YOK", "KAMERA_DURDU")
TROUBLE = ("GOZLER_BOZUK", "KAMERA_BITTI")
SCRIPTS = "\n".join(
    path.read_text(encoding="utf-8")
    for folder in ("js", "js/archive")
    for path in files("web").joinpath("static", folder).iterdir()
    if path.name.endswith(".js")
)


def asked_for(sentence: str) -> set[str]:
    return set(re.findall(r"\{(\w+)\}", sentence))


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("section", "code"), CODES, ids=lambda value: str(value))
def test_every_code_of_the_rules_is_worded(language: str, section: str, code: str) -> None:
    sentence = words(language).table[section][code]
    assert sentence.strip()
    assert asked_for(sentence) <= set(code.args)  # type: ignore[attr-defined]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("extra", ["under", "byhand", "written", "missing", "askmore"])
def test_second_sentences_belong_to_a_code_and_ask_only_for_its_values(
    language: str, extra: str
) -> None:
    known = {
        str(code): set(code.args)
        for section, code in CODES
        if section == ("ask" if extra == "askmore" else "say")
    }
    for code, sentence in words(language).table[extra].items():
        assert asked_for(sentence) <= known[code], code


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_port_and_the_camera_are_worded(language: str) -> None:
    table = words(language).table
    assert set(PORT_CODES) <= set(table["refusal"])
    assert set(PROBLEMS) <= set(table["problem"])
    assert {*ADVICE, *TROUBLE} <= set(table["camera"])
    assert {"seeing", "covered", "searching", "none", "stopped", "starting"} <= set(table["camera"])
    assert set(STATUS) <= set(table["refusal"])
    assert set(GAMES) <= set(table["game"])
    assert {str(owner) for owner in Owner} == set(table["owner"])


def test_both_languages_have_the_same_codes_with_the_same_values() -> None:
    turkish, english = words("tr").table, words("en").table
    assert {name: set(section) for name, section in turkish.items()} == {
        name: set(section) for name, section in english.items()
    }
    for name, section in turkish.items():
        for code, sentence in section.items():
            assert asked_for(sentence) >= asked_for(english[name][code]), (name, code)


def test_every_word_the_scripts_ask_for_is_there_and_none_is_idle() -> None:
    asked = set(re.findall(r'\bui\(\s*"(\w+)"', SCRIPTS))
    assert asked <= set(words("tr").table["ui"])
    named = set(re.findall(r'"(\w+)"', SCRIPTS)) | {"tahtaya_don"}
    assert set(words("tr").table["ui"]) <= named


def test_phones_have_every_section_their_scripts_speak_from() -> None:
    sections = set(re.findall(r'(?<![.\w])(?:say|has|listed|exactly)\(\s*"(\w+)"', SCRIPTS))
    sections |= set(re.findall(r"\btable\.(\w+)", SCRIPTS)) | {"under", "written", "byhand"}
    assert len(sections) > 20
    for language in LANGUAGES:
        assert sections <= set(words(language).for_phones)
        assert set(words(language).table) > SERVERS_OWN


def test_every_option_of_every_game_is_explained() -> None:
    for name in GAMES:
        game = GAMES[name]
        table = words("tr").table
        for key, value in game.option_values(game.options({})).items():
            assert key in table["option"]
            exact = f"{key}_{'none' if value is None else value}"
            assert exact in table["optionmore"] or key in table["optionmore"]


def test_no_suffix_is_ever_glued_to_a_name() -> None:
    for path in files("web").joinpath("locales", "tr").iterdir():
        for section, sentences in tomllib.loads(path.read_text(encoding="utf-8")).items():
            for code, sentence in sentences.items():
                assert not re.search(r"\{names?\}['’\w]", sentence), (section, code)


def test_values_are_said_in_words() -> None:
    turkish = words("tr")
    assert turkish.say("UNREAD_CARD", {"place": "KD"}, section="refusal").startswith(
        "Okunmayan kart: sağ üst köşe."
    )
    said = turkish.say("COMPOSITION", {"rank": "K", "count": 3}, section="refusal")
    assert said.startswith("Kral 3 kez göründü,")
    assert words("en").say("KART", {"rank": "J"}, section="reply") == "Jack"
    assert turkish.say("NO_SUCH_CODE") == "NO_SUCH_CODE"


def test_a_refusal_speaks_of_whole_cards_too() -> None:
    said = words("tr").say("COMPOSITION", {"rank": "KH", "count": 2}, section="refusal")
    assert said.startswith("K\u2665\ufe0e 2 kez")


def test_an_unknown_language_is_an_error_not_silence() -> None:
    with pytest.raises(KeyError):
        words("de")
