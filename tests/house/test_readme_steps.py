"""Every command line that the README and the papers of the box print is executed here, or its dry
form is; what cannot run in a test is named in ``NOT_RUN`` with the reason. A command that is
written into one of them later and has no place here fails."""

import http.cookiejar
import json
import os
import re
import shlex
import signal
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from PIL import Image

from device.cli import main
from device.config import Config
from tests.scenes.film import FILMS

HOME = Path(__file__).parents[2]
PAPERS = ("README.md", "deploy/README.md", "deploy/wiring.md")
STATE = "/var/lib/hakem"
"""Where the box keeps its matches: each test has a folder of its own in its place."""

RUN = {
    "hakem pawns --out piyonlar.pdf": "piyonlar.pdf",
    "hakem card --out kart.pdf": "kart.pdf",
    "hakem read foto.jpg --annotate gorulen": "gorulen/foto.jpg",
    "hakem mat --out mat.pdf": "mat.pdf",
    "hakem config --check": "",
    "hakem config --show": "",
    "hakem score belote --example": "",
    "hakem simulate blof --games 100": "",
    "sudo hakem card --data /var/lib/hakem --out kart.pdf": "kart.pdf",
    "make help": "",
}
"""Run as they stand, and the file that each one leaves behind."""

IN_ENGLISH = {
    "hakem pawns --out pawns.pdf": "hakem pawns --out piyonlar.pdf",
    "hakem card --out card.pdf": "hakem card --out kart.pdf",
    "hakem read photo.jpg --annotate seen": "hakem read foto.jpg --annotate gorulen",
}
"""The same once more, with files named otherwise."""

SHORTER = {
    "hakem play --camera staged --headless --hands 100 --players 4 --seed 1": "--hands 1",
    "sudo deploy/install.sh": "--dry-run",
    "sudo deploy/install.sh --dry-run": "",
    "sudo deploy/install.sh --uninstall": "--dry-run",
    "install.sh --no-network": "--dry-run",
    "hakem deck learn": "--help",  # wants a camera, and a hand that lays cards
    "sudo -u hakem hakem deck learn --data /var/lib/hakem": "--help",
    "python -m models.evaluate": "--help",  # minutes, and photos that are not in the repository
    "python -m models.evaluate.fans": "--help",
    "python -m models.evaluate.studio --scenes 200 --fans 28": "--help",
    "python -m models.train.taught_deck": "--help",
}
"""Run with these words behind them: a short form, or a dry one."""

ADVISING = {
    "hakem doctor": ("--no-camera", "✓"),
    "hakem panel --test": ("", "GPIO"),
    "sudo deploy/install.sh --rollback": ("--dry-run", "release"),
}
"""Run with these words behind them: they may end with status 1, but say what they found."""

PLANNED = ("make test", "make soak", "make pictures", 'make play ARGS="--camera usb:1"')
"""``make -n``: this suite itself; hours; minutes; a camera that is not here."""

FIRST = "make play"
"""See ``test_from_make_play_to_the_first_scored_hand``."""

NOT_RUN = {
    "sudo hakem-pin": "reads the log of an installed box; tests/deploy does in a Debian root",
    "sudo systemctl stop hakem": "needs an installed service",
    "journalctl -u hakem": "needs an installed service",
    "systemd-analyze security": "tests/deploy/test_install.py holds its figure to the paper",
}

A_PERSONS_TIME_S = 300.0
READY = re.compile(r"Hakem hazır / ready: http://[^:]+:(\d+) +PIN: (\d+)")


def command_lines(text: str) -> set[str]:
    """Lines of shell blocks without their comments; in running text, code of two words or more."""
    lines = set()
    for language, body in re.findall(r"^```(\w*)\n(.*?)^```", text, re.DOTALL | re.MULTILINE):
        if language:
            lines |= {line.split(" #")[0].strip() for line in body.splitlines()}
    prose = re.sub(r"^```.*?^```", "", text, flags=re.DOTALL | re.MULTILINE)
    lines |= {code for code in re.findall(r"`([^`\n]+)`", prose) if " " in code}
    own = {line.removeprefix(".venv/bin/") for line in lines}
    return {line for line in own if line and not line.startswith("http")}


TEXTS = {paper: (HOME / paper).read_text(encoding="utf-8") for paper in PAPERS}
PRINTED = {line for text in TEXTS.values() for line in command_lines(text)}
NAMES = {line for line in PRINTED if line.removeprefix("hakem ") in main.commands}
"""A bare name, as in the table of commands: ``test_commands.py`` asks each one for its help."""


@dataclass(frozen=True, slots=True)
class Desk:
    """A folder to type commands in, by somebody who has nothing yet."""

    folder: Path

    def type(self, line: str, more: str = "") -> "subprocess.CompletedProcess[str]":
        words = shlex.split(line.replace(STATE, str(self.folder / "data")))
        if words[0] == "sudo":
            words = words[3:] if words[1] == "-u" else words[1:]
        program = {
            "hakem": [str(Path(sys.executable).with_name("hakem"))],
            "python": [sys.executable],
            "install.sh": ["bash", str(HOME / "deploy" / "install.sh")],
            "make": ["make", "--no-print-directory", "-C", str(HOME)],
        }[Path(words[0]).name]
        return subprocess.run(
            [*program, *words[1:], *shlex.split(more)],
            cwd=self.folder,
            env=self.environment(),
            capture_output=True,
            text=True,
            check=False,
            timeout=A_PERSONS_TIME_S,
        )

    def environment(self) -> dict[str, str]:
        own = {"HOME": str(self.folder), "XDG_DATA_HOME": str(self.folder / "share")}
        kept = {key: value for key, value in os.environ.items() if key != "HAKEM_CONFIG"}
        return {**kept, **own, "MAKEFLAGS": "", "PYTHONUNBUFFERED": "1"}


@pytest.fixture
def desk(tmp_path: Path) -> Desk:
    (tmp_path / "data").mkdir()
    return Desk(tmp_path)


def test_every_command_line_has_its_place_here() -> None:
    placed = [*RUN, *IN_ENGLISH, *SHORTER, *ADVISING, *PLANNED, FIRST, *NOT_RUN]
    assert len(placed) == len(set(placed))
    assert NAMES | set(placed) == PRINTED
    assert set(IN_ENGLISH.values()) <= set(RUN)


@pytest.mark.parametrize("line", RUN)
def test_a_command_runs_as_it_is_printed(desk: Desk, line: str) -> None:
    with Image.open(HOME / "deploy" / "pictures" / "masa.webp") as picture:
        picture.convert("RGB").save(desk.folder / "foto.jpg")
    done = desk.type(line)
    assert done.returncode == 0, done.stdout + done.stderr
    assert (desk.folder / RUN[line]).exists()
    assert RUN[line] or done.stdout


@pytest.mark.parametrize("line", SHORTER)
def test_a_long_command_runs_in_a_short_form(desk: Desk, line: str) -> None:
    done = desk.type(line, SHORTER[line])
    assert done.returncode == 0, done.stdout + done.stderr
    assert done.stdout


@pytest.mark.parametrize("line", ADVISING)
def test_a_command_that_looks_at_this_machine_says_what_it_found(desk: Desk, line: str) -> None:
    more, told = ADVISING[line]
    done = desk.type(line, more)
    assert done.returncode in (0, 1), done.stderr
    assert told in done.stdout + done.stderr
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize("line", PLANNED)
def test_make_knows_what_it_would_do(desk: Desk, line: str) -> None:
    done = desk.type(line, "-n")
    assert done.returncode == 0, done.stderr
    for play in re.findall(r"bin/hakem play (.*)", done.stdout):
        words = shlex.split(play)
        main.commands["play"].make_context("play", words, resilient_parsing=True)


def test_every_option_that_is_shown_is_accepted() -> None:
    """Options that stand alone, in the row of their command."""
    rows = re.findall(r"^\| `hakem (\w+)` \|(.*)", TEXTS["README.md"], re.MULTILINE)
    shown = [(name, option) for name, row in rows for option in re.findall(r"`(--[\w-]+)", row)]
    assert shown
    for name, option in shown:
        command = main.commands[name]
        context = command.make_context(name, [], resilient_parsing=True)
        known = [each for param in command.get_params(context) for each in param.opts]
        assert option in known, (name, option)


@pytest.mark.parametrize("paper", PAPERS)
def test_links_pictures_and_named_files_exist(paper: str) -> None:
    text, folder = TEXTS[paper], (HOME / paper).parent
    links = set(re.findall(r"\]\(([^):#]+)", text))
    named = set(re.findall(r"`((?:deploy|tests|rules|vision|device|web|models)/[\w./]*)`", text))
    assert [link for link in sorted(links) if not (folder / link).exists()] == []
    assert [name for name in sorted(named) if not (HOME / name).exists()] == []


def test_pictures_can_be_opened() -> None:
    pictures = re.findall(r"!\[([^]]+)\]\(([^)]+\.webp)\)", TEXTS["README.md"])
    assert len(pictures) >= 7
    for told, path in pictures:
        assert len(told.split()) > 2, path  # for those who do not see it
        with Image.open(HOME / path) as picture:
            picture.load()


def said(pattern: str) -> set[str]:
    """What the papers say at the group of ``pattern``, a decimal point for the Turkish comma."""
    found = {
        each.replace(",", ".") for text in TEXTS.values() for each in re.findall(pattern, text)
    }
    assert found, pattern
    return found


def test_figures_are_those_of_the_programme() -> None:
    defaults = Config()
    size = next(each for each in main.commands["pawns"].params if "--size" in each.opts)
    assert said(r"http://[^`/]*:(\d+)`?") == {str(defaults.page.port)}
    assert said(r"([\d.,]+) saniyeden uzun") == {str(defaults.panel.hold_s)}
    assert said(r"over ([\d.]+) s, on release") == {str(defaults.panel.hold_s)}
    assert said(r"(\d+) mm (?:pul|discs)") == {f"{size.default:g}"}
    assert said(r"(\d+) films of a staged table") == {str(len(list(FILMS.glob("*.mp4"))))}
    network, timer, service = (
        (HOME / "deploy" / name).read_text(encoding="utf-8").split()
        for name in ("hakem-network", "hakem-network.timer", "hakem.service")
    )
    assert {f"ADDRESS={each}" for each in said(r"http://(\d+\.[\d.]+\d)")} <= set(network)
    waits = [each.partition("=")[2] for each in timer if each.startswith("On")]
    assert said(r"(\d+) (?:saniye içinde tanıdığı|seconds \(`Hakem)") == {str(sum(map(int, waits)))}
    restarts = said(r"systemd (?:restarts it after )?(\d+) s")
    assert {f"WatchdogSec={each}" for each in restarts} <= set(service)


# --- the first path ------------------------------------------------------------------------------


class Page:
    """What a phone in the room gets to see, cookies and all."""

    def __init__(self, port: int) -> None:
        self._home = f"http://127.0.0.1:{port}"
        cookies = urllib.request.HTTPCookieProcessor(http.cookiejar.CookieJar())
        self._opener = urllib.request.build_opener(cookies)

    def get(self, path: str) -> str:
        with self._opener.open(self._home + path, timeout=60) as answer:
            return str(answer.read().decode())

    def give_pin(self, pin: str) -> int:
        token = re.search(r'name="hakem-token" content="([^"]+)"', self.get("/katil"))
        assert token is not None
        headers = {
            "Content-Type": "application/json",
            "Origin": self._home,
            "X-Hakem-Token": token[1],
        }
        body = json.dumps({"pin": pin}).encode()
        request = urllib.request.Request(self._home + "/pin", data=body, headers=headers)
        with self._opener.open(request, timeout=60) as answer:
            return int(answer.status)

    def first_hand(self, *, until_s: float) -> dict[str, Any]:
        """The match, once a hand of it is written."""
        while time.monotonic() < until_s:
            score = json.loads(self.get("/durum"))["score"]
            if score is not None and score["hands"]:
                return dict(score)
            time.sleep(0.2)
        raise AssertionError("no hand was scored in a person's time")


def _hears_ctrl_c() -> None:
    """A suite that runs in the background of a shell ignores it, and so would what it starts."""
    signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.fixture
def playing(desk: Desk) -> "Iterator[subprocess.Popen[str]]":
    """``make play`` at a brisk pace on a free port; the camera is staged wherever this runs."""
    more = "--camera staged --seed 3 --players 2 --pace 20 --port 0"
    process = subprocess.Popen(
        ["make", "--no-print-directory", "-C", str(HOME), "play", f"ARGS={more}"],
        cwd=desk.folder,
        env=desk.environment(),
        stdout=subprocess.PIPE,
        text=True,
        start_new_session=True,
        preexec_fn=_hears_ctrl_c,
    )
    yield process
    if process.poll() is None:
        os.killpg(process.pid, signal.SIGINT)
    process.communicate(timeout=60)


def test_from_make_play_to_the_first_scored_hand(playing: "subprocess.Popen[str]") -> None:
    """The shipped eyes, rules and page; the table is a simulation. ``make`` finds what it installs
    in place: the first installation is in ``tests/deploy``."""
    began_s = time.monotonic()
    assert playing.stdout is not None
    ready = None
    for line in playing.stdout:
        ready = ready or READY.search(line)
        if "SİMÜLASYON" in line:
            break
    assert ready is not None
    page = Page(int(ready[1]))
    assert page.give_pin(ready[2]) == 204
    score = page.first_hand(until_s=began_s + A_PERSONS_TIME_S)
    board = page.get("/")
    assert "SİMÜLASYON" in board
    for seat in score["seats"]:
        assert seat["name"] in board
    points = [delta for delta in score["hands"][0]["deltas"] if delta is not None]
    assert len(points) == 2 or score["hands"][0]["void"]
