"""``hakem panel --test``: what works is said to work, what was wired wrong is found."""

import threading
import time
from pathlib import Path

import pytest
from click.testing import CliRunner
from gpiozero.pins.mock import MockFactory

from device.cli import main
from device.config import PanelConfig, WiringConfig
from device.panel import pin_factory
from device.panel_walk import Tried, walk

WIRING = WiringConfig(undo=22, bluff=(5,), light="rgb", light_pins=(10, 11, 12), buzzer=18)


def walked(factory: MockFactory, pressed: dict[str, int], *, saw: bool = True) -> list[Tried]:
    """A person who presses ``pressed[part]`` when asked for a part."""

    def say(text: str) -> None:
        pin = next((pin for part, pin in pressed.items() if part in text), None)
        if pin is not None:
            hold_s = 2.3 if "hold" in text else 0.08
            threading.Thread(target=push, args=(factory, pin, hold_s)).start()

    steps = walk(
        factory,
        wiring=WIRING,
        settings=PanelConfig(hold_s=2.0),
        say=say,
        saw=lambda question: saw,
        wait_s=4.0,
    )
    return list(steps)


def push(factory: MockFactory, pin: int, for_s: float) -> None:
    time.sleep(0.1)
    factory.pin(pin).drive_low()
    time.sleep(for_s)
    factory.pin(pin).drive_high()


@pytest.fixture
def factory() -> MockFactory:
    made = pin_factory("mock")
    assert made is not None
    return made  # type: ignore[no-any-return]


def test_everything_works(factory: MockFactory) -> None:
    found = walked(factory, {"next": 17, "undo": 22, "Blöf": 5})
    assert [tried.part for tried in found if not tried.works] == []
    assert len(found) == 3 + 1 + 4


def test_what_is_wired_wrong_is_named(factory: MockFactory) -> None:
    found = walked(factory, {"next": 22, "undo": 22}, saw=False)
    bad = {tried.part: tried.told for tried in found if not tried.works}
    assert "undo geldi" in bad["“sonraki el” / next (next)"]
    assert "no press came" in bad["“Blöf!” 1"]
    assert "kırmızı / red" in bad
    assert "zil / buzzer" in bad


def test_the_command_says_that_pins_are_mock_ones(tmp_path: Path) -> None:
    file = tmp_path / "hakem.toml"
    file.write_text('[wiring]\nnext = 0\nlight = "single"\n')
    words = ["panel", "--config", str(file), "--test", "--pins", "mock"]
    result = CliRunner().invoke(main, words, input="y\n")
    assert result.exit_code == 0, result.output
    assert "MOCK PINS" in result.output
    assert "✓ lamba" in result.output
    assert CliRunner().invoke(main, words, input="n\n").exit_code == 1


def test_without_pins_it_says_so() -> None:
    result = CliRunner().invoke(main, ["panel", "--test"])
    assert result.exit_code == 1
    assert "no pins" in result.output
