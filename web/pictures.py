"""Camera pictures: only for phones that showed the PIN, stills only, never a stream of them."""

import re
from http import HTTPStatus

from flask import Blueprint, Response, render_template

from web.guard import Refusal, require_control
from web.parts import parts

pictures = Blueprint("pictures", __name__)
LIVE = "live"
_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,95}")
PRIVATE_DAY = "private, max-age=86400, immutable"


@pictures.get("/kamera")
def camera() -> str:
    return render_template("page.html", page="camera")


@pictures.get("/resim/<name>")
def picture(name: str) -> Response:
    """One JPEG; 404 when it is gone (pictures are kept only as long as the settings say)."""
    require_control()
    if not _NAME.fullmatch(name) or ".." in name:
        raise Refusal("RESIM_YOK", HTTPStatus.NOT_FOUND)
    jpeg = parts().stills.newest() if name == LIVE else parts().referee.picture(name)
    if jpeg is None:
        raise Refusal("RESIM_YOK", HTTPStatus.NOT_FOUND)
    caching = "no-store" if name == LIVE else PRIVATE_DAY
    return Response(jpeg, mimetype="image/jpeg", headers={"Cache-Control": caching})
