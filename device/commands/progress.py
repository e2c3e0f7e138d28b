"""How far a long run is."""

import io
import sys
from typing import Any

import click


def progress_of(steps: int) -> Any:
    """A bar for people only: nothing where standard error is a file."""
    shown = sys.stderr if sys.stderr.isatty() else io.StringIO()
    return click.progressbar(length=steps, file=shown, update_min_steps=max(1, steps // 200))
