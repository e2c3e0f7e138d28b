"""The games by name. To add one: write its module, register it here, record a golden hand."""

from rules.game import Registry
from rules.games.alman_whisti import ALMAN_WHISTI
from rules.games.belote import BELOTE
from rules.games.blof import BLOF
from rules.games.uc_on_uc import UC_ON_UC
from rules.games.vale_avi import VALE_AVI

GAMES = Registry(
    {game.info.name: game for game in (VALE_AVI, BLOF, ALMAN_WHISTI, BELOTE, UC_ON_UC)}
)
