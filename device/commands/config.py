"""``hakem config``: look at the settings and check them; and how ``hakem play`` takes them."""

from pathlib import Path
from typing import Any

import click

from device.commands.failure import Failure
from device.config import Loaded
from device.config.reading import SYSTEM_FILE, default_path, load
from device.config.writing import as_toml

LOADED = "hakem.config"


@click.command(short_help="Check or show the settings.")
@click.option("--check", is_flag=True, help="Say what is wrong in the file; exit status 2 if so.")
@click.option("--show", is_flag=True, help="Print all settings as they are now, explained (TOML).")
@click.option(
    "--config",
    "path",
    type=click.Path(dir_okay=False, path_type=Path),
    metavar="FILE",
    help=f"This file (default: $HAKEM_CONFIG, {SYSTEM_FILE}, ~/.config/hakem/hakem.toml).",
)
def config(check: bool, show: bool, path: Path | None) -> None:
    """Check or show the settings.

    \b
      hakem config --check             is the file right?
      hakem config --show > my.toml    a complete file to begin with
    """
    if not check and not show:
        raise Failure("hangisi / which one: --check (doğru mu? / is it right?), --show")
    loaded = load(path or default_path())
    if show:
        click.echo(as_toml(loaded), nl=False)
    for problem in loaded.problems:
        click.echo(str(problem), err=True)
    if loaded.problems:
        raise click.exceptions.Exit(2)
    if check:
        told = loaded.path or "ayar dosyası yok, her şey varsayılan / no file, all defaults"
        click.echo(f"iyi / good: {told}")


def use_config(context: click.Context, _: click.Parameter, path: Path | None) -> None:
    """What the file says becomes the default of the options: the command line overrides it."""
    loaded = load(path or default_path())
    context.meta[LOADED] = loaded
    context.default_map = {**_defaults(loaded), **(context.default_map or {})}


def used_config(context: click.Context) -> Loaded:
    loaded = context.meta[LOADED]
    assert isinstance(loaded, Loaded)
    return loaded


def _defaults(loaded: Loaded) -> dict[str, Any]:
    config = loaded.config
    said = {
        "camera.sources": ("cameras", ",".join(config.camera.sources)),
        "page.game": ("game", config.page.game),
        "page.port": ("port", config.page.port),
        "panel.pins": ("pins", config.panel.pins),
        "data.folder": ("data", config.data.folder or None),
    }
    return {name: value for key, (name, value) in said.items() if key in loaded.given}
