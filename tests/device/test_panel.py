"""Buttons, light and buzzer, through gpiozero's mock pins: the count is exact, held is no press.

The panel's clock is the test's, so that a bounce of 3 ms is one on a busy machine too.
"""

import random
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from gpiozero.pins.mock import MockFactory

from device.config import WiringConfig
from device.cues import COLOUR, SOUND, Pattern, pattern
from device.network import NetworkWatch
from device.panel import HOLD_S, Panel, PanelError, Wishes, pin_factory
from device.presses import BOUNCE_S, Contact, Press
from tests.web.table import Evening
from web import port
from web.port import CameraView, Snapshot

WIRING = WiringConfig(next=17, undo=22, bluff=(5, 6), buzzer=18)
PIN = {"next": 17, "undo": 22, "bluff:0": 5, "bluff:1": 6}


class Clock:
    at_s = 50.0

    def __call__(self) -> float:
        return self.at_s


class Asked(list[str]):
    """What the panel asked for, in order."""

    @property
    def wishes(self) -> Wishes:
        return Wishes(
            next=lambda: self.append("next"),
            void=lambda: self.append("void"),
            undo=lambda: self.append("undo"),
            bluff=lambda seat: self.append(f"bluff:{seat}"),
        )

    def wait_for(self, count: int, within_s: float = 30.0) -> None:
        end_s = time.monotonic() + within_s
        while len(self) < count and time.monotonic() < end_s:
            time.sleep(0.005)
        time.sleep(0.1)  # and no more than these


@pytest.fixture
def factory() -> Iterator[MockFactory]:
    made = pin_factory("mock")
    assert made is not None
    yield made
    made.reset()


@pytest.fixture
def asked() -> Asked:
    return Asked()


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def panel(factory: MockFactory, asked: Asked, clock: Clock) -> Iterator[Panel]:
    made = Panel(factory, wishes=asked.wishes, wiring=WIRING)
    made._reader._now_s = clock
    yield made
    made.close()


Edge = tuple[float, str, bool]


def bounces(rng: random.Random, button: str, at_s: float, down: bool) -> list[Edge]:
    """An edge as a worn contact makes it: it ends at ``down``, up to 12 ms later."""
    flips = 2 * rng.randrange(4)
    moments = sorted(rng.uniform(0, 0.012) for _ in range(flips))
    edges = [(at_s, button, down)]
    return edges + [(at_s + ms, button, down == bool(n % 2)) for n, ms in enumerate(moments)]


def evening_of_presses(rng: random.Random, count: int) -> tuple[list[Edge], Counter[str]]:
    """Edges of ``count`` presses on all buttons, and what they ought to ask for."""
    edges: list[Edge] = []
    due: Counter[str] = Counter()
    free_s = dict.fromkeys(PIN, 100.0)
    made = 0
    while made < count:
        button = rng.choice(list(PIN))
        start_s = free_s[button] + rng.uniform(0.05, 0.6)
        kind = rng.choice(("tap", "tap", "slow", "hold", "double", "shake"))
        if kind == "shake":  # a jolt of the table: it never lies still while down
            edges += [(start_s, button, True), (start_s + rng.uniform(0.001, 0.01), button, False)]
            free_s[button] = start_s + 0.05
            continue
        for _ in range(2 if kind == "double" else 1):
            lasts_s = {"slow": rng.uniform(0.4, 2.2), "hold": rng.uniform(2.6, 5.0)}.get(
                kind, rng.uniform(0.045, 0.25)
            )
            edges += bounces(rng, button, start_s, True)
            edges += bounces(rng, button, start_s + lasts_s, False)
            due["void" if kind == "hold" and button == "next" else button] += 1
            start_s += lasts_s + rng.uniform(0.06, 0.2)
            made += 1
        free_s[button] = start_s + 0.05
    return sorted(edges), due


@pytest.mark.parametrize("seed", [1, 2])
def test_a_thousand_presses_are_counted_exactly(
    panel: Panel, factory: MockFactory, asked: Asked, clock: Clock, seed: int
) -> None:
    edges, due = evening_of_presses(random.Random(seed), 1000)
    assert due["void"] > 20
    for at_s, button, down in edges:
        clock.at_s = at_s
        pin = factory.pin(PIN[button])
        (pin.drive_low if down else pin.drive_high)()
    clock.at_s += 1
    asked.wait_for(due.total())
    assert Counter(asked) == due


def push(factory: MockFactory, clock: Clock, pin: int, for_s: float) -> None:
    factory.pin(pin).drive_low()
    clock.at_s += for_s
    factory.pin(pin).drive_high()
    clock.at_s += 0.1


def test_holding_voids_on_release_only(
    panel: Panel, factory: MockFactory, asked: Asked, clock: Clock
) -> None:
    factory.pin(17).drive_low()
    clock.at_s += HOLD_S + 0.5
    time.sleep(0.2)
    assert asked == []  # nothing happens while it is held, but the light tells
    assert states(factory, (27,), 1.0) == {(True,), (False,)}
    factory.pin(17).drive_high()
    clock.at_s += 0.1
    asked.wait_for(1)
    push(factory, clock, 17, 0.1)
    asked.wait_for(2)
    assert asked == ["void", "next"]


def test_a_long_undo_is_one_undo(
    panel: Panel, factory: MockFactory, asked: Asked, clock: Clock
) -> None:
    push(factory, clock, 22, 4.0)
    asked.wait_for(1)
    assert asked == ["undo"]


def test_a_press_without_any_bounce_counts_too() -> None:
    contact = Contact("next")
    assert contact.feed(down=True, at_s=1.0) is None
    assert contact.settle(1.0 + BOUNCE_S) is None
    assert contact.held_s(1.5) == 0.5
    assert contact.feed(down=False, at_s=1.5) is None
    assert contact.settle(1.51) is None
    assert contact.settle(1.53) == Press(button="next", held_s=0.5)
    assert contact.settle(9.0) is None


def test_a_busy_pin_is_named(factory: MockFactory, asked: Asked, panel: Panel) -> None:
    with pytest.raises(PanelError, match="17"):
        Panel(factory, wishes=asked.wishes)


def test_mock_pins_only_when_asked_for() -> None:
    assert not isinstance(pin_factory("auto"), MockFactory)
    assert pin_factory("none") is None
    with pytest.raises(PanelError, match="auto, mock or none"):
        pin_factory("real")


# --- light and sound -----------------------------------------------------------------------------


def snapshot(state: str) -> Snapshot:
    return Snapshot(
        version=1, score=None, camera=CameraView(state=state), match_id=None, simulated=False
    )


def states(
    factory: MockFactory, pins: tuple[int, ...], for_s: float = 0.5
) -> set[tuple[bool, ...]]:
    """What the lamps showed within this time."""
    seen = set()
    end_s = time.monotonic() + for_s
    while time.monotonic() < end_s:
        seen.add(tuple(bool(factory.pin(pin).state) for pin in pins))
        time.sleep(0.005)
    return seen


def test_the_light_mirrors_the_state(panel: Panel, factory: MockFactory) -> None:
    panel.show(snapshot("seeing"))
    assert panel.light_pattern is Pattern.IDLE
    assert states(factory, (27,), 0.1) == {(False,)}
    panel.show(snapshot("none"))
    assert panel.light_pattern is Pattern.BLIND
    assert states(factory, (27,)) == {(True,), (False,)}  # it blinks


@pytest.mark.parametrize("common_anode", [False, True])
def test_a_light_of_three_colours_shows_the_colour(
    factory: MockFactory, asked: Asked, common_anode: bool
) -> None:
    wiring = WiringConfig(light="rgb", light_pins=(10, 11, 12), common_anode=common_anode)
    panel = Panel(factory, wishes=asked.wishes, wiring=wiring)
    assert panel.light is not None
    on, off = not common_anode, common_anode
    panel.light.show(Pattern.READY)
    assert states(factory, (10, 11, 12), 0.1) == {(off, on, off)}
    panel.light.show(Pattern.BLIND)
    assert states(factory, (10, 11, 12)) == {(on, off, off), (off, off, off)}
    panel.light.show(Pattern.IDLE)
    assert states(factory, (10, 11, 12), 0.1) == {(off, off, off)}
    panel.close()


def test_three_lamps_show_one_at_a_time(factory: MockFactory, asked: Asked) -> None:
    wiring = WiringConfig(light="three", light_pins=(10, 11, 12))
    panel = Panel(factory, wishes=asked.wishes, wiring=wiring)
    assert panel.light is not None
    panel.light.show(Pattern.READY)
    assert states(factory, (10, 11, 12), 0.1) == {(False, False, True)}
    panel.light.show(Pattern.ASKING)
    assert states(factory, (10, 11, 12), 1.5) == {(False, True, False), (False, False, False)}
    panel.close()


def test_the_buzzer_sounds_when_something_changes(panel: Panel, factory: MockFactory) -> None:
    panel.show(snapshot("seeing"))
    assert states(factory, (18,), 0.2) == {(False,)}  # not at the start
    panel.show(snapshot("none"))
    assert (True,) in states(factory, (18,), 1.0)


def test_no_sound_where_none_is_wanted(factory: MockFactory, asked: Asked) -> None:
    panel = Panel(factory, wishes=asked.wishes, wiring=WIRING, sound=False)
    assert panel.buzzer is None
    panel.close()


def test_no_camera_is_shown_before_anything_else() -> None:
    assert pattern(snapshot("stopped")) is Pattern.BLIND
    assert set(COLOUR) == set(SOUND) == set(Pattern)


def test_no_network_is_shown_and_ends_by_itself(panel: Panel) -> None:
    panel.show(snapshot("seeing"))
    panel.reach(online=False)
    assert panel.light_pattern is Pattern.OFFLINE
    panel.show(snapshot("none"))
    assert panel.light_pattern is Pattern.BLIND  # without a camera nothing else matters
    panel.show(snapshot("seeing"))
    panel.reach(online=True)
    assert panel.light_pattern is Pattern.IDLE


def test_the_network_is_watched_and_only_changes_are_told() -> None:
    seen, told, over = [True, True, False, False, True], list[bool](), threading.Event()

    def look() -> bool:
        if len(seen) == 1:
            over.set()
        return seen.pop(0) if len(seen) > 1 else seen[0]

    watch = NetworkWatch(told.append, every_s=0.01, look=look)
    watch.start()
    assert over.wait(30)
    time.sleep(0.1)
    watch.stop()
    assert told == [True, False, True]


def test_a_refused_press_shivers_red_and_the_light_comes_back(
    factory: MockFactory, asked: Asked
) -> None:
    wiring = WiringConfig(light="three", light_pins=(10, 11, 12))
    panel = Panel(factory, wishes=asked.wishes, wiring=wiring)
    panel.show(snapshot("seeing"))
    assert panel.light is not None
    panel.light.show(Pattern.READY)
    panel.refuse()
    assert (True, False, False) in states(factory, (10, 11, 12), 0.3)
    end_s = time.monotonic() + 30
    while states(factory, (10, 11, 12), 0.3) != {(False, False, False)}:  # what was shown: IDLE
        assert time.monotonic() < end_s
    panel.refuse()
    panel.close()


# --- with the referee ----------------------------------------------------------------------------


@pytest.fixture
def evening(tmp_path: Path) -> Iterator[Evening]:
    made = Evening(tmp_path)
    yield made
    made.close()


def at_once(*doings: Callable[[], Any]) -> None:
    gate = threading.Barrier(len(doings))

    def run(doing: Callable[[], Any]) -> None:
        gate.wait()
        doing()

    threads = [threading.Thread(target=run, args=(doing,)) for doing in doings]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()


def test_button_and_phone_at_the_same_instant_advance_one_hand(evening: Evening) -> None:
    evening.begin()
    for number in range(1, 25):
        first, second = "TD" if number % 2 else "DT"
        evening.play_hand(p0=f"KB {first}", p1=f"KD {second}")
        assert evening.score.next_ready
        phone = lambda: evening.submit(port.NextHand())  # noqa: E731
        at_once(phone, evening.referee.press, evening.referee.press, phone)
        assert evening.referee.answers(10)
        assert evening.score.hand == number + 1
        assert len(evening.score.hands) == number


def test_a_press_that_changes_nothing_is_refused_aloud(tmp_path: Path) -> None:
    refused = list[int]()
    table = Evening(tmp_path, on_refused=lambda: refused.append(1))
    table.begin()
    table.referee.press()  # nobody has played yet
    assert table.referee.answers(10)
    assert refused == [1]
    table.play_hand()
    table.referee.press()
    assert table.referee.answers(10)
    assert refused == [1]
    table.referee.press_bluff(0)
    assert table.referee.answers(10)
    assert refused == [1, 1]
    table.close()


def test_undo_and_void_by_button(evening: Evening) -> None:
    evening.begin()
    evening.play_hand()
    evening.referee.press_undo()
    assert evening.referee.answers(10)
    assert evening.score.hands == ()
    evening.referee.press_long()
    assert evening.referee.answers(10)
    assert [hand.void for hand in evening.score.hands] == [True]


def test_a_seats_button_calls_the_bluff_of_that_seat_only(evening: Evening) -> None:
    evening.begin(game="blof", players=3, itiraz="herkes")
    tap = evening.score.taps[0]
    assert evening.submit(port.Tap(action=tap.action)).ok
    callers = [t.seat for t in evening.score.taps if t.label.code == "BLOF"]
    assert callers
    silent = next(seat for seat in range(3) if seat not in callers)
    before = evening.score.seq
    evening.referee.press_bluff(silent)
    evening.referee.press_bluff(5)
    assert evening.referee.answers(10)
    assert evening.score.seq == before
    assert callers[0] is not None
    evening.referee.press_bluff(callers[0])
    assert evening.referee.answers(10)
    assert evening.score.seq > before
