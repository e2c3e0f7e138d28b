"""The referee from events to points: sure or asking, on disk before shown, stale phones refused."""

import random
from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest

from device.eyes import Report
from device.referee import Referee
from device.store import Store
from rules.tabletop import (
    CardOpen,
    LayoutSeen,
    Owner,
    PawnAt,
    PawnGone,
    PawnSide,
    Reading,
    TableEvent,
)
from rules.view import ScoreView
from web import port

CORNERS = ("KB", "KD", "GB", "GD")
PLAYERS = (
    port.Player(name="Ayşe", owner="red"),
    port.Player(name="Oğuz", owner="blue"),
)
OWNERS = {0: Owner.RED, 1: Owner.BLUE}


class Table:
    """Tells the referee what a camera would, a second apart."""

    def __init__(self, folder: Path) -> None:
        self.now_s, self.seq = 0.0, 0
        self.folder = folder
        self.open()

    def open(self) -> None:
        self.store = Store(self.folder)
        self.referee = Referee(self.store, pin="1", simulated=False, rng=random.Random(1))
        self.referee.start()

    def close(self) -> None:
        self.referee.stop()
        self.store.close()

    def start(self) -> None:
        assert self.wish(port.NewMatch(game="vale-avi", players=PLAYERS)).ok

    def tell(self, *events: TableEvent, after_s: float = 1.0) -> ScoreView:
        self.now_s, self.seq = self.now_s + after_s, self.seq + 1
        report = Report(self.seq, self.now_s, events, "seeing", None, {}, b"a picture")
        self.referee.post(report)
        assert self.referee.looked_at(self.seq, 5)
        return self.view

    def wish(self, command: port.Command, *, seen: int | None = None) -> port.Receipt:
        return self.referee.submit(command, seen=seen)

    @property
    def view(self) -> ScoreView:
        score = self.referee.snapshot().score
        assert score is not None
        return score

    def card(self, place: str, ranks: str | Mapping[str, float]) -> CardOpen:
        known = {ranks: 0.9995} if isinstance(ranks, str) else ranks
        return CardOpen(self.now_s, place, Reading(known))

    def deal(self, centre: str) -> None:
        self.tell(LayoutSeen(self.now_s))
        self.tell(self.card("M", centre))

    def place(self, seat: int, corner: str, side: str) -> ScoreView:
        flipped = PawnSide.FLIPPED if side == "T" else PawnSide.UPRIGHT
        return self.tell(PawnAt(self.now_s, OWNERS[seat], flipped, corner, 0.9999))

    def reveal(self, corners: Mapping[str, str | Mapping[str, float]]) -> ScoreView:
        self.tell(PawnGone(self.now_s, Owner.RED), PawnGone(self.now_s, Owner.BLUE))
        for corner, ranks in corners.items():
            self.tell(self.card(corner, ranks))
        return self.view

    def hand(
        self,
        centre: str,
        picks: Mapping[int, str],
        corners: Mapping[str, str | Mapping[str, float]],
    ) -> ScoreView:
        self.deal(centre)
        turn = next(seat.seat for seat in self.view.seats if seat.turn)
        for seat in (turn, 1 - turn):
            self.place(seat, *picks[seat].split())
        return self.reveal(corners)


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Table]:
    made = Table(tmp_path)
    yield made
    made.close()


def totals(view: ScoreView) -> list[int]:
    return [seat.total for seat in view.seats]


def test_a_hand_is_scored_without_a_touch(table: Table) -> None:
    table.start()
    view = table.hand("K", {0: "KB D", 1: "KD T"}, {"KB": "A", "KD": "Q"})
    assert totals(view) == [3, -1]
    assert view.next_ready
    assert view.hands[0].facts[0].picture is not None
    assert table.referee.picture(view.hands[0].facts[0].picture) == b"a picture"


def test_an_unsure_card_that_decides_nothing_is_not_asked_about(table: Table) -> None:
    table.start()
    unsure = {"K": 0.6, "Q": 0.3, "J": 0.05}
    view = table.hand("K", {0: "KB D", 1: "KB T"}, {"KB": "A", "GD": unsure})
    for _ in range(5):
        view = table.tell()
    assert not view.questions
    assert totals(view) == [3, -3]


def test_an_unsure_score_is_a_question_and_no_points(table: Table) -> None:
    table.start()
    view = table.hand("K", {0: "KB D", 1: "KD T"}, {"KB": "A", "KD": {"Q": 0.7, "J": 0.29}})
    assert not view.questions  # the eyes may still make up their mind
    for _ in range(3):
        view = table.tell()
    assert [question.ask.code for question in view.questions] == ["HANGI_KART"]
    assert view.questions[0].ask.args["place"] == "KD"
    likely = [answer.label.args["rank"] for answer in view.questions[0].answers if answer.likely]
    assert likely[:2] == ["Q", "J"]
    assert view.questions[0].picture is not None
    assert totals(view) == [0, 0]
    answer = next(a for a in view.questions[0].answers if a.label.args.get("rank") == "J")
    assert table.wish(port.Answer(question=view.questions[0].id, answer=answer.id)).ok
    assert totals(table.view) == [3, 5]


def test_a_card_that_is_none_of_the_deck_is_asked_about(table: Table) -> None:
    """A seven among the eight cards, read quite surely: no rank of the game is left for it."""
    table.start()
    view = table.hand("K", {0: "KB D", 1: "KD T"}, {"KB": "A", "KD": {"7": 0.9999, "Q": 5e-6}})
    for _ in range(3):
        view = table.tell()
    assert [(q.ask.code, q.ask.args["place"]) for q in view.questions] == [("HANGI_KART", "KD")]
    assert totals(view) == [0, 0]


def test_the_deck_settles_what_a_single_card_cannot(table: Table) -> None:
    """Two kings lie open: the third court, half king and half jack, cannot be a king."""
    table.start()
    unsure = {"K": 0.55, "J": 0.4499}
    view = table.hand("K", {0: "KB D", 1: "KD T"}, {"GB": "K", "KB": "A", "KD": unsure})
    for _ in range(3):
        view = table.tell()
    assert not view.questions
    assert totals(view) == [3, 5]


def test_a_second_look_that_is_clear_needs_no_question(table: Table) -> None:
    table.start()
    table.hand("K", {0: "KB D", 1: "KD T"}, {"KB": "A", "KD": {"Q": 0.7, "J": 0.29}})
    view = table.tell(table.card("KD", "J"), after_s=0.5)
    assert totals(view) == [3, 5]


def test_two_presses_are_one_next(table: Table) -> None:
    table.start()
    seen = table.hand("K", {0: "KB D", 1: "KD T"}, {"KB": "A", "KD": "Q"}).seq
    table.referee.press()
    table.referee.press()
    assert table.wish(port.NextHand(), seen=seen).code == "STALE"
    assert table.view.hand == 2
    assert len(table.view.hands) == 1


def test_next_before_the_score_says_what_is_missing(table: Table) -> None:
    table.start()
    table.deal("K")
    receipt = table.wish(port.NextHand(), seen=table.view.seq)
    assert not receipt.ok
    assert receipt.code == "NOT_READY"
    assert receipt.args["names"] == "Ayşe, Oğuz"


def test_cards_that_lay_there_before_the_match_count(table: Table) -> None:
    table.now_s += 1
    table.referee.post(
        Report(1, 1.0, (LayoutSeen(1.0), table.card("M", "Q")), "seeing", None, {}, None)
    )
    table.seq = 1
    table.start()
    centre = next(place for place in table.view.places if place.name == "M")
    assert centre.rank == "Q"
    assert any(seat.turn for seat in table.view.seats)


def test_a_restart_in_mid_hand_changes_nothing(table: Table) -> None:
    table.start()
    table.hand("K", {0: "KB D", 1: "KD T"}, {"KB": "A", "KD": "Q"})
    table.wish(port.NextHand())
    table.deal("J")
    turn = next(seat.seat for seat in table.view.seats if seat.turn)
    before = table.place(turn, "KB", "T")
    table.close()
    table.open()
    assert table.view == before
    table.seq = 0
    table.place(1 - turn, "KD", "T")
    view = table.reveal({"KB": "Q", "KD": "A"})
    assert sorted(totals(view)) == sorted(
        [3 - (2 if turn == 0 else 6), -1 - (6 if turn == 0 else 2)]
    )


def test_an_unsure_card_stays_unsure_over_a_restart(table: Table) -> None:
    table.start()
    table.hand("K", {0: "KB D", 1: "KD T"}, {"KB": "A", "KD": {"Q": 0.7, "J": 0.29}})
    table.close()
    table.open()
    table.seq = 0
    view = table.tell()
    for _ in range(3):
        view = table.tell()
    assert totals(view) == [0, 0]
    assert [question.ask.code for question in view.questions] == ["HANGI_KART"]


def test_a_correction_of_an_earlier_hand_changes_only_that_hand(table: Table) -> None:
    table.start()
    table.hand("K", {0: "KB D", 1: "KD T"}, {"KB": "A", "KD": "Q"})
    table.wish(port.NextHand())
    table.hand("Q", {0: "KB D", 1: "KD D"}, {"KB": "K", "KD": "A"})
    change = port.SetFact(number=1, changes={"KD": "J"})
    preview = table.referee.preview(change)
    assert isinstance(preview, tuple)
    assert [(c.seat, c.hand, c.delta_before, c.delta_after) for c in preview] == [(1, 1, -1, 5)]
    assert totals(table.view) == [5, 2]
    assert table.wish(change, seen=table.view.seq).ok
    assert totals(table.view) == [5, 8]
    assert table.view.hands[0].corrected
    assert table.wish(port.Undo(), seen=table.view.seq).ok
    assert totals(table.view) == [5, 2]


def test_unknown_colours_and_games_are_refused_with_what_there_is(table: Table) -> None:
    players = (port.Player(name="A", owner="green"), port.Player(name="B", owner="red"))
    receipt = table.wish(port.NewMatch(game="vale-avi", players=players))
    assert receipt.code == "BAD_PLAYERS"
    assert "turquoise" in str(receipt.args["expected"])
    receipt = table.wish(port.NewMatch(game="poker", players=PLAYERS))
    assert receipt.code == "UNKNOWN_GAME"
    assert table.referee.snapshot().score is None


def test_a_new_deal_waits_for_the_card_nobody_read(table: Table) -> None:
    """Spec VA-T11: the open question stays, the new hand waits, and both are scored right."""
    table.start()
    table.hand("K", {0: "KB D", 1: "KD T"}, {"KB": "A"})
    table.tell(LayoutSeen(table.now_s))
    view = table.tell(table.card("M", {"J": 0.9, "Q": 0.05}))
    assert [question.ask.code for question in view.questions] == ["HANGI_KART"]
    assert view.questions[0].ask.args["place"] == "KD"
    assert len(view.hands) == 0
    answer = next(a for a in view.questions[0].answers if a.label.args.get("rank") == "Q")
    assert table.wish(port.Answer(question=view.questions[0].id, answer=answer.id)).ok
    assert totals(table.view) == [3, -1]
    assert table.view.hand == 2
    centre = next(place for place in table.view.places if place.name == "M")
    assert centre.rank == "J"


def test_a_hand_the_table_drops_is_closed_without_points(table: Table) -> None:
    table.start()
    table.deal("K")
    turn = next(seat.seat for seat in table.view.seats if seat.turn)
    table.place(turn, "KB", "D")
    view = table.tell(table.card("KD", "Q"))  # a corner opened too early
    assert [question.ask.code for question in view.questions] == ["ERKEN_ACILDI"]
    drop = next(a for a in view.questions[0].answers if a.label.code == "SAYILMASIN")
    assert table.wish(port.Answer(question=view.questions[0].id, answer=drop.id)).ok
    assert [hand.void for hand in table.view.hands] == [True]
    assert totals(table.view) == [0, 0]
    assert table.view.next_ready


def test_a_new_match_does_not_score_the_last_hand_again(table: Table) -> None:
    """The old cards still lie there when "new match" is tapped: they were used up."""
    table.start()
    table.hand("K", {0: "KB D", 1: "KD T"}, {"KB": "A", "KD": "Q"})
    table.start()
    for _ in range(3):
        table.tell()
    assert table.view.hands == ()
    assert all(seat.pick is None for seat in table.view.seats)
    assert totals(table.view) == [0, 0]
