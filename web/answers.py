"""Answers and errors: one code, one kind sentence, one HTTP status that fits."""

from collections.abc import Callable
from http import HTTPStatus
from typing import TypeVar

import msgspec
from flask import Flask, Response, render_template, request
from werkzeug.exceptions import HTTPException

from rules.view import Args
from web.encode import to_json
from web.guard import Refusal
from web.parts import spoken
from web.port import Receipt

T = TypeVar("T")

# Refusals that are no conflict with the state of the match (409).
STATUS: dict[str, HTTPStatus] = {
    "ILLEGAL_ACTION": HTTPStatus.UNPROCESSABLE_ENTITY,
    "BAD_COUNT": HTTPStatus.UNPROCESSABLE_ENTITY,
    "OPTION_RANGE": HTTPStatus.UNPROCESSABLE_ENTITY,
    "UNKNOWN_GAME": HTTPStatus.UNPROCESSABLE_ENTITY,
    "NO_HAND": HTTPStatus.NOT_FOUND,
    "NO_QUESTION": HTTPStatus.NOT_FOUND,
    "BAD_PLAYERS": HTTPStatus.UNPROCESSABLE_ENTITY,
    "BAD_FACT": HTTPStatus.UNPROCESSABLE_ENTITY,
    "BUSY": HTTPStatus.SERVICE_UNAVAILABLE,
    "INTERNAL": HTTPStatus.INTERNAL_SERVER_ERROR,
}


def decode(read: Callable[[bytes], T]) -> T:
    """The request's JSON body by a reader of ``web.wire``; Refusal 400 when it is anything else."""
    if request.mimetype != "application/json":
        raise Refusal("BOZUK_ISTEK", HTTPStatus.BAD_REQUEST)
    try:
        return read(request.get_data())
    except msgspec.MsgspecError as error:
        raise Refusal("BOZUK_ISTEK", HTTPStatus.BAD_REQUEST) from error


def json_answer(value: object, status: HTTPStatus = HTTPStatus.OK) -> Response:
    return Response(to_json(value), status=status, mimetype="application/json")


def receipt_answer(receipt: Receipt) -> Response:
    """``{"ok", "code", "sentence", "version"}``; unknown refusals are conflicts."""
    if receipt.ok:
        return json_answer({"ok": True, "version": receipt.version})
    status = _status(receipt.code)
    return _refused(receipt.code, receipt.args, status, receipt.version)


def _status(code: str) -> HTTPStatus:
    if code.startswith("STORAGE"):
        return HTTPStatus.SERVICE_UNAVAILABLE
    return STATUS.get(code, HTTPStatus.CONFLICT)


def _refused(code: str, args: Args, status: HTTPStatus, version: int = 0) -> Response:
    sentence = spoken().say(code, args, section=_section(code))
    body = {"ok": False, "code": code, "sentence": sentence, "version": version}
    return json_answer(body, status)


def _section(code: str) -> str:
    """The referee's refusals have words of their own; ours are the page's."""
    return "refusal" if code in spoken().table["refusal"] else "page"


def _wants_page() -> bool:
    return request.method == "GET" and "text/html" in request.headers.get("Accept", "")


def register_errors(app: Flask) -> None:
    """Pages get a friendly page, everything else JSON; never a traceback, never a bare number."""

    @app.errorhandler(Refusal)
    def refused(error: Refusal) -> tuple[str, int] | Response:
        if _wants_page():
            return _page(error.code, error.status), error.status
        return _refused(error.code, error.args_, error.status)

    @app.errorhandler(HTTPException)
    def wrong(error: HTTPException) -> tuple[str, int] | Response:
        status = HTTPStatus(error.code or HTTPStatus.INTERNAL_SERVER_ERROR)
        code = {404: "SAYFA_YOK", 405: "SAYFA_YOK", 413: "BOZUK_ISTEK"}.get(status, "BOZUK_ISTEK")
        if status >= HTTPStatus.INTERNAL_SERVER_ERROR:
            code = "SUNUCU_HATASI"
        return (_page(code, status), status) if _wants_page() else _refused(code, {}, status)


def _page(code: str, status: HTTPStatus) -> str:
    return render_template("problem.html", page="problem", sentence=spoken().say(code), code=status)
