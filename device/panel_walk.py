"""``hakem panel --test``: every wired part in turn, tried by the person who wired it."""

import queue
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from device.config import PanelConfig, WiringConfig, used_pins
from device.panel import GREEN, RED, YELLOW, Panel, Wishes

WAIT_S = 20.0
NAMES = {
    "next": "“sonraki el” / next",
    "undo": "“geri al” / undo",
    "bluff": "“Blöf!”",
}
COLOURS = {RED: "kırmızı / red", YELLOW: "sarı / yellow", GREEN: "yeşil / green"}


@dataclass(frozen=True, slots=True, kw_only=True)
class Tried:
    part: str
    works: bool
    told: str = ""


def walk(
    factory: Any,
    *,
    wiring: WiringConfig,
    settings: PanelConfig,
    say: Callable[[str], None],
    saw: Callable[[str], bool],
    wait_s: float = WAIT_S,
) -> Iterator[Tried]:
    """``saw`` asks the person a question and gives the answer. Raises PanelError."""
    pressed: queue.SimpleQueue[str] = queue.SimpleQueue()
    wishes = Wishes(
        next=lambda: pressed.put("next"),
        void=lambda: pressed.put("void"),
        undo=lambda: pressed.put("undo"),
        bluff=lambda seat: pressed.put(f"bluff:{seat}"),
    )
    panel = Panel(
        factory, wishes=wishes, wiring=wiring, hold_s=settings.hold_s, sound=settings.sound
    )
    try:
        yield from _lamps(panel, saw)
        if panel.buzzer is not None:
            panel.buzzer.beep(2)
            yield Tried(part="zil / buzzer", works=saw("İki kez öttü mü? / Two beeps?"))
        yield from _buttons(panel, pressed, say, wait_s, settings.hold_s)
    finally:
        panel.close()


def _lamps(panel: Panel, saw: Callable[[str], bool]) -> Iterator[Tried]:
    if panel.light is None:
        return
    single = panel.wiring.light == "single"
    for colour in (GREEN,) if single else (RED, YELLOW, GREEN):
        panel.light.blink(colour, 1.0, 0.0)
        name = "lamba / light" if single else COLOURS[colour]
        yield Tried(part=name, works=saw(f"{name}: yanıyor mu? / is it on?"))
        panel.light.blink(colour, 0.0, 1.0)


def _buttons(
    panel: Panel,
    pressed: "queue.SimpleQueue[str]",
    say: Callable[[str], None],
    wait_s: float,
    hold_s: float,
) -> Iterator[Tried]:
    wired = [key for key, _ in used_pins(panel.wiring) if key in NAMES]
    wanted = [(key, NAMES[key], "basın / press") for key in wired if key != "bluff"]
    for seat in range(len(panel.wiring.bluff)):
        wanted.append((f"bluff:{seat}", f"{NAMES['bluff']} {seat + 1}", "basın / press"))
    if "next" in wired:
        long = f"{hold_s:g} s basılı tutup bırakın / hold for {hold_s:g} s, let go"
        wanted.append(("void", NAMES["next"], long))
    for wish, name, what in wanted:
        while not pressed.empty():
            pressed.get()
        say(f"{name}: {what} ({wait_s:.0f} s)")
        try:
            got = pressed.get(timeout=wait_s)
        except queue.Empty:
            yield Tried(part=name, works=False, told="basılmadı / no press came")
            continue
        told = "" if got == wish else f"{got} geldi / came instead"
        yield Tried(part=f"{name} ({wish})", works=got == wish, told=told)
