"""Written hands of Alman Whisti.

    # Alman Whisti to 20 points: one deal by its tricks, one trick by trick
    oyuncular: Ayşe, Oğuz
    seçenekler: hedef=20

    el Ayşe=8 Oğuz=5
    el Oğuz | 5S: 4H QH, 3D: AD 9D, QD: 2D TD, Ayşe, Ayşe, Oğuz, Ayşe, Oğuz, Oğuz, Ayşe
      Ayşe, Oğuz, 9H: KC 7C
      AS 3S, KS 4S, 8H JH, Oğuz, Oğuz, Ayşe, Ayşe, Oğuz, Ayşe, Oğuz, Ayşe, Ayşe, 5D 6D

A deal is either the counted tricks of both (with ``renons Oğuz`` after them for a revoke that
counts), or who leads it (the other one dealt) and, after a bar, its 26 tricks: the turned card with
a colon in the first stage, the card led, the card that followed. A trick of which only the winner
is known is his name; ``?`` is a card nobody read. Cards are e.g. QH, TS; suits S H D C.

Cards of closed hands are not known (MASA): a revoke is told where later cards prove it, and with
``renons=uc_el`` or ``eli_kaybeder`` it counts.
"""

import re

from rules.book import bad_fact
from rules.codes import Ask, Reply
from rules.game import Mode
from rules.games.alman_whisti import ALMAN_WHISTI
from rules.games.alman_whisti.hands import OPEN_PHASES, unjudged
from rules.games.alman_whisti.state import TRICKS, Play, State, Took, Turned
from rules.moves import Answer, Next, Score, Start
from rules.notation.lines import Line, Notation, Written, example_in

_TRICKS = re.compile(r"(?P<name>[^=]+)=(?P<count>\d+)\s*")
_WORD = "renons"
_apply = ALMAN_WHISTI.apply


def _deal(state: State, written: Written) -> State:
    if state.phase not in OPEN_PHASES:
        state = _apply(state, Next())
    leader, bar, rest = written[0].text.partition("|")
    if not bar:
        return _by_tricks(state, " ".join(line.text for line in written))
    state = _led_by(state, leader.strip())
    for line in (Line(written[0].number, rest), *written[1:]):
        with line:
            for text in filter(None, (each.strip() for each in line.text.split(","))):
                state = _trick(state, text)
    if len(state.hand.tricks) < TRICKS:
        with written[-1]:
            raise bad_fact(
                "el", f"{len(state.hand.tricks)}", f"all {TRICKS} tricks, or Ayşe=8 Oğuz=5"
            )
    for trick, seat in unjudged(state):
        question = f"{Ask.CEZA}:{state.hand.number}:{trick}:{seat}"
        state = _apply(state, Answer(question, Reply.CEZA_YAZ))
    return _apply(state, Score())


def _names(state: State) -> list[str]:
    return [player.name for player in state.players]


def _led_by(state: State, name: str) -> State:
    names = _names(state)
    if name not in names:
        raise bad_fact("el", name, f"who leads, one of {', '.join(names)}, then | and the tricks")
    seat = names.index(name)
    if state.hand.first is None:
        return _apply(state, Start(seat))
    if state.hand.first != seat:
        raise bad_fact("el", name, f"{names[1 - seat]}, who did not deal and leads")
    return state


def _by_tricks(state: State, text: str) -> State:
    names = _names(state)
    counts, _, offenders = text.partition(_WORD)
    found = {m["name"].strip(): m["count"] for m in _TRICKS.finditer(counts)}
    against = [each.strip() for each in offenders.split(",") if each.strip()]
    if set(found) != set(names) or _TRICKS.sub("", counts) or set(against) - set(names):
        raise bad_fact("el", text, " ".join(f"{name}=n" for name in names) + f" {_WORD} {names[0]}")
    if state.hand.first is None:
        state = _apply(state, Start(0))
    facts = {"tricks": "-".join(found[name] for name in names)}
    if against:
        facts["renons"] = "-".join(str(against.count(name)) for name in names)
    return _apply(state, Score(tuple(sorted(facts.items()))))


def _trick(state: State, text: str) -> State:
    names = _names(state)
    turned, colon, rest = text.rpartition(":")
    if colon:
        state = _apply(state, Turned(turned.strip()))
    if rest.strip() in names:
        return _apply(state, Took(names.index(rest.strip())))
    cards = rest.split()
    if len(cards) != 2 or state.hand.turn is None:
        expected = f"5S: 8S AS, 8S AS, or who took it ({', '.join(names)})"
        raise bad_fact("el", text, expected)
    leader = state.hand.turn
    return _apply(_apply(state, Play(leader, cards[0])), Play(1 - leader, cards[1]))


NOTATION = Notation(
    example=example_in(__doc__),
    told="One deal: the counted tricks of both, or all its tricks with the turned cards.",
    hand=_deal,
    mode=Mode.TABLE,
)
