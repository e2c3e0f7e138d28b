"""The Flask app, made from one referee and one configuration."""

import hashlib
from datetime import timedelta
from functools import partial
from pathlib import Path
from typing import Any

from flask import Flask, Response, request
from jinja2 import StrictUndefined

from web import art
from web.answers import register_errors
from web.archive.pages import archived
from web.archive.records import ArchivePort, NoArchive
from web.captive import captive
from web.config import WebConfig
from web.control import control
from web.corrections import corrections
from web.encode import Encoder, to_json
from web.guard import PinGate, in_control, phone_id, token
from web.health import health
from web.live import live
from web.openapi import openapi
from web.pack import FIXED, Packer
from web.parts import KEY, Parts, Streams, language, parts, spoken
from web.people import People
from web.photos import photos
from web.pictures import LIVE, pictures
from web.port import RefereePort
from web.rulebook.pages import rulebook
from web.scoreboard import scoreboard
from web.scripts import OWN, of_every_page
from web.seating import seating
from web.sheets import ADDRESS, sheet
from web.shell import shell
from web.stills import Stills
from web.touching import touching

STATIC = Path(__file__).parent / "static"
REMEMBERED = timedelta(days=180)
A_YEAR_S = 365 * 24 * 3600
THEMES = ("gece", "gunduz")
POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob:; "
    "font-src 'self'; media-src 'self'; worker-src 'self'; "
    "connect-src 'self'; manifest-src 'self'; form-action 'self'; frame-ancestors 'none'; "
    "base-uri 'none'"
)


def create_app(
    referee: RefereePort, *, config: WebConfig, archive: ArchivePort | None = None
) -> Flask:
    """The whole page over ``referee``; past matches come from ``archive``. Nothing is listening
    yet: see ``web.serve.Server``."""
    build = _build()
    app = Flask("web", static_url_path=f"/static/{build}")
    app.config.update(
        SECRET_KEY=config.secret,
        GRANTS=config.grants,
        SESSION_COOKIE_NAME="hakem",
        SESSION_COOKIE_HTTPONLY=True,
        SESSION_COOKIE_SAMESITE="Lax",
        SESSION_REFRESH_EACH_REQUEST=False,  # a slow answer must not bring an old cookie back
        PERMANENT_SESSION_LIFETIME=REMEMBERED,
        SEND_FILE_MAX_AGE_DEFAULT=A_YEAR_S,
        MAX_CONTENT_LENGTH=64 * 1024,
    )
    app.jinja_env.undefined = StrictUndefined
    app.jinja_env.policies["json.dumps_kwargs"] = {"sort_keys": False}  # options keep their order
    app.jinja_env.trim_blocks = app.jinja_env.lstrip_blocks = True
    people = People()
    app.extensions[KEY] = Parts(
        referee=referee,
        archive=archive or NoArchive(),
        config=config,
        encoder=Encoder(people),
        people=people,
        streams=Streams(config.max_streams),
        gate=PinGate(now_s=config.now_s),
        stills=Stills(
            take=partial(referee.picture, LIVE), every_s=config.still_every_s, now_s=config.now_s
        ),
        build=build,
        modules=of_every_page(STATIC),
    )
    for blueprint in (
        scoreboard,
        rulebook,
        seating,
        corrections,
        control,
        pictures,
        photos,
        live,
        archived,
        shell,
        health,
        touching,
        openapi,
        captive,
    ):
        app.register_blueprint(blueprint)
    app.add_url_rule(f"/static/{build}/{ADDRESS}", "sheet", sheet(STATIC))
    app.context_processor(_in_every_page)
    app.after_request(_strict)
    app.after_request(Packer())
    register_errors(app)
    return app


def _build() -> str:
    """One digest of all static files: a changed file changes every address; caching is for ever."""
    digest = hashlib.sha256()
    for path in sorted(STATIC.rglob("*")):
        if path.is_file():
            digest.update(str(path.relative_to(STATIC)).encode() + path.read_bytes())
    return digest.hexdigest()[:12]


def _in_every_page() -> dict[str, Any]:
    """What ``base.html`` needs: the phone's rights, the words, the snapshot of the first paint."""
    shared = parts()
    theme = request.cookies.get("tema", "")
    snapshot = shared.referee.snapshot()
    return {
        "lang": language(),
        "theme": theme if theme in THEMES else "",
        "say": spoken().say,
        "words": to_json(spoken().for_phones).decode().replace("<", "\\u003c"),
        "snapshot": shared.encoder.text(snapshot).decode(),
        "simulated": snapshot.simulated,
        "control": in_control(),
        "token": token(),
        "phone": phone_id(),
        "build": shared.build,
        "pawns": art.PAWNS,
        "ring": art.FLIPPED_RING,
        "modules": shared.modules,
        "own_modules": OWN,
        "photos": shared.config.read_photo is not None,
        "button": shared.config.touch.present,
    }


def _strict(response: Response) -> Response:
    """What a browser may do with an answer. Scripts, styles and pictures bear no policy of their
    own: it would travel fifty times with the first load and mean nothing."""
    response.headers["X-Content-Type-Options"] = "nosniff"
    response.headers["Cross-Origin-Resource-Policy"] = "same-origin"
    if request.endpoint not in FIXED:
        response.headers["Content-Security-Policy"] = POLICY
        response.headers["Referrer-Policy"] = "same-origin"
        response.headers["Cross-Origin-Opener-Policy"] = "same-origin"
        response.headers.setdefault("Cache-Control", "no-store")
    return response
