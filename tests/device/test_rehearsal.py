"""The staged people beside somebody with a phone who begins matches of their own: the people sit
down to what stands on the phone, whoever began it, and never fall over it."""

import time
from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import fields
from pathlib import Path

import pytest

from device.people import Odds
from device.referee import Referee
from device.stage import Curtain
from rules.tabletop import Owner
from rules.view import ScoreView
from tests.device.scripted_table import open_referee, play
from web.port import NewMatch, Player

SAINTS = Odds(**dict.fromkeys((field.name for field in fields(Odds)), 0.0))
HUNG_S = 120.0


class Evening:
    """A staged match that goes on by itself until the referee is stopped."""

    def __init__(self, referee: Referee, playing: "Future[object]") -> None:
        self._referee, self._playing = referee, playing

    def begin(self, game: str, *names: str) -> None:
        players = tuple(Player(name=n, owner=o) for n, o in zip(names, Owner, strict=False))
        assert self._referee.submit(NewMatch(game=game, players=players), seen=None).ok

    def written(self, hands: int) -> ScoreView:
        """The match that stands there now, once so many of its hands are written."""
        deadline = time.monotonic() + HUNG_S
        while time.monotonic() < deadline:
            if self._playing.done():
                self._playing.result()
            score = self._referee.snapshot().score
            if score is not None and len(score.hands) >= hands:
                return score
            time.sleep(0.05)
        raise AssertionError("no hand is written any more")

    def pictures(self, count: int) -> None:
        """So many more pictures are looked at."""
        seq = 1
        while self._referee.looked_at(seq, 0):
            seq += 1
        assert self._referee.looked_at(seq + count, HUNG_S)


@pytest.fixture
def evening(tmp_path: Path) -> Iterator[Evening]:
    store, referee = open_referee(tmp_path)
    with ThreadPoolExecutor(1) as pool:
        playing = pool.submit(play, referee, hands=10_000, players=3, seed=5, odds=SAINTS)
        yield Evening(referee, playing)
        referee.stop()
        with pytest.raises(Curtain):
            playing.result(HUNG_S)
    store.close()


def test_people_sit_down_to_the_match_that_a_phone_begins(evening: Evening) -> None:
    evening.written(1)
    evening.begin("vale-avi", "Şükrü", "Çağla", "Işıl", "Gül", "Ömer", "Ece")
    score = evening.written(2)
    assert [seat.name for seat in score.seats][:2] == ["Şükrü", "Çağla"]
    assert all(delta is not None for hand in score.hands for delta in hand.deltas)


def test_people_look_on_while_another_game_is_written_by_hand(evening: Evening) -> None:
    evening.written(1)
    evening.begin("belote", "Şükrü", "Çağla", "Işıl", "Gül")
    evening.pictures(3)
    evening.begin("vale-avi", "Işıl", "Gül")
    assert len(evening.written(1).seats) == 2


def test_every_hand_moves_the_progress_on(tmp_path: Path) -> None:
    store, referee = open_referee(tmp_path)
    told = list[int]()
    records = play(referee, hands=3, players=2, odds=SAINTS, each=lambda: told.append(1))
    referee.stop()
    store.close()
    assert len(told) == len(records) == 3
