"""``--report``: hand by hand, what the stage knows against what the referee wrote.

``right``: written without a question and equal to the truth. ``asked_due``: asked, and the script
had made it undecidable. ``asked_needless``: asked all the same. ``stuck``: never finished.
``silently_wrong``: written without a question and not what lay there. A hand that was asked about
counts as asked; should it be wrong all the same, ``asked_wrong`` of the summary counts it too.
"""

import json
from collections.abc import Sequence
from enum import StrEnum
from pathlib import Path
from typing import Any

from device.people import HandRecord


class Outcome(StrEnum):
    RIGHT = "right"
    ASKED_DUE = "asked_due"
    ASKED_NEEDLESS = "asked_needless"
    STUCK = "stuck"
    SILENTLY_WRONG = "silently_wrong"


def outcome(hand: HandRecord) -> Outcome:
    if hand.scored is None:
        return Outcome.STUCK
    if hand.asked:
        return Outcome.ASKED_DUE if hand.undecidable else Outcome.ASKED_NEEDLESS
    return Outcome.RIGHT if hand.scored == hand.points() else Outcome.SILENTLY_WRONG


def report(records: Sequence[HandRecord], *, seed: int, seconds: float) -> dict[str, Any]:
    outcomes = [outcome(hand) for hand in records]
    summary: dict[str, Any] = {"hands": len(records)}
    summary |= {kind.value: outcomes.count(kind) for kind in Outcome}
    summary |= {
        "asked_wrong": sum(
            bool(hand.asked) and hand.scored not in (None, hand.points()) for hand in records
        ),
        "seconds_a_hand": round(seconds / max(1, len(records)), 3),
        "seed": seed,
        "simulation": True,
    }
    return {
        "summary": summary,
        "hands": [_hand(hand, kind) for hand, kind in zip(records, outcomes, strict=True)],
    }


def _hand(hand: HandRecord, kind: Outcome) -> dict[str, Any]:
    return {
        "number": hand.number,
        "truth": {
            "centre": hand.centre,
            "corners": hand.corners,
            "picks": {seat: list(pick) for seat, pick in sorted(hand.picks.items())},
            "void": hand.void,
            "points": hand.points(),
        },
        "script": hand.script,
        "scored": hand.scored,
        "asked": [
            {"code": code, "kind": "due" if hand.undecidable else "needless"} for code in hand.asked
        ],
        "outcome": kind.value,
    }


def write_report(path: Path, content: dict[str, Any]) -> None:
    path.write_text(json.dumps(content, ensure_ascii=False, indent=2) + "\n", encoding="utf-8")
