"""Buttons, light and buzzer on the table (gpiozero).

A short press of "next" means the next hand, a long one (acting on release) voids the present hand;
"undo" takes back, a seat's own button calls its bluff. Presses only post: whether anything happens
is decided by the referee, once, whoever asked.
"""

import logging
import threading
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from device.config import WiringConfig
from device.cues import COLOUR, SOUND, Pattern, pattern
from device.presses import Press, Reader
from web.port import Snapshot

log = logging.getLogger(__name__)

HOLD_S = 2.5
KERNEL_BOUNCE_S = 0.01
"""Left to the pins' driver where there is one; ``device.presses`` has the last word."""
HELD_ON_S = 0.05
REFUSED_ON_S, REFUSED_S = 0.08, 0.6
RED, YELLOW, GREEN = "red", "yellow", "green"
_MIXED = {RED: (1, 0, 0), YELLOW: (1, 1, 0), GREEN: (0, 1, 0)}


class PanelError(Exception):
    """Pins cannot be used; the text says what to do."""


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


@dataclass(frozen=True, slots=True, kw_only=True)
class Wishes:
    """What presses ask for; called from the panel's thread, must return at once."""

    next: Callable[[], None]
    void: Callable[[], None]
    undo: Callable[[], None]
    bluff: Callable[[int], None]  # seat


class Panel:
    """Owns everything that is wired. Raises PanelError when a pin cannot be used."""

    def __init__(
        self,
        factory: Any,
        *,
        wishes: Wishes,
        wiring: WiringConfig | None = None,
        hold_s: float = HOLD_S,
        sound: bool = True,
    ) -> None:
        from gpiozero import GPIOZeroError

        self.wiring = wiring or WiringConfig()
        self._wishes, self._hold_s = wishes, hold_s
        self._snapshot: Snapshot | None = None
        self._online = True
        self._shown: Pattern | None = None
        self._refused: threading.Timer | None = None
        self._showing = threading.Lock()
        self._buttons: dict[str, Any] = {}
        self.light: Light | None = None
        self.buzzer: Buzz | None = None
        self._reader = Reader(
            _pins(self.wiring), hold_s=hold_s, on_press=self._on_press, on_held=self._on_held
        )
        try:
            for name, pin in _pins(self.wiring).items():
                self._buttons[name] = self._button(name, pin, factory)
            if self.wiring.light != "none":
                self.light = Light(self.wiring, factory)
            if self.wiring.buzzer is not None and sound:
                self.buzzer = Buzz(self.wiring.buzzer, factory)
        except GPIOZeroError as error:
            self.close()
            raise PanelError(f"{error}. Which pins: hakem config --show") from error

    def _button(self, name: str, pin: int, factory: Any) -> Any:
        from gpiozero import Button

        made = Button(pin, pull_up=True, bounce_time=KERNEL_BOUNCE_S, pin_factory=factory)
        made.when_pressed = lambda: self._reader.edge(name, down=True)
        made.when_released = lambda: self._reader.edge(name, down=False)
        return made

    def _on_press(self, press: Press) -> None:
        self._restore()
        match press.button.partition(":"):
            case ("next", _, _) if press.held_s >= self._hold_s:
                self._wishes.void()
            case ("next", _, _):
                self._wishes.next()
            case ("undo", _, _):
                self._wishes.undo()
            case ("bluff", _, seat):
                self._wishes.bluff(int(seat))

    def _on_held(self, button: str) -> None:
        """Long enough: let go, and the hand is void. The light says so."""
        if button != "next":
            return
        with self._showing:
            if self.light is not None:
                self.light.blink(RED, HELD_ON_S, HELD_ON_S)
        if self.buzzer is not None:
            self.buzzer.beep(1)

    def _restore(self) -> None:
        with self._showing:
            if self.light is not None and self._shown is not None:
                self.light.show(self._shown)

    def refuse(self) -> None:
        """A press that changed nothing: the light shivers red for a moment; the page says why."""
        with self._showing:
            if self.light is None:
                return
            if self._refused is not None:
                self._refused.cancel()
            self.light.blink(RED, REFUSED_ON_S, REFUSED_ON_S)
            self._refused = threading.Timer(REFUSED_S, self._restore)
            self._refused.daemon = True
            self._refused.start()

    def reach(self, online: bool) -> None:
        """Whether there is a network in which phones may find the page."""
        with self._showing:
            self._online = online
            self._mirror()

    def show(self, snapshot: Snapshot) -> None:
        """Mirror the state in light and sound; called on every publication."""
        with self._showing:
            self._snapshot = snapshot
            self._mirror()

    def _mirror(self) -> None:
        """While ``_showing`` is held: what is known may come from two threads."""
        if self._snapshot is None:
            return
        wanted = pattern(self._snapshot, online=self._online)
        before, self._shown = self._shown, wanted
        if wanted is before:
            return
        if self.light is not None:
            self.light.show(wanted)
        if self.buzzer is not None and before is not None:
            self.buzzer.beep(SOUND[wanted])

    def invite(self) -> None:
        """A phone asks for control: light and buzzer say so until the next press or change."""
        with self._showing:
            if self.light is not None:
                self.light.show(Pattern.INVITING)
        if self.buzzer is not None:
            self.buzzer.beep(SOUND[Pattern.INVITING])

    @property
    def light_pattern(self) -> Pattern | None:
        return self._shown

    def close(self) -> None:
        self._reader.close()
        if self._refused is not None:
            self._refused.cancel()
            self._refused.join(timeout=1)
        for device in (*self._buttons.values(), self.light, self.buzzer):
            if device is not None:
                device.close()


def _pins(wiring: WiringConfig) -> dict[str, int]:
    """The buttons by name: next, undo, bluff:0, bluff:1, ..."""
    named = {"next": wiring.next, "undo": wiring.undo}
    named |= {f"bluff:{seat}": pin for seat, pin in enumerate(wiring.bluff)}
    return {name: pin for name, pin in named.items() if pin is not None}


class Light:
    """One LED, three (red, yellow, green), or one of three colours."""

    def __init__(self, wiring: WiringConfig, factory: Any) -> None:
        from gpiozero import LED, RGBLED

        self._kind = wiring.light
        if wiring.light == "rgb":
            high = not wiring.common_anode
            self._lamps = [
                RGBLED(*wiring.light_pins, active_high=high, pwm=False, pin_factory=factory)
            ]
        else:
            self._lamps = [LED(pin, pin_factory=factory) for pin in wiring.light_pins]

    def show(self, wanted: Pattern) -> None:
        on_s, off_s = wanted.value
        self.blink(COLOUR[wanted], on_s, off_s)

    def blink(self, colour: str, on_s: float, off_s: float) -> None:
        """An off time of 0 is a steady light, an on time of 0 a dark one."""
        for lamp in self._lamps:
            lamp.off()
        if on_s == 0:
            return
        if self._kind == "rgb":
            mixed = _MIXED[colour]
            if off_s == 0:
                self._lamps[0].color = mixed
            else:
                self._lamps[0].blink(on_time=on_s, off_time=off_s, on_color=mixed)
            return
        lamp = self._lamps[0 if len(self._lamps) == 1 else (RED, YELLOW, GREEN).index(colour)]
        if off_s == 0:
            lamp.on()
        else:
            lamp.blink(on_time=on_s, off_time=off_s)

    def close(self) -> None:
        for lamp in self._lamps:
            lamp.close()


class Buzz:
    """A buzzer with its own oscillator: on is a tone."""

    def __init__(self, pin: int, factory: Any) -> None:
        from gpiozero import Buzzer

        self._buzzer = Buzzer(pin, pin_factory=factory)

    def beep(self, times: int) -> None:
        if times:
            self._buzzer.beep(on_time=0.08, off_time=0.12, n=times)

    def close(self) -> None:
        self._buzzer.close()
