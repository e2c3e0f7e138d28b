"""A reader that knows the deck on the table."""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from vision.decks import Deck
from vision.detectors.base import Detection
from vision.frame import Image
from vision.readers.base import RANKS, SUITS, CardReader, CardReading


class DeckKnowledge:
    """What a reader said of a card, put right by the looks of the deck that was taught.

    As far as a card is the deck's, the deck says which; as far as it is a stranger, the reader.
    """

    def __init__(self, deck: Deck) -> None:
        self._deck = deck
        ranks = np.zeros((len(deck.cards), len(RANKS)), np.float32)
        suits = np.full((len(deck.cards), len(SUITS)), 1 / len(SUITS), np.float32)
        for i, card in enumerate(deck.cards):
            ranks[i, RANKS.index(card.rank)] = 1
            if card.suit is not None:
                suits[i] = np.eye(len(SUITS), dtype=np.float32)[SUITS.index(card.suit)]
        self._ranks, self._suits = ranks, suits

    def told(self, reading: CardReading) -> CardReading:
        """The same reading where the face was not looked at closely."""
        if reading.looks is None:
            return reading
        match = self._deck.match(reading.looks)
        known = match.known_p
        return replace(
            reading,
            rank_p=known * (match.card_p @ self._ranks) + (1 - known) * reading.rank_p,
            suit_p=known * (match.card_p @ self._suits) + (1 - known) * reading.suit_p,
            known_p=known,
        )


class DeckReader:
    """``CardReader`` of a table whose deck was taught."""

    def __init__(self, reader: CardReader, deck: Deck) -> None:
        self._reader, self._knowledge = reader, DeckKnowledge(deck)

    def read(self, image: Image, cards: Sequence[Detection]) -> list[CardReading]:
        return [self._knowledge.told(reading) for reading in self._reader.read(image, cards)]
