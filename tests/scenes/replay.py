"""A film looked at by the eyes and judged by the referee as shipped; nothing is simulated here."""

import random
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

from device.answers import truthful_answer
from device.eyes import SEEN_GAME, EyesSpec, Opened, Report
from device.people import HandRecord
from device.referee import Referee
from device.sight import shipped_eyes
from device.store import Store
from rules.games import GAMES
from rules.log import Source
from rules.view import ScoreView
from tests.scenes.film import Act, Deed, Film
from vision.eyes import Look
from vision.frame import Frame
from web import port


@dataclass(slots=True)
class Outcome:
    """``scored``: points by hand and seat, {} for a void hand; ``asked``: (hand, question) in
    order; ``told``: every warning, sentence and advice that was to be seen."""

    scored: dict[int, dict[int, int]] = field(default_factory=dict)
    asked: list[tuple[int, str]] = field(default_factory=list)
    told: set[str] = field(default_factory=set)
    events: list[str] = field(default_factory=list)

    def faults(self, film: Film) -> list[str]:
        """What is not as it has to be; none is right."""
        codes = {code for _, code in self.asked}
        found = [
            f"hand {number}: {self.scored.get(number, 'never scored')}, right is {hand.points()}"
            for number, hand in enumerate(film.hands, 1)
            if self.scored.get(number) != hand.points()
        ]
        found += [
            f"hand {number} was never played" for number in self.scored if number > len(film.hands)
        ]
        found += [
            f"{code} was asked needlessly" for code in sorted(codes - {*film.due, *film.asks})
        ]
        found += [f"{code} was not asked" for code in sorted(set(film.asks) - codes)]
        found += [f"{code} was not told" for code in sorted(set(film.tells) - self.told)]
        return found


class Replay:
    """``folder`` keeps the log; ``seen`` is told of every picture once the referee is done with
    it."""

    def __init__(
        self,
        film: Film,
        folder: Path,
        *,
        pin: str = "123456",
        seen: Callable[[Frame], None] = lambda frame: None,
    ) -> None:
        self._film, self._folder, self._pin, self._seen = film, folder, pin, seen
        self.outcome = Outcome()
        self._open()

    def run(self) -> Outcome:
        acts = list(self._film.acts)
        seen = 0
        try:
            for frame in self._film.frames():
                while acts and acts[0].after <= seen:
                    self._act(acts.pop(0))
                look = self._eyes.look(frame)
                seen += 1
                self._report(look, frame.seq, frame.taken_s)
                self._seen(frame)
            for act in acts:
                self._act(act)
            self._note()
        finally:
            self._close()
        return self.outcome

    # --- the product ---------------------------------------------------------------------------

    def _open(self) -> None:
        game = GAMES[SEEN_GAME]
        layout = game.layout(game.options({}))
        self._eyes = shipped_eyes(EyesSpec(cameras=(), layout=layout, threads=1))
        self._store = Store(self._folder)
        self.referee = Referee(self._store, pin=self._pin, simulated=True, rng=random.Random(1))
        self.referee.start()
        self.referee.post(Opened(f"film:{self._film.name}", simulated=True))

    def _close(self) -> None:
        self.referee.stop()
        self._store.close()

    def _report(self, look: Look, seq: int, taken_s: float) -> None:
        self.outcome.events += [f"{seq} {event}" for event in look.events]
        self.referee.post(
            Report(
                seq=seq,
                taken_s=taken_s,
                events=tuple(look.events),
                state=look.state,
                advice=look.advice,
                stage_ms=dict(look.stage_ms),
                jpeg=b"picture" if look.events else None,
            )
        )
        assert self.referee.looked_at(seq, 60.0)
        self._note()

    def _note(self) -> None:
        snapshot = self.referee.snapshot()
        told = self.outcome.told
        told |= {code for code in (snapshot.camera.state, snapshot.camera.advice) if code}
        if (view := snapshot.score) is None:
            return
        told |= {str(notice.code) for notice in (view.sentence, *view.notices)}
        for question in view.questions:
            asked = (view.hand, str(question.ask.code))
            if asked not in self.outcome.asked:
                self.outcome.asked.append(asked)
        self.outcome.scored = {
            hand.number: {}
            if hand.void
            else {seat: points for seat, points in enumerate(hand.deltas) if points is not None}
            for hand in view.hands
        }

    # --- the people ----------------------------------------------------------------------------

    def _act(self, act: Act) -> None:
        match act.do:
            case Deed.BEGIN:
                players = tuple(port.Player(name=n, owner=o) for n, o in self._film.seats)
                self._submit(port.NewMatch(game=SEEN_GAME, players=players))
            case Deed.NEXT:
                self.referee.press()
            case Deed.VOID:
                self._submit(port.VoidHand())
            case Deed.ANSWER:
                self._answer()
            case Deed.LEAVE:
                self._submit(port.Tap(action={"do": "Leave", "seat": act.seat}))
            case Deed.TAKE_OVER:
                tap = {"do": "TakeOver", "seat": act.seat, "name": act.name}
                self._submit(port.Tap(action=tap))
            case Deed.POWER_CUT:
                self._close()
                self._open()
        self._note()

    def _submit(self, command: port.Command) -> None:
        score = self.referee.snapshot().score
        receipt = self.referee.submit(
            command, seen=None if score is None else score.seq, source=Source.PHONE
        )
        assert receipt.ok, (command, receipt)

    def _answer(self) -> None:
        """Whatever is asked, with the truth, until nothing is asked any more."""
        for _ in range(12):
            self._note()
            view = self._view()
            if not view.questions:
                return
            question = view.questions[0]
            answer = truthful_answer(question, self._hand(view))
            self._submit(port.Answer(question=question.id, answer=answer))

    def _hand(self, view: ScoreView) -> HandRecord:
        return self._film.hands[min(view.hand, len(self._film.hands)) - 1]

    def _view(self) -> ScoreView:
        score = self.referee.snapshot().score
        assert score is not None
        return score


def replay(film: Film, folder: Path) -> Outcome:
    return Replay(film, folder).run()
