"""The least a hand can cost, and the arrangement that costs it (spec 5.3, 5.5). Exact.

Wild cards are only counted: a group of naturals needs some of them, any surplus joins a group that
is there. The naturals are divided by deciding the lowest one that is left: it stays in the hand, or
it is the lowest of a set or of a run. What is left is one number (four bits for each kind of card,
so that copies are interchangeable) and the count of wild cards left; every such pair is solved
once. All questions about one hand (with any of its cards thrown away) share that table.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from rules.games.uc_on_uc.cards import HIGH_ACE, POSITION, Costs, in_order

SMALLEST = 3
LONGEST = 13
_FIELD = 4  # bits for the copies of a kind: as many as a hand has cards, misread ones too
_COPIES = (1 << _FIELD) - 1


@dataclass(frozen=True, slots=True)
class Arrangement:
    """``groups`` as they would be laid, wild cards in their places; ``left`` costs ``cost``."""

    cost: int
    groups: tuple[tuple[str, ...], ...]
    left: tuple[str, ...]


class _Choice(NamedTuple):
    """The best thing to do with the lowest natural of a position: ``taken`` leaves with it in a
    group that needs ``wilds``; ``span`` are the positions of a run (() for a set); without
    ``group`` the card stays in the hand."""

    cost: int
    taken: int
    wilds: int
    group: bool
    span: tuple[int, ...]


_NOTHING_LEFT = _Choice(0, 0, 0, False, ())


class Hand:
    """One hand under the rules of a round, ready to be asked what it costs."""

    def __init__(self, cards: Iterable[str], costs: Costs) -> None:
        """``cards``: texts of known cards, at most fifteen."""
        self._costs = costs
        held = tuple(cards)
        self._wilds = in_order(card for card in held if costs.is_wild(card))
        self._naturals = in_order(card for card in held if not costs.is_wild(card))
        self._kinds = tuple(dict.fromkeys(self._naturals))
        self._value = [costs.of(card) for card in self._kinds]
        self._place = {kind: at for at, kind in enumerate(self._kinds)}
        self._mates = [
            [other for other in range(at + 1, len(self._kinds)) if self._kinds[other][0] == kind[0]]
            for at, kind in enumerate(self._kinds)
        ]
        counted = Counter(self._naturals)
        self._all = sum(counted[kind] << _FIELD * at for at, kind in enumerate(self._kinds))
        self._whole: dict[tuple[int, int], bool] = {}
        self._solved: dict[tuple[int, int], _Choice] = {}

    def cost(self, without: str | None = None) -> int:
        """The least it costs, ``without`` one of its cards if given."""
        rest, wilds = self._position(without)
        best = self._best(rest, len(wilds)).cost
        return best + self._lonely(rest, wilds, best)

    def goes_out(self, without: str | None = None) -> bool:
        """Whether it divides into combinations completely; cheaper to tell than the cost."""
        rest, wilds = self._position(without)
        if not rest:
            return len(wilds) not in (1, 2)
        return self._divides(rest, len(wilds))

    def arrangement(self, without: str | None = None) -> Arrangement:
        """The groups of a cheapest arrangement; its left-overs add up to its cost."""
        rest, wilds = self._position(without)
        free, groups, left = list(wilds), list[list[str]](), list[str]()
        while rest:
            choice = self._best(rest, len(free))
            if choice.group:
                groups.append(self._laid(choice, free))
            else:
                left.append(self._kinds[_lowest(rest)])
            rest -= choice.taken
        if groups:
            groups = list(_with_surplus(groups, free, self._costs))
        elif len(free) >= SMALLEST:
            groups = [free]
        else:
            left += free
        return Arrangement(
            cost=sum(self._costs.of(card) for card in left),
            groups=tuple(tuple(group) for group in groups),
            left=in_order(left),
        )

    def _position(self, without: str | None) -> tuple[int, tuple[str, ...]]:
        if without is None:
            return self._all, self._wilds
        if without in self._place:
            return self._all - (1 << _FIELD * self._place[without]), self._wilds
        at = self._wilds.index(without)
        return self._all, self._wilds[:at] + self._wilds[at + 1 :]

    def _lonely(self, rest: int, wilds: Sequence[str], best: int) -> int:
        """What one or two wild cards cost that find no group to join."""
        if len(wilds) not in (1, 2):
            return 0
        naturals = sum(
            (rest >> _FIELD * at & _COPIES) * value for at, value in enumerate(self._value)
        )
        return sum(self._costs.of(card) for card in wilds) if best == naturals else 0

    def _best(self, rest: int, wilds: int) -> _Choice:
        """The cheapest way to go on from a position; the heart of the search."""
        if not rest:
            return _NOTHING_LEFT
        known = self._solved.get((rest, wilds))
        if known is not None:
            return known
        at = _lowest(rest)
        unit = 1 << _FIELD * at
        best: _Choice | None = None
        for taken, needed, span in self._groups(at, rest, wilds):
            cost = self._best(rest - taken, wilds - needed).cost
            if best is None or cost < best.cost:
                best = _Choice(cost, taken, needed, True, span)
                if not cost:
                    break
        value = self._value[at]
        if best is None or value < best.cost:
            cost = value + self._best(rest - unit, wilds).cost
            if best is None or cost < best.cost:
                best = _Choice(cost, unit, 0, False, ())
        self._solved[rest, wilds] = best
        return best

    def _divides(self, rest: int, wilds: int) -> bool:
        """Whether no natural of a position need be left."""
        if not rest:
            return True
        known = self._whole.get((rest, wilds))
        if known is None:
            known = any(
                self._divides(rest - taken, wilds - needed)
                for taken, needed, _ in self._groups(_lowest(rest), rest, wilds)
            )
            self._whole[rest, wilds] = known
        return known

    def _groups(self, at: int, rest: int, wilds: int) -> Iterator[tuple[int, int, tuple[int, ...]]]:
        """Every group whose lowest natural this is: what it takes, the wild cards it needs, and
        the positions of a run."""
        yield from self._runs(at, rest, wilds)
        for taken, size in self._sets(at, rest):
            needed = max(0, SMALLEST - size)
            if needed <= wilds:
                yield taken, needed, ()

    def _sets(self, at: int, rest: int) -> list[tuple[int, int]]:
        """Sets of one rank with this card in them: what they take and their size, large ones
        first."""
        unit = 1 << _FIELD * at
        copies = rest >> _FIELD * at & _COPIES
        found = [(unit * count, count) for count in range(copies, 0, -1)]
        for mate in self._mates[at]:
            copies = rest >> _FIELD * mate & _COPIES
            if copies:
                unit = 1 << _FIELD * mate
                found = [
                    (taken + unit * count, size + count)
                    for count in range(copies, -1, -1)
                    for taken, size in found
                ]
        return found

    def _runs(self, at: int, rest: int, wilds: int) -> Iterator[tuple[int, int, tuple[int, ...]]]:
        """Runs of two naturals and more with this card at their end: the low one, or the ace above
        the king."""
        suit = self._kinds[at][1]
        low = POSITION[self._kinds[at][0]]
        unit = 1 << _FIELD * at
        yield from self._climb(suit, rest, wilds, (low,), unit, 1)
        if low == 1 and self._costs.ace_high:
            yield from self._climb(suit, rest, wilds, (HIGH_ACE,), unit, -1)

    def _climb(
        self, suit: str, rest: int, wilds: int, span: tuple[int, ...], taken: int, step: int
    ) -> Iterator[tuple[int, int, tuple[int, ...]]]:
        """Longer and longer runs from ``span`` on; a gap costs a wild card. Long ones first."""
        first, last = span[0], span[-1]
        reach = last + step * (wilds + 1 - (abs(last - first) + 1 - len(span)))
        for position in range(last + step, reach + step, step):
            if position > LONGEST or (step < 0 and position < 2):
                return
            kind = self._place.get(_at(position) + suit)
            if kind is None or not rest >> _FIELD * kind & _COPIES:
                continue
            grown = (*span, position)
            with_it = taken + (1 << _FIELD * kind)
            yield from self._climb(suit, rest, wilds, grown, with_it, step)
            needed = max(abs(position - first) + 1 - len(grown), SMALLEST - len(grown), 0)
            if needed <= wilds:
                yield with_it, needed, grown

    def _laid(self, choice: _Choice, free: list[str]) -> list[str]:
        """The cards of a group in order, with wild cards taken from ``free``."""
        wild = [free.pop() for _ in range(choice.wilds)]
        naturals = [
            kind
            for at, kind in enumerate(self._kinds)
            for _ in range(choice.taken >> _FIELD * at & _COPIES)
        ]
        if not choice.span:
            return naturals + wild
        suit, low = naturals[0][1], min(choice.span)
        laid = [
            _at(position) + suit if position in choice.span else wild.pop()
            for position in range(low, max(choice.span) + 1)
        ]
        return laid + wild


def _lowest(rest: int) -> int:
    return ((rest & -rest).bit_length() - 1) // _FIELD


_RANKS = "?A23456789TJQKA"


def _at(position: int) -> str:
    return _RANKS[position]


def _with_surplus(
    groups: list[list[str]], free: Sequence[str], costs: Costs
) -> Iterator[list[str]]:
    """The groups with the surplus wild cards in them: a set takes any number, a run up to its full
    length, after which it is two runs."""
    rest = list(free)
    roomy = next((group for group in groups if is_set(group, costs)), groups[0])
    for group in groups:
        if group is not roomy or not rest:
            yield group
        elif is_set(group, costs) or len(group) + len(rest) <= LONGEST:
            yield group + rest
        else:
            yield group[:SMALLEST]
            yield group[SMALLEST:] + rest


def is_set(cards: Sequence[str], costs: Costs) -> bool:
    """Three or more of one rank, wild cards among them or alone."""
    ranks = {card[0] for card in cards if not costs.is_wild(card)}
    return len(cards) >= SMALLEST and len(ranks) <= 1


def is_run(cards: Sequence[str], costs: Costs) -> bool:
    """Three or more consecutive cards of one suit, in any order, wild cards in the gaps or at the
    ends; the ace below the 2, with ``as_yuksek`` also above the king, never both."""
    naturals = [card for card in cards if not costs.is_wild(card)]
    if not SMALLEST <= len(cards) <= LONGEST or len({card[1:] for card in naturals}) > 1:
        return False
    places = sorted(POSITION[card[0]] for card in naturals)
    ways = [places]
    if costs.ace_high and places[:1] == [1]:
        ways.append([*places[1:], HIGH_ACE])
    return any(_fits(way, len(cards)) for way in ways)


def _fits(places: Sequence[int], length: int) -> bool:
    if len(set(places)) < len(places):
        return False
    return not places or places[-1] - places[0] < length


def is_group(cards: Sequence[str], costs: Costs) -> bool:
    """A combination (per): a set or a run."""
    return is_set(cards, costs) or is_run(cards, costs)


def as_laid(
    groups: Iterable[Sequence[str]], hand: Sequence[str], costs: Costs
) -> tuple[Arrangement, tuple[tuple[str, ...], ...]]:
    """What a hand costs with the groups as its player laid them (``dizilis=oyuncunun``), and the
    groups that are no combinations: their cards count as left over (spec 5.7)."""
    laid = [tuple(group) for group in groups]
    good = tuple(group for group in laid if is_group(group, costs))
    wrong = tuple(group for group in laid if group and not is_group(group, costs))
    rest = Counter(hand) - Counter(card for group in good for card in group)
    left = in_order(rest.elements())
    return Arrangement(sum(costs.of(card) for card in left), good, left), wrong
