"""deploy/hakem-network against an nmcli that only notes what it is asked for."""

import os
import re
import shutil
import subprocess
from pathlib import Path

import pytest

DEPLOY = Path(__file__).parents[2] / "deploy"
NMCLI = """#!/bin/sh
echo "$*" >>"$NOTED"
case "$*" in
    *"connection show"*) cat "$PROFILES" 2>/dev/null || true ;;
    *"TYPE,STATE device"*) cat "$DEVICES" ;;
esac
"""


class Box:
    """A machine's files in a folder."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        (folder / "nmcli").write_text(NMCLI)
        (folder / "nmcli").chmod(0o755)
        self.note, self.names = folder / "network", folder / "dnsmasq" / "hakem.conf"
        self.devices("lo:connected (externally)", "wifi:disconnected")

    def devices(self, *lines: str) -> None:
        (self.folder / "devices").write_text("\n".join(lines) + "\n")

    def has_profile(self) -> None:
        (self.folder / "profiles").write_text("Wired connection 1\nhakem-own\n")

    def run(self, word: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            ["sh", str(DEPLOY / "hakem-network"), *word.split()],
            capture_output=True,
            text=True,
            check=False,
            env={
                "PATH": f"{self.folder}:{os.environ['PATH']}",
                "NOTED": str(self.folder / "noted"),
                "PROFILES": str(self.folder / "profiles"),
                "DEVICES": str(self.folder / "devices"),
                "HAKEM_NOTE": str(self.note),
                "HAKEM_NAMES": str(self.names),
                "HAKEM_WAITED": str(self.folder / "waited"),
            },
        )

    @property
    def noted(self) -> list[str]:
        path = self.folder / "noted"
        return path.read_text().splitlines() if path.exists() else []

    @property
    def own_network_is_up(self) -> bool:
        return "connection up hakem-own" in self.noted


@pytest.fixture
def box(tmp_path: Path) -> Box:
    return Box(tmp_path)


def test_setting_up_makes_a_name_and_a_password_once(box: Box) -> None:
    assert box.run("setup").returncode == 0
    name, password = box.note.read_text().splitlines()
    assert re.fullmatch(r"Hakem-\d{3}", name)
    assert re.fullmatch(r"[a-km-np-z2-9]{12}", password)
    assert box.note.stat().st_mode & 0o007 == 0
    (added,) = [line for line in box.noted if line.startswith("connection add")]
    assert f"ssid {name}" in added
    assert f"802-11-wireless-security.psk {password}" in added
    assert "autoconnect no" in added  # known networks come first at every start
    assert box.names.read_text() == "address=/#/10.42.0.1\n"
    assert "ipv4.addresses 10.42.0.1/24" in added
    box.has_profile()
    before = box.noted
    assert box.run("setup").returncode == 0
    assert box.note.read_text().splitlines() == [name, password]
    assert [line for line in box.noted[len(before) :] if "add" in line] == []


def test_no_two_boxes_share_a_password(tmp_path: Path) -> None:
    made = set()
    for number in range(5):
        (tmp_path / str(number)).mkdir()
        box = Box(tmp_path / str(number))
        box.run("setup")
        made.add(box.note.read_text().splitlines()[1])
    assert len(made) == 5


def test_without_any_network_it_makes_its_own_at_the_second_look(box: Box) -> None:
    box.run("check")
    assert not box.own_network_is_up
    box.run("check")
    assert box.own_network_is_up


@pytest.mark.parametrize("device", ["wifi:connected", "ethernet:connected", "wifi:connecting"])
def test_a_network_that_is_there_is_left_alone(box: Box, device: str) -> None:
    box.run("check")
    box.devices("lo:connected (externally)", device)
    box.run("check")
    box.devices("wifi:disconnected")
    box.run("check")  # the first look without it again
    assert not box.own_network_is_up


def test_away_with_it(box: Box) -> None:
    box.run("setup")
    box.has_profile()
    box.run("remove")
    assert "connection delete hakem-own" in box.noted
    assert not box.names.exists()


def test_a_wrong_word_is_answered_with_the_right_ones(box: Box) -> None:
    done = box.run("fly")
    assert done.returncode == 1
    assert "setup" in done.stderr


def test_systemd_finds_nothing_wrong_with_the_timer(tmp_path: Path) -> None:
    if shutil.which("systemd-analyze") is None:
        pytest.skip("needs systemd-analyze")
    for unit in ("hakem-network.service", "hakem-network.timer"):
        text = (DEPLOY / unit).read_text()
        (tmp_path / unit).write_text(
            re.sub(r"^ExecStart=\S+", "ExecStart=/bin/true", text, flags=re.M)
        )
    done = subprocess.run(
        ["systemd-analyze", "verify", *map(str, sorted(tmp_path.glob("hakem-network.*")))],
        capture_output=True,
        text=True,
        check=False,
    )
    assert [line for line in done.stderr.splitlines() if "hakem-network" in line] == []
