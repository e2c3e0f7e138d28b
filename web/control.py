"""Running the match: the PIN, and the one door for every command of a phone."""

from http import HTTPStatus

from flask import Blueprint, Response, request, session

from web import wire
from web.answers import decode, receipt_answer
from web.guard import Refusal, require_control, require_own_page
from web.parts import parts

control = Blueprint("control", __name__)


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
    session["control"] = True
    session.permanent = True
    return Response(status=HTTPStatus.NO_CONTENT)


@control.post("/pin/birak")
def give_up() -> Response:
    """The phone goes back to looking on."""
    require_own_page(parts().config.hosts)
    session.pop("control", None)
    return Response(status=HTTPStatus.NO_CONTENT)


@control.post("/komut")
def command() -> Response:
    """One command (``web.wire.Request``); the answer tells what became of it."""
    require_own_page(parts().config.hosts)
    require_control()
    body = decode(wire.read_request)
    receipt = parts().referee.submit(wire.command(body), seen=body.seen, source="phone")
    return receipt_answer(receipt)
