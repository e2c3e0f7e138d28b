"""From deal to deal: what is known of one, closing it, the next one, and people's corrections."""

import re

from rules.book import OVER, asked, bad_fact, illegal, person
from rules.codes import Ask, Refusal, Reply, Warn
from rules.game import HandResult, IllegalAction, Mode
from rules.games.alman_whisti import play_table
from rules.games.alman_whisti.options import Revoke
from rules.games.alman_whisti.play_full import begun
from rules.games.alman_whisti.scoring import credited, follows, points
from rules.games.alman_whisti.state import HAND, SUITS, Phase, State
from rules.games.alman_whisti.tricks import revokes, won
from rules.ledger import first_of_next, merged, settle, totals_of, written
from rules.moves import Answer, Facts, Fix, Next, Score, Void
from rules.view import Notice

OPEN_PHASES = frozenset(
    (Phase.DEALING, Phase.TURNING, Phase.STAGE_1, Phase.STAGE_2, Phase.COUNTING)
)
TRICKS, RENONS, TRUMP = "tricks", "renons", "trump"
_PAIR = re.compile(r"(\d{1,2})-(\d{1,2})")


def facts(state: State) -> Facts:
    """``tricks`` = "8-5", the counted tricks by seat, before any penalty; ``renons`` = "0-1", the
    revokes that count against each seat, where there are any."""
    words = dict(state.hand.table.words)
    tricks = won(state.hand.tricks, state.options.sayilan)
    known = {TRICKS: words.get(TRICKS, f"{tricks[0]}-{tricks[1]}")}
    against = _offences(state)
    if any(against):
        known[RENONS] = f"{against[0]}-{against[1]}"
    if RENONS in words:
        known[RENONS] = words[RENONS]
    return tuple(sorted(known.items()))


def _offences(state: State) -> tuple[int, int]:
    """Proven revokes the table lets count, by seat. Without a penalty none is asked about."""
    if state.mode is Mode.FULL or state.options.renons is Revoke.WARN:
        return 0, 0
    judged = dict(state.hand.table.judged)
    seats = [
        seat
        for trick, seat in revokes(state.hand.tricks)
        if judged.get(f"{trick}:{seat}") == Reply.CEZA_YAZ
    ]
    return seats.count(0), seats.count(1)


def unjudged(state: State) -> list[tuple[int, int]]:
    """Proven revokes the table still has to speak about: (trick, seat)."""
    words = dict(state.hand.table.words)
    if state.options.renons is Revoke.WARN or TRICKS in words or RENONS in words:
        return []
    judged = dict(state.hand.table.judged)
    return [
        (trick, seat)
        for trick, seat in revokes(state.hand.tricks)
        if f"{trick}:{seat}" not in judged
    ]


def unknown_winners(state: State) -> list[int]:
    """Counted tricks (from 1) of which nobody knows who took them."""
    if TRICKS in dict(state.hand.table.words):
        return []
    skipped = 2 * HAND - state.options.sayilan
    tricks = state.hand.tricks
    return [at + 1 for at in range(skipped, len(tricks)) if tricks[at].winner is None]


def pair(key: str, value: str, total: int | None) -> tuple[int, int]:
    """``8-5``. Raises BAD_FACT; ``total``: what both have to add up to."""
    found = _PAIR.fullmatch(value)
    numbers = (int(found[1]), int(found[2])) if found else (-1, -1)
    if not found or (total is not None and sum(numbers) != total):
        expected = "two numbers, e.g. 8-5"
        if total is not None:
            expected = f"two numbers, e.g. 8-5, together {total}"
        raise bad_fact(key, value, expected)
    return numbers


def _told(state: State, given: Facts) -> tuple[tuple[int, int], list[int]]:
    """Counted tricks, and the seat of every revoke that counts."""
    tricks, against = (0, 0), (0, 0)
    for key, value in given:
        if key == TRICKS:
            tricks = pair(key, value, state.options.sayilan)
        elif key == RENONS:
            against = pair(key, value, None)
        elif key != TRUMP:
            raise bad_fact(key, value, f"{TRICKS}, {RENONS}")
    if TRICKS not in dict(given):
        raise bad_fact(TRICKS, "", f"e.g. 8-5, together {state.options.sayilan}")
    return tricks, [0] * against[0] + [1] * against[1]


def hindrance(state: State) -> IllegalAction | None:
    """Why the open deal cannot be written now."""
    table, number = state.hand.table, state.hand.number
    told = TRICKS in dict(table.words)
    if not told and state.phase is not Phase.COUNTING:
        return illegal(Score(), "the deal is not over")
    if state.mode is Mode.FULL:
        return None
    if unknown := unknown_winners(state):
        return IllegalAction(Refusal.UNREAD_CARD, place=f"L{unknown[0]}")
    if table.held:
        return IllegalAction(Refusal.OPEN_QUESTION, question=f"{Ask.GERI_ALINDI}:{number}")
    if waiting := unjudged(state):
        trick, seat = waiting[0]
        return IllegalAction(Refusal.OPEN_QUESTION, question=f"{Ask.CEZA}:{number}:{trick}:{seat}")
    return None


def closed(state: State, action: Score | Void) -> State:
    """Write the deal. Facts given in the action stand for themselves."""
    if state.phase not in OPEN_PHASES:
        raise illegal(action, "no deal is open")
    void = isinstance(action, Void)
    if not void and not action.facts and (why := hindrance(state)):
        raise why
    known = merged(facts(state), action.facts) if void else action.facts or facts(state)
    got = (0, 0) if void else deltas(state, known)
    first = state.hand.first or 0
    records = written(
        state.records,
        action,
        first=first,
        known=known,
        deltas=got,
        follows=lambda deals, totals: follows(
            state.options, deals, totals, first=first if void else 1 - first
        ),
        faults=faults(state),
    )
    phase = Phase.OVER if records[-1].then.startswith(OVER) else Phase.SCORED
    return state._replace(records=records, phase=phase)


def deltas(state: State, known: Facts) -> tuple[int, int]:
    tricks, against = _told(state, known)
    return points(state.options, credited(state.options, tricks, against))


def faults(state: State) -> tuple[Notice, ...]:
    """What was played out of turn, and proven revokes."""
    if state.mode is Mode.FULL:
        return ()
    proven = tuple(
        Notice(code=Warn.RENONS, args=person(state.players, seat) | {"number": trick})
        for trick, seat in revokes(state.hand.tricks)
    )
    return state.hand.table.faults + proven


def outcome(state: State) -> HandResult | Refusal:
    """What the deal would score as it stands."""
    if state.phase is not Phase.COUNTING and TRICKS not in dict(state.hand.table.words):
        return Refusal.NOT_READY
    if unknown_winners(state):
        return Refusal.UNREAD_CARD
    got = deltas(state, facts(state))
    before = totals_of(state.records, 2)
    return HandResult(deltas=got, totals=(before[0] + got[0], before[1] + got[1]))


def advance(state: State, action: Next) -> State:
    if state.phase is Phase.OVER:
        raise IllegalAction(Refusal.MATCH_OVER)
    if state.phase is not Phase.SCORED:
        raise hindrance(state) or illegal(action, "the deal is being scored")
    first = first_of_next(state.records)
    assert first is not None
    return begun(state, first, len(state.records) + 1)


def fixed(state: State, action: Fix) -> State:
    """A person says how many tricks count for whom: this is how a deal is written without its
    cards. ``trump`` names the suit where the first turned card could not be read."""
    if state.phase not in OPEN_PHASES or state.hand.first is None:
        raise illegal(action, "no deal is open")
    hand = state.hand
    for key, value in action.facts:
        if key == TRICKS:
            pair(key, value, state.options.sayilan)
        elif key == RENONS:
            pair(key, value, None)
        elif key != TRUMP or value not in SUITS or state.options.kozsuz:
            raise bad_fact(key, value, f"{TRICKS} 8-5, {RENONS} 0-1, {TRUMP} S H D C")
    words = merged(hand.table.words, action.facts)
    hand = hand._replace(table=hand.table._replace(words=words))
    if trump := dict(words).get(TRUMP):
        hand = play_table.settled(hand._replace(trump=trump), trump)
    return state._replace(hand=hand)


def answered(state: State, answer: Answer) -> State:
    """One that fits nothing any more (the log is folded anew) changes nothing; an unknown kind
    raises NO_QUESTION."""
    kind, number, subject = asked(answer)
    if kind == Ask.SONUC_DEGISTI:
        by_totals = answer.answer == Reply.DUZELTILMIS
        return settle(state, number, subject, corrected=by_totals)
    hand, table = state.hand, state.hand.table
    if number != hand.number or state.phase not in OPEN_PHASES:
        return state
    if kind == Ask.GERI_ALINDI:
        void = answer.answer == Reply.SAYILMASIN
        return state._replace(hand=hand._replace(table=table._replace(held=False, void=void)))
    if kind == Ask.CEZA:
        judged = merged(table.judged, ((subject, answer.answer),))
        return state._replace(hand=hand._replace(table=table._replace(judged=judged)))
    if kind == Ask.LOVEYI_ALAN:
        return _taken_by(state, int(subject), int(answer.answer))
    return state


def _taken_by(state: State, trick: int, seat: int) -> State:
    hand = state.hand
    if not 1 <= trick <= len(hand.tricks) or hand.tricks[trick - 1].winner is not None:
        return state
    told = hand.tricks[trick - 1]._replace(winner=seat)
    tricks = (*hand.tricks[: trick - 1], told, *hand.tricks[trick:])
    turn = seat if trick == len(tricks) and not hand.led else hand.turn
    return state._replace(hand=hand._replace(tricks=tricks, turn=turn))
