"""One picture of a fanned hand, read card by card: finder, reader, joining."""

from vision.detectors.indices import IndexFinder
from vision.fans import FanCard, cards_of
from vision.frame import Image
from vision.readers.indices import IndexReader


class FanEyes:
    """The shipped networks for indices. Not shared between threads."""

    def __init__(self, *, threads: int = 1) -> None:
        """Raises VisionError when the weights are missing or unusable."""
        self._finder = IndexFinder(threads=threads)
        self._reader = IndexReader(threads=threads)

    def read(
        self, image: Image, *, px_per_mm: float | None = None, copies: int = 1
    ) -> list[FanCard]:
        """The cards whose indices show, in the order in which they lie.

        ``px_per_mm``: scale, where it is known (cards of 63 by 88 mm); ``copies``: how often the
        decks in play hold each card.
        """
        spots = self._finder.find(image, px_per_mm=px_per_mm)
        return cards_of(self._reader.read(image, spots), copies=copies)
