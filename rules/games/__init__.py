"""The games by name. To add one: write its module, register it here, record a golden hand."""

from rules.game import Registry

GAMES = Registry({})
