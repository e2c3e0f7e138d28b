"""Written hands of Belote.

    # Belote, two players: the whole hand, trick by trick
    oyuncular: Ayşe, Oğuz
    seçenekler: papaz=4

    el Oğuz KH | Ayşe al
      ilan Ayşe seri 9D 3
      Ayşe JH 7H, Ayşe 9H 8H, Ayşe AS TS, Ayşe 8D AD, Oğuz TD 9D, Oğuz QC KC
      Ayşe AC 7C, Ayşe 7D KD, Oğuz TC 8C

Who dealt and the turned card; after the bar who took it (``Ayşe al``), who named another suit
(``Ayşe S``), or ``pas`` when nobody did. Then, in any order between commas: a trick (who led, and
the cards in the order of play; ``?`` for one nobody remembers is refused where it matters),
``ilan`` with brelans and runs (``brelan Q; seri AS 4`` is ace, king, queen, jack of spades),
``degisim Ayşe``, ``belote Ayşe`` once for each of the two words, ``ceza Ayşe SIRA_DISI`` for a
fault, ``bittim Ayşe``. Where nobody wrote down the tricks: ``kart 73 35 Oğuz``, the points of the
cards each side won and who won the last trick (``kart 152 0 Oğuz capote``: all of them).

Illegal play is refused with its line, once a later card proves it; a revoke that was played and
noticed is written as ``ceza Ayşe RENONS``.
"""

from collections.abc import Sequence

from rules.book import bad_fact
from rules.codes import Refusal
from rules.game import IllegalAction, Mode
from rules.games.belote import BELOTE
from rules.games.belote.cards import SUITS
from rules.games.belote.combos import Combo
from rules.games.belote.facts import turn_of
from rules.games.belote.questions import over_composition, revokes
from rules.games.belote.state import (
    DEALT,
    OPEN_PHASES,
    Claim,
    Declare,
    Exchange,
    Fault,
    Name,
    Pass,
    Penalise,
    Phase,
    Play,
    Say,
    State,
    Take,
    Tally,
    Turn,
)
from rules.moves import Answer, Next, Score, Start, Void
from rules.notation.lines import Line, Notation, Written, example_in

_TOOK = ("al", "takes")


def _hand(state: State, written: Written) -> State:
    first = written[0]
    if state.phase not in OPEN_PHASES:
        state = BELOTE.apply(state, Next())
    opening, bar, rest = first.text.partition("|")
    bid, _, rest = rest.partition(",")
    if not bar:
        raise bad_fact(
            "el", first.text, "dealer and turned card | who took it, e.g. Oğuz KH | Ayşe al"
        )
    state = _bid(_turned(state, opening.split()), bid.strip())
    if state.phase is Phase.NOBODY:
        return BELOTE.apply(state, Void())
    lines: dict[int, Line] = {}
    for line in (Line(first.number, rest), *written[1:]):
        with line:
            for text in filter(None, (each.strip() for each in line.text.split(","))):
                state = _said(state, text)
                lines.setdefault(len(state.hand.tricks), line)
                _check_revokes(state, lines)
                _check_once(state)
    with written[-1]:
        _check_whole(state)
    return BELOTE.apply(_judged(state), Score())


def _check_whole(state: State) -> None:
    """Raises BAD_FACT for a hand of which tricks are missing."""
    count, hand = DEALT[len(state.players)], state.hand
    if hand.claim is None and hand.table.tally is None and len(hand.tricks) < count:
        raise bad_fact("el", f"{len(hand.tricks)}", f"{count} tricks, bittim, or kart 73 35 Oğuz")


def _turned(state: State, words: Sequence[str]) -> State:
    if len(words) < 2:
        raise bad_fact("el", " ".join(words), "who dealt and the turned card, e.g. Oğuz KH")
    dealer = _seat(state, " ".join(words[:-1]))
    if state.phase is Phase.LOT:
        state = BELOTE.apply(state, Start(dealer))
    if state.hand.dealer != dealer:
        raise IllegalAction(Refusal.OUT_OF_TURN, seat=dealer, turn=state.hand.dealer)
    return BELOTE.apply(state, Turn(words[-1]))


def _bid(state: State, text: str) -> State:
    if text.casefold() in ("pas", "pass"):
        seats = len(state.players)
        for step in range(2 * seats):
            state = BELOTE.apply(state, Pass((state.hand.dealer + 1 + step) % seats))
        return state
    name, _, bid = text.rpartition(" ")
    seat = _seat(state, name)
    if bid.casefold() in _TOOK:
        return BELOTE.apply(state, Take(seat))
    if bid not in SUITS:
        raise bad_fact("el", text, "al, or another suit: S H D C")
    return BELOTE.apply(state, Name(seat, bid))


def _seat(state: State, name: str) -> int:
    names = [player.name for player in state.players]
    if name not in names:
        raise bad_fact("name", name, ", ".join(names))
    return names.index(name)


def _split(state: State, text: str) -> tuple[int, str]:
    """A name, and what follows it."""
    for seat, player in enumerate(state.players):
        if text == player.name or text.startswith(f"{player.name} "):
            return seat, text[len(player.name) :].strip()
    raise bad_fact("name", text, "a name first: " + ", ".join(p.name for p in state.players))


def _said(state: State, text: str) -> State:
    word, _, rest = text.partition(" ")
    if word == "kart":
        return BELOTE.apply(state, _tally(state, rest.split()))
    if word in ("ilan", "degisim", "belote", "ceza", "bittim"):
        seat, told = _split(state, rest.strip())
        match word:
            case "ilan":
                return BELOTE.apply(state, Declare(seat, _combos(told)))
            case "degisim":
                return BELOTE.apply(state, Exchange(seat))
            case "belote":
                return BELOTE.apply(state, Say(seat))
            case "bittim":
                return BELOTE.apply(state, Claim(seat))
        if told not in set(Fault):
            raise bad_fact("ceza", told, ", ".join(Fault))
        return BELOTE.apply(state, Penalise(seat, Fault(told)))
    return _trick(state, *_split(state, text))


def _tally(state: State, words: Sequence[str]) -> Tally:
    capote = list(words[-1:]) == ["capote"]
    told = words[:-1] if capote else words
    points = [int(word) for word in told if word.isdecimal()]
    name = " ".join(told[len(points) :])
    return Tally(tuple(points), _seat(state, name), capote)


def _combos(text: str) -> tuple[Combo, ...]:
    try:
        return tuple(Combo.parse(each) for each in text.split(";") if each.strip())
    except ValueError as error:
        raise bad_fact("ilan", text, str(error)) from None


def _trick(state: State, leader: int, text: str) -> State:
    seats, cards = len(state.players), text.split()
    if len(cards) != seats:
        raise IllegalAction(Refusal.BAD_COUNT, given=len(cards), expected=seats)
    due = turn_of(state.hand)
    if due is not None and leader != due:
        raise IllegalAction(Refusal.OUT_OF_TURN, seat=leader, turn=due)
    for step, card in enumerate(cards):
        state = BELOTE.apply(state, Play((leader + step) % seats, card))
    return state


def _check_once(state: State) -> None:
    """Raises COMPOSITION where a card shows a second time."""
    for card, count in over_composition(state.hand):
        raise IllegalAction(Refusal.COMPOSITION, rank=card, count=count)


def _check_revokes(state: State, lines: dict[int, Line]) -> None:
    """Raises ILLEGAL_ACTION in the line of the trick for a revoke that no ``ceza`` owns up to."""
    owned = [entry.seat for entry in state.hand.faults if entry.fault is Fault.REVOKE]
    for number, seat in revokes(state.options, state.hand):
        if seat not in owned:
            with lines[number]:
                raise IllegalAction(Refusal.ILLEGAL_ACTION, action="Play", why="RENONS")


def _judged(state: State) -> State:
    """What was written about faults is all there is."""
    view = BELOTE.view(state, seq=0, covered=frozenset())
    for question in view.questions:
        if question.ask.code == "CEZA":
            state = BELOTE.apply(state, Answer(question.id, "CEZA_YOK"))
    return state


NOTATION = Notation(
    example=example_in(__doc__),
    told="One hand: dealer and turned card, who took it, declarations, tricks.",
    hand=_hand,
    mode=Mode.TABLE,
)
