"""Scripted people at a staged table: physical moves and button presses only. A simulation.

They see what people see (their own cards and pawns, and the phone) and do what people do: reach
over the cards, change their minds, play out of turn, stack pawns, bump the cloth, turn a corner
too early, forget "next". What lay there and who stood where is kept from the stage alone, for the
report.

Whoever watches has a phone, too, and may begin a match there: the people drop the hand they are at
and sit down to that one under its names; at a game that is written by hand they only look on.
"""

import random
from collections.abc import Callable
from dataclasses import replace

from device.answers import truthful_answer
from device.clock import Clock
from device.eyes import SEEN_GAME
from device.gestures import Gestures
from device.people import NAMES, HandRecord, Odds, Person
from device.stage import CORNERS, FRAME_S, Stage, Table, evening_clutter, evening_look
from rules.tabletop import Owner
from rules.view import ScoreView
from web.port import Answer, NewMatch, NextHand, Player, RefereePort, VoidHand

SOURCE = "rehearsal"
WINNER_LOOKS = 30
"""How many times as long as at a hand's points people look at the winner: a minute as shipped."""


class _OtherMatch(Exception):
    """Another match stands on the phone than the one that is played."""


class Rehearsal:
    """Plays ``hands`` hands (None: until the curtain falls), as many matches as it takes.

    ``phone`` is what people hold in their hands; ``press`` is the button on the table.
    ``patience_s``: how long a question waits for somebody else to answer it first; ``between_s``:
    how long people look at the points; ``again``: whether they begin another match; ``each`` is
    called after every hand.
    """

    def __init__(
        self,
        *,
        stage: Stage,
        phone: RefereePort,
        press: Callable[[], None],
        clock: Clock,
        decks: tuple[str, ...],
        players: int,
        hands: int | None,
        seed: int,
        odds: Odds | None = None,
        patience_s: float = 1.0,
        between_s: float = 0.0,
        again: bool = True,
        each: Callable[[], None] = lambda: None,
    ) -> None:
        self._each = each
        self._stage, self._phone, self._press, self._clock = stage, phone, press, clock
        self._rng = random.Random(seed)
        self._decks, self._hands = decks, hands
        self._odds = odds or Odds()
        self._patience_s, self._between_s, self._again = patience_s, between_s, again
        owners = self._rng.sample(list(Owner), players)
        self.people = tuple(
            Person(
                seat, NAMES[seat], owners[seat], 90 + 360 * seat / players, self._rng.randrange(8)
            )
            for seat in range(players)
        )
        self._straight = dict.fromkeys(range(players), 0)
        self.records: list[HandRecord] = []
        self._match_id: int | None = None
        self._table = self._new_table()
        self._gestures = Gestures(stage, self._table, self._rng)
        self._table.deal()

    def _new_table(self) -> Table:
        rng = self._rng
        return Table(
            look=evening_look(rng, rng.choice(self._decks)), rng=rng, clutter=evening_clutter(rng)
        )

    # --- the evening -------------------------------------------------------------------------

    def run(self) -> list[HandRecord]:
        self._dealt = False
        while self._more():
            shown = self._phone.snapshot()
            if shown.score is None or (shown.score.game == SEEN_GAME and shown.score.winners):
                self._new_match()
            elif shown.score.game != SEEN_GAME:
                self._gestures.look(FRAME_S)
            else:
                self._match_id = shown.match_id
                self._take_up(shown.score)
                if self._play_match() and not self._again:
                    break
        return self.records

    def _play_match(self) -> bool:
        """Hands until somebody has won; False when another match was begun before that."""
        try:
            while self._more() and not self._view().winners:
                self._hand()
        except _OtherMatch:
            self._table.arms, self._dealt = (), False
            return False
        if self._more() and self._again:
            self._look_at_winner()
        return True

    def _look_at_winner(self) -> None:
        """Until whoever watches has seen the result, or has begun the next match."""
        for _ in range(WINNER_LOOKS if self._between_s else 0):
            self._gestures.look(self._between_s)
            if self._phone.snapshot().match_id != self._match_id:
                break

    def _take_up(self, score: ScoreView) -> None:
        """Go on with the match the referee remembers: same people, cards dealt again."""
        self.people = tuple(
            replace(
                self.people[seat.seat % len(self.people)],
                seat=seat.seat,
                name=seat.name,
                owner=Owner(seat.owner),
                arm_deg=90 + 360 * seat.seat / len(score.seats),
            )
            for seat in score.seats
        )
        self._straight = dict.fromkeys(range(len(self.people)), 0)
        for hand in score.hands:
            for fact in hand.facts:
                if fact.key.startswith("pick:") and fact.value and not hand.void:
                    seat = int(fact.key.removeprefix("pick:"))
                    straight = fact.value.endswith("D")
                    self._straight[seat] = self._straight[seat] + 1 if straight else 0

    def _more(self) -> bool:
        return self._hands is None or len(self.records) < self._hands

    def _new_match(self) -> None:
        self._table = self._gestures.table = self._new_table()
        self._straight = dict.fromkeys(self._straight, 0)
        self._gestures.look(2 * FRAME_S)
        self._stage.sync()
        players = tuple(Player(name=p.name, owner=p.owner) for p in self.people)
        receipt = self._phone.submit(
            NewMatch(game=SEEN_GAME, players=players), seen=None, source=SOURCE
        )
        if not receipt.ok:
            raise RuntimeError(f"the match could not be started: {receipt.code}")

    def _hand(self) -> None:
        """One hand from the deal to "next"."""
        table = self._table
        if not self._dealt:
            self._gestures.deal(self._rng.choice(self.people))
        if self._chance(self._odds.redeal):
            self._gestures.deal(self._rng.choice(self.people))
        self._dealt = False
        view = self._view()
        if _written(view, view.hand):  # the phone still shows the last hand: somebody presses
            self._press()
            view = self._view()
        record = HandRecord(
            centre=table.places["M"].face[0],
            corners={table.named(name): table.places[name].face[0] for name in CORNERS},
            active=tuple(seat.seat for seat in view.seats if seat.active),
            number=view.hand + _written(view, view.hand),
        )
        self.records.append(record)
        try:
            self._play_hand(record)
        except _OtherMatch:
            if record.scored is None:  # it belongs to no match any more
                self.records.pop()
            raise
        self._each()

    def _play_hand(self, record: HandRecord) -> None:
        self._placements(record)
        if not record.void:
            self._reveal(record)
        if self._await_score(record):
            self._settle(record)
            self._go_on(record)
        else:
            self._give_up()

    def _give_up(self) -> None:
        """The referee is stuck: people drop this hand and begin the next one."""
        for command in (VoidHand(), NextHand()):
            self._phone.submit(command, seen=None, source=SOURCE)

    # --- placing -------------------------------------------------------------------------------

    def _placements(self, record: HandRecord) -> None:
        todo = list(record.active)
        jump = self._chance(self._odds.out_of_turn) and len(todo) > 2
        early = len(todo) > 1 and self._chance(self._odds.early_turn)
        arm_stays = self._chance(self._odds.covered)
        while todo:
            if early and len(todo) == 1:
                self._turn_early(record)
                if record.void:
                    return
            seat = self._whose_turn(todo)
            if jump and len(todo) > 1:
                jump = False
                record.script.append("out_of_turn")
                seat = self._rng.choice([other for other in todo if other != seat])
            todo.remove(seat)
            if arm_stays and len(todo) == 1:
                record.script.append("covered")
                self._gestures.lean(self._rng.choice(self.people))
            self._place(record, self.people[seat])
            if self._chance(self._odds.bump / len(record.active)):
                record.script.append("bump")
                self._table.bump()
                self._gestures.look(3 * FRAME_S)
        self._table.arms = ()

    def _whose_turn(self, todo: list[int]) -> int:
        for seat in self._view().seats:
            if seat.turn and seat.seat in todo:
                return seat.seat
        return todo[0]

    def _place(self, record: HandRecord, person: Person) -> None:
        forced = self._straight[person.seat] >= 2
        corner = self._rng.choice(CORNERS)
        flip = forced or self._rng.random() < 0.3
        wrong = forced and self._chance(self._odds.straight_then_mended)
        kept = forced and not wrong and self._chance(self._odds.straight_kept)
        stacked = bool(self._table.pawns) and self._chance(self._odds.stacked)
        if self._chance(self._odds.beside):
            record.script.append("beside")
            self._gestures.lay(person, None, flip, self._beside())
        side_shown = flip and not wrong and not kept
        spot = self._table.spot(corner)
        if stacked:
            under = self._rng.choice(list(self._table.pawns.values()))
            corner, spot = under.on or corner, (under.x_mm + 3, under.y_mm - 4)
            record.script.append("stacked")
            record.undecidable = True
        self._gestures.lay(person, corner, side_shown, spot)
        if wrong:
            record.script.append("straight_then_mended")
            self._gestures.look(2 * FRAME_S)
            self._gestures.lay(person, corner, True, spot)
        elif kept:
            record.script.append("straight_kept")
            record.undecidable = True
            flip = False
        elif not stacked and self._chance(self._odds.change_of_mind):
            record.script.append("change_of_mind")
            corner = self._rng.choice(CORNERS)
            self._gestures.take(person)
            self._gestures.lay(person, corner, flip, self._table.spot(corner))
        record.picks[person.seat] = (self._table.named(corner), "T" if flip else "D")

    def _beside(self) -> tuple[float, float]:
        return (self._rng.uniform(-60, 60), self._rng.choice((-1, 1)) * self._rng.uniform(170, 190))

    def _turn_early(self, record: HandRecord) -> None:
        """A corner shows its face while a pawn is still missing (VA-T2): the table must say."""
        record.script.append("early_turn")
        record.undecidable = True
        free = [c for c in CORNERS if all(pawn.on != c for pawn in self._table.pawns.values())]
        self._gestures.turn(self._rng.choice(self.people), self._rng.choice(free or list(CORNERS)))
        record.void = True

    # --- reveal --------------------------------------------------------------------------------

    def _reveal(self, record: HandRecord) -> None:
        table = self._table
        self._gestures.look(2 * FRAME_S)
        for person in self.people:
            if person.owner in table.pawns:
                self._gestures.take(person)
        self._gestures.look(2 * FRAME_S)
        stood = {place for place, _ in record.picks.values()}
        occupied = [corner for corner in CORNERS if table.named(corner) in stood]
        rest = [corner for corner in CORNERS if corner not in occupied]
        order = self._rng.sample(occupied, len(occupied))
        if self._chance(0.5):
            order += rest
        sweep = self._chance(self._odds.swept_one_by_one)
        for corner in order:
            self._gestures.turn(self._rng.choice(self.people), corner)
            if sweep and corner != order[-1]:
                del table.places[corner]
                self._gestures.look(FRAME_S)
        if self._chance(self._odds.bump):
            table.bump()
            self._gestures.look(2 * FRAME_S)

    # --- the phone -----------------------------------------------------------------------------

    def _await_score(self, record: HandRecord) -> bool:
        """Watch the phone until the hand is written; answer what it asks. False: stuck."""
        waited_s, shown_s = 0.0, 0.0
        while waited_s < 16.0:
            view = self._view()
            if _written(view, record.number):
                return True
            if view.questions:
                question = view.questions[0]
                if question.ask.code not in record.asked:
                    record.asked.append(question.ask.code)
                if shown_s >= self._patience_s:
                    self._answer(view, record)
                    waited_s, shown_s = waited_s + 1.0, 0.0
                    continue
                shown_s += 2 * FRAME_S
            else:
                waited_s += 2 * FRAME_S
            self._gestures.look(2 * FRAME_S)
        return False

    def _answer(self, view: ScoreView, record: HandRecord) -> None:
        question = view.questions[0]
        answer = truthful_answer(question, record)
        self._phone.submit(
            Answer(question=question.id, answer=answer), seen=view.seq, source=SOURCE
        )

    def _settle(self, record: HandRecord) -> None:
        """Note what the phone says was scored, and keep our own count of straight hands."""
        view = self._view()
        for hand in view.hands:
            if hand.number == record.number:
                record.scored = (
                    {} if hand.void else {s: d for s, d in enumerate(hand.deltas) if d is not None}
                )
        if not record.void:
            for seat, (_, mode) in record.picks.items():
                self._straight[seat] = self._straight[seat] + 1 if mode == "D" else 0

    def _go_on(self, record: HandRecord) -> None:
        """Sweep the cards, say "next": by button, by phone, twice, or not at all."""
        if self._view().winners:
            return
        if self._between_s:
            self._gestures.look(self._between_s)
        if self._chance(self._odds.forgets_next):
            record.script.append("forgets_next")
            self._gestures.deal(self._rng.choice(self.people))
            self._dealt = True
            return
        view = self._view()
        if self._chance(0.5):
            self._press()
        else:
            self._phone.submit(NextHand(), seen=view.seq, source=SOURCE)
        if self._chance(self._odds.double_press):
            record.script.append("double_press")
            self._press()
            self._phone.submit(NextHand(), seen=view.seq, source=SOURCE)
        self._gestures.look(FRAME_S)

    def _view(self) -> ScoreView:
        """What the phone shows of the match that is played. Raises _OtherMatch."""
        self._stage.sync()
        shown = self._phone.snapshot()
        if shown.score is None or shown.match_id != self._match_id:
            raise _OtherMatch
        return shown.score

    # --- small things --------------------------------------------------------------------------

    def _chance(self, odds: float) -> bool:
        return self._rng.random() < odds


def _written(view: ScoreView, number: int | None) -> bool:
    return any(hand.number == number for hand in view.hands)
