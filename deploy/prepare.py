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

# What `import cv2` needs and a bare Debian does not have: library -> Debian package.
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
    for name in (*first, sys.executable, *NAMES):
        path = shutil.which(name) if name else None
        new_enough = f"import sys; sys.exit(sys.version_info < {OLDEST})"
        if path and python_answers(path, new_enough):
            return path
    raise NotReady(
        f"Python 3.11 or newer is needed; this one is {sys.version.split()[0]}.\n"
        "  Debian 12 and Raspberry Pi OS (Bookworm) or newer bring it: use one of these, then\n"
        "  sudo apt-get install python3 python3-venv"
    )


def apt(packages: list[str], why: str, *, needed: bool = True) -> None:
    """Install Debian packages when we may, name the line to type when we may not."""
    line = "apt-get install -y --no-install-recommends " + " ".join(packages)
    if os.geteuid() == 0 and shutil.which("apt-get"):
        say(f"{why} -> {line}")
        quiet = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
        subprocess.run(["apt-get", "update", "-qq"], env=quiet, check=False)
        if subprocess.run(["/bin/sh", "-c", line + " -qq"], env=quiet, check=False).returncode == 0:
            return
    advice = f"{why}. Type this, then try again:\n  sudo {line}"
    if needed:
        raise NotReady(advice)
    say(advice)


def missing_libraries(python: str) -> list[str]:
    """Which of LIBRARIES the loader does not find, asked in the Python that will load them."""
    load = "import ctypes; ctypes.CDLL("
    return [name for name in LIBRARIES if not python_answers(python, f"{load}{name!r})")]


def need_libraries(python: str) -> None:
    missing = missing_libraries(python)
    if missing:
        packages = sorted({LIBRARIES[name] for name in missing})
        apt(packages, f"OpenCV needs {', '.join(missing)}, which this system lacks")


def need_chromium() -> None:
    if not shutil.which("chromium"):
        apt(["chromium"], "The browser tests drive Debian's Chromium, which this system lacks")


def offer_pi_modules(python: str) -> None:
    """Camera and pins come from Debian; without them a USB camera and the phone still work."""
    missing = [name for name in PI_MODULES if not python_answers(python, "import " + name)]
    if missing:
        packages = [PI_MODULES[name] for name in missing]
        why = "The Pi's camera and button need " + ", ".join(missing)
        apt(packages, why, needed=False)


def make_venv(python: str) -> None:
    usable = VENV_PYTHON.exists() and python_answers(str(VENV_PYTHON), "import pip")
    if usable:
        return
    if not python_answers(python, "import ensurepip, venv"):
        apt(["python3-venv"], "Python's venv module is missing")
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
    """What the stamp must say: the settings that were installed, where, and with which extra."""
    settings = (ROOT / "pyproject.toml").read_bytes()
    return {"pyproject": hashlib.sha256(settings).hexdigest(), "root": str(ROOT), "extra": extra}


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
    if extra == "dev":
        need_chromium()
    if is_ready(extra):
        return
    python = find_python()
    if on_a_pi():
        offer_pi_modules(python)
    make_venv(python)
    install(extra)
    need_libraries(str(VENV_PYTHON))
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
