"""The command line speaks Turkish beside English, whatever the rules refuse, and why."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

import rules
from device import reasons, refusals
from rules.codes import Refusal

SOURCES = sorted(Path(rules.__file__).parent.rglob("*.py"))
TELLS_WHY = {"illegal", "_rejected"}  # the last argument
TELLS_RIGHT = {"bad_fact", "out_of_range"}  # the third one
CODES = {"RENONS", "ZORUNLU_TERS", "HATALI_CIKIS"}
KEYS = {
    "dagitan acik koz alan degisim bittim sayilan ilan:0 belote:0 ceza:0 love:1",
    "x 8-5, x 0-1, x S H D C",
    "x, x",
}
"""Nothing but keys: the same in every language."""


def sentence(node: ast.expr) -> str | None:
    """The text of a literal, with ``x`` for what is filled in; None for what is made elsewhere."""
    match node:
        case ast.Constant(value=str(text)):
            return text
        case ast.JoinedStr(values=parts):
            return "".join(sentence(part) or "x" for part in parts)
        case ast.BinOp(left=left, right=right) if sentence(left):
            return f"{sentence(left)}{sentence(right) or 'x'}"
    return None


def said(name: str) -> Iterator[str]:
    """Every ``why`` (or ``expected``) that stands in the source of the rules."""
    for path in SOURCES:
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == name:
                yield from filter(None, [sentence(node.value)])
            if not isinstance(node, ast.Call):
                continue
            called = ast.unparse(node.func).rpartition(".")[2]
            given = [keyword.value for keyword in node.keywords if keyword.arg == name]
            if name == "why" and called in TELLS_WHY:
                given += node.args[-1:]
            if name == "expected" and called in TELLS_RIGHT:
                given += node.args[2:3]
            yield from filter(None, map(sentence, given))


WHYS = sorted(set(said("why")) - CODES)
RIGHTS = sorted(text for text in set(said("expected")) - KEYS if any(map(str.islower, text)))


def test_the_sources_are_read() -> None:
    assert len(WHYS) > 50
    assert len(RIGHTS) > 40


@pytest.mark.parametrize("why", WHYS)
def test_every_reason_of_the_rules_is_told_in_turkish(why: str) -> None:
    turkish, english = refusals.told(Refusal.ILLEGAL_ACTION, {"why": why}).splitlines()[1:]
    assert why in english or why in refusals.LONGER
    assert reasons.in_turkish(why, reasons.WHY) is not None
    assert why not in turkish


@pytest.mark.parametrize("right", RIGHTS)
def test_what_would_be_right_is_told_in_turkish(right: str) -> None:
    assert reasons.in_turkish(right, reasons.EXPECTED) is not None
    told = refusals.told(Refusal.BAD_FACT, {"key": "k", "value": "v", "expected": right})
    assert f"possible: {right}" in told
    assert "olabilecek: " in told


def test_what_is_filled_in_stands_in_the_turkish_sentence() -> None:
    assert reasons.in_turkish("a seat, 0 to 3", reasons.EXPECTED) == "oyuncunun yeri, 0–3"
    assert reasons.in_turkish("one of a, b", reasons.EXPECTED) == "bunlardan biri: a, b"
    assert reasons.in_turkish("QH is not in the hand", reasons.WHY) == "QH elinde yok"
    assert reasons.in_turkish("a word of nobody", reasons.WHY) is None


def test_every_code_has_a_sentence_of_its_own_in_both_languages() -> None:
    for code in Refusal:
        turkish, english = refusals.told(code, {"why": "RENONS"}).splitlines()[1:]
        assert turkish != english
