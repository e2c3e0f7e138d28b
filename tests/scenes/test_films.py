"""Every scene that was ever filmed, with the shipped eyes: right, and asked only what is due."""

from pathlib import Path

import pytest

from tests.scenes import lights, people
from tests.scenes.film import FILMS, all_films, read_film
from tests.scenes.replay import replay


@pytest.mark.parametrize("name", all_films())
def test_scene(name: str, tmp_path: Path) -> None:
    film = read_film(name)
    outcome = replay(film, tmp_path)
    assert outcome.faults(film) == [], (film.story, outcome.asked, film.moves)


def test_every_scene_was_filmed() -> None:
    names = sorted(scene.__name__ for scene in (*people.SCENES, *lights.SCENES))
    assert names == all_films()
    assert names == sorted(path.stem for path in FILMS.glob("*.mp4"))
