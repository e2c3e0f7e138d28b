"""Wiring: what is started in which order, and stopped in the other.

eyes' process -> log -> referee -> panel -> page; a staged match adds its people last.
"""

import logging
import os
import random
import secrets
import threading
import time
from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import dataclass, field
from pathlib import Path

from device.advice import (
    CannotStart,
    config_problem,
    damage_advice,
    no_camera_advice,
    store_advice,
)
from device.archive import SIMULATION_FOLDER, Archive
from device.clock import Clock, PacedClock, VirtualClock
from device.config import Config, Problem
from device.eyes import SEEN_GAME, EyesLink, EyesSpec, Message, Opened, Trouble
from device.glance import PhotoReader
from device.health import Health
from device.network import NetworkWatch, addresses
from device.panel import Panel, PanelError, Wishes, pin_factory
from device.people import HandRecord, Odds
from device.referee import Referee
from device.rehearsal import Rehearsal
from device.spool import PASSING, Spool
from device.stage import Curtain, Stage
from device.store import Store, StoreError
from device.systemd import Notifier, listening_sockets
from rules.games import GAMES
from vision.cameras.staged import stage_decks
from web.touch import Touch

log = logging.getLogger(__name__)

OPEN_S = 30.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """What ``hakem play`` was asked for."""

    config: Config = field(default_factory=Config)  # what no field below says by itself
    problems: tuple[Problem, ...] = ()  # of the configuration: a safe mode, see App.start
    cameras: tuple[str, ...] = ("pi", "usb")
    game: str = SEEN_GAME
    players: int = 4
    seed: int | None = None
    hands: int | None = None
    headless: bool = False
    faces_dir: Path | None = None
    data_dir: Path = field(default_factory=lambda: default_data_dir())
    host: str = "0.0.0.0"
    port: int = 8013
    pins: str = "auto"
    service: bool = False  # nobody reads a terminal: the page must come up, whatever is wrong
    record_in: Path | None = None
    noise: bool = False
    scripted: bool = False  # the networks replaced by the truth, for tests of what comes after
    patience_s: float = 20.0  # a staged question waits so long for somebody on a phone
    between_s: float = 2.0  # people look at the points before they go on
    pace: float = 1.0  # of a staged match that is watched
    again: bool = True  # another staged match after the first
    odds: Odds | None = None
    say: Callable[[str], None] = print


def default_data_dir() -> Path:
    """systemd's state directory, else the user's own."""
    given = os.environ.get("STATE_DIRECTORY")
    if given:
        return Path(given.partition(":")[0])
    base = os.environ.get("XDG_DATA_HOME") or str(Path.home() / ".local" / "share")
    return Path(base) / "hakem"


def deck_file(data_dir: Path) -> Path:
    """Where the deck of this table is kept once it was taught, beside its matches."""
    return data_dir / "deck.npz"


class App:
    """One running Hakem. ``run`` blocks until the play is over or ``stop`` is called."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self._stack = ExitStack()
        self._stopping = threading.Event()
        self._opened: Opened | None = None
        self._early: list[Message] = []
        self._first = threading.Event()
        self._handing_over = threading.Lock()
        self._no_camera = ""
        self._notifier = Notifier(os.environ)
        self.eyes: EyesLink | None = None
        self._panel: Panel | None = None
        self.touch = Touch(on_ask=self._invite)
        self.health = Health(
            folder=settings.data_dir,
            answers=lambda within_s: self.referee.answers(within_s),
            eyes_pid=lambda: None if self.eyes is None else self.eyes.pid(),
            queue=lambda: self.referee.waiting,
            unsaved=lambda: len(self.referee.snapshot().unsaved),
        )
        self._referee: Referee | None = None

    def __enter__(self) -> "App":
        return self

    def __exit__(self, *_: object) -> None:
        self._notifier.stopping()
        self.stop()
        self._stack.close()

    def stop(self) -> None:
        self._stopping.set()

    @property
    def referee(self) -> Referee:
        assert self._referee is not None
        return self._referee

    # --- start ---------------------------------------------------------------------------------

    def start(self) -> None:
        """Everything up to the page. Raises CannotStart.

        With problems in the configuration this is a safe mode: no camera and no pins are touched,
        the page says what is wrong, and points are written by hand.
        """
        settings = self.settings
        if settings.problems and not settings.headless:
            self._start_safely()
            return
        eyes = EyesLink(self._spec(), self._from_eyes)
        eyes.start()
        self._stack.callback(eyes.stop)
        self.eyes = eyes
        if settings.headless or "staged" in settings.cameras:
            self._await_camera()  # whether this is a simulation decides where its log lies
        self._begin(self._open_referee(eyes.ask_picture))

    def _spec(self) -> EyesSpec:
        settings, seen = self.settings, GAMES[SEEN_GAME]
        return EyesSpec(
            cameras=settings.cameras,
            layout=seen.layout(seen.options({})),
            faces_dir=settings.faces_dir,
            noise=settings.noise,
            record_in=settings.record_in,
            scripted=settings.scripted,
            threads=settings.config.camera.threads,
            up_deg=settings.config.camera.up_deg,
            deck_file=deck_file(settings.data_dir),
        )

    def _start_safely(self) -> None:
        for problem in self.settings.problems:
            self.settings.say(str(problem))
        self._first.set()  # no advice about cameras: it was not looked for
        self._from_eyes(Trouble("KAMERA_YOK", "The configuration has to be mended first."))
        self._begin(self._open_referee(None))

    def _begin(self, referee: Referee) -> None:
        """From here on the referee hears the eyes; what they said before comes first."""
        referee.start()
        self._stack.callback(referee.stop)
        with self._handing_over:
            for message in self._early:
                referee.post(message)
            self._referee = referee

    def _from_eyes(self, message: Message) -> None:
        self.health.saw(message)
        with self._handing_over:
            if isinstance(message, Opened):
                self._opened = message
            if self._referee is not None:
                self._referee.post(message)
            else:
                self._early.append(message)
        if isinstance(message, Trouble) and self._opened is None and not self._first.is_set():
            self._no_camera = no_camera_advice(message)
            if not self.settings.headless:
                self.settings.say(self._no_camera)
        self._first.set()

    def _await_camera(self) -> None:
        if not self._first.wait(OPEN_S):
            self.settings.say("Kamera bekleniyor. / Waiting for the camera.")
        if self.settings.headless and self._no_camera:
            raise CannotStart(self._no_camera)

    def _open_referee(self, ask_picture: Callable[[], None] | None) -> Referee:
        simulated = self._opened is not None and self._opened.simulated
        folder = self.settings.data_dir / (SIMULATION_FOLDER if simulated else "")
        try:
            store = self._open_store(folder)
        except StoreError as error:
            raise CannotStart(store_advice(error), status=3) from error
        self._stack.callback(store.close)
        self.store = store
        problems = self.settings.problems
        panel = None if problems else self._open_panel()
        referee = Referee(
            store,
            pin=_kept(store, "pin", lambda: f"{secrets.randbelow(10**6):06d}"),
            simulated=simulated,
            rng=random.Random(self.settings.seed) if simulated else None,
            ask_picture=ask_picture,
            problem=("CONFIG", config_problem(problems)) if problems else None,
            on_publish=panel.show if panel is not None else None,
            on_refused=panel.refuse if panel is not None else None,
        )
        if referee.damage is not None:
            self.settings.say(damage_advice(referee.damage, folder))
        return referee

    def _open_store(self, folder: Path) -> Spool:
        """The log; where its folder is there but takes nothing, a copy in memory for the time
        being. Raises StoreError."""
        try:
            return Spool(Store(folder))
        except StoreError as error:
            passing = error.code in PASSING or (self.settings.service and error.code != "LOCKED")
            if not passing or self.settings.headless or not folder.is_dir():
                raise
            self.settings.say(store_advice(error))
            return Spool.without_disk(folder, error)

    def _open_panel(self) -> Panel | None:
        settings = self.settings
        try:
            factory = pin_factory(settings.pins)
            if factory is None:
                if settings.pins == "auto":
                    settings.say(
                        "Düğme yok: bu makinede GPIO bulunamadı, telefon yeter. / "
                        "No button: this machine has no GPIO pins, a phone is enough."
                    )
                return None
            if settings.pins == "mock":
                settings.say("SAHTE PİNLER: düğme ve ışık bağlı değil. / MOCK PINS, as asked.")
            panel = Panel(
                factory,
                wishes=Wishes(
                    next=self._next_pressed,
                    void=lambda: self.referee.press_long(),
                    undo=lambda: self.referee.press_undo(),
                    bluff=lambda seat: self.referee.press_bluff(seat),
                ),
                wiring=settings.config.wiring,
                hold_s=settings.config.panel.hold_s,
                sound=settings.config.panel.sound,
            )
        except PanelError as error:
            settings.say(f"Düğme ve ışık çalışmıyor. / The button and light are off: {error}")
            return None
        self._stack.callback(panel.close)
        watch = NetworkWatch(panel.reach)
        watch.start()
        self._stack.callback(watch.stop)
        self._panel = panel
        return panel

    def _next_pressed(self) -> None:
        """A press that a phone waited for means that phone, and no hand."""
        if not self.touch.pressed():
            self.referee.press()

    def _invite(self) -> None:
        if self._panel is not None:
            self._panel.invite()

    # --- run -----------------------------------------------------------------------------------

    def serve(self) -> None:
        """The page, in a thread of its own. Raises CannotStart when the port is taken."""
        logging.getLogger().addHandler(self.health.last_words)
        self._stack.callback(logging.getLogger().removeHandler, self.health.last_words)
        from web.app import create_app
        from web.config import WebConfig
        from web.errors import WebError
        from web.grants import FIRST, Grants
        from web.serve import Server

        self.touch.present = (
            self._panel is not None and self.settings.config.wiring.next is not None
        )
        secret = bytes.fromhex(_kept(self.store, "secret", lambda: secrets.token_hex(32)))
        port = self.port = self.settings.port
        read_photo = PhotoReader(self._spec())
        self._stack.callback(read_photo.close)
        app = create_app(
            self.referee,
            config=WebConfig(
                secret=secret,
                game=self.settings.game,
                language=self.settings.config.page.language,
                addresses=lambda: addresses(self.port),
                health=self.health.report,
                touch=self.touch,
                grants=Grants(
                    number=int(_kept(self.store, "grants", lambda: str(FIRST))),
                    keep=lambda number: self.store.set_setting("grants", str(number)),
                ),
                read_photo=read_photo,
            ),
            archive=Archive(self.settings.data_dir),
        )
        try:
            server = Server(
                app, host=self.settings.host, port=port, also=listening_sockets(os.environ)
            )
        except WebError as error:
            raise CannotStart(
                f"{port} numaralı kapı dolu. Başka kapı: hakem play --port {port + 1}\n"
                f"Port {port} is taken or refused ({error}). Another: hakem play --port {port + 1}",
                status=4,
            ) from error
        self.port = min(server.ports, key=lambda each: (each != 80, each != server.port))
        thread = threading.Thread(target=server.run, name="web", daemon=True)
        thread.start()
        self._stack.callback(thread.join, 5)
        self._stack.callback(server.stop)
        address = addresses(self.port)[0]
        self._notifier.ready(address)
        self._notifier.feed_while(self.referee.answers)
        pin = "" if self.settings.service else f"   PIN: {self.pin}"  # a journal is kept and read
        self.settings.say(f"Hakem hazır / ready: {address}{pin}\nDurdurmak için / to stop: Ctrl+C")

    @property
    def pin(self) -> str:
        return self.store.setting("pin") or ""

    def wait(self) -> None:
        self._stopping.wait()

    def rehearse(
        self, *, each: Callable[[], None] = lambda: None
    ) -> tuple[list[HandRecord], float]:
        """Play the staged match, calling ``each`` after every hand; returns its records and the
        seconds it took."""
        settings = self.settings
        clock: Clock = VirtualClock() if settings.headless else PacedClock(settings.pace)
        assert self.eyes is not None
        assert self.eyes.shots is not None
        rehearsal = Rehearsal(
            stage=Stage(self.eyes.shots, clock, self.referee.looked_at),
            phone=self.referee,
            press=self.referee.press,
            clock=clock,
            decks=stage_decks(settings.faces_dir),
            players=settings.players,
            hands=settings.hands,
            seed=settings.seed if settings.seed is not None else secrets.randbelow(10**6),
            patience_s=1.0 if settings.headless else settings.patience_s,
            between_s=0.0 if settings.headless else settings.between_s,
            again=settings.again,
            odds=settings.odds,
            each=each,
        )
        began = time.monotonic()
        try:
            rehearsal.run()
        except Curtain:
            log.info("the curtain fell")
        return list(rehearsal.records), time.monotonic() - began

    @property
    def staged(self) -> bool:
        return self._opened is not None and self._opened.name.startswith("staged")


def _kept(store: Spool, key: str, make: Callable[[], str]) -> str:
    """A generated value that stays the same from then on."""
    value = store.setting(key)
    if value is None:
        value = make()
        store.set_setting(key, value)
    return value
