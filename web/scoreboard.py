"""The board, and how a phone finds it."""

import io

import segno
from flask import Blueprint, Response, redirect, render_template, request, url_for
from werkzeug.wrappers import Response as BaseResponse

from web.encode import Encoder
from web.parts import parts

scoreboard = Blueprint("scoreboard", __name__)
INK, PAPER = "#16181A", "#FBF8F0"


@scoreboard.get("/")
def board() -> str | BaseResponse:
    """The board; with no match yet, the page that starts one."""
    if parts().referee.snapshot().score is None:
        return redirect(url_for("seating.start"))
    return render_template("board.html", page="board", addresses=addresses())


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


@scoreboard.get("/qr.svg")
def qr() -> Response:
    """The numeric address: names like ``hakem.local`` do not resolve on every phone."""
    out = io.BytesIO()
    code = segno.make(addresses()[0], error="m", micro=False)
    code.save(out, kind="svg", xmldecl=False, border=2, dark=INK, light=PAPER, omitsize=True)
    return Response(out.getvalue(), mimetype="image/svg+xml")


def addresses() -> tuple[str, ...]:
    """URLs a phone may type, the numeric one first; at least the one this phone came by."""
    return parts().config.addresses() or (request.host_url.rstrip("/"),)
