"""Who may say what: anybody may look, a player's phone speaks for its seat, a host runs it all."""

from http import HTTPStatus

from flask import session

from web import wire
from web.guard import Refusal, in_control, phone_id
from web.parts import parts

SPOKEN = frozenset(
    {
        *("Throw", "Pass", "Call", "Waive"),  # Blöf
        *("Play", "Took"),  # tricks
        *("Take", "Name", "Exchange", "Declare", "Say", "Claim"),  # Belote; Pass as above
        *("GoOut", "Discard", "Lay", "Show", "Tell"),  # Üç On Üç
    }
)
"""Actions that a player does for himself; all of them carry his ``seat``. Faults, corrections and
the way from hand to hand are for those who run the match."""


def remembered() -> None:
    """Before every request: a phone that was somebody's before a restart still is."""
    if "player" in session:
        parts().people.recall(session["player"], phone_id(), session["since_s"])


def own_name() -> str:
    """Whose phone asks, "" for nobody's (or when another phone took the name over)."""
    name = str(session.get("player", ""))
    return name if parts().people.phones([name]).get(name) == phone_id() else ""


def own_seat() -> int | None:
    """The seat this phone speaks for in the present match."""
    score, name = parts().referee.snapshot().score, own_name()
    if score is None or not name:
        return None
    return next((seat.seat for seat in score.seats if seat.name == name), None)


def require_voice() -> None:
    """Raises Refusal 403 for a phone that may say nothing at all: one that only looks on."""
    if in_control() or own_seat() is not None:
        return
    if "player" in session and not own_name():
        raise Refusal("TELEFON_GECTI", HTTPStatus.FORBIDDEN, {"name": session["player"]})
    raise Refusal("PIN_GEREKLI", HTTPStatus.FORBIDDEN)


def require_right(request: wire.Request) -> None:
    """Raises Refusal 403 for what this phone may not ask: a player speaks for his own seat only."""
    if in_control():
        return
    seat = own_seat()
    name: dict[str, str | int] = {"name": own_name()}
    if isinstance(request, wire.Press) and str(request.action.get("do")) in SPOKEN:
        speaker = request.action.get("seat")
        if type(speaker) is int and speaker == seat:
            return
        raise Refusal("YALNIZ_KENDI", HTTPStatus.FORBIDDEN, name)
    if isinstance(request, wire.Put) and seat is not None and _places_own_pawn(request, seat):
        return
    raise Refusal("YONETEN_YAPAR", HTTPStatus.FORBIDDEN, name)


def _places_own_pawn(request: wire.Put, seat: int) -> bool:
    """Where the own pawn of the present hand stands, as long as nobody and nothing has told it."""
    score = parts().referee.snapshot().score
    told = score is None or score.seats[seat].pick is not None
    return request.number is None and set(request.changes) == {f"pick:{seat}"} and not told
