"""``hakem doctor``: is everything as an evening needs it?"""

import sys
from pathlib import Path

import click

from device.commands.config import used_config
from device.commands.failure import Failure
from device.commands.options import config_option, data_option


@click.command(short_help="Check camera, button, disk, network; say what to do.")
@config_option
@data_option
@click.option("--no-camera", is_flag=True, help="Leave the camera alone.")
@click.option(
    "--bundle",
    type=click.Path(dir_okay=False, path_type=Path),
    metavar="FILE.tar.gz",
    help="Write an archive for whoever helps you: no name, no picture, no PIN.",
)
@click.pass_context
def doctor(context: click.Context, data: Path | None, no_camera: bool, bundle: Path | None) -> None:
    """Check everything an evening hangs on. Each line is good or says what to do.

    \b
      hakem doctor                       look, and open the camera for a moment
      hakem doctor --bundle hakem.tar.gz collect what a helper needs

    Exit status 1 when something has to be mended.
    """
    from device.app import default_data_dir
    from device.doctor import Patient, ask_running, examine
    from device.doctor_eyes import look_through
    from device.machine import Machine
    from device.network import addresses

    loaded = used_config(context)
    config = loaded.config
    running = ask_running(config.page.port)
    patient = Patient(
        loaded=loaded,
        folder=data or default_data_dir(),
        addresses=addresses(config.page.port),
        machine=Machine(),
        running=running,
        look=None if no_camera else lambda: look_through(config.camera.sources),
    )
    findings = []
    for finding in examine(patient):
        click.echo(str(finding))
        findings.append(finding)
    _qr(patient.addresses)
    if bundle is not None:
        from device.bundle import write_bundle

        try:
            write_bundle(bundle, findings=findings, loaded=loaded, health=running)
        except OSError as error:
            raise Failure(f"{bundle} yazılamıyor / cannot write it: {error.strerror}") from error
        click.echo(f"{bundle}: yazıldı; kişisel bilgi içermez. / Written, with nothing personal.")
    if any(finding.good is False for finding in findings):
        sys.exit(1)


def _qr(addresses: tuple[str, ...]) -> None:
    import segno

    if addresses and "127.0.0.1" not in addresses[0]:
        segno.make(addresses[0]).terminal(compact=True)
