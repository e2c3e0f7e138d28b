"""Codes: known by name, their values named, and never used with others than they declare."""

import re
from pathlib import Path

from hypothesis import given, settings
from hypothesis import strategies as st

from rules import codes
from rules.codes import ALL_CODES
from rules.view import Notice, ScoreView
from tests import strategies
from tests.rules.drive import Evening

ARGS = {str(code): set(code.args) for kind in ALL_CODES for code in kind}


def notices(view: ScoreView) -> list[Notice]:
    found = [view.sentence, *view.notices]
    found += [view.next_missing] if view.next_missing else []
    for question in view.questions:
        found += [question.ask, *(answer.label for answer in question.answers)]
    for hand in view.hands:
        found += hand.faults
    return found


@given(st.lists(strategies.table_events(), max_size=30))
@settings(deadline=None, max_examples=40, derandomize=True)
def test_every_notice_carries_exactly_the_values_its_code_declares(steps: list[object]) -> None:
    evening = Evening(3)
    for step in steps:
        evening.see(step)  # type: ignore[arg-type]
        for notice in notices(evening.view):
            kinds = [kind for kind in ALL_CODES if notice.code in set(kind)]
            assert any(set(notice.args) == set(kind(notice.code).args) for kind in kinds), notice


def test_every_code_says_what_it_means() -> None:
    for kind in ALL_CODES:
        for code in kind:
            assert code.means.endswith((".", "?")), code
            assert code == code.value


def test_every_refusal_raised_in_the_rules_uses_the_declared_values() -> None:
    """``IllegalAction(Refusal.X, a=..., b=...)`` in the source against what X declares."""
    package = Path(codes.__file__).parent
    values = r"((?:,\s*\w+=[^=]+?)*)"
    raised = re.compile(rf"IllegalAction\(\s*Refusal\.(\w+){values}\s*\)\s*(?:from|$)", re.M)
    found = 0
    for path in package.rglob("*.py"):
        for name, given_args in raised.findall(path.read_text(encoding="utf-8")):
            keys = set(re.findall(r"(\w+)=", given_args))
            assert keys == set(codes.Refusal(name).args), (path.name, name)
            found += 1
    assert found > 15
