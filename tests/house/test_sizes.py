"""A module of the rules is read in one sitting."""

from pathlib import Path

import pytest

HOME = Path(__file__).parents[2]
MOST_LINES = 350


@pytest.mark.parametrize("package", ["rules"])
def test_no_module_is_long(package: str) -> None:
    lines = {
        path.relative_to(HOME).as_posix(): len(path.read_text(encoding="utf-8").splitlines())
        for path in (HOME / package).rglob("*.py")
    }
    assert len(lines) > 50
    assert {path: count for path, count in lines.items() if count > MOST_LINES} == {}
