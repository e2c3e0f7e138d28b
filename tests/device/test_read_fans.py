"""A fan of thirteen from a picture file to the cards named, with the shipped networks."""

from collections import Counter
from functools import cache
from pathlib import Path

import cv2
import numpy as np
import pytest

from device.read import read_files
from models.evaluate.fan_scores import f1
from models.evaluate.fans import score
from models.train.index_art import IndexDecks
from models.train.index_scenes import IndexPicture, IndexScenes
from models.train.kit import Kit
from vision.fan_eyes import FanEyes
from vision.readers.base import RANKS, SUITS
from vision.scene.faces import FaceLibrary

DECKS = Path(__file__).parents[2] / "vision" / "scene" / "decks"
SEEDS = range(70, 82)


@cache
def hands() -> list[IndexPicture]:
    """Hands of 13 of the staged table's decks, which never trained."""
    decks = IndexDecks.of(FaceLibrary.open(DECKS))
    scenes = IndexScenes(Kit(Path(), "val", decks.faces, (), {}), decks)
    return [scenes.fan(seed, clear=True) for seed in SEEDS]


def test_the_shipped_networks_name_the_cards_of_fans_they_never_saw() -> None:
    eyes = FanEyes()
    counts = [score(eyes.read(drawn.image), drawn) for drawn in hands()]
    assert f1(counts) >= 0.8
    assert sum(c.right for c in counts) >= 0.95 * sum(c.named for c in counts)


def test_a_known_scale_finds_no_fewer() -> None:
    eyes = FanEyes()
    drawn = hands()[0]
    scale = float(np.median([one.px_per_mm for one in drawn.indices]))
    told = [score(eyes.read(drawn.image, px_per_mm=s), drawn) for s in (None, scale)]
    assert told[1].right >= told[0].right - 1


@pytest.mark.parametrize("size", [(1, 1), (9, 700), (40, 40), (600, 800)])
def test_nothing_is_named_where_nothing_is(size: tuple[int, int]) -> None:
    cloth = np.full((*size, 3), (60, 110, 70), np.uint8)
    noise = np.random.default_rng(1).integers(0, 256, (*size, 3), np.uint8)
    eyes = FanEyes()
    for picture in (cloth, noise):
        assert all(card.label is None for card in eyes.read(picture))


def test_hakem_read_names_a_fan_beside_the_whole_cards(tmp_path: Path) -> None:
    drawn = hands()[2]
    file = tmp_path / "el.png"
    cv2.imwrite(str(file), drawn.image)
    (result,), failed = read_files([file], annotate_in=tmp_path / "seen")
    assert not failed
    assert (tmp_path / "seen" / "el.jpg").exists()
    hand = Counter({i.card: f"{RANKS[i.rank]}{SUITS[i.suit]}" for i in drawn.indices}.values())
    named = [card["label"] for card in result["fan"] if card["label"]]
    assert len(named) >= 8
    assert (Counter(named) & hand).total() >= len(named) - 1
    height, width = drawn.image.shape[:2]
    for card in result["fan"]:
        x, y = card["index_px"]
        assert 0 <= x < width
        assert 0 <= y < height
