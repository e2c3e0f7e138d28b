"""A correction changes its own hand and the totals, nothing else: with all cards known too, where a
replay checks every later card again (spec 0.3, 6.1)."""

from collections.abc import Sequence
from random import Random

import pytest

from rules import match
from rules.codes import Ask, Reply
from rules.game import Mode
from rules.games import GAMES
from rules.log import Acted, Body, Entry, Source
from rules.match import Command, Correct, VoidHand
from rules.moves import Answer
from tests.rules import conform
from tests.rules.drive import players

DEALS = 6


def entries(bodies: Sequence[Body], before: int = 0) -> list[Entry]:
    return [
        Entry(seq=seq, at_utc="", source=Source.FILE, body=body)
        for seq, body in enumerate(bodies, before + 1)
    ]


def after(rows: list[Entry], command: Command) -> match.MatchState:
    bodies = match.decide(match.fold(rows), command)
    return match.fold([*rows, *entries(bodies, len(rows))])


@pytest.mark.parametrize(
    ("name", "count", "options", "facts"),
    [
        ("belote", 2, {"bittim": False}, {"ceza:0": "SIRA_DISI"}),
        ("belote", 3, {"bittim": False, "hedef": 10_000}, {"ceza:2": "RENONS"}),
        ("belote", 4, {"bittim": False, "dagitan": "kazanan"}, {"ceza:1": "SON_KART"}),
        ("belote", 4, {"hazir": "resmi", "bittim": False}, {"ceza:1": "SON_KART"}),
        ("uc-on-uc", 2, {}, {}),
        ("uc-on-uc", 3, {"jokerler": 2}, {}),
    ],
)
def test_every_other_hand_stands(
    name: str, count: int, options: dict[str, object], facts: dict[str, str]
) -> None:
    game, seated = GAMES[name], players(count)
    started = match.start(game=name, players=seated, options=options, mode=Mode.FULL)
    chosen = game.options(options)
    walk = conform.walk(game, chosen, seated, Random(count), deals=DEALS)
    actions = [action for _, _, action in walk if action is not None]
    rows = entries([started, *(Acted(action=action) for action in actions)])
    before = match.view(match.fold(rows)).hands
    for number, hand in enumerate(before, 1):
        void = match.view(after(rows, VoidHand(number=number))).hands
        assert void[number - 1].void
        assert [h.deltas for h in void if h.number != number] == [
            h.deltas for h in before if h.number != number
        ]
        if hand.void:
            continue
        known = {fact.key: fact.value or "" for fact in hand.facts}
        changes = facts or {"el:0": known["el:1"], "el:1": known["el:0"]}
        mended = match.view(after(rows, Correct(number=number, changes=changes))).hands
        assert mended[number - 1].deltas != hand.deltas or not facts
        assert mended[number - 1].corrected
        assert [h.deltas for h in mended if h.number != number] == [
            h.deltas for h in before if h.number != number
        ]


@pytest.mark.parametrize("name", list(GAMES))
@pytest.mark.parametrize("number", [1, 7])
def test_an_answer_about_a_hand_that_is_gone_changes_nothing(name: str, number: int) -> None:
    """A question that an undo took away, answered in a log that is folded again."""
    game = GAMES[name]
    seated = players(game.info.min_players)
    state = game.begin(options=game.options({}), players=seated, mode=Mode.TABLE)
    drawn = game.needs(state).chance
    state = game.apply(state, drawn[0]) if drawn else state
    for answer in (Reply.DUZELTILMIS, Reply.OYNANDIGI_GIBI):
        told = Answer(f"{Ask.SONUC_DEGISTI}:{number}:BITTI:0", answer.value)
        assert game.apply(state, told) == state
