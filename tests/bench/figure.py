"""A figure: something about the product that is measured, with the number it should reach.

Write a function that measures and returns one number, put ``@figure(...)`` over it in any
``*_figures.py`` of this folder, and it has its place in the table and in ``bench.json``.
"""

import gc
import importlib.util
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path


class NotMeasured(Exception):
    """This machine or this checkout cannot measure it; the text says why."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Figure:
    """``measure`` returns a number in ``unit``; met when at most (or at least) ``target``."""

    name: str
    unit: str
    target: float
    at_most: bool
    says: str  # what is measured, in a few words
    measure: Callable[[], float]

    def met(self, value: float) -> bool:
        return value <= self.target if self.at_most else value >= self.target


@dataclass(frozen=True, slots=True, kw_only=True)
class Measured:
    figure: Figure
    value: float | None
    why_not: str = ""

    @property
    def met(self) -> bool:
        return self.value is not None and self.figure.met(self.value)


def figure(
    *, unit: str, at_most: float | None = None, at_least: float | None = None
) -> Callable[[Callable[[], float]], Figure]:
    """Make a figure of a measuring function; its name and docstring become the row's."""
    if (at_most is None) == (at_least is None):
        raise TypeError("a figure has one target: at_most or at_least")
    target = at_most if at_most is not None else at_least
    assert target is not None

    def make(measure: Callable[[], float]) -> Figure:
        return Figure(
            name=measure.__name__,
            unit=unit,
            target=target,
            at_most=at_most is not None,
            says=(measure.__doc__ or "").strip().split("\n")[0].rstrip("."),
            measure=measure,
        )

    return make


def collect(folder: Path) -> tuple[Figure, ...]:
    """The figures of all ``*_figures.py`` in a folder, file by file, in the order written."""
    found: list[Figure] = []
    for path in sorted(folder.glob("*_figures.py")):
        spec = importlib.util.spec_from_file_location(path.stem, path)
        assert spec is not None
        assert spec.loader is not None
        module = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(module)
        found += [each for each in vars(module).values() if isinstance(each, Figure)]
    names = [each.name for each in found]
    if twice := {name for name in names if names.count(name) > 1}:
        raise ValueError(f"two figures with one name: {', '.join(sorted(twice))}")
    return tuple(found)


def measure_one(each: Figure) -> Measured:
    """As if it were the only one: what earlier figures left is not searched for garbage again."""
    gc.collect()
    gc.freeze()
    try:
        return Measured(figure=each, value=float(each.measure()))
    except NotMeasured as reason:
        return Measured(figure=each, value=None, why_not=str(reason))


def as_json(rows: Iterable[Measured]) -> dict[str, dict[str, object]]:
    """``bench.json``: name -> value, unit, target, met."""
    return {
        row.figure.name: {
            "value": None if row.value is None else round(row.value, 3),
            "unit": row.figure.unit,
            "target": row.figure.target,
            "met": row.met,
        }
        for row in rows
    }


def as_line(row: Measured, *, width: int) -> str:
    """One line of the table."""
    sign = "<=" if row.figure.at_most else ">="
    value = "-" if row.value is None else f"{row.value:,.1f}"
    verdict = row.why_not or ("met" if row.met else "MISSED")
    target = f"{sign} {row.figure.target:,g}"
    return f"{row.figure.name:<{width}} {value:>12} {target:>12} {row.figure.unit:<8} {verdict}"
