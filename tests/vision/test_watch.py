"""What the watcher takes for a face: told observation by observation, without pictures."""

from dataclasses import replace

import numpy as np
import pytest

from rules.tabletop import CardOpen, LayoutSeen
from tests.vision.conftest import DEAL, QUINCUNX
from vision.geometry import box_quad
from vision.observation import SeenCard, TableObservation
from vision.readers.base import RANKS
from vision.watch import PATIENCE_S, Watcher

FACE, BACK = np.array([0.98, 0.01, 0.01]), np.array([0.01, 0.98, 0.01])


def seen(number: int, place: str, *, kind: np.ndarray, rank_p: np.ndarray) -> SeenCard:
    """A card of the deal that lies steady and was voted on."""
    spot = DEAL[place]
    quad = box_quad((spot.x_mm, spot.y_mm), 63, 88, spot.angle_deg)
    return SeenCard(
        id=number,
        quad_mm=quad,
        quad_px=quad,
        votes=2,
        steady_s=0.8,
        covered=False,
        missing_s=0.0,
        kind_p=kind,
        rank_p=rank_p,
        suit_p=np.full(4, 0.25),
    )


def ranks(**said: float) -> np.ndarray:
    p = np.full(14, (1 - sum(said.values())) / (14 - len(said)))
    for rank, share in said.items():
        p[[str(r) for r in RANKS].index(rank)] = share
    return p


def table(**turned: np.ndarray) -> TableObservation:
    """The deal with these corners showing a face, told by their rank probabilities."""
    cards = []
    for number, place in enumerate(DEAL):
        rank_p = ranks(Q=0.98) if place == "M" else turned.get(place, np.full(14, 1 / 14))
        kind = FACE if place == "M" or place in turned else BACK
        cards.append(seen(number, place, kind=kind, rank_p=rank_p))
    return TableObservation(at_s=0.0, cards=tuple(cards), pawns=(), hands_mm=(), moved=None)


@pytest.fixture
def watcher() -> Watcher:
    watcher = Watcher(QUINCUNX)
    told = watcher.watch(table())
    assert [type(event) for event in told] == [LayoutSeen, CardOpen]
    return watcher


def test_a_face_that_shows_a_rank_is_told_at_once(watcher: Watcher) -> None:
    told = watcher.watch(replace(table(KD=ranks(K=0.7)), at_s=0.8))
    assert [(type(e), e.place) for e in told if isinstance(e, CardOpen)] == [(CardOpen, "KD")]


def test_what_looks_like_a_face_and_like_no_rank_is_waited_for(watcher: Watcher) -> None:
    doubtful = table(KD=ranks(A=0.38, Q=0.38, K=0.11))
    assert watcher.watch(replace(doubtful, at_s=0.8)) == []
    patient = tuple(replace(card, steady_s=PATIENCE_S) for card in doubtful.cards)
    told = watcher.watch(replace(doubtful, cards=patient, at_s=3.6))
    assert [e.place for e in told if isinstance(e, CardOpen)] == ["KD"]
