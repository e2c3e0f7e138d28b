"""Fixtures about the house: its settings and documents."""

import tomllib
from pathlib import Path
from typing import Any

import pytest

HOME = Path(__file__).parents[2]


@pytest.fixture(scope="session")
def settings() -> dict[str, Any]:
    return tomllib.loads((HOME / "pyproject.toml").read_text(encoding="utf-8"))
