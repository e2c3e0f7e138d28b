"""``hakem deck``: teach the eyes the deck on this table."""

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from device.commands.failure import Failure
from device.commands.options import camera_names, cameras_option, config_option, data_option

if TYPE_CHECKING:
    from vision.frame import Image
    from vision.teach import Rows, Shown

COURTS_AND_ACES = ("J J Q Q / K K A A",)
WHOLE_DECK = tuple(
    f"{' '.join(rank + suit for rank in 'A234567')} / {' '.join(rank + suit for rank in '89TJQK')}"
    for suit in "SHDC"
)
PICTURES = 2
"""Taken of each layout: the second knows the camera's noise from the card."""
TURKISH_RANKS = {"J": "Vale", "Q": "Kız", "K": "Kral", "A": "As", "T": "10"}
SUIT_SIGNS = {"S": "♠", "H": "♥", "D": "♦", "C": "♣"}


@click.group()
def deck() -> None:
    """Teach the eyes your deck, so that they are surer of it.

    \b
      hakem deck learn                 the eight cards of Vale Avı, under a minute
      hakem deck learn --whole         all 52, in four layouts
      hakem deck show                  what is known
      hakem deck forget                any deck again

    Not needed for most decks. It helps with letters that are not A K Q J (R-D-V, B-D-K), with
    courts that look like none other, and it notices a card that strayed in from another deck.
    """


@deck.command()
@click.option("--whole", is_flag=True, help="All 52 cards, a suit at a time.")
@cameras_option
@click.option(
    "--photo",
    "photos",
    multiple=True,
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    metavar="FILE",
    help="Learn from a photo instead of the camera; goes with --cards, may be repeated.",
)
@click.option(
    "--cards",
    "layouts",
    multiple=True,
    metavar="TEXT",
    help="What lies there, from the left, rows parted by /: 'JS JH QS QH / KS KH AS AH'.",
)
@config_option
@data_option
def learn(
    whole: bool,
    cameras: str,
    photos: Sequence[Path],
    layouts: Sequence[str],
    data: Path | None,
) -> None:
    """Show the cards once, a few at a time.

    \b
      hakem deck learn
      hakem deck learn --photo a.jpg --cards "J J Q Q / K K A A"

    Lay the cards as the command says, face up, not touching, as the camera sees them; then Enter.
    """
    from device.app import deck_file, default_data_dir
    from vision.decks import Deck
    from vision.frame import VisionError
    from vision.teach import parse_rows

    try:
        usual = WHOLE_DECK if whole else COURTS_AND_ACES
        wanted = [parse_rows(text) for text in layouts or usual]
        if photos and len(wanted) != len(photos):
            raise Failure("her --photo için bir --cards yazın / each --photo needs its --cards")
        shown = _from_photos(photos, wanted) if photos else _from_camera(cameras, wanted)
        learned = Deck.learn([(one.card, one.look) for one in shown])
        file = deck_file(data or default_data_dir())
        learned.save(file)
    except VisionError as error:
        raise Failure(str(error)) from error
    except OSError as error:
        raise Failure(f"deste yazılamıyor / cannot write the deck: {error}") from error
    count = len(learned.of)
    click.echo(f"Deste öğrenildi ({count} görüntü): {file} / Learned from {count} views.")
    click.echo("Hakem açıksa yeniden başlatın. / Restart Hakem if it is running.")


@deck.command()
@config_option
@data_option
def show(data: Path | None) -> None:
    """List the cards that were taught."""
    from device.app import deck_file, default_data_dir
    from vision.decks import Deck, DeckError

    file = deck_file(data or default_data_dir())
    if not file.exists():
        click.echo("Öğretilmiş deste yok: hakem deck learn. / No deck was taught.")
        return
    try:
        known = Deck.load(file)
    except DeckError as error:
        raise Failure(str(error)) from error
    click.echo(" ".join(_name(str(card)) for card in known.cards))


@deck.command()
@config_option
@data_option
def forget(data: Path | None) -> None:
    """Forget the deck; the eyes read any deck again."""
    from device.app import deck_file, default_data_dir

    file = deck_file(data or default_data_dir())
    file.unlink(missing_ok=True)
    click.echo("Deste unutuldu. / Forgotten.")


def _from_photos(photos: Sequence[Path], wanted: "Sequence[Rows]") -> "list[Shown]":
    from vision.cameras.photo import read_image

    see = _eyes(photo=True)
    shown: list[Shown] = []
    for file, rows in zip(photos, wanted, strict=True):
        seen = see(read_image(file), rows)
        _object(seen)
        shown += seen
    return shown


def _from_camera(cameras: str, wanted: "Sequence[Rows]") -> "list[Shown]":
    from device.sight import open_camera
    from vision.decks import DeckError

    see = _eyes(photo=False)
    shown: list[Shown] = []
    camera = open_camera(camera_names(cameras))
    try:
        pictures = (frame.image for frame in iter(camera.frame, None))
        for number, rows in enumerate(wanted, 1):
            while True:
                click.echo(f"\n{number}/{len(wanted)}  Soldan sağa dizin: / From the left:")
                for row in rows:
                    click.echo("    " + "   ".join(_name(str(card)) for card in row))
                click.pause("Hazırsa bir tuşa basın. / Press a key when they lie there. ")
                try:
                    seen = [one for _ in range(PICTURES) for one in see(_next(pictures), rows)]
                except DeckError as error:
                    click.echo(str(error))
                    continue
                if not _object(seen) or click.confirm("Dizilim doğru mu? / Is that right?"):
                    shown += seen
                    break
    finally:
        camera.close()
    return shown


def _next(pictures: "Iterator[Image]") -> "Image":
    from vision.frame import CameraError

    picture = next(pictures, None)
    if picture is None:
        raise CameraError("Kamera görüntü vermiyor. / The camera gives no picture.")
    return picture


def _eyes(*, photo: bool) -> "Callable[[Image, Rows], list[Shown]]":
    from vision.detectors.onnx import OnnxDetector, PhotoDetector
    from vision.readers.onnx import OnnxCardReader
    from vision.teach import shown_cards

    detector = OnnxDetector()
    things = PhotoDetector(detector) if photo else detector
    reader = OnnxCardReader()
    return lambda image, rows: shown_cards(image, rows, detector=things, reader=reader)


def _object(seen: "Sequence[Shown]") -> bool:
    """Say where the reader would have read another card. True: it did."""
    doubts = {str(one.card): one.read_as for one in seen if one.read_as is not None}
    for card, read_as in doubts.items():
        click.echo(
            f"  {_name(card)} dediniz, ben {_name(str(read_as))} okurdum. "
            f"/ You said {_name(card)}, I would have read {_name(str(read_as))}."
        )
    return bool(doubts)


def _name(card: str) -> str:
    rank = TURKISH_RANKS.get(card[0], card[0])
    return f"{rank}{SUIT_SIGNS.get(card[1:], '')}"
