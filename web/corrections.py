"""The list of hands, and mending any of them: what would change is shown before it does."""

from flask import Blueprint, Response, render_template

from web import wire
from web.answers import decode, json_answer, receipt_answer
from web.guard import require_control, require_own_page
from web.parts import parts
from web.port import Receipt

corrections = Blueprint("corrections", __name__)


@corrections.get("/eller")
def hands() -> str:
    return render_template("hands.html", page="hands")


@corrections.get("/eller/<int:number>")
def hand(number: int) -> str:
    """One hand; the page says so when there is none, as the phone's copy may be newer."""
    return render_template("page.html", page="correct", number=number)


@corrections.get("/eller/<int:number>/defter")
def log(number: int) -> Response:
    """``{"edits": [Edit, ...]}``: who changed what of a hand; anybody may look."""
    return json_answer({"edits": parts().referee.edits(number)})


@corrections.post("/onizleme")
def preview() -> Response:
    """``{"changes": [Change, ...]}`` for a correction that is not done yet, or why it cannot be."""
    require_own_page(parts().config.hosts)
    require_control()
    outcome = parts().referee.preview(wire.preview(decode(wire.read_preview)))
    if isinstance(outcome, Receipt):
        return receipt_answer(outcome)
    return json_answer({"ok": True, "changes": outcome})
