"""The harness itself: no check is dropped in silence (see tests/conftest.py)."""

from pathlib import Path

import pytest

HARNESS = Path(__file__).parents[1] / "conftest.py"

NEEDS_PHOTOS = """
def test_reads_photos(shared):
    assert shared.name == "real_cards"
"""
SKIPS = """
import pytest

@pytest.mark.skip(reason="no lamp")
def test_dark():
    pass

def test_light():
    pass
"""
SKIPS_WHOLE_MODULE = "import pytest\npytest.importorskip('no_such_module_anywhere')\n"
EXPECTED_TO_FAIL = """
import pytest

@pytest.mark.xfail(reason="known")
def test_known():
    assert False
"""


@pytest.fixture
def house(pytester: pytest.Pytester, monkeypatch: pytest.MonkeyPatch) -> pytest.Pytester:
    """A small project, in a folder of its own, under our real harness; CI unset."""
    monkeypatch.delenv("CI", raising=False)
    home = pytester.mkdir("project")
    (home / "tests").mkdir()
    (home / "pytest.ini").write_text("[pytest]\naddopts = --import-mode=importlib\n")
    (home / "tests" / "conftest.py").write_text(HARNESS.read_text(encoding="utf-8"))
    monkeypatch.chdir(home)
    return pytester


def write(name: str, text: str) -> None:
    Path("tests", name).write_text(text, encoding="utf-8")


def test_photos_are_handed_over_when_they_are_there(house: pytest.Pytester) -> None:
    (house.path / "shared" / "data" / "real_cards").mkdir(parents=True)
    write("test_it.py", NEEDS_PHOTOS)
    house.runpytest_inprocess("-p", "no:xdist").assert_outcomes(passed=1)


def test_a_stranger_without_photos_is_told_loudly(house: pytest.Pytester) -> None:
    write("test_it.py", NEEDS_PHOTOS)
    result = house.runpytest_inprocess()
    result.assert_outcomes(skipped=1)
    result.stdout.fnmatch_lines(
        ["*NOT VERIFIED HERE*", "*test_reads_photos: *../shared/data/real_cards*"]
    )


@pytest.mark.parametrize(
    ("text", "workers"),
    [
        pytest.param(NEEDS_PHOTOS, "0", id="photos"),
        pytest.param(SKIPS, "2", id="mark"),
        pytest.param(SKIPS_WHOLE_MODULE, "0", id="module"),
        pytest.param(SKIPS_WHOLE_MODULE, "2", id="module-in-workers"),
        pytest.param(EXPECTED_TO_FAIL, "0", id="xfail"),
    ],
)
def test_ci_takes_no_skip(
    house: pytest.Pytester, monkeypatch: pytest.MonkeyPatch, text: str, workers: str
) -> None:
    monkeypatch.setenv("CI", "true")
    write("test_it.py", text)
    result = house.runpytest_subprocess("-n", workers)
    assert result.ret != 0
    result.stdout.fnmatch_lines(["*Skipped under CI=true*"])


def test_ci_takes_a_listed_skip(house: pytest.Pytester, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CI", "true")
    write("test_it.py", SKIPS)
    write("ALLOWED_SKIPS", "# why not\ntests/test_it.py::test_dark -- there is no lamp here\n")
    result = house.runpytest_inprocess()
    result.assert_outcomes(passed=1, skipped=1)
    assert result.ret == 0


def test_a_listed_skip_needs_a_reason(house: pytest.Pytester) -> None:
    write("test_it.py", SKIPS)
    write("ALLOWED_SKIPS", "tests/test_it.py::test_dark\n")
    result = house.runpytest_inprocess()
    assert result.ret == pytest.ExitCode.USAGE_ERROR
    result.stderr.fnmatch_lines(["*no reason*test_dark*"])


def test_the_long_tests_end_with_a_table_of_what_they_found(house: pytest.Pytester) -> None:
    with open("pytest.ini", "a", encoding="utf-8") as settings:
        settings.write("markers = soak\n")
    write(
        "test_it.py",
        "import pytest\n"
        "@pytest.mark.soak\n"
        "def test_many_hands(record_property):\n"
        "    record_property('found', '92 right')\n"
        "def test_quick():\n"
        "    pass\n",
    )
    result = house.runpytest_inprocess("-p", "no:xdist")
    result.assert_outcomes(passed=2)
    result.stdout.fnmatch_lines(
        ["*soak, 20*", "| test | result | min |", "| many hands | 92 right | 0.0 |"]
    )
    result.stdout.no_fnmatch_line("| quick *")
