"""``hakem play``: start the referee."""

import json
import os
import signal
from pathlib import Path
from typing import Any

import click

from device.commands.config import used_config
from device.commands.failure import Failure, GameName
from device.commands.options import camera_names, cameras_option, config_option, data_option
from device.commands.progress import progress_of


@click.command()
@config_option
@cameras_option
@click.option(
    "--game",
    type=GameName(),
    default="vale-avi",
    show_default=True,
    help="Which game the page offers first.",
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
@data_option
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
    "--record",
    "record_in",
    type=click.Path(file_okay=False, path_type=Path),
    metavar="DIR",
    help="Keep every picture there; --camera film:DIR plays it again.",
)
@click.option(
    "--noise",
    is_flag=True,
    help="Replace every picture by noise: a check that nothing is scored from nothing.",
)
@click.pass_context
def play(
    context: click.Context,
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
    record_in: Path | None,
    noise: bool,
) -> None:
    """Start the referee: camera, rules, page on port 8013, button.

    \b
      hakem play                              a real table
      hakem play --camera usb:0               this USB camera
      hakem play --camera staged --players 3  a staged match to look at
      hakem play --camera staged --headless --hands 100 --seed 1 --report r.json
    """
    from device.advice import CannotStart
    from device.app import App, Settings, default_data_dir
    from device.eyes import SEEN_GAME

    if (hands or report or faces or noise) and "staged" not in cameras:
        raise Failure(
            "bunlar örnek maç içindir / these go with --camera staged: "
            "--hands, --report, --faces, --noise"
        )
    if game != SEEN_GAME and "staged" in cameras:
        raise Failure(
            f"örnek maç yalnız {SEEN_GAME} oynar; {game} sayfada seçilir, elle yazılır. / "
            f"The staged table plays {SEEN_GAME}; {game} is written by hand on the page."
        )
    loaded = used_config(context)
    settings = Settings(
        config=loaded.config,
        problems=loaded.problems,
        host=loaded.config.page.host,
        cameras=camera_names(cameras),
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
        service="NOTIFY_SOCKET" in os.environ,
        record_in=record_in,
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

    hands = app.settings.hands
    if not app.settings.headless:
        click.echo("SİMÜLASYON: gerçek kamera yok. / SIMULATION: no real camera.")
    if app.settings.headless and hands:
        with progress_of(hands) as bar:
            records, seconds = app.rehearse(each=lambda: bar.update(1))
    else:
        records, seconds = app.rehearse()
    content = make_report(records, seed=app.settings.seed, seconds=seconds)
    if report is not None:
        write_report(report, content)
    if app.settings.headless:
        click.echo(json.dumps(content["summary"]))
    else:
        app.wait()


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
