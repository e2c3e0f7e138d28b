"""Copy a match log while it may be in use, or ask whether this environment's Hakem can read it.

    python backup.py FROM.db TO.db        a whole copy, put in place by one rename
    python backup.py --readable FILE.db   exit status 1 when the installed Hakem is too old for it

Standard library only (but for --readable): it runs with the system's Python.
"""

from __future__ import annotations

import os
import sqlite3
import sys
from contextlib import closing


def copy(source: str, target: str) -> None:
    """SQLite's own backup: entries that still lie in the -wal file come along."""
    half = target + ".half"
    found = sqlite3.connect(f"file:{source}?mode=rw", uri=True)
    with closing(found), closing(sqlite3.connect(half)) as made:
        found.backup(made)
        made.execute("PRAGMA journal_mode=DELETE")
    for leftover in (target + "-wal", target + "-shm"):  # of the file that is replaced
        if os.path.exists(leftover):
            os.unlink(leftover)
    os.replace(half, target)


def readable(path: str) -> bool:
    from device.store import SCHEMA_VERSION

    with closing(sqlite3.connect(f"file:{path}?mode=ro", uri=True)) as found:
        version: int = found.execute("PRAGMA user_version").fetchone()[0]
    return version <= SCHEMA_VERSION


def main(words: list[str]) -> int:
    if words[:1] == ["--readable"] and len(words) == 2:
        return 0 if readable(words[1]) else 1
    if len(words) == 2:
        copy(*words)
        return 0
    print(__doc__, file=sys.stderr)
    return 2


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
