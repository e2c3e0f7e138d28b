"""The log on disk: SQLite, append-only, safe against a pulled plug.

An entry is on disk (``synchronous=FULL``) before anybody sees its effect. Pictures live beside the
entries they explain. A damaged file or one written by a newer Hakem is never touched.
"""

import fcntl
import sqlite3
import threading
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import IO

SCHEMA_VERSION = 1

_SCHEMA = """
CREATE TABLE match (
  id INTEGER PRIMARY KEY,
  game TEXT NOT NULL,
  started_at TEXT NOT NULL,
  simulated INTEGER NOT NULL
);
CREATE TABLE entry (
  match_id INTEGER NOT NULL REFERENCES match(id),
  seq INTEGER NOT NULL,
  at_utc TEXT NOT NULL,
  source TEXT NOT NULL,
  body TEXT NOT NULL,
  PRIMARY KEY (match_id, seq)
) WITHOUT ROWID;
CREATE TABLE picture (
  name TEXT PRIMARY KEY,
  match_id INTEGER NOT NULL,
  jpeg BLOB NOT NULL
);
CREATE TABLE setting (key TEXT PRIMARY KEY, value TEXT NOT NULL);
"""
LOG_NAME = "hakem.db"


class StoreError(Exception):
    """The log cannot be used. ``code``: CORRUPT | NEWER | LOCKED | FULL | UNWRITABLE."""

    def __init__(self, code: str, path: Path, detail: str = "") -> None:
        super().__init__(f"{code}: {path} {detail}".strip())
        self.code = code
        self.path = path
        self.detail = detail


@dataclass(frozen=True, slots=True)
class Row:
    """One log entry as stored; ``body`` is JSON text the rules know how to read."""

    seq: int
    at_utc: str
    source: str
    body: str


@dataclass(frozen=True, slots=True)
class MatchRow:
    id: int
    game: str
    started_at: str
    simulated: bool


def look_into(path: Path) -> closing[sqlite3.Connection]:
    """The log, for reading only: a Hakem that writes it is neither stopped nor delayed. Raises
    sqlite3.Error."""
    return closing(sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True))


class Store:
    """One SQLite file and its lock. Written by the referee's thread, read by any.

    Raises StoreError from the constructor when the file is damaged, newer, or in use, and from
    writes when the disk is full or read-only; a failed write leaves the log as it was.
    """

    def __init__(self, folder: Path) -> None:
        self.path = folder / LOG_NAME
        try:
            folder.mkdir(parents=True, exist_ok=True)
            self._lock_file = _claim(folder / "hakem.lock", self.path)
            if not self.path.exists():  # it holds the PIN; what SQLite puts beside it is as private
                self.path.touch(mode=0o600)
        except OSError as error:
            raise StoreError("UNWRITABLE", self.path, str(error)) from error
        self._mutex = threading.RLock()
        try:
            self._db = self._open()
        except BaseException:
            self._lock_file.close()
            raise

    def _open(self) -> sqlite3.Connection:
        db: sqlite3.Connection | None = None
        try:
            db = sqlite3.connect(self.path, check_same_thread=False, isolation_level=None)
            version = db.execute("PRAGMA user_version").fetchone()[0]
            if version > SCHEMA_VERSION:
                raise StoreError("NEWER", self.path, f"{version} > {SCHEMA_VERSION}")
            if db.execute("PRAGMA quick_check(1)").fetchone()[0] != "ok":
                raise StoreError("CORRUPT", self.path)
            db.execute("PRAGMA journal_mode=WAL")
            db.execute("PRAGMA synchronous=FULL")
            db.execute("PRAGMA foreign_keys=ON")
            if version == 0:
                db.executescript(f"BEGIN; {_SCHEMA} PRAGMA user_version={SCHEMA_VERSION}; COMMIT;")
        except sqlite3.DatabaseError as error:
            if db is not None:
                db.close()
            raise _store_error(error, self.path) from error
        except StoreError:
            if db is not None:
                db.close()
            raise
        return db

    @contextmanager
    def _writing(self) -> Iterator[sqlite3.Connection]:
        with self._mutex:
            try:
                self._db.execute("BEGIN IMMEDIATE")
                yield self._db
                self._db.execute("COMMIT")
            except BaseException as error:
                if self._db.in_transaction:
                    self._db.execute("ROLLBACK")
                if isinstance(error, sqlite3.DatabaseError):
                    raise _store_error(error, self.path) from error
                raise

    def begin_match(
        self,
        *,
        game: str,
        started_at: str,
        simulated: bool,
        first: Sequence[Row],
        match_id: int | None = None,
    ) -> int:
        """A new match with its first entries, in one transaction; returns its id (None: the next
        free one)."""
        with self._writing() as db:
            cursor = db.execute(
                "INSERT INTO match (id, game, started_at, simulated) VALUES (?, ?, ?, ?)",
                (match_id, game, started_at, int(simulated)),
            )
            begun = int(cursor.lastrowid or 0)
            self._insert(db, begun, first)
        return begun

    def append(
        self, match_id: int, rows: Sequence[Row], pictures: Sequence[tuple[str, bytes]] = ()
    ) -> None:
        """All rows and their pictures, or none. A sequence number used twice is refused."""
        with self._writing() as db:
            self._insert(db, match_id, rows)
            db.executemany(
                "INSERT OR REPLACE INTO picture (name, match_id, jpeg) VALUES (?, ?, ?)",
                [(name, match_id, jpeg) for name, jpeg in pictures],
            )

    @staticmethod
    def _insert(db: sqlite3.Connection, match_id: int, rows: Sequence[Row]) -> None:
        db.executemany(
            "INSERT INTO entry (match_id, seq, at_utc, source, body) VALUES (?, ?, ?, ?, ?)",
            [(match_id, row.seq, row.at_utc, row.source, row.body) for row in rows],
        )

    def latest_match(self) -> MatchRow | None:
        row = self._one(
            "SELECT id, game, started_at, simulated FROM match ORDER BY id DESC LIMIT 1"
        )
        return None if row is None else MatchRow(row[0], row[1], row[2], bool(row[3]))

    def entries(self, match_id: int) -> list[Row]:
        with self._mutex:
            found = self._db.execute(
                "SELECT seq, at_utc, source, body FROM entry WHERE match_id = ? ORDER BY seq",
                (match_id,),
            ).fetchall()
        return [Row(*row) for row in found]

    def picture(self, name: str) -> bytes | None:
        row = self._one("SELECT jpeg FROM picture WHERE name = ?", name)
        return None if row is None else bytes(row[0])

    def picture_names(self, match_id: int) -> list[str]:
        with self._mutex:
            found = self._db.execute("SELECT name FROM picture WHERE match_id = ?", (match_id,))
            return [str(row[0]) for row in found]

    def setting(self, key: str) -> str | None:
        row = self._one("SELECT value FROM setting WHERE key = ?", key)
        return None if row is None else str(row[0])

    def set_setting(self, key: str, value: str) -> None:
        with self._writing() as db:
            db.execute("INSERT OR REPLACE INTO setting (key, value) VALUES (?, ?)", (key, value))

    def pragma(self, name: str) -> str:
        """The value SQLite reports for a pragma; for doctor and tests."""
        row = self._one(f"PRAGMA {name}")
        return "" if row is None else str(row[0])

    def _one(self, sql: str, *values: str | int) -> sqlite3.Row | tuple | None:  # type: ignore[type-arg]
        with self._mutex:
            found: tuple | None = self._db.execute(sql, values).fetchone()  # type: ignore[type-arg]
        return found

    def close(self) -> None:
        with self._mutex:
            self._db.close()
        self._lock_file.close()


def _claim(path: Path, store: Path) -> IO[str]:
    """One Hakem per data folder: two writers would both believe they own the log."""
    handle = path.open("a")
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        handle.close()
        raise StoreError("LOCKED", store) from None
    return handle


def _store_error(error: sqlite3.DatabaseError, path: Path) -> StoreError:
    text = str(error)
    if "full" in text:
        return StoreError("FULL", path, text)
    if "readonly" in text or "unable to open" in text or "I/O" in text:
        return StoreError("UNWRITABLE", path, text)
    if "locked" in text:
        return StoreError("LOCKED", path, text)
    return StoreError("CORRUPT", path, text)
