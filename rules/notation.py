"""Hands written down by people, and refereed: what ``hakem score GAME FILE`` reads.

    # 13: Vale Avı, three hands of three players
    oyuncular: Ayşe, Oğuz, Çiğdem
    seçenekler: hedef=13, beraberlik_puani=toplam

    el Q | KB=A KD=K GB=J GD=Q | Ayşe KB D, Oğuz KD D, Çiğdem GB T
    el A | KB=K KD=J GB=Q GD=A | Oğuz KB D, Çiğdem GD D, Ayşe KB D
    el J | KB=J KD=A GB=K GD=? | Çiğdem KD D, Ayşe KB T, Oğuz GB T

One line a hand: the centre, the corners (KB KD GB GD; ``?`` or left out: not seen), and who placed
where, in the order of placing, ``D`` düz or ``T`` ters. Ranks are A K Q J. Names hold no comma and
are the words before the corner. The line of options may be missing; keys and values are those of
the game. English keywords ``players``, ``options``, ``hand`` are read too; ``#`` begins a remark.

Every card a pawn stands on must be known, and illegal play is refused (TAM), with the line it
stands in.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from rules.cards import Rank
from rules.codes import Refusal
from rules.game import HandResult, IllegalAction, Mode, Player
from rules.games import GAMES
from rules.games.vale_avi.flow import OPEN_PHASES
from rules.games.vale_avi.scoring import seats_of
from rules.games.vale_avi.state import CORNERS, PICKS, Action, Deal, Phase, Place, State
from rules.moves import Next, Score, Start
from rules.tabletop import Owner

EXAMPLE = "\n".join(line[4:] for line in (__doc__ or "").splitlines() if line.startswith("    "))
"""The example of the docstring, ready to be scored."""

_PLAYERS, _OPTIONS, _HAND = ("oyuncular", "players"), ("seçenekler", "options"), ("el", "hand")
_PICK = re.compile(r"(?P<name>.+?)\s+(?P<corner>\w\w)\s+(?P<side>\w)")


class NotationError(Exception):
    """A written hand that cannot be refereed: the line (from 1) and the refusal."""

    def __init__(self, line: int, refusal: IllegalAction) -> None:
        self.line = line
        self.code = refusal.code
        self.args_ = refusal.args_
        super().__init__(f"line {line}: {refusal}")


@dataclass(frozen=True, slots=True, kw_only=True)
class WrittenHand:
    """A refereed line."""

    line: int
    extra: bool
    result: HandResult


@dataclass(frozen=True, slots=True, kw_only=True)
class WrittenMatch:
    """``winners`` are seats, () while nobody has won; ``contenders`` play the extra hand that is
    due."""

    players: tuple[Player, ...]
    hands: tuple[WrittenHand, ...]
    totals: tuple[int, ...]
    winners: tuple[int, ...]
    contenders: tuple[int, ...]


def score(game: str, text: str) -> WrittenMatch:
    """Referee written hands. Raises NotationError with the line; IllegalAction(UNKNOWN_GAME) for a
    game that is not there or whose hands cannot be written down yet."""
    GAMES[game]
    if game != "vale-avi":
        raise IllegalAction(Refusal.UNKNOWN_GAME, game=game, expected="vale-avi")
    lines = list(_lines(text))
    players, options, hands = _parts(lines)
    state = _begun(players, options)
    written = []
    for line, rest in hands:
        with _at(line):
            state = _hand(state, rest)
        record = state.records[-1]
        result = HandResult(deltas=record.deltas, totals=record.totals)
        written.append(WrittenHand(line=line, extra=record.extra, result=result))
    return WrittenMatch(
        players=state.players,
        hands=tuple(written),
        totals=state.totals,
        winners=seats_of(state.then) if state.phase is Phase.OVER else (),
        contenders=seats_of(state.then) if state.phase is Phase.SCORED else (),
    )


class _at:  # noqa: N801 - reads as a preposition
    """Turns a refusal within the block into a NotationError of this line."""

    def __init__(self, line: int) -> None:
        self._line = line

    def __enter__(self) -> None:
        return None

    def __exit__(self, kind: object, refusal: object, trace: object) -> None:
        if isinstance(refusal, IllegalAction):
            raise NotationError(self._line, refusal) from None


def _bad(key: str, value: str, expected: str) -> IllegalAction:
    return IllegalAction(Refusal.BAD_FACT, key=key, value=value, expected=expected)


def _lines(text: str) -> Iterator[tuple[int, str, str]]:
    """Line number, keyword and the rest of every line that says something."""
    for number, raw in enumerate(text.splitlines(), 1):
        line = raw.partition("#")[0].strip()
        if not line:
            continue
        word, _, rest = line.replace(":", " ", 1).partition(" ")
        yield number, word.casefold(), rest.strip()


_Line = tuple[int, str]


def _parts(
    lines: list[tuple[int, str, str]],
) -> tuple[_Line, _Line, list[_Line]]:
    players: _Line | None = None
    options: _Line = (1, "")
    hands: list[_Line] = []
    for number, word, rest in lines:
        if word in _PLAYERS and players is None and not hands:
            players = (number, rest)
        elif word in _OPTIONS and not hands:
            options = (number, rest)
        elif word in _HAND and players is not None:
            hands.append((number, rest))
        else:
            expected = "oyuncular: first, then seçenekler:, then lines that begin with el"
            raise NotationError(number, _bad("line", f"{word} {rest}".strip(), expected))
    if players is None:
        line = lines[-1][0] if lines else 1
        raise NotationError(line, _bad("line", "", "a line oyuncular: Ayşe, Oğuz"))
    return players, options, hands


def _begun(players: _Line, options: _Line) -> State:
    game = GAMES["vale-avi"]
    with _at(options[0]):
        chosen = game.options(_pairs(options[1].split(",")))
    with _at(players[0]):
        names = [name.strip() for name in players[1].split(",")]
        owners = tuple(Owner)
        if len(names) > len(owners):
            expected = f"{game.info.min_players} to {game.info.max_players} players"
            raise IllegalAction(Refusal.BAD_PLAYERS, value=len(names), expected=expected)
        seated = tuple(
            Player(name=name, owner=owner) for name, owner in zip(names, owners, strict=False)
        )
        state: State = game.begin(options=chosen, players=seated, mode=Mode.FULL)
    return state


def _pairs(items: list[str]) -> Mapping[str, str]:
    """``key=value`` items; empty ones are skipped, a key given twice is refused."""
    pairs: dict[str, str] = {}
    for item in filter(None, (item.strip() for item in items)):
        key, equals, value = (part.strip() for part in item.partition("="))
        if not equals or key in pairs:
            raise _bad(key, item, "key=value, each key once")
        pairs[key] = value
    return pairs


def _hand(state: State, rest: str) -> State:
    parts = [part.strip() for part in rest.split("|")]
    if len(parts) != 3:
        raise _bad("el", rest, "centre | corners | placements, e.g. K | KB=A KD=J | Ayşe KB D")
    deal = _deal(parts[0], _pairs(parts[1].split()))
    places = [_place(state, text.strip()) for text in parts[2].split(",") if text.strip()]
    if not places:
        raise _bad("el", rest, "who placed where, e.g. Ayşe KB D, Oğuz GD T")
    if state.phase not in OPEN_PHASES:
        state = _played(state, Next())
    if not state.hand.rota:
        state = _played(state, Start(places[0].seat))
    actions: tuple[Action, ...] = (deal, *places, Score())
    for action in actions:
        state = _played(state, action)
    return state


def _played(state: State, action: Action) -> State:
    after: State = GAMES["vale-avi"].apply(state, action)
    return after


def _deal(centre: str, corners: Mapping[str, str]) -> Deal:
    strange = set(corners) - set(CORNERS)
    if strange:
        raise _bad(min(strange), corners[min(strange)], ", ".join(CORNERS))
    known = tuple(_rank(corner, corners.get(corner, "?")) for corner in CORNERS)
    middle = _rank("centre", centre)
    if middle is None:
        raise IllegalAction(Refusal.UNREAD_CARD, place="M")
    return Deal(middle, known)


def _rank(key: str, letter: str) -> Rank | None:
    if letter == "?":
        return None
    if letter not in GAMES["vale-avi"].info.deck:
        raise _bad(key, letter, "A, K, Q, J or ?")
    return Rank(letter)


def _place(state: State, text: str) -> Place:
    found = _PICK.fullmatch(text)
    names = [player.name for player in state.players]
    if found is None or found["name"] not in names:
        raise _bad("placement", text, f"name corner side; the names are {', '.join(names)}")
    pick = PICKS.get(f"{found['corner']} {found['side']}")
    if pick is None:
        raise _bad("placement", text, "a corner KB KD GB GD and a side D or T")
    return Place(names.index(found["name"]), pick)
