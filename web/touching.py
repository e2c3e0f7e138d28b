"""The way to control by touch (``web.touch``): a page and two answers, with and without scripts."""

from http import HTTPStatus

from flask import Blueprint, redirect, render_template, request, url_for
from werkzeug.wrappers import Response as BaseResponse

from web.answers import json_answer
from web.guard import (
    Refusal,
    give_control,
    in_control,
    phone_id,
    require_control,
    require_own_page,
    take_control,
)
from web.parts import parts

touching = Blueprint("touch", __name__)


@touching.get("/dokun")
def page() -> str:
    gate = parts().config.touch
    state = "var" if in_control() else "yok" if not gate.present else "sor"
    if state == "sor" and gate.left_s(phone_id()):
        state = "bas"
    return render_template("touch.html", state=state)


@touching.post("/dokun")
def ask() -> BaseResponse:
    """200 ``{"seconds"}``; 404 where there is no button, 409 while another phone waits."""
    require_own_page(parts().config.hosts)
    gate = parts().config.touch
    if not gate.present:
        raise Refusal("DUGME_YOK", HTTPStatus.NOT_FOUND)
    seconds = gate.ask(phone_id())
    if seconds is None:
        raise Refusal("DUGME_BEKLENIYOR", HTTPStatus.CONFLICT)
    return _answer({"seconds": seconds}, "touch.page")


@touching.post("/dokun/bak")
def look() -> BaseResponse:
    """200 ``{"granted", "seconds"}``; once granted, this phone runs the match and is remembered."""
    require_own_page(parts().config.hosts)
    gate, phone = parts().config.touch, phone_id()
    granted = gate.take(phone)
    if granted:
        give_control()
    where = "scoreboard.board" if granted else "touch.page"
    return _answer({"granted": granted, "seconds": gate.left_s(phone)}, where)


@touching.post("/dokun/geri")
def take_back() -> BaseResponse:
    """This phone runs the match, and from now on no other one does; 403 for one that does not."""
    require_own_page(parts().config.hosts)
    require_control()
    take_control()
    return _answer({"ok": True}, "touch.page")


def _answer(told: dict[str, object], where: str) -> BaseResponse:
    """JSON for a script, a page for a form."""
    if request.mimetype == "application/json":
        return json_answer(told)
    return redirect(url_for(where), HTTPStatus.SEE_OTHER)
