"""Legal cards, who wins a trick, and what a later card proves about an earlier one (spec 4.6, 4.9).

``lying`` are the cards of the trick in the order of appearance, ``UNKNOWN`` among them in MASA.
"""

from collections.abc import Sequence

from rules.games.belote.cards import IN_TRICK, STRENGTH, UNKNOWN
from rules.games.belote.options import Options


def winning(lying: Sequence[str], trump: str) -> int:
    """The place in ``lying`` of the card that wins so far: the highest trump, else the highest card
    of the suit that was led. A discard never wins, whatever its rank."""
    strength = IN_TRICK[trump][lying[0][1]]
    strengths = [strength[card] for card in lying]
    return strengths.index(max(strengths))


def legal_cards(
    options: Options, trump: str, held: Sequence[str], lying: Sequence[str]
) -> Sequence[str]:
    """The cards of ``held`` that may be played now (spec 4.6, in its order of cases)."""
    if not lying:
        return held
    led = lying[0][1]
    follow = [card for card in held if card[1] == led]
    if led == trump:
        return _over(follow, lying, trump) if follow else held
    if follow:
        return follow
    return _ruff(options, trump, held, lying) if options.koz_mecburi else held


def _over(trumps: list[str], lying: Sequence[str], trump: str) -> list[str]:
    """Those that beat every card that lies there (any trump beats a plain one), else all."""
    strength = STRENGTH[trump]
    best = max([strength[card] for card in lying])
    return [card for card in trumps if strength[card] > best] or trumps


def _ruff(options: Options, trump: str, held: Sequence[str], lying: Sequence[str]) -> Sequence[str]:
    """``koz_mecburi`` without a card of the suit led: trump, and over the trumps that lie there."""
    trumps = [card for card in held if card[1] == trump]
    if not trumps:
        return held
    over = _over(trumps, lying, trump)
    if options.ortak_istisna and options.kisi == 4 and _partner_wins(lying, trump):
        return [card for card in held if card[1] != trump or card in over]
    if over is trumps and not options.alt_koz:
        return held
    return over


def _partner_wins(lying: Sequence[str], trump: str) -> bool:
    return len(lying) >= 2 and winning(lying, trump) == len(lying) - 2


def proves_revoke(
    options: Options, trump: str, *, lying: Sequence[str], played: str, later: Sequence[str]
) -> bool:
    """Whether ``played`` on ``lying`` was against the rules, given the cards its player turned out
    to hold as well. Hands never grow, and holding more never makes an illegal card legal, so one
    known card is proof. With an unread card before it only following suit can be judged."""
    known = [card for card in later if card != UNKNOWN]
    if not lying or lying[0] == UNKNOWN or played == UNKNOWN or not known:
        return False
    if UNKNOWN in lying:
        led = lying[0][1]
        return played[1] != led and any(card[1] == led for card in known)
    return played not in legal_cards(options, trump, (played, *known), lying)
