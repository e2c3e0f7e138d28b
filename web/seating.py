"""Starting a match: who sits where with which pawn, and what the table plays."""

from flask import Blueprint, render_template

from web.offers import offered
from web.parts import parts

seating = Blueprint("seating", __name__)


@seating.get("/basla")
def start() -> str:
    first = parts().config.game
    games = sorted(offered(), key=lambda game: game["name"] != first)
    return render_template("start.html", page="start", games=games)
