"""A phone's photo, or the camera's own picture sent back: read, and told as data."""

from http import HTTPStatus

from flask import Blueprint, Response, request

from web.answers import json_answer
from web.guard import Refusal, require_own_page
from web.parts import parts
from web.photo import MOST_BYTES, Unreadable
from web.roles import require_voice

photos = Blueprint("photos", __name__)
KINDS = frozenset({"image/jpeg", "image/png", "image/webp"})
STATUS = {
    "FOTO_DEGIL": HTTPStatus.UNPROCESSABLE_ENTITY,
    "FOTO_BUYUK": HTTPStatus.REQUEST_ENTITY_TOO_LARGE,
    "FOTO_MESGUL": HTTPStatus.SERVICE_UNAVAILABLE,
    "FOTO_OKUNAMADI": HTTPStatus.SERVICE_UNAVAILABLE,
}


@photos.post("/foto")
def read() -> Response:
    """The picture is the body; ``?yelpaze``: a hand of cards may be fanned.

    200 ``web.photo.Seen``, an empty one where nothing was found; 413, 422 or 503 with a sentence
    that says what to do; 404 where no photo can be read.
    """
    require_own_page(parts().config.hosts)
    require_voice()
    reader = parts().config.read_photo
    if reader is None:
        raise Refusal("FOTO_YOK", HTTPStatus.NOT_FOUND)
    if request.mimetype not in KINDS:
        raise _refusal("FOTO_DEGIL")
    if (request.content_length or 0) > MOST_BYTES:
        raise _refusal("FOTO_BUYUK")
    request.max_content_length = MOST_BYTES
    try:
        return json_answer(reader(request.get_data(), fanned="yelpaze" in request.args))
    except Unreadable as error:
        raise _refusal(error.code) from error


def _refusal(code: str) -> Refusal:
    return Refusal(code, STATUS[code])
