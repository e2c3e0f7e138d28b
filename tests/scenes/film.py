"""One scene of an evening, kept for ever: a film, what people did meanwhile, the right outcome.

``NAME.mp4`` are the camera's pictures. ``NAME.json`` says what no camera sees (who began a match,
pressed "next", answered), what was moved when, and what lay there in truth.
"""

import json
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from enum import StrEnum
from pathlib import Path

import msgspec

from device.people import HandRecord
from vision.cameras.film import FilmCamera
from vision.frame import Frame

FILMS = Path(__file__).parent / "films"
TRUTH = ("centre", "corners", "picks", "active", "void")
"""What a film keeps of a HandRecord."""


class Deed(StrEnum):
    """What a person can do away from the cloth."""

    BEGIN = "begin"  # a match of Vale Avı, on the phone
    NEXT = "next"  # the button on the table
    VOID = "void"  # "bu el sayılmasın", on the phone
    ANSWER = "answer"  # whatever is asked, with the truth
    LEAVE = "leave"  # ``seat`` goes home
    TAKE_OVER = "take_over"  # ``name`` sits down at ``seat``
    POWER_CUT = "power_cut"  # and power again


@dataclass(frozen=True, slots=True)
class Act:
    """A deed, once ``after`` pictures have been looked at."""

    after: int
    do: Deed
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
        content = asdict(self)
        content["acts"] = [
            {key: value for key, value in act.items() if value is not None}
            for act in content["acts"]
        ]
        content["hands"] = [{key: hand[key] for key in TRUTH} for hand in content["hands"]]
        text = json.dumps(content, ensure_ascii=False, indent=1)
        self.path.with_suffix(".json").write_text(text + "\n", encoding="utf-8")


def read_film(name: str) -> Film:
    return msgspec.json.decode((FILMS / f"{name}.json").read_bytes(), type=Film)


def all_films() -> list[str]:
    return sorted(path.stem for path in FILMS.glob("*.json"))
