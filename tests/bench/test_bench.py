"""The bench itself: figures find their place, a miss is a miss, a gap is not hidden."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

HERE = Path(__file__).parent

FIGURES = '''
from figure import NotMeasured, figure

@figure(unit="ms", at_most=10)
def quick() -> float:
    """How quick."""
    return 9.5

@figure(unit="1/s", at_least=100)
def slow() -> float:
    return 99

@figure(unit="MB", at_most=1)
def {third}() -> float:
    raise NotMeasured("no scales here")
'''


@pytest.fixture
def bench(tmp_path: Path) -> Path:
    """The bench in a folder of its own, with other figures."""
    for name in ("__main__.py", "figure.py"):
        (tmp_path / name).write_text((HERE / name).read_text(encoding="utf-8"), encoding="utf-8")
    (tmp_path / "some_figures.py").write_text(FIGURES.format(third="weight"), encoding="utf-8")
    return tmp_path


def run(bench: Path, *words: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, str(bench), *words]
    return subprocess.run(command, cwd=bench, capture_output=True, text=True, check=False)


def test_table_and_json_say_the_same(bench: Path) -> None:
    done = run(bench)
    table = {line.split()[0]: line for line in done.stdout.splitlines()[1:]}
    assert table["quick"].endswith("met")
    assert table["slow"].endswith("MISSED")
    assert table["weight"].endswith("no scales here")
    assert done.returncode == 1
    assert json.loads((bench / "bench.json").read_text()) == {
        "quick": {"value": 9.5, "unit": "ms", "target": 10, "met": True},
        "slow": {"value": 99.0, "unit": "1/s", "target": 100, "met": False},
        "weight": {"value": None, "unit": "MB", "target": 1, "met": False},
    }


def test_figures_can_be_named(bench: Path) -> None:
    done = run(bench, "slow", "--out", "other.json")
    assert done.returncode == 0  # measured; that it missed is said, not an error
    assert list(json.loads((bench / "other.json").read_text())) == ["slow"]
    assert run(bench, "no-such-figure").returncode == 2


def test_two_figures_cannot_share_a_name(bench: Path) -> None:
    (bench / "more_figures.py").write_text(FIGURES.format(third="scale"), encoding="utf-8")
    assert "two figures with one name: quick, slow" in run(bench).stderr
