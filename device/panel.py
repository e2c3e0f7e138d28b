"""Button and light on the table (gpiozero).

A short press means "next hand", a long one (acting on release) voids the present hand. Presses only
post to the referee; whether anything happens is decided there, once, whoever asked.
"""

import logging
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from device.cues import Pattern, pattern
from web.port import Snapshot

log = logging.getLogger(__name__)

BOUNCE_S = 0.03
HOLD_S = 2.5


class PanelError(Exception):
    """Pins cannot be used; the text says what to do."""


@dataclass(frozen=True, slots=True)
class Wiring:
    """BCM pin numbers: a button to ground, an LED with its resistor (deploy/wiring.md)."""

    next_pin: int = 17
    light_pin: int = 27


def pin_factory(kind: str) -> Any | None:
    """``auto``: the Pi's own pins, or None where there are none (said aloud by the caller);
    ``mock``: gpiozero's mock pins, only ever on request; ``none``: no panel.

    Raises PanelError when the machine has pins but they cannot be opened.
    """
    match kind:
        case "none":
            return None
        case "mock":
            from gpiozero.pins.mock import MockFactory

            return MockFactory()
        case "auto":
            try:
                from gpiozero.pins.lgpio import LGPIOFactory
            except ImportError:
                return None
            try:
                return LGPIOFactory()
            except Exception as error:  # lgpio raises its own bare error class
                log.debug("no GPIO: %s", error)
                return None
        case _:
            raise PanelError(f"pins {kind!r}: auto, mock or none")


class Panel:
    """Owns the button and the light. ``press`` and ``void`` are called from gpiozero's threads."""

    def __init__(
        self,
        factory: Any,
        *,
        press: Callable[[], None],
        void: Callable[[], None],
        wiring: Wiring | None = None,
    ) -> None:
        from gpiozero import LED, Button, GPIOZeroError

        wiring = wiring or Wiring()
        self._held = False
        self._press, self._void = press, void
        self._shown: Pattern | None = None
        try:
            self._button = Button(
                wiring.next_pin,
                pull_up=True,
                bounce_time=BOUNCE_S,
                hold_time=HOLD_S,
                pin_factory=factory,
            )
            self._light = LED(wiring.light_pin, pin_factory=factory)
        except GPIOZeroError as error:
            raise PanelError(
                f"Pins {wiring.next_pin} and {wiring.light_pin} cannot be used: {error}"
            ) from error
        self._button.when_held = self._on_held
        self._button.when_released = self._on_released

    def _on_held(self) -> None:
        self._held = True

    def _on_released(self) -> None:
        held, self._held = self._held, False
        (self._void if held else self._press)()

    def show(self, snapshot: Snapshot) -> None:
        """Mirror the state in the light; called on every publication."""
        wanted = pattern(snapshot)
        if wanted is self._shown:
            return
        self._shown = wanted
        on_s, off_s = wanted.value
        if on_s == 0:
            self._light.off()
        elif off_s == 0:
            self._light.on()
        else:
            self._light.blink(on_time=on_s, off_time=off_s)

    @property
    def light_pattern(self) -> Pattern | None:
        return self._shown

    def close(self) -> None:
        self._button.close()
        self._light.close()
