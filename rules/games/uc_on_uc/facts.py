"""A round as facts (texts by key), for corrections and for the log, and back again.

``dagitan`` dealer, ``cikan`` who went out, ``bitti`` "evet" when nothing was left to be drawn,
``el:0`` the hand of seat 0, groups as laid in brackets ("(3S 9D 9H) KC"), or what people say it
costs ("=12"), ``atik`` the discards that lie open, ``hatali:0`` what was left over when seat 0 went
out wrongly. Nothing: an empty text.
"""

import re
from collections.abc import Iterator

from rules.book import bad_fact
from rules.games.uc_on_uc.cards import LABELS, UNKNOWN
from rules.games.uc_on_uc.state import Hand, Open
from rules.moves import Facts

_GROUP = re.compile(r"\(([^()]*)\)")


def facts(hand: Hand) -> Facts:
    """Everything that counts of a round, sorted by key."""
    return tuple(sorted(_facts(hand)))


def _facts(hand: Hand) -> Iterator[tuple[str, str]]:
    yield "dagitan", str(hand.dealer)
    yield "cikan", "" if hand.out is None else str(hand.out)
    yield "bitti", "evet" if hand.ended else ""
    yield "atik", " ".join(hand.table.seen)
    for seat in hand.active:
        yield f"el:{seat}", written(opened(hand, seat))
    for seat, cost in hand.table.wrong:
        yield f"hatali:{seat}", str(cost)


def opened(hand: Hand, seat: int) -> Open | None:
    """What is known of a hand: as it lies open, or (TAM) as it is held."""
    if hand.table.opened:
        return hand.table.opened[seat]
    return Open((), hand.hands[seat]) if hand.hands else None


def written(shown: Open | None) -> str:
    if shown is None:
        return ""
    if shown.told is not None:
        return f"={shown.told}"
    groups = [f"({' '.join(group)})" for group in shown.groups]
    return " ".join([*groups, *(card for card in shown.left if card)])


def with_facts(hand: Hand, given: Facts) -> Hand:
    """The round with these facts in place of what it held. Raises IllegalAction(BAD_FACT)."""
    for key, value in given:
        hand = _with(hand, key, value.strip())
    return hand


def _with(hand: Hand, key: str, value: str) -> Hand:
    name, _, number = key.partition(":")
    table = hand.table
    match name:
        case "dagitan" | "cikan":
            if value not in ("", *map(str, hand.active)):
                raise bad_fact(key, value, "a seat, e.g. 0")
            seat = int(value) if value else None
            if name == "cikan":
                return hand._replace(out=seat)
            return hand if seat is None else hand._replace(dealer=seat)
        case "bitti":
            if value not in ("", "evet"):
                raise bad_fact(key, value, "evet, or nothing")
            return hand._replace(ended=bool(value))
        case "atik":
            seen = tuple(_card(key, card) for card in value.split())
            return hand._replace(table=table._replace(seen=seen))
        case "el" if number in map(str, hand.active):
            return with_open(hand, int(number), parsed(key, value) if value else None)
        case "hatali" if number in map(str, hand.active) and (value.isdecimal() or not value):
            wrong = {seat: cost for seat, cost in table.wrong if seat != int(number)}
            if value:
                wrong[int(number)] = int(value)
            return hand._replace(table=table._replace(wrong=tuple(sorted(wrong.items()))))
    raise bad_fact(key, value, "dagitan, cikan, bitti, atik, el:0 or hatali:0")


def with_open(hand: Hand, seat: int, shown: Open | None) -> Hand:
    known = hand.table.opened
    if not known:
        known = tuple(
            opened(hand, at) if at in hand.active else None for at in range(len(hand.hands))
        )
    changed = (*known[:seat], shown, *known[seat + 1 :])
    return hand._replace(table=hand.table._replace(opened=changed))


def parsed(key: str, text: str) -> Open:
    """``(3S 9D 9H) KC`` or ``=12``. Raises IllegalAction(BAD_FACT)."""
    if text.startswith("="):
        if not text[1:].isdecimal():
            raise bad_fact(key, text, "what the hand costs, e.g. =12")
        return Open(told=int(text[1:]))
    groups = tuple(
        tuple(_card(key, card) for card in inner.split()) for inner in _GROUP.findall(text)
    )
    rest = _GROUP.sub(" ", text)
    if "(" in rest or ")" in rest:
        raise bad_fact(key, text, "groups in brackets, e.g. (3S 9D 9H) KC")
    return Open(groups, tuple(_card(key, card) for card in rest.split()))


def _card(key: str, card: str) -> str:
    if card not in LABELS and card != UNKNOWN:
        raise bad_fact(key, card, "a card, e.g. TH, or X for a joker")
    return card
