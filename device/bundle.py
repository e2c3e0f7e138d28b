"""The diagnostics archive: what the doctor found, settings, last journal lines; nobody's name.

No picture, no match, no PIN, no secret; player names never reach the journal, and what looks like
an address of a phone is blotted out.
"""

import io
import json
import re
import shutil
import subprocess
import tarfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from device.config import Loaded
from device.config.writing import as_toml
from device.doctor import Finding

JOURNAL = ("journalctl", "-u", "hakem", "-n", "400", "--no-pager", "-o", "short-iso")
_ADDRESS = re.compile(r"\b\d{1,3}(?:\.\d{1,3}){3}\b|\b(?:[0-9a-f]{0,4}:){3,7}[0-9a-f]{0,4}\b", re.I)
_PIN = re.compile(r"(PIN\W{0,3})\d+", re.I)
_HOME = re.compile(r"/home/[^/\s]+")


def without_people(text: str) -> str:
    """Blots out addresses, PINs and names of home folders."""
    return _HOME.sub("/home/…", _PIN.sub(r"\1…", _ADDRESS.sub("…", text)))


def write_bundle(
    path: Path, *, findings: Sequence[Finding], loaded: Loaded, health: dict[str, Any] | None
) -> None:
    """Raises OSError when the file cannot be written."""
    parts = {
        "doctor.txt": "\n".join(map(str, findings)),
        "settings.toml": as_toml(loaded),
        "health.json": json.dumps(health, indent=1),
        "journal.txt": _journal(),
    }
    with tarfile.open(path, "w:gz") as archive:
        for name, text in parts.items():
            content = without_people(text).encode()
            entry = tarfile.TarInfo(f"hakem-doctor/{name}")
            entry.size = len(content)
            archive.addfile(entry, io.BytesIO(content))


def _journal() -> str:
    if shutil.which(JOURNAL[0]) is None:
        return "no journal here"
    done = subprocess.run(JOURNAL, capture_output=True, text=True, check=False, timeout=20)
    return done.stdout
