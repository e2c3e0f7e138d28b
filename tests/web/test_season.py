"""Statistics are what a person would count from the sheets: by name, game by game, staged apart."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from device.archive import Archive
from rules.games import GAMES
from rules.view import ScoreView
from tests.web.past import PLAYED
from tests.web.table import Evening
from web.archive.pages import ranked
from web.archive.records import Kept
from web.archive.season import FEW_IS_GOOD, BestHand, of_year, same_person, season, years

DAY = datetime(2026, 11, 28, 20, 30, tzinfo=UTC)


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> tuple[Kept, ...]:
    """One match of each game, oldest first, a day apart."""
    folder = tmp_path_factory.mktemp("played")
    evening = Evening(folder)
    for play in PLAYED.values():
        play(evening)
    evening.close()
    found = sorted(Archive(folder).shelf().matches, key=lambda kept: int(kept.key))
    return tuple(replace(kept, began=DAY + timedelta(days=n)) for n, kept in enumerate(found))


def test_every_game_is_remembered_through_one_view(played: tuple[Kept, ...]) -> None:
    assert [kept.score.game for kept in played] == list(PLAYED)
    assert set(PLAYED) == set(GAMES)
    assert all(kept.finished for kept in played)


def test_wins_and_matches_are_counted_over_all_games(played: tuple[Kept, ...]) -> None:
    told = season(played)
    assert (told.matches, told.hands) == (5, 2 + 3 + 1 + 2 + 11)
    wins = {line.name: (line.matches, line.wins) for line in told.everybody}
    assert wins == {"Ayşe": (5, 5), "Oğuz": (5, 0), "İpek": (3, 1), "Deniz": (1, 0)}
    assert [line.name for line in told.everybody[:2]] == ["Ayşe", "İpek"]
    assert {line.best for line in told.everybody} == {None}


def test_points_are_told_for_each_game_alone(played: tuple[Kept, ...]) -> None:
    games = {game: lines for game, _, lines in season(played).games}
    ayse, oguz = games["vale-avi"]
    assert (ayse.hands, ayse.points, ayse.average) == (2, 6, 3.0)
    assert ayse.best == BestHand(points=3, match="1", number=1)
    assert (oguz.average, oguz.best) == (-1.0, BestHand(points=-1, match="1", number=1))


def test_the_best_hand_of_a_game_of_penalties_has_the_fewest(played: tuple[Kept, ...]) -> None:
    lines = {line.name: line for line in season(played[1:2]).games[0][2]}
    assert lines["Oğuz"].best == BestHand(points=0, match="2", number=1)
    assert lines["İpek"].best == BestHand(points=2, match="2", number=3)


def few_lead(score: ScoreView) -> bool:
    """Whether few points are good, by who leads."""
    (lead, *_) = [seat.total for seat in score.seats if seat.leader]
    return lead < max(seat.total for seat in score.seats)


def test_which_games_count_penalties_is_what_the_rules_say(played: tuple[Kept, ...]) -> None:
    assert {kept.score.game for kept in played if few_lead(kept.score)} == FEW_IS_GOOD


def test_a_hand_that_does_not_count_is_in_no_statistic(played: tuple[Kept, ...]) -> None:
    kept = played[0]
    hands = (kept.score.hands[0], replace(kept.score.hands[1], void=True, deltas=(0, 0)))
    told = season([replace(kept, score=replace(kept.score, hands=hands))])
    assert told.hands == 1
    assert [line.hands for line in told.games[0][2]] == [1, 1]


def test_an_unfinished_match_is_in_no_statistic(played: tuple[Kept, ...]) -> None:
    going_on = replace(played[0], score=replace(played[0].score, winners=()))
    assert season([going_on]) == season([])
    assert season([]).matches == 0


def test_spellings_of_one_name_are_one_person(played: tuple[Kept, ...]) -> None:
    assert same_person("İPEK  IŞIL") == same_person("ipek ışıl")
    assert same_person("Işıl") != same_person("İşil")
    again = replace(
        played[0],
        key="9",
        began=DAY + timedelta(days=9),
        score=replace(
            played[0].score,
            seats=tuple(replace(seat, name=seat.name.upper()) for seat in played[0].score.seats),
        ),
    )
    told = season([played[0], again])
    assert [(line.name, line.matches) for line in told.everybody] == [("AYŞE", 2), ("OĞUZ", 2)]


def test_a_year_holds_its_own_matches(played: tuple[Kept, ...]) -> None:
    older = replace(played[0], began=DAY.replace(year=2025))
    assert years((*played, older)) == (2026, 2025)
    assert of_year((*played, older), 2025) == (older,)
    assert len(of_year((*played, older), None)) == 6


def test_the_winners_stand_first_then_as_the_game_ranks(played: tuple[Kept, ...]) -> None:
    places = [[row["names"][0] for row in ranked(kept.score)] for kept in played]
    assert places[1] == ["Ayşe", "Oğuz", "İpek"]
    assert ranked(played[3].score)[0]["names"] == ["Ayşe", "İpek"]
    assert [row["total"] for row in ranked(played[4].score)] == [0, 66, 220]
    going_on = replace(played[1].score, winners=())
    assert [row["total"] for row in ranked(going_on)] == [6, 9, 27]
