"""The moves every table has, whatever is played on it: they carry taps, lots drawn and the closing
of a hand.

A hand is closed by ``Score`` or ``Void``. Both carry what was decided (``facts``) and what followed
(``then``), so that a correction, which amends exactly this one entry of the log, changes its own
hand and the totals and nothing else (spec 0.3): later hands stand as they were played, and a
changed end of the match shows as a difference between ``then`` and what the totals now say.
"""

from dataclasses import dataclass

Facts = tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class Start:
    """Who begins the hand: a lot drawn by the caller (VA-T15)."""

    seat: int


@dataclass(frozen=True, slots=True)
class Next:
    """The next hand begins: a button, a tap, or a new deal on the cloth."""


@dataclass(frozen=True, slots=True)
class Lock:
    """Somebody tapped "kilitle": the placement as it stands counts."""


@dataclass(frozen=True, slots=True)
class Score:
    """Close the hand. ``facts`` as in FactView, sorted; empty: what the state holds. ``corrected``:
    keys a person mended after the hand was written. ``then``: what followed, "" when it follows
    from the totals."""

    facts: Facts = ()
    then: str = ""
    corrected: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Void:
    """Close the hand without points: "bu el sayılmasın" (VA-T10)."""

    facts: Facts = ()
    then: str = ""
    corrected: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Hold:
    """Stands in the log where a ``Score`` was taken back: the hand is open again and asks before it
    is written a second time."""


@dataclass(frozen=True, slots=True)
class Fix:
    """A person says what lies where in the present hand; outranks the camera."""

    facts: Facts


@dataclass(frozen=True, slots=True)
class Answer:
    question: str
    answer: str


@dataclass(frozen=True, slots=True)
class Elapsed:
    """The caller's clock passed the game's ``deadline``; ``at_s`` on that clock."""

    at_s: float


@dataclass(frozen=True, slots=True)
class Leave:
    """The player plays no hand after the present one; the total stays (VA-T14)."""

    seat: int


@dataclass(frozen=True, slots=True)
class TakeOver:
    """Somebody (else) sits at this seat from now on, with its total (VA-T14)."""

    seat: int
    name: str


Move = Start | Next | Lock | Score | Void | Hold | Fix | Answer | Elapsed | Leave | TakeOver
MOVES: tuple[type, ...] = (
    Start,
    Next,
    Lock,
    Score,
    Void,
    Hold,
    Fix,
    Answer,
    Elapsed,
    Leave,
    TakeOver,
)
