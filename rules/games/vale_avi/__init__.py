"""13: Vale Avı (spec 1), the main game: two-faced pawns on four closed corners around an open card.

``VALE_AVI`` is what the registry holds. The parts: ``options`` (and points), ``state`` (data and
actions), ``facts`` (what is known, what is missing), ``scoring`` (closing a hand), ``flow`` (hand
to hand), ``table`` (what a real table does), ``questions`` and ``answers``, ``play_full`` and
``play_table`` (``apply`` and ``legal`` of both modes), ``reading`` (events to actions), ``view``.
"""

from rules.games.vale_avi.game import ValeAvi
from rules.games.vale_avi.options import Options

VALE_AVI = ValeAvi()

__all__ = ["VALE_AVI", "Options", "ValeAvi"]
