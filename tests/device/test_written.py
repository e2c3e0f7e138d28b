"""``hakem score`` and ``hakem simulate`` for every game: examples, policies, options, pictures."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from device import refusals
from device.cli import main
from rules.codes import Refusal
from rules.games import GAMES
from rules.simulate import SIMULATED

each_game = pytest.mark.parametrize("game", list(GAMES))


def run(*arguments: str, text: str | None = None) -> Result:
    return CliRunner().invoke(main, list(arguments), input=text)


@each_game
def test_the_example_of_a_game_is_scored(game: str) -> None:
    example = run("score", game, "--example").output
    told = run("score", game, "-", text=example)
    assert told.exit_code == 0
    assert "1 " in told.output
    as_json = json.loads(run("score", game, "-", "--json", text=example).output)
    assert len(as_json["hands"]) >= 1
    assert as_json["hands"][-1]["totals"] == as_json["totals"]


def test_a_file_is_asked_for() -> None:
    told = run("score", "blof")
    assert told.exit_code == 2
    assert "--example" in told.output


def test_faults_are_told_beside_the_points() -> None:
    tricks = "3C: A, " + "A, " * 11 + "2H: AS 7D, KS 9S, QS 4S, " + "A, " * 11
    told = run("score", "alman-whisti", "-", text=f"oyuncular: A, B\nel A | {tricks}")
    assert "! RENONS (name: B, seat: 1, number: 13)" in told.output


EXAMPLE_LINES = {
    "vale-avi": [
        ("KB=A KD=K GB=J GD=Q", "KB=7 KD=K GB=J GD=Q", 4, "A, K, Q, J or ?"),
        ("KB=A KD=K GB=J GD=Q", "KB=Q KD=Q GB=J GD=Q", 4, "Q 4 kez"),
        ("Ayşe KB D, Oğuz KD D", "Oğuz KD D, Oğuz KB D", 4, "sıra: Çiğdem"),
        ("el A | KB=K KD=J GB=Q GD=A |", "el A |", 5, "centre | corners | placements"),
    ],
    "blof": [
        ("blöf 3", "blöf Z", 4, "A 2 to 9 T J Q K"),
        ("blöf K K K K", "blöf", 5, "olması gereken: 4"),
        ("Çiğdem blöf 3", "Ayşe blöf 3", 4, "yalnız sıradaki oyuncu"),
        ("Ayşe=5", "Veli=5", 7, "Ayşe=n Oğuz=n Çiğdem=n"),
    ],
    "alman-whisti": [
        ("5S: 4H QH", "5S: 4H 1H", 5, "QH, TS"),
        ("3D: AD 9D", "3D: QH 9D", 5, "QH 2 kez"),
        ("el Oğuz |", "el Ayşe |", 5, "Oğuz, who did not deal"),
        (", 5D 6D", "", 7, "all 26 tricks"),
    ],
    "belote": [
        ("JH 7H", "JH 2H", 6, "7 to A"),
        ("Ayşe 9H 8H", "Ayşe JH 8H", 6, "JH 2 kez"),
        ("Oğuz TD 9D", "Ayşe TD 9D", 6, "sıra: Oğuz"),
        (", Oğuz TC 8C", "", 7, "9 tricks"),
        ("Ayşe JH 7H,", "bittim Ayşe, Ayşe JH 7H,", 6, "sayısı olan kartla"),
    ],
    "uc-on-uc": [
        ("3S 9D KH", "3S 9D 1H", 3, "TH, or X for a joker"),
        ("Oğuz 3H 9S 9C", "Oğuz 3S 3S 3S", 3, "3S 4 kez"),
        ("el Oğuz |", "el Ayşe |", 3, "kart kalıyor"),
        (" | Çiğdem QH QD QS", "", 3, "eksik olan: Çiğdem"),
    ],
}


@pytest.mark.parametrize(
    ("game", "good", "bad", "line", "says"),
    [(game, *case) for game, cases in EXAMPLE_LINES.items() for case in cases],
)
def test_what_cannot_be_is_told_with_its_line_and_what_would_be_right(
    game: str, good: str, bad: str, line: int, says: str
) -> None:
    example = run("score", game, "--example").output
    assert good in example
    told = run("score", game, "-", text=example.replace(good, bad, 1))
    assert told.exit_code == 1
    assert told.output.startswith(f"{line}. satır / line {line}: ")
    assert says in told.output


def test_every_refusal_has_a_sentence_in_both_languages() -> None:
    given = {"value": "x", "key": "k", "expected": "y"}
    for code in (Refusal.OPTION_RANGE, Refusal.BAD_PLAYERS, Refusal.BAD_FACT, Refusal.BAD_COUNT):
        assert "y" in refusals.told(code, given)
    for code in Refusal:
        assert "{" not in refusals.told(code, {})
    assert "istenen renk" in refusals.told(Refusal.ILLEGAL_ACTION, {"why": "RENONS"})


@each_game
def test_every_game_is_simulated_by_each_of_its_policies(game: str) -> None:
    for policy in SIMULATED[game].policies:
        told = run("simulate", game, "--games", "3", "--policy", policy, "--json")
        assert told.exit_code == 0, told.output
        result = json.loads(told.output)
        assert (result["game"], result["games"], result["policy"]) == (game, 3, policy)
        assert len(result["wins"]) == SIMULATED[game].usual
    assert f"{game} (" in run("simulate", "--help").output


def test_seats_may_play_by_different_policies_and_options_be_given() -> None:
    words = ("simulate", "alman-whisti", "--games", "60", "--policy", "sensible,random", "--json")
    result = json.loads(run(*words, "--option", "sayilan=26").output)
    assert result["wins"][0] > result["wins"][1]
    assert sum(result["mean_totals"]) == 26


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (("--policy", "sensible,brave"), "random"),
        (("--option", "el_sayisi=4"), "3, 5, 7"),
        (("--option", "el_sayisi"), "key=value"),
        (("--option", "hedef=3"), "el_sayisi"),
        (("--players", "2"), "3 to 6"),
    ],
)
def test_a_wrong_wish_is_answered_with_what_there_is(words: tuple[str, ...], says: str) -> None:
    told = run("simulate", "blof", "--games", "1", *words)
    assert told.exit_code == 2
    assert says in told.output
    assert "Traceback" not in told.output


def test_a_simulation_is_drawn(tmp_path: Path) -> None:
    picture = tmp_path / "points.png"
    told = run("simulate", "blof", "--games", "3", "--plot", str(picture))
    assert told.exit_code == 0, told.output
    assert picture.read_bytes().startswith(b"\x89PNG")
    for wrong in ("no/x.png", "x.txt", "x"):
        nowhere = run("simulate", "blof", "--games", "1", "--plot", str(tmp_path / wrong))
        assert nowhere.exit_code == 2
        assert "FILE.png" in nowhere.output
        assert "SIMULATION" not in nowhere.output
