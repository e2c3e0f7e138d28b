"""What the eyes have to reach on photos never trained on, and what they do reach: a row for each.

Every row with its count, its 95 % interval (bursts drawn again), the least that is asked and the
aim. A card that is hidden or rather not named is not right.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from models.evaluate.measured import Measured, Part, Share, share
from models.evaluate.photos import VISIBLE_PART_SETS


@dataclass(frozen=True, slots=True)
class Aim:
    """``hits`` of ``of``, summed over photos; ``least`` and ``aim``: of the share; ``most``: the
    share has to be below them."""

    what: str
    hits: Part
    of: Part
    least: float
    aim: float
    most: bool = False
    worst_set: bool = False


def _tight(name: str) -> Part:
    return lambda one: int(getattr(one.counts, name))


def _loose(name: str) -> Part:
    return lambda one: int(getattr(one.loose, name))


def _named(one: Measured) -> int:
    return one.counts.rank if one.photo.of_set in VISIBLE_PART_SETS else one.counts.both


AIMS = (
    Aim("cards that lie apart: recall", _tight("apart_found"), _tight("apart"), 0.985, 0.995),
    Aim("... precision", _tight("apart_true"), _tight("apart_predicted"), 0.99, 0.998),
    Aim(
        "all cards (visible parts at IoU 0.3): recall",
        _loose("found"),
        _loose("labelled"),
        0.96,
        0.985,
    ),
    Aim("... precision", _loose("found"), _loose("predicted"), 0.97, 0.99),
    Aim("rank, of the cards found", _tight("rank"), _tight("found"), 0.985, 0.997),
    Aim("rank and suit", _tight("both"), _tight("suits_labelled"), 0.97, 0.99),
    Aim("worst set: recall", _loose("found"), _loose("labelled"), 0.93, 0.97, worst_set=True),
    Aim(
        "worst set: rank and suit (rank alone: edje)",
        _named,
        _tight("found"),
        0.93,
        0.97,
        worst_set=True,
    ),
    Aim("whole photo right", lambda one: int(not one.failures), lambda one: 1, 0.85, 0.95),
    Aim(
        "declared unsure, of the cards found",
        _tight("unsure"),
        _tight("found"),
        0.05,
        0.03,
        most=True,
    ),
    Aim(
        "wrong, of those named",
        _tight("wrong"),
        lambda one: one.counts.found - one.counts.unsure,
        *(0.005, 0.001),
        most=True,
    ),
)


def rows(measured: Sequence[Measured]) -> Iterable[str]:
    """The table, line by line."""
    yield f"{'what':46} {'count':>6}  {'share':>20}  {'least':>6} {'aim':>6}  reached"
    for aim in AIMS:
        found, where = _worst(aim, measured) if aim.worst_set else (_of(aim, measured), "")
        better, enough = (
            found.value <= limit if aim.most else found.value >= limit
            for limit in (aim.aim, aim.least)
        )
        verdict = "aim" if better else "least" if enough else "NO"
        limits = f"{aim.least:6.3f} {aim.aim:6.3f}"
        yield f"{aim.what:46} {found.of:6}  {found!s:>20}  {limits}  {verdict} {where}".rstrip()


def _worst(aim: Aim, measured: Sequence[Measured]) -> tuple[Share, str]:
    """The share of the set where it is lowest, and which that is."""
    sets = sorted({one.photo.of_set for one in measured})
    each = {name: _of(aim, [m for m in measured if m.photo.of_set == name]) for name in sets}
    name = min(each, key=lambda of_set: each[of_set].value)
    return each[name], f"({name})"


def _of(aim: Aim, measured: Sequence[Measured]) -> Share:
    return share(measured, aim.hits, aim.of)
