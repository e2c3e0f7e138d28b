"""What anybody may see of a match: JSON-ready values, codes instead of words (the web owns the
words).

Every collection is a tuple and every value a str, int, float, bool or None, so that a view encodes
to JSON as it stands. ``seq`` is the log's last sequence number the view was folded from.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

Args = Mapping[str, str | int]


@dataclass(frozen=True, slots=True, kw_only=True)
class Notice:
    """One thing to say: a code such as ``SIRA``, ``ZORUNLU_TERS``, ``ERKEN_ACILDI`` and its
    values."""

    code: str
    args: Args = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatView:
    seat: int
    name: str
    owner: str  # pawn colour: red, blue, ...
    total: int
    last: int | None  # points of the last scored hand; None: took no part in it
    to_go: int  # distance to the target, never below 0
    active: bool  # plays in the present hand
    turn: bool
    must_flip: bool
    leader: bool
    pick: str | None  # place of the pawn as it counts now
    side: str | None  # "D" | "T"
    cards: int | None = None  # how many cards the player holds, where the game counts them


@dataclass(frozen=True, slots=True, kw_only=True)
class PlaceView:
    """One card place of the layout as the referee has it."""

    name: str  # centre "M"; corners KB, KD, GB, GD
    state: str  # "empty" | "closed" | "open"
    rank: str | None  # when open and told
    sure: bool  # False: a dashed ring
    by_person: bool  # a small pen
    covered: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class AnswerView:
    """One answer button. ``id`` goes back as it came; ``label`` is a code with values for the
    web."""

    id: str
    label: Notice
    likely: bool = True  # shown as a big button; the rest behind "something else"


@dataclass(frozen=True, slots=True, kw_only=True)
class QuestionView:
    """``id`` is stable while the question stands, and is never used again in a match."""

    id: str
    ask: Notice  # HANGI_KART {place}, KIM_NEREDE, IHLAL {seat, upright, flipped}, ...
    answers: tuple[AnswerView, ...]
    picture: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class TapView:
    """One thing people may do now, as a button. ``label``: a Reply with its values, by which the
    page may group buttons; ``action``: what to send, as the log writes it (``{"do": "Pass", ...}``,
    a time left out: the server's clock fills it in)."""

    label: Notice
    action: Mapping[str, Any]
    seat: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class FactView:
    """One correctable fact of a hand: ``key`` "centre", "KB".., "pick:0"..; ``value`` "K", "KB D",
    or None."""

    key: str
    value: str | None
    by_person: bool
    confidence: float | None = None
    picture: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class HandView:
    number: int  # 1.. over the whole match, extra hands included
    extra: bool
    void: bool
    corrected: bool
    deltas: tuple[int | None, ...]  # by seat; None: took no part
    totals: tuple[int, ...]  # by seat, after the hand
    facts: tuple[FactView, ...]
    faults: tuple[Notice, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class ScoreView:
    seq: int
    game: str  # "vale-avi"
    phase: str  # the game's phase code
    hand: int  # number of the present hand
    extra: bool
    target: int | None
    seats: tuple[SeatView, ...]
    places: tuple[PlaceView, ...]
    sentence: Notice  # the one sentence that tells the state
    notices: tuple[Notice, ...]  # warnings that stand now
    questions: tuple[QuestionView, ...]  # the first one is to be answered first
    hands: tuple[HandView, ...]
    next_ready: bool
    next_missing: Notice | None  # what "next hand" waits for
    winners: tuple[int, ...] = ()  # seats, when the match is over
    options: Mapping[str, str | int | None] = field(default_factory=dict)  # as the match is played
    shows: tuple[Notice, ...] = ()  # what else lies on the table: piles, trump, tricks
    taps: tuple[TapView, ...] = ()  # what a game that is written by hand lets people do now
    facts: tuple[FactView, ...] = ()  # of the present hand, as far as they are known
    until_s: float | None = None  # a window stands open until then, on the clock of the events
    by_hand: bool = False  # "bu oyun elle yazılır": the camera does not drive this game
