"""Any game plugs into the same protocol, log, match and view: Vale Avı and two probes of other
kinds run through one conformance check, with nothing changed outside their modules."""

import json
from random import Random

import pytest

from rules import log, match
from rules.cards import Card
from rules.codec import from_plain, to_plain
from rules.game import AnyGame, IllegalAction, Mode, Registry
from rules.games import GAMES
from rules.games.vale_avi import VALE_AVI
from rules.log import Acted, Entry, Source
from rules.match import Act, Undo, VoidHand
from rules.moves import Elapsed, Next, Score, Start
from rules.tabletop import CardOpen, LayoutSeen, Owner, PawnAt, PawnSide, Reading, TableCleared
from tests.rules.drive import players
from tests.rules.probes.blof import Blof, Call, Shown, Throw
from tests.rules.probes.trick import Play, Trick, takes

EVERY: tuple[AnyGame, ...] = (VALE_AVI, Blof(), Trick())
REGISTRY = Registry({game.info.name: game for game in EVERY})
EVENTS = (
    LayoutSeen(1.0),
    CardOpen(1.0, "M", Reading({"K": 0.9})),
    CardOpen(1.0, "0", Reading({"KH": 0.9})),
    PawnAt(1.0, Owner.RED, PawnSide.UPRIGHT, "KB", 0.9),
    TableCleared(2.0),
)
LONGEST = 400


@pytest.fixture(params=EVERY, ids=lambda game: game.info.name)
def game(request: pytest.FixtureRequest) -> AnyGame:
    chosen: AnyGame = request.param
    return chosen


def opened(game: AnyGame, mode: Mode = Mode.FULL) -> match.MatchState:
    started = match.start(
        game=game.info.name,
        players=players(max(game.info.min_players, 2)),
        mode=mode,
        games=REGISTRY,
    )
    entry = Entry(seq=1, at_utc="", source=Source.PHONE, body=started)
    return match.fold([entry], games=REGISTRY)


def append(told: match.MatchState, body: log.Body, source: Source) -> match.MatchState:
    entry = Entry(seq=told.seq + 1, at_utc="", source=source, body=body)
    return match.extend(told, entry, games=REGISTRY)


def test_options_survive_and_unknown_ones_are_refused(game: AnyGame) -> None:
    options = game.options({})
    assert game.options(game.option_values(options)) == options
    with pytest.raises(IllegalAction) as refused:
        game.options({"yok_boyle_bir_sey": 1})
    assert refused.value.code == "OPTION_RANGE"


def test_the_layout_names_its_places_once(game: AnyGame) -> None:
    layout = game.layout(game.options({}))
    names = [place.name for place in layout.places]
    assert layout.centre in names
    assert len(set(names)) == len(names)


@pytest.mark.parametrize("seed", range(3))
def test_random_play_to_the_end(game: AnyGame, seed: int) -> None:
    rng, told = Random(seed), opened(game)
    for _ in range(LONGEST):
        legal = game.legal(told.state)
        if not legal:
            break
        assert len(set(map(repr, legal))) == len(legal)
        before, plain = told, to_plain(told.state)
        chance = game.needs(told.state).chance
        assert set(map(repr, chance)) <= set(map(repr, legal))
        told = append(told, Acted(action=rng.choice(legal)), Source.FILE)
        assert to_plain(before.state) == plain
        _sound(game, told, before)
    assert game.winners(told.state)
    assert match.view(told).winners == game.winners(told.state)
    rows = json.loads(json.dumps([log.to_json(entry) for entry in told.entries]))
    folded = match.fold(match.load(rows, games=REGISTRY), games=REGISTRY)
    assert (folded.state, folded.closed) == (told.state, told.closed)
    assert from_plain(type(told.state), json.loads(json.dumps(plain))) == before.state


def _sound(game: AnyGame, told: match.MatchState, before: match.MatchState) -> None:
    seen = match.view(told)
    json.dumps(to_plain(seen))
    assert seen.seq == told.seq
    assert seen.game == game.info.name
    assert len(seen.hands) == game.closed_hands(told.state) == len(told.closed)
    assert len(told.closed) - len(before.closed) in (0, 1)
    result = game.result(told.state)
    assert (result is None) == (not told.closed)
    if result is not None:
        assert result.totals == tuple(seat.total for seat in seen.seats)
        assert result.deltas == seen.hands[-1].deltas
    deadline = game.deadline(told.state)
    assert deadline is None or isinstance(deadline, float)


def test_undo_reopens_the_last_hand(game: AnyGame) -> None:
    rng, told = Random(5), opened(game)
    while not told.closed:
        action = rng.choice(game.legal(told.state))
        told = append(told, Acted(action=action), Source.REFEREE)
    before = told.state
    for body in match.decide(told, Undo(), games=REGISTRY):
        told = append(told, body, Source.PHONE)
    assert told.closed == ()
    told = append(told, Acted(action=Score()), Source.REFEREE)
    assert told.state == before


def test_a_hand_may_be_voided(game: AnyGame) -> None:
    rng, told = Random(6), opened(game)
    while not told.closed:
        told = append(told, Acted(action=rng.choice(game.legal(told.state))), Source.REFEREE)
    for body in match.decide(told, VoidHand(number=1), games=REGISTRY):
        told = append(told, body, Source.PHONE)
    assert match.view(told).hands[0].void
    assert not any(seat.total for seat in match.view(told).seats)


def test_what_does_not_fit_is_refused_and_events_never_are(game: AnyGame) -> None:
    told = opened(game)
    with pytest.raises(IllegalAction):
        match.decide(told, Act(action=Next()), games=REGISTRY)
    with pytest.raises(IllegalAction):
        game.apply(told.state, object())
    table = opened(game, Mode.TABLE)
    for event in EVENTS:
        for action in game.read(table.state, event).play:
            table = append(table, Acted(action=action), Source.CAMERA)


def blof() -> match.MatchState:
    told = opened(REGISTRY["blof-probe"], Mode.TABLE)
    for action in (Start(0), Throw(0, 2, "K", at_s=100.0)):
        told = append(told, Acted(action=action), Source.PHONE)
    return told


def test_a_window_stands_open_until_the_clock_passes_it() -> None:
    told = blof()
    assert told.game.deadline(told.state) == 105.0
    with pytest.raises(IllegalAction):
        match.decide(told, Act(action=Elapsed(105.0)), games=REGISTRY)
    with pytest.raises(IllegalAction):
        match.decide(told, Act(action=Call(1, at_s=105.01)), games=REGISTRY)
    told = append(told, Acted(action=Elapsed(105.01)), Source.REFEREE)
    assert told.game.deadline(told.state) is None
    assert told.game.legal(told.state) == (Score(),)


def test_a_call_at_the_very_end_of_the_window_is_read_from_the_table() -> None:
    told = blof()
    told = append(told, Acted(action=Call(1, at_s=105.0)), Source.PHONE)
    assert told.game.needs(told.state).places == ("atis",)
    seen = CardOpen(106.0, "atis", Reading({"QS": 0.2, "KS": 0.7}))
    choose = told.game.read(told.state, seen).choose
    assert choose == (Shown("KS"), Shown("QS"))
    told = append(told, Acted(action=choose[0]), Source.CAMERA)
    assert told.state.holds == (0, 4, 2)


def test_the_trick_probe_follows_suit_in_tam_and_reads_cards_in_masa() -> None:
    assert takes(Card.parse("KH"), Card.parse("AH"))
    assert takes(Card.parse("KH"), Card.parse("2S"))
    assert not takes(Card.parse("KH"), Card.parse("AD"))
    told = append(opened(REGISTRY["trick-probe"], Mode.TABLE), Acted(action=Start(1)), Source.FILE)
    seen = CardOpen(1.0, "1", Reading({"KH": 0.6, "QH": 0.3}))
    assert told.game.read(told.state, seen).choose[0] == Play(1, Card.parse("KH"))


def test_the_registry_holds_the_shipped_games_only() -> None:
    assert "vale-avi" in list(GAMES)
    assert not {"blof-probe", "trick-probe"} & set(GAMES)
