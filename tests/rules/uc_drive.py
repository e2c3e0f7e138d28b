"""Üç On Üç Remi driven by hand: dealt hands in TAM, open hands in MASA."""

from collections.abc import Sequence
from typing import Any

from rules.game import Mode, Player
from rules.games.uc_on_uc import UC_ON_UC
from rules.games.uc_on_uc.cards import Costs
from rules.games.uc_on_uc.facts import parsed
from rules.games.uc_on_uc.play_full import all_cards
from rules.games.uc_on_uc.state import Deal, GoOut, Show, State
from rules.moves import Next, Score, Start
from rules.tabletop import Owner


def seated(count: int) -> tuple[Player, ...]:
    owners = tuple(Owner)
    return tuple(Player(name=f"P{seat}", owner=owners[seat % len(owners)]) for seat in range(count))


def begun(count: int, mode: Mode = Mode.FULL, dealer: int = 0, **options: object) -> State:
    chosen = UC_ON_UC.options(options)
    state = UC_ON_UC.begin(options=chosen, players=seated(count), mode=mode)
    return UC_ON_UC.apply(state, Start(dealer))


def played(state: State, *actions: Any) -> State:
    for action in actions:
        state = UC_ON_UC.apply(state, action)
    return state


def dealt(state: State, hands: Sequence[str], rest: str = "") -> State:
    """A deal that gives these hands, from the dealer's left on; then the turned card and the stock
    as ``rest`` begins, the other cards in their order."""
    held = [hand.split() for hand in hands]
    front = [hand[at] for at in range(len(held[0])) for hand in held] + rest.split()
    left = list(all_cards(state))
    for card in front:
        left.remove(card)
    return played(state, Deal((*front, *left)))


def shown(seat: int, text: str) -> Show:
    """``(3S 9D 9H) KC``: groups in brackets."""
    hand = parsed("el", text)
    return Show(seat, hand.groups, hand.left)


def round_of(state: State, out: int, hands: Sequence[str]) -> State:
    """A whole round at a table."""
    shows = [shown(seat, text) for seat, text in enumerate(hands) if text]
    return played(state, GoOut(out), *shows, Score())


def next_round(state: State) -> State:
    return played(state, Next())


def costs_of(wild: str, options: str = "") -> Costs:
    """``as_yuksek``, ``11-12-13``."""
    return Costs("" if wild == "-" else wild, "as_yuksek" in options, "11-12-13" in options)
