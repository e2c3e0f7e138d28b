"""``/gecmis``: past matches, one match with its hands, ``/istatistik``, and the exports."""

from collections.abc import Iterable
from datetime import datetime
from http import HTTPStatus
from typing import Any

from flask import Blueprint, Response, redirect, render_template, request, url_for
from werkzeug.wrappers import Response as BaseResponse

from rules.view import ScoreView
from web.archive.export import SEPARATOR, csv_of_all, csv_of_match, json_of, remarks
from web.archive.records import Kept, key_of, sides
from web.archive.season import FEW_IS_GOOD, of_year, season, years
from web.guard import Refusal
from web.parts import language, parts, spoken

archived = Blueprint("archive", __name__)
CSV, JSON = "text/csv", "application/json"
ON_A_PAGE = 30


@archived.get("/gecmis")
def matches() -> str:
    """The matches of one kind of table, newest first, ``ON_A_PAGE`` at a time."""
    shelf = parts().archive.shelf()
    staged = _staged()
    found = _of(shelf.matches, staged=staged)
    pages = max(1, -(-len(found) // ON_A_PAGE))
    asked = request.args.get("sayfa", "1")
    sheet = min(max(int(asked), 1), pages) if asked.isdecimal() and len(asked) < 7 else 1
    return render_template(
        "archive/matches.html",
        page="archive",
        matches=found[(sheet - 1) * ON_A_PAGE : sheet * ON_A_PAGE],
        sheet=sheet,
        pages=pages,
        unreadable=shelf.unreadable,
        present=_present(),
        **_around(shelf.matches, staged=staged),
    )


@archived.get("/istatistik")
def statistics() -> str:
    """Players over the finished matches of one kind of table, of all years or of one."""
    shelf = parts().archive.shelf()
    staged = _staged()
    kind = _of(shelf.matches, staged=staged)
    asked = request.args.get("yil", "")
    year = int(asked) if asked.isdecimal() and len(asked) == 4 else None
    return render_template(
        "archive/season.html",
        page="archive",
        season=season(of_year(kind, year)),
        years=years(kept for kept in kind if kept.finished),
        year=year,
        few_is_good=FEW_IS_GOOD,
        unreadable=shelf.unreadable,
        **_around(shelf.matches, staged=staged),
    )


@archived.get("/sonuc")
def result() -> BaseResponse:
    """The match on the board, as it is remembered; without one, all matches."""
    key = _present()
    if key is None:
        return redirect(url_for("archive.matches"))
    return redirect(url_for("archive.match", key=key))


@archived.get("/gecmis/<key>")
def match(key: str) -> str:
    kept = _match(key)
    present = _present() == kept.key
    return render_template(
        "archive/match.html",
        page="archive",
        kept=kept,
        score=kept.score,
        ranked=ranked(kept.score),
        columns=sides(kept.score),
        chart=chart(kept.score),
        drawing=drawing(kept, present=present),
        remarks=remarks,
        present=present,
        date=_date,
    )


@archived.get("/gecmis/<key>.csv")
def match_csv(key: str) -> Response:
    body = csv_of_match(_match(key), say=_word, separator=SEPARATOR[language()])
    return _file(body, CSV, f"hakem-{key}.csv")


@archived.get("/gecmis/<key>.json")
def match_json(key: str) -> Response:
    return _file(json_of([_match(key)]), JSON, f"hakem-{key}.json")


@archived.get("/gecmis.csv")
def all_csv() -> Response:
    found = _of(parts().archive.shelf().matches, staged=_staged())
    body = csv_of_all(found, say=_word, separator=SEPARATOR[language()])
    return _file(body, CSV, _all_named("csv"))


@archived.get("/gecmis.json")
def all_json() -> Response:
    found = _of(parts().archive.shelf().matches, staged=_staged())
    return _file(json_of(found), JSON, _all_named("json"))


def ranked(score: ScoreView) -> list[dict[str, Any]]:
    """Players or sides with their totals, winners first, then as the game ranks them."""
    way = 1 if score.game in FEW_IS_GOOD else -1
    found = [
        {
            "names": [seat.name for seat in seats],
            "owners": [seat.owner for seat in seats],
            "total": seats[0].total,
            "won": seats[0].seat in score.winners,
        }
        for seats in sides(score)
    ]
    return sorted(found, key=lambda one: (not one["won"], way * one["total"]))


def chart(score: ScoreView) -> dict[str, Any]:
    """What ``<score-chart>`` draws: the running totals of every column, from nothing."""
    return {
        "target": score.target,
        "lines": [
            {
                "name": ", ".join(seat.name for seat in seats),
                "owners": [seat.owner for seat in seats],
                "totals": [0, *(hand.totals[seats[0].seat] for hand in score.hands)],
            }
            for seats in sides(score)
        ],
    }


def drawing(kept: Kept, *, present: bool) -> dict[str, Any]:
    """What the picture to share says, in words."""
    score = kept.score
    lead = "kazanan" if kept.finished else "suruyor" if present else "yarim"
    return {
        "game": spoken().say(score.game, section="game"),
        "date": _date(kept.began),
        "hands": spoken().say("el_sayisi", {"n": len(score.hands)}, section="archive"),
        "lead": _word(lead),
        "finished": kept.finished,
        "simulation": spoken().say("SIMULASYON") if kept.simulated else "",
        "rows": ranked(score),
        "file": f"hakem-{kept.began:%Y-%m-%d}-{kept.key}.png",
        **chart(score),
    }


def _of(found: Iterable[Kept], *, staged: bool) -> tuple[Kept, ...]:
    return tuple(kept for kept in found if kept.simulated is staged)


def _around(found: Iterable[Kept], *, staged: bool) -> dict[str, Any]:
    """Which kind of table is shown, and whether there is the other kind to choose."""
    return {"staged": staged, "both": bool(_of(found, staged=not staged)), "date": _date}


def _staged() -> bool:
    """The kind asked for, else the kind that plays now."""
    asked = request.args.get("masa")
    if asked in ("gercek", "simulasyon"):
        return asked == "simulasyon"
    return parts().referee.snapshot().simulated


def _present() -> str | None:
    """Key of the match on the board."""
    snapshot = parts().referee.snapshot()
    if snapshot.match_id is None:
        return None
    return key_of(snapshot.match_id, simulated=snapshot.simulated)


def _match(key: str) -> Kept:
    """Raises Refusal 404."""
    kept = parts().archive.match(key)
    if kept is None:
        raise Refusal("MAC_YOK", HTTPStatus.NOT_FOUND)
    return kept


def _word(code: str) -> str:
    return spoken().say(code, section="archive")


def _date(at: datetime) -> str:
    month = spoken().say(str(at.month), section="month")
    args = {"day": str(at.day), "month": month, "year": str(at.year), "time": f"{at:%H:%M}"}
    return spoken().say("tarih_saat", args, section="archive")


def _all_named(ending: str) -> str:
    return f"hakem{'-simulasyon' if _staged() else ''}.{ending}"


def _file(body: bytes, kind: str, name: str) -> Response:
    answer = Response(body, content_type=f"{kind}; charset=utf-8")
    answer.headers["Content-Disposition"] = f'attachment; filename="{name}"'
    return answer
