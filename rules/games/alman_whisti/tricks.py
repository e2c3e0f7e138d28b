"""Legal cards, who wins a trick, and what later play proves (spec 3.3, 3.6)."""

from collections.abc import Sequence

from rules.games.alman_whisti.state import HAND, STRENGTH, UNKNOWN, Trick


def may_follow(held: Sequence[str], led: str) -> Sequence[str]:
    """Of the suit that was led if possible, else anything: nobody has to trump or to win."""
    suit = led[1]
    return [card for card in held if card[1] == suit] or held


def follower_wins(led: str, followed: str, trump: str) -> bool:
    """``trump`` is empty where there is none."""
    if led[1] == followed[1]:
        return STRENGTH[followed] > STRENGTH[led]
    return followed[1] == trump


def winner(leader: int, led: str, followed: str, trump: str | None) -> int | None:
    """Who took it; None where an unread card, or trump not known (None), leaves it open."""
    if UNKNOWN in (led, followed):
        return None
    if led[1] != followed[1] and trump is None:
        return None
    return 1 - leader if follower_wins(led, followed, trump or "") else leader


def won(tricks: Sequence[Trick], counted: int) -> list[int]:
    """Counted tricks by seat: of stage two, or of both stages (26)."""
    winners = [trick.winner for trick in tricks[2 * HAND - counted :]]
    return [winners.count(0), winners.count(1)]


def revokes(tricks: Sequence[Trick]) -> list[tuple[int, int]]:
    """Proven revokes as (trick from 1, seat), in the order of play.

    A player who did not follow suit and later plays more cards of that suit than the stock can have
    given had one in hand. Turned cards that were read are left out of the count; those that were
    not are counted as if they might be of the suit.
    """
    found = []
    for at, trick in enumerate(tricks):
        seat, led, played = 1 - trick.leader, trick.led, trick.followed
        if UNKNOWN in (led, played) or led[1] == played[1]:
            continue
        if _shown_later(tricks, at, seat, led[1]) > _drawn(tricks, at, seat):
            found.append((at + 1, seat))
    return found


def _shown_later(tricks: Sequence[Trick], at: int, seat: int, suit: str) -> int:
    """Cards of the suit played after trick ``at``, without those taken openly from there on."""
    taken = {trick.turned for trick in tricks[at:] if trick.winner == seat}
    played = (trick.led if trick.leader == seat else trick.followed for trick in tricks[at + 1 :])
    return sum(card[-1] == suit and card not in taken for card in played)


def _drawn(tricks: Sequence[Trick], at: int, seat: int) -> int:
    """Cards drawn from there on that nobody saw: closed ones, and turned ones that were not
    read. A trick of unknown winner may have given either."""
    stage_1 = tricks[at:HAND]
    return sum(trick.winner != seat or trick.turned == UNKNOWN for trick in stage_1)
