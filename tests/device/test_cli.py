"""The command line says what is wrong in one sentence, with an exit status that fits."""

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
