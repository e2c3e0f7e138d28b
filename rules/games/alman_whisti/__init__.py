"""Alman Whisti (spec 3): thirteen tricks to win cards, thirteen that count.

``ALMAN_WHISTI`` is what the registry holds. The parts: ``options``, ``state`` (data and actions),
``tricks`` (legal cards, winners, proven revokes), ``scoring``, ``play_full`` and ``play_table``
(both modes), ``hands`` (closing a deal, the next one, corrections, answers), ``reading`` (events to
actions), ``view``, and ``game``, which lists what is legal.
"""

from rules.games.alman_whisti.game import AlmanWhisti
from rules.games.alman_whisti.options import Options

ALMAN_WHISTI = AlmanWhisti()

__all__ = ["ALMAN_WHISTI", "AlmanWhisti", "Options"]
