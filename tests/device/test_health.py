"""The health page: what it measures is right, what it shows is nobody's business but the box's."""

import json
import logging
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from device.eyes import Message, Opened, Report, Trouble
from device.health import Health, LastWords
from device.machine import Machine, wrong_clock
from tests.web.conftest import HOME, Phone
from tests.web.table import Evening
from web.app import create_app
from web.config import WebConfig


class HandClock:
    at_s = 100.0

    def __call__(self) -> float:
        return self.at_s


@pytest.fixture
def clock() -> HandClock:
    return HandClock()


@pytest.fixture
def pi(tmp_path: Path) -> Path:
    """The files of a Pi that is warm and was short of current a while ago."""
    files = {
        "sys/class/thermal/thermal_zone0/temp": "61234\n",
        "sys/devices/platform/soc/soc:firmware/get_throttled": "50008\n",
        "proc/meminfo": "MemTotal: 4000000 kB\nMemAvailable:   1024000 kB\n",
        "proc/device-tree/model": "Raspberry Pi 5 Model B Rev 1.0\0",
        "etc/os-release": 'PRETTY_NAME="Debian GNU/Linux 12 (bookworm)"\n',
        "run/systemd/timesync/synchronized": "",
    }
    for name, text in files.items():
        path = tmp_path / "root" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    return tmp_path / "root"


def test_a_pi_is_understood(pi: Path) -> None:
    machine = Machine(pi)
    assert machine.temperature_c == pytest.approx(61.234)
    assert machine.throttling is not None
    assert machine.throttling.now == {"heat"}
    assert machine.throttling.before == {"voltage", "heat"}
    assert machine.memory_free_mb == 1000
    assert machine.model == "Raspberry Pi 5 Model B Rev 1.0"
    assert machine.system == "Debian GNU/Linux 12 (bookworm)"
    assert machine.clock_synchronised is True


def test_what_a_machine_does_not_know_is_none(tmp_path: Path) -> None:
    machine = Machine(tmp_path)
    assert machine.temperature_c is None
    assert machine.throttling is None
    assert machine.memory_free_mb is None
    assert machine.clock_synchronised is None
    assert machine.disk_free_mb(tmp_path / "not" / "yet") is not None


def test_a_pi_that_just_woke_up_has_a_wrong_clock() -> None:
    assert wrong_clock(0.0)
    assert not wrong_clock(1_790_000_000.0)


def report_of(seq: int, **stages: float) -> Report:
    return Report(seq, float(seq), (), "seeing", None, stages, None)


@pytest.fixture
def health(tmp_path: Path, pi: Path, clock: HandClock) -> Health:
    return Health(
        folder=tmp_path,
        answers=lambda _: True,
        eyes_pid=lambda: None,
        queue=lambda: 3,
        unsaved=lambda: 0,
        machine=Machine(pi),
        now_s=clock,
    )


def test_pictures_a_second_and_the_time_of_each_stage(health: Health, clock: HandClock) -> None:
    health.saw(Opened("usb:0", simulated=False))
    for n in range(21):
        health.saw(report_of(n, detect=40.0 + n, read=10.0))
        clock.at_s += 0.25
    told = health.report()
    assert told["camera"] == "usb:0"
    assert told["pictures_per_s"] == pytest.approx(4.0)
    assert told["stage_ms"] == {"detect": 50.0, "read": 10.0}
    assert told["queue"] == 3
    assert told["temperature_c"] == 61.2
    assert told["throttled"] == ["heat"]
    assert told["ok"]
    clock.at_s += 60
    assert health.report()["pictures_per_s"] == 0.0  # old pictures say nothing about now


def test_a_camera_that_stopped_is_said(health: Health) -> None:
    health.saw(report_of(1, detect=4.0))
    health.saw(Trouble("KAMERA_DURDU", "stopped"))
    told = health.report()
    assert told["camera_state"] == "KAMERA_DURDU"
    assert told["stage_ms"] == {}


@pytest.mark.parametrize(("answers", "unsaved"), [(False, 0), (True, 2)])
def test_not_well_is_said_to_programs(
    evening: Evening, tmp_path: Path, answers: bool, unsaved: int
) -> None:
    sick = Health(
        folder=tmp_path,
        answers=lambda _: answers,
        eyes_pid=lambda: None,
        queue=lambda: 0,
        unsaved=lambda: unsaved,
    )
    phone = phone_of(evening, sick.report)
    assert phone.get("/healthz").status_code == 503
    assert phone.get("/saglik").status_code == 200


def test_the_last_warning_is_kept() -> None:
    words = LastWords()
    logger = logging.Logger("here")
    logger.addHandler(words)
    logger.info("fine")
    assert words.text is None
    logger.warning("the %s is full", "disk")
    assert words.text == "WARNING here: the disk is full"


def phone_of(evening: Evening, health: Callable[[], Any]) -> Phone:
    app = create_app(evening.referee, config=WebConfig(secret=b"s" * 32, health=health))
    return Phone(app.test_client())


@pytest.fixture
def evening(tmp_path: Path) -> Any:
    made = Evening(tmp_path / "evening")
    yield made
    made.close()


def test_the_page_shows_every_line_in_both_languages(health: Health, evening: Evening) -> None:
    phone = phone_of(evening, health.report)
    health.saw(report_of(1, detect=4.0))
    for language, well, seen in (
        ("tr", "Kutu iyi", ("Görüyor", "61,2", "bulma 4", "0 sa 0 dk")),
        ("en", "The box is well", ("Watching", "61.2", "finding 4", "0 h 0 min")),
    ):
        phone.client.set_cookie("dil", language, domain=HOME.split("/")[2].split(":")[0])
        page = phone.get("/saglik").get_data(as_text=True)
        assert well in page
        main = page.partition('<main id="app">')[2].partition("</main>")[0]
        assert main.count("<tr>") == 16
        assert all(words in main for words in seen), main


def test_a_viewer_learns_no_name_and_no_pin(health: Health, evening: Evening) -> None:
    evening.begin()
    text = phone_of(evening, health.report).get("/healthz").get_data(as_text=True)
    assert json.loads(text)["ok"] is True
    assert "Ayşe" not in text
    assert "4711" not in text


def test_the_watchdog_asks_the_one_writer(evening: Evening) -> None:
    assert evening.referee.answers(5.0)
    assert evening.referee.waiting == 0


def test_messages_and_questions_may_come_from_any_thread(health: Health) -> None:
    def tell(message: Message) -> None:
        for _ in range(300):
            health.saw(message)

    threads = [threading.Thread(target=tell, args=(report_of(n, detect=1.0),)) for n in range(4)]
    for thread in threads:
        thread.start()
    for _ in range(30):
        assert health.report()["ok"]
    for thread in threads:
        thread.join()
