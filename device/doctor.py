"""``hakem doctor``: looks at everything an evening hangs on; each line is good or says what to do.

Nothing is changed and nothing is sent. Where a running Hakem owns the camera, it is asked through
its own ``/healthz`` instead.
"""

import hashlib
import json
import platform
import sqlite3
import tomllib
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from importlib.metadata import version
from importlib.resources import files
from pathlib import Path
from typing import Any

from device.archive import Archive
from device.config import Loaded, used_pins
from device.health import LOW_DISK_MB, installed_version
from device.machine import Machine, wrong_clock
from device.panel import PanelError, pin_factory
from device.store import LOG_NAME, SCHEMA_VERSION, look_into

HOT_C = 80.0
LOW_MEMORY_MB = 150.0
SLOW_PER_S = 3.0
LIBRARIES = ("numpy", "opencv-python", "onnxruntime", "flask", "waitress", "gpiozero")


@dataclass(frozen=True, slots=True, kw_only=True)
class Finding:
    """``good`` None: cannot be told here. ``advice`` is what to do, Turkish / English."""

    name: str
    told: str
    good: bool | None = True
    advice: str = ""

    def __str__(self) -> str:
        mark = {True: "✓", False: "✗", None: "–"}[self.good]
        advice = f"\n    → {self.advice}" if self.advice and self.good is False else ""
        return f"{mark} {self.name}: {self.told}{advice}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Patient:
    """What is looked at. ``running``: what a Hakem that runs here says (``ask_running``); None:
    none does. ``look``: opens the camera, says what it sees (``device.doctor_eyes``); None leaves
    it out."""

    loaded: Loaded
    folder: Path
    addresses: tuple[str, ...] = ()
    machine: Machine
    running: dict[str, Any] | None = None
    look: Callable[[], Iterator[Finding]] | None = None


def examine(patient: Patient) -> Iterator[Finding]:
    """The findings, one by one as they are made."""
    yield from _versions(patient)
    yield from _config(patient)
    yield from _machine(patient)
    yield from _disk(patient)
    yield _database(patient.folder)
    yield from _models()
    yield _pins(patient)
    yield from _running(patient.running)
    if patient.running is None and patient.look is not None:
        yield from patient.look()
    yield _network(patient)


def ask_running(port: int) -> dict[str, Any] | None:
    """What a Hakem that runs on this machine says of itself; None when none answers."""
    try:
        with urllib.request.urlopen(f"http://127.0.0.1:{port}/healthz", timeout=3) as answer:
            report: dict[str, Any] = json.load(answer)
    except urllib.error.HTTPError as error:  # 503: it answers, and is not well
        try:
            report = json.load(error)
        except ValueError:
            return None
    except (OSError, ValueError):
        return None
    return report if "referee" in report else None


def _versions(patient: Patient) -> Iterator[Finding]:
    libraries = " ".join(f"{name} {version(name)}" for name in LIBRARIES)
    yield Finding(name="Hakem", told=f"{installed_version()}, Python {platform.python_version()}")
    yield Finding(name="kitaplıklar / libraries", told=libraries)
    machine = patient.machine
    told = f"{machine.model or platform.machine()}, {machine.system}"
    yield Finding(name="makine / machine", told=told)


def _config(patient: Patient) -> Iterator[Finding]:
    loaded = patient.loaded
    for problem in loaded.problems:
        yield Finding(
            name="ayarlar / settings",
            told=f"{problem.place}: {problem.key}",
            good=False,
            advice=f"{problem.turkish} / {problem.english}",
        )
    if not loaded.problems:
        told = str(loaded.path) if loaded.path else "dosya yok, varsayılan / no file, all defaults"
        yield Finding(name="ayarlar / settings", told=told)


def _machine(patient: Patient) -> Iterator[Finding]:
    machine = patient.machine
    heat = machine.temperature_c
    yield Finding(
        name="sıcaklık / temperature",
        told="bilinmiyor / not known" if heat is None else f"{heat:.0f} °C",
        good=None if heat is None else heat < HOT_C,
        advice="Kutuyu açın ya da soğutucu takın. / Give the box air or a cooler.",
    )
    throttling = machine.throttling
    if throttling is not None:
        volts = "voltage" in throttling.now | throttling.before
        yield Finding(
            name="kısılma / throttling",
            told=", ".join(sorted(throttling.now | throttling.before)) or "yok / none",
            good=not throttling.now | throttling.before,
            advice="Güçlü bir adaptör takın (Pi 5: 27 W). / Use a stronger supply (Pi 5: 27 W)."
            if volts
            else "Soğutucu takın. / Fit a cooler.",
        )
    memory = machine.memory_free_mb
    yield Finding(
        name="bellek / memory",
        told="?" if memory is None else f"{memory:.0f} MB boş / free",
        good=None if memory is None else memory > LOW_MEMORY_MB,
        advice="Başka programları kapatın. / Close other programs.",
    )
    yield Finding(
        name="saat / clock",
        told="1970'te kalmış / was never set" if wrong_clock() else "iyi / good",
        good=not wrong_clock(),
        advice="Maçlar yine de sırayla saklanır; internete bir kez bağlayın. / Matches keep their "
        "order anyway; connect to the internet once.",
    )


def _disk(patient: Patient) -> Iterator[Finding]:
    free = patient.machine.disk_free_mb(patient.folder)
    yield Finding(
        name="disk",
        told="?" if free is None else f"{free / 1024:.1f} GB boş / free ({patient.folder})",
        good=None if free is None else free > LOW_DISK_MB,
        advice="Yer açın; o zamana kadar eller bellekte tutulur. / Make room; until then hands are "
        "kept in memory.",
    )


def _database(folder: Path) -> Finding:
    name, path = "maç defteri / match log", folder / LOG_NAME
    if not path.exists():
        return Finding(name=name, told="henüz yok / none yet")
    try:
        with look_into(path) as db:
            whole = db.execute("PRAGMA integrity_check(1)").fetchone()[0] == "ok"
            schema = db.execute("PRAGMA user_version").fetchone()[0]
            count = db.execute("SELECT count(*) FROM match").fetchone()[0]
    except sqlite3.Error as error:
        return Finding(name=name, told=f"{path}: {error}", good=False, advice=_RESTORE)
    if schema > SCHEMA_VERSION:
        newer = "Hakem'i güncelleyin. / Update Hakem."
        return Finding(name=name, told=f"{schema} > {SCHEMA_VERSION}", good=False, advice=newer)
    torn = Archive(folder).shelf().unreadable
    if whole and torn:
        told = f"{path}: {count} maçın {torn} tanesi okunamıyor / {torn} of {count} cannot be read"
        return Finding(name=name, told=told, good=False, advice=_ONE_TORN)
    told = f"{count} maç / matches, sağlam / whole" if whole else str(path)
    return Finding(name=name, told=told, good=whole, advice=_RESTORE)


_RESTORE = (
    "Dosyayı saklayın; yanındaki backup klasöründen bir kopyayı yerine koyun. / Keep the file; put "
    "a copy from the backup folder beside it in its place."
)
_ONE_TORN = (
    "Öbür maçlar ve yenileri etkilenmez; o maç gerekirse yanındaki backup klasörüne bakın. / Other "
    "matches and new ones are not affected; if you need that one, look into the backup folder."
)


def _models() -> Iterator[Finding]:
    home = files("models")
    manifest = tomllib.loads(home.joinpath("manifest.toml").read_text(encoding="utf-8"))
    wrong = []
    for entry in manifest.values():
        try:
            content = home.joinpath(entry["file"]).read_bytes()
        except OSError:
            wrong.append(f"{entry['file']} yok / missing")
            continue
        if hashlib.sha256(content).hexdigest() != entry["sha256"]:
            wrong.append(entry["file"])
    yield Finding(
        name="gözlerin dosyaları / networks",
        told=", ".join(wrong) or f"{len(manifest)} dosya, sağlam / files, whole",
        good=not wrong,
        advice="Hakem'i yeniden kurun. / Install Hakem again.",
    )


def _pins(patient: Patient) -> Finding:
    config = patient.loaded.config
    name = "düğme ve lamba / button and light"
    wired = ", ".join(f"{key} GPIO {pin}" for key, pin in used_pins(config.wiring))
    if config.panel.pins != "auto":
        return Finding(name=name, told=f"pins = {config.panel.pins}", good=None)
    try:
        factory = pin_factory("auto")
    except PanelError as error:
        return Finding(name=name, told=str(error), good=False, advice=_PINS)
    if factory is None:
        good = None if patient.machine.model is None else False
        return Finding(name=name, told="GPIO yok / no pins here", good=good, advice=_PINS)
    factory.close()
    return Finding(name=name, told=f"{wired}; deneyin / try: hakem panel --test")


_PINS = "sudo apt install python3-lgpio; hakem kullanıcısı gpio grubunda mı? / in group gpio?"


def _running(running: dict[str, Any] | None) -> Iterator[Finding]:
    if running is None:
        yield Finding(name="çalışan Hakem / running", told="yok / none", good=None)
        return
    yield Finding(
        name="çalışan Hakem / running",
        told=f"{running['uptime_s']} s, kamera / camera {running['camera']}: "
        f"{running['camera_state']}",
        good=bool(running["ok"]),
        advice=f"son uyarı / last warning: {running['last_error']}",
    )
    per_s = running["pictures_per_s"]
    if running["camera"] is not None:
        yield Finding(
            name="saniyede resim / pictures a second",
            told=f"{per_s:g}",
            good=per_s >= SLOW_PER_S,
            advice="Kamerayı ve sıcaklığı yoklayın. / Look at the camera and the temperature.",
        )


def _network(patient: Patient) -> Finding:
    numeric = patient.addresses[0] if patient.addresses else ""
    alone = not numeric or "127.0.0.1" in numeric
    return Finding(
        name="ağ / network",
        told="yok / none" if alone else "  ".join(patient.addresses),
        good=not alone,
        advice="Kutuyu Wi-Fi'ye bağlayın. / Connect the box to the Wi-Fi.",
    )
