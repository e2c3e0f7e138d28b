"""What the watcher takes for a face: told observation by observation, without pictures."""

import math
from dataclasses import replace

import numpy as np
import pytest

from rules.tabletop import CardOpen, LayoutSeen
from tests.vision.conftest import DEAL, QUINCUNX
from vision.geometry import Floats, Quad, Rigid, box_quad
from vision.observation import SeenCard, TableObservation
from vision.readers.base import RANKS
from vision.watch import PATIENCE_S, SLEEVE_S, Watcher

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
        whole_s=0.8,
        kind_p=kind,
        rank_p=rank_p,
        suit_p=np.full(4, 0.25),
    )


def deal(first_id: int, *, turned_deg: float = 0.0) -> TableObservation:
    """A deal of other cards, laid out turned clockwise."""
    turn = Rigid(math.radians(turned_deg))
    laid = table()
    cards = tuple(
        replace(
            card,
            id=first_id + card.id,
            quad_mm=turn.apply(card.quad_mm).astype(np.float32),
        )
        for card in laid.cards
    )
    return replace(laid, cards=cards)


def names(watcher: Watcher, *, turned_deg: float = 0.0) -> dict[str, str]:
    """How the watcher calls the place where each card of such a deal lies."""
    turn = Rigid(math.radians(turned_deg))
    middles = {n: turn.apply(np.array([s.x_mm, s.y_mm])) for n, s in DEAL.items()}
    return {
        name: min(watcher.places_mm, key=lambda n: _away(watcher.places_mm[n], middle))
        for name, middle in middles.items()
    }


def _away(quad: Quad, middle: Floats) -> float:
    return float(np.linalg.norm(quad.mean(axis=0) - middle))


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


@pytest.mark.parametrize(("votes", "told_open"), [(2, ["KD"]), (1, [])])
def test_a_card_taken_away_soon_is_told_if_every_look_named_it(
    watcher: Watcher, votes: int, told_open: list[str]
) -> None:
    """Before it had lain long enough to be told as it lay; one look alone is none."""
    turned = table(KD=ranks(A=0.98))
    hasty = tuple(
        replace(card, steady_s=0.4, votes=votes) if card.id == list(DEAL).index("KD") else card
        for card in turned.cards
    )
    assert watcher.watch(replace(turned, cards=hasty, at_s=0.8)) == []
    gone = tuple(
        replace(card, missing_s=0.4) if card.id == list(DEAL).index("KD") else card
        for card in hasty
    )
    told = watcher.watch(replace(turned, cards=gone, at_s=1.2))
    assert [e.place for e in told if isinstance(e, CardOpen)] == told_open


@pytest.mark.parametrize("turned_deg", [90, -90, 180, 140])
def test_a_camera_hung_anew_names_the_next_deal_as_it_shows_it(
    watcher: Watcher, turned_deg: float
) -> None:
    watcher.move(Rigid(math.radians(turned_deg)))
    assert names(watcher, turned_deg=turned_deg) == {name: name for name in DEAL}
    watcher.watch(replace(deal(10), cards=(), at_s=5.0))
    told = watcher.watch(replace(deal(20), at_s=9.0))
    assert LayoutSeen in [type(event) for event in told]
    assert names(watcher) == {name: name for name in DEAL}


def test_deals_that_lean_more_and_more_keep_their_names_near_the_middle(watcher: Watcher) -> None:
    for number, turned_deg in enumerate((20, 40, 50, 40), start=1):
        watcher.watch(replace(deal(10), cards=(), at_s=10.0 * number))
        watcher.watch(replace(deal(20 * number, turned_deg=turned_deg), at_s=10.0 * number + 5))
        assert names(watcher, turned_deg=turned_deg) == {name: name for name in DEAL}


def sleeved(place: str, *, whole_s: float) -> TableObservation:
    """The deal with a sleeve over the edge of one card, which was seen whole for so long."""
    laid = table()
    at = list(DEAL).index(place)
    cards = [
        replace(card, covered=True, steady_s=0.0, whole_s=whole_s) if number == at else card
        for number, card in enumerate(laid.cards)
    ]
    return replace(laid, cards=tuple(cards))


@pytest.mark.parametrize(
    ("place", "whole_s", "found"),
    [("GB", SLEEVE_S, True), ("GB", SLEEVE_S / 2, False), ("M", 2 * SLEEVE_S, False)],
)
def test_a_closed_card_seen_whole_beside_a_sleeve_is_laid_and_an_open_one_waits(
    place: str, whole_s: float, found: bool
) -> None:
    told = Watcher(QUINCUNX).watch(sleeved(place, whole_s=whole_s))
    assert (LayoutSeen in [type(event) for event in told]) is found
