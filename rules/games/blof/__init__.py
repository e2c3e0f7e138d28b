"""Blöf (spec 2): closed cards, a claim, and whoever says "Blöf!" had better be right.

``BLOF`` is what the registry holds. The parts: ``options``, ``state`` (data and actions), ``play``
(a round: throw, pass, call, window, reveal), ``hands`` (closing a hand, the next one, corrections,
answers), ``reading`` (events to actions), ``view``, and ``game``, which lists what is legal.
"""

from rules.games.blof.game import Blof
from rules.games.blof.options import Options

BLOF = Blof()

__all__ = ["BLOF", "Blof", "Options"]
