"""deploy/README.md and the drawing tell what the settings, the script and geometry say."""

import importlib.util
import math
import re
from pathlib import Path
from types import ModuleType

import pytest

from device.config import WiringConfig

DEPLOY = Path(__file__).parents[2] / "deploy"
README = (DEPLOY / "README.md").read_text(encoding="utf-8")


@pytest.fixture
def wiring() -> ModuleType:
    spec = importlib.util.spec_from_file_location("wiring", DEPLOY / "wiring.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_the_drawing_is_the_one_that_is_drawn(wiring: ModuleType) -> None:
    assert (DEPLOY / "wiring.svg").read_text(encoding="utf-8") == wiring.drawing()


def test_the_drawn_pins_are_those_of_the_settings(wiring: ModuleType) -> None:
    drawn = {name: pin for name, pin, *_ in wiring.PARTS}
    defaults = WiringConfig()
    assert drawn["next"] == defaults.next
    assert (drawn["light"],) == defaults.light_pins
    example = (DEPLOY / "config.example.toml").read_text(encoding="utf-8")
    assert f"({drawn['undo']} is a good one)" in example
    assert f"({drawn['buzzer']} is a good one)" in example
    assert {ground for _, _, ground, *_ in wiring.PARTS} <= set(wiring.GROUND)


def test_every_link_and_path_exists() -> None:
    for path in re.findall(r"\]\(([^):]+)\)", README):
        assert (DEPLOY / path).exists(), path
    for path in re.findall(r"`((?:deploy|tests)/[\w./]+)`", README):
        assert (DEPLOY.parent / path).exists(), path


def test_the_heights_follow_from_the_lenses() -> None:
    rows = re.findall(r"\| (\d+)° × \d+° \| (\d+) cm \| (\d+) cm \|", README)
    assert len(rows) == 4
    for degrees, low, high in rows:
        spread = 2 * math.tan(math.radians(int(degrees)) / 2)
        assert int(low) == pytest.approx(60 / spread, abs=1.0)
        assert int(high) == pytest.approx(80 / spread, abs=1.0)


def test_options_of_the_script_are_the_ones_told() -> None:
    script = (DEPLOY / "install.sh").read_text(encoding="utf-8")
    told = set(re.findall(r"install\.sh (--[a-z-]+)", README))
    assert told
    assert all(f"{option})" in script for option in told)
