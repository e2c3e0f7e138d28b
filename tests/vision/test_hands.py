"""Whole hands on a rehearsed table: what people do there, and what the eyes tell about it.

Each test is one thing that happens at real tables (spec 1.5, 1.11). The events are compared whole:
nothing missing, nothing invented.
"""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from rules.tabletop import CardOpen, Covered, Owner, PawnAt
from tests.vision.conftest import DEAL, Rehearsal, told
from vision.detectors.base import Kind
from vision.geometry import Quad
from vision.scene.render import TruthItem
from vision.scene.scene import Look, SceneCard, SceneHand


def test_a_whole_hand(table: Rehearsal) -> None:
    assert table.show(0.8) == []
    table.deal()
    assert table.show(1.6) == ["layout", "M=Q"]
    for owner, place, side in (
        ("red", "KB", "upright"), ("blue", "GD", "flipped"), ("yellow", "KB", "flipped"),
    ):  # fmt: skip
        table.put(owner, place, side=side, at=(14, 0) if owner == "yellow" else (-12, 0))
        assert table.reach(place) == []
        assert table.show(1.6) == [f"{owner} {side} {place}"]
    table.pawns = {}
    assert table.reach("KB") == []
    assert sorted(table.show(1.6)) == ["blue gone", "red gone", "yellow gone"]
    for place, face in (("KB", "JS"), ("GD", "AH"), ("KD", "KD"), ("GB", "KS")):
        table.turn(place, face, by_mm=(9, -6))
        assert table.reach(place) == []
        assert table.show(1.6) == [f"{place}={face[0]}"]
    table.cards.clear()
    table.hand(at=(0, 0))
    assert table.show(0.8) == []
    table.hands = ()
    lines = table.show(2.4)
    assert sorted(lines[:-1]) == ["GB gone", "GD gone", "KB gone", "KD gone", "M gone"]
    assert lines[-1] == "cleared"
    table.deal(M=replace(DEAL["M"], face="AD"))
    assert table.show(1.6) == ["layout", "M=A"]


# ---- the layout


@pytest.mark.parametrize("roll_deg", [0, 90, 180, 270, 45, 20])
def test_a_camera_turned_any_way_follows_a_hand(
    make_table: Callable[..., Rehearsal], roll_deg: float
) -> None:
    table = make_table(look=Look(deck="buculei", tilt_deg=8, roll_deg=roll_deg))
    table.deal()
    assert table.show(1.6) == ["layout", "M=Q"]
    table.put("red", "KB")
    (line,) = table.show(1.6)
    place = line.split()[-1]
    expected = {0: "KB", 20: "KB", 90: "GB", 180: "GD", 270: "KD"}
    assert place == expected.get(int(roll_deg), place)
    table.pawns = {}
    table.turn("KB", "JC")
    assert table.show(2.0) == ["red gone", f"{place}=J"]


@pytest.mark.parametrize("up_deg", [90, 180, 270])
def test_a_camera_mounted_turned_is_turned_back(
    make_table: Callable[..., Rehearsal], up_deg: float
) -> None:
    table = make_table(look=Look(deck="buculei", roll_deg=-up_deg), up_deg=up_deg)
    table.deal()
    table.show(1.6)
    table.put("red", "KD")
    assert table.show(1.6) == ["red upright KD"]


STRAYS = {
    "spare 1": SceneCard(face=None, x_mm=235, y_mm=-60, angle_deg=40),
    "spare 2": SceneCard(face=None, x_mm=250, y_mm=30, angle_deg=75),
    "used 1": SceneCard(face="AS", x_mm=-240, y_mm=-150, angle_deg=100),
    "used 2": SceneCard(face="KH", x_mm=-245, y_mm=20, angle_deg=10),
    "pile": SceneCard(face=None, x_mm=10, y_mm=200, angle_deg=85),
}


def test_spares_and_a_used_hand_lie_about(table: Rehearsal) -> None:
    table.cards.update(STRAYS)
    assert table.show(1.2) == []
    table.deal()
    assert table.show(1.6) == ["layout", "M=Q"]
    table.put("pink", "GB")
    assert table.show(1.6) == ["pink upright GB"]


def test_two_possible_layouts_are_asked_about(make_table: Callable[..., Rehearsal]) -> None:
    table = make_table(look=Look(deck="buculei", width_mm=1100))
    table.cards.update({f"a{n}": replace(c, x_mm=c.x_mm - 230) for n, c in DEAL.items()})
    table.cards.update({f"b{n}": replace(c, x_mm=c.x_mm + 230) for n, c in DEAL.items()})
    assert table.show(2.4) == ["layout?"]
    table.cards = {n: c for n, c in table.cards.items() if n.startswith("b")}
    assert table.show(2.4) == ["layout", "M=Q"]


def test_cards_strewn_are_no_layout(table: Rehearsal) -> None:
    table.cards.update(STRAYS)
    assert table.show(2.4) == []
    assert table.seen.state == "searching"


def test_a_layout_is_told_only_when_all_of_it_lies_free(table: Rehearsal) -> None:
    table.deal()
    table.hand("GD")
    assert table.show(1.6) == []
    table.hands = ()
    assert table.show(1.6) == ["layout", "M=Q"]


def test_a_card_found_twice_in_passing_is_followed_once(table: Rehearsal) -> None:
    """While a hand draws back, one card may be told as two; only what is seen again lies there."""
    table.deal()
    table.show(0.4)
    (centre,) = [t for t in table.script.truth if t.kind is Kind.FACE]
    table.script.invents = (replace(centre, corners_px=centre.corners_px + np.array([-4, 12])),)
    table.show(0.4)
    table.script.invents = ()
    table.show(1.2)
    assert len(table.seen.observation.cards) == len(DEAL)


def test_dealt_one_by_one(table: Rehearsal) -> None:
    for place, card in DEAL.items():
        table.cards[place] = card
        table.hand(place)
        assert table.show(0.8) == []
    table.hands = ()
    assert table.show(1.6) == ["layout", "M=Q"]


def test_dealt_again_before_anybody_placed(dealt: Rehearsal) -> None:
    dealt.cards.clear()
    dealt.hand(at=(0, 0))
    dealt.show(0.8)
    dealt.hands = ()
    dealt.show(0.4)
    dealt.deal(
        M=SceneCard(face="KC", x_mm=-8, y_mm=6, angle_deg=-7),
        KB=replace(DEAL["KB"], x_mm=-96, angle_deg=7),
        KD=replace(DEAL["KD"], y_mm=-78, angle_deg=-4),
        GB=replace(DEAL["GB"], x_mm=-118, y_mm=83),
        GD=replace(DEAL["GD"], x_mm=101, y_mm=95, angle_deg=-3),
    )
    lines = dealt.show(2.0)
    assert [x for x in lines if x in ("layout", "M=K")] == ["layout", "M=K"]


def test_dealt_again_after_the_cloth_was_bare(dealt: Rehearsal) -> None:
    dealt.cards.clear()
    assert dealt.show(2.0)[-1] == "cleared"
    dealt.deal()
    assert dealt.show(1.6) == ["layout", "M=Q"]


def test_a_new_deal_over_opened_corners(dealt: Rehearsal) -> None:
    for place, face in (("KB", "JS"), ("KD", "AH")):
        dealt.turn(place, face)
    assert dealt.show(1.6) == ["KB=J", "KD=A"]
    dealt.hand(at=(0, 0))
    dealt.cards.clear()
    dealt.deal(M=replace(DEAL["M"], face="JD"))
    dealt.show(0.8)
    dealt.hands = ()
    assert dealt.show(1.6) == ["layout", "M=J"]


def test_what_looks_like_a_pawn_on_the_open_card_does_not_hide_a_new_deal(
    table: Rehearsal,
) -> None:
    """Pawns stand on corners: a round thing on a court in the middle says nothing."""
    table.deal()
    table.put("red", "M")
    assert "layout" in table.show(2.0)


def test_someone_quick_places_before_the_deal_has_settled(dealt: Rehearsal) -> None:
    dealt.cards.clear()
    dealt.show(2.0)
    dealt.deal(M=replace(DEAL["M"], face="KH"))
    dealt.put("red", "GD")
    assert dealt.show(2.0) == ["layout", "red upright GD", "M=K"]


def test_someone_quick_places_while_new_cards_are_laid_over_the_old(dealt: Rehearsal) -> None:
    dealt.turn("KB", "QS")
    assert "KB=Q" in dealt.show(2.0)
    dealt.deal(M=replace(DEAL["M"], face="AH"))
    dealt.put("blue", "KD")
    lines = dealt.show(2.0)
    assert lines.index("layout") < lines.index("blue upright KD")
    assert "M=A" in lines


def test_eyes_that_open_on_a_hand_under_way_take_it_up(dealt: Rehearsal) -> None:
    dealt.put("red", "KB")
    dealt.put("blue", "GD", side="flipped")
    dealt.turn("KD", "AC")
    dealt.open_eyes()
    assert sorted(dealt.show(3.2)) == ["KD=A", "M=Q", "blue flipped GD", "red upright KB"]


def test_closed_cards_around_an_opened_corner_are_no_new_deal(dealt: Rehearsal) -> None:
    dealt.turn("GD", "KH")
    assert dealt.show(1.6) == ["GD=K"]
    x, y = DEAL["GD"].x_mm, DEAL["GD"].y_mm
    for n, (u, v) in enumerate(((95, -85), (100, 80), (-95, 90))):
        dealt.cards[f"spare {n}"] = SceneCard(face=None, x_mm=x + u, y_mm=y + v, angle_deg=3)
    del dealt.cards["M"]
    dealt.cards["M"] = SceneCard(face=None, x_mm=x - 100, y_mm=y - 80, angle_deg=0)
    lines = dealt.show(3.2)
    assert "layout" not in lines


# ---- bumps and nudges


def test_a_bump_is_no_event(dealt: Rehearsal) -> None:
    dealt.cards.update(STRAYS)
    dealt.put("red", "KB")
    dealt.put("blue", "GD")
    dealt.show(1.6)
    for offset, turn in (((15, -8), 3.0), ((-20, 12), -5.0), ((28, 20), 2.0)):
        dealt.offset_mm, dealt.turn_deg = offset, turn
        assert dealt.show(1.6) == []
    dealt.pawns = {}
    dealt.turn("KB", "JS")
    assert sorted(dealt.show(2.0)) == ["KB=J", "blue gone", "red gone"]


def test_under_a_camera_that_swings_a_hand_is_followed(table: Rehearsal) -> None:
    def swing(for_s: float) -> None:
        for _ in range(round(for_s / 0.4)):
            table.offset_mm = (8 * np.sin(2.7 * table.at_s), 5 * np.cos(2.7 * table.at_s))
            table.turn_deg = 1.2 * np.sin(3.1 * table.at_s)
            table.show()

    table.deal()
    swing(3.2)
    table.put("red", "KB")
    swing(2.4)
    table.pawns.clear()
    swing(2.0)
    table.turn("KB", "JS")
    swing(2.0)
    assert told(table.events) == ["layout", "M=Q", "red upright KB", "red gone", "KB=J"]


def test_a_bump_under_a_hand_is_no_event(dealt: Rehearsal) -> None:
    dealt.put("red", "KB")
    dealt.show(1.6)
    dealt.hand("GD")
    dealt.show(0.4)
    dealt.offset_mm, dealt.turn_deg = (17, 9), 4.0
    assert dealt.show(0.8) == []
    dealt.hands = ()
    assert dealt.show(1.6) == []


def test_one_card_nudged_is_the_same_corner(dealt: Rehearsal) -> None:
    dealt.put("red", "KD", at=(0, 10))
    dealt.show(1.6)
    card, pawn = dealt.cards["KD"], dealt.put("red", "KD", at=(0, 10))
    dealt.cards["KD"] = replace(card, x_mm=card.x_mm + 22, y_mm=card.y_mm - 9, angle_deg=20)
    dealt.pawns[pawn.owner] = replace(pawn, x_mm=pawn.x_mm + 22, y_mm=pawn.y_mm - 9)
    assert dealt.show(1.6) == []
    dealt.pawns = {}
    dealt.turn("KD", "KS")
    assert dealt.show(2.0) == ["red gone", "KD=K"]


# ---- hands over the table


def test_a_hand_that_rests_is_no_event_but_covers(dealt: Rehearsal) -> None:
    dealt.put("red", "KB")
    dealt.show(1.6)
    dealt.hand("KB")
    before = len(dealt.events)
    assert dealt.show(6.0) == []
    covered = [e for e in dealt.events[before:] if isinstance(e, Covered)]
    assert "KB" in covered[0].places
    assert dealt.seen.state == "covered"
    dealt.hands = ()
    assert dealt.show(1.6) == []
    assert dealt.seen.state == "seeing"


def test_under_a_sleeve_the_other_corners_are_read(dealt: Rehearsal) -> None:
    dealt.hand("GB")
    dealt.show(0.4)
    dealt.turn("KD", "KD")
    dealt.turn("GB", "JH")
    assert dealt.show(2.0) == ["KD=K"]
    dealt.hands = ()
    assert dealt.show(1.6) == ["GB=J"]


def test_a_pawn_out_of_sight_for_a_moment_is_not_gone(dealt: Rehearsal) -> None:
    dealt.put("red", "KB")
    dealt.show(1.6)
    dealt.script.misses = lambda item: item.kind is Kind.PAWN
    assert dealt.show(3.0) == []
    dealt.script.misses = lambda item: False
    assert dealt.show(1.2) == []


def test_a_card_out_of_sight_for_a_moment_is_not_gone(dealt: Rehearsal) -> None:
    dealt.script.misses = lambda item: item.kind is Kind.BACK
    assert dealt.show(4.0) == []
    dealt.script.misses = lambda item: False
    assert dealt.show(1.2) == []


def test_a_pawn_carried_through_the_picture_lies_nowhere(dealt: Rehearsal) -> None:
    pawn = dealt.put("red", "KB")
    dealt.pawns = {}
    for x in (-150, -110, -60, -10, 40, 90):
        dealt.hands = (
            SceneHand(x_mm=x, y_mm=-60, angle_deg=180, holds=replace(pawn, x_mm=x, y_mm=-60)),
        )
        assert dealt.show() == []
    dealt.hands = ()
    assert dealt.show(1.6) == []


# ---- pawns


def test_a_pawn_moves_to_another_corner(dealt: Rehearsal) -> None:
    dealt.put("red", "KB")
    dealt.show(1.6)
    dealt.put("red", "GD")
    lines = dealt.show(2.0)
    assert lines[-1] == "red upright GD"
    assert lines in (["red upright GD"], ["red gone", "red upright GD"])


def test_a_pawn_is_flipped(dealt: Rehearsal) -> None:
    dealt.put("red", "KB")
    dealt.show(1.6)
    dealt.put("red", "KB", side="flipped")
    assert dealt.reach("KB") == []
    assert dealt.show(1.6) == ["red flipped KB"]


def test_a_pawn_is_flipped_between_two_pictures(dealt: Rehearsal) -> None:
    dealt.put("red", "KB")
    dealt.show(1.6)
    dealt.put("red", "KB", side="flipped")
    assert dealt.show(1.6) == ["red flipped KB"]


def test_lifted_and_put_back(dealt: Rehearsal) -> None:
    dealt.put("red", "KB")
    dealt.show(1.6)
    dealt.pawns = {}
    assert dealt.show(2.0) == ["red gone"]
    dealt.put("red", "KB", at=(5, 8))
    assert dealt.show(1.6) == ["red upright KB"]


def test_two_pawns_that_touch_are_both_seen(dealt: Rehearsal) -> None:
    dealt.put("red", "KB", at=(-12.5, 0))
    dealt.put("blue", "KB", at=(12.5, 0))
    assert sorted(dealt.show(1.6)) == ["blue upright KB", "red upright KB"]


def test_six_pawns_on_one_card(dealt: Rehearsal) -> None:
    spots = [(u, v) for v in (-27, 0, 27) for u in (-14, 14)]
    owners = ("red", "blue", "yellow", "turquoise", "purple", "pink")
    for owner, spot in zip(owners, spots, strict=True):
        dealt.put(owner, "KD", at=spot)
    assert sorted(dealt.show(2.0)) == sorted(f"{o} upright KD" for o in owners)
    dealt.pawns = {}
    dealt.turn("KD", "QC")
    lines = dealt.show(2.0)
    assert sorted(lines[:-1]) == sorted(f"{o} gone" for o in owners)
    assert lines[-1] == "KD=Q"


def test_one_pawn_on_another_is_asked_about(dealt: Rehearsal) -> None:
    dealt.put("red", "KB")
    dealt.show(1.6)
    dealt.put("blue", "KB", at=(3, 2))
    assert dealt.reach("KB") == []
    assert dealt.show(1.6) == ["KB stacked?"]
    assert dealt.show(2.0) == []
    dealt.put("blue", "GD")
    assert dealt.reach("KB") == []
    assert sorted(dealt.show(2.0)) == ["blue upright GD", "red upright KB"]


def test_half_on_another_is_asked_about(dealt: Rehearsal) -> None:
    dealt.put("red", "KB")
    dealt.show(1.6)
    dealt.put("blue", "KB", at=(13, 8))
    assert "KB stacked?" in dealt.show(2.0)
    assert not any(isinstance(e, PawnAt) and e.owner == "blue" for e in dealt.events)


def test_a_pawn_on_the_edge_of_two_cards_is_asked_about(table: Rehearsal) -> None:
    table.deal(
        M=replace(DEAL["M"], x_mm=0, y_mm=0, angle_deg=0),
        KB=replace(DEAL["KB"], x_mm=-63.5, y_mm=-60, angle_deg=0),
        GB=replace(DEAL["GB"], x_mm=-64, y_mm=60, angle_deg=0),
        KD=replace(DEAL["KD"], x_mm=66, y_mm=-58, angle_deg=0),
        GD=replace(DEAL["GD"], x_mm=66, y_mm=60, angle_deg=0),
    )
    assert table.show(1.6) == ["layout", "M=Q"]
    table.put("red", at=(-32, -30))
    (line,) = table.show(1.6)
    assert line in ("M edge?", "KB edge?")
    table.put("red", "KB", at=(-5, -10))
    assert table.show(1.6) == ["red upright KB"]
    table.put("red", at=(-32, -30))
    assert table.show(1.6) == ["red gone", line]


def test_pawns_on_a_cards_edge_do_not_push_it_from_under_them(dealt: Rehearsal) -> None:
    """With two pawns on its upper end a detector outlines what is left of the card."""

    def what_is_left(item: TruthItem) -> Quad:
        top_left, top_right, low_right, low_left = item.corners_px
        if item.kind is not Kind.BACK:
            return item.corners_px
        cut = 0.3
        return np.array(
            [
                top_left + cut * (low_left - top_left),
                top_right + cut * (low_right - top_right),
                low_right,
                low_left,
            ]
        )

    dealt.script.outline = what_is_left
    dealt.put("red", "KB", at=(-14, -32))
    dealt.put("blue", "KB", at=(14, -32))
    assert sorted(dealt.show(2.0)) == ["blue upright KB", "red upright KB"]


def test_an_ornament_that_lay_there_at_the_deal_is_no_pawn(dealt: Rehearsal) -> None:
    """A medallion taken for a pawn later on: nothing came, so nothing is there."""
    red = dealt.put("red", "KB")
    dealt.show(0.4)
    (taken_for,) = [t for t in dealt.script.truth if t.kind is Kind.PAWN]
    dealt.pawns.clear()
    dealt.show(2.0)
    told = len(dealt.events)
    dealt.script.invents = (taken_for,)
    dealt.reach("GD")
    dealt.show(4.0)
    assert not any(isinstance(e, PawnAt) for e in dealt.events[told:])
    dealt.script.invents = ()
    dealt.pawns[Owner.RED] = red
    assert "red upright KB" in dealt.show(2.0)


def test_what_every_back_shows_is_no_pawn_and_hides_no_deal(table: Rehearsal) -> None:
    """A medallion on the backs, taken for a pawn on one of them while the cards are dealt."""
    table.deal()
    red = table.put("red", "KB")
    table.show(0.4)
    (taken_for,) = [t for t in table.script.truth if t.kind is Kind.PAWN]
    table.pawns.clear()
    table.cards.clear()
    table.show(2.0)
    table.script.invents = (taken_for,)
    table.deal()
    assert table.show(2.4) == ["layout", "M=Q"]
    table.script.invents = ()
    table.pawns[Owner.RED] = red
    assert table.show(2.0) == ["red upright KB"]


def test_beside_all_cards(dealt: Rehearsal) -> None:
    dealt.put("red", at=(-55, 5))
    assert dealt.show(1.6) == ["red upright None"]


def test_a_pawn_nobody_can_read_is_asked_about(dealt: Rehearsal) -> None:
    dealt.script.sure = 0.6
    dealt.put("red", "KB")
    assert "KB unreadable?" in dealt.show(2.0)


def test_two_pawns_of_one_colour_are_asked_about(dealt: Rehearsal) -> None:
    red = dealt.put("red", "KB")
    dealt.show(1.6)
    dealt.pawns["stranger"] = replace(red, x_mm=DEAL["GD"].x_mm, y_mm=DEAL["GD"].y_mm)  # type: ignore[index]
    lines = dealt.show(2.0)
    assert "red upright GD" not in lines


@pytest.mark.parametrize(("place", "side"), [("GD", "upright"), ("KB", "flipped")])
def test_a_pawn_put_down_anew_that_cannot_be_read_is_not_where_it_was(
    dealt: Rehearsal, place: str, side: str
) -> None:
    dealt.put("red", "KB")
    assert dealt.show(1.6) == ["red upright KB"]
    dealt.script.sure = 0.6
    dealt.put("red", place, side=side, at=(20, 30))
    assert dealt.show(2.0) == ["red gone", f"{place} unreadable?"]


def test_a_pawn_moved_and_lifted_at_once_is_asked_about(dealt: Rehearsal) -> None:
    dealt.put("red", "KB")
    dealt.show(1.6)
    dealt.put("red", "GD")
    assert dealt.show(0.8) == []
    dealt.pawns = {}
    assert dealt.show(2.0) == ["red gone", "GD unreadable?"]


# ---- faces


def test_corners_swept_one_by_one_stay_read(dealt: Rehearsal) -> None:
    for place, face in (("KB", "JS"), ("KD", "AH"), ("GB", "KC")):
        dealt.turn(place, face)
        assert dealt.show(1.6) == [f"{place}={face[0]}"]
        del dealt.cards[place]
        assert dealt.show(2.0) == [f"{place} gone"]
    dealt.turn("GD", "QS")
    assert dealt.show(1.6) == ["GD=Q"]


def test_a_swept_card_laid_on_a_read_place_is_not_its_card(dealt: Rehearsal) -> None:
    dealt.turn("KB", "JS")
    dealt.show(1.6)
    del dealt.cards["KB"]
    dealt.show(2.0)
    dealt.cards["swept"] = replace(DEAL["KB"], face="AD", x_mm=-100)
    assert dealt.show(2.4) == []


def test_turned_and_put_down_aside(dealt: Rehearsal) -> None:
    dealt.turn("GD", "KH", by_mm=(38, 12))
    assert dealt.reach("GD") == []
    assert dealt.show(2.4) == ["GD=K"]


def test_what_looks_like_a_pawn_on_a_card_just_turned_is_told_after_its_face(
    dealt: Rehearsal,
) -> None:
    """A court's crown may pass for a pawn; the placement was over when the face came up."""
    dealt.turn("GB", "JS")
    dealt.put("red", "GB")
    dealt.show(2.0)
    told = [type(e) for e in dealt.events if getattr(e, "place", None) == "GB"]
    assert PawnAt in told
    assert told.index(CardOpen) < told.index(PawnAt)


def test_lifted_looked_at_and_laid_open(dealt: Rehearsal) -> None:
    card = dealt.cards.pop("GB")
    lines = dealt.show(1.2)
    dealt.cards["GB"] = replace(card, face="AC", x_mm=card.x_mm + 12)
    assert [*lines, *dealt.show(2.0)] in (["GB gone", "GB=A"], ["GB=A"])


def test_a_flickering_label_is_told_with_its_doubt(dealt: Rehearsal) -> None:
    flicker = iter(["KS", "QS"] * 50)
    dealt.script.misread = lambda item: next(flicker) if item.label == "KS" else item.label
    dealt.turn("KD", "KS")
    dealt.show(3.0)
    readings = [e.reading for e in dealt.events if isinstance(e, CardOpen) and e.place == "KD"]
    assert readings
    assert all(max(r.ranks.values()) < 0.9 for r in readings)
    assert all(r.ranks["K"] + r.ranks["Q"] > 0.9 for r in readings)


def test_a_first_misreading_is_corrected(dealt: Rehearsal) -> None:
    dealt.script.misread = lambda item: "QS" if item.label == "KS" else item.label
    dealt.turn("KD", "KS")
    assert dealt.show(1.6) == ["KD=Q"]
    dealt.script.misread = lambda item: item.label
    dealt.reach("KD")
    assert dealt.show(2.0) == ["KD=K"]


def test_a_strangers_card_keeps_its_missing_mass(dealt: Rehearsal) -> None:
    dealt.script.sure = 0.6
    dealt.turn("KB", "7H")
    dealt.show(2.0)
    (open_,) = [e for e in dealt.events if isinstance(e, CardOpen) and e.place == "KB"][:1]
    assert sum(open_.reading.ranks.values()) < 0.85


@pytest.mark.parametrize("noise", [{"jitter_px": 0.7}, {"sure": 0.9}])
def test_ordinary_errors_invent_nothing(
    make_table: Callable[..., Rehearsal], noise: dict[str, Any]
) -> None:
    table = make_table()
    for name, value in noise.items():
        setattr(table.script, name, value)
    table.deal()
    table.show(2.0)
    table.put("red", "KB")
    table.put("blue", "GD", side="flipped")
    table.show(2.4)
    lines = table.show(8.0)
    assert [x for x in lines if not x.startswith(("red upright KB", "blue flipped GD"))] == []
    table.turn("KD", "KD")
    assert "KD=K" in table.show(2.4)


def test_many_nudges_and_pawns_carried_off_are_no_new_deal(dealt: Rehearsal) -> None:
    for owner, place in (("red", "KB"), ("blue", "KD"), ("pink", "GB"), ("purple", "GD")):
        card = dealt.cards[place]
        dealt.cards[place] = replace(card, x_mm=card.x_mm + 11, y_mm=card.y_mm - 8)
        dealt.put(owner, place)
        dealt.reach(place)
        assert dealt.show(1.6) == [f"{owner} upright {place}"]
    dealt.pawns = {}
    assert len(dealt.show(2.4)) == 4
    dealt.turn("KB", "JS")
    assert dealt.show(1.6) == ["KB=J"]


@pytest.mark.parametrize("light", [0.04, 0.0])
def test_lights_out_or_a_head_before_the_lens_is_no_event(dealt: Rehearsal, light: float) -> None:
    dealt.put("red", "KB")
    dealt.show(1.6)
    dealt.light = light
    dealt.script.misses = lambda item: True
    assert dealt.show(4.0) == []
    assert dealt.seen.state == "covered"
    dealt.light = 1.0
    dealt.script.misses = lambda item: False
    assert dealt.show(2.4) == []
    assert dealt.seen.state == "seeing"
