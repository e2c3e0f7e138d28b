"""The scoring tables of every game, drawn from the constants the engine scores with.

A table follows the options it is given: those of the match, or those of a new table.
"""

from collections.abc import Callable, Mapping

from rules.cards import Rank
from rules.game import OptionValue
from rules.games import GAMES
from rules.games.alman_whisti import options as whist
from rules.games.alman_whisti import scoring as whist_scoring
from rules.games.belote import cards as belote_cards
from rules.games.belote import combos as belote_combos
from rules.games.belote import options as belote
from rules.games.belote import scoring as belote_scoring
from rules.games.blof import state as blof
from rules.games.uc_on_uc import cards as remi_cards
from rules.games.uc_on_uc import options as remi
from rules.games.vale_avi import options as vale_avi
from rules.games.vale_avi.state import RANKS
from web.rulebook.sheet import Cell, Table, signed, span
from web.words import Words

Given = Mapping[str, OptionValue]


def tables(game: str, given: Given, say: Words) -> dict[str, Table]:
    """By name. ``given`` {}: the options are not known, and nothing is told that follows them."""
    return {table.name: table for table in _TABLES[game](given, say)}


def _vale_avi(given: Given, say: Words) -> tuple[Table, ...]:
    chosen = vale_avi.Options.parse(given)
    upright, flipped = vale_avi.Side.UPRIGHT, vale_avi.Side.FLIPPED
    told = [("duz", upright, Rank.KING), ("ters", flipped, Rank.KING)]
    if given:
        told.append(("ters_vale", flipped, Rank.JACK))
    points = Table(
        name="puan",
        caption=say.say("kart_puani", section="caption"),
        columns=(_column(say, "kart"), *(_column(say, word) for word, _, _ in told)),
        rows=tuple(
            (
                say.say("K_vale_avi" if rank is Rank.KING else rank.value, section="rank"),
                *(
                    signed(chosen.points(side=side, rank=rank, centre=centre))
                    for _, side, centre in told
                ),
            )
            for rank in RANKS
        ),
    )
    return (points,)


def _blof(given: Given, say: Words) -> tuple[Table, ...]:
    info = GAMES["blof"].info
    deals = []
    for seats in range(info.min_players, info.max_players + 1):
        held = [len(hand) for hand in blof.dealt(blof.DECK, 0, seats)]
        deals.append((str(seats), ", ".join(map(str, held))))
    dealt = Table(
        name="dagitim",
        caption=say.say("blof_dagitim", section="caption"),
        columns=(_column(say, "kisi"), _column(say, "eller")),
        rows=tuple(deals),
    )
    many = blof.MOST + 1
    thrown = (("acis", many, True), ("acis_tek", 1, True), ("atis", many, False))
    throws = Table(
        name="atis",
        caption=say.say("blof_atis", section="caption"),
        columns=(_column(say, "ne_zaman"), _column(say, "kac_kart")),
        rows=tuple(
            (say.say(word, section="row"), span(blof.sizes(held, opening=opening)))
            for word, held, opening in thrown
        ),
    )
    return (dealt, throws)


def _alman_whisti(given: Given, say: Words) -> tuple[Table, ...]:
    chosen = whist.Options.parse(given)
    counted = chosen.sayilan
    most = counted if counted == 13 else 20
    kinds = (whist.Scoring.PLAIN, whist.Scoring.ABOVE_HALF)
    rows = []
    for won in range((counted + 1) // 2, most + 1):
        credit = whist_scoring.credited(chosen, (won, counted - won))
        points = (
            whist_scoring.points(_scored(chosen, kind), (credit[0], credit[1])) for kind in kinds
        )
        rows.append((f"{won}–{counted - won}", *(f"{mine}–{theirs}" for mine, theirs in points)))
    table = Table(
        name="puan",
        caption=say.say("whist_puan", section="caption"),
        columns=tuple(_column(say, word) for word in ("loveler", "sade", "alti_ustu")),
        rows=tuple(rows),
    )
    return (table,)


def _scored(chosen: whist.Options, kind: whist.Scoring) -> whist.Options:
    return whist.Options.parse({**chosen.values(), "puanlama": kind.value})


def _belote(given: Given, say: Words) -> tuple[Table, ...]:
    chosen = belote.Options.parse(given)
    trump, plain = belote_cards.SUITS[0], belote_cards.SUITS[1]
    worth = belote_cards.POINTS[chosen.papaz][trump]
    pairs = zip(reversed(belote_cards.TRUMP_ORDER), reversed(belote_cards.PLAIN_ORDER), strict=True)
    rows = tuple(
        (
            say.say(high, section="rank"),
            worth[high + trump],
            say.say(low, section="rank"),
            worth[low + plain],
        )
        for high, low in pairs
    )
    suits = {suit: sum(worth[rank + suit] for rank in belote_cards.RANKS) for suit in trump + plain}
    points = Table(
        name="kart",
        caption=say.say("belote_kart", section="caption"),
        columns=tuple(_column(say, word) for word in ("koz", "puan", "duz_renk", "puan")),
        rows=rows,
        foot=(say.say("toplam", section="row"), suits[trump], "", suits[plain]),
    )
    return (points, _belote_combos(say), _belote_prizes(chosen, say))


def _belote_combos(say: Words) -> Table:
    rows: list[tuple[Cell, ...]] = [
        (say.fill(say.table["row"]["brelan"], {"kart": say.say(rank, section="rank")}), points)
        for rank, points in belote_combos.BRELAN_POINTS.items()
    ]
    rows += [
        (say.say(f"seri_{length}", section="row"), points)
        for length, points in sorted(belote_combos.RUN_POINTS.items(), reverse=True)
    ]
    rows.append((say.say("belote", section="row"), belote_combos.BELOTE_POINTS))
    return Table(
        name="kombinasyon",
        caption=say.say("belote_kombinasyon", section="caption"),
        columns=(_column(say, "kombinasyon"), _column(say, "puan")),
        rows=tuple(rows),
    )


def _belote_prizes(chosen: belote.Options, say: Words) -> Table:
    """A revoke pays the others, or costs whoever made it, or both (``renons_cezasi``)."""
    told = [
        ("son_love", belote_scoring.LAST_TRICK),
        ("capote", belote_scoring.CAPOTE),
    ]
    if chosen.renons_cezasi is not belote.RevokePenalty.ONLY_MINUS:
        told.append(("renons", belote_scoring.REVOKE_PRIZE))
    if chosen.renons_cezasi is not belote.RevokePenalty.TO_OPPONENT:
        told.append(("kendi_renonsu", -belote_scoring.PENALTY))
    told.append(("ceza", -belote_scoring.PENALTY))
    return Table(
        name="odul",
        caption=say.say("belote_odul", section="caption"),
        columns=(_column(say, "ne_icin"), _column(say, "puan")),
        rows=tuple((say.say(word, section="row"), signed(points)) for word, points in told),
    )


def _uc_on_uc(given: Given, say: Words) -> tuple[Table, ...]:
    chosen = remi.Options.parse(given)
    numbered = range(1, chosen.rounds + 1)
    rounds = Table(
        name="tur",
        caption=say.say("remi_tur", section="caption"),
        columns=tuple(_column(say, word) for word in ("tur", "kart_sayisi", "joker")),
        rows=tuple(
            (
                str(number),
                chosen.size(number),
                say.say(chosen.costs(number).wild, section="rank"),
            )
            for number in numbered
        ),
    )
    return (rounds, _remi_costs(chosen, say), _remi_decks(say))


def _remi_costs(chosen: remi.Options, say: Words) -> Table:
    """Neighbours of one cost stand together, and so do the ranks that cost what they show."""
    costs = chosen.costs(1)
    pips = [rank for rank in remi_cards.RANKS if rank not in "AJQK"]
    shown = f"{costs.of(pips[0] + 'S')}–{costs.of(pips[-1] + 'S')}"
    ace = (say.say("A", section="rank"), str(costs.of("AS")))
    rows = [ace, (say.say("sayili", section="row"), shown)]
    rows += [(say.say(rank, section="rank"), str(costs.of(rank + "S"))) for rank in "JQK"]
    rows.append((say.say("X", section="rank"), str(costs.of(remi_cards.JOKER))))
    return Table(
        name="ceza",
        caption=say.say("remi_ceza", section="caption"),
        columns=(_column(say, "kart"), _column(say, "ceza")),
        rows=tuple(rows),
    )


def _remi_decks(say: Words) -> Table:
    info = GAMES["uc-on-uc"].info
    return Table(
        name="deste",
        caption=say.say("remi_deste", section="caption"),
        columns=(_column(say, "kisi"), _column(say, "deste")),
        rows=tuple(
            (str(players), remi_cards.decks_for(players))
            for players in range(info.min_players, info.max_players + 1)
        ),
    )


def _column(say: Words, word: str) -> str:
    return say.say(word, section="column")


_TABLES: Mapping[str, Callable[[Given, Words], tuple[Table, ...]]] = {
    "vale-avi": _vale_avi,
    "blof": _blof,
    "alman-whisti": _alman_whisti,
    "belote": _belote,
    "uc-on-uc": _uc_on_uc,
}
