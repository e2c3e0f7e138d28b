"""How the box feels: ``/healthz`` for programs, a page for people. No name, no picture, no PIN."""

from http import HTTPStatus
from typing import Any

from flask import Blueprint, Response, render_template

from web.answers import json_answer
from web.parts import parts, spoken

health = Blueprint("health", __name__)
SHOWN = (
    "camera",
    "camera_state",
    "pictures_per_s",
    "stage_ms",
    "temperature_c",
    "throttled",
    "memory_mb",
    "eyes_memory_mb",
    "memory_free_mb",
    "disk_free_mb",
    "clock_synchronised",
    "queue",
    "unsaved_hands",
    "last_error",
    "version",
    "uptime_s",
)


@health.get("/healthz")
def healthz() -> Response:
    """JSON; 503 when the referee does not answer or something is not saved."""
    report = parts().config.health()
    well = report.get("ok", True)
    return json_answer(report, HTTPStatus.OK if well else HTTPStatus.SERVICE_UNAVAILABLE)


@health.get("/saglik")
def page() -> Response:
    report = parts().config.health()
    rows = [(_say(key), _told(key, report.get(key))) for key in SHOWN]
    text = render_template("health.html", page="health", rows=rows, well=report.get("ok", True))
    return Response(text, headers={"Refresh": "5"}, mimetype="text/html")


def _say(code: str, **args: int) -> str:
    return spoken().say(code, args, section="health")


def _told(key: str, value: Any) -> str:
    if value is None or value == [] or value == {}:
        return "\u2013"
    if key == "camera_state":
        return spoken().say(value, section="camera")
    if key == "uptime_s":
        hours, minutes = divmod(int(value) // 60, 60)
        return _say("sure", hours=hours, minutes=minutes)
    if isinstance(value, bool):
        return _say("evet" if value else "hayir")
    if isinstance(value, dict):
        return ", ".join(f"{_say(name)} {_number(each)}" for name, each in value.items())
    if isinstance(value, list):
        return ", ".join(_say(str(each)) for each in value)
    return _number(value) if isinstance(value, float) else str(value)


def _number(value: float) -> str:
    return f"{value:g}".replace(".", _say("ondalik"))
