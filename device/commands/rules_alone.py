"""``hakem score`` and ``hakem simulate``: the rules without a table."""

import random
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import click

from device.commands.failure import Failure, GameName
from device.commands.progress import progress_of


def _score_help() -> str:
    from rules.notation import NOTATIONS

    told = "\n".join(f"  {game}: {notation.told}" for game, notation in NOTATIONS.items())
    first = next(iter(NOTATIONS))
    return f"""Referee hands that were written down, and print everybody's points and totals.

FILE is a text file, or - for standard input. Exit status 1 names the line that breaks a rule.

\b
{told}

\b
  hakem score GAME --example    how hands of GAME are written, to begin with

\b
{NOTATIONS[first].example}
"""


@click.command(help=_score_help(), short_help="Referee hands that were written down.")
@click.argument("game", type=GameName())
@click.argument("file", type=click.File(encoding="utf-8"), metavar="FILE|-", required=False)
@click.option("--json", "as_json", is_flag=True, help="Machine-readable result.")
@click.option("--example", is_flag=True, help="Print written hands of GAME to begin with.")
def score(game: str, file: Any, as_json: bool, example: bool) -> None:
    from device.written import score_text
    from rules.notation import NOTATIONS

    if example:
        click.echo(NOTATIONS[game].example)
        return
    if file is None:
        raise Failure(
            "yazılı ellerin dosyasını verin, ya da -; örneği --example gösterir. / "
            "Name a FILE of written hands, or - for standard input; --example shows one."
        )
    try:
        written = file.read()
    except UnicodeDecodeError as error:
        raise Failure(
            f"{file.name} okunamadı: UTF-8 metin değil. / Not UTF-8 text: name a file of hands."
        ) from error
    text, status = score_text(game, written, as_json=as_json)
    click.echo(text, err=bool(status) and not as_json)
    sys.exit(status)


def _simulate_help() -> str:
    from rules.simulate import SIMULATED

    told = "\n\n".join(
        f"\b\n  {game} ({each.usual} players unless told otherwise)\n"
        + "\n".join(f"    {name:10} {each.told[name]}" for name in each.policies)
        for game, each in SIMULATED.items()
    )
    return f"""Play many matches by rule alone and report hands, points and wins.

\b
  hakem simulate vale-avi --players 4 --games 25000 --policy forced --seed 1
  hakem simulate vale-avi --plot points.png

How a seat may play (--policy; "a,b" lets the seats in turn play a and b):

{told}
"""


@click.command(help=_simulate_help(), short_help="Play many matches by rule alone.")
@click.argument("game", type=GameName())
@click.option("--players", type=click.IntRange(2, 8), help="Players at the table.")
@click.option(
    "--games", type=click.IntRange(1), default=1000, show_default=True, help="Matches to play."
)
@click.option(
    "--policy", default="", metavar="NAME[,NAME]", help="How the seats play: see above (the first)."
)
@click.option(
    "--option", "given", multiple=True, metavar="KEY=VALUE", help="An option of the game; repeat."
)
@click.option(
    "--seed", type=int, default=1, show_default=True, help="The same seed, the same matches."
)
@click.option("--json", "as_json", is_flag=True, help="Machine-readable result.")
@click.option(
    "--plot",
    type=click.Path(dir_okay=False, path_type=Path),
    metavar="FILE.png",
    help="Draw hands, points and wins (needs matplotlib: pip install 'hakem[plot]').",
)
def simulate(
    game: str,
    players: int | None,
    games: int,
    policy: str,
    given: Sequence[str],
    seed: int,
    as_json: bool,
    plot: Path | None,
) -> None:
    from device import refusals
    from device.written import simulated_text
    from rules import simulate as rules_alone
    from rules.game import IllegalAction

    if plot is not None:
        _check_plot(plot)
    with progress_of(games) as bar:
        try:
            result = rules_alone.simulate(
                game,
                players=players,
                games=games,
                policy=policy,
                options=dict(_option(text) for text in given),
                rng=random.Random(seed),
                each=lambda: bar.update(1),
            )
        except IllegalAction as error:
            raise Failure(refusals.told(error.code, error.args_)) from error
    click.echo(simulated_text(game, result, seed=seed, as_json=as_json))
    if plot is not None:
        _draw(plot, game, result)


def _option(text: str) -> tuple[str, str]:
    key, equals, value = (part.strip() for part in text.partition("="))
    if not equals:
        raise Failure(f"--option {text!r}: ayar=değer yazın. / Write key=value.")
    return key, value


def _check_plot(path: Path) -> None:
    """So that nobody waits for matches that cannot be drawn then."""
    from device.plot import CannotDraw, check

    try:
        check(path)
    except CannotDraw as error:
        raise Failure(str(error)) from error


def _draw(path: Path, game: str, result: Any) -> None:
    from device.plot import CannotDraw, draw

    try:
        draw(path, game=game, result=result)
    except CannotDraw as error:
        raise Failure(str(error)) from error
    click.echo(f"{path}: çizildi. / Drawn.", err=True)
