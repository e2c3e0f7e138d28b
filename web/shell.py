"""The offline shell: the service worker, at the root, because it rules what lies below it."""

from flask import Blueprint, Response, current_app

shell = Blueprint("shell", __name__)


@shell.get("/sw.js")
def worker() -> Response:
    """Asked for anew each time: an old worker must not outlive its build."""
    answer = current_app.send_static_file("sw.js")
    answer.headers["Cache-Control"] = "no-cache"
    return answer
