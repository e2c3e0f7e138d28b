"""The pipeline itself: when it looks, what it measures, what it advises."""

from dataclasses import replace

from tests.vision.conftest import DEAL, Rehearsal, told
from vision.calibrate import Advice
from vision.detectors.base import Box, Detection, Kind
from vision.detectors.scripted import Script, ScriptedDetector
from vision.frame import Image


class Counting(ScriptedDetector):
    def __init__(self, script: Script) -> None:
        super().__init__(script)
        self.looks = 0

    def detect(self, image: Image, *, pawns_within: Box | None = None) -> list[Detection]:
        self.looks += 1
        return super().detect(image)


class Copying(ScriptedDetector):
    """Sees the same pictures as another script, with its own misses."""

    def __init__(self, script: Script, other: Script) -> None:
        super().__init__(script)
        self.script, self.other = script, other

    def detect(self, image: Image, *, pawns_within: Box | None = None) -> list[Detection]:
        self.script.truth = self.other.truth
        return super().detect(image)


def watched(table: Rehearsal) -> Counting:
    detector = Counting(table.script)
    table.eyes._detector = detector
    return detector


def test_a_table_that_lies_still_is_not_looked_at_in_every_picture(dealt: Rehearsal) -> None:
    dealt.show(1.2)
    detector = watched(dealt)
    dealt.show(12.0)
    assert detector.looks <= 10  # of 30 pictures


def test_a_small_change_is_looked_at_at_once(dealt: Rehearsal) -> None:
    dealt.show(2.0)
    detector = watched(dealt)
    dealt.put("red", "KB")
    dealt.show(0.4)
    assert detector.looks == 1


def test_a_pawn_missed_in_the_first_picture_of_it_is_told(dealt: Rehearsal) -> None:
    """Everything else is known, so nothing but the change itself asks for another look."""
    dealt.show(2.0)
    dealt.script.misses = lambda item: item.kind is Kind.PAWN
    dealt.put("red", "KB")
    dealt.show(0.4)
    dealt.script.misses = lambda item: False
    dealt.show(1.2)
    assert told(dealt.events)[-1] == "red upright KB"


def test_what_is_missed_on_a_still_table_is_looked_for_otherwise(table: Rehearsal) -> None:
    """The first detector never sees the king in the middle; nothing moves, nothing else is new."""
    table.eyes._second_look = ScriptedDetector(table.script)
    blind = Script(misses=lambda item: item.kind is Kind.FACE)
    table.eyes._detector = Copying(blind, table.script)
    table.deal()
    assert table.show(1.2) == []
    assert table.show(8.0) == ["layout", "M=Q"]


def test_every_stage_is_timed(dealt: Rehearsal) -> None:
    dealt.put("red", "KB")
    dealt.show(0.4)
    ms = dealt.seen.stage_ms
    assert {"gate", "detect", "read_cards", "read_pawns", "plane", "observe", "watch", "total"} == (
        set(ms)
    )
    assert all(value >= 0 for value in ms.values())
    assert ms["total"] >= sum(ms.values()) - ms["total"] - 1e-6


def test_places_are_given_in_the_picture_for_cutting_out(dealt: Rehearsal) -> None:
    places = dealt.seen.places_px
    assert set(places) == set(DEAL)
    truth = {t.label: t.corners_px.mean(axis=0) for t in dealt.script.truth}
    assert abs(places["M"].mean(axis=0) - truth["QH"]).max() < 4


def test_a_dark_table_is_advised_about(dealt: Rehearsal) -> None:
    assert dealt.seen.advice is None
    dealt.light = 0.25
    dealt.show(4.0)
    assert dealt.seen.advice == Advice.DARK


def test_a_layout_pushed_out_of_the_picture_is_the_camera_moved(dealt: Rehearsal) -> None:
    dealt.offset_mm = (275, 0)
    dealt.show(2.0)
    assert dealt.seen.advice == Advice.MOVED


def test_time_that_jumps_counts_little(dealt: Rehearsal) -> None:
    dealt.put("red", "KB")
    dealt.show(0.4)
    dealt.at_s += 3600
    dealt.cards["GD"] = replace(DEAL["GD"], face="JS")
    dealt.show(0.4)
    steady = [c.steady_s for c in dealt.seen.observation.cards]
    assert max(steady) < 10
