"""A picture of a simulation: how long matches are, what a hand brings, who wins."""

from collections import Counter
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from rules.simulate import Simulation

BARS = 40  # more of them are too thin to be seen
STEPS = (1, 2, 5, 10, 20, 50, 100)
INK, BAR, SOFT = "#2b2b2b", "#2f6f5e", "#d9d3c7"


class CannotDraw(Exception):
    """No picture, and what to do."""


def check(path: Path) -> None:
    """Before long runs: whether such a file can be drawn. Raises CannotDraw."""
    ending = path.suffix.removeprefix(".").lower()
    if ending not in _figure().canvas.get_supported_filetypes():
        raise CannotDraw(f"{path}: dosyaya .png adı verin. / Name a FILE.png.")
    if not path.parent.is_dir():
        raise CannotDraw(f"{path.parent}: klasör yok. / No such folder: another FILE.png.")


def _figure() -> Any:
    try:
        from matplotlib.figure import Figure
    except ImportError as error:
        raise CannotDraw(
            "--plot için matplotlib gerekli / needs matplotlib: pip install 'hakem[plot]'"
        ) from error
    return Figure(figsize=(11, 3.8), layout="constrained")


def draw(path: Path, *, game: str, result: Simulation) -> None:
    """Write a PNG (or what the name's ending says). Raises CannotDraw."""
    figure = _figure()
    hands, points, wins = figure.subplots(1, 3)
    _bars(hands, result.all_hands.counts, "el / hands in a match", share_of=result.games)
    _bars(points, result.points, "elde puan / points in a hand", share_of=None)
    seats = {seat + 1: won for seat, won in enumerate(result.wins)}
    _bars(wins, seats, "kazanan yer / seat that wins", share_of=result.games)
    figure.suptitle(
        f"SİMÜLASYON · {game} · {result.games} maç, {result.players} oyuncu · {result.policy}",
        color=INK,
    )
    try:
        figure.savefig(path, dpi=130)
    except (OSError, ValueError) as error:
        raise CannotDraw(f"{path} çizilemedi / cannot be drawn: {error}") from error


def _span(counts: Mapping[int, int]) -> int:
    return max(counts) - min(counts) + 1


def _bars(axes: Any, counts: Mapping[int, int], what: str, *, share_of: int | None) -> None:
    whole = share_of or sum(counts.values())
    step = next((step for step in STEPS if _span(counts) <= step * BARS), STEPS[-1])
    grouped: Counter[int] = Counter()
    for value, count in counts.items():
        grouped[value // step * step] += count
    places = [value + (step - 1) / 2 for value in grouped]
    shares = [100 * count / whole for count in grouped.values()]
    axes.bar(places, shares, color=BAR, width=0.8 * step)
    axes.set_xlabel(what if step == 1 else f"{what}, × {step}", color=INK)
    axes.set_ylabel("%", color=INK)
    axes.xaxis.get_major_locator().set_params(integer=True, min_n_ticks=1)
    axes.grid(axis="y", color=SOFT)
    axes.set_axisbelow(True)
    for side in ("top", "right"):
        axes.spines[side].set_visible(False)
