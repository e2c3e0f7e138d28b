"""Past matches, folded from the logs on disk, for the page's history and statistics.

Reads with connections of its own and writes nothing: the referee's store is neither asked nor
delayed. Staged matches lie in a file of their own beside the real ones.
"""

import logging
import sqlite3
import threading
from datetime import datetime
from pathlib import Path

from device.book import restored
from device.store import LOG_NAME, Row, look_into
from rules import match as matches
from web.archive.records import Kept, Shelf, key_of

log = logging.getLogger(__name__)

SIMULATION_FOLDER = "simulasyon"
_LENGTHS = "SELECT match_id, MAX(seq) FROM entry GROUP BY match_id"
_ENTRIES = "SELECT seq, at_utc, source, body FROM entry WHERE match_id = ? ORDER BY seq"
_Known = tuple[int, Kept | None]  # the last entry folded, and what came of it


class Archive:
    """Implements ``web.archive.records.ArchivePort``; may be called from any thread.

    ``folder`` is the data folder. A match is folded once and again only when its log grew; a log
    that cannot be folded is counted, never shown.
    """

    def __init__(self, folder: Path) -> None:
        self._files = (
            (folder / LOG_NAME, False),
            (folder / SIMULATION_FOLDER / LOG_NAME, True),
        )
        self._lock = threading.Lock()
        self._known: dict[str, _Known] = {}

    def shelf(self) -> Shelf:
        found: list[Kept | None] = []
        for path, simulated in self._files:
            try:
                found += self._of_file(path, simulated=simulated)
            except sqlite3.Error as error:
                log.warning("%s cannot be read: %s", path, error)
                found.append(None)
        readable = [kept for kept in found if kept is not None]
        readable.sort(key=lambda kept: kept.began, reverse=True)
        return Shelf(matches=tuple(readable), unreadable=len(found) - len(readable))

    def match(self, key: str) -> Kept | None:
        return next((kept for kept in self.shelf().matches if kept.key == key), None)

    def _of_file(self, path: Path, *, simulated: bool) -> list[Kept | None]:
        """Raises sqlite3.Error for a file that is no log of ours; its own store says what is wrong
        with it."""
        if not path.exists():
            return []
        kept: list[Kept | None] = []
        with self._lock, look_into(path) as db:
            for match_id, last in db.execute(_LENGTHS).fetchall():
                key = key_of(match_id, simulated=simulated)
                known = self._known.get(key)
                if known is None or known[0] != last:
                    known = self._known[key] = (last, _folded(db, match_id, simulated=simulated))
                kept.append(known[1])
        return kept


def _folded(db: sqlite3.Connection, match_id: int, *, simulated: bool) -> Kept | None:
    rows = [Row(*row) for row in db.execute(_ENTRIES, (match_id,))]
    try:
        match = restored(rows)
        return Kept(
            key=key_of(match_id, simulated=simulated),
            began=datetime.fromisoformat(rows[0].at_utc).astimezone(),
            ended=datetime.fromisoformat(rows[-1].at_utc).astimezone(),
            simulated=simulated or match.started.simulated,
            score=matches.view(match),
        )
    except (ValueError, KeyError, TypeError, IndexError) as error:
        log.warning("match %s cannot be folded: %s", match_id, error)
        return None
