"""The cost without wild cards against OpenSpiel's gin rummy: 1,000 deals, no difference (spec 6.2).

OpenSpiel and what it needs weigh 280 MB, so it comes with the extra ``oracles`` and for ``make
soak``; the search of ``test_uc_on_uc_properties`` is the oracle that every run has.
"""

from random import Random

import pytest

from rules.games.uc_on_uc.cards import DECK, Costs
from rules.games.uc_on_uc.melds import Hand

DEALS = 1_000


@pytest.mark.soak
def test_gin_rummy_agrees_on_every_hand() -> None:
    pyspiel = pytest.importorskip("pyspiel", reason="make soak installs the extra oracles")
    rng = Random(1913)
    for size in range(3, 11):
        gin = pyspiel.gin_rummy.GinRummyUtils(13, 4, size)
        for _ in range(DEALS):
            cards = rng.sample(DECK, size)
            theirs = [gin.card_int(card[0] + card[1].lower()) for card in cards]
            assert Hand(cards, Costs()).cost() == gin.min_deadwood(theirs), cards
