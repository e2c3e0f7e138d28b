"""Statistics of players over finished matches; pure. Points of different games are never mixed.

A player is a name: "İPEK" and "İpek" are one person, shown as written last.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace

from rules.view import HandView, SeatView
from web.archive.records import Kept

FEW_IS_GOOD = frozenset({"blof", "uc-on-uc"})
"""Games in which points are penalties."""
_TURKISH = str.maketrans({"I": "ı", "İ": "i"})


@dataclass(frozen=True, slots=True, kw_only=True)
class BestHand:
    points: int
    match: str  # Kept.key
    number: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Line:
    """One player's statistics. ``hands`` are those that counted and the player took part in;
    ``points`` their sum. ``best`` is None where games are mixed or no hand was played."""

    name: str
    owner: str
    matches: int = 0
    wins: int = 0
    hands: int = 0
    points: int = 0
    best: BestHand | None = None

    @property
    def average(self) -> float | None:
        """Points a hand."""
        return self.points / self.hands if self.hands else None


@dataclass(frozen=True, slots=True, kw_only=True)
class Season:
    """``everybody``: over all games, without points; ``games``: by game, most played first."""

    matches: int
    hands: int
    everybody: tuple[Line, ...]
    games: tuple[tuple[str, int, tuple[Line, ...]], ...] = field(default=())


def same_person(name: str) -> str:
    """What two spellings of one name have in common."""
    return " ".join(name.translate(_TURKISH).casefold().split())


def years(matches: Iterable[Kept]) -> tuple[int, ...]:
    """Years in which a match was begun, newest first."""
    return tuple(sorted({kept.began.year for kept in matches}, reverse=True))


def of_year(matches: Iterable[Kept], year: int | None) -> tuple[Kept, ...]:
    return tuple(kept for kept in matches if year in (None, kept.began.year))


def season(matches: Iterable[Kept]) -> Season:
    """Over the finished ones of ``matches``; the caller keeps staged and real ones apart."""
    finished = sorted((kept for kept in matches if kept.finished), key=lambda kept: kept.began)
    by_game: dict[str, list[Kept]] = {}
    for kept in finished:
        by_game.setdefault(kept.score.game, []).append(kept)
    most_first = sorted(by_game.items(), key=lambda item: (-len(item[1]), item[0]))
    return Season(
        matches=len(finished),
        hands=sum(len(counting(kept)) for kept in finished),
        everybody=tuple(replace(line, points=0, best=None) for line in lines(finished)),
        games=tuple((game, len(played), lines(played)) for game, played in most_first),
    )


def lines(finished: Sequence[Kept]) -> tuple[Line, ...]:
    """A line for each player, most wins first; ``finished`` oldest first."""
    found: dict[str, Line] = {}
    for kept in finished:
        for seat in kept.score.seats:
            person = same_person(seat.name)
            before = found.get(person, Line(name=seat.name, owner=seat.owner))
            found[person] = _with(before, kept, seat)
    return tuple(
        sorted(found.values(), key=lambda one: (-one.wins, one.matches, same_person(one.name)))
    )


def counting(kept: Kept) -> tuple[HandView, ...]:
    return tuple(hand for hand in kept.score.hands if not hand.void)


def _with(line: Line, kept: Kept, seat: SeatView) -> Line:
    hands = [hand for hand in counting(kept) if hand.deltas[seat.seat] is not None]
    points = [hand.deltas[seat.seat] or 0 for hand in hands]
    best = line.best
    for hand, gained in zip(hands, points, strict=True):
        if best is None or _better(kept.score.game, gained, best.points):
            best = BestHand(points=gained, match=kept.key, number=hand.number)
    return Line(
        name=seat.name,
        owner=seat.owner,
        matches=line.matches + 1,
        wins=line.wins + (seat.seat in kept.score.winners),
        hands=line.hands + len(hands),
        points=line.points + sum(points),
        best=best,
    )


def _better(game: str, points: int, than: int) -> bool:
    return points < than if game in FEW_IS_GOOD else points > than
