"""One suite over every game: whatever is played, these things hold (spec 0.3, 6.1).

CI plays at least ``DEALS`` deals of each game; ``make soak`` plays ``SOAK_DEALS``.
"""

import json
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from rules import log, match
from rules.codec import from_plain, to_plain
from rules.codes import Refusal
from rules.game import AnyGame, IllegalAction, Mode
from rules.games import GAMES
from rules.log import Acted, Amended, Entry, Retracted, Source
from rules.match import Undo, VoidHand
from rules.moves import MOVES, Score, Void
from rules.simulate import SIMULATED, simulate
from tests.rules import conform
from tests.rules.drive import players

DEALS, SOAK_DEALS = 500, 10_000
PER_MATCH = 3
GOLDEN = Path(__file__).parents[1] / "golden" / "hands"
RELAXED = settings(
    deadline=None,
    derandomize=True,
    database=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much],
)
SEEDED = st.integers(0, 2**32).map(Random)
each_game = pytest.mark.parametrize("name", list(GAMES))


def begun(name: str, number: int, count: int) -> tuple[AnyGame, Any, tuple[Any, ...]] | None:
    """The game, its options and its players; None where they do not go together."""
    game = GAMES[name]
    info = game.info
    seated = players(info.min_players + count % (info.max_players - info.min_players + 1))
    try:
        options = game.options(conform.variant(name, number))
        game.begin(options=options, players=seated, mode=Mode.FULL)
    except IllegalAction:
        return None
    return game, options, seated


def checked(name: str, number: int, count: int, rng: Random) -> int:
    """Random legal play of a few deals, every promise of the protocol checked; how many deals."""
    start = begun(name, number, count)
    if start is None:
        return 0
    game, options, seated = start
    seen: dict[str, Any] = {}
    for state, legal, action in conform.walk(game, options, seated, rng, deals=PER_MATCH):
        if len(legal) < 200:
            assert len(set(legal)) == len(legal)
        lie = conform.cards(name, state)
        if lie is not None:
            assert len(lie) == conform.whole(name, state)
            assert name in ("blof", "uc-on-uc") or len(set(lie)) == len(lie)
        if rng.random() < 0.04:
            _a_state_is_plain(game, state)
            _illegal_changes_nothing(game, state, legal, seen)
            _legal_is_what_apply_takes(game, state, legal)
        seen[type(action).__name__] = action
    _closed_hands_add_up(game, state)
    return game.closed_hands(state)


def _legal_is_what_apply_takes(game: AnyGame, state: Any, legal: Sequence[Any]) -> None:
    """Whatever is listed is accepted; its neighbours that are not listed are refused."""
    for action in legal[:25]:
        game.apply(state, action)
    listed = set(legal)
    for action in legal[:6]:
        for other in conform.neighbours(game, action):
            if other not in listed:
                with pytest.raises(IllegalAction):
                    game.apply(state, other)


def _a_state_is_plain(game: AnyGame, state: Any) -> None:
    plain = json.loads(json.dumps(to_plain(state)))
    assert from_plain(type(state), plain) == state
    view = game.view(state, seq=7, covered=frozenset())
    json.dumps(to_plain(view))
    assert (view.seq, view.game) == (7, game.info.name)
    assert len(view.hands) == game.closed_hands(state)
    assert view.winners == game.winners(state)
    assert set(game.option_values(state.options)) == set(view.options)
    for tap in view.taps:
        fields = dict(tap.action)
        kind = game.actions[fields.pop("do")]
        assert from_plain(kind, json.loads(json.dumps(fields)))


def _illegal_changes_nothing(
    game: AnyGame, state: Any, legal: Sequence[Any], seen: dict[str, Any]
) -> None:
    """Other kinds of action than those that are legal now, those of another seat, and no action at
    all."""
    kinds = {type(action) for action in legal}
    seats = {getattr(action, "seat", None) for action in legal}
    before = to_plain(state)
    wrong = [object(), *(each for each in seen.values() if type(each) not in kinds)]
    wrong += [each for each in seen.values() if getattr(each, "seat", -9) not in {*seats, -9}]
    for action in wrong:
        if isinstance(action, Void | type(None)):
            continue
        with pytest.raises(IllegalAction):
            game.apply(state, action)
        assert to_plain(state) == before


def _closed_hands_add_up(game: AnyGame, state: Any) -> None:
    view = game.view(state, seq=1, covered=frozenset())
    totals = [0] * len(view.seats)
    for hand in view.hands:
        totals = [total + (delta or 0) for total, delta in zip(totals, hand.deltas, strict=True)]
        assert hand.totals == tuple(totals)
    assert tuple(seat.total for seat in view.seats) == tuple(totals)


@each_game
def test_every_option_is_tried(name: str) -> None:
    game = GAMES[name]
    assert set(conform.VARIANTS[name]) == set(game.option_values(game.options({})))
    for number in range(min(conform.combinations(name), 400)):
        options = game.options(conform.variant(name, number)) if begun(name, number, 0) else None
        assert options is None or game.options(game.option_values(options)) == options


@each_game
def test_a_value_that_is_none_is_refused_by_its_key(name: str) -> None:
    """What a page, a form or a hand-edited log may hold: a typed refusal, never a crash."""
    game = GAMES[name]
    usual = game.option_values(game.options({}))
    for key in (*usual, "hazir", "yok"):
        for value in ("x", "-1", -1, 1.5, [], ["x"], {}, object()):
            with pytest.raises(IllegalAction) as refused:
                game.options({key: value})
            assert refused.value.code is Refusal.OPTION_RANGE
            assert refused.value.args_["key"] == key
            assert refused.value.args_["expected"]


@each_game
def test_each_combination_of_options_is_played(name: str) -> None:
    """One or more deals of each; of very many combinations some spread over all."""
    every = conform.combinations(name)
    step = 1 if every <= 300 else every // 97
    for number in range(0, every, step):
        checked(name, number, number // step, Random(number))


def conforms(name: str, deals: int) -> None:
    played = 0

    @given(st.integers(0, conform.combinations(name) - 1), st.integers(0, 9), SEEDED)
    @settings(RELAXED, max_examples=deals)
    def check(number: int, count: int, rng: Random) -> None:
        nonlocal played
        if played < deals:
            closed = checked(name, number, count, rng)
            assume(closed)
            played += closed

    check()
    assert played >= deals


@each_game
def test_the_promises_of_the_protocol(name: str) -> None:
    conforms(name, DEALS)


@pytest.mark.soak
@each_game
def test_the_promises_of_the_protocol_over_many_deals(name: str) -> None:
    conforms(name, SOAK_DEALS)


@each_game
def test_matches_end_and_somebody_wins(name: str) -> None:
    for policy in SIMULATED[name].policies:
        told = simulate(name, games=4, rng=Random(3), policy=policy)
        assert sum(told.wins) >= 4


def entries(name: str, number: int, count: int, rng: Random) -> tuple[Entry, ...]:
    """The log of a few deals of random play, () where the options do not fit."""
    start = begun(name, number, count)
    if start is None:
        return ()
    game, options, seated = start
    values = game.option_values(options)
    bodies: list[log.Body] = [
        match.start(game=name, players=seated, options=values, mode=Mode.FULL)
    ]
    for _, _, action in conform.walk(game, options, seated, rng, deals=PER_MATCH):
        if action is not None:
            bodies.append(Acted(action=action))
    return tuple(
        Entry(seq=seq, at_utc="", source=Source.FILE, body=body)
        for seq, body in enumerate(bodies, 1)
    )


def with_more(rows: Sequence[Entry], *bodies: log.Body) -> match.MatchState:
    more = [
        Entry(seq=rows[-1].seq + at, at_utc="", source=Source.PHONE, body=body)
        for at, body in enumerate(bodies, 1)
    ]
    return match.fold([*rows, *more])


@each_game
@given(number=st.integers(0, 10_000), count=st.integers(0, 9), rng=SEEDED)
@settings(RELAXED, max_examples=12)
def test_a_log_folds_to_the_state_and_edits_are_replays(
    name: str, number: int, count: int, rng: Random
) -> None:
    rows = entries(name, number, count, rng)
    assume(rows)
    told = match.fold(rows)
    plain = json.loads(json.dumps([log.to_json(entry) for entry in rows]))
    assert match.fold(match.load(plain)).state == told.state
    grown = match.fold(rows[:1])
    for row in rows[1:]:
        grown = match.extend(grown, row)
    assert (grown.state, grown.closed) == (told.state, told.closed)
    back = rng.randrange(1, min(len(rows), 30))
    without = match.fold(rows[:-back])
    gone = [Retracted(seq=row.seq) for row in reversed(rows[-back:])]
    assert with_more(rows, *gone).state == without.state
    other = conform.drawn(rng.choice(without.game.legal(without.state)), rng)
    amended = with_more(rows[: len(rows) - back + 1], Amended(seq=rows[-back].seq, action=other))
    assert amended.state == without.game.apply(without.state, other)


@each_game
@given(number=st.integers(0, 10_000), count=st.integers(0, 9), rng=SEEDED)
@settings(RELAXED, max_examples=6)
def test_the_last_hand_may_be_voided_or_taken_back(
    name: str, number: int, count: int, rng: Random
) -> None:
    rows = entries(name, number, count, rng)
    assume(rows)
    told = match.fold(rows)
    closed = len(told.closed)
    after = with_more(rows, *match.decide(told, VoidHand(number=closed)))
    before, now = match.view(told).hands, match.view(after).hands
    assert now[:-1] == before[:-1]
    assert now[-1].void
    assert not any(now[-1].deltas)
    undone = with_more(rows, *match.decide(told, Undo()))
    assert len(undone.closed) == closed - 1


def at_a_table(rows: Sequence[Entry]) -> list[Entry]:
    """The same deals in MASA, with what nobody could see unknown."""
    started = rows[0].body
    assert isinstance(started, log.Started)
    told = match.fold(rows[:1])
    bodies: list[log.Body] = [replace(started, mode=Mode.TABLE)]
    for row in rows[1:]:
        assert isinstance(row.body, Acted)
        before, told = told.state, match.extend(told, row)
        seen = conform.UNSEEN[started.game](before, row.body.action, told.state)
        bodies += [Acted(action=action) for action in seen]
    return [replace(rows[0], seq=seq, body=body) for seq, body in enumerate(bodies, 1)]


@each_game
@given(number=st.integers(0, 10_000), count=st.integers(0, 9), rng=SEEDED)
@settings(RELAXED, max_examples=40)
def test_a_replay_with_unknown_cards_scores_the_same(
    name: str, number: int, count: int, rng: Random
) -> None:
    rows = entries(name, number, count, rng)
    assume(rows)
    known, table = match.fold(rows), match.fold(at_a_table(rows))
    assert [hand.deltas for hand in match.view(table).hands] == [
        hand.deltas for hand in match.view(known).hands
    ]
    assert table.game.winners(table.state) == known.game.winners(known.state)


@each_game
@given(number=st.integers(0, 10_000), count=st.integers(0, 9), rng=SEEDED)
@settings(RELAXED, max_examples=25)
def test_a_correction_changes_its_own_hand_and_the_totals_only(
    name: str, number: int, count: int, rng: Random
) -> None:
    rows = entries(name, number, count, rng)
    assume(rows)
    table = at_a_table(rows)
    told = match.fold(table)
    hand = rng.randrange(1, len(told.closed) + 1)
    after = with_more(table, *match.decide(told, VoidHand(number=hand)))
    before, now = match.view(told).hands, match.view(after).hands
    assert now[hand - 1].void
    assert not any(now[hand - 1].deltas)
    assert [h.deltas for h in now if h.number != hand] == [
        h.deltas for h in before if h.number != hand
    ]
    assert [h.facts for h in now] == [h.facts for h in before]


@each_game
@given(number=st.integers(0, 10_000), count=st.integers(0, 9), rng=SEEDED)
@settings(RELAXED, max_examples=12)
def test_no_event_is_ever_refused(name: str, number: int, count: int, rng: Random) -> None:
    """At a real table, whatever the camera says at any moment is taken as it is, or is nothing."""
    rows = entries(name, number, count, rng)
    assume(rows)
    table = at_a_table(rows)
    told = match.fold(table[:1])
    for row in table[1:]:
        for event in conform.events(told.game, told.state, rng):
            meant = told.game.read(told.state, event)
            after = told.state
            for action in (*meant.play, *meant.choose[:1]):
                after = told.game.apply(after, action)
            for action in meant.choose:
                told.game.apply(told.state, action)
        told = match.extend(told, row)


@each_game
@given(number=st.integers(0, 10_000), count=st.integers(0, 9), rng=SEEDED)
@settings(RELAXED, max_examples=8)
def test_every_button_works(name: str, number: int, count: int, rng: Random) -> None:
    """What the page offers comes back as JSON and is carried out; nothing but an action is."""
    rows = entries(name, number, count, rng)
    assume(rows)
    table = at_a_table(rows)
    told = match.fold(table[:1])
    for row in table[1:]:
        taps = match.view(told).taps
        now_s = told.game.deadline(told.state) or 0.0
        for tap in rng.sample(taps, min(3, len(taps))):
            plain = json.loads(json.dumps(to_plain(tap.action)))
            assert match.decide(told, match.tapped(told.game, plain, at_s=now_s))
        told = match.extend(told, row)
    for wrong in ({}, {"do": "Cheat"}, {"do": "Start", "seat": "x"}, {"do": "Start", "chair": 1}):
        with pytest.raises(IllegalAction):
            match.tapped(told.game, wrong, at_s=0.0)


@each_game
def test_what_is_not_in_the_game_is_refused_with_what_would_be_right(name: str) -> None:
    game = GAMES[name]
    with pytest.raises(IllegalAction) as refused:
        game.options({"yok_boyle_bir_sey": 1})
    assert refused.value.args_["expected"]
    info = game.info
    two_alike = (*players(info.min_players - 1), players(1)[0])
    for crowd in (players(info.min_players)[:-1], two_alike):
        with pytest.raises(IllegalAction) as refused:
            game.begin(options=game.options({}), players=crowd, mode=Mode.TABLE)
        assert refused.value.code == "BAD_PLAYERS"


@each_game
def test_every_own_action_and_move_is_known_to_the_log(name: str) -> None:
    actions = GAMES[name].actions
    assert {kind.__name__ for kind in MOVES} <= set(actions)
    assert all(kind.__name__ == key for key, kind in actions.items())
    assert Score.__name__ in actions


@each_game
def test_a_golden_hand_exists(name: str) -> None:
    assert list((GOLDEN / name).glob("*.hakem"))
