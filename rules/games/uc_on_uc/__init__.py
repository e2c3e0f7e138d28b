"""Üç On Üç Remi (spec 5), Three Thirteen: eleven rounds, the rank of the round is wild.

``UC_ON_UC`` is what the registry holds. The parts: ``cards`` (what a card costs, decks), ``melds``
(the least a hand can cost, and its arrangement), ``options``, ``state`` (data and actions),
``facts`` (a round as texts), ``scoring`` (what a round costs, what follows), ``flow`` (round to
round), ``play_full`` and ``play_table`` (``apply`` and ``legal`` of both modes), ``questions`` and
``answers``, ``reading``, ``view``.
"""

from rules.games.uc_on_uc.game import UcOnUc
from rules.games.uc_on_uc.options import Options

UC_ON_UC = UcOnUc()

__all__ = ["UC_ON_UC", "Options", "UcOnUc"]
