"""Belote (spec 4) for two, three and four players.

``BELOTE`` is what the registry holds. The parts: ``cards`` (deck, orders, points), ``tricks``
(legal cards, winners, proof of a revoke), ``combos`` (declarations), ``options``, ``state`` (data
and actions), ``scoring`` (counting a hand, bittim, what follows), ``facts`` (a hand as texts),
``flow`` (dealing and from hand to hand), ``play_full`` and ``play_table`` (``apply`` and ``legal``
of both modes), ``questions`` and ``answers``, ``reading``, ``view``.
"""

from rules.games.belote.game import Belote
from rules.games.belote.options import Options

BELOTE = Belote()

__all__ = ["BELOTE", "Belote", "Options"]
