"""Written hands of 13: Vale Avı.

    # 13: Vale Avı, three hands of three players
    oyuncular: Ayşe, Oğuz, Çiğdem
    seçenekler: hedef=13, beraberlik_puani=toplam

    el Q | KB=A KD=K GB=J GD=Q | Ayşe KB D, Oğuz KD D, Çiğdem GB T
    el A | KB=K KD=J GB=Q GD=A | Oğuz KB D, Çiğdem GD D, Ayşe KB D
    el J | KB=J KD=A GB=K GD=? | Çiğdem KD D, Ayşe KB T, Oğuz GB T

One line a hand: the centre, the corners (KB KD GB GD; ``?`` or left out: not seen), and who placed
where, in the order of placing, ``D`` düz or ``T`` ters. Ranks are A K Q J. Names are the words
before the corner.

Every card a pawn stands on must be known, and illegal play is refused (TAM), with the line it
stands in.
"""

import re
from collections.abc import Mapping

from rules.book import bad_fact, seats_of
from rules.cards import Rank
from rules.codes import Refusal
from rules.game import IllegalAction
from rules.games.vale_avi import VALE_AVI
from rules.games.vale_avi.flow import OPEN_PHASES
from rules.games.vale_avi.state import CORNERS, PICKS, Action, Deal, Phase, Place, State
from rules.moves import Next, Score, Start
from rules.notation.lines import Notation, Written, example_in, pairs

_PICK = re.compile(r"(?P<name>.+?)\s+(?P<corner>\w\w)\s+(?P<side>\w)")


def _hand(state: State, written: Written) -> State:
    rest = " ".join(line.text for line in written)
    parts = [part.strip() for part in rest.split("|")]
    if len(parts) != 3:
        raise bad_fact("el", rest, "centre | corners | placements, e.g. K | KB=A KD=J | Ayşe KB D")
    deal = _deal(parts[0], pairs(parts[1].split()))
    places = [_place(state, text.strip()) for text in parts[2].split(",") if text.strip()]
    if not places:
        raise bad_fact("el", rest, "who placed where, e.g. Ayşe KB D, Oğuz GD T")
    if state.phase not in OPEN_PHASES:
        state = VALE_AVI.apply(state, Next())
    if not state.hand.rota:
        state = VALE_AVI.apply(state, Start(places[0].seat))
    actions: tuple[Action, ...] = (deal, *places, Score())
    for action in actions:
        state = VALE_AVI.apply(state, action)
    return state


def _deal(centre: str, corners: Mapping[str, str]) -> Deal:
    strange = set(corners) - set(CORNERS)
    if strange:
        raise bad_fact(min(strange), corners[min(strange)], ", ".join(CORNERS))
    known = tuple(_rank(corner, corners.get(corner, "?")) for corner in CORNERS)
    middle = _rank("centre", centre)
    if middle is None:
        raise IllegalAction(Refusal.UNREAD_CARD, place="M")
    return Deal(middle, known)


def _rank(key: str, letter: str) -> Rank | None:
    if letter == "?":
        return None
    if letter not in VALE_AVI.info.deck:
        raise bad_fact(key, letter, "A, K, Q, J or ?")
    return Rank(letter)


def _place(state: State, text: str) -> Place:
    found = _PICK.fullmatch(text)
    names = [player.name for player in state.players]
    if found is None or found["name"] not in names:
        raise bad_fact("placement", text, f"name corner side; the names are {', '.join(names)}")
    pick = PICKS.get(f"{found['corner']} {found['side']}")
    if pick is None:
        raise bad_fact("placement", text, "a corner KB KD GB GD and a side D or T")
    return Place(names.index(found["name"]), pick)


def _contenders(state: State) -> tuple[int, ...]:
    return seats_of(state.then) if state.phase is Phase.SCORED else ()


NOTATION = Notation(
    example=example_in(__doc__),
    told="One line a hand: the centre, the corners, who placed where (D düz, T ters).",
    hand=_hand,
    contenders=_contenders,
)
