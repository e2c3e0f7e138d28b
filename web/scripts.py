"""The scripts a page fetches at once, before the first of them has asked for the others.

Those of the board come with every page; another page has its own beside them and imports them
itself (``static/js/pages.js``), so that the board, the first page anybody sees, is light.
"""

from collections.abc import Mapping
from pathlib import Path

OWN: Mapping[str, tuple[str, ...]] = {
    "start": ("start.js", "seats.js"),
    "hands": ("history.js",),
    "correct": ("correct.js", "mend.js", "who.js"),
    "join": ("others.js",),
    "settings": ("others.js",),
    "camera": ("others.js",),
}

LATER = frozenset({"photo.js", "seen.js", "sound.js"})
"""Fetched when somebody first sends a photo, or turns the sound on."""


def of_every_page(static: Path) -> tuple[str, ...]:
    """All modules but those that only some page has, or that are needed later if at all."""
    apart = {name for names in OWN.values() for name in names} | LATER
    return tuple(sorted({path.name for path in static.joinpath("js").glob("*.js")} - apart))
