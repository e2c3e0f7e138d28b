"""The one small door between the page and the referee: look, wait, submit. No camera, no database.

``device`` implements it; the tests of the page use a real referee on a small match.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Protocol

from rules.edits import Edit
from rules.view import Args, ScoreView


@dataclass(frozen=True, slots=True, kw_only=True)
class CameraView:
    """``state``: seeing | covered | searching (no layout found) | none | stopped | starting.
    ``advice`` is a code for the web's words (MASA_KARANLIK, KAMERA_YOK, ...) or None."""

    state: str
    name: str | None = None
    simulated: bool = False
    advice: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Snapshot:
    """The newest frozen state. ``version`` grows with every publication, camera changes included;
    ``score.seq`` only with the log. ``score`` is None while no match has been started.
    ``problem`` (code, args) is set when the referee runs in safe mode or the disk takes nothing;
    ``unsaved``: numbers of the hands of this match that would be lost with a pulled plug."""

    version: int
    score: ScoreView | None
    camera: CameraView
    match_id: int | None
    simulated: bool
    problem: tuple[str, Args] | None = None
    unsaved: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Player:
    name: str
    owner: str  # pawn colour


@dataclass(frozen=True, slots=True, kw_only=True)
class NewMatch:
    game: str
    players: tuple[Player, ...]
    options: Mapping[str, str | int | None] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class NextHand:
    pass


@dataclass(frozen=True, slots=True, kw_only=True)
class VoidHand:
    """Bu el sayılmasın: the present hand, or the last scored one when ``number`` says so."""

    number: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Lock:
    pass


@dataclass(frozen=True, slots=True, kw_only=True)
class Undo:
    """Take back the last thing a person or the camera decided (one tap)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    question: str
    answer: str


@dataclass(frozen=True, slots=True, kw_only=True)
class SetFact:
    """A person says what lies where. In the present hand (``number`` None) or in any earlier one.
    ``key``/``value`` as in FactView."""

    number: int | None
    changes: Mapping[str, str]


@dataclass(frozen=True, slots=True, kw_only=True)
class Tap:
    """A button of the view (``TapView.action``) sent back as it is, or with a form's values."""

    action: Mapping[str, Any]


Command = NewMatch | NextHand | VoidHand | Lock | Undo | Answer | SetFact | Tap


@dataclass(frozen=True, slots=True, kw_only=True)
class Receipt:
    """What became of a command. ``code`` "" when done; else why not (STALE, NOT_READY,
    ILLEGAL_ACTION, UNREAD_CARD, COMPOSITION, OPTION_RANGE, NO_MATCH, STORAGE ...), with values for
    the web's sentence."""

    ok: bool
    code: str = ""
    args: Args = field(default_factory=dict)
    version: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Change:
    """One line of "Ne değişecek?": a seat's points in a hand and its total, before and after."""

    seat: int
    hand: int
    delta_before: int | None
    delta_after: int | None
    total_before: int
    total_after: int


class RefereePort(Protocol):
    def snapshot(self) -> Snapshot: ...

    def wait(self, version: int, timeout_s: float) -> Snapshot:
        """The newest snapshot once its version is above ``version``, or after ``timeout_s``."""
        ...

    def submit(self, command: Command, *, seen: int | None, source: str, by: str = "") -> Receipt:
        """Put a command into the referee's inbox and wait for its fate. ``seen`` is the
        ``score.seq`` the phone had on its screen: a command about an older state is refused as
        STALE. ``by``: the player whose phone it is, for the log."""
        ...

    def preview(self, command: SetFact | VoidHand) -> tuple[Change, ...] | Receipt:
        """What a correction would change, without doing it."""
        ...

    def edits(self, number: int) -> tuple[Edit, ...]:
        """Who told, mended and took back what of a hand."""
        ...

    def picture(self, name: str) -> bytes | None:
        """A stored JPEG by the name a view gave, or ``live`` for the newest picture."""
        ...

    def now_s(self) -> float:
        """The time on the clock of ``score.until_s``."""
        ...

    def check_pin(self, pin: str) -> bool: ...

    def pin(self) -> str:
        """For the code by which one host lets another in."""
        ...
