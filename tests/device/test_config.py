"""The configuration file: what is wrong is named with file and line, what is right still works."""

import threading
import urllib.request
from dataclasses import fields
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from device.app import App, Settings
from device.cli import main
from device.config import Config, Loaded, WiringConfig, used_pins
from device.config.reading import default_path, load
from device.config.writing import as_toml
from rules.games import GAMES

EXAMPLE = Path(__file__).parents[2] / "deploy" / "config.example.toml"


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "hakem.toml"


def told(file: Path, text: str) -> list[tuple[int, str]]:
    file.write_text(text, encoding="utf-8")
    return [(problem.line, problem.key) for problem in load(file).problems]


def test_the_example_is_complete_and_means_the_defaults() -> None:
    loaded = load(EXAMPLE)
    assert loaded.problems == ()
    assert loaded.config == Config()
    sections = {each.name: each.default_factory for each in fields(Config)}
    assert loaded.given == {
        f"{n}.{key.name}" for n, made in sections.items() for key in fields(made)
    }
    assert EXAMPLE.read_text(encoding="utf-8") == as_toml(Loaded(config=Config()))


def test_what_is_shown_can_be_read_again(file: Path) -> None:
    file.write_text('[wiring]\nundo = 22\nlight = "rgb"\nlight_pins = [5, 6, 13]\n')
    first = load(file)
    file.write_text(as_toml(first), encoding="utf-8")
    assert load(file).config == first.config
    assert first.config.wiring.undo == 22
    assert first.config.wiring.next == 17


@pytest.mark.parametrize(
    ("text", "line", "key"),
    [
        ("\n[page]\nprot = 80\n", 3, "page.prot"),
        ("[page]\nport = 80.5\n", 2, "page.port"),
        ("[page]\nport = true\n", 2, "page.port"),
        ("[page]\nport = 70000\n", 2, "page.port"),
        ('[page]\nlanguage = "fr"\n', 2, "page.language"),
        ('[page]\nhost = "my house"\n', 2, "page.host"),
        ("[camera]\nsources = []\n", 2, "camera.sources"),
        ('[camera]\nsources = ["webcam"]\n', 2, "camera.sources"),
        ('[camera]\nsources = ["usb:x"]\n', 2, "camera.sources"),
        ("[camera]\nup_deg = 45\n", 2, "camera.up_deg"),
        ("[panel]\nhold_s = 9\n", 2, "panel.hold_s"),
        ('[data]\nfolder = "here"\n', 2, "data.folder"),
        ("# a pin\n[wiring]\n\nnext = 28\n", 4, "wiring.next"),
        ("[wiring]\nnext = 1\n", 2, "wiring.next"),
        ("[wiring]\nnext = 27\n", 2, "wiring.next"),  # the light has it already
        ("[wiring]\nundo = 17\n", 2, "wiring.undo"),
        ("[wiring]\nbluff = [5, 6, 5]\n", 2, "wiring.bluff"),
        ("[wiring]\nbluff = [2, 3, 4, 5, 6, 7, 8]\n", 2, "wiring.bluff"),
        ('[wiring]\nlight = "rgb"\n', 2, "wiring.light"),
        ("[wirring]\nnext = 17\n", 1, "wirring"),
        ("wiring.nxt = 17\n", 1, "wiring.nxt"),
        ("page = 3\n", 1, "page"),
        ("port = 3\n", 1, "port"),
        ("[page]\nport = = 3\n", 2, ""),
        ("[page]\nport = 3\nport = 4\n", 3, ""),
        ('[page]\nhost = "0.0.0.0\n', 2, ""),
    ],
)
def test_what_is_wrong_is_named_with_its_line(file: Path, text: str, line: int, key: str) -> None:
    assert told(file, text) == [(line, key)]
    problem = load(file).problems[0]
    assert str(problem).startswith(f"{file}:{line}: ")
    assert problem.turkish
    assert problem.english


def test_every_game_may_be_the_first(file: Path) -> None:
    assert len(GAMES) == 5
    for game in GAMES:
        assert told(file, f'[page]\ngame = "{game}"\n') == []
    assert told(file, '[page]\ngame = "okey"\n') == [(2, "page.game")]


def test_a_misspelt_key_is_guessed(file: Path) -> None:
    told(file, "[wiring]\nbuzer = 18\n")
    problem = load(file).problems[0]
    assert "“buzzer”" in problem.turkish
    assert "did you mean 'buzzer'?" in problem.english


def test_all_problems_are_told_at_once_and_the_rest_is_used(file: Path) -> None:
    assert told(file, "[page]\nport = 1234\nlanguage = 5\n[wiring]\nnxt = 3\n") == [
        (3, "page.language"),
        (5, "wiring.nxt"),
    ]
    config = load(file).config
    assert config.page.port == 1234
    assert config.page.language == "tr"


def test_a_file_that_is_not_there_or_no_text_is_a_problem(file: Path) -> None:
    assert [p.line for p in load(file).problems] == [1]
    file.write_bytes(b"\xff\xfe\x00")
    assert "UTF-8" in load(file).problems[0].english


def test_no_file_means_the_defaults() -> None:
    assert load(None) == Loaded(config=Config())


def test_the_file_is_named_by_the_environment(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("HAKEM_CONFIG", str(tmp_path / "x.toml"))
    assert default_path() == tmp_path / "x.toml"
    monkeypatch.delenv("HAKEM_CONFIG")
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    (tmp_path / "hakem").mkdir()
    (tmp_path / "hakem" / "hakem.toml").touch()
    assert default_path() == tmp_path / "hakem" / "hakem.toml"


def test_a_light_that_is_not_there_takes_no_pin() -> None:
    assert list(used_pins(WiringConfig(light="none"))) == [("next", 17)]
    assert list(used_pins(WiringConfig())) == [("next", 17), ("light_pins", 27)]


# --- the command line ----------------------------------------------------------------------------


def run(*arguments: str) -> Result:
    return CliRunner().invoke(main, list(arguments))


def test_check_says_good_or_what_is_wrong(file: Path) -> None:
    assert run("config", "--check", "--config", str(EXAMPLE)).exit_code == 0
    file.write_text("[page]\nprot = 80\n")
    result = run("config", "--check", "--config", str(file))
    assert result.exit_code == 2
    assert f"{file}:2: page.prot" in result.output


def test_show_prints_a_file_that_marks_what_was_given(file: Path) -> None:
    file.write_text("[page]\nport = 99\n")
    shown = run("config", "--show", "--config", str(file))
    assert shown.exit_code == 0
    assert "port = 99  # dosyadan" in shown.output
    assert run("config").exit_code == 2


def test_the_command_line_goes_before_the_file(file: Path) -> None:
    file.write_text('[page]\nport = 99\ngame = "blof"\n[camera]\nsources = ["usb:3"]\n')
    play = main.commands["play"]

    def params(*words: str) -> dict[str, Any]:
        return play.make_context("play", ["--config", str(file), *words]).params

    assert params()["port"] == 99
    assert params()["cameras"] == "usb:3"
    assert params("--port", "7")["port"] == 7
    assert params("--port", "7")["game"] == "blof"


@pytest.mark.parametrize("name", ["usb:x", "photo", "webcam", "pi:1", ","])
def test_a_camera_that_cannot_be_is_refused_at_once(name: str) -> None:
    result = run("play", "--camera", name)
    assert result.exit_code == 2
    assert "photo:PATH" in result.output


# --- safe mode -----------------------------------------------------------------------------------


def test_a_broken_file_still_brings_the_page_with_the_error_on_it(
    file: Path, tmp_path: Path
) -> None:
    file.write_text("[page]\nprot = 80\n")
    loaded = load(file)
    said: list[str] = []
    settings = Settings(
        config=loaded.config,
        problems=loaded.problems,
        data_dir=tmp_path,
        host="127.0.0.1",
        port=0,
        pins="mock",
        say=said.append,
    )
    with App(settings) as app:
        app.start()
        app.serve()
        snapshot = app.referee.wait(1, 5.0)
        with urllib.request.urlopen(f"http://127.0.0.1:{app.port}/", timeout=5) as answer:
            page = answer.read().decode()
        assert not any(thread.name == "eyes-link" for thread in threading.enumerate())
    assert snapshot.problem is not None
    assert snapshot.problem[0] == "CONFIG"
    assert snapshot.camera.state == "none"
    assert f"{file}:2" in page
    assert "page.prot" in page
    assert not any("PIN" in text and "SAHTE" in text for text in said)  # no pins were opened
