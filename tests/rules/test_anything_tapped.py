"""Real tables of Belote and Three Thirteen on which anything may be tapped, corrected, taken back:
the points always add up and the log always tells the state."""

from random import Random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from rules.codec import from_plain
from rules.game import IllegalAction
from rules.games.belote.cards import DECK
from rules.games.belote.state import Fault, Penalise, Play, Tally
from rules.games.uc_on_uc.cards import DECK as RUMMY
from rules.games.uc_on_uc.state import Ended, GoOut, Show, Tell
from rules.match import Act, Command, Correct, Undo, VoidHand
from rules.moves import Answer, Leave, Lock, Next, TakeOver
from tests.rules.by_hand import ByHand

RELAXED = settings(
    deadline=None, max_examples=10, suppress_health_check=[HealthCheck.too_slow], derandomize=True
)
SEEDED = st.integers(0, 2**32).map(Random)


def wish(table: ByHand, rng: Random) -> Command:
    """Something people may do now, now and then something they may not."""
    view, chance = table.view, rng.random()
    if view.questions and chance < 0.5:
        question = rng.choice(view.questions)
        return Act(action=Answer(question.id, rng.choice(question.answers).id))
    if chance < 0.03:
        return Undo()
    if chance < 0.05:
        return VoidHand(number=rng.choice([None, 1, 2]))
    if chance < 0.10:
        return Correct(number=rng.choice([None, 1, 2]), changes=facts(view.game, rng))
    if chance < 0.12 or view.next_ready:
        return Act(action=Next())
    if chance < 0.14:
        others = (Leave(0), Lock(), TakeOver(0, "Deniz"), TakeOver(9, "Deniz"), Answer("X:1", "Y"))
        return Act(action=rng.choice(others))
    if chance < 0.24 and view.taps:
        fields = dict(rng.choice(view.taps).action)
        kind = table.match.game.actions[fields.pop("do")]
        return Act(action=from_plain(kind, fields))
    if chance < 0.34:
        return Act(action=strange(table, rng))
    legal = table.match.game.legal(table.match.state)
    return Act(action=rng.choice(legal) if legal else Next())


def strange(table: ByHand, rng: Random) -> object:
    seat = rng.randrange(-1, table.count + 1)
    if table.game == "belote":
        return rng.choice(
            [
                Play(seat, rng.choice([*DECK, "?", "2H"])),
                Penalise(seat, rng.choice(list(Fault))),
                Tally((40, 112), seat, rng.random() < 0.2),
            ]
        )
    size = table.match.state.options.size(table.match.state.hand.round)
    cards = tuple(rng.choice([*RUMMY, "?"]) for _ in range(rng.choice([size, size, 3])))
    return rng.choice([Show(seat, (cards[:3],), cards[3:]), GoOut(seat), Ended(), Tell(seat, 9)])


def facts(game: str, rng: Random) -> dict[str, str]:
    seat = str(rng.randrange(3))
    if game == "belote":
        some = {
            "dagitan": seat,
            "acik": rng.choice([*DECK, "?", ""]),
            "koz": rng.choice(["S", "H", "?", ""]),
            "alan": rng.choice([seat, ""]),
            "degisim": rng.choice([seat, ""]),
            "bittim": rng.choice([seat, "", ""]),
            "sayilan": rng.choice(["", "73 35 1", "0 152 1 capote"]),
            f"ilan:{seat}": rng.choice(["", "brelan J", "seri QS 3", "seri AH 4, brelan 9"]),
            f"belote:{seat}": rng.choice("012"),
            f"ceza:{seat}": rng.choice(["", "RENONS", "SIRA_DISI KOTU_SERVIS"]),
            f"love:{rng.randint(1, 9)}": " ".join(
                f"{at}:{rng.choice([*DECK, '?'])}" for at in rng.sample(range(3), 2)
            ),
        }
    else:
        some = {
            "dagitan": seat,
            "cikan": rng.choice([seat, ""]),
            "bitti": rng.choice(["evet", ""]),
            "atik": " ".join(rng.sample(RUMMY, 2)),
            f"el:{seat}": rng.choice(["", "3H 9S KH", "(3H 9S 9C)", "? 4H (3C 5D)"]),
            f"hatali:{seat}": "7",
        }
    return {key: some[key] for key in rng.sample(list(some), rng.randint(1, 2))}


def consistent(table: ByHand) -> None:
    view, totals = table.view, [0] * table.count
    for hand in view.hands:
        totals = [total + (delta or 0) for total, delta in zip(totals, hand.deltas, strict=True)]
        assert hand.totals == tuple(totals)
    assert table.totals == tuple(totals)
    ids = [question.id for question in view.questions]
    assert len(set(ids)) == len(ids)
    assert all(question.answers for question in view.questions)
    assert (table.phase == "BITTI") == bool(view.winners)


@pytest.mark.parametrize(
    ("game", "count", "options"),
    [
        ("belote", 2, {"hedef": 120}),
        ("belote", 3, {"hedef": 150, "koz_mecburi": True}),
        ("belote", 4, {"hazir": "resmi", "hedef": 200, "yedi_degisimi": True}),
        ("uc-on-uc", 2, {"bonus_tur": True}),
        ("uc-on-uc", 3, {"dizilis": "oyuncunun", "jokerler": 2}),
    ],
)
@given(rng=SEEDED)
@RELAXED
def test_whatever_is_tapped_the_log_tells_it(
    game: str, count: int, options: dict[str, object], rng: Random
) -> None:
    table = ByHand(game, count, options)
    for _ in range(80):
        before, refused = table.match, False
        try:
            table.do(wish(table, rng))
        except IllegalAction:
            refused = True
        assert refused == (table.match is before)
        consistent(table)
    table.check()
