"""The rules pages say what the engine does: tables, options and examples, in both languages.

Tables are read from the page as people see it and held against hands that the engine referees.
"""

import re
from collections.abc import Callable, Iterator
from enum import StrEnum
from html import unescape
from itertools import pairwise
from pathlib import Path
from types import UnionType
from typing import get_args, get_type_hints

import pytest

from rules.game import IllegalAction, Mode, Player
from rules.games import GAMES
from rules.games.belote.tricks import winning
from rules.games.uc_on_uc.cards import Costs
from rules.games.uc_on_uc.melds import Hand
from rules.moves import Start
from rules.notation import NotationError, score
from rules.tabletop import Owner
from tests.web.conftest import Phone
from tests.web.table import NAMES, Evening
from web import port
from web.offers import SEATED
from web.rulebook.choices import choices
from web.rulebook.examples import examples, refereed, written
from web.rulebook.pages import CHAPTERS
from web.rulebook.sheet import MINUS, words
from web.rulebook.tables import tables
from web.words import LANGUAGES
from web.words import words as said

Phones = Callable[..., Phone]
Rows = list[list[str]]
GOLDEN = Path(__file__).parents[1] / "golden" / "hands"
EVERY = tuple(GAMES)
COLOURS = "S", "H"  # a trump suit and a plain one


def page(viewer: Phone, game: str = "", language: str = "tr") -> str:
    viewer.client.set_cookie("dil", language, domain="192.168.1.20")
    answer = viewer.get(f"/kurallar/{game}" if game else "/kurallar")
    assert answer.status_code == 200
    return answer.text


def shown(text: str, name: str) -> Rows:
    """The rows of a table on the page, its head first, as text."""
    found = re.search(rf'<table [^>]*data-table="{name}">(.*?)</table>', text, re.S)
    assert found, name
    return [
        [plain(cell) for cell in re.findall(r"<t[hd][^>]*>(.*?)</t[hd]>", row, re.S)]
        for row in re.findall(r"<tr>(.*?)</tr>", found.group(1), re.S)
    ]


def plain(markup: str) -> str:
    return unescape(re.sub(r"<[^>]+>", "", markup)).replace("\ufe0e", "").strip()


def article(text: str) -> str:
    found = re.search(r"<article[^>]*>(.*)</article>", text, re.S)
    assert found
    return plain(found.group(1))


def number(text: str) -> int:
    return int(text.replace(MINUS, "-").removeprefix("+"))


def deltas(game: str, text: str) -> tuple[int | None, ...]:
    return score(game, text).hands[-1].result.deltas


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", EVERY)
def test_every_game_has_its_chapters_and_no_page_bends_the_policy(
    phone: Phones, game: str, language: str
) -> None:
    text = page(phone(), game, language)
    for chapter in CHAPTERS:
        section = re.search(rf'<section id="{chapter}">(.*?)</section>', text, re.S)
        assert section, chapter
        assert len(plain(section.group(1))) > 40, chapter
        assert f'href="#{chapter}"' in text
    for other in EVERY:
        current = ' aria-current="page"' if other == game else ""
        assert re.search(rf'href="/kurallar/{other}"{current}>', text), other
    assert not re.search(r"\son\w+=|style=|javascript:", text)
    assert text.count("/css/rules.css") == 1


@pytest.mark.parametrize("game", EVERY)
def test_both_languages_show_the_same_tables_with_the_same_numbers(
    phone: Phones, game: str
) -> None:
    numbers = [
        [(table, re.findall(r"\d+", " ".join(map(" ".join, shown(text, table)))))
         for table in re.findall(r'data-table="(\w+)"', text)]
        for text in (page(phone(), game, language) for language in LANGUAGES)
    ]  # fmt: skip
    assert numbers[0] == numbers[1]
    assert len(numbers[0]) >= 2


def test_the_words_of_both_languages_are_the_same_codes() -> None:
    turkish, english = words("tr").table, words("en").table
    assert {name: list(section) for name, section in turkish.items()} == {
        name: list(section) for name, section in english.items()
    }


def test_the_rules_are_those_of_the_match_that_is_played(evening: Evening, phone: Phones) -> None:
    evening.begin(vale_carpani=3, duz_siniri=1)
    text = page(phone())
    assert "<h1>13: Vale Avı</h1>" in text
    assert "Bu maçın ayarları işaretli." in text
    assert shown(text, "puan")[1] == ["As", "+3", f"{MINUS}3", f"{MINUS}9"]
    assert 'class="button chosen" href="/kurallar/vale-avi"' in text
    other = page(phone(), "belote")
    assert "<h1>Belote</h1>" in other
    assert "Yeni bir masanın ayarları" in other


OTHER_TABLES: tuple[tuple[str, int, dict[str, str | int | None], tuple[str, ...]], ...] = (
    (
        "vale-avi",
        2,
        {"baslayan": "sirayla", "beraberlik_puani": "ek_el", "hedef": 21, "ek_el_siniri": 2,
         "ek_elde_sayac": "sifirla", "ihlal": "ters_say"},
        ("21 puana varan kazanır", "önceki elin ilkinden sonrakidir", "daha çok puan alan",
         "2 ek elden sonra", "sıfırlanarak girilir", "ters sayar"),
    ),
    (
        "blof",
        4,
        {"itiraz": "herkes", "sure_sn": 7, "yon": "ters", "el_sayisi": 3, "erken_kapat": True},
        ("7 saniye boyunca", "saat yönünün tersine", "3 el oynanır. Cezası", "süre erken kapanır"),
    ),
    (
        "alman-whisti",
        2,
        {"sayilan": 26, "kozsuz": True, "dusuk_el": True, "hedef": 50, "renons": "uc_el"},
        ("26 lövesi de", "Kozsuz oynanıyor", "Düşük el oynanıyor", "50 ya da", "yapandan 3 löve"),
    ),
    (
        "belote",
        4,
        {"hazir": "resmi", "bittim": False, "hedef": 500, "esit_seri": "hicbiri",
         "kart_tekrari": True, "dagitan": "kazanan"},
        ("Bu tablo 4 ile", "koz oynamak zorunludur", "İçerde.", "Bu masada yok.", "500 ya da",
         "iki taraf da yazmaz", "Bu masada bir kart hem", "Sonraki eli, eli kazanan"),
    ),
    (
        "uc-on-uc",
        3,
        {"hazir": "ikililer_joker_degil", "hizli": True, "as_yuksek": True, "dizilis": "oyuncunun"},
        ("2 basılı jokerle", "Hız oynanıyor", "12 turun sonunda", "büyük de olur", "masada 1"),
    ),
)  # fmt: skip


@pytest.mark.parametrize(
    ("game", "players", "options", "told"), OTHER_TABLES, ids=[one[0] for one in OTHER_TABLES]
)
def test_the_text_follows_what_the_table_chose(
    evening: Evening,
    phone: Phones,
    game: str,
    players: int,
    options: dict[str, str | int | None],
    told: tuple[str, ...],
) -> None:
    usual = article(page(phone(), game))
    seats = zip(NAMES[:players], Owner, strict=False)
    seated = tuple(port.Player(name=name, owner=owner) for name, owner in seats)
    done = evening.submit(port.NewMatch(game=game, players=seated, options=options))
    assert done.ok, done
    text = article(page(phone()))
    for sentence in told:
        assert sentence in text
        assert sentence not in usual
    assert "settings of this match" in article(page(phone(), language="en"))


def test_without_a_match_the_rules_can_be_read(phone: Phones) -> None:
    assert "<h1>13: Vale Avı</h1>" in page(phone())


@pytest.mark.parametrize("language", LANGUAGES)
def test_an_unknown_game_is_told_in_words_with_the_games_there_are(
    phone: Phones, language: str
) -> None:
    viewer = phone()
    viewer.client.set_cookie("dil", language, domain="192.168.1.20")
    answer = viewer.get("/kurallar/okey%3Cb%3E")
    assert answer.status_code == 404
    assert unescape(answer.text).count("okey<b>") == 1
    assert "<b>" not in answer.text
    for game in EVERY:
        assert f'href="/kurallar/{game}"' in answer.text


def test_the_rules_page_tells_no_factor_it_does_not_know() -> None:
    (unknown,) = tables("vale-avi", {}, words("tr")).values()
    assert [row[1:] for row in unknown.rows] == [
        ("+3", f"{MINUS}3"),
        ("+2", f"{MINUS}2"),
        ("+1", f"{MINUS}1"),
        ("0", "+5"),
    ]


@pytest.mark.parametrize("game", EVERY)
def test_the_examples_are_refereed_and_come_out_as_they_say(phone: Phones, game: str) -> None:
    text = written(game)
    expected = [list(map(int, line[2:].split())) for line in text.splitlines() if line[:2] == "#="]
    match = score(game, text)
    assert [list(hand.result.totals) for hand in match.hands] == expected
    assert not [fault for hand in match.hands for fault in hand.faults]
    assert match == refereed(game)
    rows = shown(page(phone(), game), "sonuc")
    assert [number(cell) for cell in rows[-1][1:]] == expected[-1]
    assert rows[0][1:] == [player.name for player in match.players]


def test_the_moves_of_the_bluffing_example_end_as_the_hand_was_scored() -> None:
    moves = examples("blof", words("tr"))["hamleler"].rows
    assert moves[-1][2:] == refereed("blof").totals
    assert [row[1] for row in moves if "Blöf!" in str(row[1])] == [
        "Blöf! Açıldı: 7, 3. Yalan",
        "Blöf! Açıldı: Papaz, Papaz. Doğru",
        "Blöf! Açıldı: 9, 9, 9. Doğru",
    ]
    assert sum("yandı" in str(row[1]) for row in moves) == 1


def test_the_tricks_shown_are_led_by_whoever_won_the_last_one() -> None:
    rows = examples("alman-whisti", words("tr"))["loveler"].rows
    assert [row[-1] for row in rows] == ["Ayşe", "Ayşe", "Oğuz"]
    assert [row[-2] for row in rows] == ["Oğuz", "Ayşe", "Ayşe"]


def test_the_hands_shown_cost_what_the_round_wrote() -> None:
    rows = examples("uc-on-uc", words("tr"))["eller"].rows
    wrote = [str(cost) for hand in refereed("uc-on-uc").hands for cost in hand.result.deltas]
    assert [row[-1] for row in rows] == wrote


@pytest.mark.parametrize("factor", [1, 2, 3])
def test_vale_avi_scores_what_its_table_says(factor: int) -> None:
    say = words("tr")
    (table,) = tables("vale-avi", {"vale_carpani": factor}, say).values()
    for rank, row in zip("AKQJ", table.rows, strict=True):
        for (side, centre), cell in zip((("D", "Q"), ("T", "Q"), ("T", "J")), row[1:], strict=True):
            text = (
                f"oyuncular: Ayşe, Oğuz\nseçenekler: vale_carpani={factor}\n"
                f"el {centre} | KB={rank} KD=K | Ayşe KB {side}, Oğuz KD D"
            )
            assert deltas("vale-avi", text)[0] == number(str(cell))


def test_blof_deals_and_throws_what_its_tables_say(phone: Phones) -> None:
    text = page(phone(), "blof")
    game = GAMES["blof"]
    dealt = shown(text, "dagitim")[1:]
    assert [int(row[0]) for row in dealt] == [3, 4, 5, 6]
    for row in dealt:
        seats = zip(NAMES[: int(row[0])], Owner, strict=False)
        seated = tuple(Player(name=name, owner=owner) for name, owner in seats)
        state = game.begin(options=game.options({}), players=seated, mode=Mode.TABLE)
        state = game.apply(state, Start(0))
        assert row[1] == ", ".join(str(len(hand)) for hand in state.hand.hands)
    opening, single, later = (row[1] for row in shown(text, "atis")[1:])
    assert [opening, later] == [_taken("Ayşe 7x{n}"), _taken("Ayşe 7x2, Oğuz x{n}")]
    assert single == "1"


def _taken(moves: str) -> str:
    """The numbers of cards that may be thrown: the ones that are not refused as a count."""
    taken = []
    for count in range(9):
        text = f"oyuncular: Ayşe, Oğuz, Çiğdem\nel Ayşe | {moves.format(n=count)}"
        with pytest.raises(NotationError) as refused:  # the hand is not over in any case
            score("blof", text)
        if str(refused.value.code) != "BAD_COUNT":
            taken.append(count)
    return f"{taken[0]}–{taken[-1]}"


@pytest.mark.parametrize("counted", [13, 26])
@pytest.mark.parametrize("misere", ["hayir", "evet"])
def test_alman_whisti_scores_what_its_table_says(counted: int, misere: str) -> None:
    given = {"sayilan": counted, "dusuk_el": misere == "evet"}
    (table,) = tables("alman-whisti", given, words("tr")).values()
    assert len(table.rows) >= 7
    for tricks, *cells in table.rows:
        won, lost = str(tricks).split("–")
        for kind, cell in zip(("sade", "alti_ustu"), cells, strict=True):
            text = (
                f"oyuncular: Ayşe, Oğuz\n"
                f"seçenekler: sayilan={counted}, dusuk_el={misere}, puanlama={kind}\n"
                f"el Ayşe={won} Oğuz={lost}"
            )
            assert deltas("alman-whisti", text) == tuple(map(int, str(cell).split("–")))


RANKS = {"As": "A", "Papaz": "K", "Kız": "Q", "Vale": "J", "10": "T", "9": "9", "8": "8", "7": "7"}


@pytest.mark.parametrize("king", [4, 10])
def test_the_cards_of_belote_count_and_rank_as_its_table_says(king: int) -> None:
    """A whole hand of four players, every card of the deck in it, counted by the page's table."""
    table = tables("belote", {"papaz": king}, words("tr"))["kart"]
    trumps = {RANKS[str(row[0])]: number(str(row[1])) for row in table.rows}
    others = {RANKS[str(row[2])]: number(str(row[3])) for row in table.rows}
    assert table.foot[1:] == (sum(trumps.values()), "", sum(others.values()))
    trump, plain = COLOURS
    for order, suit in ((list(trumps), trump), (list(others), plain)):
        for high, low in pairwise(order):
            assert winning([low + suit, high + suit], trump) == 1
            assert winning([high + suit, low + suit], trump) == 0
    text = (GOLDEN / "belote" / "be39.hakem").read_text(encoding="utf-8")
    text = text.replace("papaz=4", f"papaz={king}")
    names = ["Ayşe", "Oğuz", "Çiğdem", "İlhan"]
    won, played = [0, 0], set[str]()
    for name, *cards in re.findall(r"(\w+) (\w\w) (\w\w) (\w\w) (\w\w)(?=[,\n])", text):
        winner = (names.index(name) + winning(cards, "H")) % 4
        worth = [(trumps if card[1] == "H" else others)[card[0]] for card in cards]
        won[winner % 2] += sum(worth)
        played |= set(cards)
    assert len(played) == 32
    combos = tables("belote", {}, words("tr"))
    run, belote = combos["kombinasyon"].rows[-2][1], combos["kombinasyon"].rows[-1][1]
    last = number(str(combos["odul"].rows[0][1]))
    expected = won[0], won[1] + number(str(run)) + number(str(belote)) + last
    assert score("belote", text).totals == expected * 2


def test_belote_pays_for_combinations_and_prizes_what_its_tables_say() -> None:
    shown_tables = tables("belote", {}, words("tr"))
    written_as = [f"ilan Ayşe brelan {rank}" for rank in "J9ATKQ"]
    written_as += [f"ilan Ayşe seri AS {length}" for length in (8, 7, 6, 5, 4, 3)]
    written_as += ["belote Ayşe, belote Ayşe"]
    rows = shown_tables["kombinasyon"].rows
    for row, more in zip(rows, written_as, strict=True):
        assert _counted(f"{more}, kart 60 60 Oğuz")[0] - 60 == row[1], row
    last, capote, revoke, fault = (number(str(row[1])) for row in shown_tables["odul"].rows)
    assert _counted("kart 60 60 Oğuz") == (60, 60 + last)
    assert _counted("kart 120 0 Ayşe capote") == (120 + capote, 0)
    assert _counted("ceza Ayşe RENONS, kart 60 60 Oğuz") == (60, 60 + last + revoke)
    assert _counted("ceza Ayşe SIRA_DISI, kart 60 60 Oğuz") == (60 + fault, 60 + last)


@pytest.mark.parametrize("chosen", ["rakibe_10", "ikisi", "sadece_eksi"])
def test_a_revoke_in_belote_costs_what_the_table_of_the_option_says(chosen: str) -> None:
    say = words("tr")
    told = dict(tables("belote", {"renons_cezasi": chosen}, say)["odul"].rows)
    mine, theirs = (
        number(str(told.get(say.say(row, section="row"), 0))) for row in ("kendi_renonsu", "renons")
    )
    last = number(str(told[say.say("son_love", section="row")]))
    happened = "ceza Ayşe RENONS, kart 60 60 Oğuz"
    expected = 60 + mine, 60 + last + theirs
    assert _counted(happened, f"renons_cezasi={chosen}") == expected


def _counted(happened: str, options: str = "") -> tuple[int, int]:
    text = f"oyuncular: Ayşe, Oğuz\nseçenekler: {options}\nel Oğuz 7H | Ayşe al, {happened}"
    mine, theirs = deltas("belote", text)
    assert mine is not None
    assert theirs is not None
    return mine, theirs


@pytest.mark.parametrize(
    "given",
    [{}, {"as_yuksek": True, "surat_degeri": "11-12-13"}, {"jokerler": 2}],
    ids=["usual", "high", "jokers"],
)
def test_a_card_left_over_costs_what_its_table_says(given: dict[str, object]) -> None:
    table = tables("uc-on-uc", given, words("tr"))["ceza"]  # type: ignore[arg-type]
    ace, pips, *courts, joker = (str(row[1]) for row in table.rows)
    assert pips == "2–10"
    cards = {"AS": ace, **dict(zip(("JS", "QS", "KS"), courts, strict=True))}
    cards |= {f"{rank}S": "10" if rank == "T" else rank for rank in "24567T"}
    if "jokerler" in given:
        cards["X"] = joker
    options = ", ".join(f"{key}={str(value).lower()}" for key, value in given.items())
    for card, cost in cards.items():
        text = (
            f"oyuncular: Ayşe, Oğuz\nseçenekler: {options}\n"
            f"el Oğuz | Ayşe {card} 8H 6D | Oğuz 3H 9S 9C"
        )
        assert deltas("uc-on-uc", text)[0] == int(cost) + 8 + 6, card


def test_a_round_is_dealt_and_has_wild_cards_as_its_table_says() -> None:
    """Against eleven rounds as they were played and refereed."""
    rows = tables("uc-on-uc", {}, words("tr"))["tur"].rows
    text = (GOLDEN / "uc-on-uc" / "on_bir_tur.hakem").read_text(encoding="utf-8")
    hands = [line for line in text.splitlines() if line.startswith("el ")]
    assert score("uc-on-uc", text).winners
    assert len(rows) == len(hands) == 11
    ranks = {name: rank for rank, name in words("tr").table["rank"].items()}
    for (_, size, wild), line in zip(rows, hands, strict=True):
        went, *held = line.removeprefix("el ").split(" | ")
        cards = {name: texts for name, *texts in (hand.split() for hand in held)}
        assert {len(texts) for texts in cards.values()} == {size}
        assert Hand(cards[went], Costs(ranks[str(wild)])).cost() == 0
    longer = tables("uc-on-uc", {"ek_tur_14": True}, words("tr"))["tur"].rows
    assert longer[-1] == ("12", 14, "As")


def test_the_decks_are_those_a_match_is_begun_with() -> None:
    game = GAMES["uc-on-uc"]
    for players, decks in tables("uc-on-uc", {}, words("tr"))["deste"].rows:
        count = int(str(players))
        owners = [*Owner, *Owner][:count]
        seated = tuple(Player(name=f"P{at}", owner=owner) for at, owner in enumerate(owners))
        try:
            state = game.begin(options=game.options({}), players=seated, mode=Mode.TABLE)
        except IllegalAction:  # six pawns seat six; the rules go up to eight
            assert count > len(Owner)
            continue
        assert state.options.deste == decks


def _members(game: str) -> Iterator[tuple[str, set[object]]]:
    """Every option with the values its type names: the members of an enumeration, yes and no."""
    options = GAMES[game].options({})
    for key, hint in get_type_hints(type(options)).items():
        kinds = get_args(hint) if isinstance(hint, UnionType) else (hint,)
        named: set[object] = set()
        for kind in kinds:
            if kind is bool:
                named |= {"true", "false"}
            elif issubclass(kind, StrEnum):
                named |= {member.value for member in kind}
        yield key, named


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", EVERY)
def test_every_option_is_listed_with_all_its_values_and_its_default_marked(
    phone: Phones, game: str, language: str
) -> None:
    text = page(phone(), game, language)
    table = said(language).table
    listed = dict(re.findall(r'<div data-option="(\w+)">(.*?)</div>', text, re.S))
    asked = GAMES[game].option_values(GAMES[game].options({}))
    assert list(listed) == [key for key in asked if key != SEATED]
    for key, named in _members(game):
        if key == SEATED:
            continue
        assert table["option"][key] in plain(listed[key])
        for value in named:
            assert table["optionvalue"].get(str(value), str(value)) in plain(listed[key]), key
        assert listed[key].count('class="now"') == 1
        assert "{" not in plain(listed[key])
        assert "?" not in plain(listed[key])


@pytest.mark.parametrize("game", EVERY)
def test_the_marked_value_is_the_one_the_match_plays(game: str) -> None:
    for choice in choices(game, {}, said("tr")):
        assert [value.chosen for value in choice.values].count(True) == 1
        assert choice.values[0].chosen
    blof = {choice.key: choice for choice in choices("blof", {"sure_sn": 7}, said("tr"))}
    assert blof["sure_sn"].values[0].label == "7"
    assert {value.label for value in blof["sure_sn"].values} == {"1", "3", "5", "7", "10"}
