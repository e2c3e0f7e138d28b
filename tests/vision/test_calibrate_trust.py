"""Pictures that must not be gone by: turned, swapped, dark, blurred; and those that may."""

from collections.abc import Sequence

import numpy as np
import pytest

from tests.vision.conftest import DEAL
from tests.vision.faulty import SPOILT, moved
from vision.calibrate import Advice
from vision.calibrate_trust import Jump, Trust, Verdict, jump_between, red_and_blue, why_lost
from vision.detectors.base import Detection, Kind
from vision.frame import Image
from vision.scene.render import Rendered, Renderer
from vision.scene.scene import Look, Scene, SceneCard
from vision.thumb import Thumb

FACES = ("QH", "AS", "KD", "7H", "9C")


def a_table(renderer: Renderer, *, faces: Sequence[str] = FACES, lamp: int = 0) -> Rendered:
    cards = [
        SceneCard(face=face, x_mm=card.x_mm, y_mm=card.y_mm, angle_deg=card.angle_deg)
        for face, card in zip(faces, DEAL.values(), strict=False)
    ]
    look = Look(deck="buculei", tilt_deg=8, lamp=lamp)
    return renderer.render(Scene(look=look, cards=tuple(cards)), seed=1)


def found(rendered: Rendered) -> list[Detection]:
    return [Detection(item.kind, item.corners_px, 0.9) for item in rendered.truth]


def judged(trust: Trust, image: Image, cards: Sequence[Detection], at_s: float = 0.0) -> Verdict:
    return trust.judge(image, Thumb.of(image), cards, at_s=at_s)


@pytest.mark.parametrize("lamp", range(6))
def test_a_good_picture_is_believed_under_any_lamp(renderer: Renderer, lamp: int) -> None:
    rendered = a_table(renderer, lamp=lamp)
    assert not judged(Trust(), rendered.image, found(rendered)).blind


@pytest.mark.parametrize(
    ("fault", "jump"),
    [
        ("colours", Jump.COLOURS),
        ("turned 180", Jump.HALF),
        ("turned 90", Jump.QUARTER_LEFT),
        ("bumped", None),
        ("too dark", None),
        ("out of focus", None),
    ],
)
def test_what_became_of_the_picture(renderer: Renderer, fault: str, jump: Jump | None) -> None:
    image = a_table(renderer).image
    before, now = Thumb.of(image), Thumb.of(SPOILT[fault](image))
    assert jump_between(before, now) is jump


def test_a_lamp_of_another_colour_swaps_nothing(renderer: Renderer) -> None:
    image = a_table(renderer).image.astype(np.float32)
    warm, cold = (
        np.clip(image * np.array(gain, dtype=np.float32), 0, 255).astype(np.uint8)
        for gain in ((0.6, 0.9, 1.15), (1.15, 0.9, 0.6))
    )
    assert jump_between(Thumb.of(warm), Thumb.of(cold)) is None


def test_two_blue_cards_and_no_red_one_are_colours_swapped(renderer: Renderer) -> None:
    rendered = a_table(renderer, faces=("7H", "AS", "9D", "7C"))
    wrong = np.ascontiguousarray(rendered.image[..., ::-1])
    assert judged(Trust(), wrong, found(rendered)) == Verdict(Advice.COLOURS, blind=True)
    one = a_table(renderer, faces=("7H", "AS", "9C", "7C"))
    wrong = np.ascontiguousarray(one.image[..., ::-1])
    assert not judged(Trust(), wrong, found(one)).blind  # a single one may be some blue deck's


def test_a_red_card_proves_the_colours_right(renderer: Renderer) -> None:
    trust, red = Trust(), a_table(renderer)
    blue = a_table(renderer, faces=("7H", "AS", "9D"))
    wrong = np.ascontiguousarray(blue.image[..., ::-1])
    assert judged(trust, wrong, found(blue)).blind
    assert not judged(trust, red.image, found(red), at_s=1.0).blind


def test_the_lamp_goes_out_over_an_empty_cloth_and_comes_back(renderer: Renderer) -> None:
    trust, empty = Trust(), a_table(renderer, faces=())
    assert not judged(trust, empty.image, []).blind
    dark = SPOILT["too dark"](empty.image)
    assert judged(trust, dark, [], at_s=1.0) == Verdict(Advice.DARK, blind=True)
    assert not judged(trust, empty.image, [], at_s=2.0).blind
    assert judged(trust, dark, [], at_s=3.0).blind
    assert not judged(trust, dark, [], at_s=64.0).blind  # that is how they play


def test_a_turn_is_told_for_a_while(renderer: Renderer) -> None:
    trust, rendered = Trust(), a_table(renderer)
    cards = found(rendered)
    judged(trust, rendered.image, cards)
    for n in range(1, 5):  # by hand: never much at once
        trust.followed(20.0, at_s=float(n))
    assert judged(trust, rendered.image, cards, at_s=5.0).advice is Advice.TURNED
    assert judged(trust, rendered.image, cards, at_s=60.0).advice is None


def test_an_empty_cloth_is_not_out_of_focus(renderer: Renderer) -> None:
    table, empty = a_table(renderer).image, a_table(renderer, faces=()).image
    assert why_lost(Thumb.of(table)) is None
    assert why_lost(Thumb.of(empty)) is None
    assert why_lost(Thumb.of(SPOILT["no focus at all"](table))) is Advice.BLUR


def test_red_is_told_beside_the_cards_own_paper() -> None:
    card = np.full((128, 96, 3), (170, 200, 230), np.uint8)  # white paper under a warm lamp
    assert red_and_blue(card) == (0.0, 0.0)
    card[50:70, 40:60] = (40, 40, 190)
    red, blue = red_and_blue(card)
    assert red > 0.03
    assert blue == 0.0


def test_a_bump_is_no_turn(renderer: Renderer) -> None:
    rendered = a_table(renderer)
    pushed = moved(rendered.image, by_px=(20, 10), turn_deg=3)
    trust = Trust()
    judged(trust, rendered.image, found(rendered))
    assert judged(trust, pushed, found(rendered), at_s=0.4).advice is not Advice.TURNED


def test_pawns_and_hands_are_no_cards(renderer: Renderer) -> None:
    rendered = a_table(renderer)
    others = [Detection(Kind.HAND, d.corners_px, d.confidence) for d in found(rendered)]
    assert not judged(Trust(), rendered.image, others).blind
