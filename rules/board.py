"""The frame of a ``ScoreView`` for games that are written by hand: seats, hands, what is missing.

A game's own view adds its sentence, what lies on the table, the taps and its questions.
"""

from collections.abc import Callable, Mapping
from typing import Any

from rules.codec import to_plain
from rules.game import OptionValue, Player
from rules.ledger import Records, hand_views, totals_of, winners_of
from rules.view import Notice, QuestionView, ScoreView, SeatView, TapView


def seat_views(
    players: tuple[Player, ...],
    records: Records,
    *,
    turn: int | None,
    best: Callable[[tuple[int, ...]], int],
    cards: tuple[int, ...] | None = None,
    target: int | None = None,
) -> tuple[SeatView, ...]:
    """``best``: ``min`` where few points are good, else ``max``."""
    totals = totals_of(records, len(players))
    last = records[-1].deltas if records else (None,) * len(players)
    played = any(not record.void for record in records)
    return tuple(
        SeatView(
            seat=seat,
            name=player.name,
            owner=player.owner,
            total=totals[seat],
            last=last[seat],
            to_go=max(0, target - totals[seat]) if target is not None else 0,
            active=True,
            turn=seat == turn,
            must_flip=False,
            leader=played and totals[seat] == best(totals),
            pick=None,
            side=None,
            cards=None if cards is None else cards[seat],
        )
        for seat, player in enumerate(players)
    )


def board(
    *,
    seq: int,
    game: str,
    phase: str,
    number: int,
    seats: tuple[SeatView, ...],
    records: Records,
    options: Mapping[str, OptionValue],
    sentence: Notice,
    questions: tuple[QuestionView, ...],
    notices: tuple[Notice, ...],
    shows: tuple[Notice, ...],
    taps: tuple[TapView, ...],
    ready: bool,
    waiting: Notice,
    target: int | None = None,
    until_s: float | None = None,
) -> ScoreView:
    """``ready``: the next hand may begin; ``waiting``: what it waits for while questions stand."""
    missing = waiting if questions else sentence
    return ScoreView(
        seq=seq,
        game=game,
        phase=phase,
        hand=number,
        extra=False,
        target=target,
        seats=seats,
        places=(),
        sentence=sentence,
        notices=notices,
        questions=questions,
        hands=hand_views(records),
        next_ready=ready,
        next_missing=None if ready else missing,
        winners=winners_of(records),
        options=options,
        shows=shows,
        taps=taps,
        until_s=until_s,
        by_hand=True,
    )


def tap(action: Any, label: Notice) -> TapView:
    """A button for an action; a moment on the clock is left out of it."""
    fields = {key: value for key, value in to_plain(action).items() if key != "at_s"}
    return TapView(
        label=label, action={"do": type(action).__name__, **fields}, seat=fields.get("seat")
    )
