"""``make bench``: measure this machine, print a table, write ``bench.json``.

Name figures to measure only these. Exit status 1 when one of them could not be measured; a missed
target is said in the table, and is no error.
"""

import argparse
import json
import os
import platform
import sys
from pathlib import Path

from figure import Figure, Measured, as_json, as_line, collect, measure_one

HERE = Path(__file__).parent


def main(words: list[str]) -> int:
    figures = {each.name: each for each in collect(HERE)}
    parser = argparse.ArgumentParser(prog="make bench", description=describe(figures))
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    parser.add_argument("names", nargs="*", metavar="NAME", choices=[[], *figures])
    parser.add_argument("--out", type=Path, default=Path("bench.json"))
    chosen = parser.parse_args(words)
    width = max(map(len, figures))
    print(f"{platform.machine()}, {os.cpu_count()} cores, Python {platform.python_version()}")
    rows: list[Measured] = []
    for name in chosen.names or figures:
        rows.append(measure_one(figures[name]))
        print(as_line(rows[-1], width=width), flush=True)
    chosen.out.write_text(json.dumps(as_json(rows), indent=2) + "\n", encoding="utf-8")
    return int(any(row.value is None for row in rows))


def describe(figures: dict[str, Figure]) -> str:
    return "Measures:\n" + "\n".join(f"  {each.name}: {each.says}" for each in figures.values())


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
