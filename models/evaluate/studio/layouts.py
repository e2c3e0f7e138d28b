"""A seed to a ``Stage``: how people lay cards, put pawns, reach in, and light a table."""

import numpy as np

from models.evaluate.studio.decks import open_decks
from models.evaluate.studio.spreads import FAN, fan_stage
from models.evaluate.studio.stage import Stage
from models.evaluate.studio.tables import TABLE, table_stage


def stage_of(family: str, seed: int) -> Stage:
    """The same every time. Raises AssetError when a deck cannot be fetched."""
    decks = open_decks()
    rng = np.random.default_rng([977, {TABLE: 1, FAN: 2}[family], seed])
    deck = decks[seed % len(decks)]
    return (
        table_stage(rng, seed, deck, decks)
        if family == TABLE
        else fan_stage(rng, seed, deck, decks)
    )
