"""The doctor: a healthy box is good in every line, each illness is named with what to do."""

import sqlite3
import tarfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest
from click.testing import CliRunner

from device.bundle import without_people, write_bundle
from device.cli import main
from device.config import Config, Loaded
from device.config.reading import load
from device.doctor import Finding, Patient, examine
from device.doctor_eyes import judge_picture, judge_rate, look_through
from device.machine import THROTTLED, Machine
from device.store import Store
from tests.vision.faulty import Driver, SourceCamera
from tests.web.table import Evening
from vision.frame import Image


def find(findings: list[Finding], name: str) -> Finding:
    return next(finding for finding in findings if name in finding.name)


def examined(tmp_path: Path, **more: Any) -> list[Finding]:
    loaded = Loaded(config=Config())
    patient = {"loaded": loaded, "folder": tmp_path, "machine": Machine(tmp_path / "root")}
    return list(examine(Patient(**{**patient, **more})))


def write(root: Path, path: str, text: str) -> Machine:
    (root / path).parent.mkdir(parents=True, exist_ok=True)
    (root / path).write_text(text)
    return Machine(root)


def test_a_healthy_box_is_good(tmp_path: Path) -> None:
    evening = Evening(tmp_path)
    evening.begin()
    evening.close()
    machine = write(tmp_path / "root", "sys/class/thermal/thermal_zone0/temp", "48000")
    findings = examined(tmp_path, machine=machine, addresses=("http://10.0.0.7:8013",))
    assert [str(each) for each in findings if each.good is False] == []
    assert "1 maç" in find(findings, "match log").told
    assert "sağlam" in find(findings, "networks").told


@pytest.mark.parametrize(
    ("path", "text", "name", "says"),
    [
        ("sys/class/thermal/thermal_zone0/temp", "84000", "temperature", "cooler"),
        (THROTTLED, "50000", "throttling", "27 W"),
        (THROTTLED, "80008", "throttling", "cooler"),
        ("proc/meminfo", "MemAvailable: 90000 kB", "memory", "Close"),
    ],
)
def test_what_ails_the_machine_is_named(
    tmp_path: Path, path: str, text: str, name: str, says: str
) -> None:
    found = find(examined(tmp_path, machine=write(tmp_path / "root", path, text)), name)
    assert found.good is False
    assert says in str(found)


def test_a_damaged_log_is_named_and_not_touched(tmp_path: Path) -> None:
    (tmp_path / "hakem.db").write_bytes(b"crumbs" * 2000)
    found = find(examined(tmp_path), "match log")
    assert found.good is False
    assert "backup" in found.advice
    assert (tmp_path / "hakem.db").read_bytes() == b"crumbs" * 2000
    assert [each.name for each in tmp_path.iterdir()] == ["hakem.db"]


def test_a_log_of_a_newer_hakem_is_named(tmp_path: Path) -> None:
    Store(tmp_path).close()
    with sqlite3.connect(tmp_path / "hakem.db") as db:
        db.execute("PRAGMA user_version=99")
    assert "Update Hakem" in find(examined(tmp_path), "match log").advice


def test_a_match_that_cannot_be_read_is_counted(tmp_path: Path) -> None:
    evening = Evening(tmp_path)
    evening.begin()
    evening.close()
    with sqlite3.connect(tmp_path / "hakem.db") as db:
        db.execute("UPDATE entry SET body = 'torn' WHERE seq = 1")
    found = find(examined(tmp_path), "match log")
    assert found.good is False
    assert "1 of 1" in found.told
    assert "backup" in found.advice


def test_a_broken_configuration_is_told_with_its_line(tmp_path: Path) -> None:
    file = tmp_path / "hakem.toml"
    file.write_text("[page]\nprot = 80\n")
    found = find(examined(tmp_path, loaded=load(file)), "settings")
    assert found.good is False
    assert f"{file}:2" in found.told


def test_a_box_without_a_network_says_so(tmp_path: Path) -> None:
    for addresses in ((), ("http://127.0.0.1:8013", "http://hakem.local:8013")):
        found = find(examined(tmp_path, addresses=addresses), "ağ / network")
        assert found.good is False
        assert "Wi-Fi" in str(found)


# --- the camera ----------------------------------------------------------------------------------


def table() -> Image:
    """Sharp dark print on a lit cloth."""
    image = np.full((480, 640, 3), 150, dtype=np.uint8)
    for n in range(6):
        cv2.rectangle(image, (60 + 90 * n, 150), (120 + 90 * n, 240), (235, 235, 235), -1)
        cv2.putText(image, "QKA89J"[n], (70 + 90 * n, 210), 0, 2, (20, 20, 20), 5)
    return image


def judged(image: Image) -> dict[str, bool | None]:
    return {each.name.split(" / ")[1]: each.good for each in judge_picture(image)}


def test_a_good_picture_is_good() -> None:
    assert judged(table()) == {"light": True, "focus": True}


def test_dark_burnt_and_blurred_are_told_apart() -> None:
    dark = (table() * 0.2).astype(np.uint8)
    assert judged(dark)["light"] is False
    burnt = table()
    burnt[:300] = 255
    assert judged(burnt)["light"] is False
    blurred = np.asarray(cv2.GaussianBlur(table(), (0, 0), 9), dtype=np.uint8)
    assert judged(blurred) == {"light": True, "focus": False}
    empty = np.full((480, 640, 3), 150, dtype=np.uint8)
    assert judged(empty)["focus"] is None


def test_a_slow_camera_is_named() -> None:
    assert judge_rate(25, 2.5).good
    assert judge_rate(2, 2.5).good is False


def test_the_doctor_opens_a_camera_and_closes_it(tmp_path: Path) -> None:
    cv2.imwrite(str(tmp_path / "masa.png"), table())
    findings = list(look_through([f"photo:{tmp_path / 'masa.png'}"]))
    assert [finding.good for finding in findings] == [True, True, True, True, None, True]
    assert "not in view" in find(findings, "mat").told
    assert "640x480" in findings[0].told


def test_where_a_hakem_runs_it_is_asked_and_the_camera_left_alone(tmp_path: Path) -> None:
    said = {"ok": False, "uptime_s": 7, "camera": "usb:0", "camera_state": "KAMERA_SIYAH"}
    said |= {"pictures_per_s": 0.5, "last_error": "black"}

    def look() -> Iterator[Finding]:
        raise AssertionError("the camera was opened")

    findings = examined(tmp_path, running=said, look=look)
    assert "black" in find(findings, "running").advice
    assert find(findings, "running").good is False
    assert find(findings, "pictures a second").good is False


class Ribbon(SourceCamera):
    """As PiCamera: it can compare the order of its own colours."""

    in_order = True

    def colours_in_order(self) -> bool:
        return self.in_order


@pytest.mark.parametrize("in_order", [True, False])
def test_a_camera_that_can_compare_its_colours_is_asked(in_order: bool) -> None:
    camera = Ribbon(Driver(table()))
    camera.in_order = in_order
    findings = list(look_through(["pi"], open_one=lambda name: camera))
    assert find(findings, "colour order").good is in_order


def test_without_a_camera_it_says_what_to_plug_in(tmp_path: Path) -> None:
    (found,) = look_through(["usb:977"])
    assert found.good is False
    assert "plug the webcam in" in found.advice


# --- the command and the archive -----------------------------------------------------------------


@pytest.fixture
def bundle(tmp_path: Path) -> Path:
    return tmp_path / "hakem.tar.gz"


def test_the_command_tells_and_its_status_says_whether_all_is_good(
    tmp_path: Path, bundle: Path
) -> None:
    file = tmp_path / "hakem.toml"
    file.write_text("[page]\nport = 1\n")  # nobody answers there
    words = ["doctor", "--config", str(file), "--data", str(tmp_path / "data"), "--no-camera"]
    good = CliRunner().invoke(main, [*words, "--bundle", str(bundle)])
    assert "✓ Hakem: " in good.output
    with tarfile.open(bundle) as archive:
        names = [Path(name).name for name in archive.getnames()]
    assert names == ["doctor.txt", "settings.toml", "health.json", "journal.txt"]
    file.write_text("[page]\nport = 1\nprot = 2\n")
    assert CliRunner().invoke(main, words).exit_code == 1


def test_the_archive_holds_nobody(bundle: Path) -> None:
    text = "Hakem http://192.168.1.20:8013 PIN: 471100 from fe80::1ff:fe23:4567:890a /home/ayse/x"
    assert without_people(text) == "Hakem http://…:8013 PIN: … from … /home/…/x"
    told = Finding(name="ağ / network", told="http://192.168.1.20")
    health = {"last_error": "192.168.1.77"}
    write_bundle(bundle, findings=[told], loaded=Loaded(config=Config()), health=health)
    with tarfile.open(bundle) as archive:
        for member in archive:
            content = archive.extractfile(member)
            assert content is not None
            assert b"192.168" not in content.read()
