"""The referee: the single writer. Inbox, decide, append, fold, publish; no arrow points back.

Everything that happens arrives in one queue: reports of the eyes, presses, wishes of phones. An
entry is on disk before its effect is published, or its hand is published as not saved. What people
see is a frozen snapshot; readers never wait for the writer, and the writer never waits for a
reader.
"""

import hmac
import logging
import queue
import random
import threading
import time
from collections.abc import Callable
from concurrent.futures import Future
from dataclasses import dataclass, replace

from device.desk import Desk
from device.eyes import Message, Opened, Report, Trouble
from device.spool import Spool
from device.store import Store, StoreError
from rules import match as matches
from rules.codes import Refusal, Reply
from rules.edits import Edit, edits
from rules.game import IllegalAction
from rules.game import Player as Seated
from rules.log import LogError, Source
from rules.match import Act, Correct, Undo, VoidHand
from rules.moves import Answer, Lock, Next
from rules.tabletop import Covered, Owner
from web import port

log = logging.getLogger(__name__)

COMMAND_S = 10.0
SAVE_AGAIN_S = 2.0
"""How often a disk that refused is asked again."""


@dataclass(frozen=True, slots=True)
class _Wish:
    command: port.Command
    seen: int | None
    source: Source
    by: str
    reply: "Future[port.Receipt]"


@dataclass(frozen=True, slots=True)
class _Press:
    """``command`` None: "Blöf!" of ``seat``, if the game waits for it."""

    command: port.Command | None
    seat: int = 0


@dataclass(frozen=True, slots=True)
class _Ping:
    reply: "Future[None]"


class _Stop:
    pass


class _Ring:
    """The clock reached a game's deadline, or the time to ask the disk again."""


class Referee:
    """Implements ``web.port.RefereePort``; every public method may be called from any thread.

    ``on_publish`` is told of every snapshot (the status light), ``on_refused`` of a press that
    changed nothing; ``rng`` draws the lots; ``clock`` stamps taps and closes a game's open windows
    (wall time: a restart keeps its meaning); ``problem`` (code, values) stands on the page until
    the next start.
    """

    def __init__(
        self,
        store: Store | Spool,
        *,
        pin: str,
        simulated: bool,
        rng: random.Random | None = None,
        on_publish: Callable[[port.Snapshot], None] | None = None,
        on_refused: Callable[[], None] | None = None,
        ask_picture: Callable[[], None] | None = None,
        clock: Callable[[], float] = time.time,
        problem: tuple[str, dict[str, str | int]] | None = None,
    ) -> None:
        self._store = store if isinstance(store, Spool) else Spool(store)
        self._pin, self._simulated = pin, simulated
        self._on_publish, self._on_refused = on_publish, on_refused
        self._ask_picture = ask_picture
        self._clock = clock
        self._inbox: queue.Queue[Message | _Wish | _Press | _Ping | _Stop] = queue.Queue()
        self._changed = threading.Condition()
        self._looked = 0  # the last picture dealt with
        self._closed = False
        self._desk = Desk(self._store, rng=rng or random.SystemRandom())
        self._covered: frozenset[str] = frozenset()
        self._camera = port.CameraView(state="starting")
        self._problem: tuple[str, dict[str, str | int]] | None = None
        self._standing = problem
        self._save_again_s = 0.0  # monotonic
        self._snapshot = self._compose(version=1)
        self._thread = threading.Thread(target=self._run, name="referee", daemon=True)

    # --- for everybody -------------------------------------------------------------------------

    def start(self) -> None:
        self._thread.start()

    def stop(self) -> None:
        self._inbox.put(_Stop())
        self._thread.join(timeout=COMMAND_S)

    def post(self, message: Message) -> None:
        """From the eyes' link."""
        self._inbox.put(message)

    def press(self) -> None:
        """The button on the table, short: next hand."""
        self._inbox.put(_Press(port.NextHand()))

    def press_long(self) -> None:
        """The button, held: this hand shall not count."""
        self._inbox.put(_Press(port.VoidHand()))

    def press_undo(self) -> None:
        """The other button: take the last decision back."""
        self._inbox.put(_Press(port.Undo()))

    def press_bluff(self, seat: int) -> None:
        """A seat's own button: "Blöf!"."""
        self._inbox.put(_Press(None, seat))

    def looked_at(self, seq: int, timeout_s: float) -> bool:
        """Wait until picture ``seq`` has been dealt with; False when it has not been."""
        with self._changed:
            self._changed.wait_for(lambda: self._looked >= seq or self._closed, timeout_s)
            return self._looked >= seq

    @property
    def waiting(self) -> int:
        """How much lies in the inbox."""
        return self._inbox.qsize()

    def answers(self, within_s: float) -> bool:
        """Whether the one writer still works through its inbox; for the watchdog."""
        reply: Future[None] = Future()
        self._inbox.put(_Ping(reply))
        try:
            reply.result(timeout=within_s)
        except TimeoutError:
            return False
        return True

    @property
    def damage(self) -> LogError | None:
        """What is wrong with the log of the latest match, where it could not be taken up again."""
        return self._desk.damage

    def snapshot(self) -> port.Snapshot:
        return self._snapshot

    def wait(self, version: int, timeout_s: float) -> port.Snapshot:
        with self._changed:
            self._changed.wait_for(
                lambda: self._snapshot.version > version or self._closed, timeout_s
            )
            return self._snapshot

    def submit(
        self, command: port.Command, *, seen: int | None, source: str = "phone", by: str = ""
    ) -> port.Receipt:
        reply: Future[port.Receipt] = Future()
        known = source if source in set(Source) else Source.PHONE
        self._inbox.put(_Wish(command, seen, Source(known), by, reply))
        try:
            return reply.result(timeout=COMMAND_S)
        except TimeoutError:
            return self._receipt(code="BUSY")

    def preview(
        self, command: port.SetFact | port.VoidHand
    ) -> tuple[port.Change, ...] | port.Receipt:
        match = self._desk.match
        if match is None:
            return self._receipt(code="NO_MATCH")
        try:
            found = matches.preview(match, self._rules_command(command))
        except IllegalAction as refused:
            return self._refusal(refused)
        return tuple(
            port.Change(
                seat=change.seat,
                hand=change.hand,
                delta_before=change.delta_before,
                delta_after=change.delta_after,
                total_before=change.total_before,
                total_after=change.total_after,
            )
            for change in found
        )

    def edits(self, number: int) -> tuple[Edit, ...]:
        match = self._desk.match
        return () if match is None else edits(match, number)

    def picture(self, name: str) -> bytes | None:
        if name == "live":
            if self._ask_picture is not None:
                self._ask_picture()
            return self._desk.live
        return self._store.picture(name)

    def now_s(self) -> float:
        return self._clock()

    def check_pin(self, pin: str) -> bool:
        return hmac.compare_digest(pin.encode(), self._pin.encode())

    def pin(self) -> str:
        return self._pin

    # --- the one writer ------------------------------------------------------------------------

    def _run(self) -> None:
        while True:
            item = self._next_item()
            if isinstance(item, _Stop):
                break
            try:
                self._handle(item)
            except StoreError as error:
                log.error("%s", error)
                self._problem = (f"STORAGE_{error.code}", {"path": str(error.path)})
                self._publish()
            except Exception:  # a defect must not end the evening: the log is whole, go on from it
                log.exception("the referee stumbled; going on from the log")
                self._desk.reopen()
                self._problem = ("INTERNAL", {})
                self._publish()
        self._store.flush()
        with self._changed:
            self._closed = True
            self._changed.notify_all()

    def _next_item(self) -> "Message | _Wish | _Press | _Ping | _Ring | _Stop":
        try:
            return self._inbox.get(timeout=self._patience_s())
        except queue.Empty:
            return _Ring()

    def _patience_s(self) -> float | None:
        """How long the writer may sleep: until the window that stands open closes, or the disk is
        asked again."""
        until_s = self._desk.deadline()
        waits = [] if until_s is None else [until_s - self._clock()]
        if self._store.waiting:
            waits.append(self._save_again_s - time.monotonic())
        return max(0.0, min(waits)) if waits else None

    def _handle(self, item: Message | _Wish | _Press | _Ping | _Ring) -> None:
        match item:
            case _Ping(reply=reply):
                reply.set_result(None)
            case _Ring():
                saved = self._save_again()
                if self._desk.elapse(self._clock()) or saved:
                    self._publish()
            case Report():
                try:
                    self._report(item)
                finally:
                    with self._changed:
                        self._looked = max(self._looked, item.seq)
                        self._changed.notify_all()
            case Opened(name=name, simulated=simulated):
                self._camera = port.CameraView(state="searching", name=name, simulated=simulated)
                self._publish()
            case Trouble(code=code):
                state = "none" if code == "KAMERA_YOK" else "stopped"
                camera = replace(self._camera, state=state, advice=code)
                if camera != self._camera:
                    self._camera = camera
                    self._publish()
            case _Press():
                self._pressed(item)
            case _Wish():
                self._grant(item)

    def _pressed(self, press: _Press) -> None:
        command = press.command or self._bluff_of(press.seat)
        if command is None:
            refused = f"nobody waits for a bluff of seat {press.seat}"
        else:
            refused = self._command(command, seen=None, source=Source.BUTTON).code
        if refused:
            log.info("button: %s", refused)
            if self._on_refused is not None:
                self._on_refused()

    def _bluff_of(self, seat: int) -> port.Command | None:
        score = self._snapshot.score
        taps = () if score is None else score.taps
        found = (t for t in taps if t.seat == seat and t.label.code == Reply.BLOF)
        tap = next(found, None)
        return None if tap is None else port.Tap(action=tap.action)

    def _save_again(self) -> bool:
        """Ask a disk that refused; whether that changed what people are told."""
        if not self._store.waiting or time.monotonic() < self._save_again_s:
            return False
        before = self._unsaved()
        self._store.flush()
        self._save_again_s = time.monotonic() + SAVE_AGAIN_S
        return self._unsaved() != before

    def _unsaved(self) -> tuple[str, dict[str, str | int]] | None:
        """The problem of a disk that takes nothing, with the hands that are not saved."""
        trouble = self._store.trouble
        if trouble is None:
            return None
        hands = ", ".join(map(str, self._desk.unsaved_hands)) or "-"
        return f"STORAGE_{trouble.code}", {"hands": hands, "path": str(trouble.path)}

    def _damaged(self) -> tuple[str, dict[str, str | int]] | None:
        damage = self._desk.damage
        return None if damage is None else ("STORAGE_CORRUPT", {"entry": damage.number})

    def _grant(self, wish: _Wish) -> None:
        try:
            receipt = self._command(wish.command, seen=wish.seen, source=wish.source, by=wish.by)
        except StoreError as error:
            wish.reply.set_result(self._receipt(code=f"STORAGE_{error.code}"))
            raise
        except Exception:
            wish.reply.set_result(self._receipt(code="INTERNAL"))
            raise
        wish.reply.set_result(receipt)

    # --- what the eyes bring -------------------------------------------------------------------

    def _report(self, report: Report) -> None:
        camera = replace(self._camera, state=report.state, advice=report.advice)
        covered = next(
            (e.places for e in reversed(report.events) if isinstance(e, Covered)), self._covered
        )
        changed = (camera, covered) != (self._camera, self._covered)
        self._camera, self._covered = camera, covered
        changed = self._desk.look(report) or changed
        if self._problem is not None and self._desk.match is not None:
            self._problem, changed = None, True
        if changed:
            self._publish()

    # --- what people want ----------------------------------------------------------------------

    def _command(
        self, command: port.Command, *, seen: int | None, source: Source, by: str = ""
    ) -> port.Receipt:
        if isinstance(command, port.NewMatch):
            return self._new_match(command, source)
        if self._desk.match is None:
            return self._receipt(code="NO_MATCH")
        if seen is not None and not isinstance(command, port.Answer) and self._desk.is_stale(seen):
            return self._receipt(code="STALE")
        try:
            self._desk.obey(self._rules_command(command), source, by=by)
        except IllegalAction as refused:
            return self._refusal(refused)
        self._publish()
        return self._receipt()

    def _new_match(self, command: port.NewMatch, source: Source) -> port.Receipt:
        try:
            players = tuple(Seated(name=p.name, owner=Owner(p.owner)) for p in command.players)
        except ValueError:
            owners = ", ".join(p.owner for p in command.players)
            return self._receipt(code=Refusal.BAD_PLAYERS, value=owners, expected=", ".join(Owner))
        try:
            self._desk.begin(
                game=command.game,
                players=players,
                options=command.options,
                simulated=self._simulated,
                source=source,
            )
        except IllegalAction as refused:
            return self._refusal(refused)
        self._publish()
        return self._receipt()

    def _rules_command(self, command: port.Command) -> matches.Command:
        """Raises IllegalAction for a tap that is no action of the game."""
        match command:
            case port.NextHand():
                return Act(action=Next())
            case port.Lock():
                return Act(action=Lock())
            case port.Answer(question=question, answer=answer):
                return Act(action=Answer(question=question, answer=answer))
            case port.Undo():
                return Undo()
            case port.VoidHand(number=number):
                return VoidHand(number=number)
            case port.SetFact(number=number, changes=changes):
                return Correct(number=number, changes=changes)
            case port.Tap(action=action):
                return self._desk.tapped(action, at_s=self._clock())
            case _:
                raise TypeError(f"no command of the rules: {command}")

    # --- publish -------------------------------------------------------------------------------

    def _compose(self, version: int) -> port.Snapshot:
        return port.Snapshot(
            version=version,
            score=self._desk.view(self._covered),
            camera=self._camera,
            match_id=self._desk.match_id,
            simulated=self._simulated,
            problem=self._problem or self._unsaved() or self._damaged() or self._standing,
            unsaved=self._desk.unsaved_hands,
        )

    def _publish(self) -> None:
        snapshot = self._compose(self._snapshot.version + 1)
        with self._changed:
            self._snapshot = snapshot
            self._changed.notify_all()
        if self._on_publish is not None:
            self._on_publish(snapshot)

    def _receipt(self, *, code: str = "", **args: str | int) -> port.Receipt:
        return port.Receipt(ok=not code, code=str(code), args=args, version=self._snapshot.version)

    def _refusal(self, refused: IllegalAction) -> port.Receipt:
        return self._receipt(code=refused.code, **refused.args_)
