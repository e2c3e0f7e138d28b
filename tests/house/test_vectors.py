"""Every row of the specification's vector tables is a test that bears its id, and no other."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

HOME = Path(__file__).parents[2]
SPEC = "shared/rules/spec.md"  # beside the repository, not in it
ROW = re.compile(r"^\| ((?:VA|BL|GW|BE|TT)-T?\d+)\b", re.MULTILINE)
PARAMETER = re.compile(r"((?:VA|BL|GW|BE|TT)-T?\d+)[a-z]?")
NAMED = re.compile(r"test_(va|bl|gw|be|tt)((?:_t?\d+)+)(?:_(?!to_)|$)")
"""``test_va_t6_t7_...`` names two rows; ``test_gw_1_to_5`` leaves the naming to its parameters."""


@pytest.fixture(scope="module")
def rows(request: pytest.FixtureRequest) -> set[str]:
    path = request.config.rootpath.parent / SPEC
    if not path.is_file():
        pytest.skip(f"needs the specification, ../{SPEC}, which is not here")
    return set(ROW.findall(path.read_text(encoding="utf-8")))


def told(source: str) -> Iterator[str]:
    """The ids that the tests of a module bear: in a function's name, or as a parameter's id."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.FunctionDef) and (found := NAMED.match(node.name.lower())):
            game, numbers = found.groups()
            yield from (f"{game}-{number}".upper() for number in numbers.split("_")[1:])
        elif isinstance(node, ast.Constant) and (found := PARAMETER.fullmatch(str(node.value))):
            yield found[1]


def test_an_id_is_told_by_a_name_or_a_parameter() -> None:
    tests = """
@pytest.mark.parametrize("id_", ["GW-1", "GW-2b"])
def test_gw_1_to_5(id_): ...
def test_BE_39_trick_by_trick(): ...
def test_va_t6_t7_the_same_places(): ...
def test_the_window(): "not GW-3, but a sentence"
"""
    assert set(told(tests)) == {"GW-1", "GW-2", "BE-39", "VA-T6", "VA-T7"}


def test_every_vector_is_a_test_of_its_name(rows: set[str]) -> None:
    assert len(rows) > 100
    tests = sorted((HOME / "tests" / "rules").glob("test_*.py"))
    named = {each for path in tests for each in told(path.read_text(encoding="utf-8"))}
    assert sorted(rows - named) == []
    assert sorted(named - rows) == []
