"""The games by name. To add one: write its module, register it here, record a golden hand."""

from rules.game import Registry
from rules.games.vale_avi import VALE_AVI

GAMES = Registry({VALE_AVI.info.name: VALE_AVI})
