"""The command line: ``hakem`` and its commands, which live in ``device.commands``."""

import logging

import click

from device.commands.config import config
from device.commands.decks import deck
from device.commands.doctor import doctor
from device.commands.failure import Failure
from device.commands.panel import panel
from device.commands.photos import read
from device.commands.play import play
from device.commands.printed import card, mat, pawns
from device.commands.rules_alone import score, simulate
from device.guard import NamesTaken, refuse_strangers


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
      hakem deck learn                 teach the eyes your deck
    """
    logging.basicConfig(
        level=logging.INFO if verbose else logging.WARNING,
        format="%(levelname)s %(name)s: %(message)s",
    )
    try:
        refuse_strangers()
    except NamesTaken as error:
        raise Failure(str(error)) from error


for command in (play, read, score, simulate, pawns, deck, config, doctor, panel, mat, card):
    main.add_command(command)

if __name__ == "__main__":
    main()
