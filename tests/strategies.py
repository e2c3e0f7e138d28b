"""Hypothesis strategies shared by the tests: options, players, matches, and evenings at a real
table."""

from typing import Any

from hypothesis import strategies as st

from rules.game import Player
from rules.games.vale_avi import Options
from rules.tabletop import (
    CardGone,
    CardOpen,
    Covered,
    Hidden,
    LayoutSeen,
    LayoutUnclear,
    Owner,
    PawnAt,
    PawnGone,
    PawnSide,
    PawnUnclear,
    Reading,
    TableCleared,
    TableEvent,
)

PLACES = ("M", "KB", "KD", "GB", "GD")
CORNERS = PLACES[1:]
RANKS = "AKQJ"


def options() -> st.SearchStrategy[Options]:
    """Every option of spec 1.2, numbers small enough for short matches."""
    values: dict[str, st.SearchStrategy[Any]] = {
        "hedef": st.integers(1, 20),
        "duz_siniri": st.integers(1, 3),
        "vale_carpani": st.integers(1, 3),
        "baslayan": st.sampled_from(["rastgele", "sirayla"]),
        "beraberlik_puani": st.sampled_from(["toplam", "ek_el"]),
        "ek_elde_sayac": st.sampled_from(["surer", "sifirla"]),
        "ihlal": st.sampled_from(["sor", "ters_say"]),
        "ek_el_siniri": st.one_of(st.none(), st.integers(1, 3)),
    }
    return st.fixed_dictionaries({}, optional=values).map(Options.parse)


def players(least: int = 2, most: int = 6) -> st.SearchStrategy[tuple[Player, ...]]:
    """Names as people have them, colours in any order; all different."""

    def seated(count: int) -> st.SearchStrategy[tuple[Player, ...]]:
        name = st.text("aâbçğıİöşüyz", min_size=1, max_size=9)
        names = st.lists(name, min_size=count, max_size=count, unique=True)
        owners = st.permutations(tuple(Owner)).map(lambda owners: owners[:count])
        return st.tuples(names, owners).map(
            lambda both: tuple(Player(name=n, owner=o) for n, o in zip(*both, strict=True))
        )

    return st.integers(least, most).flatmap(seated)


def table_events(owners: tuple[Owner, ...] = tuple(Owner)) -> st.SearchStrategy[TableEvent]:
    """Any one thing the camera may report, at moments that sometimes coincide."""
    at_s = st.integers(0, 5).map(float)
    places = st.sampled_from(PLACES)
    ranks = st.sampled_from(RANKS)
    readings = st.dictionaries(ranks, st.floats(0.01, 0.5), max_size=2).map(Reading)
    sides = st.sampled_from(PawnSide)
    owner = st.sampled_from(owners)
    where = st.one_of(st.none(), places)
    return st.one_of(
        st.builds(LayoutSeen, at_s),
        st.builds(LayoutUnclear, at_s),
        st.builds(CardOpen, at_s, places, readings),
        st.builds(CardGone, at_s, places),
        st.builds(PawnAt, at_s, owner, sides, where, st.floats(0.5, 1.0)),
        st.builds(PawnGone, at_s, owner),
        st.builds(PawnUnclear, at_s, where, st.sampled_from(Hidden)),
        st.builds(Covered, at_s, st.frozensets(places)),
        st.builds(TableCleared, at_s),
    )
