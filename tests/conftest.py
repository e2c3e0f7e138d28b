"""What every test may rely on: the real photos, and that no check is dropped in silence.

A test that cannot run skips, and the end of the run says loudly what stayed unverified. Under
``CI=true`` a skip (or an expected failure, which hides as much) is a failure, unless its node id
stands in ``tests/ALLOWED_SKIPS`` with a reason; the README prints that list as "not verified".
After the long tests (`make soak`) a table says what each found (``record_property("found", ...)``).
"""

import os
from collections.abc import Generator
from datetime import date
from pathlib import Path

import pytest

ALLOWED_SKIPS = "tests/ALLOWED_SKIPS"
REAL_CARDS = "shared/data/real_cards"  # beside the repository, not in it: others' photos


def pytest_configure(config: pytest.Config) -> None:
    config.pluginmanager.register(SkipPolicy(config.rootpath), "skip-policy")
    config.pluginmanager.register(SoakTable(), "soak-table")


@pytest.fixture(scope="session")
def shared(request: pytest.FixtureRequest) -> Path:
    """The folder of labelled real photos: a stranger without it skips, the checks must have it."""
    folder = request.config.rootpath.parent / REAL_CARDS
    if not folder.is_dir():
        pytest.skip(f"needs the real photos in ../{REAL_CARDS}, which are not here")
    return folder


def read_allowed_skips(path: Path) -> dict[str, str]:
    """Node id -> reason, from lines ``node id -- reason``; a line without a reason is an error."""
    allowed = {}
    for line in path.read_text(encoding="utf-8").splitlines() if path.exists() else []:
        if not line.strip() or line.startswith("#"):
            continue
        node_id, _, reason = (part.strip() for part in line.partition(" -- "))
        if not reason:
            raise pytest.UsageError(f"{path}: no reason after ' -- ': {line}")
        allowed[node_id] = reason
    return allowed


class SkipPolicy:
    """Turns skips into failures under ``CI=true``, and repeats the others where they are seen."""

    def __init__(self, root: Path) -> None:
        self._strict = os.environ.get("CI") == "true"
        self._allowed = read_allowed_skips(root / ALLOWED_SKIPS)

    def _judge(self, report: pytest.TestReport | pytest.CollectReport) -> None:
        if not report.skipped or not self._strict or report.nodeid in self._allowed:
            return
        why = report.longrepr[-1] if isinstance(report.longrepr, tuple) else report.longrepr
        why = getattr(report, "wasxfail", None) or why
        report.outcome = "failed"
        report.longrepr = (
            f"Skipped under CI=true: {why}\n"
            f"Let it run, or list it in {ALLOWED_SKIPS} and in the README as not verified."
        )
        report.__dict__.pop("wasxfail", None)

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_makereport(
        self,
    ) -> Generator[None, pytest.TestReport, pytest.TestReport]:
        report = yield
        self._judge(report)
        return report

    @pytest.hookimpl(wrapper=True)
    def pytest_make_collect_report(
        self,
    ) -> Generator[None, pytest.CollectReport, pytest.CollectReport]:
        report = yield
        self._judge(report)
        return report

    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter) -> None:
        skipped = terminalreporter.stats.get("skipped", [])
        if not skipped:
            return
        terminalreporter.section("NOT VERIFIED HERE", sep="!", red=True, bold=True)
        for report in skipped:
            why = report.longrepr[-1] if isinstance(report.longrepr, tuple) else report.longrepr
            terminalreporter.write_line(f"{report.nodeid}: {why}")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    items.sort(key=lambda item: item.get_closest_marker("long") is None)


class SoakTable:
    """What the tests marked ``soak`` found, as a table that can be copied into the README."""

    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter) -> None:
        told = [
            *terminalreporter.stats.get("passed", []),
            *terminalreporter.stats.get("failed", []),
        ]
        long = [report for report in told if report.when == "call" and "soak" in report.keywords]
        if not long:
            return
        terminalreporter.section(f"soak, {date.today()}")
        terminalreporter.write_line("| test | result | min |")
        terminalreporter.write_line("|---|---|---|")
        for report in long:
            name = report.nodeid.rpartition("::")[2].removeprefix("test_").replace("_", " ")
            found = dict(report.user_properties).get("found", report.outcome)
            terminalreporter.write_line(f"| {name} | {found} | {report.duration / 60:.1f} |")
