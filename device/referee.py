"""The referee: the single writer. Inbox, decide, append, fold, publish; no arrow points back.

Everything that happens arrives in one queue: reports of the eyes, presses, wishes of phones. An
entry is on disk before its effect is published. What people see is a frozen snapshot; readers never
wait for the writer, and the writer never waits for a reader.
"""

import hmac
import logging
import queue
import random
import threading
from collections import deque
from collections.abc import Callable
from concurrent.futures import Future
from dataclasses import dataclass, replace
from typing import Any

from device.book import Bodies, Book, told_places
from device.eyes import Message, Opened, Report, Trouble
from device.hand import Evidence
from device.store import Store, StoreError
from rules import match as matches
from rules.codes import Refusal
from rules.game import IllegalAction
from rules.game import Player as Seated
from rules.log import Acted, Source
from rules.match import Act, Correct, MatchState, Undo, VoidHand
from rules.moves import Answer, Lock, Next, Score, Void
from rules.tabletop import CardOpen, Covered, LayoutSeen, Owner, TableCleared, TableEvent
from web import port

log = logging.getLogger(__name__)

COMMAND_S = 10.0
LOST_S = 8.0
"""When nothing happened for so long and a needed card was never seen open, the table is asked."""
BACKLOG = 500
"""Reports kept while the disk refuses them; each is small."""


@dataclass(frozen=True, slots=True)
class _Wish:
    command: port.Command
    seen: int | None
    source: Source
    reply: "Future[port.Receipt]"


@dataclass(frozen=True, slots=True)
class _Press:
    long: bool


class _Stop:
    pass


class Referee:
    """Implements ``web.port.RefereePort``; every public method may be called from any thread.

    ``on_publish`` is told of every snapshot (the status light); ``rng`` draws the lots.
    """

    def __init__(
        self,
        store: Store,
        *,
        pin: str,
        simulated: bool,
        rng: random.Random | None = None,
        on_publish: Callable[[port.Snapshot], None] | None = None,
        ask_picture: Callable[[], None] | None = None,
    ) -> None:
        self._store, self._pin, self._simulated = store, pin, simulated
        self._rng = rng or random.SystemRandom()
        self._on_publish, self._ask_picture = on_publish, ask_picture
        self._inbox: queue.Queue[Message | _Wish | _Press | _Stop] = queue.Queue()
        self._changed = threading.Condition()
        self._looked = 0  # the last picture dealt with
        self._closed = False
        self._book = Book(store)
        self._evidence = Evidence()
        self._backlog: deque[Report] = deque(maxlen=BACKLOG)
        self._lying: list[TableEvent] = []  # since a layout was seen that no hand has used up
        self._covered: frozenset[str] = frozenset()
        self._camera = port.CameraView(state="starting")
        self._problem: tuple[str, dict[str, str | int]] | None = None
        self._live: bytes | None = None
        self._recall()
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
        self._inbox.put(_Press(long=False))

    def press_long(self) -> None:
        """The button, held: this hand shall not count."""
        self._inbox.put(_Press(long=True))

    def looked_at(self, seq: int, timeout_s: float) -> bool:
        """Wait until picture ``seq`` has been dealt with; False when it has not been."""
        with self._changed:
            self._changed.wait_for(lambda: self._looked >= seq or self._closed, timeout_s)
            return self._looked >= seq

    def snapshot(self) -> port.Snapshot:
        return self._snapshot

    def wait(self, version: int, timeout_s: float) -> port.Snapshot:
        with self._changed:
            self._changed.wait_for(
                lambda: self._snapshot.version > version or self._closed, timeout_s
            )
            return self._snapshot

    def submit(
        self, command: port.Command, *, seen: int | None, source: str = "phone"
    ) -> port.Receipt:
        reply: Future[port.Receipt] = Future()
        known = source if source in set(Source) else Source.PHONE
        self._inbox.put(_Wish(command, seen, Source(known), reply))
        try:
            return reply.result(timeout=COMMAND_S)
        except TimeoutError:
            return self._receipt(code="BUSY")

    def preview(
        self, command: port.SetFact | port.VoidHand
    ) -> tuple[port.Change, ...] | port.Receipt:
        if not self._book.has_match:
            return self._receipt(code="NO_MATCH")
        try:
            found = matches.preview(self._book.match, _rules_command(command))
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

    def picture(self, name: str) -> bytes | None:
        if name == "live":
            if self._ask_picture is not None:
                self._ask_picture()
            return self._live
        return self._store.picture(name)

    def check_pin(self, pin: str) -> bool:
        return hmac.compare_digest(pin.encode(), self._pin.encode())

    # --- the one writer ------------------------------------------------------------------------

    def _run(self) -> None:
        while True:
            item = self._inbox.get()
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
                self._book.reopen()
                self._recall()
                self._problem = ("INTERNAL", {})
                self._publish()
        with self._changed:
            self._closed = True
            self._changed.notify_all()

    def _handle(self, item: Message | _Wish | _Press) -> None:
        match item:
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
                self._camera = replace(self._camera, state=state, advice=code)
                self._publish()
            case _Press(long=long):
                command = port.VoidHand() if long else port.NextHand()
                receipt = self._command(command, seen=None, source=Source.BUTTON)
                if not receipt.ok:
                    log.info("button: %s", receipt.code)
            case _Wish():
                self._grant(item)

    def _grant(self, wish: _Wish) -> None:
        try:
            receipt = self._command(wish.command, seen=wish.seen, source=wish.source)
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
        changed = camera != self._camera
        self._camera = camera
        if report.jpeg is not None:
            self._live = report.jpeg
        if report.events:
            self._evidence.stirred_s = report.taken_s
        for event in report.events:
            if isinstance(event, LayoutSeen | TableCleared):
                self._lying.clear()
            if self._lying or isinstance(event, LayoutSeen):
                self._lying.append(event)
            if isinstance(event, Covered):
                changed = changed or self._covered != event.places
                self._covered = event.places
        if self._book.has_match:
            self._backlog.append(report)
            changed = self._work_off() or changed
        if changed:
            self._publish()

    def _work_off(self) -> bool:
        """Take in the reports, oldest first; one the disk refuses stays for the next time."""
        changed = False
        while self._backlog:
            changed = self._take_in(self._backlog[0]) or changed
            self._backlog.popleft()
        if self._problem is not None:
            self._problem, changed = None, True
        return changed

    def _take_in(self, report: Report) -> bool:
        """The certain part of what was seen is played; readings of cards are evidence."""
        match, bodies = self._book.match, Bodies()
        for event in report.events:
            read = match.game.read(match.state, event)
            for action in read.play:
                match = self._book.tried(match, action)
                bodies.append((Acted(action=action), Source.CAMERA))
            if isinstance(event, LayoutSeen):
                self._evidence.dealt(waits=_under_way(match))
            if read.choose and isinstance(event, CardOpen):
                self._evidence.note(event, read.choose, at_s=report.taken_s)
        if bodies:
            self._book.append(bodies, picture=self._live)
        return self._advance(report.taken_s) or bool(bodies)

    def _advance(self, now_s: float) -> bool:
        """Draw lots, settle readings and write the hand, as far as it goes now."""
        self._evidence.now_s = max(self._evidence.now_s, now_s)
        changed = False
        while True:
            self._evidence.begin(len(self._book.match.closed))
            known = self._evidence.mark()
            bodies = self._due()
            if not bodies:
                return changed
            try:
                self._book.append(bodies, picture=self._live)
            except StoreError:
                self._evidence.back_to(known)
                raise
            if len(self._book.match.closed) != self._evidence.hand and not self._evidence.waits:
                self._lying.clear()
            changed = True

    def _due(self) -> Bodies:
        match = self._book.match
        needs = match.game.needs(match.state)
        if needs.chance:
            return [(Acted(action=self._rng.choice(needs.chance)), Source.REFEREE)]
        if actions := self._evidence.news(match.game, match.state):
            return _seen(actions)
        closing = _closing(match, Void if needs.void else Score)
        if closing is not None and needs.void:
            return [(Acted(action=closing), Source.REFEREE)]
        lost = (
            self._evidence.quiet_s >= LOST_S
            and match.game.outcome(match.state, {}) is Refusal.UNREAD_CARD
        )
        if closing is None and not lost and not self._evidence.unresolved(needs.places):
            return []
        verdict = self._evidence.judge(
            match.game, match.state, needed=needs.places, told=told_places(match)
        )
        if verdict.write and closing is not None:
            return [(Acted(action=closing), Source.REFEREE)]
        return _seen(verdict.play)

    def _recall(self) -> None:
        """After a restart, what was seen of the unfinished hand is evidence still."""
        self._evidence = Evidence()
        if not self._book.has_match:
            return
        match = self._book.match
        self._evidence.begin(len(match.closed))
        for action in self._book.unfinished():
            if isinstance(action, match.game.actions["Laid"]):
                self._evidence.dealt(waits=False)
            elif isinstance(action, match.game.actions["See"]):
                self._evidence.recall(action)

    # --- what people want ----------------------------------------------------------------------

    def _command(self, command: port.Command, *, seen: int | None, source: Source) -> port.Receipt:
        if isinstance(command, port.NewMatch):
            return self._new_match(command, source)
        if not self._book.has_match:
            return self._receipt(code="NO_MATCH")
        if seen is not None and not isinstance(command, port.Answer) and self._book.is_stale(seen):
            return self._receipt(code="STALE")
        try:
            bodies = matches.decide(self._book.match, _rules_command(command))
        except IllegalAction as refused:
            return self._refusal(refused)
        self._book.append([(body, source) for body in bodies], picture=self._live)
        self._advance(self._evidence.now_s)
        self._publish()
        return self._receipt()

    def _new_match(self, command: port.NewMatch, source: Source) -> port.Receipt:
        try:
            players = tuple(Seated(name=p.name, owner=Owner(p.owner)) for p in command.players)
            started = matches.start(
                game=command.game,
                players=players,
                options=command.options,
                simulated=self._simulated,
            )
        except IllegalAction as refused:
            return self._refusal(refused)
        except ValueError:
            owners = ", ".join(p.owner for p in command.players)
            return self._receipt(code=Refusal.BAD_PLAYERS, value=owners, expected=", ".join(Owner))
        self._book.begin(started, source)
        self._evidence = Evidence(now_s=self._evidence.now_s)
        self._backlog.clear()
        self._take_in(_lying_now(self._lying, self._evidence.now_s))
        self._publish()
        return self._receipt()

    # --- publish -------------------------------------------------------------------------------

    def _compose(self, version: int) -> port.Snapshot:
        return port.Snapshot(
            version=version,
            score=self._book.view(self._covered),
            camera=self._camera,
            match_id=self._book.match_id,
            simulated=self._simulated,
            problem=self._problem,
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


def _closing(match: MatchState, kind: type[Score] | type[Void]) -> Score | Void | None:
    """The action of this kind that would close the hand now, as the rules offer it."""
    offered = match.game.legal(match.state)
    return next((action for action in offered if isinstance(action, kind)), None)


def _under_way(match: MatchState) -> bool:
    """Whether pawns stand for a hand that is not closed: a new deal has to wait for it."""
    view = matches.view(match)
    return view.hand > len(match.closed) and any(seat.pick for seat in view.seats)


def _seen(actions: tuple[Any, ...]) -> Bodies:
    return [(Acted(action=action), Source.CAMERA) for action in actions]


def _lying_now(events: list[TableEvent], now_s: float) -> Report:
    """What lies on the cloth at the start of a match, told once more."""
    return Report(
        seq=0,
        taken_s=now_s,
        events=tuple(events),
        state="seeing",
        advice=None,
        stage_ms={},
        jpeg=None,
    )


def _rules_command(command: port.Command) -> matches.Command:
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
        case _:
            raise TypeError(f"no command of the rules: {command}")
