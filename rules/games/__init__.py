"""The games by name.

To add one: read ``alman_whisti`` (or ``blof``), then write a package with the same parts:

- ``options``: what a table may choose, checked by the parsers of ``rules.options``;
- ``state``: phases, actions and the immutable state; cards nobody saw are values;
- the rules proper, as plain functions of what they need (``tricks``, ``scoring``, ``play``);
- ``hands``: closing a hand on the ``rules.ledger``, the next one, corrections, answers;
- ``reading`` and ``view``: events to actions, state to codes; ``game``: the verbs of the protocol.

Register it here; give it a module in ``rules.notation`` and ``rules.simulate``, its codes in
``rules.codes`` with words in ``web/locales``, a golden hand, and its option values in
``tests/rules/conform.py``: the conformance suite then holds it to everything the others keep.
"""

from rules.game import Registry
from rules.games.alman_whisti import ALMAN_WHISTI
from rules.games.belote import BELOTE
from rules.games.blof import BLOF
from rules.games.uc_on_uc import UC_ON_UC
from rules.games.vale_avi import VALE_AVI

GAMES = Registry(
    {game.info.name: game for game in (VALE_AVI, BLOF, ALMAN_WHISTI, BELOTE, UC_ON_UC)}
)
