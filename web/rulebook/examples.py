"""Worked examples: written hands (``examples/<game>.hakem``), refereed when they are shown.

Each file is in the notation of ``hakem score``; its ``#=`` lines are what the tests expect. What a
page tells of one is computed by the engine: who won a trick, how a hand divides, what it costs.
"""

import re
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from importlib.resources import files
from typing import Any

from rules.game import Mode, Player
from rules.games import GAMES
from rules.games.alman_whisti.tricks import follower_wins
from rules.games.belote.cards import POINTS
from rules.games.belote.options import Options as BeloteOptions
from rules.games.belote.tricks import winning
from rules.games.blof.state import Call, Pass, Shown, Throw
from rules.games.uc_on_uc.melds import Hand
from rules.games.uc_on_uc.options import Options as RemiOptions
from rules.moves import Start
from rules.notation import WrittenMatch, score
from rules.notation.lines import Sheet, take_apart
from rules.tabletop import Owner
from web.rulebook.sheet import Cards, Cell, Table, cards, signed
from web.words import Words

_TRICK = re.compile(r"(?P<name>\S+) (?P<led>\w\w) (?P<followed>\w\w)")
_STAGE_1 = re.compile(r"(?P<turned>\w\w): (?P<led>\w\w) (?P<followed>\w\w)")
_THROW = re.compile(r"(?P<rank>\w?)x(?P<count>\d)")


@cache
def written(game: str) -> str:
    """The text of a game's example."""
    path = files("web").joinpath("rulebook", "examples", f"{game}.hakem")
    return path.read_text(encoding="utf-8")


@cache
def refereed(game: str) -> WrittenMatch:
    return score(game, written(game))


def examples(game: str, say: Words) -> dict[str, Table]:
    """Tables by name: ``sonuc``, the points hand by hand, and what the game shows of the play."""
    shown = {"sonuc": _outcome(game, say)}
    if game in _PLAYED:
        played = _PLAYED[game](take_apart(written(game)), say)
        shown[played.name] = played
    return shown


def _outcome(game: str, say: Words) -> Table:
    match = refereed(game)
    text = signed if game == "vale-avi" else str
    return Table(
        name="sonuc",
        caption=say.say("sonuc", section="caption"),
        columns=(say.say("el", section="column"), *(player.name for player in match.players)),
        rows=tuple(
            (str(number), *("" if delta is None else text(delta) for delta in hand.result.deltas))
            for number, hand in enumerate(match.hands, 1)
        ),
        foot=(say.say("toplam", section="row"), *(text(total) for total in match.totals)),
    )


def _names(sheet: Sheet) -> list[str]:
    return [name.strip() for name in sheet.players.text.split(",")]


def _pieces(sheet: Sheet) -> Iterator[str]:
    """What stands between commas after the bar of the first hand."""
    first, *others = (line.text for line in sheet.hands[0])
    for text in (first.partition("|")[2], *others):
        yield from filter(None, (piece.strip() for piece in text.split(",")))


def _blof(sheet: Sheet, say: Words) -> Table:
    """Every move, and how many cards everybody holds after it."""
    names = _names(sheet)
    rules = GAMES["blof"]
    seated = tuple(
        Player(name=name, owner=owner) for name, owner in zip(names, Owner, strict=False)
    )
    state = rules.begin(options=rules.options({}), players=seated, mode=Mode.TABLE)
    state = rules.apply(state, Start(names.index(sheet.hands[0][0].text.split()[0])))
    rows: list[tuple[Cell, ...]] = []
    for piece in _pieces(sheet):
        name, word, *shown = piece.split()
        told, state = _move(state, names.index(name), word, tuple(shown), say)
        held = [len(hand) for hand in state.hand.hands]
        rows.append((name, told, *held))
    columns = (say.say("oyuncu", section="column"), say.say("hamle", section="column"), *names)
    caption = say.say("blof_ornek", section="caption")
    return Table(name="hamleler", caption=caption, columns=columns, rows=tuple(rows), wide=True)


def _move(state: Any, seat: int, word: str, shown: tuple[str, ...], say: Words) -> tuple[str, Any]:
    """What a piece says, in words, and the state after it."""
    apply = GAMES["blof"].apply
    if word == "pas":
        burned = state.hand.burned
        state = apply(state, Pass(seat))
        now = state.hand.burned - burned
        return say.say("yakti" if now else "pas", {"n": now}, section="blof"), state
    if word == "blöf":
        held = len(state.hand.hands[seat])
        state = apply(apply(state, Call(seat)), Shown(shown))
        truth = len(state.hand.hands[seat]) > held  # the caller was wrong, and took the pile
        opened = ", ".join(say.say(rank, section="rank") for rank in shown)
        return say.say("dogru" if truth else "yalan", {"kart": opened}, section="blof"), state
    found = _THROW.fullmatch(word)
    assert found is not None, word
    count, opens = int(found["count"]), bool(found["rank"])
    state = apply(state, Throw(seat, count, found["rank"]))
    named = say.say(state.hand.rank, section="rank")
    return say.say("ac" if opens else "at", {"n": count, "kart": named}, section="blof"), state


def _alman_whisti(sheet: Sheet, say: Words) -> Table:
    """The tricks that were written with their cards; the first turned card names trump."""
    names = _names(sheet)
    leader = names.index(sheet.hands[0][0].text.split()[0])
    rows: list[tuple[Cell, ...]] = []
    trump = ""
    for piece in _pieces(sheet):
        found = _STAGE_1.fullmatch(piece)
        if found is None:
            break
        trump = trump or found["turned"][1]
        wins = follower_wins(found["led"], found["followed"], trump)
        winner = 1 - leader if wins else leader
        lying = (cards(found["led"]), cards(found["followed"]))
        mine = lying if leader == 0 else lying[::-1]
        rows.append((cards(found["turned"]), *mine, names[leader], names[winner]))
        leader = winner
    columns = ("acik", *names, "acan", "alan")
    return Table(
        name="loveler",
        caption=say.say("whist_ornek", section="caption"),
        columns=tuple(say.say(word, section="column") for word in columns),
        rows=tuple(rows),
        wide=True,
    )


def _belote(sheet: Sheet, say: Words) -> Table:
    """The tricks with their winners and what their cards are worth."""
    names = _names(sheet)
    trump = sheet.hands[0][0].text.split()[1][1]
    worth = POINTS[BeloteOptions().papaz][trump]
    rows: list[tuple[Cell, ...]] = []
    won = [0] * len(names)
    for piece in _pieces(sheet):
        found = _TRICK.fullmatch(piece)
        if found is None:
            continue
        lying = [found["led"], found["followed"]]
        leader = names.index(found["name"])
        winner = leader if winning(lying, trump) == 0 else 1 - leader
        points = sum(worth[card] for card in lying)
        won[winner] += points
        mine = lying if leader == 0 else lying[::-1]
        got = [str(points) if seat == winner else "" for seat in range(len(names))]
        rows.append((str(len(rows) + 1), *(cards(card) for card in mine), *got))
    scored = say.table["column"]["puani"]
    columns = (say.say("love", section="column"), *names)
    return Table(
        name="loveler",
        caption=say.say("belote_ornek", section="caption"),
        columns=(*columns, *(say.fill(scored, {"name": name}) for name in names)),
        rows=tuple(rows),
        foot=(say.say("kart_toplami", section="row"), "", "", *map(str, won)),
        wide=True,
    )


def _uc_on_uc(sheet: Sheet, say: Words) -> Table:
    """Every hand as the solver lays it, and what is left over."""
    names = _names(sheet)
    options = RemiOptions()
    rows: list[tuple[Cell, ...]] = []
    for number, hand in enumerate(sheet.hands, 1):
        for name, held in zip(names, hand[0].text.split("|")[1:], strict=True):
            texts = held.split()[1:]
            found = Hand(texts, options.costs(number)).arrangement()
            head = f"{number}. {name}"
            left = Cards((found.left,)) if found.left else ""
            rows.append((head, Cards(found.groups) if found.groups else "", left, str(found.cost)))
    columns = ("oyuncu", "perler", "kalan", "ceza")
    return Table(
        name="eller",
        caption=say.say("remi_ornek", section="caption"),
        columns=tuple(say.say(word, section="column") for word in columns),
        rows=tuple(rows),
        wide=True,
    )


_PLAYED: Mapping[str, Callable[[Sheet, Words], Table]] = {
    "blof": _blof,
    "alman-whisti": _alman_whisti,
    "belote": _belote,
    "uc-on-uc": _uc_on_uc,
}
