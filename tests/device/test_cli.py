"""The command line says what is wrong in one sentence, with an exit status that fits."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from device.cli import main


def run(*arguments: str, text: str | None = None) -> Result:
    return CliRunner().invoke(main, list(arguments), input=text)


@pytest.mark.parametrize("command", sorted(main.commands))
def test_every_command_teaches(command: str) -> None:
    result = run(command, "--help")
    assert result.exit_code == 0
    assert len(result.output.splitlines()) > 8


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (("play", "--camera", "webcam"), "pi, usb:N, staged"),
        (("play", "--game", "poker"), "vale-avi"),
        (("play", "--hands", "3"), "--camera staged"),
        (("play", "--players", "9"), "2<=x<=6"),
        (("score", "poker", "-"), "vale-avi"),
        (("simulate", "poker"), "vale-avi"),
        (("pawns", "--out", "/nowhere/pawns.pdf"), "--out"),
    ],
)
def test_a_wrong_wish_is_answered_with_what_there_is(arguments: tuple[str, ...], says: str) -> None:
    result = run(*arguments, text="")
    assert result.exit_code == 2
    assert says in result.output
    assert "Traceback" not in result.output


def test_a_deck_without_courts_is_named(tmp_path: Path) -> None:
    (tmp_path / "2H.png").write_bytes(b"")
    result = run("play", "--camera", "staged", "--faces", str(tmp_path))
    assert result.exit_code == 2
    assert "QS" in result.output


HANDS = """
oyuncular: Ayşe, Oğuz
el K | KB=A KD=Q | Ayşe KB D, Oğuz KD T
el J | KB=J KD=A | Oğuz KD D, Ayşe KB T
"""


def test_written_hands_are_scored() -> None:
    result = run("score", "vale-avi", "-", text=HANDS)
    assert result.exit_code == 0
    assert "+10 = 13" in result.output
    assert "Kazanan / winner: Ayşe" in result.output
    told = json.loads(run("score", "vale-avi", "-", "--json", text=HANDS).output)
    assert [hand["points"] for hand in told["hands"]] == [[3, -1], [10, 3]]
    assert told["totals"] == [13, 2]
    assert told["winners"] == ["Ayşe"]


def test_a_written_hand_that_breaks_a_rule_is_named_with_its_line() -> None:
    wrong = HANDS.replace("el J", "el K").replace("KB=J KD=A", "KB=K KD=K")
    result = run("score", "vale-avi", "-", text=wrong)
    assert result.exit_code == 1
    assert "4. satır" in result.output
    assert "COMPOSITION" in result.output
    told = json.loads(run("score", "vale-avi", "-", "--json", text=wrong).output)
    assert (told["error"], told["line"]) == ("COMPOSITION", 4)


def test_no_text_file_is_said_so(tmp_path: Path) -> None:
    (tmp_path / "hands").write_bytes(b"\xff\xfe\x00")
    result = run("score", "vale-avi", str(tmp_path / "hands"))
    assert result.exit_code == 2
    assert "UTF-8" in result.output


def test_simulation_reports_main_and_all_hands() -> None:
    told = json.loads(
        run("simulate", "vale-avi", "--players", "2", "--games", "50", "--json").output
    )
    assert told["main_hands"]["mean"] <= told["all_hands"]["mean"]
    assert sum(told["all_hands"]["counts"].values()) == 50
    again = run("simulate", "vale-avi", "--players", "2", "--games", "50", "--json")
    assert json.loads(again.output) == told
    table = run("simulate", "vale-avi", "--games", "20")
    assert "main hands" in table.output
    unknown = run("simulate", "vale-avi", "--policy", "brave")
    assert unknown.exit_code == 2
    assert "forced" in unknown.output
