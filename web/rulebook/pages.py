"""``/kurallar``: the rules of the game that is being played, and of every other one."""

from collections.abc import Mapping
from http import HTTPStatus
from types import SimpleNamespace

from flask import Blueprint, render_template

from rules.game import OptionValue
from rules.games import GAMES
from rules.games.alman_whisti import scoring as whist
from rules.games.alman_whisti import state as whist_state
from rules.games.belote import combos as belote_combos
from rules.games.belote import scoring as belote
from rules.games.belote import state as belote_state
from rules.games.blof import state as blof
from rules.games.uc_on_uc import cards as remi
from rules.games.vale_avi import state as vale_avi
from web.parts import language, parts, spoken
from web.rulebook.choices import choices
from web.rulebook.examples import examples, refereed
from web.rulebook.sheet import words
from web.rulebook.tables import tables

rulebook = Blueprint("rulebook", __name__)
CHAPTERS = ("gerek", "dagitim", "sira", "puan", "kazanan", "ornek", "ipucu", "akraba", "secenek")
CONSTANTS: Mapping[str, object] = {
    "vale-avi": vale_avi,
    "blof": blof,
    "alman-whisti": SimpleNamespace(
        PENALTY=whist.PENALTY,
        BASE=whist.BASE,
        HAND=whist_state.HAND,
        TRICKS=whist_state.TRICKS,
        DECK=whist_state.DECK,
    ),
    "belote": SimpleNamespace(
        LAST_TRICK=belote.LAST_TRICK,
        CAPOTE=belote.CAPOTE,
        PENALTY=belote.PENALTY,
        REVOKE_PRIZE=belote.REVOKE_PRIZE,
        BELOTE=belote_combos.BELOTE_POINTS,
        DEALT=belote_state.DEALT,
        CLAIM_TRICKS_LEFT=belote.CLAIM_TRICKS_LEFT,
        RUN=belote_combos.RUN_POINTS,
        BRELAN=belote_combos.BRELAN_POINTS,
    ),
    "uc-on-uc": remi,
}
"""By game what its text may name: the engine's own numbers."""


@rulebook.get("/kurallar")
@rulebook.get("/kurallar/<game>")
def rules(game: str | None = None) -> str | tuple[str, int]:
    """One game's rules: the one named, else the one being played, else the first. An unknown name
    is 404 in words, with the games there are."""
    score = parts().referee.snapshot().score
    playing = "" if score is None else score.game
    say = words(language())
    around = {"page": "rulebook", "book": say, "games": tuple(GAMES), "playing": playing}
    name = game or playing or next(iter(GAMES))
    if name not in GAMES.games:
        sentence = spoken().say("UNKNOWN_GAME", {"game": name}, section="refusal")
        page = render_template("rules/unknown.html", sentence=sentence, game="", **around)
        return page, HTTPStatus.NOT_FOUND
    here = score is not None and name == playing
    given = dict(score.options) if score is not None and here else _new_table(name)
    return render_template(
        f"rules/{language()}/{name}.html",
        **around,
        game=name,
        here=here,
        info=GAMES[name].info,
        chapters=CHAPTERS,
        o=_new_table(name) | given,
        k=CONSTANTS[name],
        tables=tables(name, given, say),
        examples=examples(name, say),
        example=refereed(name),
        choices=choices(name, given, spoken()),
    )


def _new_table(name: str) -> dict[str, OptionValue]:
    game = GAMES[name]
    return dict(game.option_values(game.options({})))
