"""The evidence of a hand: what the eyes read at each open place, until the score is decided.

Cards are played as soon as they can be shown, however unsure; nothing is written before the score
they give is sure.
"""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from typing import Any

from device.decode import Decoded, decode
from rules.cards import Rank
from rules.codes import Refusal
from rules.game import AnyGame
from rules.tabletop import CardOpen

SURE = 0.995
"""The one threshold: a score is written when its probability is at least this."""
CLEAR = 1 - (1 - SURE) / 5
"""A new reading replaces an old one from here on: five such cards still make a sure score."""
SHOWN = 0.5
"""From here on a card is shown to people, as unsure."""
SETTLE_S = 1.2
"""How long the eyes may look on, after the last card was opened, before the referee asks."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """``write``: the score is sure. Else ``play`` these actions first; empty: wait."""

    write: bool = False
    play: tuple[Any, ...] = ()


@dataclass(frozen=True, slots=True)
class _Read:
    ranks: Mapping[str, float]
    picture: str | None
    actions: Mapping[str, Any]  # by label: what to play if this is the card
    at_s: float

    @property
    def likeliest(self) -> str | None:
        return max(self.actions, key=lambda label: self.ranks[label], default=None)


@dataclass(slots=True)
class _Deal:
    """Cards that lie, or lay, on the cloth together."""

    reads: dict[str, _Read] = field(default_factory=dict)
    played: dict[str, str] = field(default_factory=dict)
    asked: set[str] = field(default_factory=set)


Mark = tuple[dict[str, str], dict[str, str], set[str]]


@dataclass(slots=True)
class Evidence:
    """Readings of the present hand's cards, and of a new deal that waits until it is settled."""

    hand: int = 0
    now_s: float = 0.0
    stirred_s: float = 0.0  # when anything last happened on the table
    _present: _Deal = field(default_factory=_Deal)
    _waiting: _Deal | None = None

    @property
    def quiet_s(self) -> float:
        return self.now_s - self.stirred_s

    @property
    def waits(self) -> bool:
        """Whether a new deal lies there and waits until the present hand is settled."""
        return self._waiting is not None

    @property
    def _newest(self) -> _Deal:
        return self._present if self._waiting is None else self._waiting

    def begin(self, hand: int) -> None:
        """``hand``: how many hands are closed. Another number means another hand."""
        if hand != self.hand:
            self.hand = hand
            self._present, self._waiting = self._waiting or _Deal(), None

    def dealt(self, *, waits: bool) -> None:
        """New cards lie there: in place of the present hand's, or to wait until it is settled."""
        if waits:
            self._waiting = _Deal()
        else:
            self._present, self._waiting = _Deal(), None

    def mark(self) -> Mark:
        """What was played and asked so far; see ``back_to``."""
        return dict(self._present.played), dict(self._newest.played), set(self._present.asked)

    def back_to(self, mark: Mark) -> None:
        """What came after the mark could not be written, so it was not played either."""
        self._present.played, self._newest.played, self._present.asked = mark

    def note(self, event: CardOpen, choose: tuple[Any, ...], *, at_s: float) -> None:
        """A card shows its face, or its vote changed. ``choose``: the game's actions, one a label
        (their ``rank``)."""
        self._newest.reads[event.place] = _Read(
            ranks=event.reading.ranks,
            picture=event.reading.picture,
            actions={str(action.rank): action for action in choose},
            at_s=at_s,
        )

    def recall(self, action: Any) -> None:
        """A card played before a restart, as sure as it was then; the eyes will tell it again."""
        label = str(action.rank)
        self._present.reads[action.place] = _Read(
            ranks={label: action.sure}, picture=action.picture, actions={label: action}, at_s=0.0
        )
        self._present.played[action.place] = label

    def news(self, game: AnyGame, state: Any) -> tuple[Any, ...]:
        """Cards to show now: first readings, and readings that clearly changed. A guess that the
        deck does not allow is not shown; all of the hand together will tell."""
        deal, actions = self._newest, []
        for place, read in deal.reads.items():
            label = read.likeliest
            if label is None or deal.played.get(place) == label:
                continue
            clear = read.ranks[label] >= CLEAR
            guess = place not in deal.played and read.ranks[label] >= SHOWN
            if clear or (guess and game.outcome(state, {place: label}) != Refusal.COMPOSITION):
                deal.played[place] = label
                actions.append(read.actions[label])
        return tuple(actions)

    def unresolved(self, places: Collection[str]) -> bool:
        """Whether these needed places can be judged: all were seen, or will be seen no more."""
        return bool(places) and (
            self._waiting is not None or set(places) <= set(self._present.reads)
        )

    def judge(
        self, game: AnyGame, state: Any, *, needed: Collection[str], told: Collection[str]
    ) -> Verdict:
        """Whether the hand may be written. ``needed``: places the game still waits for; ``told``:
        places a person spoke about."""
        unseen = [p for p in needed if p not in self._present.reads and p not in told]
        if unseen:
            return self._ask(game, unseen[0], ())
        reads = {place: read for place, read in self._present.reads.items() if place not in told}
        if not reads:
            return Verdict(write=True)
        decoded = decode(game, state, {place: read.ranks for place, read in reads.items()})
        if decoded is None:
            return Verdict()
        if decoded.sure >= SURE:
            return self._settled(game, decoded, reads)
        if self.now_s - max(read.at_s for read in reads.values()) < SETTLE_S:
            return Verdict()
        return self._ask(game, decoded.doubt, decoded.likely)

    def _settled(self, game: AnyGame, decoded: Decoded, reads: Mapping[str, _Read]) -> Verdict:
        played = self._present.played
        differing = [place for place, rank in decoded.ranks.items() if played.get(place) != rank]
        if not differing:
            return Verdict(write=True)
        if self._waiting is not None:  # what is seen now belongs to the deal that waits
            return self._ask(game, differing[0], (decoded.ranks[differing[0]],))
        self._present.played |= {place: decoded.ranks[place] for place in differing}
        return Verdict(
            play=tuple(reads[place].actions[decoded.ranks[place]] for place in differing)
        )

    def _ask(self, game: AnyGame, place: str, likely: tuple[str, ...]) -> Verdict:
        """One question a place; asked once."""
        if place in self._present.asked:
            return Verdict()
        self._present.asked.add(place)
        read = self._present.reads.get(place)
        ranks = tuple(Rank(rank) for rank in likely)
        return Verdict(play=(game.actions["AskCard"](place, ranks, read and read.picture),))
