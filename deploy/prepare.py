"""Make this folder ready: find Python, make `.venv`, install, name what the system lacks.

Run by ``make play`` and ``make test`` with whatever ``python3`` the machine has, so it uses the
standard library only and must at least *parse* on an old Python. Once everything is in place a
second run only compares a stamp (about 50 ms), so that the page answers quickly.

Exit status: 0 ready; 1 something is missing and the last lines say what to type.
"""

from __future__ import annotations

import hashlib
import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
VENV = ROOT / ".venv"
VENV_PYTHON = VENV / "bin" / "python"
STAMP = VENV / "hakem-ready.json"
OLDEST = (3, 11)
NAMES = ("python3", "python3.13", "python3.12", "python3.11", "python3.14")

# What `import cv2` needs and a bare Debian does not have: library -> package.
LIBRARIES = {
    "libGL.so.1": "libgl1",
    "libglib-2.0.so.0": "libglib2.0-0",
    "libgthread-2.0.so.0": "libglib2.0-0",
}
# Modules a Raspberry Pi takes from Debian, never from PyPI: module -> Debian package.
PI_MODULES = {"picamera2": "python3-picamera2", "lgpio": "python3-lgpio"}


class NotReady(Exception):
    """Something only the person can mend; the text says what to do."""


def say(text: str) -> None:
    print("hakem: " + text, file=sys.stderr, flush=True)


def on_a_pi() -> bool:
    try:
        return b"Raspberry Pi" in Path("/proc/device-tree/model").read_bytes()
    except OSError:
        return False


def python_answers(python: str, code: str) -> bool:
    """Whether ``python -c code`` ends well (a pyenv shim may exist and still not run)."""
    try:
        done = subprocess.run([python, "-c", code], capture_output=True, check=False)
    except OSError:
        return False
    return done.returncode == 0


def find_python() -> str:
    """The first Python that is new enough; on a Pi Debian's own, which sees its camera modules."""
    first = ("/usr/bin/python3",) if on_a_pi() else ()
    new_enough = f"import sys; sys.exit(sys.version_info < {OLDEST})"
    for name in (*first, sys.executable, *NAMES):
        path: str | None = shutil.which(name)
        if path and python_answers(path, new_enough):
            return path
    raise NotReady(
        f"Python 3.11 or newer is needed; this one is {sys.version.split()[0]}.\n"
        "  Debian 12 and Raspberry Pi OS (Bookworm) or newer bring it: use one of these, then\n"
        "  sudo apt-get install python3 python3-venv"
    )


def library_loads(python: str, library: str) -> bool:
    return python_answers(python, f"import ctypes; ctypes.CDLL({library!r})")


def missing_packages(python: str, extra: str) -> list[str]:
    """Debian packages without which Hakem cannot be installed, started or, with "dev", tested."""
    packages = {package for name, package in LIBRARIES.items() if not library_loads(python, name)}
    if not python_answers(python, "import ensurepip, venv"):
        packages.add("python3-venv")
    if extra == "dev" and not shutil.which("chromium"):
        packages.add("chromium")
    return sorted(packages)


def missing_pi_packages(python: str) -> list[str]:
    """Camera and pins of a Pi; without them a USB camera and the phone still do."""
    return [
        name
        for module, name in PI_MODULES.items()
        if not python_answers(python, f"import {module}")
    ]


def apt_line(packages: list[str]) -> str:
    return "apt-get install -y --no-install-recommends " + " ".join(packages)


def apt_installs(packages: list[str]) -> bool:
    """Install Debian packages where we may (root); False where the person has to."""
    if os.geteuid() != 0 or not shutil.which("apt-get"):
        return False
    say(apt_line(packages))
    quietly = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    subprocess.run(["apt-get", "update", "-qq"], env=quietly, check=False)
    return (
        subprocess.run([*apt_line(packages).split(), "-qq"], env=quietly, check=False).returncode
        == 0
    )


def complete_the_system(python: str, extra: str) -> None:
    """Install what the system lacks, or say in one line what to type. Raises NotReady."""
    packages = missing_packages(python, extra)
    if packages and not apt_installs(packages):
        raise NotReady(
            f"this system lacks {', '.join(packages)}. Type:\n  sudo {apt_line(packages)}"
        )
    camera = missing_pi_packages(python) if on_a_pi() else []
    if camera and not apt_installs(camera):
        say(f"for the Pi's own camera and button, type:\n  sudo {apt_line(camera)}")


def make_venv(python: str) -> None:
    if VENV_PYTHON.exists() and python_answers(str(VENV_PYTHON), "import pip"):
        return
    say("making .venv with " + python)
    system = ["--system-site-packages"] if on_a_pi() else []
    subprocess.run([python, "-m", "venv", "--clear", *system, str(VENV)], check=True)


def constraints(python: str) -> list[str]:
    """Bookworm's picamera2 is built against numpy 1: a numpy 2 beside it does not load on a Pi."""
    bookworm = python_answers(python, "import sys; sys.exit(sys.version_info[:2] != (3, 11))")
    if on_a_pi() and bookworm:
        return ["-c", str(ROOT / "deploy" / "constraints-bookworm-pi.txt")]
    return []


def wanted(extra: str) -> dict[str, str]:
    """What the stamp must say: which settings were installed, where, for which Python and extra."""
    settings = (ROOT / "pyproject.toml").read_bytes()
    return {
        "pyproject": hashlib.sha256(settings).hexdigest(),
        "root": str(ROOT),
        "python": str(VENV_PYTHON.resolve()),
        "extra": extra,
    }


def is_ready(extra: str) -> bool:
    """True when this folder's ``.venv`` was made for these settings (``dev`` contains ``play``)."""
    try:
        found = json.loads(STAMP.read_text())
    except (OSError, ValueError):
        return False
    command = VENV / "bin" / "hakem"
    return command.exists() and found in [wanted(each) for each in {extra, "dev"}]


def install(extra: str) -> None:
    what = str(ROOT) + ("[dev]" if extra == "dev" else "")
    say(f"installing {what} (the first time takes a few minutes)")
    command = [str(VENV_PYTHON), "-m", "pip", "install", "--quiet"]
    limits = constraints(str(VENV_PYTHON))
    done = subprocess.run([*command, "-e", what, *limits], cwd=str(ROOT), check=False)
    if done.returncode != 0:
        raise NotReady("pip could not install Hakem; its message is above. Is there a network?")


def prepare(extra: str) -> None:
    """Bring everything into place for ``play`` (extra "") or ``test`` (extra "dev")."""
    if is_ready(extra) and (extra != "dev" or shutil.which("chromium")):
        return
    python = find_python()
    complete_the_system(python, extra)
    make_venv(python)
    install(extra)
    if not python_answers(str(VENV_PYTHON), "import cv2"):
        raise NotReady(
            f"OpenCV does not load here. To see why, type:\n  {VENV_PYTHON} -c 'import cv2'"
        )
    STAMP.write_text(json.dumps(wanted(extra)) + "\n")
    say("ready")


def main(words: list[str]) -> int:
    if words not in (["play"], ["test"]):
        print("usage: prepare.py play|test", file=sys.stderr)
        return 2
    try:
        prepare("dev" if words == ["test"] else "")
    except NotReady as problem:
        say(str(problem))
        return 1
    except subprocess.CalledProcessError as problem:
        say("this did not work: " + " ".join(map(str, problem.cmd)))
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
