"""The rights of a phone (the PIN, the seat it speaks for), and the one door for its commands."""

from http import HTTPStatus

from flask import Blueprint, Response, request, session

from web import wire
from web.answers import decode, receipt_answer
from web.guard import Refusal, give_control, phone_id, require_own_page
from web.parts import parts
from web.roles import own_name, remembered, require_right, require_voice

control = Blueprint("control", __name__)
control.before_app_request(remembered)


@control.post("/pin")
def give_pin() -> Response:
    """Body ``{"pin": "1234"}``. 204 and a remembered phone, 403 when wrong, 429 after too many."""
    require_own_page(parts().config.hosts)
    body = decode(wire.read_pin)
    gate, address = parts().gate, request.remote_addr or ""
    if wait_s := gate.enter(address):
        raise Refusal("PIN_BEKLE", HTTPStatus.TOO_MANY_REQUESTS, {"seconds": wait_s})
    if not parts().referee.check_pin(body.pin.strip()):
        raise Refusal("PIN_YANLIS", HTTPStatus.FORBIDDEN)
    gate.right(address)
    give_control()
    return Response(status=HTTPStatus.NO_CONTENT)


@control.post("/pin/birak")
def give_up() -> Response:
    """The phone goes back to looking on."""
    require_own_page(parts().config.hosts)
    session.pop("control", None)
    return Response(status=HTTPStatus.NO_CONTENT)


@control.post("/koltuk")
def be_somebodys() -> Response:
    """Body ``{"name": "Ayşe", "take": false}``: this phone is that player's. 204 and remembered,
    404 when nobody of that name plays, 409 when another phone is that player's already."""
    require_own_page(parts().config.hosts)
    body = decode(wire.read_whose)
    score = parts().referee.snapshot().score
    if score is None or body.name not in [seat.name for seat in score.seats]:
        raise Refusal("OYUNCU_YOK", HTTPStatus.NOT_FOUND, {"name": body.name})
    since_s = parts().people.claim(body.name, phone_id(), take=body.take)
    if since_s is None:
        raise Refusal("TELEFON_VAR", HTTPStatus.CONFLICT, {"name": body.name})
    session["player"], session["since_s"] = body.name, since_s
    session.permanent = True
    return Response(status=HTTPStatus.NO_CONTENT)


@control.post("/koltuk/birak")
def be_nobodys() -> Response:
    """The seat is given back."""
    require_own_page(parts().config.hosts)
    parts().people.leave(phone_id())
    session.pop("player", None)
    session.pop("since_s", None)
    return Response(status=HTTPStatus.NO_CONTENT)


@control.post("/komut")
def command() -> Response:
    """One command (``web.wire.Request``); the answer tells what became of it."""
    require_own_page(parts().config.hosts)
    require_voice()
    body = decode(wire.read_request)
    require_right(body)
    receipt = parts().referee.submit(
        wire.command(body), seen=body.seen, source="phone", by=own_name()
    )
    return receipt_answer(receipt)
