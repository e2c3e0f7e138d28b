"""What the training draws that the staged table does not: pale engraved backs, solid hands."""

import cv2
import numpy as np
import pytest

from models.train.glyphs import flat_three
from models.train.motif_backs import motif_back
from models.train.pale_backs import pale_back
from models.train.solid_hands import WIDE_MM, solid_hand
from vision.scene.hands import PICTURE_MM

SEEDS = range(12)


@pytest.mark.parametrize("seed", SEEDS)
def test_a_pale_back_is_printed_on_pale_paper_and_reads_the_same_upside_down(seed: int) -> None:
    back = pale_back(np.random.default_rng(seed))
    assert back.shape == (280, 200, 3)
    assert np.percentile(back, 95) > 190
    assert back.std() > 4  # something is printed on it
    unlike = np.abs(back.astype(int) - back[::-1, ::-1]).max(axis=2) > 60
    assert unlike.mean() < 0.05  # lines that meet at half height


def test_a_seed_draws_the_same_again_and_another_seed_another() -> None:
    first, again, other = (pale_back(np.random.default_rng(seed)) for seed in (3, 3, 4))
    assert np.array_equal(first, again)
    assert not np.array_equal(first, other)


def test_most_motif_backs_are_printed_to_the_edge_and_all_show_something() -> None:
    backs = [motif_back(np.random.default_rng(seed)) for seed in range(40)]
    assert all(back.shape == (280, 200, 3) and back.std() > 2 for back in backs)
    plain_rims = sum(back[:4].std(axis=(0, 1)).max() < 2 for back in backs)
    assert plain_rims < 20
    first, again = (motif_back(np.random.default_rng(3)) for _ in range(2))
    assert np.array_equal(first, again)


@pytest.mark.parametrize("seed", SEEDS)
def test_a_solid_hand_is_one_piece_from_fingertips_to_the_end_of_the_arm(seed: int) -> None:
    hand = solid_hand(np.random.default_rng(seed))
    shown = (hand[..., 3] > 127).astype(np.uint8)
    _, _, stats, _ = cv2.connectedComponentsWithStats(shown)
    largest = stats[1:, cv2.CC_STAT_AREA].max()
    assert largest > 0.99 * shown.sum()
    tip = int(np.flatnonzero(shown.any(axis=1))[0])
    px_mm = hand.shape[0] / PICTURE_MM
    assert tip < 95 * px_mm  # a fist ends lower than a pointing finger
    assert shown[-1].any()
    across = shown[tip + 30 :].sum(axis=1)
    assert across.max() < 0.75 * WIDE_MM * px_mm


@pytest.mark.parametrize("seed", SEEDS)
def test_a_flat_three_has_a_bar_above_and_is_open_to_the_left(seed: int) -> None:
    mask = flat_three(48, 1.0, seed) > 127
    assert mask.shape[0] == 48
    assert mask[:8].any(axis=0).mean() > 0.7
    assert mask[:, mask.shape[1] // 2 :].any(axis=1).mean() > 0.8
    assert not mask[14:30, : mask.shape[1] // 6].any()
