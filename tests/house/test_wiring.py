"""deploy/wiring.md says what device.panel and device.cues do."""

import re
from pathlib import Path

from device.config import WiringConfig
from device.cues import Pattern
from device.panel import HOLD_S

TEXT = (Path(__file__).parents[2] / "deploy" / "wiring.md").read_text(encoding="utf-8")
HEADER_PIN = {17: 11, 27: 13}  # BCM number -> place on the 40-pin header


def test_pins_are_the_panels() -> None:
    wiring = WiringConfig()
    assert wiring.next is not None
    for bcm in (wiring.next, *wiring.light_pins):
        assert re.search(rf"GPIO {bcm}\b.*\| *{HEADER_PIN[bcm]}\b", TEXT)
        assert re.search(rf"GPIO{bcm} +{HEADER_PIN[bcm]} ●", TEXT)


def test_the_long_press_is_as_long_as_written() -> None:
    assert f"over {HOLD_S:g} s" in TEXT


def test_every_light_pattern_is_explained() -> None:
    table = TEXT.split("## Lamba ne der")[1]
    rows = [line for line in table.splitlines() if line.startswith("| ")][1:]
    assert len(rows) == len(Pattern)
    assert f"a wink every {sum(Pattern.PLAYING.value):g} s" in TEXT
