"""One scene of an evening, kept for ever: a film, what people did meanwhile, the right outcome.

``NAME.mp4`` are the camera's pictures. ``NAME.json`` says what no camera sees (who began a match,
pressed "next", answered), what was moved when, and what lay there in truth.
"""

import json
from collections.abc import Iterator
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from device.people import HandRecord
from vision.cameras.film import FilmCamera
from vision.frame import Frame

FILMS = Path(__file__).parent / "films"


@dataclass(frozen=True, slots=True)
class Act:
    """What a person does away from the cloth, once ``after`` pictures have been looked at."""

    after: int
    do: str  # begin | next | press | answer | leave | take_over | power_cut
    seat: int | None = None
    name: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Film:
    """``due``: what may be asked, ``asks``: what has to be; ``tells``: warnings and advice that
    have to be seen. ``moves``: what hands did, for the reader."""

    name: str
    story: str
    seats: tuple[tuple[str, str], ...]  # name and pawn colour
    acts: tuple[Act, ...]
    hands: tuple[HandRecord, ...]
    moves: tuple[str, ...] = ()
    due: tuple[str, ...] = ()
    asks: tuple[str, ...] = ()
    tells: tuple[str, ...] = ()
    options: dict[str, Any] = field(default_factory=dict)

    @property
    def path(self) -> Path:
        return FILMS / f"{self.name}.mp4"

    def frames(self) -> Iterator[Frame]:
        camera = FilmCamera(self.path, real_time=False)
        try:
            while (frame := camera.frame()) is not None:
                yield frame
        finally:
            camera.close()

    def write(self) -> None:
        text = json.dumps(asdict(self), ensure_ascii=False, indent=1)
        self.path.with_suffix(".json").write_text(text + "\n", encoding="utf-8")


def read_film(name: str) -> Film:
    content = json.loads((FILMS / f"{name}.json").read_text(encoding="utf-8"))
    content["acts"] = tuple(Act(**act) for act in content["acts"])
    content["hands"] = tuple(_hand(hand) for hand in content["hands"])
    content["seats"] = tuple((name, owner) for name, owner in content["seats"])
    for key in ("moves", "due", "asks", "tells"):
        content[key] = tuple(content[key])
    return Film(**content)


def _hand(content: dict[str, Any]) -> HandRecord:
    picks = {int(seat): (corner, side) for seat, (corner, side) in content["picks"].items()}
    return HandRecord(**{**content, "picks": picks, "active": tuple(content["active"])})


def all_films() -> list[str]:
    return sorted(path.stem for path in FILMS.glob("*.json"))
