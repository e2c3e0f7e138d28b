"""Matches as CSV for people with a spreadsheet and as JSON for people with a program; pure.

CSV begins with a byte order mark, or Excel takes it for Windows-1254. A Turkish Excel parts cells
by semicolons (its comma is the decimal point), so the separator goes with the language. Text that
a spreadsheet would take for a formula gets an apostrophe in front.
"""

import csv
import io
import json
from collections.abc import Callable, Iterable, Sequence
from typing import Any

from rules.view import HandView, ScoreView, SeatView
from web.archive.records import Kept, sides

FORMAT = 1
"""Version of the JSON; grows when a key changes its meaning."""
SEPARATOR = {"tr": ";", "en": ","}
_FORMULA = ("=", "+", "-", "@", "\t", "\r", "\n", "\uff1d", "\uff0b", "\uff0d", "\uff20")
Cell = str | int | None
Say = Callable[[str], str]
"""A word of the table's head or of a remark, by its code."""


def csv_of_match(kept: Kept, *, say: Say, separator: str) -> bytes:
    """A row for each hand: what everybody got, then what everybody had. Every row of a staged match
    says that it is one."""
    columns = sides(kept.score)
    names = [" + ".join(seat.name for seat in seats) for seats in columns]
    firsts = [seats[0].seat for seats in columns]
    staged = ["simulasyon"] if kept.simulated else []
    head = [say("el_no"), *names, *(f"{name} ({say('toplam')})" for name in names), say("not")]
    rows = [
        [
            hand.number,
            *(hand.deltas[seat] for seat in firsts),
            *(hand.totals[seat] for seat in firsts),
            ", ".join(say(code) for code in (*staged, *remarks(hand))),
        ]
        for hand in kept.score.hands
    ]
    return _csv([head, *rows], separator)


def csv_of_all(matches: Iterable[Kept], *, say: Say, separator: str) -> bytes:
    """A row for each player in each hand, oldest match first."""
    codes = ("mac", "tarih", "oyun", "bitti", "el_no", "oyuncu", "puan", "toplam", "kazandi", "not")
    rows: list[list[Cell]] = [[say(code) for code in (*codes, "simulasyon")]]
    for kept in sorted(matches, key=lambda one: one.began):
        score = kept.score
        for hand in score.hands:
            for seat in score.seats:
                rows.append(_long_row(kept, score, hand, seat, say))
    return _csv(rows, separator)


def _long_row(kept: Kept, score: ScoreView, hand: HandView, seat: SeatView, say: Say) -> list[Cell]:
    return [
        kept.key,
        kept.began.strftime("%Y-%m-%d %H:%M"),
        score.game,
        int(kept.finished),
        hand.number,
        seat.name,
        hand.deltas[seat.seat],
        hand.totals[seat.seat],
        int(seat.seat in score.winners),
        ", ".join(say(code) for code in remarks(hand)),
        int(kept.simulated),
    ]


def remarks(hand: HandView) -> list[str]:
    """Codes of what is to be said about a hand."""
    said = {"ek": hand.extra, "sayilmadi": hand.void, "duzeltildi": hand.corrected}
    return [code for code, holds in said.items() if holds]


def json_of(matches: Iterable[Kept]) -> bytes:
    """``{"hakem": 1, "matches": [...]}``, for one match as for all."""
    told = {"hakem": FORMAT, "matches": [_plain(kept) for kept in matches]}
    return json.dumps(told, ensure_ascii=False, indent=1).encode()


def _plain(kept: Kept) -> dict[str, Any]:
    score = kept.score
    return {
        "match": kept.key,
        "game": score.game,
        "simulated": kept.simulated,
        "began": kept.began.isoformat(timespec="seconds"),
        "ended": kept.ended.isoformat(timespec="seconds") if kept.finished else None,
        "options": dict(score.options),
        "players": [{"name": seat.name, "pawn": seat.owner} for seat in score.seats],
        "totals": [seat.total for seat in score.seats],
        "winners": list(score.winners),
        "hands": [
            {
                "number": hand.number,
                "points": list(hand.deltas),
                "totals": list(hand.totals),
                "extra": hand.extra,
                "void": hand.void,
                "corrected": hand.corrected,
                "facts": {fact.key: fact.value for fact in hand.facts},
            }
            for hand in score.hands
        ],
    }


def _csv(rows: Sequence[Sequence[Cell]], separator: str) -> bytes:
    out = io.StringIO()
    writer = csv.writer(out, delimiter=separator, lineterminator="\r\n")
    writer.writerows([_safe(cell) for cell in row] for row in rows)
    return b"\xef\xbb\xbf" + out.getvalue().encode()


def _safe(cell: Cell) -> Cell:
    """Numbers stay numbers; text that would be a formula becomes text again."""
    if isinstance(cell, str) and cell.lstrip(" \u00a0").startswith(_FORMULA):
        return f"'{cell}"
    return cell
