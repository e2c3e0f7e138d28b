"""How far a long run is."""

import sys
from typing import Any

import click


def progress_of(steps: int) -> Any:
    """A bar for people only: nothing where standard error is a file."""
    return click.progressbar(length=steps, file=sys.stderr, update_min_steps=max(1, steps // 200))
