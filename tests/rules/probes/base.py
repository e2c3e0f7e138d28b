"""What both probes share: a view made of little, and no camera."""

from collections.abc import Mapping
from typing import Any

from rules.codes import Refusal
from rules.game import IllegalAction, Player
from rules.view import HandView, Notice, ScoreView, SeatView


def refused(action: object, why: str) -> IllegalAction:
    return IllegalAction(Refusal.ILLEGAL_ACTION, action=type(action).__name__, why=why)


def checked(given: Mapping[str, object], allowed: Mapping[str, tuple[int, ...]]) -> dict[str, int]:
    """Whole-number options with their allowed values; the first is the default."""
    for key, value in given.items():
        if key not in allowed or value not in allowed[key]:
            expected = str(allowed.get(key, tuple(allowed)))
            raise IllegalAction(Refusal.OPTION_RANGE, key=key, value=str(value), expected=expected)
    return {key: int(str(given.get(key, values[0]))) for key, values in allowed.items()}


def seated(players: tuple[Player, ...], least: int, most: int) -> None:
    if not least <= len(players) <= most:
        expected = f"{least} to {most}"
        raise IllegalAction(Refusal.BAD_PLAYERS, value=len(players), expected=expected)


def score_view(
    *,
    seq: int,
    game: str,
    phase: str,
    players: tuple[Player, ...],
    closed: tuple[Any, ...],
    totals: tuple[int, ...],
    turn: int | None,
    ready: bool,
    winners: tuple[int, ...],
) -> ScoreView:
    """``closed``: records with ``deltas``, ``totals`` and ``void``."""
    sentence = Notice(code="SIRA", args={"seat": -1 if turn is None else turn})
    return ScoreView(
        seq=seq,
        game=game,
        phase=phase,
        hand=len(closed) + (0 if ready or winners else 1),
        extra=False,
        target=None,
        seats=tuple(
            SeatView(
                seat=seat,
                name=player.name,
                owner=player.owner,
                total=totals[seat],
                last=closed[-1].deltas[seat] if closed else None,
                to_go=0,
                active=True,
                turn=seat == turn,
                must_flip=False,
                leader=False,
                pick=None,
                side=None,
            )
            for seat, player in enumerate(players)
        ),
        places=(),
        sentence=sentence,
        notices=(),
        questions=(),
        hands=tuple(
            HandView(
                number=number,
                extra=False,
                void=record.void,
                corrected=False,
                deltas=record.deltas,
                totals=record.totals,
                facts=(),
            )
            for number, record in enumerate(closed, 1)
        ),
        next_ready=ready,
        next_missing=None if ready else sentence,
        winners=winners,
    )
