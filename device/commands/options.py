"""Options that several commands share."""

from pathlib import Path

import click

from device.commands.config import use_config
from device.commands.failure import Failure
from device.config.kinds import CAMERA_FORMS, is_camera

CAMERAS = ", ".join(CAMERA_FORMS)

config_option = click.option(
    "--config",
    type=click.Path(dir_okay=False, path_type=Path),
    metavar="FILE",
    is_eager=True,
    expose_value=False,
    callback=use_config,
    help="Settings (see 'hakem config'); what stands on the command line goes before them.",
)
data_option = click.option(
    "--data",
    type=click.Path(file_okay=False, path_type=Path),
    metavar="DIR",
    help="Where matches and a deck that was taught are kept (default: ~/.local/share/hakem).",
)
cameras_option = click.option(
    "--camera",
    "cameras",
    default="pi,usb",
    show_default=True,
    metavar="LIST",
    help=f"The first of these that is there: {CAMERAS} (comma-separated).",
)


def camera_names(text: str) -> tuple[str, ...]:
    """Raises Failure, naming the cameras there are."""
    names = tuple(name.strip() for name in text.split(",") if name.strip())
    for name in names:
        if not is_camera(name):
            raise Failure(f"kamera yok / no camera {name!r}. Olanlar / there are: {CAMERAS}")
    if not names:
        raise Failure(f"--camera: birini yazın / name at least one of: {CAMERAS}")
    return names
