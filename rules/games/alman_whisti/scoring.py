"""The points of a deal and what follows it (spec 3.5, 3.6)."""

from collections.abc import Iterable, Sequence

from rules.book import NEXT, OVER, with_seats
from rules.games.alman_whisti.options import Options, Revoke, Scoring

PENALTY = 3
BASE = {13: 6, 26: 13}
"""``alti_ustu``: what is not counted, half of the tricks rounded down (GW-A6)."""


def credited(options: Options, tricks: Sequence[int], revokes: Iterable[int] = ()) -> list[int]:
    """Tricks that count for each seat: in ``dusuk_el`` those the other had to take (GW-A4). Every
    seat in ``revokes`` pays for one; in credited tricks, so that it is the offender who pays in
    ``dusuk_el`` as well. With ``eli_kaybeder`` two offenders leave the deal as it was played."""
    credit = list(tricks[::-1] if options.dusuk_el else tricks)
    offenders = list(revokes)
    if options.renons is Revoke.THREE_TRICKS:
        for seat in offenders:
            moved = min(PENALTY, credit[seat])
            credit[seat] -= moved
            credit[1 - seat] += moved
    if options.renons is Revoke.LOSES_DEAL and len(set(offenders)) == 1:
        loser = offenders[0]
        credit[loser], credit[1 - loser] = 0, options.sayilan
    return credit


def points(options: Options, credit: Sequence[int]) -> tuple[int, int]:
    if options.puanlama is Scoring.PLAIN:
        return credit[0], credit[1]
    base = BASE[options.sayilan]
    return max(0, credit[0] - base), max(0, credit[1] - base)


def follows(options: Options, deals: int, totals: Sequence[int], *, first: int) -> str:
    """After so many deals that count, with these totals: without ``hedef`` a single deal decides,
    drawn or not; with it the higher total at or above it does. ``first`` leads the next deal."""
    best = max(totals)
    reached = options.hedef is not None and best >= options.hedef and totals[0] != totals[1]
    if reached or (options.hedef is None and deals):
        return with_seats(OVER, [seat for seat in (0, 1) if totals[seat] == best])
    return with_seats(NEXT, [first])
