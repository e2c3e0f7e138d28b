"""A reader that knows the deck on the table.

A reader names any deck's cards by their indices. A deck that was taught is told by its looks
instead: the map the reader draws of a card before it names it is nearly the same whenever that
card lies there, and quite another for any other card, whatever letters stand on it. A card that
looks like none of them is a stranger to the deck.
"""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from vision.decks import Deck, Floats
from vision.detectors.base import Detection
from vision.frame import Image
from vision.readers.base import RANKS, SUITS, CardReader, CardReading

SHARPNESS = 60.0
"""A card is e times as likely for 1 / SHARPNESS more of similarity. Of 700 cards seen on other
evenings none was more like another card of its deck, one in a hundred by less than 0.08."""
STRANGE, STRANGE_WIDTH = 0.77, 0.015
"""Similarity at which a card is as likely the deck's as a stranger, and how fast that turns: one in
a hundred of the deck's own cards falls below (``models.train.taught_deck``)."""


class DeckKnowledge:
    """What a reader said of a card, put right by the looks of the deck that was taught.

    As far as a card is the deck's, the deck says which; as far as it is a stranger, the reader.
    """

    def __init__(self, deck: Deck) -> None:
        self._of, self._count = deck.of, len(deck.cards)
        self._common = deck.looks.mean(axis=0)
        self._looks = self._apart(deck.looks)
        ranks = np.zeros((self._count, len(RANKS)), np.float32)
        suits = np.full((self._count, len(SUITS)), 1 / len(SUITS), np.float32)
        for i, card in enumerate(deck.cards):
            ranks[i, RANKS.index(card.rank)] = 1
            if card.suit is not None:
                suits[i] = np.eye(len(SUITS), dtype=np.float32)[SUITS.index(card.suit)]
        self._ranks, self._suits = ranks, suits

    def told(self, reading: CardReading) -> CardReading:
        """The same reading where the face was not looked at closely."""
        if reading.looks is None:
            return reading
        similar = (self._looks @ self._apart(reading.looks).T).max(axis=1)
        best = np.array([similar[self._of == i].max() for i in range(self._count)])
        likely = np.exp(SHARPNESS * (best - best.max()))
        card_p = (likely / likely.sum()).astype(np.float32)
        known = float(1 / (1 + np.exp(-(best.max() - STRANGE) / STRANGE_WIDTH)))
        return replace(
            reading,
            rank_p=known * (card_p @ self._ranks) + (1 - known) * reading.rank_p,
            suit_p=known * (card_p @ self._suits) + (1 - known) * reading.suit_p,
            known_p=known,
        )

    def _apart(self, looks: Floats) -> Floats:
        """Without what all cards of this deck share, each of length one."""
        rest = looks - self._common
        return np.asarray(rest / np.linalg.norm(rest, axis=1, keepdims=True).clip(1e-6))


class DeckReader:
    """``CardReader`` of a table whose deck was taught."""

    def __init__(self, reader: CardReader, deck: Deck) -> None:
        self._reader, self._knowledge = reader, DeckKnowledge(deck)

    def read(self, image: Image, cards: Sequence[Detection]) -> list[CardReading]:
        return [self._knowledge.told(reading) for reading in self._reader.read(image, cards)]
