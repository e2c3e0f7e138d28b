"""Games written by hand: buttons come back as taps, windows close by the server's clock."""

import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from device.referee import Referee
from device.store import Store
from rules.codes import Reply
from web import port

PEOPLE = tuple(
    port.Player(name=name, owner=owner)
    for name, owner in (("Ayşe", "red"), ("Oğuz", "blue"), ("İpek", "yellow"))
)


class Table:
    """A referee without eyes."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.open()

    def open(self) -> None:
        self.store = Store(self.folder)
        self.referee = Referee(self.store, pin="1", simulated=False, rng=random.Random(1))
        self.referee.start()

    def close(self) -> None:
        self.referee.stop()
        self.store.close()

    def start(self, game: str, players: int = 3, **options: Any) -> None:
        wish = port.NewMatch(game=game, players=PEOPLE[:players], options=options)
        assert self.referee.submit(wish, seen=None).ok

    def buttons(self) -> set[str]:
        score = self.referee.snapshot().score
        assert score is not None
        return {tap.label.code for tap in score.taps}

    def tap(self, code: str) -> port.Receipt:
        score = self.referee.snapshot().score
        assert score is not None
        action = next(tap.action for tap in score.taps if tap.label.code == code)
        return self.referee.submit(port.Tap(action=action), seen=score.seq)


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Table]:
    made = Table(tmp_path)
    yield made
    made.close()


def test_a_window_closes_by_itself_and_the_next_player_may_go_on(table: Table) -> None:
    table.start("blof", itiraz="herkes", sure_sn=1)
    assert table.tap(Reply.AC).ok
    assert table.buttons() == {Reply.BLOF}
    version = table.referee.snapshot().version
    assert table.referee.wait(version, 3.0).version == version + 1
    assert Reply.AT in table.buttons()


def test_what_is_no_button_is_refused_and_changes_nothing(table: Table) -> None:
    table.start("blof")
    before = table.referee.snapshot()
    for action in ({}, {"do": "Fly"}, {"do": "Throw", "seat": "x"}, {"do": "Throw", "seat": 2}):
        assert not table.referee.submit(port.Tap(action=action), seen=None).ok
    assert table.referee.snapshot() == before


@pytest.mark.parametrize("game", ["blof", "alman-whisti", "belote", "uc-on-uc"])
def test_a_match_in_mid_hand_goes_on_after_a_restart(table: Table, game: str) -> None:
    table.start(game, players=2 if game == "alman-whisti" else 3)
    score = table.referee.snapshot().score
    assert score is not None
    if score.taps:
        assert table.referee.submit(port.Tap(action=score.taps[0].action), seen=None).ok
    before = table.referee.snapshot().score
    table.close()
    table.open()
    assert table.referee.snapshot().score == before


def test_a_deal_of_whist_is_written_by_its_tricks_alone(table: Table) -> None:
    table.start("alman-whisti", players=2)
    score = table.referee.snapshot().score
    assert score is not None
    wish = port.SetFact(number=None, changes={"tricks": "8-5"})
    assert table.referee.submit(wish, seen=score.seq).ok
    score = table.referee.snapshot().score
    assert score is not None
    assert len(score.hands) == 1
