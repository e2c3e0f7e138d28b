"""Invariants of Blöf (spec 2.9) and Alman Whisti (3.9) over random play, and real tables on which
anything may be tapped."""

from itertools import chain
from random import Random
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from rules.game import IllegalAction
from rules.games.alman_whisti import ALMAN_WHISTI
from rules.games.alman_whisti.state import DECK
from rules.games.alman_whisti.state import Phase as Stage
from rules.games.alman_whisti.state import State as Whist
from rules.games.blof import BLOF
from rules.games.blof.state import Phase, State
from rules.match import Act, Command, Correct, Undo, VoidHand
from rules.moves import Answer, Next
from tests.rules import conform
from tests.rules.drive import players
from tests.rules.taps import Taps

RELAXED = settings(
    deadline=None, max_examples=60, suppress_health_check=[HealthCheck.too_slow], derandomize=True
)
SEEDED = st.integers(0, 2**32).map(Random)
NUMBERS = st.integers(0, 10_000)


@given(NUMBERS, st.integers(3, 6), SEEDED)
@RELAXED
def test_blof(number: int, count: int, rng: Random) -> None:
    options = BLOF.options(conform.variant("blof", number % conform.combinations("blof")))
    state: State
    for state, legal, _ in conform.walk(BLOF, options, players(count), rng, deals=3):
        hand = state.hand
        if state.phase is Phase.DEALING:
            continue
        lie = [*chain(*hand.hands), *hand.pile]
        assert len(lie) + hand.burned == 52
        assert len(set(lie)) == len(lie)
        empty = [seat for seat, held in enumerate(hand.hands) if not held]
        over = state.phase in (Phase.ENDED, Phase.SCORED, Phase.OVER)
        assert len(empty) <= 1
        if empty and not over:
            assert empty == [hand.thrower]
            assert not hand.locked
        assert bool(empty and hand.locked) == over or state.records[-1].void
        assert (BLOF.deadline(state) is not None) == (state.phase is Phase.WINDOW)
        kinds = {type(action).__name__ for action in legal}
        match state.phase:
            case Phase.OPENING:
                assert hand.pile == ()
                assert kinds == {"Throw"}
            case Phase.THROWING:
                assert "Pass" in kinds
                assert ("Call" in kinds) == (not hand.locked)
                assert ("Throw" in kinds) == (not empty)
            case Phase.WINDOW:
                assert {"Call", "Elapsed"} <= kinds <= {"Call", "Elapsed", "Waive"}
            case Phase.REVEAL:
                assert "Shown" in kinds


@given(NUMBERS, SEEDED)
@RELAXED
def test_alman_whisti(number: int, rng: Random) -> None:
    name = "alman-whisti"
    options = ALMAN_WHISTI.options(conform.variant(name, number % conform.combinations(name)))
    state: Whist
    for state, _, _ in conform.walk(ALMAN_WHISTI, options, players(2), rng, deals=3):
        hand = state.hand
        if state.phase is Stage.DEALING:
            continue
        trick = len(hand.tricks) + 1
        if not hand.led and trick <= 26:
            expected = 13 if state.phase is Stage.STAGE_1 else 27 - trick
            assert [len(held) for held in hand.hands] == [expected] * 2
        played = [card for each in hand.tricks for card in (each.led, each.followed)]
        lie = [*chain(*hand.hands), *hand.stock, *played, *([hand.led] if hand.led else [])]
        assert sorted(lie) == sorted(DECK)
        assert (state.phase is Stage.STAGE_1) == (trick <= 13)
        for before, after in zip(hand.tricks, hand.tricks[1:], strict=False):
            assert after.leader == before.winner
        assert hand.tricks == () or hand.tricks[0].leader == hand.first
        assert [bool(each.turned) for each in hand.tricks] == [at < 13 for at in range(trick - 1)]


def _wish(taps: Taps, rng: Random) -> Command:
    """Something people may do now, now and then something they may not."""
    view = taps.view
    chance = rng.random()
    if view.questions and chance < 0.5:
        question = rng.choice(view.questions)
        return Act(action=Answer(question.id, rng.choice(question.answers).id))
    if chance < 0.04:
        return Undo()
    if chance < 0.06:
        return VoidHand(number=rng.choice([None, 1, 2]))
    if chance < 0.14:
        return Correct(number=rng.choice([None, 1, 2]), changes=_facts(view.game, rng))
    if chance < 0.2 or view.next_ready:
        return Act(action=Next())
    legal = taps.match.game.legal(taps.state)
    return Act(action=rng.choice(legal) if legal else Next())


def _facts(game: str, rng: Random) -> dict[str, str]:
    if game == "blof":
        seats = rng.sample(range(3), rng.randint(1, 3))
        return {f"left:{seat}": str(rng.choice([0, 0, 3, 17])) for seat in seats}
    tricks = rng.randint(0, 13)
    facts: dict[str, Any] = {"tricks": f"{tricks}-{13 - tricks}", "renons": "0-1", "trump": "H"}
    return {key: facts[key] for key in rng.sample(list(facts), rng.randint(1, 2))}


def _consistent(taps: Taps) -> None:
    view, totals = taps.view, [0] * len(taps.view.seats)
    for hand in view.hands:
        totals = [total + (delta or 0) for total, delta in zip(totals, hand.deltas, strict=True)]
        assert hand.totals == tuple(totals)
        facts = {fact.key: fact.value for fact in hand.facts}
        if view.game == "blof" and not hand.void:
            assert [facts[f"left:{seat}"] for seat in range(3)] == [str(d) for d in hand.deltas]
            assert hand.deltas.count(0) == 1
    assert taps.totals == tuple(totals)
    ids = [question.id for question in view.questions]
    assert len(set(ids)) == len(ids)
    assert (taps.phase == "BITTI") == bool(view.winners)


@pytest.mark.parametrize(
    ("game", "count", "options"),
    [
        ("blof", 3, {"el_sayisi": 3}),
        ("blof", 3, {"el_sayisi": 3, "itiraz": "herkes", "erken_kapat": True}),
        ("alman-whisti", 2, {"hedef": 20, "renons": "uc_el"}),
        ("alman-whisti", 2, {"kozsuz": True, "renons": "eli_kaybeder"}),
    ],
)
@given(rng=SEEDED)
@settings(RELAXED, max_examples=25)
def test_whatever_is_tapped_the_log_tells_it(
    game: str, count: int, options: dict[str, object], rng: Random
) -> None:
    taps = Taps(game, count, **options)
    for _ in range(70):
        before, refused = taps.match, False
        try:
            taps.do(_wish(taps, rng))
        except IllegalAction:
            refused = True
        assert refused == (taps.match is before)
        _consistent(taps)
    taps.check()


def _result(game: str, rng: Random) -> dict[str, str]:
    """The facts of a whole hand."""
    if game == "alman-whisti":
        tricks = rng.randint(0, 13)
        return {"tricks": f"{tricks}-{13 - tricks}"}
    out = rng.randrange(3)
    return {f"left:{seat}": "0" if seat == out else str(rng.randint(1, 17)) for seat in range(3)}


def _written(game: str, count: int, options: dict[str, object], results: list[Any]) -> Taps:
    taps = Taps(game, count, **options)
    for facts in results:
        if taps.view.next_ready:
            taps.next()
        taps.do(Correct(number=None, changes=facts))
    return taps


@pytest.mark.parametrize(
    ("game", "count", "options", "hands"),
    [("blof", 3, {"el_sayisi": 5}, 5), ("alman-whisti", 2, {"hedef": 1000}, 6)],
)
@given(rng=SEEDED)
@settings(RELAXED, max_examples=25)
def test_a_corrected_match_is_the_match_written_right_from_the_start(
    game: str, count: int, options: dict[str, object], hands: int, rng: Random
) -> None:
    """Spec 6.1, layer 7."""
    results = [_result(game, rng) for _ in range(hands)]
    wrong = list(results)
    at = rng.randrange(hands)
    wrong[at] = _result(game, rng)
    mended, right = (_written(game, count, options, each) for each in (wrong, results))
    mended.do(Correct(number=at + 1, changes=results[at]))
    while mended.view.questions:
        mended.answer("DUZELTILMIS")
    assert mended.totals == right.totals
    assert [h.deltas for h in mended.view.hands] == [h.deltas for h in right.view.hands]
    assert mended.view.winners == right.view.winners
    assert [h.corrected for h in mended.view.hands] == [n == at for n in range(hands)]
    mended.check()
