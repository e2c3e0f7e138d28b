"""Starting a match: who sits where with which pawn, and what the table plays."""

from collections.abc import Mapping

from flask import Blueprint, redirect, render_template, url_for
from werkzeug.wrappers import Response as BaseResponse

from rules.cards import Rank
from rules.game import OptionValue
from rules.games.vale_avi.options import Options, Side
from web.offers import offered
from web.parts import parts

seating = Blueprint("seating", __name__)


@seating.get("/basla")
def start() -> str:
    return render_template("start.html", page="start", games=offered())


@seating.get("/kurallar")
def rules() -> str | BaseResponse:
    """The rules of the match that is played, with its own points."""
    score = parts().referee.snapshot().score
    if score is None:
        return redirect(url_for("seating.start"))
    return render_template("rules.html", page="rules", points=points(score.options))


def points(options: Mapping[str, OptionValue]) -> list[tuple[str | int, ...]]:
    """Vale Avı's table: for each rank the points upright, flipped, and flipped under a Vale; the
    last only where the view tells the options, as a table may play with another factor."""
    chosen = Options.parse(options)
    king, jack = Rank.KING, Rank.JACK
    columns = ((Side.UPRIGHT, king), (Side.FLIPPED, king), (Side.FLIPPED, jack))
    told = columns if options else columns[:2]
    return [
        (rank.value, *(chosen.points(side=side, rank=rank, centre=centre) for side, centre in told))
        for rank in (Rank.ACE, Rank.KING, Rank.QUEEN, Rank.JACK)
    ]
