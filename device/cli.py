"""The command line: ``hakem play | read | score | simulate | pawns``."""

import json
import logging
import random
import signal
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import click

from device.guard import NamesTaken, refuse_strangers

CAMERAS = "pi, usb:N, staged, photo:PATH, film:PATH"


class Failure(click.ClickException):
    """One clear sentence and an exit status that fits."""

    def __init__(self, message: str, *, status: int = 2) -> None:
        super().__init__(message)
        self.status = status

    @property
    def exit_code(self) -> int:  # type: ignore[override]
        return self.status


@click.group(context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100})
@click.version_option(package_name="hakem")
@click.option("-v", "--verbose", is_flag=True, help="Say more about what happens inside.")
def main(verbose: bool) -> None:
    """Hakem: gerçek kart masasının hakemi. / The referee of a real card table.

    A camera looks down at the cloth, the rules score the hand, phones show the points.

    \b
      hakem play                       start with the camera that is there
      hakem play --camera staged       a staged match (SIMULATION), no camera needed
      hakem read PHOTO.jpg             which cards and pawns are in this picture?
      hakem score vale-avi HANDS.txt   referee hands that were written down
      hakem simulate vale-avi          play many matches by rule alone
      hakem pawns --out pawns.pdf      print the pawns
    """
    logging.basicConfig(
        level=logging.INFO if verbose else logging.WARNING,
        format="%(levelname)s %(name)s: %(message)s",
    )
    try:
        refuse_strangers()
    except NamesTaken as error:
        raise Failure(str(error)) from error


@main.command()
@click.option(
    "--camera",
    "cameras",
    default="pi,usb",
    show_default=True,
    metavar="LIST",
    help=f"The first of these that is there: {CAMERAS} (comma-separated).",
)
@click.option(
    "--game", default="vale-avi", show_default=True, help="Which game the page offers first."
)
@click.option(
    "--players",
    type=click.IntRange(2, 6),
    default=4,
    show_default=True,
    help="Players of a staged match.",
)
@click.option("--seed", type=int, help="Makes a staged match repeatable.")
@click.option(
    "--hands", type=click.IntRange(1), help="Stop after so many staged hands, over several matches."
)
@click.option(
    "--pace",
    type=click.FloatRange(0.2, 20),
    default=1.0,
    show_default=True,
    help="How fast the staged people play when you watch them.",
)
@click.option("--headless", is_flag=True, help="No page; a staged match runs as fast as it can.")
@click.option(
    "--report",
    type=click.Path(dir_okay=False, path_type=Path),
    metavar="FILE",
    help="Write what the stage knows against what was scored (JSON).",
)
@click.option(
    "--faces",
    type=click.Path(exists=True, file_okay=False, path_type=Path),
    metavar="DIR",
    help="Card pictures for the staged table: QH.png, TH.png, ... back.png.",
)
@click.option(
    "--data",
    type=click.Path(file_okay=False, path_type=Path),
    metavar="DIR",
    help="Where matches are kept (default: ~/.local/share/hakem).",
)
@click.option(
    "--port",
    type=click.IntRange(0, 65535),
    default=8013,
    show_default=True,
    help="Where the page answers; 0 takes any free port.",
)
@click.option(
    "--pins",
    type=click.Choice(["auto", "mock", "none"]),
    default="auto",
    show_default=True,
    help="Button and light: the Pi's pins, mock pins (for trying), or none.",
)
@click.option(
    "--noise",
    is_flag=True,
    help="Replace every picture by noise: a check that nothing is scored from nothing.",
)
def play(
    cameras: str,
    game: str,
    players: int,
    seed: int | None,
    hands: int | None,
    pace: float,
    headless: bool,
    report: Path | None,
    faces: Path | None,
    data: Path | None,
    port: int,
    pins: str,
    noise: bool,
) -> None:
    """Start the referee: camera, rules, page on port 8013, button.

    \b
      hakem play                              a real table
      hakem play --camera usb:0               this USB camera
      hakem play --camera staged --players 3  a staged match to look at
      hakem play --camera staged --headless --hands 100 --seed 1 --report r.json
    """
    from device.app import SEEN_GAME, App, CannotStart, Settings, default_data_dir

    _check_game(game)
    if (hands or report or faces or noise) and "staged" not in cameras:
        raise Failure("--hands, --report, --faces and --noise go with --camera staged")
    if game != SEEN_GAME and "staged" in cameras:
        raise Failure(f"the staged table plays {SEEN_GAME}; {game} is written by hand on the page")
    settings = Settings(
        cameras=_cameras(cameras),
        game=game,
        players=players,
        seed=seed,
        hands=hands,
        pace=pace,
        headless=headless,
        faces_dir=_faces(faces),
        data_dir=data or default_data_dir(),
        port=port,
        pins=pins if not headless else "none",
        noise=noise,
        say=click.echo,
    )
    try:
        with App(settings) as app:
            _stop_on_signals(app)
            app.start()
            if not headless:
                app.serve()
            if app.staged:
                _staged(app, report)
            else:
                app.wait()
    except CannotStart as error:
        raise Failure(str(error), status=error.status) from error
    except KeyboardInterrupt:
        click.echo("Hakem durdu; maç saklandı. / Stopped; the match is kept.")


def _stop_on_signals(app: Any) -> None:
    def on_term(*_: object) -> None:
        raise KeyboardInterrupt

    signal.signal(signal.SIGTERM, on_term)


def _staged(app: Any, report: Path | None) -> None:
    from device.report import report as make_report
    from device.report import write_report

    if not app.settings.headless:
        click.echo("SİMÜLASYON: gerçek kamera yok. / SIMULATION: no real camera.")
    records, seconds = app.rehearse()
    content = make_report(records, seed=app.settings.seed, seconds=seconds)
    if report is not None:
        write_report(report, content)
    if app.settings.headless:
        click.echo(json.dumps(content["summary"]))
    else:
        app.wait()


def _cameras(text: str) -> tuple[str, ...]:
    names = tuple(name.strip() for name in text.split(",") if name.strip())
    known = {"pi", "usb", "staged", "photo", "film"}
    for name in names:
        if name.partition(":")[0] not in known:
            raise Failure(f"unknown camera {name!r}. There are: {CAMERAS}")
    if not names:
        raise Failure(f"--camera needs at least one of: {CAMERAS}")
    return names


def _faces(folder: Path | None) -> Path | None:
    if folder is None:
        return None
    from vision.cameras.staged import stage_decks
    from vision.scene.faces import SceneError

    try:
        stage_decks(folder)
    except SceneError as error:
        raise Failure(str(error)) from error
    return folder


def _check_game(name: str) -> None:
    from rules.game import IllegalAction
    from rules.games import GAMES

    try:
        GAMES[name]
    except IllegalAction as error:
        known = ", ".join(sorted(GAMES))
        raise Failure(f"no game {name!r}. There are: {known}") from error


@main.command()
@click.argument("files", nargs=-1, required=True, metavar="FILE...")
@click.option("--json", "as_json", is_flag=True, help="One JSON array, an object for each picture.")
@click.option(
    "--annotate",
    type=click.Path(file_okay=False, path_type=Path),
    metavar="DIR",
    help="Write each picture with the reading drawn on it.",
)
def read(files: Sequence[str], as_json: bool, annotate: Path | None) -> None:
    """Name the cards and pawns in any photo.

    \b
      hakem read table.jpg
      hakem read *.jpg --json --annotate out/

    A card it would rather not name has label null. Exit status 1 when a file is no picture; the
    other files are read all the same.
    """
    from device.read import read_files

    results, failed = read_files([Path(name) for name in files], annotate_in=annotate)
    if as_json:
        click.echo(json.dumps(results, ensure_ascii=False, indent=1))
    else:
        for result in results:
            click.echo(_told(result))
    if failed:
        sys.exit(1)


def _told(result: dict[str, Any]) -> str:
    cards = [card["label"] or f"{card['rank'] or '?'}?" for card in result["cards"]]
    pawns = [f"{pawn['owner'] or '?'}/{pawn['side'] or '?'}" for pawn in result["pawns"]]
    parts = [" ".join(cards) or "-", " ".join(pawns), " ".join(result["notes"])]
    return f"{result['image']}: " + "; ".join(part for part in parts if part)


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


@main.command(help=_score_help(), short_help="Referee hands that were written down.")
@click.argument("game")
@click.argument("file", type=click.File(encoding="utf-8"), metavar="FILE|-", required=False)
@click.option("--json", "as_json", is_flag=True, help="Machine-readable result.")
@click.option("--example", is_flag=True, help="Print written hands of GAME to begin with.")
def score(game: str, file: Any, as_json: bool, example: bool) -> None:
    from device.written import score_text
    from rules.notation import NOTATIONS

    _check_game(game)
    if example:
        click.echo(NOTATIONS[game].example)
        return
    if file is None:
        raise Failure("name a FILE of written hands, or - for standard input; --example shows one")
    try:
        written = file.read()
    except UnicodeDecodeError as error:
        raise Failure(f"{file.name} is no UTF-8 text: name a file of written hands") from error
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


@main.command(help=_simulate_help(), short_help="Play many matches by rule alone.")
@click.argument("game")
@click.option("--players", type=click.IntRange(2, 6), help="Players at the table.")
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
    from device.written import refusal, simulated_text
    from rules import simulate as rules_alone
    from rules.game import IllegalAction

    _check_game(game)
    with _bar(games) as bar:
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
            raise Failure(refusal(error)) from error
    click.echo(simulated_text(game, result, seed=seed, as_json=as_json))
    if plot is not None:
        _draw(plot, game, result)


def _bar(games: int) -> Any:
    """How far a long run is, for people only: nothing where standard error is a file."""
    return click.progressbar(length=games, file=sys.stderr, update_min_steps=max(1, games // 200))


def _option(text: str) -> tuple[str, str]:
    key, equals, value = (part.strip() for part in text.partition("="))
    if not equals:
        raise Failure(f"--option {text!r}: write key=value")
    return key, value


def _draw(path: Path, game: str, result: Any) -> None:
    from device.plot import CannotDraw, draw

    try:
        draw(path, game=game, result=result)
    except CannotDraw as error:
        raise Failure(str(error)) from error
    click.echo(f"{path}: çizildi. / Drawn.", err=True)


@main.command(short_help="Write the sheet of pawns to print.")
@click.option(
    "--out",
    required=True,
    type=click.Path(dir_okay=False, path_type=Path),
    metavar="FILE.pdf",
    help="Where the sheet is written.",
)
@click.option(
    "--size",
    "pawn_mm",
    type=click.FloatRange(20, 32),
    default=25.0,
    show_default=True,
    help="Diameter in millimetres; 25 leaves room for six on one card, 32 is easier to grip.",
)
def pawns(out: Path, pawn_mm: float) -> None:
    """Write the sheet of pawns (A4, to scale): print at 100 %, cut, glue both faces on a disc."""
    from device.printing import write_pawns_pdf

    try:
        write_pawns_pdf(out, pawn_mm=pawn_mm)
    except OSError as error:
        raise Failure(f"cannot write {out}: {error.strerror}. Choose another --out.") from error
    click.echo(f"{out}: yüzde 100 ölçekle yazdırın. / Print at 100 % scale.")


if __name__ == "__main__":
    main()
