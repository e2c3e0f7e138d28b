"""A staged Hakem, its networks replaced by the truth, that plays on and on and tells on standard
output what it takes: observations, memory, threads, open files.

Run as ``python enduring.py FOLDER OBSERVATIONS``; one line of JSON for each evening of matches.
"""

import json
import sys
from pathlib import Path

import psutil

from tests.device.scripted_table import ScriptedTable, open_referee, play

HANDS = 25
"""Of one evening. The next is staged alike, so that what the simulation keeps in memory (decks,
cloths) is there after the first, and what grows then is the product's."""
SIZE_PX = (400, 300)


def main() -> None:
    folder, wanted = Path(sys.argv[1]), int(sys.argv[2])
    process = psutil.Process()
    store, referee = open_referee(folder)
    table = ScriptedTable(referee, size_px=SIZE_PX)
    while table.looks < wanted:
        play(referee, hands=HANDS, seed=1, table=table)
        taken = {
            "observations": table.looks,
            "memory_mb": process.memory_full_info().uss / 1e6,
            "threads": process.num_threads(),
            "processes": 1 + len(process.children(recursive=True)),
            "files": process.num_fds(),
        }
        print(json.dumps(taken), flush=True)
    referee.stop()
    store.close()


if __name__ == "__main__":
    main()
