"""The questions by which phones find out whether a Wi-Fi has internet, answered with yes.

On the network that the box makes by itself every name leads here. A phone that believes there is no
internet goes back to the mobile network and loses the page; nothing is sent on to anybody.
"""

from http import HTTPStatus

from flask import Blueprint, Response, request

captive = Blueprint("captive", __name__)
APPLE = "<HTML><HEAD><TITLE>Success</TITLE></HEAD><BODY>Success</BODY></HTML>"
ANSWERS = {
    "/hotspot-detect.html": ("text/html", APPLE),
    "/library/test/success.html": ("text/html", APPLE),
    "/connecttest.txt": ("text/plain", "Microsoft Connect Test"),
    "/ncsi.txt": ("text/plain", "Microsoft NCSI"),
    "/success.txt": ("text/plain", "success\n"),
    "/check_network_status.txt": ("text/plain", "NetworkManager is online\n"),
}
"""Apple, Windows (new, old), Firefox, GNOME: what each has to read, letter by letter."""


@captive.get("/generate_204")
@captive.get("/gen_204")
def nothing() -> Response:
    """Android and Chrome."""
    return Response(status=HTTPStatus.NO_CONTENT)


def words() -> Response:
    kind, text = ANSWERS[request.path]
    return Response(text, mimetype=kind)


for path in ANSWERS:
    captive.add_url_rule(path, view_func=words)
