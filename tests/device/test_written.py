"""``hakem score`` and ``hakem simulate`` for every game: examples, policies, options, pictures."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from device.cli import main
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
    nowhere = run("simulate", "blof", "--games", "1", "--plot", str(tmp_path / "no" / "x.png"))
    assert nowhere.exit_code == 2
    assert "FILE.png" in nowhere.output
