"""Button and light, through gpiozero's mock pins: the count is exact, held is not pressed."""

import time
from collections.abc import Iterator

import pytest
from gpiozero.pins.mock import MockFactory

from device.cues import Pattern, pattern
from device.panel import Panel, PanelError, Wiring, pin_factory
from web.port import CameraView, Snapshot


class Presses(list[str]):
    def press(self) -> None:
        self.append("next")

    def void(self) -> None:
        self.append("void")


@pytest.fixture
def factory() -> Iterator[MockFactory]:
    made = pin_factory("mock")
    yield made
    made.reset()


@pytest.fixture
def presses() -> Presses:
    return Presses()


def panel_on(factory: MockFactory, presses: Presses) -> Panel:
    return Panel(factory, press=presses.press, void=presses.void)


def push(factory: MockFactory, for_s: float) -> None:
    pin = factory.pin(Wiring().next_pin)
    pin.drive_low()
    time.sleep(for_s)
    pin.drive_high()
    time.sleep(0.05)


def test_each_press_counts_once(factory: MockFactory, presses: Presses) -> None:
    panel = panel_on(factory, presses)
    for _ in range(10):
        push(factory, 0.02)
    panel.close()
    assert presses == ["next"] * 10


def test_holding_voids_on_release_and_is_no_press(
    factory: MockFactory, presses: Presses, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("device.panel.HOLD_S", 0.15)
    panel = panel_on(factory, presses)
    pin = factory.pin(Wiring().next_pin)
    pin.drive_low()
    time.sleep(0.4)
    assert presses == []  # nothing happens while it is held
    pin.drive_high()
    time.sleep(0.05)
    push(factory, 0.02)
    panel.close()
    assert presses == ["void", "next"]


def test_a_busy_pin_is_named(factory: MockFactory, presses: Presses) -> None:
    panel = panel_on(factory, presses)
    with pytest.raises(PanelError, match="17"):
        panel_on(factory, presses)
    panel.close()


def test_mock_pins_only_when_asked_for() -> None:
    assert not isinstance(pin_factory("auto"), MockFactory)
    assert pin_factory("none") is None
    with pytest.raises(PanelError, match="auto, mock or none"):
        pin_factory("real")


def snapshot(state: str) -> Snapshot:
    return Snapshot(
        version=1, score=None, camera=CameraView(state=state), match_id=None, simulated=False
    )


def test_the_light_mirrors_the_state(factory: MockFactory, presses: Presses) -> None:
    panel = panel_on(factory, presses)
    light = factory.pin(Wiring().light_pin)
    panel.show(snapshot("seeing"))
    assert panel.light_pattern is Pattern.IDLE
    assert not light.state
    panel.show(snapshot("none"))
    assert panel.light_pattern is Pattern.BLIND
    seen = set()
    for _ in range(40):
        seen.add(bool(light.state))
        time.sleep(0.01)
    panel.close()
    assert seen == {True, False}  # it blinks


def test_no_camera_is_shown_before_anything_else() -> None:
    assert pattern(snapshot("stopped")) is Pattern.BLIND
