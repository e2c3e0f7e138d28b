"""Invariants of spec 1.10 over random matches, and a real table on which anything may happen."""

import json
from random import Random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from rules import log, match
from rules.codec import from_plain, to_plain
from rules.codes import Refusal
from rules.game import IllegalAction, Mode, Player
from rules.games.vale_avi import VALE_AVI, Options
from rules.games.vale_avi.options import ExtraCounter, Side
from rules.games.vale_avi.state import CORNERS, INDEX, Deal, Phase, State
from rules.log import Acted, Entry, Source
from rules.match import Act, Correct, Undo, VoidHand
from rules.moves import Answer, Leave, Lock, Next
from rules.simulate.vale_avi import EVERY_DEAL
from rules.tabletop import TableEvent
from tests import strategies
from tests.rules.drive import Evening
from tests.rules.full import Written

RELAXED = settings(
    deadline=None, max_examples=60, suppress_health_check=[HealthCheck.too_slow], derandomize=True
)
LONG = 40
SEEDED = st.integers(0, 2**32).map(Random)


def random_match(
    options: Options, players: tuple[Player, ...], rng: Random
) -> tuple[State, list[object]]:
    """A match of random legal play, at most LONG hands, and its actions."""
    state = VALE_AVI.begin(options=options, players=players, mode=Mode.FULL)
    actions: list[object] = []
    while len(state.records) < LONG and (legal := VALE_AVI.legal(state)):
        assert len(set(map(repr, legal))) == len(legal)
        action = legal[int(rng.random() * len(legal))]
        state = VALE_AVI.apply(state, action)
        actions.append(action)
    return state, actions


@given(strategies.options(), strategies.players(), SEEDED)
@RELAXED
def test_invariants_over_random_matches(
    options: Options, players: tuple[Player, ...], rng: Random
) -> None:
    state, _ = random_match(options, players, rng)
    factor = options.vale_carpani
    allowed = {0, 1, 2, 3, -1, -2, -3, 5, -factor, -2 * factor, -3 * factor, 5 * factor}
    totals = [0] * len(players)
    contenders: set[int] | None = None
    for record in state.records:
        for seat, delta in enumerate(record.deltas):
            assert (delta is None) == (seat not in record.active)
            assert delta is None or delta in allowed
            totals[seat] += delta or 0
        assert record.totals == tuple(totals)
        assert all(0 <= counter <= options.duz_siniri for counter in record.counters)
        if record.extra:
            assert contenders is None or contenders >= set(record.active)
            contenders = set(record.active)
    assert state.totals == tuple(totals)
    for seat in range(len(players)):
        _no_run_of_upright(state, options, seat)


def _no_run_of_upright(state: State, options: Options, seat: int) -> None:
    run, before = 0, False
    for record in state.records:
        if options.ek_elde_sayac is ExtraCounter.RESET and record.extra and not before:
            run = 0
        before = record.extra
        if (pick := record.picks[seat]) is not None:
            run = run + 1 if pick.side is Side.UPRIGHT else 0
        assert run <= options.duz_siniri


@given(strategies.options(), strategies.players(most=4), SEEDED)
@RELAXED
def test_replay_and_json_give_the_same_state(
    options: Options, players: tuple[Player, ...], rng: Random
) -> None:
    state, actions = random_match(options, players, rng)
    started = match.start(
        game="vale-avi", players=players, options=options.values(), mode=Mode.FULL
    )
    bodies: list[log.Body] = [started, *(Acted(action=action) for action in actions)]
    rows = [
        Entry(seq=at, at_utc="", source=Source.FILE, body=body) for at, body in enumerate(bodies, 1)
    ]
    plain = json.loads(json.dumps([log.to_json(entry) for entry in rows]))
    assert match.fold(match.load(plain)).state == state
    assert from_plain(State, json.loads(json.dumps(to_plain(state)))) == state


@given(strategies.players(), SEEDED)
@RELAXED
def test_what_is_not_legal_is_refused_and_changes_nothing(
    players: tuple[Player, ...], rng: Random
) -> None:
    state = VALE_AVI.begin(options=Options(hedef=5), players=players, mode=Mode.FULL)
    seen: dict[str, object] = {}
    while legal := VALE_AVI.legal(state):
        for action in seen.values():
            if action not in legal:
                before = to_plain(state)
                with pytest.raises(IllegalAction):
                    VALE_AVI.apply(state, action)  # type: ignore[arg-type]
                assert to_plain(state) == before
        action = legal[int(rng.random() * len(legal))]
        seen[type(action).__name__] = action
        state = VALE_AVI.apply(state, action)


@given(st.sampled_from(EVERY_DEAL), st.integers(2, 5), SEEDED)
@RELAXED
def test_only_what_lies_under_pawns_is_needed(deal: Deal, count: int, rng: Random) -> None:
    """Spec 6.1: unneeded cards may be unknown; a needed one is UNREAD_CARD, a third one
    COMPOSITION."""
    picks = {seat: f"{rng.choice(CORNERS)} {rng.choice(tuple(Side))}" for seat in range(count)}
    occupied = {pick.split()[0] for pick in picks.values()}
    known = tuple(
        rank if corner in occupied else None
        for corner, rank in zip(CORNERS, deal.corners, strict=True)
    )
    whole = Written(count).hand(deal, picks)
    assert Written(count).hand(Deal(deal.centre, known), picks) == whole
    lost = rng.choice(sorted(occupied))
    unread = tuple(None if corner == lost else known[INDEX[corner]] for corner in CORNERS)
    _refused(count, Deal(deal.centre, unread), picks, Refusal.UNREAD_CARD)
    third = (deal.centre, deal.centre, *deal.corners[2:])
    _refused(count, Deal(deal.centre, third), picks, Refusal.COMPOSITION)


def _refused(count: int, deal: Deal, picks: dict[int, str], code: Refusal) -> None:
    with pytest.raises(IllegalAction) as refused:
        Written(count).hand(deal, picks)
    assert refused.value.code is code


taps = st.one_of(
    st.just(Act(action=Next())),
    st.just(Act(action=Lock())),
    st.just(Undo()),
    st.just("answer"),
    st.integers(0, 3).map(lambda seat: Act(action=Leave(seat))),
    st.integers(1, 4).map(lambda number: VoidHand(number=number)),
    st.just(VoidHand()),
    st.builds(
        lambda number, key, value: Correct(number=number, changes={key: value}),
        st.one_of(st.none(), st.integers(1, 3)),
        st.sampled_from(["centre", "KB", "KD"]),
        st.sampled_from(list(strategies.RANKS)),
    ),
    st.builds(
        lambda number, seat, corner, side: Correct(
            number=number, changes={f"pick:{seat}": f"{corner} {side}"}
        ),
        st.one_of(st.none(), st.integers(1, 3)),
        st.integers(0, 2),
        st.sampled_from(strategies.CORNERS),
        st.sampled_from("DT"),
    ),
)


def orderly(rng: Random) -> list[object]:
    """A hand as people play it, with an accident now and then."""
    events: list[object] = ["laid", ("card", "M", rng.choice("AKQJ"))]
    events += [
        ("pawn", seat, f"{rng.choice(strategies.CORNERS)} {rng.choice('DT')}") for seat in range(3)
    ]
    events += [("gone", seat) for seat in range(3)] if rng.random() < 0.7 else []
    events += [("card", corner, rng.choice("AKQJ")) for corner in strategies.CORNERS]
    events += ["swept"] if rng.random() < 0.8 else ["next"]
    if rng.random() < 0.4:
        at = rng.randrange(len(events))
        events[at], events[at - 1] = events[at - 1], events[at]
    return events


def _live(evening: Evening, step: object) -> None:
    """Events are never refused; taps may be, with a code."""
    match step:
        case "laid":
            evening.laid()
        case "swept":
            evening.swept()
        case "next":
            _tap(evening, Act(action=Next()))
        case ("card", place, rank):
            evening.card(place, rank)
        case ("pawn", seat, pick):
            evening.pawn(seat, pick)
        case ("gone", seat):
            evening.gone(seat)
        case "answer":
            questions = evening.view.questions
            for question in questions[:1]:
                choice = question.answers[len(evening.rows) % len(question.answers)]
                evening.do(Act(action=Answer(question.id, choice.id)))
        case Act() | Undo() | VoidHand() | Correct():
            _tap(evening, step)
        case _:
            evening.see(step)  # type: ignore[arg-type]


def _tap(evening: Evening, command: match.Command) -> None:
    before, refused = evening.match, False
    try:
        evening.do(command)
    except IllegalAction:
        refused = True
    assert refused == (evening.match is before)


def _consistent(evening: Evening) -> None:
    """Every written hand has the points its facts say; totals are their sum; questions are
    distinct."""
    options = evening.match.state.options
    totals = [0] * evening.count
    for hand in evening.view.hands:
        facts = {fact.key: fact.value for fact in hand.facts}
        for seat, delta in enumerate(hand.deltas):
            totals[seat] += delta or 0
            if delta is None or hand.void:
                assert not delta
                continue
            corner, side = (facts[f"pick:{seat}"] or "").split()
            record = evening.match.state.records[hand.number - 1]
            rank = record.corners[INDEX[corner]]
            assert rank is not None
            assert record.centre is not None
            assert delta == options.points(side=Side(side), rank=rank, centre=record.centre)
        assert hand.totals == tuple(totals)
    assert evening.totals == tuple(totals)
    ids = [question.id for question in evening.view.questions]
    assert len(set(ids)) == len(ids)
    assert (evening.phase == Phase.OVER) == bool(evening.view.winners)


@given(
    st.lists(st.one_of(strategies.table_events(), strategies.table_events(), taps), max_size=40),
    st.integers(0, 2),
    st.integers(0, 3),
)
@RELAXED
def test_whatever_happens_on_the_table_the_log_tells_it(
    steps: list[TableEvent], starter: int, placed: int
) -> None:
    evening = Evening(3, {"hedef": 6}, starter=starter)
    evening.deal("K")
    for seat in evening.match.state.hand.rota[:placed]:
        evening.pawn(seat, "KB D")
    for step in steps:
        _live(evening, step)
        _consistent(evening)
    evening.check()


@given(SEEDED, st.lists(st.tuples(st.integers(0, 99), taps), max_size=12))
@RELAXED
def test_evenings_with_accidents_and_taps(rng: Random, accidents: list[tuple[int, object]]) -> None:
    steps: list[object] = [step for _ in range(7) for step in orderly(rng)]
    for at, tap in accidents:
        steps.insert(at % (len(steps) + 1), tap)
    evening = Evening(3, {"hedef": 8, "baslayan": rng.choice(["rastgele", "sirayla"])})
    for step in steps:
        _live(evening, step)
        while evening.view.questions and rng.random() < 0.5:
            _live(evening, "answer")
    _consistent(evening)
    evening.check()
