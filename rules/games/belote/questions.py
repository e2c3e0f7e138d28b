"""What the referee asks the table in MASA, derived from the state: unread cards, one card seen
twice, and faults that play has proven (spec 4.9, 4.13). Scoring waits for every question; nothing
else does.
"""

from collections import Counter
from collections.abc import Iterator

from rules import book, ledger
from rules.codes import Ask, Reply
from rules.game import Mode
from rules.games.belote.cards import DECK, SUITS, UNKNOWN
from rules.games.belote.options import Options
from rules.games.belote.state import OPEN_PHASES, Fault, Hand, State
from rules.games.belote.tricks import proves_revoke
from rules.view import Notice, QuestionView


def open_questions(state: State) -> tuple[QuestionView, ...]:
    """All questions that stand, the one to be answered first in front."""
    hand = state.hand
    of_hand: tuple[QuestionView, ...] = ()
    if state.mode is Mode.TABLE and state.phase in OPEN_PHASES and not hand.table.void:
        cards = tuple(_trump(state, hand))
        if hand.table.tally is None:
            cards += (*_unread(state, hand), *_twice(state, hand))
        of_hand = (*cards, *_faults(state, hand))
        if hand.table.held:
            of_hand = (*of_hand, ledger.held_question(hand.number))
    return of_hand + book.outcome_question(state.players, state.records)


def places_of(hand: Hand) -> list[tuple[str, int, int]]:
    """Every card played: card, trick from 1, seat."""
    played = [trick.plays for trick in hand.tricks] + [hand.lying]
    return [
        (play.card, number, play.seat) for number, plays in enumerate(played, 1) for play in plays
    ]


def unread(hand: Hand) -> list[tuple[int, int]]:
    """Trick and seat of every unread card of complete tricks."""
    return [
        (number, play.seat)
        for number, trick in enumerate(hand.tricks, 1)
        for play in trick.plays
        if play.card == UNKNOWN
    ]


def over_composition(hand: Hand) -> list[tuple[str, int]]:
    """Cards that show more often than once: played twice, named in a combination by one and played
    by another, or out of play and played all the same."""
    places: dict[str, set[str]] = {}
    plays = Counter(card for card, _, _ in places_of(hand) if card != UNKNOWN)
    for card, _, seat in places_of(hand):
        places.setdefault(card, set()).add(str(seat))
    for seat, declared in enumerate(hand.declared):
        for combo in declared or ():
            for card in combo.cards:
                places.setdefault(card, set()).add(str(seat))
    aside = _aside(hand)
    if aside:
        places.setdefault(aside, set()).add("aside")
    return sorted(
        (card, max(len(where), plays[card]))
        for card, where in places.items()
        if card != UNKNOWN and max(len(where), plays[card]) > 1
    )


def _aside(hand: Hand) -> str:
    """The open card that nobody holds in two-handed play: the turned one, or the 7 in its place."""
    if len(hand.declared) > 2 or hand.turned in ("", UNKNOWN):
        return ""
    return hand.turned if hand.swapped is None else "7" + hand.turned[1]


def revokes(options: Options, hand: Hand) -> list[tuple[int, int]]:
    """Trick and seat of every card that a later one proves to have been against the rules."""
    if hand.trump in ("", UNKNOWN):
        return []
    tricks = [trick.plays for trick in hand.tricks] + [hand.lying]
    found = []
    for number, plays in enumerate(tricks, 1):
        for at, play in enumerate(plays):
            later = [p.card for trick in tricks[number:] for p in trick if p.seat == play.seat]
            lying = [before.card for before in plays[:at]]
            if proves_revoke(options, hand.trump, lying=lying, played=play.card, later=later):
                found.append((number, play.seat))
    return found


def proposals(options: Options, hand: Hand) -> list[str]:
    """Faults that play showed, as ``RENONS:trick:seat``, whatever the table said to them."""
    proven = [f"{Fault.REVOKE}:{number}:{seat}" for number, seat in revokes(options, hand)]
    return [*hand.table.proposed, *proven]


def _trump(state: State, hand: Hand) -> Iterator[QuestionView]:
    """Cards were played, and nobody told who took which suit."""
    if hand.taker is not None or not (hand.tricks or hand.lying):
        return
    yield QuestionView(
        id=f"{Ask.ALAN_KIM}:{hand.number}",
        ask=Notice(code=Ask.ALAN_KIM),
        answers=tuple(
            book.option(
                f"{seat}:{suit}",
                Reply.ALAN,
                likely=suit == hand.turned[-1:],
                name=player.name,
                seat=seat,
                suit=suit,
            )
            for suit in SUITS
            for seat, player in enumerate(state.players)
        ),
    )


def _unread(state: State, hand: Hand) -> Iterator[QuestionView]:
    seen = {card for card, _, _ in places_of(hand)} | {_aside(hand)}
    unseen = [card for card in DECK if card not in seen]
    if hand.trump == UNKNOWN:
        yield QuestionView(
            id=f"{Ask.ACIK_KART}:{hand.number}",
            ask=Notice(code=Ask.ACIK_KART),
            answers=tuple(book.option(card, Reply.KART_ADI, card=card) for card in unseen),
        )
    for number, seat in unread(hand):
        args = book.person(state.players, seat) | {"number": number}
        yield QuestionView(
            id=f"{Ask.LOVE_KARTI}:{hand.number}:{number}:{seat}",
            ask=Notice(code=Ask.LOVE_KARTI, args=args),
            answers=tuple(book.option(card, Reply.KART_ADI, card=card) for card in unseen),
        )


def _twice(state: State, hand: Hand) -> Iterator[QuestionView]:
    """Which of the places is misread: a card of a trick, a named combination, the turned card."""
    seen = {card for card, _, _ in places_of(hand)} | {_aside(hand)}
    unseen = [card for card in DECK if card not in seen]
    for card, count in over_composition(hand):
        answers = [
            book.option(
                f"{number}:{seat}={other}",
                Reply.LOVEDE,
                card=other,
                name=state.players[seat].name,
                number=number,
            )
            for played, number, seat in places_of(hand)
            if played == card
            for other in unseen
        ]
        answers += [
            book.option(f"ilan:{seat}", Reply.ILAN_YANLIS, name=player.name, seat=seat)
            for seat, player in enumerate(state.players)
            if any(card in combo.cards for combo in hand.declared[seat] or ())
        ]
        if card == _aside(hand):
            answers += [book.option(f"acik={o}", Reply.ACILAN, card=o) for o in unseen]
        yield QuestionView(
            id=f"{Ask.AYNI_KART}:{hand.number}:{card}",
            ask=Notice(code=Ask.AYNI_KART, args={"card": card, "count": count}),
            answers=tuple(answers),
        )


def _faults(state: State, hand: Hand) -> Iterator[QuestionView]:
    answers = dict(hand.table.answers)
    for text in dict.fromkeys(proposals(state.options, hand)):
        id_ = f"{Ask.CEZA}:{hand.number}:{text}"
        if id_ in answers:
            continue
        fault, number, seat = text.split(":")
        args = book.person(state.players, int(seat)) | {"fault": fault, "number": int(number)}
        yield QuestionView(
            id=id_,
            ask=Notice(code=Ask.CEZA, args=args),
            answers=(
                book.option(Reply.CEZA_YAZ, Reply.CEZA_YAZ, fault=fault),
                book.option(Reply.CEZA_YOK, Reply.CEZA_YOK),
            ),
        )
