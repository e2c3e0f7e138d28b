"""Every scene that was ever filmed, with the shipped eyes: right, and asked only what is due."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from tests.scenes import lights, people
from tests.scenes.film import FILMS, Film, all_films, read_film
from tests.scenes.replay import replay
from tests.scenes.take import Take

SCENES = (*people.SCENES, *lights.SCENES)


@pytest.mark.parametrize("name", all_films())
def test_scene(name: str, tmp_path: Path) -> None:
    film = read_film(name)
    outcome = replay(film, tmp_path)
    assert outcome.faults(film) == [], (film.story, outcome.asked, film.moves)


def test_every_scene_was_filmed() -> None:
    names = sorted(scene.__name__ for scene in SCENES)
    assert names == all_films()
    assert names == sorted(path.stem for path in FILMS.glob("*.mp4"))


@pytest.mark.parametrize("scene", SCENES, ids=lambda scene: scene.__name__)
def test_a_film_is_of_its_scene_as_it_is_written(scene: Callable[[], Take]) -> None:
    assert plot(scene().film) == plot(read_film(scene.__name__))


def plot(film: Film) -> Film:
    """Without the times: a film outlives a stage on which hands were slower."""
    return replace(
        film,
        acts=tuple(replace(act, after=0) for act in film.acts),
        moves=tuple(move.partition(" ")[2] for move in film.moves),
    )
