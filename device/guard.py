"""The plain package names are ours alone in this environment, or Hakem does not start.

``rules``, ``vision``, ``device``, ``web`` and ``models`` are names that another distribution may
bring too; whichever came last would win, silently, and the wrong code would run.
"""

import re
from collections.abc import Iterable, Iterator
from importlib.machinery import PathFinder
from importlib.metadata import Distribution, distributions
from pathlib import Path

OURS = ("rules", "vision", "device", "web", "models")
_OUR_DISTRIBUTION = "hakem"
_FILE_OF_OURS = re.compile(rf"^({'|'.join(OURS)})(?:/[^,]*\.py|\.py)(?:,|$)", re.MULTILINE)


class NamesTaken(RuntimeError):
    """Somebody else's package bears one of our names; the text says whose and what to do."""


def refuse_strangers() -> None:
    """Raise NamesTaken when another package could be imported in place of one of ours."""
    taken = sorted({*_installed(distributions()), *_in_front(Path(__file__).parents[1])})
    if taken:
        raise NamesTaken(
            f"Hakem needs the package names {', '.join(OURS)} for itself, but found "
            f"{'; '.join(taken)}. Run it from a virtual environment of its own: make play"
        )


def _installed(found: Iterable[Distribution]) -> Iterator[str]:
    """Other installed distributions that own one of our names, by their lists of files."""
    for distribution in found:
        name = distribution.metadata["Name"]
        if name == _OUR_DISTRIBUTION:
            continue
        files = distribution.read_text("RECORD") or ""
        owned = {match[1] for match in _FILE_OF_OURS.finditer(files)}
        owned |= set((distribution.read_text("top_level.txt") or "").split()) & set(OURS)
        for package in sorted(owned):
            yield f"{package!r} in the distribution {name}"


def _in_front(home: Path) -> Iterator[str]:
    """Our names that Python's path leads somewhere else (another checkout, a stray folder)."""
    for package in OURS:
        spec = PathFinder.find_spec(package)
        if spec is None:
            continue
        for place in spec.submodule_search_locations or [spec.origin or "(built in)"]:
            if Path(place).resolve() != home / package:
                yield f"{package!r} in {place}"
