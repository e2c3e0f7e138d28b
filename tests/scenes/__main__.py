"""``python tests/scenes [NAME ...]``: film scenes of an evening anew, and judge them."""

import argparse
import sys
import tempfile
import time
from pathlib import Path

from tests.scenes import lights, people
from tests.scenes.film import Film, read_film
from tests.scenes.replay import Outcome, replay

SCENES = {scene.__name__: scene for scene in (*people.SCENES, *lights.SCENES)}


def main(words: list[str]) -> int:
    """How many scenes went wrong."""
    parser = argparse.ArgumentParser(prog="python tests/scenes", description=describe())
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    parser.add_argument("names", nargs="*", metavar="NAME", choices=[[], *SCENES])
    parser.add_argument("--replay", action="store_true", help="judge what was filmed before")
    parser.add_argument("--events", action="store_true", help="list what the eyes saw, and when")
    parser.add_argument("--told", action="store_true", help="list what the page had to say")
    chosen = parser.parse_args(words)
    wrong = 0
    for name in chosen.names or SCENES:
        if not chosen.replay:
            SCENES[name]().write()
        film = read_film(name)
        began = time.perf_counter()
        with tempfile.TemporaryDirectory() as folder:
            outcome = replay(film, Path(folder))
        wrong += bool(outcome.faults(film))
        print(as_lines(film, outcome, took_s=time.perf_counter() - began), flush=True)
        if chosen.events:
            print(*outcome.events, *film.moves, sep="\n")
        if chosen.told:
            print(*sorted(outcome.told))
    return wrong


def describe() -> str:
    scenes = (f"  {name}: {scene.__doc__}" for name, scene in SCENES.items())
    filming = "Film these scenes anew (all, or those named) and judge them. Filming needs PyAV:"
    return "\n".join((filming, "pip install -e '.[films]'", "", *scenes))


def as_lines(film: Film, outcome: Outcome, *, took_s: float) -> str:
    faults = outcome.faults(film)
    asked = ", ".join(f"{number}: {code}" for number, code in outcome.asked) or "-"
    size_kb = film.path.stat().st_size // 1024
    verdict = "WRONG" if faults else "right"
    line = f"{film.name:24}{verdict:7}{took_s:5.1f} s{size_kb:6} kB  asked {asked}"
    return "\n".join((line, *(f"{'':26}{fault}" for fault in faults)))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
