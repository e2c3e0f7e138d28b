"""Written rounds of Üç On Üç Remi.

    # Üç On Üç Remi, two rounds of three players
    oyuncular: Ayşe, Oğuz, Çiğdem

    el Oğuz | Ayşe 3S 9D KH | Oğuz 3H 9S 9C | Çiğdem QH QD QS
    el Ayşe | Ayşe 4S 8D 8H 8S | Oğuz AS 2S 4C 9H | Çiğdem TH JH QH 2C

One line a round: who went out (``-`` when no card was left to be drawn), then the hand of everybody
as it lay at the end (``X`` is a printed joker), or what it cost where nobody wrote down its cards:
``Oğuz =12``. With ``dizilis=oyuncunun`` the groups stand in
brackets as they were laid: ``(3S 9D 9H) KC``. A bonus round has the hands of its players only.

Hands of a wrong size, more of a card than the decks have, and a going out with cards left over are
refused with their line.
"""

from rules.book import EXTRA, bad_fact, seats_of
from rules.codes import Refusal
from rules.game import IllegalAction, Mode
from rules.games.uc_on_uc import UC_ON_UC, scoring
from rules.games.uc_on_uc.facts import parsed
from rules.games.uc_on_uc.state import OPEN_PHASES, Ended, GoOut, Phase, Show, State, Tell
from rules.moves import Next, Score, Start
from rules.notation.lines import Notation, Written, example_in

_NOBODY = "-"


def _hand(state: State, written: Written) -> State:
    if state.phase is Phase.LOT:
        state = UC_ON_UC.apply(state, Start(len(state.players) - 1))
    if state.phase not in OPEN_PHASES:
        state = UC_ON_UC.apply(state, Next())
    who = written[0].text.partition("|")[0].strip()
    names = [player.name for player in state.players]
    if who not in (*names, _NOBODY):
        raise bad_fact("el", who, f"who went out, one of {', '.join(names)}, or {_NOBODY}")
    went = Ended() if who == _NOBODY else GoOut(names.index(who))
    state = UC_ON_UC.apply(state, went)
    for at, line in enumerate(written):
        with line:
            for text in line.text.split("|")[0 if at else 1 :]:
                state = _shown(state, text.strip()) if text.strip() else state
    scoring.check_complete(state, state.hand)
    if isinstance(went, GoOut) and scoring.best(state, state.hand, went.seat).cost:
        raise IllegalAction(Refusal.ILLEGAL_ACTION, action="GoOut", why="HATALI_CIKIS")
    return UC_ON_UC.apply(state, Score())


def _shown(state: State, text: str) -> State:
    for seat, player in enumerate(state.players):
        if text.startswith(f"{player.name} "):
            hand = parsed(f"el:{seat}", text[len(player.name) :].strip())
            told = None if hand.told is None else Tell(seat, hand.told)
            return UC_ON_UC.apply(state, told or Show(seat, hand.groups, hand.left))
    names = ", ".join(player.name for player in state.players)
    raise bad_fact("el", text, f"a name and the cards; the names are {names}")


def _contenders(state: State) -> tuple[int, ...]:
    then = state.records[-1].then if state.records else ""
    return seats_of(then) if then.startswith(EXTRA) else ()


NOTATION = Notation(
    example=example_in(__doc__),
    told="One round: who went out, and the hand of everybody.",
    hand=_hand,
    mode=Mode.TABLE,
    contenders=_contenders,
)
