"""A staged Hakem, its networks replaced by the truth, that tells on standard output what it shows,
line by line, to be killed at will.

Run as ``python killable.py FOLDER SEED``. Each line: the match and its written hands as published.
"""

import json
import sys
import threading
from pathlib import Path

from device.app import App, Settings
from device.referee import Referee


def tell(referee: Referee) -> None:
    version = 0
    while True:
        snapshot = referee.wait(version, 60.0)
        version = snapshot.version
        hands = [
            [hand.number, hand.deltas, hand.totals, hand.void]
            for hand in (snapshot.score.hands if snapshot.score else ())
        ]
        print(json.dumps({"match": snapshot.match_id, "hands": hands}), flush=True)


def main() -> None:
    settings = Settings(
        cameras=("staged",),
        headless=True,
        pins="none",
        players=2,
        scripted=True,
        data_dir=Path(sys.argv[1]),
        seed=int(sys.argv[2]),
        say=lambda text: print(text, file=sys.stderr),
    )
    with App(settings) as app:
        app.start()
        threading.Thread(target=tell, args=(app.referee,), daemon=True).start()
        app.rehearse()


if __name__ == "__main__":
    main()
