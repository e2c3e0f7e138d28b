"""``hakem panel``: try what is wired."""

import sys

import click

from device.commands.config import used_config
from device.commands.failure import Failure
from device.commands.options import config_option


@click.command(short_help="Try buttons, light and buzzer.")
@config_option
@click.option("--test", is_flag=True, help="Walk through every part that is wired.")
@click.option(
    "--pins",
    type=click.Choice(["auto", "mock"]),
    default="auto",
    show_default=True,
    help="The Pi's own pins, or mock pins to see how the walk goes.",
)
@click.pass_context
def panel(context: click.Context, test: bool, pins: str) -> None:
    """Try buttons, light and buzzer, one after the other.

    \b
      hakem panel          what is wired where
      hakem panel --test   walk through every part; exit status 1 when one does not work

    The [wiring] table of the settings says which pins. A running Hakem holds them: stop it first
    (sudo systemctl stop hakem).
    """
    from device.config import used_pins
    from device.panel import PanelError, pin_factory
    from device.panel_walk import walk

    config = used_config(context).config
    for key, pin in used_pins(config.wiring):
        click.echo(f"{key}: GPIO {pin}")
    if not test:
        return
    failed = False
    try:
        factory = pin_factory(pins)
        if factory is None:
            raise Failure("bu makinede GPIO yok / this machine has no pins", status=1)
        name = type(factory).__name__
        mark = "SAHTE PİNLER / MOCK PINS" if pins == "mock" else "gerçek / real"
        click.echo(f"pinler / pins: {name} ({mark})")
        steps = walk(
            factory,
            wiring=config.wiring,
            settings=config.panel,
            say=click.echo,
            saw=lambda question: click.confirm(question, default=True),
        )
        for tried in steps:
            click.echo(f"{'✓' if tried.works else '✗'} {tried.part} {tried.told}".rstrip())
            failed = failed or not tried.works
    except PanelError as error:
        raise Failure(str(error), status=1) from error
    if failed:
        sys.exit(1)
