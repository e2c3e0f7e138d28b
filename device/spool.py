"""The log on disk, and in memory what the disk refuses for a while: full, read-only, gone.

A card game does not stop because a memory card did. What cannot be written waits here in its order,
is shown as not saved, and is written as soon as the disk takes it. A pulled plug loses what waits;
that is why people are told.
"""

import logging
import shutil
import tempfile
import threading
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from device.store import LOG_NAME, MatchRow, Row, Store, StoreError

log = logging.getLogger(__name__)

PASSING = frozenset({"FULL", "UNWRITABLE"})
"""Troubles of the disk that may pass; any other means the log itself is wrong."""
KEPT_PICTURES = 64
"""Pictures that wait in memory, 100 KB each; the oldest go first, entries never."""
MEMORY = Path("/dev/shm")


@dataclass(frozen=True, slots=True, kw_only=True)
class _Batch:
    """One transaction that waits; ``begins`` with the first entries of a match."""

    match_id: int
    begins: MatchRow | None = None
    rows: tuple[Row, ...] = ()
    pictures: tuple[tuple[str, bytes], ...] = ()


class Spool:
    """Reads and writes as a Store does, but a write fails only when the log is damaged.

    Read and written by any thread, one at a time: what goes from memory to disk, and a copy that is
    given up for its original, is never seen half way. ``home``: ``store`` is only a copy in memory
    of the log in that folder, which cannot be opened for writing now (see ``without_disk``).
    """

    def __init__(self, store: Store, *, home: Path | None = None) -> None:
        self._store, self._home = store, home
        self._waiting: tuple[_Batch, ...] = ()
        self._settings: dict[str, str] = {}
        self._lock = threading.RLock()
        self.trouble: StoreError | None = None

    @classmethod
    def without_disk(cls, folder: Path, trouble: StoreError) -> "Spool":
        """Begin with a copy in memory of a log whose folder cannot be written; with an empty one
        where the log is damaged or newer than this Hakem. Raises StoreError when that fails."""
        place = MEMORY if MEMORY.is_dir() else None
        try:
            copy = Path(tempfile.mkdtemp(prefix="hakem-", dir=place))
            if trouble.code in PASSING:
                for name in (LOG_NAME, f"{LOG_NAME}-wal"):  # the newest entries are in the second
                    if (folder / name).exists():
                        shutil.copyfile(folder / name, copy / name)
        except OSError:
            raise trouble from None
        spool = cls(Store(copy), home=folder)
        spool.trouble = trouble
        return spool

    # --- writing -------------------------------------------------------------------------------

    def begin_match(
        self, *, game: str, started_at: str, simulated: bool, first: Sequence[Row]
    ) -> int:
        with self._lock:
            latest = self.latest_match()
            match_id = 1 if latest is None else latest.id + 1
            begins = MatchRow(match_id, game, started_at, simulated)
            self._write(_Batch(match_id=match_id, begins=begins, rows=tuple(first)))
            return match_id

    def append(
        self, match_id: int, rows: Sequence[Row], pictures: Sequence[tuple[str, bytes]] = ()
    ) -> None:
        """Raises StoreError only for a log that is damaged; then nothing is kept."""
        self._write(_Batch(match_id=match_id, rows=tuple(rows), pictures=tuple(pictures)))

    def set_setting(self, key: str, value: str) -> None:
        with self._lock:
            self._settings[key] = value
            self.flush()

    def flush(self) -> bool:
        """Write what waits, oldest first; True when nothing waits any more."""
        with self._lock:
            while self._waiting or self._settings:
                try:
                    self._put_oldest()
                except StoreError as error:
                    if error.code not in PASSING and self.trouble is None:
                        log.error("what waited in memory cannot be written: %s", error)
                    self.trouble = error
                    return False
            self.trouble = None
            return True

    def _put_oldest(self) -> None:
        disk = self._disk()
        if self._waiting:
            _put(disk, self._waiting[0])
            self._waiting = self._waiting[1:]
            return
        key, value = next(iter(self._settings.items()))
        disk.set_setting(key, value)
        del self._settings[key]

    def _write(self, batch: _Batch) -> None:
        with self._lock:
            if self.flush():
                try:
                    _put(self._disk(), batch)
                    return
                except StoreError as error:
                    if error.code not in PASSING:
                        raise
                    log.warning("kept in memory: %s", error)
                    self.trouble = error
            self._waiting = _without_old_pictures((*self._waiting, batch))

    def _disk(self) -> Store:
        """The log on disk; the copy in memory is given up as soon as it opens. Raises
        StoreError."""
        if self._home is not None:
            disk = Store(self._home)
            copy, self._store, self._home = self._store, disk, None
            copy.close()
            shutil.rmtree(copy.path.parent, ignore_errors=True)
        return self._store

    # --- reading: the disk, then what waits ------------------------------------------------------

    def unsaved(self, match_id: int) -> frozenset[int]:
        """Sequence numbers of the match's entries that are not on disk."""
        return frozenset(row.seq for batch in self._of(match_id) for row in batch.rows)

    @property
    def waiting(self) -> bool:
        return bool(self._waiting or self._settings) or self._home is not None

    def latest_match(self) -> MatchRow | None:
        with self._lock:
            begun = [batch.begins for batch in self._waiting if batch.begins is not None]
            return begun[-1] if begun else self._store.latest_match()

    def entries(self, match_id: int) -> list[Row]:
        with self._lock:
            stored = self._store.entries(match_id)
            return stored + [row for batch in self._of(match_id) for row in batch.rows]

    def picture(self, name: str) -> bytes | None:
        with self._lock:
            pictures = (each for batch in reversed(self._waiting) for each in batch.pictures)
            waiting = next((jpeg for waiting, jpeg in pictures if waiting == name), None)
            return self._store.picture(name) if waiting is None else waiting

    def picture_names(self, match_id: int) -> list[str]:
        with self._lock:
            names = [name for batch in self._of(match_id) for name, _ in batch.pictures]
            return self._store.picture_names(match_id) + names

    def setting(self, key: str) -> str | None:
        with self._lock:
            waiting = self._settings.get(key)
            return self._store.setting(key) if waiting is None else waiting

    def _of(self, match_id: int) -> list[_Batch]:
        return [batch for batch in self._waiting if batch.match_id == match_id]

    def close(self) -> None:
        with self._lock:
            self.flush()
            self._store.close()
            if self._home is not None:
                shutil.rmtree(self._store.path.parent, ignore_errors=True)


def _put(store: Store, batch: _Batch) -> None:
    if batch.begins is None:
        store.append(batch.match_id, batch.rows, batch.pictures)
        return
    begins = batch.begins
    store.begin_match(
        game=begins.game,
        started_at=begins.started_at,
        simulated=begins.simulated,
        first=batch.rows,
        match_id=batch.match_id,
    )


def _without_old_pictures(waiting: tuple[_Batch, ...]) -> tuple[_Batch, ...]:
    kept: list[_Batch] = []
    room = KEPT_PICTURES
    for batch in reversed(waiting):
        shown = batch.pictures[: max(0, room)]
        room -= len(shown)
        kept.append(replace(batch, pictures=shown))
    return tuple(reversed(kept))
