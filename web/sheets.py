"""The style sheets every page needs, as one answer: ten would wait in line before the first paint.

Written apart, one for each subject; joined when the app is made, in the order in which they count.
"""

from collections.abc import Callable
from pathlib import Path

from flask import Response

ADDRESS = "css/all.css"
FOREVER = "public, max-age=31536000, immutable"
SHEETS = (
    "base",
    "board",
    "screens",
    "cloth",
    "pages",
    "hands",
    "start",
    "panels",
    "paper",
    "entry",
)


def sheet(static: Path) -> Callable[[], Response]:
    """A view that answers with all of ``SHEETS``; its address changes with their content."""
    parts = [static.joinpath("css", f"{name}.css").read_bytes() for name in SHEETS]
    body = b"\n".join(parts)

    def view() -> Response:
        return Response(body, mimetype="text/css", headers={"Cache-Control": FOREVER})

    return view
