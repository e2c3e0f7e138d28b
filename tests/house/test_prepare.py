"""deploy/prepare.py on machines that lack things: it names them, and does nothing twice."""

import ast
import importlib.util
import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from types import ModuleType

import pytest

HOME = Path(__file__).parents[2]
SCRIPT = HOME / "deploy" / "prepare.py"


@pytest.fixture
def prepare(tmp_path: Path) -> ModuleType:
    """The real script in a checkout of its own, so that its ``.venv`` is not ours."""
    (tmp_path / "deploy").mkdir()
    shutil.copy(SCRIPT, tmp_path / "deploy" / "prepare.py")
    shutil.copy(HOME / "pyproject.toml", tmp_path)
    spec = importlib.util.spec_from_file_location("prepare", tmp_path / "deploy" / "prepare.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture
def old_python(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A machine whose only Python refuses everything it is asked; PATH leads nowhere else."""
    folder = tmp_path / "bin"
    folder.mkdir()
    python = folder / "python3"
    python.write_text("#!/bin/sh\nexit 1\n")
    python.chmod(0o755)
    monkeypatch.setenv("PATH", str(folder))
    monkeypatch.setattr(sys, "executable", str(python))
    return python


def installed(prepare: ModuleType, extra: str) -> None:
    """Leave what a successful installation leaves."""
    (prepare.VENV / "bin").mkdir(parents=True)
    (prepare.VENV / "bin" / "hakem").touch()
    prepare.VENV_PYTHON.symlink_to(sys.executable)
    prepare.STAMP.write_text(json.dumps(prepare.wanted(extra)))


def test_it_parses_on_a_python_that_is_too_old_to_run_hakem() -> None:
    ast.parse(SCRIPT.read_text(encoding="utf-8"), feature_version=(3, 7))


def test_an_old_python_is_told_what_is_needed(prepare: ModuleType, old_python: Path) -> None:
    with pytest.raises(prepare.NotReady, match=r"Python 3\.11 or newer is needed"):
        prepare.find_python()


def test_what_a_bare_system_lacks_is_named(prepare: ModuleType, old_python: Path) -> None:
    bare = prepare.missing_packages(str(old_python), "dev")
    assert bare == ["chromium", "libgl1", "libglib2.0-0", "python3-venv"]
    assert prepare.missing_packages(str(old_python), "") == bare[1:]  # play needs no browser


def test_this_machine_lacks_nothing(prepare: ModuleType) -> None:
    assert prepare.missing_packages(sys.executable, "dev") == []


def test_no_python_at_all_is_one_sentence() -> None:
    done = subprocess.run(
        ["make", "-s", "play", "PYTHON=no-such-python"], cwd=HOME, capture_output=True, text=True
    )
    assert done.returncode != 0
    assert "no no-such-python here. Type: sudo apt install python3 python3-venv" in done.stderr


def test_a_second_start_installs_nothing(prepare: ModuleType, old_python: Path) -> None:
    installed(prepare, "")
    assert prepare.main(["play"]) == 0  # nothing on this PATH could have installed anything


@pytest.mark.parametrize(("was", "asked", "ready"), [("dev", "", True), ("", "dev", False)])
def test_the_test_environment_serves_play_too(
    prepare: ModuleType, was: str, asked: str, ready: bool
) -> None:
    installed(prepare, was)
    assert prepare.is_ready(asked) is ready


def test_changed_settings_are_installed_again(prepare: ModuleType) -> None:
    installed(prepare, "dev")
    with (prepare.ROOT / "pyproject.toml").open("a") as settings:
        settings.write("# changed\n")
    assert not prepare.is_ready("dev")


def test_a_moved_checkout_is_installed_again(prepare: ModuleType) -> None:
    installed(prepare, "dev")
    stamp = prepare.STAMP.read_text().replace(str(prepare.ROOT), os.sep + "elsewhere")
    prepare.STAMP.write_text(stamp)
    assert not prepare.is_ready("dev")
