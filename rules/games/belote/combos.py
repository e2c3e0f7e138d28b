"""Combinations: what a hand holds, and whose count (spec 4.5, rulings BE-A3..A6, A18, A22)."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import combinations

from rules.games.belote.cards import RANKS, SUITS
from rules.games.belote.options import EqualRuns, LongRuns, Options

BRELAN_POINTS: Mapping[str, int] = {"J": 200, "9": 150, "A": 100, "T": 100, "K": 100, "Q": 100}
"""Four of a kind, strongest first; four eights or sevens are nothing."""
RUN_POINTS: Mapping[int, int] = {3: 20, 4: 50, 5: 100, 6: 100, 7: 100, 8: 120}
BELOTE_POINTS = 20
_BRELANS = tuple(BRELAN_POINTS)
_SHORTEST = 3
_LANE = 10  # bits for a suit: eight ranks and a gap, so that no run crosses into the next suit


@dataclass(frozen=True, slots=True)
class Combo:
    """A brelan (``suit`` empty, ``length`` 4) or a run down from ``rank``; as text ``brelan Q`` or
    ``seri QS 3``."""

    rank: str
    suit: str
    length: int

    def __str__(self) -> str:
        return f"seri {self.rank}{self.suit} {self.length}" if self.suit else f"brelan {self.rank}"

    @property
    def points(self) -> int:
        return RUN_POINTS[self.length] if self.suit else BRELAN_POINTS[self.rank]

    @property
    def cards(self) -> tuple[str, ...]:
        """The cards it is made of, the top one first."""
        if not self.suit:
            return tuple(self.rank + suit for suit in SUITS)
        top = RANKS.index(self.rank)
        return tuple(RANKS[top - step] + self.suit for step in range(self.length))

    @classmethod
    def parse(cls, text: str) -> "Combo":
        """Raises ValueError with the text in it."""
        found = _by_text().get(" ".join(text.split()))
        if found is None:
            raise ValueError(f"not a combination: {text!r} (e.g. brelan Q, seri QS 3)")
        return found


@cache
def _by_text() -> Mapping[str, Combo]:
    return {str(combo): combo for combo in every_combo()}


def every_combo() -> tuple[Combo, ...]:
    """All there are: six brelans, then the runs of every suit and length."""
    brelans = tuple(Combo(rank, "", 4) for rank in _BRELANS)
    runs = tuple(
        Combo(rank, suit, length)
        for suit in SUITS
        for at, rank in enumerate(RANKS)
        for length in range(_SHORTEST, at + 2)
    )
    return brelans + runs


_BIT = {
    rank + suit: 1 << (lane * _LANE + at)
    for lane, suit in enumerate(SUITS)
    for at, rank in enumerate(RANKS)
}
_LANE_MASK = (1 << _LANE) - 1
_FOURS = tuple((rank, sum(_BIT[rank + suit] for suit in SUITS)) for rank in _BRELANS)
_ANY_FOUR = sum(_BIT[rank + SUITS[0]] for rank in _BRELANS)


def combos(hand: Sequence[str], *, reuse: bool = False) -> tuple[Combo, ...]:
    """What a hand declares: brelans first, then its maximal runs. ``reuse``: ``kart_tekrari``.

    A card counts once: of all ways to choose the brelans the one with the highest brelan counts,
    among these the one worth most.
    """
    mask = 0
    for card in hand:
        mask |= _BIT[card]
    if not mask & mask >> _LANE & mask >> 2 * _LANE & mask >> 3 * _LANE & _ANY_FOUR:
        return _runs(mask) if mask & mask >> 1 & mask >> 2 else ()
    fours = [(rank, four) for rank, four in _FOURS if mask & four == four]
    if reuse:
        return (*(Combo(rank, "", 4) for rank, _ in fours), *_runs(mask))
    return max(_ways(mask, fours), key=_worth)


def _ways(mask: int, fours: list[tuple[str, int]]) -> Iterator[tuple[Combo, ...]]:
    for count in range(len(fours), -1, -1):
        for chosen in combinations(fours, count):
            left = mask
            for _, four in chosen:
                left &= ~four
            yield (*(Combo(rank, "", 4) for rank, _ in chosen), *_runs(left))


def _worth(way: tuple[Combo, ...]) -> tuple[int, int]:
    highest = _BRELANS.index(way[0].rank) if way and not way[0].suit else len(_BRELANS)
    return -highest, sum(combo.points for combo in way)


def _runs(mask: int) -> tuple[Combo, ...]:
    """The maximal runs of three or more, suit by suit, the lower ones first."""
    found: tuple[Combo, ...] = ()
    for lane, suit in enumerate(SUITS):
        ranks = mask >> lane * _LANE & _LANE_MASK
        if ranks & ranks >> 1 & ranks >> 2:
            found += _runs_of(suit, ranks)
    return found


@cache
def _runs_of(suit: str, ranks: int) -> tuple[Combo, ...]:
    """Those of one suit; ``ranks`` is a bit for each, the seven lowest (256 sets a suit)."""
    found = []
    length = 0
    for at in range(len(RANKS) + 1):
        if ranks >> at & 1:
            length += 1
        else:
            if length >= _SHORTEST:
                found.append(Combo(RANKS[at - 1], suit, length))
            length = 0
    return tuple(found)


def strength(options: Options, combo: Combo, trump: str) -> tuple[int, int, int, int]:
    """Compares combinations: brelan over run, then rank, or length, top card and trump."""
    if not combo.suit:
        return (1, -_BRELANS.index(combo.rank), 0, 0)
    by_class = options.uzun_seri is LongRuns.CLASS and combo.length < len(RANKS)
    length = min(combo.length, 5) if by_class else combo.length
    return (0, length, RANKS.index(combo.rank), int(combo.suit == trump))


def best_declarer(
    options: Options, declared: Mapping[int, tuple[Combo, ...]], trump: str, side: Mapping[int, int]
) -> int | None:
    """The seat with the single strongest combination, whose side counts all of its own (BE-A6);
    None when nobody has one, or equal runs of two sides cancel (``esit_seri=hicbiri``).

    ``declared``: by seat, in the order of declaring from mecburcu; ``side``: side by seat.
    """
    best: tuple[int, int, int, int] | None = None
    holder: int | None = None
    tied = False
    for seat, held in declared.items():
        for combo in held:
            now = strength(options, combo, trump)
            if best is None or now > best:
                best, holder, tied = now, seat, False
            elif now == best and holder is not None and side[seat] != side[holder]:
                tied = True
    return None if tied and options.esit_seri is EqualRuns.NOBODY else holder
