"""What the page's address offers, as an OpenAPI description for programs and for the tests that
throw rubbish at it. Made from the routes and from the types that check what a phone may send, so
that it cannot tell anything else than they do.
"""

import re
from collections.abc import Iterator
from typing import Any

import msgspec
from flask import Blueprint, Flask, Response, current_app
from werkzeug.routing import Rule

from web import wire
from web.answers import json_answer
from web.guard import TOKEN_HEADER
from web.photos import KINDS

openapi = Blueprint("openapi", __name__)
BODIES: dict[str, Any] = {
    "control.give_pin": wire.PinTry,
    "control.be_somebodys": wire.Whose,
    "control.command": wire.Request,
    "corrections.preview": wire.Preview,
}
"""What a POST carries as JSON, by endpoint."""
PICTURES = {"photos.read": KINDS}
"""What a POST carries as it is, by endpoint. One in neither carries nothing that is read."""
LEFT_OUT = frozenset({"static", "sheet", "live.stream"})
"""Files of this build, and the stream of events, which does not end."""
ANSWERS = {
    "2XX": {"description": "done"},
    "3XX": {"description": "look elsewhere"},
    "4XX": {"description": "refused, with a code and one sentence"},
    "503": {"description": "not now: the disk takes nothing, or the referee is silent"},
}
_ARGUMENT = re.compile(r"<(?:(\w+):)?(\w+)>")


@openapi.get("/openapi.json")
def description() -> Response:
    return json_answer(describe(current_app))


def describe(app: Flask) -> dict[str, Any]:
    """The OpenAPI 3.1 description of every route of ``app`` but those left out."""
    schemas, parts = msgspec.json.schema_components(
        BODIES.values(), ref_template="#/components/schemas/{name}"
    )
    bodies = dict(zip(BODIES, schemas, strict=True))
    paths: dict[str, dict[str, Any]] = {}
    for rule in app.url_map.iter_rules():
        if rule.endpoint not in LEFT_OUT:
            told = paths.setdefault(_ARGUMENT.sub(r"{\2}", rule.rule), {})
            told |= dict(_operations(rule, _content(rule.endpoint, bodies)))
    return {
        "openapi": "3.1.0",
        "info": {"title": "Hakem", "version": "1"},
        "paths": dict(sorted(paths.items())),
        "components": {"schemas": parts},
    }


def _content(endpoint: str, bodies: dict[str, dict[str, Any]]) -> dict[str, Any]:
    """The media types a POST to ``endpoint`` may carry, each with what is known of it."""
    if endpoint in bodies:
        return {"application/json": {"schema": bodies[endpoint]}}
    return {kind: {} for kind in sorted(PICTURES.get(endpoint, ()))}


def _operations(rule: Rule, content: dict[str, Any]) -> Iterator[tuple[str, dict[str, Any]]]:
    for method in sorted((rule.methods or set()) & {"GET", "POST"}):
        operation: dict[str, Any] = {
            "operationId": f"{rule.endpoint}:{method.lower()}",
            "parameters": [_parameter(*found) for found in _ARGUMENT.findall(rule.rule)],
            "responses": ANSWERS,
        }
        if method == "POST":
            operation["parameters"].append(
                {
                    "name": TOKEN_HEADER,
                    "in": "header",
                    "required": True,
                    "schema": {"type": "string"},
                    "description": "the token in the page's meta element hakem-token",
                }
            )
        if method == "POST" and content:
            operation["requestBody"] = {"required": True, "content": content}
        yield method.lower(), operation


def _parameter(kind: str, name: str) -> dict[str, Any]:
    schema = {"type": "integer", "minimum": 0} if kind == "int" else {"type": "string"}
    return {"name": name, "in": "path", "required": True, "schema": schema}
