"""Measure how fans are read: ``python -m models.evaluate.fans [--fans N] [--weather]``.

Hands of 13 of decks and on grounds that never trained, held or spread, drawn by our own renderer
(``models.train.index_scenes``): it drew the training too, so life may be harder. A card counts when
an index of it shows; a card that is not named is missed, one that is named and not there is
invented. Annotated failures are left in ``runs/fans``.
"""

import shutil
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

import click
import cv2

from models.evaluate.fan_scores import HEAD, FanCounts, row
from models.train.index_art import IndexDecks
from models.train.index_scenes import CLEAR, IndexPicture, IndexScenes
from models.train.kit import Kit
from models.train.packages import CACHE
from vision.fan_eyes import FanEyes
from vision.fans import FanCard
from vision.frame import Image, VisionError
from vision.readers.base import RANKS, SUITS

FAILURES = Path(__file__).parents[2] / "runs" / "fans"
SEEDS_FROM = 31_000_000
"""Neither trained nor calibrated on."""


def truth_of(drawn: IndexPicture) -> tuple[Counter[str], Counter[str]]:
    """The labels of the cards that show an index, and of all cards."""
    label = {i.card: f"{RANKS[i.rank]}{SUITS[i.suit]}" for i in drawn.indices}
    shown = {i.card for i in drawn.indices if i.shows >= CLEAR}
    return Counter(label[card] for card in shown), Counter(label.values())


def score(cards: Sequence[FanCard], drawn: IndexPicture) -> FanCounts:
    """A card named that is in the hand is right, even where its index hardly shows; then it is
    counted among those that do."""
    shown, every = truth_of(drawn)
    named = Counter(card.label for card in cards if card.label is not None)
    right = (named & every).total()
    beyond = (named & every - shown).total()
    return FanCounts(
        shown=shown.total() + beyond,
        named=named.total(),
        right=right,
        unnamed=sum(card.label is None for card in cards),
    )


def annotated(drawn: IndexPicture, cards: Sequence[FanCard]) -> Image:
    """What was said (right green, wrong red, unsure yellow) and what was missed (blue rings)."""
    shown, every = truth_of(drawn)
    out = drawn.image.copy()
    missed = shown - Counter(card.label for card in cards if card.label)
    for one in drawn.indices:
        if one.shows >= CLEAR and missed[f"{RANKS[one.rank]}{SUITS[one.suit]}"]:
            at = (round(one.x), round(one.y))
            cv2.circle(out, at, round(9 * one.px_per_mm), (255, 120, 0), 2, cv2.LINE_AA)
    for card in cards:
        spot = card.indices[0].spot
        text = card.label or f"{card.rank or '?'}{card.suit or '?'}"
        wrong = card.label is not None and not every[card.label]
        colour = (0, 0, 255) if wrong else (0, 200, 0) if card.label else (0, 215, 255)
        x, y = (round(float(v)) for v in spot.centre_px + 14 * spot.px_per_mm * spot.up)
        cv2.putText(out, text, (x - 12, y), 0, 0.6, (20, 20, 20), 4, cv2.LINE_AA)
        cv2.putText(out, text, (x - 12, y), 0, 0.6, colour, 2, cv2.LINE_AA)
    return out


@click.command()
@click.option("--fans", default=100, show_default=True)
@click.option("--weather/--clear", default=False, help="As dark, burnt and blurred as in training.")
@click.option("--copies", default=1, show_default=True, help="Decks in play.")
@click.option("--failures", type=click.Path(path_type=Path), default=FAILURES, show_default=True)
def main(fans: int, weather: bool, copies: int, failures: Path) -> None:
    """Measure the shipped index networks on rendered hands of 13."""
    try:
        eyes = FanEyes()
    except VisionError as error:
        raise click.ClickException(str(error)) from error
    folder = failures / ("weather" if weather else "clear")
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    scenes = IndexScenes(Kit.open(CACHE / "assets", "val"), IndexDecks.open("val"))
    counts = []
    for seed in range(SEEDS_FROM, SEEDS_FROM + fans):
        drawn = scenes.fan(seed, clear=not weather)
        cards = eyes.read(drawn.image, copies=copies)
        counts.append(score(cards, drawn))
        if not counts[-1].right == counts[-1].shown == counts[-1].named:
            missed = counts[-1].shown - counts[-1].right
            cv2.imwrite(str(folder / f"{missed:02d}_{seed}.png"), annotated(drawn, cards))
    click.echo(HEAD)
    click.echo(row("heavy weather" if weather else "clear view", counts))
    click.echo(f"annotated under {folder}")


if __name__ == "__main__":
    main()
