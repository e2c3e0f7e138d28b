"""A match on a disk that fills up, or that is read-only at the start; says what came of it (JSON).

Run in a mount namespace of its own: ``unshare -rm python small_disk.py FOLDER full``.
"""

import json
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

from device.app import App, Settings
from tests.web.table import Evening
from web import port


class Box(Evening):
    """The evening's moves on the referee of a whole App."""

    def __init__(self, app: App) -> None:
        self.referee = app.referee
        self.live_pictures = self._looks = 0


def mount(*words: str) -> None:
    subprocess.run(["mount", *words], check=True)


def start(folder: Path) -> App:
    quiet = Settings(
        data_dir=folder,
        cameras=("photo:none",),
        pins="none",
        say=lambda t: print(t, file=sys.stderr),
    )
    app = App(quiet)
    app.start()
    return app


def play(box: Box, hands: int) -> int:
    for _ in range(hands):
        first, second = "TD" if len(box.score.hands) % 2 else "DT"
        box.play_hand(p0=f"KB {first}", p1=f"KD {second}")
        assert box.submit(port.NextHand()).ok
    return len(box.score.hands)


def end(app: App) -> None:
    app.__exit__()


def fill_up(disk: Path) -> None:
    with (disk / "filler").open("wb", buffering=0) as filler:
        try:
            while True:
                filler.write(b"\0" * 1024)
        except OSError:
            return


def main() -> None:
    disk, what = Path(sys.argv[1]) / "disk", sys.argv[2]
    disk.mkdir()
    mount("-t", "tmpfs", "-o", "size=2m", "tmpfs", str(disk))
    folder = disk / "hakem"
    app = start(folder)
    box = Box(app)
    box.begin()
    told: dict[str, Any] = {"hands_before": play(box, 2)}
    if what == "full":
        fill_up(disk)
    else:
        end(app)
        mount("-o", "remount,ro", str(disk))
        app = start(folder)
        box = Box(app)
    told["hands_without_disk"] = play(box, 2)
    for _ in range(200):  # what is left of the last page may still take some
        snapshot = box.referee.snapshot()
        if snapshot.problem and snapshot.problem[0].startswith("STORAGE") and snapshot.unsaved:
            break
        box.say(centre="K")
        box.say(centre="A")
    assert snapshot.problem is not None, "the disk took everything"
    told["problem"], told["unsaved"] = snapshot.problem[0], list(snapshot.unsaved)
    if what == "full":
        (disk / "filler").unlink()
    else:
        mount("-o", "remount,rw", str(disk))
    until_s = time.monotonic() + 8
    while box.referee.snapshot().unsaved and time.monotonic() < until_s:
        time.sleep(0.05)
    snapshot = box.referee.snapshot()
    told["unsaved_after"] = list(snapshot.unsaved)
    told["problem_after"] = snapshot.problem
    end(app)
    app = start(folder)
    told["hands_reopened"] = len(Box(app).score.hands)
    end(app)
    print(json.dumps(told))


if __name__ == "__main__":
    main()
