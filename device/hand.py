"""The evidence of one hand: what the eyes read at each open place, until the score is decided."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from device.decode import Decoded, decode
from rules.game import AnyGame
from rules.tabletop import CardOpen, TableEvent

SURE = 0.995
"""The one threshold: a score is written when its probability is at least this."""
CLEAR = 1 - (1 - SURE) / 5
"""A card read at least so surely is played at once: five such cards still make a sure score."""
SETTLE_S = 1.2
"""How long the eyes may look on, after the last needed card lies open, before the referee asks."""


@dataclass(slots=True)
class _Read:
    reading: Mapping[str, float]
    picture: str | None
    actions: Mapping[str, Any]  # by label: what to play if this is the card
    at_s: float


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
            self._reads, self._played, self._asked = {}, {}, set()

    def forget(self) -> None:
        """The cards were dealt again."""
        self._reads, self._played, self._asked = {}, {}, set()

    def note(self, event: TableEvent, choose: tuple[Any, ...], *, at_s: float) -> None:
        """A card shows its face, or its vote changed. ``choose``: the game's actions by label."""
        self.now_s = at_s
        if isinstance(event, CardOpen):
            self._reads[event.place] = _Read(
                reading=event.reading.ranks,
                picture=event.reading.picture,
                actions={str(action.rank): action for action in choose},
                at_s=at_s,
            )

    def settle(self, game: AnyGame, state: Any, *, now_s: float) -> tuple[Any, ...]:
        """What to play now: cards beyond doubt at once, the others when all that the score needs
        lies open and the score is sure; else one question. Empty: nothing yet."""
        self.now_s = max(self.now_s, now_s)
        clear = [place for place, read in self._reads.items() if self._is_clear_news(place, read)]
        if clear:
            return tuple(self._play(place, _likeliest(self._reads[place])) for place in clear)
        needed = game.needs(state).places
        if not needed or not set(needed) <= set(self._reads):
            return ()
        decoded = decode(game, state, {place: self._reads[place].reading for place in needed})
        return self._decided(game, decoded, needed, now_s)

    def _decided(
        self, game: AnyGame, decoded: Decoded, needed: tuple[str, ...], now_s: float
    ) -> tuple[Any, ...]:
        if decoded.sure >= SURE:
            return tuple(
                self._play(place, decoded.ranks[place], sure=decoded.sure) for place in needed
            )
        last_s = max(self._reads[place].at_s for place in needed)
        if decoded.doubt in self._asked or now_s - last_s < SETTLE_S:
            return ()
        self._asked.add(decoded.doubt)
        picture = self._reads[decoded.doubt].picture
        return (game.ask_card(decoded.doubt, decoded.likely, picture),)

    def _is_clear_news(self, place: str, read: _Read) -> bool:
        label = _likeliest(read)
        clear = label in read.actions and read.reading[label] >= CLEAR
        return clear and self._played.get(place) != label

    def _play(self, place: str, label: str, *, sure: float | None = None) -> Any:
        self._played[place] = label
        read = self._reads[place]
        action = read.actions[label]
        return replace(action, sure=round(sure or read.reading[label], 4))


def _likeliest(read: _Read) -> str:
    return max(read.reading, key=lambda label: read.reading[label])
