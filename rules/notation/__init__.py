"""Hands written down by people, and refereed: what ``hakem score GAME FILE`` reads.

Every game's text begins alike: a line ``oyuncular:`` with the names, a line ``seçenekler:`` that
may be missing (keys and values are those of the game), then hands, each begun by ``el``. What a
hand says is the game's own: see the docstring of its module here. English keywords ``players``,
``options``, ``hand`` are read too; ``#`` begins a remark; an indented line goes on with the hand
above it. Names hold no comma.

To add a game: a module beside these with its ``NOTATION``, and a line in ``NOTATIONS``.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import cycle
from typing import Any

from rules.codes import Refusal
from rules.game import HandResult, IllegalAction, Player
from rules.games import GAMES
from rules.notation import alman_whisti, belote, blof, uc_on_uc, vale_avi
from rules.notation.lines import Notation, NotationError, Sheet, pairs, take_apart
from rules.tabletop import Owner
from rules.view import Notice

__all__ = ["NOTATIONS", "NotationError", "WrittenHand", "WrittenMatch", "score"]

NOTATIONS: Mapping[str, Notation] = {
    "vale-avi": vale_avi.NOTATION,
    "blof": blof.NOTATION,
    "alman-whisti": alman_whisti.NOTATION,
    "belote": belote.NOTATION,
    "uc-on-uc": uc_on_uc.NOTATION,
}


@dataclass(frozen=True, slots=True, kw_only=True)
class WrittenHand:
    """A refereed hand, the line it begins in, and what was against the rules in it."""

    line: int
    extra: bool
    result: HandResult
    faults: tuple[Notice, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class WrittenMatch:
    """``winners`` are seats, () while nobody has won; ``contenders`` play the extra hand that is
    due."""

    players: tuple[Player, ...]
    hands: tuple[WrittenHand, ...]
    totals: tuple[int, ...]
    winners: tuple[int, ...]
    contenders: tuple[int, ...]


def score(game: str, text: str) -> WrittenMatch:
    """Referee written hands. Raises NotationError with the line; IllegalAction(UNKNOWN_GAME) for a
    game that is not there."""
    rules = GAMES[game]
    if game not in NOTATIONS:
        known = ", ".join(NOTATIONS)
        raise IllegalAction(Refusal.UNKNOWN_GAME, game=game, expected=known)
    notation = NOTATIONS[game]
    sheet = take_apart(text)
    players, state = _begun(game, sheet)
    written: list[WrittenHand] = []
    for hand in sheet.hands:
        try:
            with hand[0]:
                state = notation.hand(state, hand)
        except NotationError as error:
            raise error.with_names(players) from None
        told = rules.view(state, seq=0, covered=frozenset()).hands[-1]
        result = rules.result(state)
        assert result is not None
        written.append(
            WrittenHand(line=hand[0].number, extra=told.extra, result=result, faults=told.faults)
        )
    return WrittenMatch(
        players=players,
        hands=tuple(written),
        totals=written[-1].result.totals if written else (0,) * len(players),
        winners=rules.winners(state),
        contenders=notation.contenders(state),
    )


def _begun(name: str, sheet: Sheet) -> tuple[tuple[Player, ...], Any]:
    game = GAMES[name]
    with sheet.options as line:
        chosen = game.options(pairs(line.text.split(",")))
    with sheet.players as line:
        names = [each.strip() for each in line.text.split(",")]
        seated = tuple(
            Player(name=each, owner=owner) for each, owner in zip(names, cycle(Owner), strict=False)
        )
        return seated, game.begin(options=chosen, players=seated, mode=NOTATIONS[name].mode)
