"""Starting a match: who sits where with which pawn, and what the table plays."""

from flask import Blueprint, render_template

from web.offers import offered

seating = Blueprint("seating", __name__)


@seating.get("/basla")
def start() -> str:
    return render_template("start.html", page="start", games=offered())
