"""Whether two logs are the same, in one short text."""

import hashlib
from collections.abc import Sequence

from device.store import Row


def digest(rows: Sequence[Row]) -> str:
    text = "\n".join(f"{r.seq}|{r.at_utc}|{r.source}|{r.body}" for r in rows)
    return hashlib.sha256(text.encode()).hexdigest()
