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
    state = report.get("camera_state")
    if state is not None:
        report = {**report, "camera_state": spoken().say(state, section="camera")}
    rows = [(spoken().say(key, section="health"), _told(report.get(key))) for key in SHOWN]
    text = render_template("health.html", page="health", rows=rows, well=report.get("ok", True))
    return Response(text, headers={"Refresh": "5"}, mimetype="text/html")


def _told(value: Any) -> str:
    if value is None or value == [] or value == {}:
        return "\u2013"
    if isinstance(value, bool):
        return spoken().say("evet" if value else "hayir", section="health")
    if isinstance(value, dict):
        return ", ".join(f"{name} {number:g}" for name, number in value.items())
    if isinstance(value, list):
        return ", ".join(spoken().say(str(each), section="health") for each in value)
    return f"{value:g}" if isinstance(value, float) else str(value)
