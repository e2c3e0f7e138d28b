"""The board, and how a phone finds it."""

import io

import segno
from flask import Blueprint, Response, redirect, render_template, request, url_for
from werkzeug.wrappers import Response as BaseResponse

from rules.view import ScoreView
from web.answers import json_answer
from web.archive.records import sides
from web.encode import Encoder
from web.guard import require_control
from web.parts import parts

scoreboard = Blueprint("scoreboard", __name__)
LARGE = 100
INK, PAPER = "#16181A", "#FBF8F0"


@scoreboard.get("/")
def board() -> str | BaseResponse:
    """The board; with no match yet, the page that starts one."""
    score = parts().referee.snapshot().score
    if score is None:
        return redirect(url_for("seating.start"))
    return render_template(
        "board.html",
        page="board",
        addresses=addresses(),
        score=score,
        sides=sides(score),
        shape=_shape(score),
    )


def _shape(score: ScoreView) -> str:
    """The classes of the first paint, as ``static/js/board.js`` gives them."""
    size = len(sides(score))
    large = (score.target or 0) >= LARGE or any(seat.total >= LARGE for seat in score.seats)
    few = " pair" if size <= 2 else " many trio" if size == 3 else " many" if size > 4 else ""
    return few + (" large" if large else "")


@scoreboard.get("/katil")
def join() -> str:
    return render_template("join.html", page="join", addresses=addresses())


@scoreboard.get("/ayarlar")
def settings() -> str:
    return render_template("page.html", page="settings")


@scoreboard.get("/durum")
def snapshot() -> Response:
    """The newest snapshot, for a phone that just woke up."""
    encoder: Encoder = parts().encoder
    return Response(encoder.text(parts().referee.snapshot()), mimetype="application/json")


@scoreboard.get("/saat")
def clock() -> Response:
    """``{"now_s"}``: the time by the clock of ``score.until_s``; a phone's own is wrong."""
    return json_answer({"now_s": parts().referee.now_s()})


@scoreboard.get("/qr.svg")
def qr() -> Response:
    """For whoever looks on or plays: the bare address."""
    return _drawn(addresses()[0])


@scoreboard.get("/yoneten.svg")
def hosts_qr() -> Response:
    """For another host, shown to hosts only: it carries the PIN, behind the ``#`` that a browser
    keeps to itself."""
    require_control()
    return _drawn(f"{addresses()[0]}/#pin={parts().referee.pin()}")


def _drawn(address: str) -> Response:
    """Numeric addresses: names like ``hakem.local`` do not resolve on every phone."""
    out = io.BytesIO()
    code = segno.make(address, error="m", micro=False)
    code.save(out, kind="svg", xmldecl=False, border=2, dark=INK, light=PAPER, omitsize=True)
    return Response(out.getvalue(), mimetype="image/svg+xml")


def addresses() -> tuple[str, ...]:
    """URLs a phone may type, the numeric one first; at least the one this phone came by."""
    return parts().config.addresses() or (request.host_url.rstrip("/"),)
