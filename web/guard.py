"""Who may do what: anyone may look; to run the match a phone once shows the PIN and is remembered.

Every change is a POST that must come from our own page (same origin, a name of this house) with
the token of the phone's signed cookie. Wrong PINs slow down, for each address and for the house.
"""

import hashlib
import hmac
import ipaddress
import math
import secrets
import threading
from collections.abc import Callable
from dataclasses import dataclass, field
from http import HTTPStatus
from urllib.parse import urlsplit

from flask import current_app, request, session

from web.grants import Grants

TOKEN_HEADER = "X-Hakem-Token"
GRANTS = "GRANTS"
"""Their place in the app's configuration."""
HOME_ENDINGS = (".local", ".lan", ".home", ".home.arpa", ".internal", ".localdomain", ".box")
FREE_TRIES = 5
HOUSE_TRIES = 30
FIRST_WAIT_S = 15.0
LONGEST_WAIT_S = 600.0


@dataclass(frozen=True, slots=True)
class Refusal(Exception):
    """Ends a request with a code of the page's words and the HTTP status that fits."""

    code: str
    status: HTTPStatus
    args_: dict[str, str | int] = field(default_factory=dict)


def token() -> str:
    """The phone's own token, made on first sight."""
    if "token" not in session:
        session["token"] = secrets.token_urlsafe(18)
        session.permanent = True
    return str(session["token"])


def phone_id() -> str:
    """What every phone may know of this one: it tells phones apart and opens nothing."""
    return hashlib.sha256(token().encode()).hexdigest()[:12]


def in_control() -> bool:
    """Whether this phone was granted control and it was not taken back since."""
    return session.get("control") == _grants().number


def give_control() -> None:
    """From now on this phone runs the match, and is remembered."""
    session["control"] = _grants().number
    session.permanent = True


def take_control() -> None:
    """From now on this phone runs the match, and no other one does."""
    session["control"] = _grants().take_back()


def _grants() -> Grants:
    grants: Grants = current_app.config[GRANTS]
    return grants


def require_control() -> None:
    """Raises Refusal 403 for a phone that only looks on."""
    if not in_control():
        raise Refusal("PIN_GEREKLI", HTTPStatus.FORBIDDEN)


def require_own_page(hosts: frozenset[str]) -> None:
    """Raises Refusal 403 unless the request comes from our page, under a name of this house.

    The name is checked because a page of the internet may point its own name at our address.
    """
    if not _of_this_house(request.host, hosts):
        raise Refusal("YABANCI_AD", HTTPStatus.FORBIDDEN, {"name": request.host[:80]})
    origin = request.headers.get("Origin")
    if origin is not None:
        same = urlsplit(origin).netloc == request.host
    else:
        same = request.headers.get("Sec-Fetch-Site") == "same-origin"
    sent = request.headers.get(TOKEN_HEADER) or request.form.get("token", "")
    known = str(session.get("token", ""))
    if not same or not known or not hmac.compare_digest(sent.encode(), known.encode()):
        raise Refusal("YABANCI_SAYFA", HTTPStatus.FORBIDDEN)


def _of_this_house(host: str, hosts: frozenset[str]) -> bool:
    name = urlsplit(f"//{host}").hostname or ""
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return name in hosts or "." not in name or name.endswith(HOME_ENDINGS)
    return True


class PinGate:
    """Slows down guessing: after ``FREE_TRIES`` wrong PINs an address waits, each time longer."""

    def __init__(self, *, now_s: Callable[[], float]) -> None:
        self._now_s = now_s
        self._lock = threading.Lock()
        self._tries: dict[str, int] = {}
        self._until_s: dict[str, float] = {}
        self._house: list[float] = []

    def enter(self, address: str) -> int:
        """0 and one try is counted, or the whole seconds ``address`` has to wait for its next.

        Counted before the PIN is compared, so that many tries at once gain nothing.
        """
        now_s = self._now_s()
        with self._lock:
            self._house = [at_s for at_s in self._house if now_s - at_s < LONGEST_WAIT_S]
            left_s = self._until_s.get(address, 0.0) - now_s
            if len(self._house) >= HOUSE_TRIES:
                left_s = max(left_s, self._house[0] + LONGEST_WAIT_S - now_s)
            if left_s > 0:
                return math.ceil(left_s)
            tries = self._tries[address] = self._tries.get(address, 0) + 1
            self._house.append(now_s)
            if tries >= FREE_TRIES:
                wait_s = min(FIRST_WAIT_S * 2 ** (tries - FREE_TRIES), LONGEST_WAIT_S)
                self._until_s[address] = now_s + wait_s
            return 0

    def right(self, address: str) -> None:
        """The PIN was right: what ``address`` tried before is forgotten."""
        with self._lock:
            self._house = self._house[:-1]
            self._tries.pop(address, None)
            self._until_s.pop(address, None)
