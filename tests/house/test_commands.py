"""``hakem`` teaches itself: commands and options are explained, and the README lists them all."""

import re
import subprocess
import sys
from pathlib import Path

import click
import pytest
from click.testing import CliRunner

from device.cli import main

HOME = Path(__file__).parents[2]


def test_the_readme_lists_every_command() -> None:
    readme = (HOME / "README.md").read_text(encoding="utf-8")
    assert sorted(re.findall(r"^\| `hakem (\w+)`", readme, re.MULTILINE)) == sorted(main.commands)


def test_the_list_of_commands_is_not_cut_short() -> None:
    shown = CliRunner().invoke(main, ["--help"]).output.split("Commands:")[1]
    assert [line.strip() for line in shown.splitlines() if line.endswith("...")] == []


@pytest.mark.parametrize("name", main.commands)
def test_help_explains_the_command_and_every_option(name: str) -> None:
    command = main.commands[name]
    assert CliRunner().invoke(main, [name, "--help"]).exit_code == 0
    assert command.help
    options = [each for each in command.params if isinstance(each, click.Option)]
    assert [each.opts[0] for each in options if not each.help] == []


def test_make_play_uses_options_that_exist() -> None:
    makefile = (HOME / "Makefile").read_text(encoding="utf-8")
    line = re.search(r"hakem play (.*) \$\(ARGS\)", makefile)
    assert line is not None
    context = main.commands["play"].make_context("play", line[1].split(), resilient_parsing=True)
    assert context.params["cameras"] == "pi,usb,staged"


def test_every_figure_of_the_bench_can_be_opened() -> None:
    """The bench runs outside the tests: a name it borrows must not vanish unnoticed."""
    collect = "from pathlib import Path; from figure import collect; print(len(collect(Path('.'))))"
    opened = subprocess.run(
        [sys.executable, "-c", collect],
        cwd=HOME / "tests" / "bench",
        capture_output=True,
        text=True,
        check=False,
    )
    assert opened.returncode == 0, opened.stderr
    assert int(opened.stdout) > 10
