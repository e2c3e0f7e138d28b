"""``python tests/scenes [NAME ...]``: film the scenes anew (all, or those named) and judge them.

``--replay`` only judges what was filmed before. Filming needs PyAV: ``pip install -e '.[films]'``.
"""

import sys
import tempfile
import time
from pathlib import Path

from tests.scenes import lights, people
from tests.scenes.film import all_films, read_film
from tests.scenes.replay import replay

SCENES = {scene.__name__: scene for scene in (*people.SCENES, *lights.SCENES)}


def main(arguments: list[str]) -> int:
    names = [name for name in arguments if not name.startswith("-")] or list(SCENES)
    if unknown := sorted(set(names) - set(SCENES)):
        print(f"no scene {', '.join(unknown)}: there are {', '.join(SCENES)}", file=sys.stderr)
        return 2
    bad = 0
    for name in names:
        if "--replay" not in arguments or name not in all_films():
            SCENES[name]()
        film = read_film(name)
        began = time.perf_counter()
        with tempfile.TemporaryDirectory() as folder:
            outcome = replay(film, Path(folder))
        faults = outcome.faults(film)
        bad += bool(faults)
        asked = ", ".join(f"{number}: {code}" for number, code in outcome.asked) or "-"
        size_kb = film.path.stat().st_size // 1024
        took = time.perf_counter() - began
        print(
            f"{name:24}{'WRONG' if faults else 'right':7}{took:5.1f} s{size_kb:6} kB  asked {asked}"
        )
        for fault in faults:
            print(f"{'':26}{fault}")
        if "--events" in arguments:
            print("\n".join(outcome.events), *film.moves, sep="\n")
        if "--told" in arguments:
            print(sorted(outcome.told))
    return bad


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
