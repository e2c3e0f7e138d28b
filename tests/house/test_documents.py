"""The README tells the truth about commands, folders and what is not verified."""

import re
import stat
from pathlib import Path
from typing import Any

HOME = Path(__file__).parents[2]
README = (HOME / "README.md").read_text(encoding="utf-8")
MAKEFILE = (HOME / "Makefile").read_text(encoding="utf-8")
TARGETS = set(re.findall(r"^([a-z]+):", MAKEFILE, re.MULTILINE))


def test_every_make_command_in_the_readme_exists() -> None:
    named = set(re.findall(r"make ([a-z]+)\b", README))
    assert {"play", "test", "help"} <= named <= TARGETS


def test_every_target_is_explained_by_make_help() -> None:
    assert set(re.findall(r"^([a-z]+):.*  ## \S", MAKEFILE, re.MULTILINE)) == TARGETS


def test_every_module_that_make_runs_exists() -> None:
    modules = re.findall(r"python -m ([\w.]+)", MAKEFILE)
    assert modules
    for module in modules:
        assert (HOME / (module.replace(".", "/") + ".py")).exists(), module


def test_the_checks_run_the_readmes_test_command() -> None:
    script = HOME / ".ci" / "run"
    assert script.stat().st_mode & stat.S_IXUSR
    lines = script.read_text(encoding="utf-8").splitlines()
    assert lines[-1].removeprefix("exec ") == "make test"
    assert re.search(r"^make test ", README, re.MULTILINE)


def test_every_path_and_link_in_the_readme_exists() -> None:
    paths = set(re.findall(r"\]\(([^):]+)\)", README))
    paths |= set(re.findall(r"`([a-z_]+/[\w/.]+)`", README))
    assert len(paths) > 8
    assert [path for path in sorted(paths) if not (HOME / path).exists()] == []


def test_the_readme_lists_what_is_not_verified() -> None:
    section = README.split("## Not verified")[1].split("\n## ")[0]
    listed = re.findall(r"^  - (.+)$", section, re.MULTILINE)
    lines = (HOME / "tests" / "ALLOWED_SKIPS").read_text(encoding="utf-8").splitlines()
    skips = [line for line in lines if line.strip() and not line.startswith("#")]
    assert listed == [skip.replace(" -- ", ": ") for skip in skips] or (listed, skips) == (
        ["nothing"],
        [],
    )


def test_every_allowed_skip_names_a_test_that_exists() -> None:
    for line in (HOME / "tests" / "ALLOWED_SKIPS").read_text(encoding="utf-8").splitlines():
        if not line.strip() or line.startswith("#"):
            continue
        path, _, name = line.split(" -- ")[0].partition("::")
        assert name.partition("[")[0] in (HOME / path).read_text(encoding="utf-8"), line


def test_the_licence_is_the_one_that_is_declared(settings: dict[str, Any]) -> None:
    text = (HOME / "LICENSE").read_text(encoding="utf-8")
    assert text.lstrip().startswith("GNU AFFERO GENERAL PUBLIC LICENSE")
    assert text.rstrip().endswith("<https://www.gnu.org/licenses/>.")
    assert settings["project"]["license"] == "AGPL-3.0-or-later"
