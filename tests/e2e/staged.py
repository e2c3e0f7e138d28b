"""One staged match that is sure to ask, at a brisk pace, on a free port: ``staged.py FOLDER``.

A simulation, its networks replaced by the truth. Everybody who must flip plays upright now and then
and leaves it: the referee has to ask.
"""

import json
import sys
from dataclasses import fields
from pathlib import Path

from device.app import App, Settings
from device.people import Odds

NONE = dict.fromkeys((field.name for field in fields(Odds)), 0.0)


def main() -> None:
    settings = Settings(
        cameras=("staged",),
        pins="none",
        scripted=True,
        data_dir=Path(sys.argv[1]),
        host="127.0.0.1",
        port=0,
        players=3,
        seed=4,
        pace=6.0,
        again=False,
        patience_s=240.0,
        odds=Odds(**NONE | {"straight_kept": 0.5}),
        say=lambda text: print(text, file=sys.stderr),
    )
    with App(settings) as app:
        app.start()
        app.serve()
        print(json.dumps({"port": app.port, "pin": app.pin}), flush=True)
        app.rehearse()
        print(json.dumps({"over": True}), flush=True)
        app.wait()


if __name__ == "__main__":
    main()
