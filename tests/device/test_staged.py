"""Staged matches with the shipped networks: pixels in, points out. A simulation, and a hard one."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from device.cli import main

Found = Callable[[str, object], None]


def staged(folder: Path, *arguments: str) -> dict[str, Any]:
    report = folder / "report.json"
    result = CliRunner().invoke(
        main,
        [
            "play",
            *("--camera", "staged", "--headless", "--data", str(folder / "data")),
            *("--report", str(report), *arguments),
        ],
        catch_exceptions=False,
    )
    assert result.exit_code == 0, result.output
    content: dict[str, Any] = json.loads(report.read_text(encoding="utf-8"))
    return content


def found(content: dict[str, Any]) -> str:
    """The row of the table that `make soak` prints."""
    words = {
        "right": "right",
        "asked_due": "asked with reason",
        "asked_needless": "asked needlessly",
        "stuck": "given up",
        "silently_wrong": "silently wrong",
    }
    return ", ".join(f"{content['summary'][key]} {word}" for key, word in words.items())


def check(content: dict[str, Any], hands: int) -> None:
    """Nothing is written that is not so, no hand hangs, and few are asked about without need."""
    summary = content["summary"]
    assert summary["hands"] == hands
    odd = [hand for hand in content["hands"] if hand["outcome"] not in ("right", "asked_due")]
    assert summary["silently_wrong"] == summary["asked_wrong"] == 0, odd
    assert summary["stuck"] == 0, odd
    assert summary["asked_needless"] <= 0.05 * hands, odd
    assert summary["right"] >= 0.7 * hands, summary


@pytest.mark.long
def test_thirty_hands_and_none_silently_wrong(tmp_path: Path) -> None:
    content = staged(tmp_path, "--hands", "30", "--players", "4", "--seed", "1")
    check(content, 30)
    print(content["summary"])


@pytest.mark.long
def test_noise_scores_nothing(tmp_path: Path) -> None:
    content = staged(tmp_path, "--hands", "30", "--players", "2", "--seed", "1", "--noise")
    assert content["summary"]["hands"] == 30
    assert all(hand["scored"] is None for hand in content["hands"])


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(1, 11))
def test_hundred_hands(tmp_path: Path, seed: int, record_property: Found) -> None:
    content = staged(tmp_path, "--hands", "100", "--players", "4", "--seed", str(seed))
    record_property("found", found(content))
    check(content, 100)


@pytest.mark.soak
@pytest.mark.parametrize("players", [2, 3, 5, 6])
def test_every_number_of_players(tmp_path: Path, players: int, record_property: Found) -> None:
    content = staged(tmp_path, "--hands", "40", "--players", str(players), "--seed", "11")
    record_property("found", found(content))
    check(content, 40)
