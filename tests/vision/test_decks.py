"""A deck that was shown once: its cards are told by their looks, a stranger is called one."""

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from rules.cards import Rank, Suit
from vision.cameras.staged import DECKS
from vision.decks import Deck, DeckCard, DeckError
from vision.detectors.base import Kind
from vision.detectors.onnx import OnnxDetector
from vision.frame import Image
from vision.observation import CardSight
from vision.readers.base import RANKS, CardReading
from vision.readers.deck import DeckKnowledge
from vision.readers.onnx import OnnxCardReader
from vision.scene.faces import FaceLibrary
from vision.scene.render import Renderer
from vision.scene.scene import Look, Scene, SceneCard
from vision.teach import Shown, parse_rows, shown_cards
from vision.tracks import card_vote

EIGHT = "JS JH QS QH / KS KH AS AH"


@pytest.fixture(scope="module")
def renderer() -> Renderer:
    return Renderer(FaceLibrary.open(DECKS), size_px=(1280, 960))


@pytest.fixture(scope="module")
def reader() -> OnnxCardReader:
    return OnnxCardReader()


def picture(renderer: Renderer, deck: str, rows: str, *, seed: int, lamp: int = 3) -> Image:
    """Cards in rows, crooked as people lay them."""
    rng = np.random.default_rng(seed)
    cards = tuple(
        SceneCard(
            face=str(card),
            x_mm=-150 + 100 * x + float(rng.normal(0, 4)),
            y_mm=-70 + 140 * y + float(rng.normal(0, 4)),
            angle_deg=float(rng.normal(0, 6)) + 180 * int(rng.integers(2)),
        )
        for y, row in enumerate(parse_rows(rows))
        for x, card in enumerate(row)
    )
    look = Look(deck=deck, lamp=lamp, tilt_deg=10, noise=2.0)
    return renderer.render(Scene(look=look, cards=cards), seed=seed).image


def taught(renderer: Renderer, reader: OnnxCardReader, deck: str) -> list[Shown]:
    image = picture(renderer, deck, EIGHT, seed=1)
    return shown_cards(image, parse_rows(EIGHT), detector=OnnxDetector(), reader=reader)


def readings(
    renderer: Renderer, reader: OnnxCardReader, deck: str, rows: str, *, seed: int, lamp: int
) -> list[CardReading]:
    image = picture(renderer, deck, rows, seed=seed, lamp=lamp)
    cards = [d for d in OnnxDetector().detect(image) if d.kind is Kind.FACE]
    return reader.read(image, cards)


# --- names and files ---------------------------------------------------------------------------


def test_a_card_is_named_as_people_write_it() -> None:
    assert DeckCard.parse("10h") == DeckCard(Rank.TEN, Suit.HEARTS)
    assert DeckCard.parse("Q") == DeckCard(Rank.QUEEN)
    assert str(DeckCard.parse("as")) == "AS"


@pytest.mark.parametrize("text", ["", "1S", "QX", "QSS", "kral"])
def test_what_is_no_card_is_refused_by_name(text: str) -> None:
    with pytest.raises(DeckError, match="bir kart değil"):
        DeckCard.parse(text)


def test_rows_without_cards_are_refused() -> None:
    with pytest.raises(DeckError, match="adları eksik"):
        parse_rows(" / ")


def test_a_deck_comes_back_from_its_file(tmp_path: Path) -> None:
    rng = np.random.default_rng(0)
    looks = rng.normal(size=(3, 40)).astype(np.float32)
    names = [DeckCard.parse(t) for t in ("QS", "K", "QS")]
    deck = Deck.learn(list(zip(names, looks, strict=True)))
    deck.save(tmp_path / "new" / "deck.npz")
    back = Deck.load(tmp_path / "new" / "deck.npz")
    assert back.cards == (names[0], names[1])
    assert back.of.tolist() == [0, 1, 0]
    np.testing.assert_allclose(back.looks, looks, atol=2e-3)
    assert [p.name for p in (tmp_path / "new").iterdir()] == ["deck.npz"]


@pytest.mark.parametrize("content", [b"", b"not a deck", b"PK\x03\x04 torn"])
def test_a_torn_file_says_what_to_do(tmp_path: Path, content: bytes) -> None:
    file = tmp_path / "deck.npz"
    file.write_bytes(content)
    with pytest.raises(DeckError, match="hakem deck learn"):
        Deck.load(file)


def test_no_file_and_no_cards_are_told(tmp_path: Path) -> None:
    with pytest.raises(DeckError, match="hakem deck learn"):
        Deck.load(tmp_path / "none.npz")
    with pytest.raises(DeckError, match="Hiç kart"):
        Deck.learn([])


# --- with the shipped networks -----------------------------------------------------------------


@pytest.mark.parametrize("deck", ["buculei", "kennard"])
def test_cards_are_told_by_their_looks_under_another_lamp(
    renderer: Renderer, reader: OnnxCardReader, deck: str
) -> None:
    known = DeckKnowledge(Deck.learn([(s.card, s.look) for s in taught(renderer, reader, deck)]))
    seen = readings(renderer, reader, deck, "AH KS QH JS / QS JH AS KH", seed=5, lamp=8)
    told = [known.told(reading) for reading in seen]
    found = [str(RANKS[int(reading.rank_p.argmax())]) for reading in told]
    assert sorted(found) == sorted("AKQJQJAK")
    assert min(reading.rank_p.max() for reading in told) > 0.97
    assert min(reading.known_p for reading in told) > 0.9


def test_a_card_of_another_deck_is_a_stranger_and_told_as_a_doubt(
    renderer: Renderer, reader: OnnxCardReader
) -> None:
    mine = Deck.learn([(s.card, s.look) for s in taught(renderer, reader, "kennard")])
    known = DeckKnowledge(mine)
    seen = readings(renderer, reader, "buculei", "JS JH QS / KS KH AS", seed=2, lamp=3)
    assert len(seen) == 6
    for reading in seen:
        told = known.told(reading)
        assert told.known_p < 0.1
        assert _rank_vote(reading).max() > 0.5 > _rank_vote(told)[:-1].sum()


def _rank_vote(reading: CardReading) -> np.ndarray:
    quad = reading.corners_px
    return card_vote(CardSight(quad, quad, Kind.FACE, 0.9, reading))[1]


def test_the_ranks_alone_are_enough_for_the_hunt(
    renderer: Renderer, reader: OnnxCardReader
) -> None:
    shown = taught(renderer, reader, "buculei")
    ranks = Deck.learn([(replace(s.card, suit=None), s.look) for s in shown])
    assert [str(card) for card in ranks.cards] == ["J", "Q", "K", "A"]
    told = DeckKnowledge(ranks).told(readings(renderer, reader, "buculei", "QH", seed=4, lamp=6)[0])
    assert str(RANKS[int(told.rank_p.argmax())]) == "Q"
    assert told.rank_p.sum() == pytest.approx(1, abs=1e-4)


def test_what_was_named_wrongly_is_objected_to(renderer: Renderer, reader: OnnxCardReader) -> None:
    image = picture(renderer, "kennard", EIGHT, seed=1)
    rows = parse_rows("JS JH QS QH / AS KH AS AH")
    shown = shown_cards(image, rows, detector=OnnxDetector(), reader=reader)
    assert [(str(s.card), s.read_as) for s in shown if s.read_as] == [("AS", "KS")]


@pytest.mark.parametrize(
    ("rows", "why"),
    [("JS JH QS QH / KS KH AS", "7 kart bekliyordum, 8"), ("J J J J J / J J J", "Sıraları")],
)
def test_a_layout_that_does_not_fit_says_why(
    renderer: Renderer, reader: OnnxCardReader, rows: str, why: str
) -> None:
    image = picture(renderer, "kennard", EIGHT, seed=1)
    with pytest.raises(DeckError, match=why):
        shown_cards(image, parse_rows(rows), detector=OnnxDetector(), reader=reader)


def test_rows_keep_the_order_they_were_named_in(renderer: Renderer, reader: OnnxCardReader) -> None:
    names: Sequence[str] = [str(s.card) for s in taught(renderer, reader, "kennard")]
    assert names == EIGHT.replace("/", "").split()
