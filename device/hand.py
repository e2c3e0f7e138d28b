"""The evidence of one hand: what the eyes read at each open place, until the score is decided.

Cards are played as soon as they can be shown, however unsure; nothing is written before the score
they give is sure.
"""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from typing import Any

from device.decode import decode
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
class Evidence:
    """Readings by place for the present hand; forgotten when another begins."""

    hand: int = 0
    now_s: float = 0.0
    _reads: dict[str, _Read] = field(default_factory=dict)
    _played: dict[str, str] = field(default_factory=dict)
    _asked: set[str] = field(default_factory=set)

    def begin(self, hand: int) -> None:
        """``hand``: how many hands are closed. Another number means another hand."""
        if hand != self.hand:
            self.hand = hand
            self.forget()

    def forget(self) -> None:
        """The cards were dealt again."""
        self._reads, self._played, self._asked = {}, {}, set()

    def mark(self) -> tuple[dict[str, str], set[str]]:
        """What was played and asked so far; see ``back_to``."""
        return dict(self._played), set(self._asked)

    def back_to(self, mark: tuple[dict[str, str], set[str]]) -> None:
        """What came after the mark could not be written, so it was not played either."""
        self._played, self._asked = mark

    def note(self, event: CardOpen, choose: tuple[Any, ...], *, at_s: float) -> None:
        """A card shows its face, or its vote changed. ``choose``: the game's actions, one a label
        (their ``rank``)."""
        self._reads[event.place] = _Read(
            ranks=event.reading.ranks,
            picture=event.reading.picture,
            actions={str(action.rank): action for action in choose},
            at_s=at_s,
        )

    def recall(self, action: Any) -> None:
        """A card played before a restart, as sure as it was then; the eyes will tell it again."""
        label = str(action.rank)
        self._reads[action.place] = _Read(
            ranks={label: action.sure}, picture=action.picture, actions={label: action}, at_s=0.0
        )
        self._played[action.place] = label

    def news(self, game: AnyGame, state: Any) -> tuple[Any, ...]:
        """Cards to show now: first readings, and readings that clearly changed. A guess that the
        deck does not allow is not shown; all of the hand together will tell."""
        actions = []
        for place, read in self._reads.items():
            label = read.likeliest
            if label is None or self._played.get(place) == label:
                continue
            clear = read.ranks[label] >= CLEAR
            guess = place not in self._played and read.ranks[label] >= SHOWN
            if clear or (guess and game.outcome(state, {place: label}) != Refusal.COMPOSITION):
                self._played[place] = label
                actions.append(read.actions[label])
        return tuple(actions)

    def holds(self, places: Collection[str]) -> bool:
        return set(places) <= set(self._reads)

    def judge(self, game: AnyGame, state: Any, *, told: Collection[str]) -> Verdict:
        """Whether the hand may be written. ``told``: places a person spoke about."""
        reads = {place: read for place, read in self._reads.items() if place not in told}
        if not reads:
            return Verdict(write=True)
        decoded = decode(game, state, {place: read.ranks for place, read in reads.items()})
        if decoded is None:
            return Verdict()
        if decoded.sure >= SURE:
            differing = [
                place for place, rank in decoded.ranks.items() if self._played.get(place) != rank
            ]
            self._played |= {place: decoded.ranks[place] for place in differing}
            actions = tuple(reads[place].actions[decoded.ranks[place]] for place in differing)
            return Verdict(write=not actions, play=actions)
        waited_s = self.now_s - max(read.at_s for read in reads.values())
        if decoded.doubt in self._asked or waited_s < SETTLE_S:
            return Verdict()
        self._asked.add(decoded.doubt)
        likely = tuple(Rank(rank) for rank in decoded.likely)
        ask = game.actions["AskCard"](decoded.doubt, likely, reads[decoded.doubt].picture)
        return Verdict(play=(ask,))
