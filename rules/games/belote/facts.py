"""A hand as facts (texts by key), for corrections and for the log, and back again.

``dagitan`` dealer, ``acik`` turned card, ``koz`` trump suit, ``alan`` taker, ``degisim`` who
swapped the seven, ``ilan:0`` what seat 0 declared ("brelan Q, seri QS 3"), ``love:1`` the first
trick in the order of appearance ("1:7S 2:8S 3:JS 0:AH"), ``belote:0`` how many of the two words
seat 0 said, ``ceza:0`` its faults, ``bittim`` who claimed, ``sayilan`` what people counted in place
of the tricks: the points of each side, who won the last trick, and perhaps capote ("73 35 1", "152
0 2 capote"). Nothing: an empty text.
"""

from collections.abc import Mapping

from rules.book import bad_fact
from rules.games.belote.cards import DECK, DECK_SET, SUITS, UNKNOWN
from rules.games.belote.combos import Combo
from rules.games.belote.scoring import winner_of
from rules.games.belote.state import DEALT, SIDES, Fault, Hand, Penalise, Play, Tally, Trick
from rules.moves import Facts

_TRICK_KEYS = tuple(f"love:{number}" for number in range(1, max(DEALT.values()) + 1))
_PLAY_TEXT: tuple[Mapping[str, str], ...] = tuple(
    {card: f"{seat}:{card}" for card in (*DECK, UNKNOWN)} for seat in range(max(SIDES))
)


def _seat_keys(name: str) -> tuple[str, ...]:
    return tuple(f"{name}:{seat}" for seat in range(max(SIDES)))


_WORD_KEYS, _FAULT_KEYS, _COMBO_KEYS = map(_seat_keys, ("belote", "ceza", "ilan"))


def facts(hand: Hand) -> Facts:
    """Everything that counts of a hand, sorted by key."""
    declared = [", ".join(map(str, combos)) if combos else "" for combos in hand.declared]
    tricks = [_plays_text(trick.plays) for trick in hand.tricks]
    if hand.lying:
        tricks.append(_plays_text(hand.lying))
    return (
        ("acik", hand.turned),
        ("alan", _seat_text(hand.taker)),
        *zip(_WORD_KEYS, map(str, hand.words), strict=False),
        ("bittim", _seat_text(hand.claim)),
        *zip(_FAULT_KEYS, _fault_texts(hand), strict=False),
        ("dagitan", str(hand.dealer)),
        ("degisim", _seat_text(hand.swapped)),
        *zip(_COMBO_KEYS, declared, strict=False),
        ("koz", hand.trump),
        *zip(_TRICK_KEYS, tricks, strict=False),
        ("sayilan", _tally_text(hand.table.tally)),
    )


def _fault_texts(hand: Hand) -> list[str]:
    texts = [""] * len(hand.declared)
    for entry in hand.faults:
        texts[entry.seat] = f"{texts[entry.seat]} {entry.fault}".strip()
    return texts


def _tally_text(tally: Tally | None) -> str:
    if tally is None:
        return ""
    points = " ".join(map(str, (*tally.cards, tally.last)))
    return f"{points} capote" if tally.capote else points


def _plays_text(plays: tuple[Play, ...]) -> str:
    return " ".join([_PLAY_TEXT[play.seat][play.card] for play in plays])


def _seat_text(seat: int | None) -> str:
    return "" if seat is None else str(seat)


def with_facts(hand: Hand, given: Facts) -> Hand:
    """The hand with these facts in place of what it held. Raises IllegalAction(BAD_FACT)."""
    for key, value in given:
        hand = _with(hand, key, value.strip())
    return rebuilt(hand)


def _with(hand: Hand, key: str, value: str) -> Hand:
    name, _, number = key.partition(":")
    seats = len(hand.declared)
    match name:
        case "dagitan":
            seat = _seat(key, value, seats)
            return hand if seat is None else hand._replace(dealer=seat)
        case "acik":
            return hand._replace(turned=_card(key, value))
        case "koz":
            if value not in ("", UNKNOWN, *SUITS):
                raise bad_fact(key, value, "S, H, D or C")
            return hand._replace(trump=value)
        case "alan":
            return hand._replace(taker=_seat(key, value, seats))
        case "degisim":
            return hand._replace(swapped=_seat(key, value, seats))
        case "sayilan":
            tally = _tally(key, value, seats) if value else None
            return hand._replace(table=hand.table._replace(tally=tally))
        case "bittim":
            return hand._replace(claim=_seat(key, value, seats))
        case "love" if number.isdigit() and 1 <= int(number) <= DEALT[seats]:
            return _with_trick(hand, int(number), key, value)
        case "ilan" | "belote" | "ceza" if number in map(str, range(seats)):
            return _with_seat(hand, name, int(number), key, value)
    expected = "dagitan acik koz alan degisim bittim sayilan ilan:0 belote:0 ceza:0 love:1"
    raise bad_fact(key, value, expected)


def _with_seat(hand: Hand, name: str, seat: int, key: str, value: str) -> Hand:
    if name == "belote":
        if value not in ("", "0", "1", "2"):
            raise bad_fact(key, value, "how many of the two words were said: 0, 1 or 2")
        words = (*hand.words[:seat], int(value or 0), *hand.words[seat + 1 :])
        return hand._replace(words=words)
    if name == "ceza":
        others = tuple(entry for entry in hand.faults if entry.seat != seat)
        return hand._replace(
            faults=others + tuple(Penalise(seat, _fault(key, text)) for text in value.split())
        )
    texts = [text for text in value.split(",") if text.strip()]
    try:
        combos = tuple(Combo.parse(text) for text in texts)
    except ValueError as error:
        raise bad_fact(key, value, str(error)) from None
    return hand._replace(declared=(*hand.declared[:seat], combos, *hand.declared[seat + 1 :]))


def _tally(key: str, value: str, seats: int) -> Tally:
    words = value.split()
    capote = words[-1] == "capote"
    numbers = words[:-1] if capote else words
    sides = max(SIDES[seats]) + 1
    if len(numbers) != sides + 1 or not all(number.isdecimal() for number in numbers):
        raise bad_fact(key, value, f"points of {sides} sides and a seat, e.g. 73 35 1")
    *cards, last = map(int, numbers)
    if last not in range(seats):
        raise bad_fact(key, value, f"points of {sides} sides and a seat, e.g. 73 35 1")
    return Tally(tuple(cards), last, capote)


def _fault(key: str, text: str) -> Fault:
    if text not in set(Fault):
        raise bad_fact(key, text, ", ".join(Fault))
    return Fault(text)


def _with_trick(hand: Hand, number: int, key: str, value: str) -> Hand:
    seats = len(hand.declared)
    tricks = [trick.plays for trick in hand.tricks] + ([hand.lying] if hand.lying else [])
    if number > len(tricks) + 1:
        raise bad_fact(key, value, f"at most love:{len(tricks) + 1}")
    plays = tuple(_play(key, text, seats) for text in value.split())
    if len({play.seat for play in plays}) < len(plays):
        raise bad_fact(key, value, "every seat once")
    tricks[number - 1 :] = [plays, *tricks[number:]]
    whole = all(len(trick) == seats for trick in tricks[:-1])
    if not whole or len(tricks[-1]) > seats:
        raise bad_fact(key, value, f"a card of each of the {seats} players")
    done = tricks if len(tricks[-1]) == seats else tricks[:-1]
    return hand._replace(
        tricks=tuple(Trick(trick, None) for trick in done),
        lying=() if done is tricks else tricks[-1],
    )


def _play(key: str, text: str, seats: int) -> Play:
    seat, colon, card = text.partition(":")
    if not colon or seat not in map(str, range(seats)):
        raise bad_fact(key, text, "seat and card, e.g. 0:TH")
    return Play(int(seat), _card(key, card))


def _card(key: str, card: str) -> str:
    if card not in DECK_SET and card not in (UNKNOWN, ""):
        raise bad_fact(key, card, "a card 7 to A, e.g. TH")
    return card


def _seat(key: str, value: str, seats: int) -> int | None:
    if value not in ("", *map(str, range(seats))):
        raise bad_fact(key, value, f"a seat, 0 to {seats - 1}")
    return int(value) if value else None


def rebuilt(hand: Hand) -> Hand:
    """Winners and whose turn it is, from the cards as they now stand."""
    tricks = tuple(Trick(trick.plays, winner_of(trick.plays, hand.trump)) for trick in hand.tricks)
    changed = hand._replace(tricks=tricks)
    return changed._replace(turn=turn_of(changed))


def turn_of(hand: Hand) -> int | None:
    """Whose card is next: after the last one that lies there, else the winner of the last trick,
    else mecburcu; None where that is not known, or the hand is over."""
    seats = len(hand.declared)
    if len(hand.tricks) == DEALT[seats]:
        return None
    if hand.lying:
        there = {play.seat for play in hand.lying}
        after = (hand.lying[-1].seat + 1 + step for step in range(seats))
        return next(seat % seats for seat in after if seat % seats not in there)
    if hand.tricks:
        return hand.tricks[-1].winner
    return (hand.dealer + 1) % seats
