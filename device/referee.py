"""The referee: the single writer. Inbox, decide, append, fold, publish; no arrow points back.

Everything that happens arrives in one queue: reports of the eyes, presses, wishes of phones. An
entry is on disk before its effect is published. What people see is a frozen snapshot; readers never wait
for the writer, and the writer never waits for a reader.
"""

import json
import logging
import queue
import random
import threading
from collections.abc import Callable
from concurrent.futures import Future
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from typing import Any

from device.eyes import Message, Opened, Report, Trouble
from device.hand import Evidence
from device.store import Row, Store, StoreError
from rules import match as matches
from rules.codes import Refusal
from rules.game import IllegalAction, Needs
from rules.game import Player as Seated
from rules.log import Acted, Body, Entry, Source, body_to_plain
from rules.match import Act, Correct, MatchState, Undo, VoidHand
from rules.moves import Answer, Lock, Next, Score
from rules.tabletop import CardOpen, Covered, LayoutSeen, Owner
from rules.view import ScoreView
from web import port

log = logging.getLogger(__name__)

COMMAND_S = 10.0


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
    """Implements ``web.port.RefereePort``; ``post``, ``press`` and ``submit`` may be called from
    any thread.

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
        self._match: MatchState | None = None
        self._match_id: int | None = None
        self._evidence = Evidence()
        self._covered: frozenset[str] = frozenset()
        self._epochs: dict[int, tuple[int, int]] = {}
        self._camera = port.CameraView(state="starting")
        self._live: bytes | None = None
        self._pictures: set[str] = set()
        self._resume()
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
        """Wait until picture ``seq`` has been dealt with."""
        with self._changed:
            return (
                self._changed.wait_for(lambda: self._looked >= seq or self._closed, timeout_s)
                and self._looked >= seq
            )

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
            return port.Receipt(ok=False, code="BUSY", version=self._snapshot.version)

    def preview(
        self, command: port.SetFact | port.VoidHand
    ) -> tuple[port.Change, ...] | port.Receipt:
        match = self._match
        if match is None:
            return port.Receipt(ok=False, code="NO_MATCH")
        try:
            found = matches.preview(match, _rules_command(command))
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
        import hmac

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
                self._publish(problem=(f"STORAGE_{error.code}", {"path": str(error.path)}))
            except Exception:  # a defect must not end the evening: the log is whole, go on from it
                log.exception("the referee stumbled; going on from the log")
                self._resume()
                self._publish(problem=("INTERNAL", {}))
        with self._changed:
            self._closed = True
            self._changed.notify_all()

    def _handle(self, item: Message | _Wish | _Press) -> None:
        match item:
            case Report():
                self._report(item)
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
                try:
                    receipt = self._command(item.command, seen=item.seen, source=item.source)
                except StoreError as error:
                    item.reply.set_result(port.Receipt(ok=False, code=f"STORAGE_{error.code}"))
                    raise
                except Exception:
                    item.reply.set_result(port.Receipt(ok=False, code="INTERNAL"))
                    raise
                item.reply.set_result(receipt)

    # --- what the eyes bring -------------------------------------------------------------------

    def _report(self, report: Report) -> None:
        camera = replace(self._camera, state=report.state, advice=report.advice)
        changed = camera != self._camera
        self._camera = camera
        if report.jpeg is not None:
            self._live = report.jpeg
        bodies = self._bodies_of(report) if self._match is not None else []
        if bodies:
            self._append(bodies)
        covered = self._covered
        for event in report.events:
            if isinstance(event, Covered):
                covered = event.places
        changed = changed or bool(bodies) or covered != self._covered
        self._covered = covered
        if self._match is not None:
            changed = self._advance(report.taken_s) or changed
        with self._changed:
            self._looked = max(self._looked, report.seq)
            self._changed.notify_all()
        if changed:
            self._publish()

    def _bodies_of(self, report: Report) -> list[tuple[Body, Source]]:
        """The certain part of what was seen; readings of cards are kept as evidence."""
        assert self._match is not None
        match, bodies = self._match, []
        for event in report.events:
            read = match.game.read(match.state, event)
            for action in read.play:
                body = Acted(action=action)
                match = self._tried(match, body)
                bodies.append((body, Source.CAMERA))
            if isinstance(event, LayoutSeen):
                self._evidence.forget()
            if read.choose and isinstance(event, CardOpen):
                self._evidence.note(event, read.choose, at_s=report.taken_s)
        return bodies

    @staticmethod
    def _tried(match: MatchState, body: Body) -> MatchState:
        entry = Entry(seq=match.seq + 1, at_utc="", source=Source.CAMERA, body=body)
        return matches.extend(match, entry)

    def _advance(self, now_s: float) -> bool:
        """Draw lots, settle readings and write the hand, as far as it goes now."""
        changed = False
        while (bodies := self._due(now_s)) is not None:
            self._append(bodies)
            changed = True
        return changed

    def _due(self, now_s: float) -> list[tuple[Body, Source]] | None:
        match = self._match
        assert match is not None
        self._evidence.now_s = max(self._evidence.now_s, now_s)
        needs = match.game.needs(match.state)
        if needs.chance:
            return [(Acted(action=self._rng.choice(needs.chance)), Source.REFEREE)]
        self._evidence.begin(len(match.closed))
        if actions := self._evidence.news():
            return [(Acted(action=action), Source.CAMERA) for action in actions]
        scorable = any(isinstance(action, Score) for action in match.game.legal(match.state))
        if not scorable and not self._undecided(match, needs):
            return None
        verdict = self._evidence.judge(match.game, match.state, told=_told(match))
        if verdict.write and scorable:
            return [(Acted(action=Score()), Source.REFEREE)]
        if verdict.play:
            return [(Acted(action=action), Source.CAMERA) for action in verdict.play]
        return None

    def _undecided(self, match: MatchState, needs: Needs[Any]) -> bool:
        """Everything that is needed lies open, and some of it could not even be shown."""
        return bool(needs.places) and self._evidence.holds(needs.places)

    # --- what people want ----------------------------------------------------------------------

    def _command(self, command: port.Command, *, seen: int | None, source: Source) -> port.Receipt:
        if isinstance(command, port.NewMatch):
            return self._new_match(command, source)
        match = self._match
        if match is None:
            return self._receipt(code="NO_MATCH")
        if seen is not None and self._stale(seen) and not isinstance(command, port.Answer):
            return self._receipt(code="STALE")
        try:
            bodies = matches.decide(match, _rules_command(command))
        except IllegalAction as refused:
            return self._refusal(refused)
        self._append([(body, source) for body in bodies])
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
        entry = Entry(seq=1, at_utc=_utc(), source=source, body=started)
        self._match_id = self._store.begin_match(
            game=command.game,
            started_at=entry.at_utc,
            simulated=self._simulated,
            first=[_row(entry)],
        )
        self._match = matches.fold((entry,))
        self._epochs = {}
        self._evidence = Evidence()
        self._advance(0.0)
        self._publish()
        return self._receipt()

    def _stale(self, seen: int) -> bool:
        """Whether hands were written, taken back or begun since the phone's state of the match."""
        now = self._epochs.get(self._match.seq if self._match else 0)
        return self._epochs.get(seen, now) != now

    # --- append, fold, publish -----------------------------------------------------------------

    def _append(self, bodies: list[tuple[Body, Source]]) -> None:
        """On disk first, then in memory. Pictures of a written or asked hand go with it."""
        match, entries = self._match, []
        assert match is not None
        assert self._match_id is not None
        questions = _question_ids(match)
        for body, source in bodies:
            entry = Entry(seq=match.seq + 1, at_utc=_utc(), source=source, body=body)
            match = matches.extend(match, entry)
            entries.append(entry)
        pictures = self._pictures_for(match, questions)
        self._store.append(self._match_id, [_row(entry) for entry in entries], pictures)
        self._pictures |= {name for name, _ in pictures}
        if len(match.closed) != len(self._match.closed if self._match else ()):
            self._evidence.begin(len(match.closed))
        self._match = match
        self._note_epoch()

    def _note_epoch(self) -> None:
        assert self._match is not None
        view = matches.view(self._match)
        edits = sum(not isinstance(entry.body, Acted) for entry in self._match.entries)
        self._epochs[self._match.seq] = (len(self._match.closed) * 1000 + view.hand, edits)

    def _pictures_for(self, match: MatchState, before: set[str]) -> list[tuple[str, bytes]]:
        if self._live is None or self._match is None:
            return []
        names = [self._question_picture(asked) for asked in _question_ids(match) - before]
        if len(match.closed) > len(self._match.closed):
            names.append(self._hand_picture(len(match.closed)))
        return [(name, self._live) for name in names]

    def _question_picture(self, question: str) -> str:
        return f"m{self._match_id}-q-{question.replace(':', '-')}"

    def _hand_picture(self, number: int) -> str:
        return f"m{self._match_id}-h-{number}"

    def _resume(self) -> None:
        """A restart is a refold from disk."""
        row = self._store.latest_match()
        if row is None:
            return
        stored = [
            {"seq": r.seq, "at_utc": r.at_utc, "source": r.source, "body": json.loads(r.body)}
            for r in self._store.entries(row.id)
        ]
        self._match = matches.fold(matches.load(stored))
        self._match_id = row.id
        self._pictures = set(self._store.picture_names(row.id))
        self._epochs = {}
        self._note_epoch()
        self._recall()

    def _recall(self) -> None:
        """What was seen of the unfinished hand is evidence still."""
        assert self._match is not None
        closed = self._match.closed
        self._evidence = Evidence(hand=len(closed))
        for entry in self._match.entries:
            if entry.seq <= (closed[-1] if closed else 0) or not isinstance(entry.body, Acted):
                continue
            if isinstance(entry.body.action, self._match.game.actions["Laid"]):
                self._evidence.forget()
            elif isinstance(entry.body.action, self._match.game.actions["See"]):
                self._evidence.recall(entry.body.action)

    def _compose(self, version: int, problem: Any = None) -> port.Snapshot:
        score = None
        if self._match is not None:
            score = self._illustrated(matches.view(self._match, covered=self._covered))
        return port.Snapshot(
            version=version,
            score=score,
            camera=self._camera,
            match_id=self._match_id,
            simulated=self._simulated,
            problem=problem,
        )

    def _illustrated(self, view: ScoreView) -> ScoreView:
        """Questions and hands with the pictures they were read from."""

        def known(name: str) -> str | None:
            return name if name in self._pictures else None

        questions = tuple(
            replace(q, picture=q.picture or known(self._question_picture(q.id)))
            for q in view.questions
        )
        hands = tuple(
            replace(
                hand,
                facts=tuple(
                    replace(f, picture=f.picture or known(self._hand_picture(hand.number)))
                    for f in hand.facts
                ),
            )
            for hand in view.hands
        )
        return replace(view, questions=questions, hands=hands)

    def _publish(self, problem: Any = None) -> None:
        snapshot = self._compose(self._snapshot.version + 1, problem)
        with self._changed:
            self._snapshot = snapshot
            self._changed.notify_all()
        if self._on_publish is not None:
            self._on_publish(snapshot)

    def _receipt(self, *, code: str = "", **args: str | int) -> port.Receipt:
        return port.Receipt(ok=not code, code=str(code), args=args, version=self._snapshot.version)

    def _refusal(self, refused: IllegalAction) -> port.Receipt:
        return self._receipt(code=refused.code, **refused.args_)


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
            raise TypeError(command)


def _told(match: MatchState) -> frozenset[str]:
    """Places a person spoke about in the present hand."""
    return frozenset(place.name for place in matches.view(match).places if place.by_person)


def _question_ids(match: MatchState) -> set[str]:
    return {question.id for question in matches.view(match).questions}


def _row(entry: Entry) -> Row:
    body = json.dumps(body_to_plain(entry.body), ensure_ascii=False, separators=(",", ":"))
    return Row(seq=entry.seq, at_utc=entry.at_utc, source=str(entry.source), body=body)


def _utc() -> str:
    return datetime.now(UTC).isoformat(timespec="milliseconds")
