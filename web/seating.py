"""Starting a match: who sits where with which pawn, and what the table plays."""

from typing import Any

from flask import Blueprint, render_template

from rules.games import GAMES

seating = Blueprint("seating", __name__)


@seating.get("/basla")
def start() -> str:
    return render_template("start.html", page="start", games=offered())


def offered() -> list[dict[str, Any]]:
    """The games as the page shows them, with the options of a new table."""
    games = (GAMES[name] for name in GAMES)
    return [
        {
            "name": game.info.name,
            "least": game.info.min_players,
            "most": game.info.max_players,
            "options": dict(game.option_values(game.options({}))),
        }
        for game in games
    ]
