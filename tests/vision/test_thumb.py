"""The looks of a patch: the light may change, what lies there may not."""

import numpy as np
import pytest

from vision.frame import Image
from vision.thumb import PATCH_GREY, Patch, Thumb, difference, patch_changed

QUAD = np.array([[400, 300], [520, 300], [520, 470], [400, 470]], np.float32)
RNG = np.random.default_rng(4)
CLOTH = np.clip(RNG.normal((140, 110, 70), 6, (960, 1280, 3)), 0, 255).astype(np.uint8)


def lying(pattern: int) -> Image:
    """A card on the cloth; 0 is a striped back, 1 a white face with two dark marks."""
    image = CLOTH.copy()
    if pattern == 0:
        image[300:470, 400:520] = (150, 60, 40)
        image[300:470:12, 400:520] = (230, 220, 215)
    else:
        image[300:470, 400:520] = (235, 238, 240)
        image[315:350, 410:430] = image[420:455, 490:510] = (30, 30, 190)
    return image


def patch(image: Image) -> Patch:
    return Thumb.of(image).patch(QUAD)


def banded(image: Image, phase: float) -> Image:
    """A lamp at 50 Hz before a short exposure."""
    gain = 0.82 + 0.18 * np.sin(np.arange(960) / 90.0 + phase)[:, None, None]
    return np.clip(image * gain, 0, 255).astype(np.uint8)


@pytest.mark.parametrize("pattern", [0, 1])
@pytest.mark.parametrize("phase", np.arange(0, 6.3, 0.7).tolist())
def test_bands_of_a_lamp_change_nothing(pattern: int, phase: float) -> None:
    assert not patch_changed(patch(lying(pattern)), patch(banded(lying(pattern), phase)))


@pytest.mark.parametrize("share", [0.65, 0.8, 1.25])
def test_weaker_and_stronger_light_changes_nothing(share: float) -> None:
    dimmed = np.clip(lying(0) * share, 0, 255).astype(np.uint8)
    assert not patch_changed(patch(lying(0)), patch(dimmed))


@pytest.mark.parametrize("phase", np.arange(0, 6.3, 0.7).tolist())
def test_a_turned_card_and_a_bare_cloth_are_seen_under_any_light(phase: float) -> None:
    back = patch(lying(0))
    assert patch_changed(back, patch(banded(lying(1), phase)))
    assert patch_changed(back, patch(banded(CLOTH, phase)))


def test_a_pawn_is_seen_under_any_light() -> None:
    image = lying(0)
    image[370:410, 440:480] = (40, 40, 200)
    assert difference(patch(lying(0)), patch(banded(image, 1.2))) > PATCH_GREY / 2
