"""Written hands of Blöf.

    # Blöf, three hands of three players: one as it was played, two by the cards left over
    oyuncular: Ayşe, Oğuz, Çiğdem
    seçenekler: el_sayisi=3

    el Ayşe | Ayşe 7x2, Oğuz x1, Çiğdem blöf 3, Çiğdem Ax4, Ayşe pas, Oğuz pas
      Çiğdem Kx4, Ayşe blöf K K K K, Çiğdem 2x4, Ayşe pas, Oğuz pas, Çiğdem 5x4, Ayşe pas, Oğuz pas
      Çiğdem 9x1, Ayşe pas
    el Ayşe=5 Oğuz=0 Çiğdem=9
    el Ayşe=3 Oğuz=2 Çiğdem=0

A hand is either what everybody held at its end (the one with 0 finished), or who opened it and,
after a bar, what happened: ``7x2`` opens with two cards named sevens, ``x1`` throws one more,
``pas``, and ``blöf 7 3`` with the cards that lay there (``?``: not read; one card of another rank
proves the lie). Ranks are A 2 … 9 T J Q K. With ``itiraz=herkes`` anybody may call; a throw that
nobody called stands.

Illegal play is refused with its line. Hands are counts (MASA): nobody has to write down what he
held.
"""

import re
from collections.abc import Sequence

from rules.book import bad_fact
from rules.codes import Refusal
from rules.game import IllegalAction, Mode
from rules.games.blof import BLOF
from rules.games.blof.hands import OPEN_PHASES
from rules.games.blof.state import Action, Call, Pass, Phase, Shown, State, Throw, sizes
from rules.moves import Elapsed, Next, Score, Start
from rules.notation.lines import Line, Notation, Written, example_in

_THROW = re.compile(r"(?P<rank>[A2-9TJQK]?)x(?P<count>\d+)")
_LEFT = re.compile(r"(?P<name>[^=]+)=(?P<count>\d+)\s*")
_PASS, _CALL = ("pas", "pass"), ("blöf", "bluff")


def _hand(state: State, written: Written) -> State:
    if state.phase not in OPEN_PHASES:
        state = BLOF.apply(state, Next())
    opener, bar, rest = written[0].text.partition("|")
    if not bar:
        return _left_over(state, " ".join(line.text for line in written))
    state = _opened(state, opener.strip())
    for line in (Line(written[0].number, rest), *written[1:]):
        with line:
            for text in filter(None, (each.strip() for each in line.text.split(","))):
                state = _played(state, text)
    return BLOF.apply(state, Score())


def _names(state: State) -> list[str]:
    return [player.name for player in state.players]


def _opened(state: State, name: str) -> State:
    names = _names(state)
    if name not in names:
        raise bad_fact(
            "el", name, f"who opens, one of {', '.join(names)}, then | and what happened"
        )
    seat = names.index(name)
    if state.hand.first is None:
        return BLOF.apply(state, Start(seat))
    if state.hand.first != seat:
        raise bad_fact("el", name, f"{names[state.hand.first]}, whose turn it is to open")
    return state


def _left_over(state: State, text: str) -> State:
    names = _names(state)
    found = {m["name"].strip(): m["count"] for m in _LEFT.finditer(text)}
    if set(found) != set(names) or _LEFT.sub("", text):
        raise bad_fact("el", text, " ".join(f"{name}=n" for name in names))
    if state.hand.first is None:
        state = BLOF.apply(state, Start(0))
    facts = tuple((f"left:{seat}", found[name]) for seat, name in enumerate(names))
    return BLOF.apply(state, Score(facts))


def _played(state: State, text: str) -> State:
    names = sorted(_names(state), key=len, reverse=True)
    name = next((name for name in names if text.startswith(f"{name} ")), None)
    if name is None:
        raise bad_fact("el", text, f"a name first: {', '.join(_names(state))}")
    seat, said = _names(state).index(name), text[len(name) :].split()
    for action in _actions(state, seat, said):
        if isinstance(action, Throw):
            _check(state, action)
        state = BLOF.apply(state, action)
    return state


def _check(state: State, throw: Throw) -> None:
    """A table lets such a throw stand; a written one is refused."""
    hand = state.hand
    if throw.seat != hand.turn:
        raise IllegalAction(Refusal.OUT_OF_TURN, seat=throw.seat, turn=hand.turn)
    allowed = sizes(len(hand.hands[throw.seat]), opening=state.phase is Phase.OPENING)
    if throw.count not in allowed:
        expected = ", ".join(map(str, allowed))
        raise IllegalAction(Refusal.BAD_COUNT, given=throw.count, expected=expected)


def _actions(state: State, seat: int, said: Sequence[str]) -> tuple[Action, ...]:
    word, cards = said[0].casefold(), tuple(said[1:])
    if word in _CALL:
        return Call(seat), Shown(cards)
    until_s = state.hand.until_s
    closes = state.phase is Phase.WINDOW and until_s is not None
    late: tuple[Action, ...] = (Elapsed((until_s or 0.0) + 1.0),) if closes else ()
    if word in _PASS and not cards:
        return _ends(state, late) or (*late, Pass(seat))
    found = _THROW.fullmatch(said[0])
    if found is None or cards:
        raise bad_fact("el", " ".join(said), "7x2, x1, pas, or blöf with the cards shown")
    return (*late, Throw(seat, int(found["count"]), found["rank"]))


def _ends(state: State, late: tuple[Action, ...]) -> tuple[Action, ...]:
    """With a window there is nothing to pass after somebody's last cards: it only closes."""
    return late if late and not state.hand.hands[state.hand.thrower] else ()


NOTATION = Notation(
    example=example_in(__doc__),
    told="One hand: what everybody held at the end, or the throws, passes and calls.",
    hand=_hand,
    mode=Mode.TABLE,
)
